"""Ports of this machine."""

import random
import socket

_KEPT = range(20_000, 32_000)
"""Below those from which systems take the ports of outgoing connections: one of these could take
a server's port while it is started again."""


def own_address() -> str:
    """An address of this machine by which others reach it; one of loopback where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            # Nothing is sent: the system only chooses from where it would be.
            sock.connect(("192.0.2.255", 9))
        except OSError:
            return "127.0.0.2"
        return str(sock.getsockname()[0])


def free_port() -> int:
    """A port of 127.0.0.1 that nobody uses now, for a server that must keep it over restarts."""
    while True:
        port = random.choice(_KEPT)
        with socket.socket() as sock:
            try:
                sock.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
