"""The seam between connections and the sockets that carry them.

A faster socket layer takes part by another implementation; nothing else knows ASGI.
"""

from typing import Protocol


class Wire(Protocol):
    """Where the frames of one connection go. No call waits or raises."""

    def write(self, frame: bytes | str) -> bool:
        """Put a frame on its way.

        Returns:
            False: too much waits already, the frame was not taken and the connection is lost
            for its reader. True otherwise, also where it is closed and nothing is sent any more.
        """

    def close(self, code: int, reason: str = "") -> None:
        """Close it after the frames that were written before, within a bounded time."""

    def abort(self, code: int, reason: str = "") -> None:
        """Drop what waits, give the peer a last chance to hear the code, and cut the line."""
