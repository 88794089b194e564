"""`kozyr_server.lobby.live`: pages that are kept up to date."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import cast

import pytest
from msgspec.structs import replace

from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import GameKey, PlayerId, RoomId
from kozyr_protocol.messages import LobbyChanged, RoomSummary
from kozyr_protocol.rooms import Phase
from kozyr_server.lobby.live import COUNTS_EACH_S, LiveRooms
from kozyr_server.lobby.pages import Filter, place
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.store.model import Store
from kozyr_server.store.rules import LobbyRules
from kozyr_testing.hand_store import TestPeer

ALL = (Filter(), None)
FREE = (Filter(free=True), None)
RULES = LobbyRules()


def room(number: int, taken: int = 1) -> RoomSummary:
    name = RoomId(f"00{number:012}")
    return RoomSummary(name, GameKey("king"), None, "Table", Phase.WAITING, 4, taken, True)


class Index:
    """The part of a store that lists rooms: another object only when something changed."""

    def __init__(self, *rooms: RoomSummary) -> None:
        self.rooms: tuple[RoomSummary, ...] = ()
        self.put(*rooms)

    def put(self, *rooms: RoomSummary) -> None:
        self.rooms = tuple(sorted(rooms, key=place))

    async def list_rooms(self) -> Sequence[RoomSummary]:
        return self.rooms


def lobby(index: Index, max_pages: int = 8) -> LiveRooms:
    return LiveRooms(cast("Store", index), max_pages, Counter[str]())


def peers(count: int) -> list[TestPeer]:
    return [TestPeer(PlayerId(f"p{number}")) for number in range(count)]


async def test_only_what_changed_is_told_and_the_same_bytes_to_all() -> None:
    index = Index(room(1), room(2), room(3))
    rooms = lobby(index)
    crowd = peers(3)
    for peer in crowd:
        page = await rooms.watch(peer, ALL, 7, RULES)
        assert page.rooms == index.rooms
    await rooms.tell(7, RULES)
    assert all(peer.frames == [] for peer in crowd)
    index.put(room(1), room(2, taken=4), room(4))
    await rooms.tell(7, RULES)
    assert crowd[0].heard == [
        LobbyChanged((room(4), room(2, taken=4)), (room(3).room,), None, 3, 7)
    ]
    assert crowd[0].frames[0] is crowd[2].frames[0]
    assert rooms.told == 3
    await rooms.tell(7, RULES)
    assert len(crowd[0].frames) == 1


async def test_who_looks_at_another_page_hears_of_that_alone() -> None:
    index = Index(room(1), room(2, taken=4))
    rooms = lobby(index)
    anna, boris = peers(2)
    await rooms.watch(anna, ALL, 2, RULES)
    await rooms.watch(boris, FREE, 2, RULES)
    index.put(room(1), room(2, taken=3))
    await rooms.tell(2, RULES)
    (heard,) = boris.of(LobbyChanged)
    assert (heard.rooms, heard.total) == ((room(2, taken=3),), 2)
    index.put(room(1), room(2, taken=4))
    await rooms.tell(2, RULES)
    assert boris.of(LobbyChanged)[-1].gone == (room(2).room,)
    assert anna.of(LobbyChanged)[-1].gone == ()


async def test_asked_again_another_page_takes_the_place_of_the_first() -> None:
    index = Index(room(1))
    rooms = lobby(index)
    (anna,) = peers(1)
    await rooms.watch(anna, ALL, 1, RULES)
    await rooms.watch(anna, FREE, 1, RULES)
    assert (len(rooms), rooms.pages) == (1, 1)
    index.put(room(1), room(2))
    await rooms.tell(1, RULES)
    assert len(anna.frames) == 1


async def test_who_comes_later_sees_what_the_others_see() -> None:
    index = Index(room(1))
    rooms = lobby(index)
    anna, boris = peers(2)
    await rooms.watch(anna, ALL, 1, RULES)
    index.put(room(1), room(2))
    page = await rooms.watch(boris, ALL, 1, RULES)
    assert page.rooms == (room(1),)
    await rooms.tell(1, RULES)
    assert anna.frames == boris.frames
    assert anna.of(LobbyChanged)[0].rooms == (room(2),)


@pytest.mark.parametrize("counts_each_s", [COUNTS_EACH_S, 0.0])
async def test_new_counts_alone_wait_some_seconds(counts_each_s: float) -> None:
    rooms = LiveRooms(cast("Store", Index(room(1))), 8, Counter[str](), counts_each_s)
    (anna,) = peers(1)
    await rooms.watch(anna, ALL, 1, RULES)
    await rooms.tell(9, RULES)
    if counts_each_s:
        assert anna.frames == []
        return
    assert anna.heard == [LobbyChanged((), (), None, 1, 9)]


async def test_new_rules_are_told_at_once() -> None:
    rooms = lobby(Index(room(1)))
    (anna,) = peers(1)
    await rooms.watch(anna, ALL, 1, RULES)
    slow = replace(RULES, slow_s=5.0, read_only=True)
    await rooms.tell(1, slow)
    assert anna.heard == [LobbyChanged((), (), None, 1, 1, True, 5.0)]


async def test_pages_are_bounded_and_forgotten_with_the_last_who_looks() -> None:
    rooms = lobby(Index(room(1)), max_pages=2)
    crowd = peers(3)
    await rooms.watch(crowd[0], ALL, 1, RULES)
    await rooms.watch(crowd[1], FREE, 1, RULES)
    with pytest.raises(RefusedError) as caught:
        await rooms.watch(crowd[2], (Filter(language="ru"), None), 1, RULES)
    assert (caught.value.code, rooms.limits) == (ErrorCode.BUSY, {"lobby_pages": 1})
    assert rooms.leave(crowd[1])
    assert not rooms.leave(crowd[1])
    await rooms.watch(crowd[2], (Filter(language="ru"), None), 1, RULES)
    assert rooms.pages == 2
    assert crowd[1] not in rooms


async def test_somebody_may_leave_while_all_are_told() -> None:
    index = Index(room(1))
    rooms = lobby(index)
    crowd = peers(3)
    for peer in crowd:
        await rooms.watch(peer, ALL, 1, RULES)
    index.put()
    telling = asyncio.create_task(rooms.tell(1, RULES))
    rooms.leave(crowd[0])
    await telling
    assert [len(peer.frames) for peer in crowd] == [0, 1, 1]
