"""Scores, ends and examples of Knaves: `kozyr_games.knaves.scoring`."""

import random

import pytest
from msgspec.structs import replace

from kozyr_games.knaves import GAME
from kozyr_games.spec import OptionError
from kozyr_protocol.cards import PACK_52
from kozyr_protocol.games.knaves import (
    DealScored,
    TrickTaken,
)
from kozyr_protocol.record import Ended
from kozyr_testing.knaves_tables import act, dealt, ended, points, scored, table
from kozyr_testing.rules import rule
from kozyr_testing.tables import find, finished

# --- B3: score --------------------------------------------------------------------------------


@rule("B3.score")
@pytest.mark.parametrize(
    ("jack", "value"), [("", 1), ("JH", -3), ("JD", -2), ("JC", -1), ("JS", 0)]
)
def test_a_trick_counts_1_and_its_jack_costs(jack: str, value: int) -> None:
    assert points(1, jack) == value


@rule("B3.score")
def test_several_jacks_in_one_trick_all_count() -> None:
    state, events = act(table("JC 2H | AC 3H | JH 4H"), "JC", "AC", "JH")
    assert find(events, TrickTaken) == TrickTaken(1, ("JC", "JH"))
    assert GAME.view(state, None).jacks == ((), ("JC", "JH"), ())
    assert points(1, "JC JH") == -5


@rule("B3.score")
def test_totals_may_be_negative() -> None:
    state, _ = scored((15, 2, 0), "| JH JD JC JS |", (0, 3, 0))
    assert GAME.sheet(state)[0].totals == (15, -5, 0)


@rule("B3.sum", "B6.out_of_play")
@pytest.mark.parametrize(
    ("turned", "total"), [("4D", 7), ("JH", 11), ("JD", 10), ("JC", 9), ("JS", 8)]
)
def test_a_deal_adds_up(turned: str, total: int) -> None:
    for seed in range(5):
        (row,) = GAME.sheet(finished(GAME, dealt(turned), random.Random(seed)))
        assert sum(row.scores) == row.check == total


# --- B4: end ----------------------------------------------------------------------------------


@rule("B4.end")
def test_20_points_end_the_game_after_a_deal() -> None:
    assert GAME.outcome(scored((2, 0, 0), "||", (17, 8, 7))[0]) is None
    result = GAME.outcome(scored((2, 0, 0), "||", (18, 8, 7))[0])
    assert result is not None
    assert (result.totals, result.winners, result.ended) == ((20, 8, 7), (0,), Ended.COMPLETE)


@rule("B4.end")
def test_20_in_mid_deal_does_not_end_it() -> None:
    state = replace(table("9C 2C | AC 3C | 4C 5C"), totals=(19, 19, 19))
    state, _ = act(state, "9C", "AC", "4C")
    assert GAME.to_act(state) == (1,)


@rule("B4.highest")
def test_of_several_with_20_the_highest_wins() -> None:
    result = GAME.outcome(ended((21, 23, 20)))
    assert result is not None
    assert result.winners == (1,)


@rule("B4.ties", "B.defects")
def test_equal_totals_share() -> None:
    result = GAME.outcome(ended((20, 4, 20)))
    assert result is not None
    assert result.winners == (0, 2)


@rule("B4.ties", "B.defects")
def test_with_play_on_all_play_until_one_is_alone() -> None:
    state = ended((20, 4, 20), tie_break="play_on")
    assert GAME.outcome(state) is None
    assert GAME.wants_deck(state) == PACK_52
    assert GAME.outcome(ended((20, 4, 21), tie_break="play_on")) is not None


@rule("B4.settlement")
@pytest.mark.parametrize(
    ("options", "paid"),
    [
        ({}, None),
        ({"settlement": "difference"}, None),
        ({"stake": 5}, (10, -5, -5)),
        ({"stake": 5, "settlement": "pot"}, (10, -5, -5)),
        ({"stake": 2, "settlement": "difference"}, (48, -4, -44)),
    ],
)
def test_a_stake_is_settled_by_pot_or_difference(
    options: dict[str, object], paid: tuple[int, ...] | None
) -> None:
    result = GAME.outcome(ended((23, 21, 1), **options))
    assert result is not None
    assert result.settlement == paid


@rule("B4.settlement")
def test_tied_winners_divide_the_pot_and_the_eldest_gets_the_odd_chip() -> None:
    result = GAME.outcome(ended((20, 4, 20), stake=5))
    assert result is not None
    assert result.settlement == (3, -5, 2)


@rule("B4.settlement")
def test_a_stake_needs_a_settlement() -> None:
    with pytest.raises(OptionError, match="settlement: must be pot or difference"):
        GAME.resolve({"stake": 5, "settlement": "none"}, 3)


# --- B5: examples -----------------------------------------------------------------------------


@rule("B5.1")
def test_example_1_six_tricks_with_two_jacks() -> None:
    assert points(6, "JH JS") == 1
    assert points(1, "JS") == 0


@rule("B5.2", "B5.4")
def test_examples_2_and_4_a_deal_of_7() -> None:
    state, events = scored((9, 5, 3), "JC | JH JD | JS")
    (row,) = GAME.sheet(state)
    assert row.scores == (7, -2, 2)
    assert sum(row.scores) == row.check == 7
    assert row.detail == {"tricks": [9, 5, 3], "jacks": [["JC"], ["JH", "JD"], ["JS"]]}
    assert find(events, DealScored).row == row


@rule("B5.3")
def test_example_3_the_jack_of_diamonds_turned() -> None:
    state = dealt("JD")
    assert GAME.view(state, None).trump == "D"
    (row,) = GAME.sheet(finished(GAME, state))
    assert sum(row.scores) == row.check == 10


@rule("B5.5")
def test_example_5_the_extremes() -> None:
    assert points(0) == 0
    assert points(17, "JH JD JC JS") == 7
    assert points(15) == 15
    assert points(16) == 16
    assert points(2, "JH JD JC JS") == -8


@rule("B5.6")
def test_example_6_15_8_7_is_nothing_special() -> None:
    state, _ = scored((1, 0, 0), "||", (14, 8, 7))
    assert GAME.sheet(state)[0].totals == (15, 8, 7)
    assert GAME.outcome(state) is None


@rule("B5.7")
def test_example_7_23_wins() -> None:
    state, _ = scored((5, 5, 7), "| JS | JH JD JC", (18, 17, 3))
    assert GAME.sheet(state)[0].scores == (5, 4, -2)
    result = GAME.outcome(state)
    assert result is not None
    assert (result.totals, result.winners) == ((23, 21, 1), (0,))
