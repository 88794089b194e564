"""A tap on a client's lines: every frame that the server sent, in order."""

from dataclasses import dataclass, field
from typing import Any

from kozyr_client import Dial, Transport
from kozyr_protocol.codec import decode_server

COME_BACK = 1001
"""A close code after which a client comes back."""


@dataclass
class Tap:
    """What one client heard, over all its lines."""

    frames: list[bytes] = field(default_factory=list, repr=False)
    line: Transport | None = None
    """The present one."""

    async def cut(self) -> None:
        """End the present line, in a way that the client comes back from."""
        assert self.line is not None
        await self.line.close(COME_BACK, "cut by a test")

    def on(self, dial: Dial) -> Dial:
        """The same way to open a line, tapped."""

        async def tapped(url: str) -> Transport:
            self.line = _Tapped(await dial(url), self.frames)
            return self.line

        return tapped

    def messages(self) -> list[Any]:
        """The frames, decoded."""
        return [decode_server(frame) for frame in self.frames]


class _Tapped:
    def __init__(self, line: Transport, frames: list[bytes]) -> None:
        self._line = line
        self._frames = frames

    async def send(self, frame: bytes) -> None:
        await self._line.send(frame)

    async def recv(self) -> bytes | str:
        frame = await self._line.recv()
        assert isinstance(frame, bytes)
        self._frames.append(frame)
        return frame

    async def close(self, code: int = 1000, reason: str = "") -> None:
        await self._line.close(code, reason)
