"""Connections: frames in, bounded frames out, and the pages beside the socket."""
