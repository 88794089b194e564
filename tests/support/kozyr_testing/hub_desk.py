"""A hub that follows the room of a desk, over a store whose messages are delivered by hand."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

from msgspec.structs import replace

from kozyr_games.registry import GAMES
from kozyr_protocol.ids import PlayerId, RoomId, Tag
from kozyr_protocol.messages import Update
from kozyr_server.rooms.background import Background
from kozyr_server.rooms.follow import Hub
from kozyr_server.rooms.followed import Actor, Followed, Member
from kozyr_server.rooms.room import Line
from kozyr_server.store.model import Entry, Store
from kozyr_server.telemetry import Metrics
from kozyr_testing.desk import PROCESS, ROOM, Desk
from kozyr_testing.hand_store import HandStore, TestPeer, packed, stored
from kozyr_testing.waiting import until


class Following:
    """A hub that follows the room of a desk at a version, with members."""

    def __init__(self, desk: Desk, hub: Hub, store: HandStore, followed: Followed) -> None:
        self.desk, self.hub, self.store, self.followed = desk, hub, store, followed
        self.due: list[RoomId] = []
        self.metrics = Metrics()
        self.peers: dict[PlayerId, TestPeer] = {}

    def member(self, who: PlayerId, mode: str = "events") -> TestPeer:
        peer = TestPeer(who)
        line = self.desk.lines.get(who) or Line(PROCESS, 900 + len(self.peers))
        table = self.hub.known_table(self.followed)
        assert table is not None
        role = table.seat_on(line)
        self.followed.members[peer] = Member(peer, mode, line, role, self.followed.version)
        self.peers[who] = peer
        return peer

    def message(self, version: int, *, state: bool = True) -> None:
        """The message of a step of the desk comes."""
        decision = self.desk.decisions[version - 1]
        kept = stored(decision).state if state and not decision.closed else None
        self.hub.on_message(ROOM, packed(self.desk.entries[version - 1]), kept)

    def reply(self, version: int, actor: Actor | None = None) -> None:
        """The reply to our own commit comes."""
        decision = self.desk.decisions[version - 1]
        entry = self.desk.entries[version - 1]
        self.hub.accept(self.followed, entry, decision.after, actor)

    async def settled(self) -> None:
        """Nothing is being read any more."""
        await until(lambda: not self.followed.refreshing and self.followed.filler is None)
        await asyncio.sleep(0)


@asynccontextmanager
async def following(desk: Desk, at: int | None = None) -> AsyncIterator[Following]:
    """Follow the room of a desk; `at`: at this version, and not its last."""
    store, background, metrics = HandStore(), Background(), Metrics()
    due: list[RoomId] = []
    hub = Hub(GAMES, cast("Store", store), background, due.append, lambda *_: None, metrics)
    store.now_ms = desk.now_ms
    store.keep(desk, len(desk.decisions) if at is None else at)
    followed = await hub.open(ROOM)
    assert followed is not None
    hub.release(followed)
    made = Following(desk, hub, store, followed)
    made.due, made.metrics = due, metrics
    try:
        yield made
    finally:
        hub.close()
        await background.stop()


def playing(steps: int = 6) -> tuple[Desk, int]:
    """A game with some actions after it began; the version at which it began."""
    desk = Desk(seats=3, preset="twenty_nine/solo", options={"draw": "off"})
    desk.begun(3)
    began = desk.table.version
    for _ in range(steps):
        desk.step()
    return desk, began


def versions(peer: TestPeer) -> list[int]:
    return [update.version for update in peer.of(Update)]


def other_history(entry: Entry) -> Entry:
    return replace(entry, tag=Tag("f" * 16))
