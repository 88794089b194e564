"""Finished games become ratings, once each (`kozyr_server.ratings.keeper`, `.pages`)."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest

from kozyr_games.registry import GAMES
from kozyr_protocol import record as records
from kozyr_protocol.ids import GameKey, PlayerId
from kozyr_protocol.record import Ended, Record, RecordSeat
from kozyr_server.ratings import reckoning
from kozyr_server.ratings.keeper import Keeper, packed
from kozyr_server.ratings.pages import Pages, is_place, is_player
from kozyr_server.ratings.rebuild import rebuild
from kozyr_server.store import keys
from kozyr_server.store.client import RedisStore, StoreOptions, open_store
from kozyr_server.store.model import FinishedGame, ProcessId
from kozyr_testing.steps import room_id, step
from kozyr_testing.stores import embedded_valkey

OPTIONS = StoreOptions(durability="everysec")
PLAYERS = [f"p{name * 16}" for name in "abcdefgh"]


@pytest.fixture
async def two() -> AsyncIterator[tuple[RedisStore, RedisStore]]:
    """Two processes on one store."""
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(embedded_valkey())
        stores = [
            await stack.enter_async_context(open_store(url, ProcessId(name), OPTIONS))
            for name in ("one", "two")
        ]
        yield stores[0], stores[1]


def keeper(store: RedisStore) -> Keeper:
    return Keeper(store, behind_ms=-1)


async def file(store: RedisStore, number: int, rng: random.Random) -> Record:
    """End one game between some of the players."""
    count = rng.randint(3, 5)
    totals = tuple(rng.randint(0, 5) for _ in range(count))
    room = room_id(number)
    record = Record(
        game=rng.choice(["oh_well", "knaves"]),
        rules=1,
        preset=None,
        ended=Ended.COMPLETE,
        options={},
        room=room,
        seats=tuple(
            RecordSeat(f"name {each}", "human", player=each) for each in rng.sample(PLAYERS, count)
        ),
        started="2026-01-01T00:00:00Z",
        finished=f"2026-01-01T01:{number // 60 % 60:02}:{number % 60:02}.000Z",
        draw=None,
        totals=totals,
        winners=tuple(seat for seat, total in enumerate(totals) if total == max(totals)),
        settlement=None,
        public=rng.random() < 0.8,
    )
    head = msgspec.to_builtins(record)
    del head["deals"]
    line = msgspec.json.encode(head)
    game = FinishedGame(f"{room}-1", line, record.public)
    await store.commit(step(room, state=None, game=game))
    return record


async def all_taken(*keepers: Keeper) -> None:
    while sum([await each.round() for each in keepers]):
        pass


async def are_as_recounted(store: RedisStore, games: list[Record]) -> None:
    expected = reckoning.recount(games)
    for game, standings in expected.items():
        kept = await store.ratings.standings(game, [PlayerId(each) for each in PLAYERS])
        assert kept == {player: packed(standing) for player, standing in standings.items()}
        board = await store.ratings.leaderboard(game, 0, 50)
        listed = {p: s.points for p, s in standings.items() if s.games >= reckoning.LISTED_AFTER}
        assert {line.player: line.points for line in board} == listed
        points = [line.points for line in board]
        assert points == sorted(points, reverse=True)


async def test_ratings_equal_a_recount_of_the_records(two: tuple[RedisStore, RedisStore]) -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    rng = random.Random(seed)
    games = [await file(rng.choice(two), number, rng) for number in range(40)]
    first, second = map(keeper, two)
    await all_taken(first, second)
    games += [await file(rng.choice(two), number, rng) for number in range(40, 70)]
    await all_taken(second, first)
    await are_as_recounted(two[0], games)
    assert (first.taken, second.taken) == (sum(g.public for g in games), 0), "one has the lease"
    assert first.late == 0
    kept = await two[1].ratings.kept(PlayerId(PLAYERS[0]), [GameKey("oh_well")], 50)
    assert kept is not None
    own = [g for g in games if g.public and any(s.player == PLAYERS[0] for s in g.seats)]
    assert [result.finished for result in kept.results] == [g.finished for g in reversed(own)]


async def test_a_process_that_dies_in_the_middle_leaves_nothing_out_or_twice(
    two: tuple[RedisStore, RedisStore],
) -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    rng = random.Random(seed)
    games = [await file(two[0], number, rng) for number in range(30)]
    for _ in range(5):
        # Cut off at some moment of its round, as by a kill; another one takes over.
        round_ = asyncio.create_task(keeper(two[0]).round())
        await asyncio.sleep(rng.uniform(0.001, 0.02))
        while not round_.done():
            round_.cancel()
            await asyncio.wait([round_], timeout=0.01)
        await two[0]._calls.ask("DEL", keys.RATINGS_LEASE)
    await all_taken(keeper(two[1]))
    await are_as_recounted(two[0], games)


async def test_standings_can_be_replaced(two: tuple[RedisStore, RedisStore]) -> None:
    rng = random.Random(1)
    games = [await file(two[0], number, rng) for number in range(20)]
    await all_taken(keeper(two[0]))
    ratings = two[0].ratings
    await ratings.replace({GameKey(game): {} for game in GAMES}, {})
    assert await ratings.standings(GameKey("knaves"), [PlayerId(p) for p in PLAYERS]) == {}
    assert await ratings.leaderboard(GameKey("knaves"), 0, 50) == []
    boards = {
        game: {
            player: (packed(one), one.points if one.games >= reckoning.LISTED_AFTER else None)
            for player, one in standings.items()
        }
        for game, standings in reckoning.recount(games).items()
    }
    await ratings.replace(boards, {})
    await are_as_recounted(two[0], games)


async def test_pages(two: tuple[RedisStore, RedisStore]) -> None:
    rng = random.Random(2)
    games = [await file(two[0], number, rng) for number in range(40)]
    await all_taken(keeper(two[0]))
    pages = Pages(two[0].ratings, tuple(GAMES))
    board = await pages.leaderboard(GameKey("knaves"), 0)
    assert [line["place"] for line in board["players"]] == list(range(1, len(board["players"]) + 1))
    assert board["next"] is None
    best = board["players"][0]
    page = await pages.player(best["player"])
    assert page is not None
    assert page["ratings"]["knaves"]["place"] == 1
    assert page["ratings"]["knaves"]["points"] == best["points"]
    assert page["name"] == best["name"]
    assert len(page["results"]) == sum(
        g.public and any(s.player == best["player"] for s in g.seats) for g in games
    )
    assert await pages.player(PlayerId("p" + "z" * 16)) is None
    assert not is_player("p; DEL x")
    assert not is_place("-1")
    assert not is_place("9" * 30)
    assert is_player(best["player"])


async def test_a_rebuild_of_store_and_archive_gives_the_same(tmp_path: Path) -> None:
    rng = random.Random(3)
    async with (
        embedded_valkey() as url,
        open_store(url, ProcessId("one"), OPTIONS) as store,
    ):
        games = [await file(store, number, rng) for number in range(30)]
        old = games[:10]
        await all_taken(keeper(store))
        lines = [records.dumps(each) for each in old]
        # The last line was cut short by a power cut, and the first ones are there twice.
        archived = b"\n".join([*lines, *lines[:3], lines[0][:40]])
        (tmp_path / "records-2026-01-01-one.jsonl").write_bytes(archived)
        for each in old:
            await store._calls.ask("ZREM", keys.public_records(each.room[:2]), f"{each.room}-1")
        await store.ratings.replace({GameKey(game): {} for game in GAMES}, {})
        await store._calls.ask("DEL", keys.RATINGS_LEASE)
        done = await rebuild(url, tmp_path)
        await are_as_recounted(store, games)
        assert done.files == 1
        assert done.games == sum(each.public for each in games)
        assert await store.ratings.lease() is False
