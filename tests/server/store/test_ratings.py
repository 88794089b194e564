"""What the store keeps of ratings (`kozyr_server.store.ratings`)."""

import random
from collections.abc import AsyncIterator

import pytest

from kozyr_games.registry import GAMES
from kozyr_protocol.ids import GameKey, PlayerId
from kozyr_server.ratings import reckoning
from kozyr_server.ratings.keeper import packed
from kozyr_server.store import keys
from kozyr_server.store.client import RedisStore, open_store
from kozyr_server.store.model import ProcessId
from kozyr_server.store.ratings import Change
from kozyr_testing.rated import OPTIONS, PLAYERS, all_taken, are_as_recounted, file, keeper


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


@pytest.fixture
async def two(url: str) -> AsyncIterator[tuple[RedisStore, RedisStore]]:
    """Two processes, on a store of each kind."""
    async with (
        open_store(url, ProcessId("one"), OPTIONS) as first,
        open_store(url, ProcessId("two"), OPTIONS) as second,
    ):
        yield first, second


async def test_one_process_reckons_at_a_time(two: tuple[RedisStore, RedisStore]) -> None:
    first, second = (store.ratings for store in two)
    assert await first.lease()
    assert not await second.lease()
    assert await first.lease(), "its own is renewed"
    await two[0]._calls.ask("DEL", keys.RATINGS_LEASE)
    assert await second.lease()
    assert not await first.lease()


async def test_only_who_knows_the_cursor_takes_a_game_in(
    two: tuple[RedisStore, RedisStore],
) -> None:
    first, second = (store.ratings for store in two)
    change = Change(PlayerId(PLAYERS[0]), "Аня", b"standing", 1200, None)
    assert await first.apply("", "one", GameKey("king"), [change])
    assert not await second.apply("", "two", GameKey("king"), [change])
    assert await second.cursor() == "one"
    (line,) = await second.leaderboard(GameKey("king"), 0, 10)
    assert (line.name, line.points, line.standing) == ("Аня", 1200, b"standing")
    assert await second.leaderboard(GameKey("knaves"), 0, 10) == []


async def test_windows_are_in_order_and_leave_nothing_out(
    two: tuple[RedisStore, RedisStore],
) -> None:
    rng = random.Random(4)
    ratings = two[0].ratings
    games = [await file(two[0], number, rng) for number in range(25)]
    public = {f"{game.room}-1" for game in games if game.public}
    now_ms = await ratings.now_ms()
    seen: list[tuple[int, str]] = []
    after_ms = 0
    while page := await ratings.ended(after_ms, now_ms, 4):
        assert page == sorted(page)
        seen += page
        after_ms = page[-1][0]
    assert seen == sorted(seen)
    assert len(seen) == len(public)
    assert {record for _, record in seen} == public
