"""Commits as `kozyr_server.store.commits` writes them and `lua/commit.lua` does them."""

import asyncio
from typing import Any

import pytest
from redis.crc import key_slot

from kozyr_protocol.ids import RoomId
from kozyr_server.store import commits, keys
from kozyr_server.store.client import RedisStore
from kozyr_server.store.model import CommitResult, FinishedGame, Log, Status, StoredRoom
from kozyr_testing.steps import room_id, step, tag

ROOM = room_id()
SHARD = ROOM[:2]
GAME = FinishedGame(f"{ROOM}-1", b'{"game":"x"}', public=True)


async def done(store: RedisStore, *steps: Any) -> None:
    for each in steps:
        result = await store.commit(each)
        assert result.status is Status.OK, result


async def told_until(pubsub: Any, last: RoomId) -> list[str]:
    """The rooms whose commits were published, in order, up to one of the last."""
    told: list[str] = []
    async with asyncio.timeout(5):
        while last not in told:
            message = await pubsub.get_message(timeout=5)
            if message is not None and message["type"] == "message":
                told.append(message["channel"].decode().rpartition(":")[2])
    return told


async def test_first_commit_makes_the_room(store: RedisStore) -> None:
    await done(store, step(ROOM))
    assert await store.read(ROOM) == StoredRoom(1, tag(1), b"state 1")


async def test_commit_needs_the_version_and_the_tag(store: RedisStore) -> None:
    await done(store, step(ROOM))
    wrong = [step(ROOM), step(ROOM, 2), step(ROOM, 1, tag=tag(99))]
    for each in wrong:
        assert await store.commit(each) == CommitResult(Status.CONFLICT, 1, tag(1))
    assert await store.commit(step(room_id(1), 5)) == CommitResult(Status.CONFLICT, 0, "")
    assert await store.log(ROOM, 0) == [b"entry 1"]


async def test_each_commit_of_a_call_has_its_own_fate(store: RedisStore, raw: Any) -> None:
    fine, late, early, broken, also_fine = (room_id(number) for number in range(5))
    await done(store, step(late))
    await raw.set(keys.log(broken), "not a stream")
    calls = (await store.metrics())["commits_calls"]
    async with raw.pubsub() as pubsub:
        channels = map(keys.channel, (fine, late, early, broken, also_fine))
        await pubsub.subscribe(keys.LISTENERS, *channels)
        results = await asyncio.gather(
            store.commit(step(fine, due_ms=1)),
            store.commit(step(late)),
            store.commit(step(early, not_before_ms=2**52)),
            store.commit(step(broken)),
            store.commit(step(also_fine, summary=b"x", due_ms=1)),
        )
        # What was not written is not told: the last of the call was, so nothing comes any more.
        assert await told_until(pubsub, also_fine) == [fine, also_fine]
    assert [result.status for result in results] == [
        Status.OK,
        Status.CONFLICT,
        Status.EARLY,
        Status.ERROR,
        Status.OK,
    ]
    assert "WRONGTYPE" in results[3].detail
    assert abs(results[2].version - store.play_ms(early)) < 1000
    assert (await store.metrics())["commits_calls"] == calls + 1
    assert await store.confirm([fine, late, early, broken, also_fine]) == [
        (1, tag(1)),
        (1, tag(1)),
        (0, ""),
        (0, ""),
        (1, tag(1)),
    ]
    assert set((await store.tick()).due) == {fine, also_fine}


async def test_wrong_type_of_a_state_is_an_error_of_that_room(store: RedisStore, raw: Any) -> None:
    await raw.set(keys.state(ROOM), "not a hash")
    results = await asyncio.gather(store.commit(step(ROOM)), store.commit(step(room_id(1))))
    assert [result.status for result in results] == [Status.ERROR, Status.OK]


async def test_log_is_appended_restarted_and_dropped(store: RedisStore, raw: Any) -> None:
    await done(store, step(ROOM, log=Log.NONE))
    assert await raw.exists(keys.log(ROOM)) == 0
    await done(store, step(ROOM, 1, log=Log.RESTART), *(step(ROOM, n) for n in (2, 3)))
    assert await store.log(ROOM, 0) == [b"entry 2", b"entry 3", b"entry 4"]
    assert await store.log(ROOM, 3) == [b"entry 4"]
    await done(store, step(ROOM, 4, log=Log.RESTART))
    assert await store.log(ROOM, 0) == [b"entry 5"]
    assert await store.log_entry(ROOM, 5) == b"entry 5"
    assert await store.log_entry(ROOM, 4) is None
    await done(store, step(ROOM, 5, log=Log.DROP))
    assert await raw.exists(keys.log(ROOM)) == 0


async def test_log_never_cuts_a_long_deal(store: RedisStore) -> None:
    await done(store, step(ROOM, log=Log.RESTART), *(step(ROOM, n) for n in range(1, 300)))
    assert len(await store.log(ROOM, 0)) == 300


