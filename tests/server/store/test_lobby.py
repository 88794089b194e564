"""The lobby index, `kozyr_server.store.lobby`."""

import asyncio
from typing import Any

import msgspec

from kozyr_protocol import codec
from kozyr_protocol.ids import GameKey, RoomId
from kozyr_protocol.messages import RoomSummary
from kozyr_protocol.rooms import Phase
from kozyr_server.store import lobby
from kozyr_server.store.client import RedisStore
from kozyr_testing.steps import room_id, step


def summary(room: RoomId, taken: int) -> bytes:
    shown = RoomSummary(
        room, GameKey("king"), None, "за столом", Phase.WAITING, 4, taken, spectators=True
    )
    return codec.encode(shown)


async def listed(store: RedisStore) -> list[str]:
    return [room.room for room in await store.list_rooms()]


async def test_rooms_with_free_seats_come_first_then_by_id(store: RedisStore) -> None:
    rooms = [room_id(number) for number in range(30)]
    for number, room in enumerate(rooms):
        await store.commit(step(room, summary=summary(room, taken=4 if number % 3 == 0 else 1)))
    free = sorted(room for number, room in enumerate(rooms) if number % 3)
    assert await listed(store) == free + sorted(rooms[::3])


async def test_index_is_read_again_after_a_second_where_it_changed(
    store: RedisStore, raw: Any
) -> None:
    first, second = room_id(1), room_id(2)
    assert await listed(store) == []
    await store.commit(step(first, summary=summary(first, 1)))
    # Not yet: it was read less than a second ago.
    assert await listed(store) == []
    await eventually(store, [first])
    await store.commit(step(second, summary=summary(second, 1)))
    await store.commit(step(first, 1, unlist=True))
    before = (await raw.info("commandstats"))["cmdstat_hvals"]["calls"]
    await eventually(store, [second])
    after = (await raw.info("commandstats"))["cmdstat_hvals"]["calls"]
    assert after - before == 2


async def eventually(store: RedisStore, rooms: list[RoomId]) -> None:
    async with asyncio.timeout(lobby.FRESH_S + 0.5):
        while await listed(store) != rooms:  # noqa: ASYNC110 - the index says nothing
            await asyncio.sleep(0.02)


def test_entry_is_at_most_256_bytes() -> None:
    longest = RoomSummary(
        RoomId("00" + "a" * 12),
        GameKey("twenty_nine"),
        "twenty_nine/a_long_name",
        "я" * 24,
        Phase.WAITING,
        10,
        10,
        spectators=True,
    )
    assert len(msgspec.msgpack.encode(longest)) <= 256
