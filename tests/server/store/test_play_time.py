"""Play time and ticks, `kozyr_server.store.play_time`."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from kozyr_server.store import keys
from kozyr_server.store.client import RedisStore, StoreOptions, open_store
from kozyr_server.store.model import ProcessId, Status, StoreUnavailableError
from kozyr_server.store.play_time import MAX_DUE
from kozyr_testing.proxy import proxy
from kozyr_testing.steps import CLOCK, CLOCK_KEY, room_id, step, tag
from kozyr_testing.waiting import until_true

START_MS = 1_700_000_000_000
ROOM = room_id()
OPTIONS = StoreOptions("everysec", clock=CLOCK)
FIRST, SECOND, THIRD = (ProcessId(digit * 12) for digit in "abc")


@pytest.fixture
async def stopped(url: str, raw: Any) -> AsyncIterator[RedisStore]:
    """A store whose clock stands where `at` puts it."""
    await raw.set(CLOCK_KEY, START_MS)
    async with open_store(url, FIRST, OPTIONS) as store:
        yield store


async def at(raw: Any, after_ms: int) -> None:
    await raw.set(CLOCK_KEY, START_MS + after_ms)


def played_ms(store: RedisStore) -> int:
    """Play time since the start; a test takes a few ms itself."""
    return store.play_ms(ROOM) - START_MS


async def lost_ms(raw: Any) -> int:
    return int(await raw.hget(keys.CLOCK, "lost"))


async def test_play_time_is_the_stores_clock_while_servers_live(
    stopped: RedisStore, raw: Any
) -> None:
    for after_ms in range(1000, 20_000, 1000):
        await at(raw, after_ms)
        await stopped.tick()
    assert 19_000 <= played_ms(stopped) < 19_500
    assert await lost_ms(raw) == 0


async def test_three_seconds_are_no_gap(stopped: RedisStore, raw: Any) -> None:
    await at(raw, 3000)
    await stopped.tick()
    assert 3000 <= played_ms(stopped) < 3500


async def test_minute_without_servers_does_not_count(stopped: RedisStore, raw: Any) -> None:
    await at(raw, 60_000)
    await stopped.tick()
    assert 0 <= played_ms(stopped) < 500
    assert await lost_ms(raw) == 60_000
    await at(raw, 61_000)
    await stopped.tick()
    assert 1000 <= played_ms(stopped) < 1500


async def test_clock_that_was_set_back_does_not_count(stopped: RedisStore, raw: Any) -> None:
    await at(raw, -3_600_000)
    await stopped.tick()
    assert 0 <= played_ms(stopped) < 500
    assert await lost_ms(raw) == -3_600_000


async def test_gap_that_nobody_added_holds_for_a_timers_commit(
    stopped: RedisStore, raw: Any
) -> None:
    await stopped.commit(step(ROOM))
    timer = step(ROOM, 1, not_before_ms=START_MS + 10_000)
    await at(raw, 60_000)
    early = await stopped.commit(timer)
    assert (early.status, early.version) == (Status.EARLY, START_MS)
    for after_ms in range(60_000, 70_000, 1000):
        await at(raw, after_ms)
        await stopped.tick()
    early = await stopped.commit(timer)
    assert (early.status, early.version) == (Status.EARLY, START_MS + 9000)
    await at(raw, 70_000)
    assert (await stopped.commit(timer)).status is Status.OK


async def test_due_rooms_are_listed_until_their_timer_moves(stopped: RedisStore, raw: Any) -> None:
    later = room_id(1)
    await stopped.commit(step(ROOM, due_ms=START_MS + 1000))
    await stopped.commit(step(later, due_ms=START_MS + 2000))
    assert (await stopped.tick()).due == ()
    await at(raw, 1000)
    assert (await stopped.tick()).due == (ROOM,)
    await stopped.commit(step(ROOM, 1, due_ms=START_MS + 9000))
    assert (await stopped.tick()).due == ()
    # A minute of absence: nothing becomes due in it.
    await at(raw, 61_000)
    assert (await stopped.tick()).due == ()
    await at(raw, 62_000)
    assert (await stopped.tick()).due == (later,)


async def test_many_due_rooms_come_in_bounded_portions_and_none_is_left_out(
    stopped: RedisStore, raw: Any
) -> None:
    rooms = {room_id(number) for number in range(MAX_DUE + 100)}
    for room in rooms:
        await raw.zadd(keys.timers(room[:2]), {room: 1})
    seen: set[str] = set()
    for after_ms in range(100, 2000, 101):
        await at(raw, after_ms)
        due = (await stopped.tick()).due
        assert len(due) == MAX_DUE
        seen |= set(due)
    assert seen == rooms


async def test_silent_process_is_dead_and_later_forgotten(
    stopped: RedisStore, raw: Any, url: str
) -> None:
    async with open_store(url, SECOND, OPTIONS):
        pass
    await at(raw, 3000)
    assert (await stopped.tick()).dead == frozenset()
    await at(raw, 6000)
    assert (await stopped.tick()).dead == {SECOND}
    for after_ms in range(9000, 603_000, 3000):
        await at(raw, after_ms)
        tick = await stopped.tick()
    assert tick.dead == frozenset()
    assert await raw.zrange(keys.PROCESSES_ALIVE, 0, -1) == [FIRST.encode()]


async def test_one_process_tells_of_each_that_is_dead(url: str, raw: Any) -> None:
    """Of two that see it the first one; the other one where that one died before it could."""
    await raw.set(CLOCK_KEY, START_MS)
    async with open_store(url, FIRST, OPTIONS), open_store(url, SECOND, OPTIONS) as second:
        async with open_store(url, THIRD, OPTIONS) as third:
            await at(raw, 3000)
            await second.tick()
            await third.tick()
            await at(raw, 6000)
            assert (await second.tick()).to_tell == {FIRST}
            told = await third.tick()
            assert told.dead == {FIRST}
            assert not told.to_tell
            assert (await second.tick()).to_tell == frozenset()
            await at(raw, 9000)
            # Comes and goes once more: that is another end.
            async with open_store(url, FIRST, OPTIONS):
                pass
            await second.tick()
            for after_ms in (11_000, 13_000):
                await at(raw, after_ms)
                await third.tick()
                await second.tick()
            await at(raw, 14_500)
            assert (await third.tick()).to_tell == {FIRST}
        # Its answer is thought lost: it did not say that it told, and dies.
        await at(raw, 17_000)
        await second.tick()
        await at(raw, 20_000)
        tick = await second.tick()
        assert tick.dead == tick.to_tell == {FIRST, THIRD}
        assert (await second.tick()).to_tell == frozenset()
        assert set(await raw.hvals(keys.PROCESSES_TOLD)) == {b""}


async def test_a_lost_answer_loses_no_end_of_a_process(url: str, raw: Any) -> None:
    await raw.set(CLOCK_KEY, START_MS)
    async with (
        open_store(url, FIRST, OPTIONS),
        proxy(url) as between,
        open_store(between.url, SECOND, OPTIONS) as second,
    ):
        await at(raw, 3000)
        await second.tick()
        await at(raw, 6000)
        between.cut_after = b"EVALSHA"
        with pytest.raises(StoreUnavailableError):
            await second.tick()
        assert await raw.hget(keys.PROCESSES_TOLD, FIRST) == SECOND.encode()
        assert (await second.tick()).to_tell == {FIRST}
        assert (await second.tick()).to_tell == frozenset()


async def test_nobody_is_dead_because_the_store_was_away(
    stopped: RedisStore, raw: Any, url: str
) -> None:
    async with open_store(url, SECOND, OPTIONS) as second:
        await at(raw, 3_600_000)
        assert (await stopped.tick()).dead == frozenset()
        assert (await second.tick()).dead == frozenset()


async def test_processes_of_the_day_before_are_found_dead(
    stopped: RedisStore, raw: Any, url: str
) -> None:
    await at(raw, 86_400_000)
    async with open_store(url, SECOND, OPTIONS) as second:
        for after_ms in range(0, 6001, 1000):
            await at(raw, 86_400_000 + after_ms)
            tick = await second.tick()
    assert tick.dead == {FIRST}


async def stamps(raw: Any) -> int:
    """How often a clock was written."""
    return int((await raw.info("commandstats"))["cmdstat_hset"]["calls"])


async def test_a_second_costs_one_stamp_of_the_clock(stopped: RedisStore, raw: Any) -> None:
    written = await stamps(raw)
    for after_ms in range(1000, 11_000, 1000):
        await at(raw, after_ms)
        await stopped.tick()
    assert await stamps(raw) == written + 10


async def test_second_process_does_not_write_the_clock_again(
    stopped: RedisStore, raw: Any, url: str
) -> None:
    async with open_store(url, SECOND, OPTIONS) as second:
        await at(raw, 1000)
        await stopped.tick()
        written = await stamps(raw)
        await at(raw, 1500)
        await second.tick()
        assert await stamps(raw) == written


async def test_real_clock(store: RedisStore, raw: Any) -> None:
    seconds, micros = await raw.time()
    assert abs(store.play_ms(ROOM) - (seconds * 1000 + micros // 1000)) < 1000
    assert 0 <= store.ticked_ago_s() < 5
    first = store.play_ms(ROOM)
    await store.commit(step(ROOM, due_ms=first))

    async def is_due() -> bool:
        return (await store.tick()).due == (ROOM,)

    # The estimate may be some milliseconds ahead of the store.
    await until_true(is_due)
    assert (await store.commit(step(ROOM, 1, tag=tag(1), not_before_ms=first))).status is Status.OK
