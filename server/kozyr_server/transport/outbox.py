"""Frames to one connection over ASGI: straight to the transport, or bounded until it is ready.

`send` of the socket layer is driven by hand. While the transport is writable it completes at once:
no queue, no task, no turn of the loop. When it suspends, one task goes on with it and with what
comes meanwhile. Nobody who writes ever waits.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator, MutableMapping
from typing import Any

Event = MutableMapping[str, Any]
Send = Callable[[Event], Awaitable[None]]


class Outbox:
    """The `Wire` of one ASGI connection.

    The owner of the connection awaits `ended` when it has nothing more to receive.

    Attributes:
        is_closing: Whether a close was asked for, or the peer is gone: nothing is sent any more.
    """

    __slots__ = (
        "_bytes",
        "_close",
        "_cut",
        "_cut_timer",
        "_frames",
        "_grace_s",
        "_max_bytes",
        "_send",
        "_writer",
        "is_closing",
    )

    def __init__(self, send: Send, cut: Callable[[], None], max_bytes: int, grace_s: float) -> None:
        """Begin with nothing on its way.

        Args:
            send: of the ASGI connection, which was accepted.
            cut: ends the transport at once and frees what it holds; may be called late or twice.
            max_bytes: bound of what waits here, the frame in the hands of `send` included.
            grace_s: seconds between a close and the cut.
        """
        self._send = send
        self._cut = cut
        self._max_bytes = max_bytes
        self._grace_s = grace_s
        self._frames: deque[bytes | str] = deque()
        self._bytes = 0
        self._close: Event | None = None
        self._cut_timer: asyncio.TimerHandle | None = None
        self._writer: asyncio.Task[None] | None = None
        self.is_closing = False

    @property
    def waiting_bytes(self) -> int:
        """Bytes that wait for the transport."""
        return self._bytes

    def write(self, frame: bytes | str) -> bool:
        """See `Wire.write`."""
        if self.is_closing:
            return True
        if self._writer is None:
            self._step(_message(frame), len(frame))
            return True
        # The length of a text is that of its characters: near enough for a bound, and free.
        if self._bytes + len(frame) > self._max_bytes:
            return False
        self._frames.append(frame)
        self._bytes += len(frame)
        return True

    def close(self, code: int, reason: str = "") -> None:
        """See `Wire.close`."""
        if self.is_closing:
            return
        self._finish()
        event: Event = {"type": "websocket.close", "code": code, "reason": reason}
        if self._writer is None:
            self._step(event, 0)
        else:
            self._close = event

    def abort(self, code: int, reason: str = "") -> None:
        """See `Wire.abort`."""
        self._drop()
        self.close(code, reason)

    def lost(self) -> None:
        """The peer is gone: there is nobody to send to."""
        self._finish()
        self._drop()

    async def ended(self) -> None:
        """Wait until nothing is being sent. Cancelled, it takes the writer along."""
        if self._writer is not None:
            await self._writer

    def _finish(self) -> None:
        self.is_closing = True
        if self._cut_timer is None:
            # A socket layer that closes politely waits for its buffer for ever: a peer that does
            # not read must not hold it. For a transport that ended in time the cut does nothing.
            loop = asyncio.get_running_loop()
            self._cut_timer = loop.call_later(self._grace_s, self._cut)

    def _step(self, message: Event, size: int) -> None:
        sending = _coroutine(self._send(message))
        try:
            wanted = sending.send(None)
        except StopIteration:
            return
        except OSError:
            # Uvicorn says so when the peer is gone; `receive` will tell the owner.
            self.lost()
            return
        self._bytes = size
        # Held here and awaited by the owner in `ended`.
        self._writer = asyncio.get_running_loop().create_task(
            self._drain(_Continued(sending, wanted), size), name="kozyr outbox"
        )

    async def _drain(self, sending: Awaitable[None], size: int) -> None:
        try:
            await sending
            self._bytes -= size
            while self._frames:
                frame = self._frames.popleft()
                await self._send(_message(frame))
                self._bytes -= len(frame)
            if self._close is not None:
                await self._send(self._close)
        except OSError:
            self.lost()
        finally:
            self._bytes = 0
            self._writer = None

    def _drop(self) -> None:
        dropped = sum(map(len, self._frames))
        self._frames.clear()
        self._bytes = max(0, self._bytes - dropped)


class _Continued:
    """The rest of a coroutine that was begun by hand and waits for a future."""

    __slots__ = ("_rest", "_wanted")

    def __init__(self, rest: Coroutine[Any, None, None], wanted: Any) -> None:
        self._rest = rest
        self._wanted = wanted

    def __await__(self) -> Generator[Any, None, None]:
        wanted = self._wanted
        while True:
            thrown: BaseException | None = None
            try:
                yield wanted
            except BaseException as error:
                # As `yield from` does: a cancellation is the business of the rest.
                thrown = error
            try:
                wanted = self._rest.send(None) if thrown is None else self._rest.throw(thrown)
            except StopIteration:
                return


def _message(frame: bytes | str) -> Event:
    kind = "bytes" if isinstance(frame, bytes) else "text"
    return {"type": "websocket.send", kind: frame}


def _coroutine(sending: Awaitable[None]) -> Coroutine[Any, None, None]:
    assert isinstance(sending, Coroutine), "an ASGI server's `send` is a coroutine function"
    return sending
