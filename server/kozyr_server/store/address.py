"""Where the store is: its URL taken apart once, for both kinds of connection."""

import ssl
from dataclasses import dataclass, field
from typing import Any, Final

from redis.asyncio.connection import SSLConnection, parse_url

from kozyr_server.store.errors import StoreUrlError

_PARAMETERS: Final = frozenset(
    {"db", "ssl_cert_reqs", "ssl_ca_certs", "ssl_certfile", "ssl_keyfile", "ssl_check_hostname"}
)
_PARTS: Final = frozenset({"host", "port", "path", "username", "password", "connection_class"})


@dataclass(frozen=True)
class Address:
    """A store's address; its text form holds no secret."""

    place: str
    """Host and port, or path of the socket: for people."""
    path: str | None
    """Unix socket; None: TCP."""
    host: str
    port: int
    db: int
    tls: ssl.SSLContext | None = field(repr=False)
    username: str | None = field(repr=False)
    password: str | None = field(repr=False)
    url: str = field(repr=False)


def parse(url: str) -> Address:
    """Take a URL apart.

    Args:
        url: `redis://`, `rediss://` (TLS) or `unix://`, with `db` and the `ssl_…` parameters of
            redis-py.

    Raises:
        StoreUrlError: It cannot be understood.
    """
    try:
        parts: dict[str, Any] = dict(parse_url(url))
    except ValueError as error:
        raise StoreUrlError(str(error).rstrip(".")) from None
    unknown = sorted(set(parts) - _PARAMETERS - _PARTS)
    if unknown:
        raise StoreUrlError(f"there is no parameter {unknown[0]!r}")
    path = parts.get("path")
    tls = parts.get("connection_class") is SSLConnection
    if url.startswith("unix:") and not path:
        raise StoreUrlError("there is no path to a socket in it")
    host, port = parts.get("host", "localhost"), parts.get("port", 6379)
    db = parts.get("db", 0)
    if not isinstance(db, int):
        raise StoreUrlError("the number of the database is no number")
    return Address(
        place=path or f"{host}:{port}",
        path=path,
        host=host,
        port=port,
        db=db,
        tls=_context(parts) if tls else None,
        username=parts.get("username"),
        password=parts.get("password"),
        url=url,
    )


def _context(parts: dict[str, Any]) -> ssl.SSLContext:
    try:
        context = ssl.create_default_context(cafile=parts.get("ssl_ca_certs"))
        if parts.get("ssl_certfile") is not None:
            context.load_cert_chain(parts["ssl_certfile"], parts.get("ssl_keyfile"))
    except OSError as error:
        raise StoreUrlError(f"a certificate cannot be read: {error.strerror or error}") from None
    if parts.get("ssl_check_hostname") is False or parts.get("ssl_cert_reqs") == "none":
        context.check_hostname = False
    if parts.get("ssl_cert_reqs") == "none":
        context.verify_mode = ssl.CERT_NONE
    return context
