"""News for every process, beside those of rooms: a sanction, a revoked token, an announcement.

They are hints that may be lost while a connection is: after it is back everything that they speak
of is read anew.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, Self

import msgspec
import structlog

from kozyr_server.store import people_keys, wire
from kozyr_server.store.address import Address
from kozyr_server.store.calls import Calls
from kozyr_server.store.subscriber import RETRY_DELAYS_S
from kozyr_server.store.wire import PING_S, Wire

MAX_WAITING: Final = 1024
"""News that wait while others are dealt with; with more, all is read anew."""

NewsListener = Callable[[tuple[str, ...]], Awaitable[None]]
"""Gets the words of one piece: what it is about, then of whom."""

_decoder = msgspec.json.Decoder(tuple[str, ...])
_encoder = msgspec.json.Encoder()
_log = structlog.get_logger("kozyr.store")


class News:
    """Hears and spreads them; use it inside `async with`.

    Attributes:
        heard: Pieces that came.
        losses: Times that some may have been lost.
    """

    def __init__(self, address: Address, name: str, calls: Calls) -> None:
        self.heard = 0
        self.losses = 0
        self._address = address
        self._name = name
        self._calls = calls
        self._listener: NewsListener | None = None
        self._back: Callable[[], Awaitable[None]] | None = None
        self._waiting: asyncio.Queue[tuple[str, ...] | None] = asyncio.Queue(MAX_WAITING)
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        """Begin to connect."""
        self._tasks = [
            asyncio.create_task(self._run(), name="store news"),
            asyncio.create_task(self._tell(), name="store news told"),
        ]
        return self

    async def __aexit__(self, *_: object) -> None:
        """Hear no more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def listen(self, listener: NewsListener, back: Callable[[], Awaitable[None]]) -> None:
        """Set who hears them, one after the other, and who is called when some may be lost."""
        self._listener, self._back = listener, back

    async def spread(self, *words: str) -> None:
        """Tell every process, this one too.

        Raises:
            StoreUnavailableError: perhaps nobody heard it.
        """
        await self._calls.ask("PUBLISH", people_keys.NEWS, _encoder.encode(words))

    async def _run(self) -> None:
        failures = 0
        while True:
            new: Wire | None = None
            try:
                new = await wire.connect(self._address, self._name, self._heard)
                new.send(("SUBSCRIBE", people_keys.NEWS))
                failures = 0
                await wire.watch(new)
                _log.warning("connection of news lost")
            except OSError as error:
                failures += 1
                _log.debug("store away", error=str(error), failures=failures)
            finally:
                if new is not None:
                    new.abort()
            await asyncio.sleep(RETRY_DELAYS_S[min(failures, len(RETRY_DELAYS_S) - 1)])

    def _heard(self, reply: Any) -> None:
        match reply:
            case [b"message", _, payload]:
                self.heard += 1
                try:
                    self._put(_decoder.decode(payload))
                except msgspec.MsgspecError:
                    # Of a newer server, or of somebody who has no business here.
                    _log.debug("news that cannot be read")
            case [b"subscribe", _, _]:
                # What was said before this moment was lost.
                self._put(None)
            case Exception():
                _log.error("subscription refused", error=str(reply))

    def _put(self, piece: tuple[str, ...] | None) -> None:
        if self._waiting.full():
            while not self._waiting.empty():
                self._waiting.get_nowait()
            piece = None
        self._waiting.put_nowait(piece)

    async def _tell(self) -> None:
        while True:
            piece = await self._waiting.get()
            try:
                if piece is None:
                    self.losses += 1
                    if self._back is not None:
                        await self._back()
                elif self._listener is not None:
                    await self._listener(piece)
            except Exception:
                _log.exception("news could not be used")
                # What it was about must not stay as it was.
                await asyncio.sleep(PING_S)
                self._put(None)
