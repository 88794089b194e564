"""What games do to ratings (`kozyr_server.ratings.reckoning`)."""

import random
from typing import Any

import pytest
from msgspec import Raw
from msgspec.structs import replace

from kozyr_protocol.fair import Fairness
from kozyr_protocol.ids import GameKey, PlayerId
from kozyr_protocol.record import (
    By,
    Ended,
    Record,
    RecordAction,
    RecordDeal,
    RecordSeat,
)
from kozyr_server.ratings import reckoning
from kozyr_server.ratings.reckoning import Standing, Unrated

PLAY = Raw(b'{"type":"play","card":"AS"}')


def game(totals: tuple[int, ...], winners: tuple[int, ...], **changes: Any) -> Record:
    """A game of oh_well between `p0`, `p1` …"""
    seats = tuple(RecordSeat(f"n{i}", "human", player=f"p{i}") for i in range(len(totals)))
    record = Record(
        game="oh_well",
        rules=1,
        preset=None,
        ended=Ended.COMPLETE,
        options={},
        room="00aaaaaaaaaaaa",
        seats=seats,
        started="2026-01-01T00:00:00Z",
        finished="2026-01-01T01:00:00Z",
        draw=None,
        totals=totals,
        winners=winners,
        settlement=None,
    )
    return replace(record, **changes)


def acted(*made: tuple[int, By]) -> tuple[RecordDeal, ...]:
    fairness = Fairness(1, "", "", (), (), ())
    actions = tuple(RecordAction(seat, PLAY, 0, by) for seat, by in made)
    return (
        RecordDeal(
            number=1,
            dealer=0,
            hands=(),
            scores=(),
            detail={},
            actions=actions,
            fairness=fairness,
        ),
    )


def test_winners_are_first_and_the_others_by_their_points() -> None:
    assert reckoning.placed(game((5, 9, 9, 2), (1,))).places == (3, 1, 2, 4)
    assert reckoning.placed(game((5, 9, 9, 2), (1, 2))).places == (3, 1, 1, 4)
    assert reckoning.placed(game((5, 5, 9), (2,))).places == (2, 2, 1)
    # A winner by other means than points is first all the same.
    assert reckoning.placed(game((50, 10), (1,))).places == (2, 1)


def test_partners_are_one_side() -> None:
    placed = reckoning.placed(game((30, 22, 30, 22), (0, 2), options={"partners": True}))
    assert placed.sides == ((0, 2), (1, 3))
    assert placed.places == (1, 2)
    after = reckoning.after(game((30, 22, 30, 22), (0, 2), options={"partners": True}), {})
    assert after[PlayerId("p0")] == after[PlayerId("p2")]
    assert after[PlayerId("p0")].points > 1000 > after[PlayerId("p1")].points


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (game((1, 2), (1,)), None),
        (game((1, 2), (1,), ended=Ended.LIMIT), None),
        (game((1, 2), (1,), public=False), Unrated.PRIVATE),
        (game((1, 2), (1,), ended=Ended.VOTED), Unrated.NOT_ENDED),
        (game((1, 2), (1,), ended=Ended.ABANDONED), Unrated.NOT_ENDED),
        (
            game((1, 2), (1,), seats=(RecordSeat("a", "human"), RecordSeat("b", "human"))),
            Unrated.UNKNOWN,
        ),
        (
            game(
                (1, 2),
                (1,),
                seats=(
                    RecordSeat("a", "human", player="p0"),
                    RecordSeat("b", "bot", player="p1"),
                ),
            ),
            Unrated.BOT,
        ),
        (
            game(
                (1, 2),
                (1,),
                seats=(RecordSeat("a", "human", player="p0"),) * 2,
            ),
            Unrated.UNKNOWN,
        ),
    ],
)
def test_what_counts(record: Record, why: Unrated | None) -> None:
    assert reckoning.unrated(record) is why


def test_a_stand_in_may_play_half_of_a_seat_and_no_more() -> None:
    half = acted((0, By.PLAYER), (1, By.STAND_IN), (1, By.TIMEOUT))
    more = acted((0, By.PLAYER), (1, By.STAND_IN), (1, By.STAND_IN), (1, By.PLAYER))
    assert reckoning.unrated(game((1, 2), (1,), deals=half)) is None
    assert reckoning.unrated(game((1, 2), (1,), deals=more)) is Unrated.STAND_IN


def test_points_begin_at_1000_and_winning_raises_them() -> None:
    assert Standing().points == 1000
    after = reckoning.after(game((3, 2, 1), (0,)), {})
    points = [after[PlayerId(f"p{i}")].points for i in range(3)]
    assert points == sorted(points, reverse=True)
    assert len(set(points)) == 3
    assert [after[PlayerId(f"p{i}")].wins for i in range(3)] == [1, 0, 0]
    assert {one.games for one in after.values()} == {1}


def test_who_always_wins_rises_and_the_model_becomes_sure() -> None:
    standings: dict[PlayerId, Standing] = {}
    seen = [1000]
    for _ in range(30):
        standings.update(reckoning.after(game((9, 1, 1), (0,)), standings))
        seen.append(standings[PlayerId("p0")].points)
    assert seen == sorted(seen)
    assert seen[-1] > 1800
    assert standings[PlayerId("p0")].sigma < Standing().sigma * 0.75


def test_a_recount_is_the_same_in_any_order_and_with_doubles() -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    rng = random.Random(seed)
    games = []
    for number in range(200):
        seats = rng.sample(range(12), rng.randint(2, 5))
        totals = tuple(rng.randint(0, 9) for _ in seats)
        winners = tuple(i for i, t in enumerate(totals) if t == max(totals))
        games.append(
            game(
                totals,
                winners,
                room=f"{number:014}",
                game=rng.choice(["oh_well", "king"]),
                finished=f"2026-01-{1 + number % 28:02}T00:00:00Z",
                public=rng.random() < 0.9,
                seats=tuple(RecordSeat("", "human", player=f"p{i}") for i in seats),
            )
        )
    once = reckoning.recount(games)
    shuffled = games + rng.sample(games, 50)
    rng.shuffle(shuffled)
    assert reckoning.recount(shuffled) == once
    by_hand: dict[GameKey, dict[PlayerId, Standing]] = {}
    for each in sorted(games, key=reckoning.order):
        if each.public:
            of_game = by_hand.setdefault(GameKey(each.game), {})
            of_game.update(reckoning.after(each, of_game))
    assert once == by_hand