async def test_timer_is_set_moved_and_taken_away(store: RedisStore, raw: Any) -> None:
    await done(store, step(ROOM, due_ms=10))
    assert await raw.zscore(keys.timers(SHARD), ROOM) == 10
    await done(store, step(ROOM, 1, due_ms=20))
    assert await raw.zscore(keys.timers(SHARD), ROOM) == 20
    await done(store, step(ROOM, 2))
    assert await raw.zscore(keys.timers(SHARD), ROOM) is None


async def test_game_becomes_a_record_in_the_commit_that_ends_it(
    store: RedisStore, raw: Any
) -> None:
    await done(
        store,
        step(ROOM, deal=b"[0]"),
        step(ROOM, 1, fresh_deals=True),
        step(ROOM, 2, deal=b"[1]", more_deals=(b"[2]", b"[3]")),
        step(ROOM, 3, deal=b"[4]", game=GAME, log=Log.DROP, summary=b"s"),
    )
    assert await store.record(GAME.record) == b'{"game":"x","deals":[[1],[2],[3],[4]]}'
    assert await raw.exists(keys.deals(ROOM)) == 0
    assert 29 * 86400 < await raw.ttl(keys.record(GAME.record)) <= 30 * 86400
    assert await raw.zrange(keys.unarchived(SHARD), 0, -1) == [GAME.record.encode()]
    assert await raw.hget(keys.lobby(SHARD), ROOM) == b"s"


async def test_game_without_a_deal_has_a_record(store: RedisStore) -> None:
    await done(store, step(ROOM, fresh_deals=True), step(ROOM, 1, game=GAME))
    assert await store.record(GAME.record) == b'{"game":"x","deals":[]}'


async def test_lobby_counts_what_it_shows(store: RedisStore, raw: Any) -> None:
    counter = keys.lobby_counter(SHARD)
    await done(store, step(ROOM, summary=b"1"), step(ROOM, 1))
    assert await raw.get(counter) == b"1"
    await done(store, step(ROOM, 2, unlist=True), step(ROOM, 3, unlist=True))
    assert await raw.get(counter) == b"2"
    assert await raw.hlen(keys.lobby(SHARD)) == 0


async def test_closed_room_leaves_nothing_but_its_record(store: RedisStore, raw: Any) -> None:
    await done(store, step(ROOM, summary=b"1", due_ms=5, deal=b"{}", log=Log.RESTART))
    await raw.rpush(keys.chat(ROOM), "x")
    await store.set_watchers({ROOM: 3})
    await done(store, step(ROOM, 1, state=None, game=GAME, log=Log.APPEND))
    left = sorted(key.decode() for key in await raw.keys(f"*{ROOM}*"))
    assert left == [keys.record(GAME.record)]
    assert await raw.zcard(keys.timers(SHARD)) == 0
    assert await raw.hlen(keys.lobby(SHARD)) == 0
    assert await raw.get(keys.lobby_counter(SHARD)) == b"2"


@pytest.mark.parametrize(("size", "carried"), [(8192, True), (8193, False)])
async def test_message_is_last_and_carries_a_small_state(
    store: RedisStore, raw: Any, size: int, carried: bool
) -> None:
    async with raw.pubsub() as pubsub:
        await pubsub.subscribe(keys.LISTENERS, keys.channel(ROOM))
        state = b"\0\r\n" + b"s" * (size - 3)
        await done(store, step(ROOM, state=state))
        while (message := await pubsub.get_message(timeout=5)) is not None:
            if message["type"] == "message":
                break
    assert message is not None
    assert message["data"] == b"u00000007entry 1" + (state if carried else b"")


def test_all_keys_of_a_commit_but_the_clock_are_in_one_slot() -> None:
    whole = step(
        ROOM, deal=b"{}", game=GAME, state=None, summary=b"s", not_before_ms=1, fresh_deals=True
    )
    count, *rest = commits.command([whole])
    declared = [str(key) for key in rest[: int(count)]]
    assert len(set(declared)) == 13
    declared.remove(keys.CLOCK)
    assert len({key_slot(key.encode()) for key in declared}) == 1


def test_only_errors_of_the_whole_call_say_that_nothing_ran() -> None:
    full = commits.refusal("OOM command not allowed when used memory > 'maxmemory'.")
    away = commits.refusal("LOADING Redis is loading the dataset in memory")
    assert full is not None
    assert full.status is Status.FULL
    assert away is not None
    assert away.status is Status.UNAVAILABLE
    assert commits.refusal("ERR user_script:12: something") is None
    assert commits.refusal("WRONGTYPE Operation against a key") is None


def test_own_tag_means_done_and_anything_else_decide_again() -> None:
    lost = step(ROOM, 3)
    assert commits.recovered(lost, 4, tag(4)).status is Status.OK
    for pair in ((3, tag(3)), (4, tag(77)), (0, "")):
        result = commits.recovered(lost, *pair)
        assert (result.status, result.version, result.tag) == (Status.CONFLICT, *pair)
        assert result.was_lost
    assert commits.recovered(step(ROOM, 3, state=None), 0, "").status is Status.OK


def test_size_counts_what_is_long() -> None:
    small = commits.size(step(ROOM))
    long = step(ROOM, deal=b"d" * 1000, more_deals=(b"d" * 1000,), summary=b"s" * 200)
    assert commits.size(long) - small == 2200
