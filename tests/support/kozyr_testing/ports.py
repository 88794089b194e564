"""Ports of this machine."""

import socket


def free_port() -> int:
    """A port of 127.0.0.1 that nobody uses now, for a server that must keep it over restarts."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
    return port
