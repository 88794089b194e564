"""What is held against the server: each client's frames, all clients together, and the records."""
