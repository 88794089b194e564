"""Finished games, `kozyr_server.store.records`."""

from typing import Any

import msgspec

from kozyr_protocol import record as protocol_record
from kozyr_protocol.ids import RoomId
from kozyr_server.store import keys, library, records
from kozyr_server.store.client import RedisStore, StoreOptions, open_store
from kozyr_server.store.model import FinishedGame, ProcessId
from kozyr_testing.steps import CLOCK, CLOCK_KEY, room_id, step


def head(room: RoomId) -> dict[str, Any]:
    return {
        "format": "kozyr.record/1",
        "game": "oh_well",
        "rules": 1,
        "preset": None,
        "ended": "complete",
        "options": {"note": "},]"},
        "room": room,
        "seats": [{"name": "Аня", "kind": "human"}, {"name": 'Б"', "kind": "bot"}],
        "started": "2026-01-01T00:00:00Z",
        "finished": "2026-01-01T01:00:00Z",
        "draw": None,
        "totals": [1, 2],
        "winners": [1],
        "settlement": None,
    }


def deal(number: int) -> dict[str, Any]:
    return {
        "number": number,
        "dealer": 0,
        "hands": [["AS"], ["TC"]],
        "scores": [1, 2],
        "detail": {"bids": [0, 1]},
        "actions": [{"seat": 0, "action": {"type": "bid"}, "at_ms": 5, "by": "player"}],
        "fairness": {
            "n": number,
            "tip": "00",
            "server_link": "00",
            "seat_tips": [None, None],
            "seat_links": [None, None],
            "missing": [],
        },
    }


async def finish(store: RedisStore, number: int, public: bool = True) -> str:
    room = room_id(number)
    game = FinishedGame(f"{room}-1", b"{}", public)
    await store.commit(step(room, state=None, game=game))
    return game.record


async def test_record_reads_as_one_line_of_the_format(store: RedisStore) -> None:
    room = room_id()
    deals = [msgspec.json.encode(deal(number)) for number in (1, 2, 3)]
    game = FinishedGame(f"{room}-2", msgspec.json.encode(head(room)), public=False)
    await store.commit(step(room, deal=deals[0], more_deals=(deals[1],)))
    await store.commit(step(room, 1, deal=deals[2], game=game))
    assert await store.record(f"{room}-2") is None, "a private game is not shown to everybody"
    line = await store.record(f"{room}-2", private=True)
    assert line is not None
    assert b"\n" not in line
    whole = msgspec.json.encode(head(room) | {"deals": [deal(number) for number in (1, 2, 3)]})
    assert protocol_record.loads(line) == protocol_record.loads(whole)


async def test_record_that_is_not_there(store: RedisStore) -> None:
    assert await store.record(f"{room_id()}-1") is None
    for strange in ("", "x", "../../etc", f"{room_id()}-1:state", f"{room_id()}-", "ж" * 20):
        assert await store.record(strange) is None
        assert await store.records(10, before=strange) == ()
    assert await store.records(10, before=f"{room_id()}-1") == ()


async def test_list_is_newest_first_in_pages_and_public(store: RedisStore) -> None:
    made = [await finish(store, number, public=number % 4 != 0) for number in range(60)]
    public = [record for number, record in enumerate(made) if number % 4 != 0]
    pages: list[str] = []
    while page := await store.records(7, before=pages[-1] if pages else None):
        pages += page
        assert len(page) == 7 or len(pages) == len(public)
    assert len(pages) == len(set(pages))
    assert set(pages) == set(public)
    # Those of one millisecond have the order of their ids.
    ends = [await ended_ms(store, record) for record in pages]
    assert ends == sorted(ends, reverse=True)


async def ended_ms(store: RedisStore, record: str) -> float:
    return float(await store._calls.ask("ZSCORE", keys.records(record[:2]), record))


async def test_list_is_right_when_all_new_games_are_of_one_shard(
    store: RedisStore, raw: Any
) -> None:
    crowd = {f"07{'a' * 12}-{number}": 1_000_000 + number for number in range(300)}
    await raw.zadd(keys.public_records("07"), crowd)
    await raw.zadd(keys.public_records("08"), {f"08{'a' * 12}-1": 5})
    expected = sorted(crowd, key=lambda record: crowd[record], reverse=True)
    assert list(await store.records(100)) == expected[:100]
    assert list(await store.records(400)) == [*expected, f"08{'a' * 12}-1"]


async def test_oldest_over_the_bound_go_first(store: RedisStore, raw: Any) -> None:
    seconds, _ = await raw.time()
    pipeline = raw.pipeline()
    for number in range(records.MAX_RECORDS + 700):
        record = f"{room_id(number % 3000)}-{number}"
        ended = seconds * 1000 - 1_000_000 + number
        for index in (keys.records, keys.public_records, keys.unarchived):
            pipeline.zadd(index(record[:2]), {record: ended})
        pipeline.rpush(keys.record(record), "{}")
    await pipeline.execute()
    finished = store._records
    assert await finished.trim() == records.TRIM_ROUND
    assert await finished.trim() == 700 - records.TRIM_ROUND
    assert await finished.trim() == 0
    for number, there in ((0, 0), (699, 0), (700, 1), (records.MAX_RECORDS + 699, 1)):
        record = f"{room_id(number % 3000)}-{number}"
        assert await raw.exists(keys.record(record)) == there
        for index in (keys.records, keys.public_records, keys.unarchived):
            assert (await raw.zscore(index(record[:2]), record) is not None) == bool(there)


async def test_entries_of_games_that_ran_out_go(store: RedisStore, raw: Any) -> None:
    new = await finish(store, 1)
    old = f"{room_id(2)}-1"
    seconds, _ = await raw.time()
    await raw.zadd(keys.records(old[:2]), {old: (seconds - library.MAX_RECORD_AGE_S - 9) * 1000})
    assert await store._records.trim() == 1
    assert await raw.zscore(keys.records(old[:2]), old) is None
    assert await store.records(5) == (new,)


async def test_games_age_by_the_clock_that_dates_them(url: str, raw: Any) -> None:
    options = StoreOptions("everysec", clock=CLOCK, records_s=1_000)
    await raw.set(CLOCK_KEY, 1_700_000_000_000)
    async with open_store(url, ProcessId("bbbbbbbbbbbb"), options) as store:
        finished = await finish(store, 1)
        await raw.incrby(CLOCK_KEY, 999_000)
        assert await store._records.trim() == 0
        assert await store.records(5) == (finished,)
        await raw.incrby(CLOCK_KEY, 2_000)
        assert await store._records.trim() == 1
        assert await store.records(5) == ()


async def test_bounds_are_those_that_the_server_is_set_to(store: RedisStore, raw: Any) -> None:
    seconds, _ = await raw.time()
    ids = [f"{keys.SHARD_NAMES[n]}{'a' * 12}-1" for n in range(4)]
    for age, record in enumerate(ids):
        await raw.zadd(keys.records(record[:2]), {record: (seconds - age * 100) * 1000})
    few = records.Records(store._calls, library.load(), max_records=3, keep_s=1000)
    assert await few.trim() == 1
    young = records.Records(store._calls, library.load(), max_records=3, keep_s=150)
    assert await young.trim() == 1
    assert [await raw.zcard(keys.records(each[:2])) for each in ids] == [1, 1, 0, 0]
