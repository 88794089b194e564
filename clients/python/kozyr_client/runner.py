"""One session carried by one line after the other: the client's only task with input and output."""

import asyncio
import contextlib
import logging
import random
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, assert_never

from kozyr_client.errors import (
    ABNORMAL,
    ClientClosed,
    ConnectionClosedForGood,
    ConnectionLost,
    DialFailed,
    KozyrError,
    TransportClosed,
    VersionRefused,
)
from kozyr_client.events import (
    Answer,
    Answered,
    Broken,
    Ended,
    Event,
    Failed,
    Greeted,
    Heard,
    Noticed,
    Stopped,
    Tidings,
    Told,
)
from kozyr_client.following import RoomNews, Wires
from kozyr_client.patience import Backoff, Patience
from kozyr_client.session import Session
from kozyr_client.transport import Dial, Transport, WebSocketTransport
from kozyr_protocol import messages
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.fair import LINK_BYTES
from kozyr_protocol.games import WIRES
from kozyr_protocol.ids import ActionKey, RoomId
from kozyr_protocol.version import OLDEST_VERSION, PROTOCOL_VERSION

logger = logging.getLogger("kozyr.client")


def _new_key() -> ActionKey:
    return ActionKey(secrets.token_urlsafe(16))


def _new_seed() -> bytes:
    return secrets.token_bytes(LINK_BYTES)


@dataclass(frozen=True)
class Parts:
    """What a client is made of, so that tests and other programs can bring their own."""

    dial: Dial = WebSocketTransport.dial
    rng: random.Random = field(default_factory=secrets.SystemRandom)
    """Spreads waits; keys and seeds do not come from it."""
    clock: Callable[[], float] = time.monotonic
    """Seconds; never goes back."""
    new_key: Callable[[], ActionKey] = _new_key
    """A key for an action or a room, never given before."""
    new_seed: Callable[[], bytes] = field(default=_new_seed, repr=False)
    """32 random bytes at each call, the start of a chain."""
    wires: Wires = field(default_factory=lambda: WIRES, repr=False)
    """The games whose views the client can fold and decode."""


class Audience(Protocol):
    """Who is told what happens in the rooms."""

    def heard(self, room: RoomId, news: RoomNews) -> None:
        """Something new in a room."""

    def ended(self, room: RoomId, error: KozyrError | None) -> None:
        """A room is not followed any more."""

    def told(self, tidings: Tidings) -> None:
        """Something of the lobby, or of oneself, that was not asked for."""

    def all_ended(self, error: KozyrError) -> None:
        """Nothing goes on."""


@dataclass
class _Awaited:
    """An answer, and how many wait for it."""

    future: asyncio.Future[Answer]
    waiters: int = 0


