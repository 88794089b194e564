"""Reads of rooms, `kozyr_server.store.rooms`."""

import pytest

from kozyr_server.store.client import RedisStore
from kozyr_server.store.model import StoredRoom
from kozyr_server.store.rooms import MAX_LOG_ENTRIES
from kozyr_testing.steps import room_id, step, tag

ROOM = room_id()


async def test_room_that_is_not_there(store: RedisStore) -> None:
    assert await store.read(ROOM) is None
    assert await store.confirm([ROOM]) == [(0, "")]
    assert await store.confirm([]) == []
    assert await store.log(ROOM, 0) == []
    assert await store.log_entry(ROOM, 1) is None


async def test_state_is_what_was_written(store: RedisStore) -> None:
    state = bytes(range(256)) * 100
    await store.commit(step(ROOM, state=state))
    assert await store.read(ROOM) == StoredRoom(1, tag(1), state)


@pytest.mark.parametrize("count", [1, 2, 40])
async def test_pairs_come_in_the_order_asked(store: RedisStore, count: int) -> None:
    rooms = [room_id(number) for number in range(count)]
    for room in rooms[::2]:
        await store.commit(step(room))
    assert await store.confirm(rooms) == [
        (1, tag(1)) if number % 2 == 0 else (0, "") for number in range(count)
    ]


async def test_log_is_given_in_bounded_pieces(store: RedisStore) -> None:
    for version in range(MAX_LOG_ENTRIES + 2):
        await store.commit(step(ROOM, version))
    first = await store.log(ROOM, 0)
    assert len(first) == MAX_LOG_ENTRIES
    assert await store.log(ROOM, MAX_LOG_ENTRIES) == [b"entry 1001", b"entry 1002"]
    assert await store.log(ROOM, MAX_LOG_ENTRIES + 2) == []
