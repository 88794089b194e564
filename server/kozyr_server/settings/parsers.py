"""Text to values: each parser raises ValueError with its bound, as `a whole number from 0 to 9`."""

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from kozyr_server.proxies import TrustedProxies


def whole(least: int, most: int) -> Callable[[str], int]:
    """Whole numbers within two bounds, both included."""
    bound = f"a whole number from {least} to {most}"

    def parse(text: str) -> int:
        # `isdecimal` alone takes digits of all scripts.
        if not (text.isascii() and text.isdecimal() and least <= int(text[:20]) <= most):
            raise ValueError(bound)
        return int(text)

    return parse


def number(least: float, most: float) -> Callable[[str], float]:
    """Numbers within two bounds, both included."""
    bound = f"a number from {least:g} to {most:g}"

    def parse(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            raise ValueError(bound) from None
        if not least <= number <= most:
            raise ValueError(bound)
        return number

    return parse


def one_of(*choices: str) -> Callable[[str], str]:
    """One of some words."""

    def parse(text: str) -> str:
        if text not in choices:
            raise ValueError("one of " + ", ".join(choices))
        return text

    return parse


def text(what: str) -> Callable[[str], str]:
    """Text that can be shown, without spaces around it; `what` says what it should be."""

    def parse(text: str) -> str:
        if not text.strip() or not text.isprintable():
            raise ValueError(what)
        return text.strip()

    return parse


def path(text: str) -> Path:
    """A path; `~` is the home folder."""
    if not text or "\0" in text:
        raise ValueError("a path")
    return Path(text).expanduser()


def redis(text: str) -> str:
    """The URL of a store, which may hold a password."""
    url = urlsplit(text)
    if url.scheme not in {"redis", "rediss", "unix"} or not (url.netloc or url.path):
        raise ValueError("a URL such as redis://HOST:6379/0, rediss://… or unix:///PATH")
    return text


def proxies(text: str) -> str:
    """See `TrustedProxies.from_text`."""
    TrustedProxies.from_text(text)
    return text.strip()


def words(text: str) -> tuple[str, ...]:
    """Words by comma, perhaps none."""
    if not text.isprintable():
        raise ValueError("words by comma")
    return tuple(part.strip() for part in text.split(",") if part.strip() not in {"", "*"})


def origins(text: str) -> tuple[str, ...]:
    """Web origins by comma, empty for any."""
    if text.strip() == "*":
        return ()
    found = tuple(part.strip().lower().rstrip("/") for part in text.split(",") if part.strip())
    for origin in found:
        url = urlsplit(origin)
        if not url.scheme or not url.netloc or url.path or url.query or "@" in url.netloc:
            raise ValueError("a list by comma of origins such as https://example.org, or *")
    if not found:
        raise ValueError("a list by comma of origins such as https://example.org, or *")
    return found
