"""Scenarios of `kozyr_games.match`."""

import pytest

from kozyr_games.match import (
    added,
    difference,
    leaders,
    left_of,
    pot,
    ranking,
    settlement,
    shares,
    standing,
)
from kozyr_games.registry import GAMES
from kozyr_protocol.ids import GameKey
from kozyr_protocol.record import Ended
from kozyr_testing.rules import rule
from kozyr_testing.tables import finished, played


def test_the_seat_to_the_left_is_the_next_clockwise() -> None:
    assert [left_of(seat, 4) for seat in range(4)] == [1, 2, 3, 0]


def test_totals_after_a_deal() -> None:
    assert added((95, 92, 60, 90), (3, 13, 13, 14)) == (98, 105, 73, 104)


@rule("0.ranking")
@pytest.mark.parametrize(
    ("totals", "places"),
    [
        ((23, 21, 1), (1, 2, 3)),
        ((7, 7, 3), (1, 1, 3)),
        ((3, 7, 7), (3, 1, 1)),
        ((9, 4, 4, 1), (1, 2, 2, 4)),
        ((0, 0, 0), (1, 1, 1)),
        ((-16, 8, -16), (2, 1, 2)),
    ],
)
def test_ties_share_the_better_place(totals: tuple[int, ...], places: tuple[int, ...]) -> None:
    assert ranking(totals) == places


@pytest.mark.parametrize(
    ("totals", "first"), [((98, 105, 73, 104), (1,)), ((7, 3, 7), (0, 2)), ((-5, -2, -5), (1,))]
)
def test_leaders_have_the_highest_total(totals: tuple[int, ...], first: tuple[int, ...]) -> None:
    assert leaders(totals) == first


def test_two_winners_halve_a_pot_of_100() -> None:
    assert shares(100, (0, 3), 0, 5) == (50, 0, 0, 50, 0)


@pytest.mark.parametrize(
    ("eldest", "got"),
    [(0, (34, 0, 33, 33, 0)), (1, (33, 0, 34, 33, 0)), (3, (33, 0, 33, 34, 0))],
)
def test_three_winners_of_100_the_odd_chip_clockwise_from_the_eldest(
    eldest: int, got: tuple[int, ...]
) -> None:
    assert shares(100, (0, 2, 3), eldest, 5) == got


def test_the_pot_is_net_of_the_own_stake() -> None:
    assert pot(20, (0, 3), 0, 5) == (30, -20, -20, 30, -20)
    assert pot(20, (4,), 0, 5) == (-20, -20, -20, -20, 80)


def test_with_all_as_winners_nobody_pays() -> None:
    assert pot(7, (0, 1, 2), 2, 3) == (0, 0, 0)


def test_each_loser_pays_the_stake_times_his_margin() -> None:
    assert difference(1, (100, 97, 74), (0,), 1) == (29, -3, -26)
    assert difference(5, (98, 105, 73, 104), (1,), 0) == (-35, 200, -160, -5)


def test_several_winners_divide_what_the_losers_pay() -> None:
    assert difference(1, (20, 15, 20), (0, 2), 1) == (2, -5, 3)


@pytest.mark.parametrize(
    ("how", "stake", "paid"),
    [
        ("pot", 5, (10, -5, -5)),
        ("difference", 5, (145, -15, -130)),
        ("none", 5, None),
        ("pot", 0, None),
        ("difference", 0, None),
    ],
)
def test_a_stake_is_settled_as_agreed(how: str, stake: int, paid: tuple[int, ...] | None) -> None:
    assert settlement(how, stake, (100, 97, 74), (0,), 1) == paid


@rule("0.pack")
@pytest.mark.parametrize("key", GAMES)
def test_each_deal_is_of_the_complete_pack(key: GameKey) -> None:
    spec = GAMES[key]
    options = spec.resolve({"draw": "off"}, spec.usual_seats)
    state = spec.setup(options, spec.usual_seats)
    whole = spec.wants_deck(state)
    assert whole is not None
    assert len(set(whole)) == len(whole) in {32, 52}
    for _ in range(3):
        assert spec.wants_deck(state) == whole
        state = finished(spec, spec.deal(state, whole).state)


@rule("0.pot")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("key", ["oh_well", "knaves"])
def test_who_wins_has_the_target_and_gets_the_pot_to_the_last_chip(key: str, seed: int) -> None:
    spec, stake, seats = GAMES[GameKey(key)], 7, 3
    options = spec.resolve({"draw": "off", "stake": stake, "target": 25}, seats)
    end = spec.outcome(played(spec, spec.setup(options, seats), seed))
    assert end is not None
    assert end.settlement is not None
    assert {end.totals[seat] for seat in end.winners} == {max(end.totals)}
    assert max(end.totals) >= 25
    got = [net + stake for net in end.settlement]
    assert sum(got[seat] for seat in end.winners) == stake * seats
    assert all(got[seat] == 0 for seat in range(seats) if seat not in end.winners)


def test_the_standing_settles_the_stake_from_the_eldest_hand_of_the_last_deal() -> None:
    end = standing((9, 9, 4), 0, "pot", 3, None)
    assert (end.winners, end.settlement, end.ended) == ((0, 1), (1, 2, -3), Ended.COMPLETE)
    end = standing((9, 9, 4), 2, "pot", 3, Ended.LIMIT)
    assert (end.settlement, end.ended) == ((2, 1, -3), Ended.LIMIT)
    assert standing((9, 9, 4), 2, "none", 0, None).settlement is None
