"""The sockets that a server listens on, and how many files it may hold open."""

import errno
import resource
import socket
import sys
from contextlib import suppress
from typing import Any

SEND_BUFFER_BYTES = 256 * 1024
"""Bytes that the system may hold for one connection. Left to itself it takes megabytes before a
reader that stopped is noticed."""

BACKLOG = 4096
"""Connections that may wait until they are taken in: thousands come back at once after a cut."""


class ListenError(Exception):
    """The address cannot be listened on; the text is one line that names the option."""


def listen(host: str, port: int) -> list[socket.socket]:
    """Listen on all addresses of a host.

    Args:
        host: a name or an address of this machine; `::` takes IPv4 as well.
        port: 0: any free one, on the first address only.

    Returns:
        At least one socket; the caller closes them.

    Raises:
        ListenError: none of it is possible, or the port is in use.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise ListenError(f"--host: {host!r} is no address of this machine") from None
    places = list(dict.fromkeys((family, address) for family, _, _, _, address in found))
    sockets: list[socket.socket] = []
    try:
        for family, address in places if port else places[:1]:
            sockets.append(_listen(family, address))
    except OSError as error:
        _close(sockets)
        raise ListenError(_reason(error, host, port)) from None
    return sockets


def listen_apart(host: str, port: int, workers: int) -> list[list[socket.socket]]:
    """Listen once for each worker, where the system then spreads new connections evenly.

    Of one socket whoever wakes first takes all. Each worker's sockets stay open here: what arrives
    while it is started again waits for it.

    Args:
        host: see `listen`.
        port: see `listen`.
        workers: how many, from 1.

    Returns:
        The sockets of each worker; the same for all where the system cannot spread them.

    Raises:
        ListenError: see `listen`.
    """
    # This one shares its port with nobody: so another server on it is found out.
    alone = listen(host, port)
    if workers == 1 or not sys.platform.startswith("linux"):
        return [alone] * workers
    places = [(sock.family, sock.getsockname()) for sock in alone]
    _close(alone)
    apart: list[list[socket.socket]] = []
    try:
        for _ in range(workers):
            apart.append([])
            for family, address in places:
                apart[-1].append(_listen(family, address, is_shared=True))
    except OSError as error:
        for sockets in apart:
            _close(sockets)
        raise ListenError(_reason(error, host, port)) from None
    return apart


def url(host: str, sockets: list[socket.socket]) -> str:
    """The address at which people reach the server: `http://127.0.0.1:8080`."""
    port = sockets[0].getsockname()[1]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)  # noqa: S104 - compared only
    if ":" in shown and not shown.startswith("["):
        shown = f"[{shown}]"
    return f"http://{shown}:{port}"


def raise_file_limit() -> None:
    """Let this process hold as many connections as the system allows."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # macOS refuses its own "unlimited"; then the limit stays what it was.
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _close(sockets: list[socket.socket]) -> None:
    for sock in sockets:
        sock.close()


def _listen(family: int, address: Any, *, is_shared: bool = False) -> socket.socket:
    # Without the protocol's number asyncio does not see that it is TCP, and leaves small frames to
    # wait 40 ms for the acknowledgement of the one before.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if is_shared:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        # Connections inherit it.
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, int(address[0] != "::"))
        sock.bind(address)
        sock.listen(BACKLOG)
        sock.setblocking(False)
    except BaseException:
        sock.close()
        raise
    return sock


def _reason(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"--port: {port} is in use on {host}: choose another, or 0 for any free one"
        case errno.EACCES:
            return f"--port: {port} may not be used by this user: choose one from 1024"
        case errno.EADDRNOTAVAIL:
            return f"--host: {host!r} is no address of this machine"
        case _:
            return f"--host: {host!r} cannot be listened on: {error.strerror}"
