"""The connection that listens: one subscription a room, pinged each second, renewed when lost.

Before any room it subscribes to `keys.LISTENERS` and to a channel of its own. So a commit can see
in the store that nobody but the process that makes it would hear of it, and is not published then:
`Subscriber.echo` takes the place of the message.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, Self

import structlog

from kozyr_protocol.ids import RoomId
from kozyr_server.store import awake, keys, wire
from kozyr_server.store.address import Address
from kozyr_server.store.model import (
    ReconnectListener,
    RoomListener,
    SideListener,
    StoreUnavailableError,
)
from kozyr_server.store.wire import Wire

CONFIRM_TIMEOUT_S: Final = 5.0
BATCH: Final = 256
"""Rooms in one SUBSCRIBE after a reconnect."""
RETRY_DELAYS_S: Final = (0.02, 0.05, 0.1, 0.2, 0.5, 1.0)

_COMMIT, _CHAT, _WATCHERS = b"ucw"
_ENTRY_AT: Final = 9

_log = structlog.get_logger("kozyr.store")


class _Topic:
    """A channel; it stays while a confirmation for it is under way."""

    __slots__ = ("asked", "confirmed", "renewing", "room", "waiters", "wanted")

    def __init__(self, room: RoomId) -> None:
        self.room = room
        self.wanted = False
        self.asked = 0  # SUBSCRIBEs that this connection sent and that are not confirmed
        self.confirmed = False
        self.renewing = False
        self.waiters: list[asyncio.Future[None]] = []

    def release(self) -> None:
        for waiter in self.waiters:
            if not waiter.done():
                waiter.set_result(None)
        self.waiters.clear()


class Subscriber:
    """Listens to rooms; use it inside `async with`.

    Attributes:
        counters: `messages`, `reconnects`, `listener_errors`.
        own_channel: Nobody but this subscriber listens to it; it has no messages.
    """

    def __init__(self, address: Address, name: str) -> None:
        self.counters: Counter[str] = Counter()
        self.own_channel = keys.listener(name)
        self._address = address
        self._name = name
        self._topics: dict[bytes, _Topic] = {}
        self._wire: Wire | None = None
        self._on_room: RoomListener = lambda room, entry, state: None
        self._on_side: SideListener = lambda room, payload: None
        self._on_back: ReconnectListener | None = None
        self._others: dict[bytes, Callable[[bytes], None]] = {}
        self._back = asyncio.Event()
        self._renewing = 0
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        """Begin to connect."""
        self._tasks = [
            asyncio.create_task(self._run(), name="store messages"),
            asyncio.create_task(self._tell(), name="store reconnects"),
        ]
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop listening."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._wire is not None:
            self._wire.abort()
            await self._wire.wait_closed()

    def listen(
        self, room: RoomListener, side: SideListener, reconnected: ReconnectListener
    ) -> None:
        """Set who gets what comes."""
        self._on_room, self._on_side, self._on_back = room, side, reconnected

    def hear(self, channel: str, listener: Callable[[bytes], None]) -> None:
        """Hear a channel that belongs to no room, from now on; what comes while away is lost."""
        self._others[channel.encode()] = listener
        if self._wire is not None:
            self._wire.send(("SUBSCRIBE", channel))

    async def subscribe(self, room: RoomId) -> None:
        """Return when the store has confirmed. Cancelled or failed, the room is not listened to.

        Raises:
            StoreUnavailableError: No confirmation within 5 s.
        """
        name = keys.channel(room).encode()
        topic = self._topics.setdefault(name, _Topic(room))
        if topic.confirmed:
            return
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        topic.waiters.append(waiter)
        if not topic.wanted:
            topic.wanted = True
            if self._wire is not None:
                topic.asked += 1
                self._wire.send(("SUBSCRIBE", name))
        try:
            async with awake.timeout(CONFIRM_TIMEOUT_S):
                await waiter
        except TimeoutError:
            raise StoreUnavailableError("no confirmation of a subscription") from None
        finally:
            if waiter in topic.waiters:
                topic.waiters.remove(waiter)
                if not topic.waiters and not topic.confirmed:
                    self._leave(name, topic)

    async def unsubscribe(self, room: RoomId) -> None:
        """No more messages of the room, from now on."""
        name = keys.channel(room).encode()
        topic = self._topics.get(name)
        if topic is not None and topic.wanted:
            self._leave(name, topic)

    def echo(self, room: RoomId, entry: bytes, state: bytes | None) -> None:
        """A commit of this process was not published, because only this subscriber listens."""
        topic = self._topics.get(keys.channel(room).encode())
        if topic is not None and topic.wanted:
            try:
                self._on_room(room, entry, state)
            except Exception:
                # As in `_deliver`: other commits of the same call wait for their answers.
                self._failed(room)

    def compare_all(self) -> None:
        """Have all rooms compared with the store as after a reconnect: an echo may be missing."""
        self._back.set()

    def _leave(self, name: bytes, topic: _Topic) -> None:
        topic.wanted = topic.confirmed = False
        topic.release()
        if self._wire is not None:
            self._wire.send(("UNSUBSCRIBE", name))
        if not topic.asked:
            del self._topics[name]

    async def _run(self) -> None:
        """Keep a connection: connect, subscribe to all that is wanted, watch it until it ends."""
        failures, first = 0, True
        while True:
            new: Wire | None = None
            try:
                new = await wire.connect(self._address, self._name, self._heard)
                # Before any room: see `keys.LISTENERS`.
                new.send(("SUBSCRIBE", keys.LISTENERS, self.own_channel))
                self._wire, failures = new, 0
                if self._others:
                    new.send(("SUBSCRIBE", *self._others))
                self._renew(new, tell=not first)
                first = False
                await wire.watch(new)
                _log.warning("connection of messages lost")
            except OSError as error:
                failures += 1
                _log.debug("store away", error=str(error), failures=failures)
            finally:
                self._wire = None
                if new is not None:
                    new.abort()
            self.counters["reconnects"] += 1
            await asyncio.sleep(RETRY_DELAYS_S[min(failures, len(RETRY_DELAYS_S) - 1)])

    def _renew(self, new: Wire, *, tell: bool) -> None:
        for name, topic in list(self._topics.items()):
            topic.confirmed, topic.asked, topic.renewing = False, 1, tell
            if not topic.wanted:
                del self._topics[name]
        self._renewing = len(self._topics) if tell else 0
        names = list(self._topics)
        for start in range(0, len(names), BATCH):
            new.send(("SUBSCRIBE", *names[start : start + BATCH]))
        if tell and not names:
            self._back.set()

    def _heard(self, reply: Any) -> None:
        match reply:
            case [b"message", name, payload]:
                topic = self._topics.get(name)
                if topic is not None and topic.wanted:
                    self.counters["messages"] += 1
                    self._deliver(topic.room, payload)
                elif name in self._others:
                    self._tell_other(name, payload)
            case [b"subscribe", name, _]:
                self._confirmed(name)
            case Exception():
                _log.error("subscription refused", error=str(reply))
            case _:
                pass  # a pong, or the confirmation of an UNSUBSCRIBE

    def _confirmed(self, name: bytes) -> None:
        topic = self._topics.get(name)
        if topic is None:
            return
        topic.asked -= 1
        if not topic.asked and topic.wanted:
            topic.confirmed = True
            topic.release()
        elif not topic.asked:
            del self._topics[name]
        if topic.renewing:
            topic.renewing = False
            self._renewing -= 1
            if not self._renewing:
                self._back.set()

    def _deliver(self, room: RoomId, payload: bytes) -> None:
        # The room's own code runs here; its mistakes must not end the connection of all rooms.
        try:
            if payload[0] == _COMMIT:
                end = _ENTRY_AT + int(payload[1:_ENTRY_AT], 16)
                self._on_room(room, payload[_ENTRY_AT:end], payload[end:] or None)
            elif payload[0] in {_CHAT, _WATCHERS}:
                self._on_side(room, payload[1:])
        except Exception:
            self._failed(room)

    def _failed(self, room: RoomId) -> None:
        self.counters["listener_errors"] += 1
        _log.exception("a message could not be used", room=room)

    def _tell_other(self, name: bytes, payload: bytes) -> None:
        self.counters["messages"] += 1
        try:
            self._others[name](payload)
        except Exception:
            self.counters["listener_errors"] += 1
            _log.exception("a message could not be used", channel=name.decode())

    async def _tell(self) -> None:
        """Call the listener of reconnects, once for several that came while it ran."""
        while True:
            await self._back.wait()
            self._back.clear()
            if self._on_back is not None:
                try:
                    await self._on_back()
                except Exception:
                    self.counters["listener_errors"] += 1
                    _log.exception("after a reconnect")
