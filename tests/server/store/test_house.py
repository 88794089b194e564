"""Rooms that want house bots, `kozyr_server.store.house`."""

from typing import Any

from kozyr_server.store import house, keys
from kozyr_server.store.client import RedisStore
from kozyr_testing.steps import room_id


async def test_bots_are_there_while_their_process_says_so(store: RedisStore, raw: Any) -> None:
    assert not (await store.look_for_bots({})).is_there
    assert (await store.look_for_bots({}, 0)).is_there
    assert (await store.look_for_bots({})).is_there
    assert 0 < await raw.ttl(keys.HOUSE_THERE) <= house.THERE_S


async def test_who_has_waited_longest_is_taken_first_and_once(store: RedisStore) -> None:
    late, early, last = map(room_id, range(3))
    await store.look_for_bots({late: 9_000_000_000_000, early: 7, last: 9_000_000_000_001})
    assert (await store.look_for_bots({}, 1)).rooms == (early,)
    assert (await store.look_for_bots({}, 8)).rooms == (late, last)
    assert (await store.look_for_bots({}, 8)).rooms == ()
    # Nobody came: whoever follows the room says so again.
    await store.look_for_bots({late: 9})
    assert (await store.look_for_bots({}, 8)).rooms == (late,)


async def test_the_set_is_bounded_and_goes_by_itself(store: RedisStore, raw: Any) -> None:
    rooms = {room_id(number): number for number in range(1, house.MAX_WANTED + 10)}
    await store.look_for_bots(rooms)
    assert await raw.zcard(keys.HOUSE_WANTED) == house.MAX_WANTED
    assert (await store.look_for_bots({}, 1)).rooms == (next(iter(rooms)),)
    assert 0 < await raw.ttl(keys.HOUSE_WANTED) <= house.WANTED_S
