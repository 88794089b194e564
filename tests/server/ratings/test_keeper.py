"""Finished games become ratings, once each (`kozyr_server.ratings.keeper`)."""

import asyncio
import random

from kozyr_protocol.ids import GameKey, PlayerId
from kozyr_protocol.record import By
from kozyr_server.ratings.reckoning import Unrated
from kozyr_server.store import keys
from kozyr_server.store.client import RedisStore
from kozyr_testing.rated import PLAYERS, all_taken, are_as_recounted, file, keeper


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


async def test_a_game_that_a_stand_in_played_is_shown_and_does_not_count(
    two: tuple[RedisStore, RedisStore],
) -> None:
    rng = random.Random(4)
    games = [await file(two[0], number, rng) for number in range(30)]
    await all_taken(keeper(two[0]))
    seen = set()
    for player in map(PlayerId, PLAYERS):
        kept = await two[0].ratings.kept(player, [GameKey("oh_well"), GameKey("knaves")], 50)
        assert kept is not None
        for shown in kept.results:
            game = next(each for each in games if f"{each.room}-1" == shown.record)
            stood_in = sum(action.by is By.STAND_IN for action in game.deals[0].actions)
            assert (shown.unrated, shown.points is None) == (
                (Unrated.STAND_IN, True) if stood_in == 3 else (None, False)
            )
            seen.add(stood_in)
    assert seen == {0, 2, 3}


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
