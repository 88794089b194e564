"""Running a server: its sockets, its signals, its store, and one process or several."""