class Runner:
    """Keeps a session connected until it is stopped, or the server or time forbids it."""

    def __init__(
        self, url: str, hello: messages.Hello, patience: Patience, parts: Parts, audience: Audience
    ) -> None:
        self.session = Session(hello, wires=parts.wires, patience=patience, rng=parts.rng)
        self._url = url
        self._patience = patience
        self._parts = parts
        self._audience = audience
        self._backoff = Backoff(patience, parts.rng)
        self._waiting: dict[int, _Awaited] = {}
        self._woken = asyncio.Event()
        self._greeted = asyncio.Event()
        self._sleeps_until: float | None = None
        self._task: asyncio.Task[None] | None = None
        self._told_ms: int | None = None
        self._broken: str | None = None
        self._error: KozyrError | None = None

    # --- For the client -----------------------------------------------------------------------

    async def start(self) -> None:
        """Connect, and wait for the first greeting. After a cancellation, call `stop`.

        Raises:
            KozyrError: there will be none; see `Client.__aenter__`.
        """
        # The task lives until `stop`, which waits for its end. A TaskGroup around the program
        # would wrap whatever the program raises into an ExceptionGroup.
        self._task = asyncio.create_task(self._run(), name="kozyr client")
        await self._greeted.wait()
        if self._error is not None:
            raise self._error

    async def stop(self) -> None:
        """Close the line; what still waits raises `ClientClosed`."""
        self._finish(ClientClosed())
        if self._task is not None:
            self._task.cancel()
            # The task handles its own exceptions; here only its end matters.
            await asyncio.wait([self._task])

    def now(self) -> float:
        """The client's clock, in seconds."""
        return self._parts.clock()

    def need_life(self) -> None:
        """Raise why nothing can be asked any more, if so."""
        if self._error is not None:
            raise self._error
        if self._task is None:
            raise ClientClosed

    async def answer(self, number: int) -> Answer:
        """Wait for the answer to a command; several may wait for the same one.

        Safe to cancel: a command for which nobody waits is not sent again.

        Raises:
            KozyrError: there is no better answer.
        """
        awaited = self._waiting.get(number)
        if awaited is None:
            awaited = self._waiting[number] = _Awaited(asyncio.get_running_loop().create_future())
        awaited.waiters += 1
        self.stirred()
        try:
            return await asyncio.shield(awaited.future)
        finally:
            awaited.waiters -= 1
            if awaited.waiters == 0:
                del self._waiting[number]
                if not awaited.future.done():
                    self.session.forget(number)
                    self.stirred()

    def stirred(self) -> None:
        """The session was asked for something: tell what came of it, and send what is due."""
        self._dispatch()
        self._woken.set()

    # --- Lines --------------------------------------------------------------------------------

    async def _run(self) -> None:
        try:
            await self._stay_connected()
        except KozyrError as error:
            logger.info("%s: %s", self._url, error)
            self._finish(error)
        except Exception as error:
            logger.exception("the client failed")
            failure = ClientClosed()
            failure.__cause__ = error
            self._finish(failure)

    async def _stay_connected(self) -> None:
        """One line after the other, until one ends for good."""
        while True:
            closed = await self._one_line()
            now = self.now()
            self.session.disconnected(now)
            self._dispatch()
            if self._error is not None:
                raise self._error
            if closed.is_final:
                raise _for_good(closed)
            told_ms, self._told_ms = self._told_ms, None
            away_s = self._backoff.away_s(now)
            delay_s = self._backoff.delay_s(now, told_ms)
            if delay_s is None:
                raise ConnectionLost(str(closed), away_s) from closed
            logger.info("%s: %s; again in %.2f s", self._url, closed, delay_s)
            await self._pause(now + delay_s)

    async def _one_line(self) -> TransportClosed:
        """Open a line and use it to its end."""
        try:
            async with asyncio.timeout(self._patience.dial_s):
                transport = await self._parts.dial(self._url)
        except TransportClosed as failed:
            return failed
        except TimeoutError:
            return DialFailed("nobody answered in time")
        self._broken = None
        self.session.connected(self.now())
        closed = TransportClosed()
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._listen(transport))
                group.create_task(self._speak(transport))
        except* TransportClosed as ends:
            closed = _best(ends)
        finally:
            await transport.close()
        return closed

    async def _listen(self, transport: Transport) -> None:
        while True:
            frame = await transport.recv()
            self.session.receive(frame, self.now())
            self._dispatch()
            if self.session.has_frames or self._broken is not None or self._is_due_earlier():
                self._woken.set()

    async def _speak(self, transport: Transport) -> None:
        """Send what is to be sent, and keep the session's times."""
        while True:
            self._woken.clear()
            self.session.tick(self.now())
            self._dispatch()
            if self._broken is not None:
                raise TransportClosed(reason=self._broken)
            try:
                # A line that takes nothing for so long is as dead as a silent one.
                async with asyncio.timeout(self._gone_s()):
                    for frame in self.session.frames():
                        await transport.send(frame)
            except TimeoutError:
                raise TransportClosed(reason="the line takes nothing any more") from None
            if not self.session.has_frames:
                await self._sleep(self.session.next_at())

    async def _pause(self, until: float) -> None:
        """Wait between two lines; commands can still be given up meanwhile."""
        while self.now() < until:
            self._woken.clear()
            self.session.tick(self.now())
            self._dispatch()
            next_at = self.session.next_at()
            await self._sleep(until if next_at is None else min(until, next_at))

    async def _sleep(self, until: float | None) -> None:
        """Wait to be woken, or until a time."""
        self._sleeps_until = until
        delay_s = None if until is None else max(0.0, until - self.now())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(delay_s):
                await self._woken.wait()

    def _is_due_earlier(self) -> bool:
        next_at = self.session.next_at()
        if next_at is None:
            return False
        return self._sleeps_until is None or next_at < self._sleeps_until

    def _gone_s(self) -> float:
        welcome = self.session.welcome
        return self._patience.hello_s if welcome is None else welcome.limits.gone_s

    # --- Events -------------------------------------------------------------------------------

    def _dispatch(self) -> None:
        for event in self.session.events():
            self._take(event)

    def _take(self, event: Event) -> None:
        match event:
            case Greeted():
                logger.info("%s: greeted as %s", self._url, event.welcome.player)
                self._backoff.welcomed(self.now())
                self._greeted.set()
                self._audience.told(event.welcome)
            case Answered():
                awaited = self._waiting.get(event.id)
                if awaited is not None and not awaited.future.done():
                    awaited.future.set_result(event.answer)
            case Failed():
                self._reject(event.id, event.error)
            case Heard():
                self._audience.heard(event.room, event.news)
            case Ended():
                self._audience.ended(event.room, event.error)
            case Noticed():
                self._told_ms = event.notice.delay_ms
                logger.info("%s: %s", self._url, event.notice.message)
            case Told():
                self._audience.told(event.message)
            case Broken():
                self._broken = event.reason
            case Stopped():
                self._broken = str(event.error)
                self._finish(event.error)
            case _:
                assert_never(event)

    def _reject(self, number: int, error: KozyrError) -> None:
        awaited = self._waiting.get(number)
        if awaited is not None and not awaited.future.done():
            awaited.future.set_exception(error)

    def _finish(self, error: KozyrError) -> None:
        """Nothing goes on: whoever waits is told."""
        if self._error is not None:
            return
        self._error = error
        for number in tuple(self._waiting):
            self._reject(number, error)
        self._audience.all_ended(error)
        self._greeted.set()
        self._woken.set()


def _for_good(closed: TransportClosed) -> KozyrError:
    if isinstance(closed, DialFailed):
        return closed
    if closed.code == CloseCode.UNSUPPORTED_VERSION:
        return VersionRefused(OLDEST_VERSION, PROTOCOL_VERSION)
    return ConnectionClosedForGood(closed.code, closed.reason)


def _best(ends: BaseExceptionGroup[TransportClosed]) -> TransportClosed:
    """The end that says most: a close code of the server before what was seen from here."""
    found = [each for each in ends.exceptions if isinstance(each, TransportClosed)]
    return max(found, key=lambda each: each.code != ABNORMAL)
