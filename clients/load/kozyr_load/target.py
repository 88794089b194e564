"""The server under test: its address, whether it may be tested, and from where it is called."""

import ipaddress
import sys
from urllib.parse import urlsplit

from msgspec import Struct
from websockets.uri import WebSocketURI, parse_uri

from kozyr_load.errors import GeneratorError, ScenarioError, TargetError

PORTS_A_SOURCE = 24_000
"""Connections from one source address to one server: Linux has 28,232 such ports by default."""

FILES_LEFT = 200
"""Open files that a process needs beside its connections."""


class Target(Struct, frozen=True):
    """Where a server listens."""

    url: str
    """`ws://HOST:PORT/ws`."""

    @property
    def uri(self) -> WebSocketURI:
        """The parts of the socket's address."""
        return parse_uri(self.url)

    @property
    def http(self) -> str:
        """`http://HOST:PORT`, of the pages beside the socket."""
        parts = urlsplit(self.url)
        return f"{'https' if parts.scheme == 'wss' else 'http'}://{parts.netloc}"

    @property
    def host(self) -> str:
        """Name or address."""
        return urlsplit(self.url).hostname or ""

    def source(self, process: int, connections: int) -> str | None:
        """The own address from which a process of the generator calls.

        Args:
            process: its number, from 0.
            connections: of all processes together.

        Returns:
            None: as the system chooses, while one address has ports enough, or for a server that
            is not on this machine by IPv4.
        """
        if connections <= PORTS_A_SOURCE or self.host not in {"127.0.0.1", "localhost"}:
            return None
        return f"127.0.0.{2 + process % 250}"


def target(url: str, *, is_own: bool) -> Target:
    """The server at a URL, if it may be tested.

    Args:
        url: `ws://…/ws`, `wss://…/ws`, or the same by `http` or without a path.
        is_own: whether who asks has said that the server is his.

    Raises:
        ScenarioError: no such URL.
        TargetError: the server is on another machine, and nobody said that it may be tested.
    """
    parts = urlsplit(url)
    scheme = {"http": "ws", "https": "wss"}.get(parts.scheme, parts.scheme)
    try:
        port = parts.port
    except ValueError:
        port = 0
    if scheme not in {"ws", "wss"} or not parts.hostname or port == 0 or "@" in parts.netloc:
        raise ScenarioError("--url", f"{url[:80]!r} is not ws://HOST:PORT/ws")
    if not is_own and not _is_loopback(parts.hostname):
        raise TargetError(
            f"{parts.hostname} is another machine: a load test may take a server down, so say "
            "--i-own-this-server if it is yours"
        )
    path = "/ws" if parts.path in {"", "/"} else parts.path
    return Target(f"{scheme}://{parts.netloc}{path}")


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def allow_files(connections: int) -> None:
    """Let this process open so many connections, as far as the system lets it.

    Raises:
        GeneratorError: they are more than the hard limit of open files.
    """
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - there is none on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + FILES_LEFT
    if hard != resource.RLIM_INFINITY and wanted > hard:
        most = hard - FILES_LEFT
        raise GeneratorError(
            f"{connections} connections in one process are more than this machine allows "
            f"({most}): use more --processes"
        )
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
