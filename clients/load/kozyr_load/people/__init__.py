"""The people of a load: what each does in a room, on a line, and all of them together."""
