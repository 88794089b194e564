"""A store in memory whose messages are delivered by hand: to bring what happens in any order."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from kozyr_protocol import codec, messages
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.ids import PlayerId, RoomId, Tag
from kozyr_server.rooms.decision import Decision
from kozyr_server.rooms.peers import Person
from kozyr_server.rooms.room import encode
from kozyr_server.store.model import Entry, ProcessId, StoredRoom, StoreUnavailableError, Tick
from kozyr_testing.desk import ROOM, Desk

_encoder = msgspec.msgpack.Encoder()


class HandStore:
    """The part of a `Store` by which rooms are followed.

    Attributes:
        asked: How often each call came.
        gate: All calls wait until it is set.
        counting: `set_watchers` waits until it is set.
        is_away: Whether every call fails.
        subscribed: Rooms that are listened to.
        watching: What `set_watchers` was told last.
    """

    durability = "everysec"

    def __init__(self) -> None:
        self.states: dict[RoomId, StoredRoom] = {}
        self.logs: dict[RoomId, dict[int, bytes]] = {}
        self.asked: Counter[str] = Counter()
        self.gate = asyncio.Event()
        self.gate.set()
        self.counting = asyncio.Event()
        self.counting.set()
        self.is_away = False
        self.subscribed: set[RoomId] = set()
        self.watching: dict[RoomId, int] = {}
        self.now_ms = 0
        self.tick_age_s = 0.0
        self.dead: frozenset[ProcessId] = frozenset()
        self.to_tell: frozenset[ProcessId] = frozenset()
        self.due: tuple[RoomId, ...] = ()

    def keep(self, desk: Desk, version: int, *, log: bool = True) -> None:
        """Put the room at a version that the desk made, with its log up to there."""
        decision = desk.decisions[version - 1]
        self.states[ROOM] = stored(decision)
        entries = desk.entries[:version] if log else ()
        self.logs[ROOM] = {entry.version: _encoder.encode(entry) for entry in entries}

    async def read(self, room: RoomId) -> StoredRoom | None:
        await self._call("read")
        return self.states.get(room)

    async def confirm(self, rooms: Sequence[RoomId]) -> Sequence[tuple[int, str]]:
        await self._call("confirm")
        found = [self.states.get(room) for room in rooms]
        return [(0, "") if one is None else (one.version, one.tag) for one in found]

    async def log(self, room: RoomId, after: int) -> Sequence[bytes]:
        await self._call("log")
        return [packed for version, packed in self.logs.get(room, {}).items() if version > after]

    async def subscribe(self, room: RoomId) -> None:
        await self._call("subscribe")
        self.subscribed.add(room)

    async def unsubscribe(self, room: RoomId) -> None:
        self.asked["unsubscribe"] += 1
        self.subscribed.discard(room)

    async def set_watchers(self, counts: Mapping[RoomId, int]) -> None:
        await self._call("set_watchers")
        await self.counting.wait()
        self.watching.update(counts)

    async def tick(self) -> Tick:
        await self._call("tick")
        return Tick(self.due, self.dead, self.to_tell)

    def play_ms(self, room: RoomId) -> int:
        return self.now_ms

    def ticked_ago_s(self) -> float:
        return self.tick_age_s

    async def _call(self, name: str) -> None:
        self.asked[name] += 1
        if self.is_away:
            raise StoreUnavailableError
        await self.gate.wait()
        if self.is_away:
            raise StoreUnavailableError


def stored(decision: Decision) -> StoredRoom:
    """A room as the store keeps it after a step."""
    after = decision.after
    return StoredRoom(after.version, Tag(after.tag), encode(after.room))


def packed(entry: Entry) -> bytes:
    """An entry as the channel carries it."""
    return _encoder.encode(entry)


class TestPeer:
    """A connection that keeps what it is sent."""

    __test__ = False

    def __init__(self, player: PlayerId, name: str | None = None) -> None:
        self.person = Person(player, name or f"Player {player[1:]}")
        self.frames: list[bytes] = []
        self.closed: CloseCode | None = None

    def send(self, message: bytes) -> None:
        self.frames.append(message)

    def close(self, code: CloseCode) -> None:
        self.closed = code

    @property
    def heard(self) -> list[Struct]:
        """All messages, oldest first."""
        return [codec.decode_server(frame) for frame in self.frames]

    def of(self, kind: type[Any]) -> list[Any]:
        """The messages of a kind."""
        return [message for message in self.heard if isinstance(message, kind)]

    def answers(self, command_id: int) -> list[Struct]:
        """What answered a command."""
        return [message for message in self.heard if _answers(message, command_id)]

    def forget(self) -> None:
        """Look at what comes from now on."""
        self.frames.clear()


def _answers(message: Struct, command_id: int) -> bool:
    if isinstance(message, messages.Update):
        return message.answer is not None and message.answer.id == command_id
    kinds = messages.Ok | messages.Error | messages.Followed | messages.Created | messages.Rooms
    kinds |= messages.Invitation
    return isinstance(message, kinds) and message.id == command_id
