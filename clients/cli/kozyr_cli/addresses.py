"""Addresses of a server: every command takes that of its pages and that of its socket."""

from urllib.parse import urlsplit

from kozyr_cli.errors import CommandError
from kozyr_cli.words import say

_SECURE = {"http": False, "ws": False, "https": True, "wss": True}


def socket(url: str) -> str:
    """The address of the socket, `ws://HOST:PORT/ws`.

    Args:
        url: `http://HOST:PORT` or `ws://HOST:PORT/ws`, also with TLS, with a path before, or with
            a slash at the end.

    Raises:
        CommandError: It is no such address.
    """
    scheme, host, path = _parts(url)
    if scheme in {"http", "https"} or not path:
        path = path.removesuffix("/ws") + "/ws"
    return f"{'wss' if _SECURE[scheme] else 'ws'}://{host}{path}"


def pages(url: str) -> str:
    """The address of the pages, `http://HOST:PORT`, without a slash at the end.

    Args:
        url: As for `socket`.

    Raises:
        CommandError: It is no such address.
    """
    scheme, host, path = _parts(url)
    return f"{'https' if _SECURE[scheme] else 'http'}://{host}{path.removesuffix('/ws')}"


def _parts(url: str) -> tuple[str, str, str]:
    """Scheme, host with port, path without a slash at the end."""
    wrong = CommandError(say("kozyr-bad-url", url=repr(url[:80])))
    try:
        parts = urlsplit(url)
        is_one = parts.scheme in _SECURE and parts.hostname and parts.port != 0
    except ValueError:
        raise wrong from None
    # Nothing here logs in by name, and a question or a mark has no place before a path.
    if not is_one or "@" in parts.netloc or parts.query or parts.fragment:
        raise wrong
    return parts.scheme, parts.netloc, parts.path.rstrip("/")
