"""`kozyr_server.rooms.alarms`: a followed room calls when it is due."""

import asyncio
from typing import Any

from kozyr_server.rooms.alarms import FAR_MS
from kozyr_testing.desk import ROOM, player
from kozyr_testing.hub_desk import following, playing
from kozyr_testing.waiting import until

ANNA, BORIS, VERA, GUEST = (player(number) for number in range(4))


async def test_a_room_is_due_at_its_time() -> None:
    desk, _ = playing()
    async with following(desk) as room:
        assert room.followed.timer is not None
        assert room.due == []
        room.store.now_ms = room.followed.due_ms
        room.hub.rearm(room.followed, 0.0)
        await until(lambda: room.due == [ROOM])
        assert room.followed.timer is None


async def test_a_room_that_is_looked_at_again_waits_for_its_time() -> None:
    desk, _ = playing()
    async with following(desk) as room:
        loop = asyncio.get_running_loop()
        room.store.now_ms = room.followed.due_ms - 60_000
        room.hub.rearm(room.followed, 0.1)
        timer: Any = room.followed.timer
        assert 59 < timer.when() - loop.time() < 61
        room.store.now_ms = room.followed.due_ms + 60_000
        room.hub.rearm(room.followed, 0.1)
        timer = room.followed.timer
        assert 0 < timer.when() - loop.time() < 0.2


async def test_what_is_far_off_is_left_to_the_list_in_the_store() -> None:
    desk, _ = playing()
    async with following(desk) as room:
        room.store.now_ms = room.followed.due_ms - FAR_MS - 1_000
        room.hub.rearm(room.followed, 0.1)
        assert room.followed.timer is None
        room.store.now_ms += 2_000
        room.hub.rearm(room.followed, 0.1)
        assert room.followed.timer is not None


async def test_each_entry_sets_the_timer_anew() -> None:
    desk, began = playing()
    async with following(desk, began) as room:
        before = room.followed.due_ms
        room.message(began + 1)
        assert room.followed.due_ms == desk.entries[began].due_ms
        assert room.followed.due_ms >= before


async def test_a_timer_that_ends_before_the_room_is_due_is_set_anew_then() -> None:
    desk, began = playing()
    async with following(desk, began) as room:
        followed = room.followed
        followed.due_ms -= 3_600_000
        room.store.now_ms = followed.due_ms - 50
        room.hub.rearm(followed, 0.0)
        first: Any = followed.timer
        room.message(began + 1)
        assert followed.timer is first
        room.store.now_ms = followed.due_ms - 60_000
        await until(lambda: followed.timer is not first)
        timer: Any = followed.timer
        assert 59 < timer.when() - asyncio.get_running_loop().time() < 61
        assert room.due == []
        assert desk.entries[began].due_ms == followed.due_ms


async def test_a_room_that_is_due_earlier_has_its_timer_brought_forward() -> None:
    desk, began = playing()
    async with following(desk, began) as room:
        followed = room.followed
        room.store.now_ms = desk.entries[began].due_ms - 100
        followed.due_ms += 3_600_000
        room.hub.rearm(followed, 0.0)
        room.message(began + 1)
        await until(lambda: room.due == [ROOM])
