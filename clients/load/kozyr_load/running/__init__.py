"""A run: its processes, the server under test, and the records that are checked beside it."""
