"""Leaderboards and players over HTTP (`kozyr_server.ratings.pages`)."""

import random

from kozyr_games.registry import GAMES
from kozyr_protocol.ids import GameKey, PlayerId
from kozyr_server.ratings.pages import Pages, is_place, is_player
from kozyr_server.store.client import RedisStore
from kozyr_testing.rated import all_taken, file, keeper


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
