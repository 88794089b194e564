"""Frames from one connection that wait while a command of it is done."""

from collections import deque

CROWDED_FRAMES = 32
"""With so many the socket is not read until all are done."""
CROWDED_BYTES = 16 * 1024
"""With so much the socket is not read until all is done."""

MAX_FRAMES = 1024
"""What was read already may add to them, up to this."""
MAX_BYTES = 64 * 1024
"""As `MAX_FRAMES`, in bytes."""


class Inbox:
    """A queue with two bounds: from the first on nothing more is to be read, the second is hard."""

    __slots__ = ("_bytes", "_frames", "_max_bytes", "_max_frames")

    def __init__(self, max_frames: int = MAX_FRAMES, max_bytes: int = MAX_BYTES) -> None:
        self._max_frames = max_frames
        self._max_bytes = max_bytes
        self._frames: deque[tuple[bytes | str, int]] = deque()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._frames)

    @property
    def waiting_bytes(self) -> int:
        """Bytes that wait."""
        return self._bytes

    @property
    def is_crowded(self) -> bool:
        """Whether the socket is not to be read."""
        return len(self._frames) >= CROWDED_FRAMES or self._bytes >= CROWDED_BYTES

    def put(self, frame: bytes | str, size: int) -> bool:
        """Take a frame in, of `size` bytes; False: it was not taken, too much waits."""
        if len(self._frames) >= self._max_frames or self._bytes + size > self._max_bytes:
            return False
        self._frames.append((frame, size))
        self._bytes += size
        return True

    def pop(self) -> bytes | str:
        """Take the oldest frame out; there must be one."""
        frame, size = self._frames.popleft()
        self._bytes -= size
        return frame

    def clear(self) -> None:
        """Drop all of them."""
        self._frames.clear()
        self._bytes = 0
