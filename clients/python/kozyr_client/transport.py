"""Lines to a server: what the client needs of one, the WebSocket, and a pair for tests."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, Protocol, Self
from urllib.parse import urlsplit

from websockets import Subprotocol as WebSocketSubprotocol
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import (
    ConnectionClosed,
    InvalidHandshake,
    InvalidStatus,
    InvalidURI,
    WebSocketException,
)

from kozyr_client.errors import ABNORMAL, DialFailed, TransportClosed
from kozyr_protocol.codec import Subprotocol

MAX_FRAME_BYTES: Final = 1024 * 1024
"""A larger frame from the server ends the line; the server's own bound is far below."""

CLOSE_TIMEOUT_S: Final = 2.0
"""How long the server may take to answer a close frame."""

_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})

# At level DEBUG the library logs the beginning of each frame, and `hello` begins with the token.
_quiet = logging.getLogger("kozyr.client.websocket")
_quiet.setLevel(logging.INFO)


class Transport(Protocol):
    """One line: whole frames in both directions, in order."""

    async def send(self, frame: bytes) -> None:
        """Send a frame; waits while the line is full. Not safe to cancel: the frame may be sent.

        Raises:
            TransportClosed: the line has ended.
        """

    async def recv(self) -> bytes | str:
        """The next frame. Safe to cancel.

        Raises:
            TransportClosed: the line has ended.
        """

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """End the line; nothing happens to one that has ended. Safe to cancel."""


Dial = Callable[[str], Awaitable[Transport]]
"""Opens a line to an address. Raises `DialFailed`."""


class WebSocketTransport:
    """A line over a WebSocket, by the `websockets` library."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    @classmethod
    async def dial(cls, url: str) -> Self:
        """Open a line. Safe to cancel.

        Args:
            url: `ws://host:port/ws`, or `wss://…`. A proxy of the environment is used, but never
                for the own machine.

        Raises:
            DialFailed: nobody is there, or what is there does not speak kozyr.
        """
        try:
            connection = await connect(
                url,
                subprotocols=[WebSocketSubprotocol(Subprotocol.MSGPACK)],
                compression=None,
                max_size=MAX_FRAME_BYTES,
                ping_interval=None,  # `ping` and `pong` are messages of the protocol
                open_timeout=None,  # the caller has its own
                close_timeout=CLOSE_TIMEOUT_S,
                proxy=None if urlsplit(url).hostname in _LOOPBACK else True,
                logger=_quiet,
            )
        except InvalidURI as error:
            raise DialFailed(str(error), final=True) from error
        except InvalidStatus as error:
            status = error.response.status_code
            is_final = 400 <= status < 500 and status not in {408, 425, 429}
            raise DialFailed(f"HTTP status {status}", final=is_final) from error
        except (InvalidHandshake, WebSocketException, OSError, EOFError) as error:
            raise DialFailed(str(error) or type(error).__name__) from error
        return cls(connection)

    async def send(self, frame: bytes) -> None:
        """See `Transport.send`."""
        try:
            await self._connection.send(frame)
        except ConnectionClosed as error:
            raise _closed(error) from None

    async def recv(self) -> bytes | str:
        """See `Transport.recv`."""
        try:
            return await self._connection.recv()
        except ConnectionClosed as error:
            raise _closed(error) from None

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """See `Transport.close`."""
        await self._connection.close(code, reason)


def _closed(error: ConnectionClosed) -> TransportClosed:
    if error.rcvd is None:
        return TransportClosed(ABNORMAL, "cut without a close frame")
    return TransportClosed(error.rcvd.code, error.rcvd.reason)


class _Pipe:
    """One direction of a line within the process."""

    def __init__(self, capacity: int) -> None:
        # One place more than frames: the end of the line always finds room.
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue(capacity + 1)
        self.places = asyncio.Semaphore(capacity)
        self.ended: tuple[int, str] | None = None

    def need_open(self) -> None:
        """Raise `TransportClosed` if the line has ended."""
        if self.ended is not None:
            raise TransportClosed(*self.ended)

    def end(self, code: int, reason: str) -> None:
        """End the direction; whoever waits at either side is let go."""
        if self.ended is None:
            self.ended = (code, reason)
            self.waiting.put_nowait(None)
            self.places.release()


class MemoryTransport:
    """One end of a line within the process, for tests of clients."""

    CAPACITY: Final = 1024
    """Frames that may wait in each direction; `send` waits beyond it."""

    def __init__(self, inward: _Pipe, outward: _Pipe) -> None:
        self._inward = inward
        self._outward = outward

    @classmethod
    def pair(cls) -> tuple[Self, Self]:
        """Both ends of a new line."""
        one, other = _Pipe(cls.CAPACITY), _Pipe(cls.CAPACITY)
        return cls(one, other), cls(other, one)

    async def send(self, frame: bytes) -> None:
        """See `Transport.send`. Safe to cancel."""
        self._outward.need_open()
        await self._outward.places.acquire()
        self._outward.need_open()
        self._outward.waiting.put_nowait(frame)

    async def recv(self) -> bytes:
        """See `Transport.recv`; frames that were sent before the end still come."""
        if self._inward.waiting.empty():
            self._inward.need_open()
        frame = await self._inward.waiting.get()
        if frame is None:
            self._inward.need_open()
        assert frame is not None, "the end of a pipe is marked when it has one"
        self._inward.places.release()
        return frame

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """See `Transport.close`."""
        self.cut(code, reason)

    def cut(self, code: int = ABNORMAL, reason: str = "cut") -> None:
        """End the line at once, for both ends."""
        self._inward.end(code, reason)
        self._outward.end(code, reason)
