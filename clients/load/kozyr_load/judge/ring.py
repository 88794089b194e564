"""The last frames of a client, for the file of violations. No token is ever kept."""

from collections import deque
from typing import Any

import msgspec

from kozyr_protocol import codec

MAX_BYTES = 512 * 1024
"""Of one client's ring."""

MASK = "(masked)"

_SECRETS = frozenset({"token", "key", "link"})
"""What gives somebody power over a seat or a shuffle; an action's key is told by its beginning."""


class Ring:
    """Frames in the order in which they passed.

    Args:
        frames: How many are kept.
    """

    __slots__ = ("_bytes", "_frames")

    def __init__(self, frames: int) -> None:
        self._frames: deque[tuple[float, str, bytes]] = deque(maxlen=frames)
        self._bytes = 0

    def put(self, at_s: float, direction: str, frame: bytes) -> None:
        """Keep a frame.

        Args:
            at_s: since the start of the run.
            direction: `sent` or `heard`.
            frame: as it passed; a token in it is masked at once.
        """
        if b"token" in frame:
            frame = codec.pack(masked(codec.unpack(frame)))
        if len(self._frames) == self._frames.maxlen:
            self._bytes -= len(self._frames[0][2])
        self._frames.append((at_s, direction, bytes(frame)))
        self._bytes += len(frame)
        while self._bytes > MAX_BYTES and len(self._frames) > 1:
            self._bytes -= len(self._frames.popleft()[2])

    def shown(self) -> list[dict[str, Any]]:
        """The frames as plain values: `at_s`, `direction`, `message`."""
        return [
            {"at_s": round(at_s, 6), "direction": direction, "message": _message(frame)}
            for at_s, direction, frame in self._frames
        ]


def masked(value: Any) -> Any:
    """A plain value without the secrets in its fields."""
    if isinstance(value, dict):
        return {
            name: _hidden(each) if name in _SECRETS else masked(each)
            for name, each in value.items()
        }
    if isinstance(value, list):
        return [masked(each) for each in value]
    return value


def _hidden(value: Any) -> Any:
    """Nothing of a secret but a few first characters of a key, which tell two of them apart."""
    if not isinstance(value, str):
        return masked(value)
    return f"{value[:6]}…" if 16 <= len(value) <= 32 else MASK


def _message(frame: bytes) -> Any:
    try:
        return masked(codec.unpack(frame))
    except (msgspec.MsgspecError, RecursionError, UnicodeError, ValueError):
        return {"unreadable": frame[:200].hex()}
