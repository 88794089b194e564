"""A search of a log for secrets, in whatever form a line may have written them.

A value can have been logged as it is, as the `repr` of bytes that hold it (of msgpack, say), of
that text's `repr` again, or as hexadecimal or base-64 digits of such bytes.
"""

import base64
import re
from collections.abc import Iterable, Iterator
from string import hexdigits

from kozyr_testing.leaks import cards_in

_ESCAPE = re.compile(rb"\\(?:x([0-9a-fA-F]{2})|(.))", re.DOTALL)
_NAMED = {b"n": b"\n", b"r": b"\r", b"t": b"\t"}
_DEPTH = 3
"""Texts of texts of texts are read."""
_DIGITS = re.compile(rb"[A-Za-z0-9+/_-]{16,}")
_PACKED_CARDS = re.compile(rb"(?:\xa2(?:[2-9TJQKA][CDHS]|X[12])){2,}")
"""Two packed cards or more: one alone is too short to be told from chance in decoded digits."""
_JOINED_CARDS = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][CDHS]){2,}(?![A-Za-z0-9])")


def found(log: str, secrets: Iterable[str | bytes]) -> set[str | bytes]:
    """The secrets that can be read in a log; a text of hexadecimal digits also as its bytes."""
    readings = [*_texts(log), *_decoded(log)]
    return {
        secret for secret in secrets for form in _forms(secret) if any(form in r for r in readings)
    }


def cards(log: str) -> set[str]:
    """Everything in a log that reads like cards."""
    read: set[str] = set()
    for reading in _texts(log):
        text = reading.decode("latin-1")
        read |= cards_in(text) | set(_JOINED_CARDS.findall(text))
    for reading in _decoded(log):
        read |= {match.decode("latin-1") for match in _PACKED_CARDS.findall(reading)}
    return read


def _forms(secret: str | bytes) -> list[bytes]:
    if isinstance(secret, bytes):
        return [secret, secret.hex().encode()]
    is_hex = len(secret) >= 16 and len(secret) % 2 == 0 and set(secret) <= set(hexdigits)
    return [secret.encode(), bytes.fromhex(secret)] if is_hex else [secret.encode()]


def _texts(log: str) -> Iterator[bytes]:
    """The log, and with escapes undone once and again."""
    text = log.encode()
    yield text
    for _ in range(_DEPTH):
        text = _ESCAPE.sub(_unescaped, text)
        yield text


def _unescaped(match: re.Match[bytes]) -> bytes:
    number, character = match.groups()
    return bytes([int(number, 16)]) if number else _NAMED.get(character, character)


def _decoded(log: str) -> Iterator[bytes]:
    """What the long words of the log are as digits."""
    for word in _DIGITS.findall(log.encode()):
        plain = word.translate(bytes.maketrans(b"-_", b"+/"))
        for start in range(4):
            part = plain[start:]
            yield base64.b64decode(part[: len(part) // 4 * 4])
        if len(word) % 2 == 0 and set(word.decode()) <= set(hexdigits):
            yield bytes.fromhex(word.decode())
