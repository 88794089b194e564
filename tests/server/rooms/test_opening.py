"""`kozyr_server.rooms.opening`: rooms are opened by the first and forgotten after the last one."""

import asyncio

import pytest

from kozyr_protocol.ids import RoomId
from kozyr_server.rooms.opening import LINGER_S
from kozyr_server.store.model import StoreUnavailableError
from kozyr_testing.desk import ROOM, player
from kozyr_testing.hub_desk import following, playing
from kozyr_testing.waiting import until

ANNA, BORIS, VERA, GUEST = (player(number) for number in range(4))


async def test_several_who_open_a_room_share_one_following() -> None:
    desk, _ = playing()
    async with following(desk) as room:
        room.hub.rooms.clear()
        room.store.asked.clear()
        opened = await asyncio.gather(*(room.hub.open(ROOM) for _ in range(5)))
        assert len({id(one) for one in opened}) == 1
        assert opened[0] is not None
        assert opened[0].users == 5
        assert room.store.asked["subscribe"] == room.store.asked["read"] == 1


async def test_messages_during_the_first_read_are_used_after_it() -> None:
    desk, began = playing()
    async with following(desk, began) as room:
        room.hub.rooms.clear()
        room.store.gate.clear()
        opening = asyncio.create_task(room.hub.open(ROOM))
        await until(lambda: room.store.asked["subscribe"] == 2)
        room.message(began + 1)
        room.message(began + 2)
        room.store.gate.set()
        followed = await opening
        assert followed is not None
        assert followed.version == began + 2


async def test_a_room_that_is_not_there_is_not_listened_to() -> None:
    desk, _ = playing()
    async with following(desk) as room:
        assert await room.hub.open(RoomId("11aaaaaaaaaaaa")) is None
        assert room.store.subscribed == {ROOM}
        assert set(room.hub.rooms) == {ROOM}


async def test_a_room_that_cannot_be_read_is_not_listened_to() -> None:
    desk, _ = playing()
    async with following(desk) as room:
        room.store.is_away = True
        with pytest.raises(StoreUnavailableError):
            await room.hub.open(RoomId("11aaaaaaaaaaaa"))
        assert set(room.hub.rooms) == {ROOM}


async def test_a_room_without_members_is_forgotten_after_a_while() -> None:
    desk, _ = playing()
    async with following(desk) as room:
        guest = room.member(GUEST)
        room.followed.empty_since -= LINGER_S
        await room.hub.drop_empty()
        assert ROOM in room.hub.rooms
        del room.followed.members[guest]
        room.followed.users += 1
        await room.hub.drop_empty()
        assert ROOM in room.hub.rooms
        room.hub.release(room.followed)
        await room.hub.drop_empty()
        assert ROOM in room.hub.rooms
        room.followed.empty_since -= LINGER_S
        await room.hub.drop_empty()
        assert ROOM not in room.hub.rooms
        assert room.store.subscribed == set()
