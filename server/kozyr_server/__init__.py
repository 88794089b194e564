"""The server: rooms in a store, served over a socket by any number of processes."""
