"""Scores, settlements and examples of Oh Well: `kozyr_games.oh_well.scoring`."""

import pytest
from msgspec.structs import replace

from kozyr_games.oh_well import GAME
from kozyr_games.oh_well.scoring import ending, score
from kozyr_games.spec import OptionError
from kozyr_protocol.cards import PACK_52
from kozyr_protocol.games.oh_well import (
    DealScored,
    TrickTaken,
)
from kozyr_protocol.record import Ended
from kozyr_testing.oh_well_tables import act, ended, fresh, legal, scored, table
from kozyr_testing.rules import rule
from kozyr_testing.tables import find

SIZES = {3: 17, 4: 13, 5: 10, 6: 8, 7: 7}

# --- A3: score --------------------------------------------------------------------------------


def points(bid: int, taken: int, **options: object) -> int:
    return score(GAME.resolve(options, 4), bid, taken)


@rule("A3.score", "A.defects")
@pytest.mark.parametrize("bid", range(14))
def test_exact_bids_count_10_more_and_over_is_like_under(bid: int) -> None:
    for taken in range(14):
        assert points(bid, taken) == taken + (10 if taken == bid else 0)


# --- A4: end and settlement -------------------------------------------------------------------


@rule("A4.end")
def test_the_game_ends_after_a_deal_with_100_points() -> None:
    assert GAME.outcome(scored((0, 4, 4), (0, 2, 2), (89, 3, 5))[0]) is None
    result = GAME.outcome(scored((0, 4, 4), (0, 2, 2), (90, 3, 5))[0])
    assert result is not None
    assert (result.totals, result.winners, result.ended) == ((100, 5, 7), (0,), Ended.COMPLETE)


@rule("A4.end")
def test_100_in_mid_deal_does_not_end_it() -> None:
    state = replace(table("9C 2C | AC 3C | 4C 5C"), totals=(99, 99, 99))
    state, _ = act(state, "9C", "AC", "4C")
    assert GAME.to_act(state) == (1,)


@rule("A4.end")
def test_who_missed_his_bid_may_win_all_the_same() -> None:
    result = GAME.outcome(scored((3, 0, 0), (2, 1, 1), (98, 3, 5))[0])
    assert result is not None
    assert result.winners == (0,)


@rule("A4.ties", "A.defects")
def test_equal_totals_share() -> None:
    result = GAME.outcome(ended((100, 40, 100), deals=None))
    assert result is not None
    assert result.winners == (0, 2)


@rule("A4.ties", "A.defects")
def test_with_play_on_all_play_until_one_is_alone() -> None:
    tied = ended((100, 40, 100), deals=None, tie_break="play_on")
    assert GAME.outcome(tied) is None
    state = GAME.deal(tied, PACK_52).state
    assert len(state.bids) == 3
    assert GAME.outcome(ended((100, 40, 101), deals=None, tie_break="play_on")) is not None


@rule("A4.ties", "A7.deals")
def test_a_number_of_deals_is_played_on_as_long_as_the_tie_lasts() -> None:
    for deal, totals, over in (
        (3, (50, 40, 50), False),
        (4, (60, 40, 60), False),
        (5, (70, 40, 70), False),
        (5, (70, 40, 71), True),
        (2, (70, 40, 71), False),
    ):
        state = replace(fresh(3, deals=3, tie_break="play_on"), deal=deal, totals=totals)
        assert (ending(state) is not None) is over, (deal, totals)


@rule("A4.none")
def test_without_a_stake_nothing_is_settled() -> None:
    assert GAME.resolve({}, 4).settlement == "none"
    for settlement in ("none", "pot", "difference"):
        result = GAME.outcome(ended((100, 97, 74), settlement=settlement))
        assert result is not None
        assert result.settlement is None


@rule("A4.none")
def test_a_stake_needs_a_settlement() -> None:
    assert GAME.resolve({"stake": 5}, 4).settlement == "pot"
    with pytest.raises(OptionError, match="settlement: must be pot or difference"):
        GAME.resolve({"stake": 5, "settlement": "none"}, 4)


def settled(totals: tuple[int, ...], **options: object) -> tuple[int, ...] | None:
    result = GAME.outcome(ended(totals, **options))
    assert result is not None
    return result.settlement


@rule("A4.pot")
def test_the_winner_takes_the_pot() -> None:
    assert settled((100, 97, 74), stake=20) == (40, -20, -20)


@rule("A4.difference")
def test_each_loser_pays_the_stake_times_his_margin() -> None:
    assert settled((100, 97, 74), stake=2, settlement="difference") == (58, -6, -52)


@rule("A4.difference")
def test_several_winners_divide_the_payments_like_a_pot() -> None:
    # The last seat dealt, so that seat 0 is eldest and gets the odd chip.
    assert settled((100, 97, 100), stake=1, settlement="difference") == (2, -3, 1)


# --- A5: examples -----------------------------------------------------------------------------


@rule("A5.1")
def test_example_1_andrey_may_take_the_queen_or_duck_it() -> None:
    # Seat 0 is Andrey, seat 1 Vladimir, who led, and seat 2 Sergey, who has no clubs.
    state = replace(table("2C KC 5D 6D | 8S 9S 3H | TH 8D 9D", "QC 7H"), size=4)
    assert legal(state, 0) == "2C KC"
    assert find(act(state, "KC")[1], TrickTaken).seat == 0
    assert find(act(state, "2C")[1], TrickTaken).seat == 1


@rule("A5.1")
def test_example_1_sergey_has_no_clubs_and_throws_a_heart() -> None:
    state = table("7H TH 8D 9D | KC 2C 5D 6D | 8S 9S 3H", "QC")
    assert "7H" in legal(state, 0)


@rule("A5.1")
def test_example_1_under_the_ace_the_king_need_not_go() -> None:
    state = table("KC 2C 5D 6D | 8S 9S 3H | TH 8D 9D", "AC 7H")
    assert find(act(state, "2C")[1], TrickTaken).seat == 1


@rule("A5.2")
def test_example_2_nothing_bid_and_kept_is_10_and_with_a_trick_1() -> None:
    assert (points(0, 0), points(0, 1)) == (10, 1)


@rule("A5.3")
def test_example_3_margins_of_100_97_74() -> None:
    assert settled((100, 97, 74), stake=1, settlement="difference") == (29, -3, -26)


@rule("A5.4")
def test_example_4_bid_3() -> None:
    assert [points(3, taken) for taken in (2, 3, 4)] == [2, 13, 4]


@rule("A5.5")
def test_example_5_four_players() -> None:
    state, events = scored((5, 4, 2, 2), (5, 3, 2, 3))
    (row,) = GAME.sheet(state)
    assert row.scores == (15, 3, 12, 3)
    assert sum(row.scores) == row.check == 33
    assert row.detail == {"bids": [5, 4, 2, 2], "tricks": [5, 3, 2, 3]}
    assert find(events, DealScored).row == row


@rule("A5.6", "A4.highest")
def test_example_6_two_pass_100_and_the_higher_wins() -> None:
    state, _ = scored(
        (2, 3, 3, 4), (3, 3, 3, 4), (95, 92, 60, 90), stake=1, settlement="difference"
    )
    assert GAME.sheet(state)[0].scores == (3, 13, 13, 14)
    assert GAME.sheet(state)[0].check == 43
    result = GAME.outcome(state)
    assert result is not None
    assert (result.totals, result.winners) == ((98, 105, 73, 104), (1,))
    assert result.settlement == (-7, 40, -32, -1)


@rule("A5.7", "A4.pot")
def test_example_7_a_pot_of_100() -> None:
    assert settled((100, 90, 100, 1, 2), stake=20) == (30, -20, 30, -20, -20)
    # The last seat dealt: seat 0 is eldest and gets 34.
    assert settled((100, 100, 100, 1, 2), stake=20) == (14, 13, 13, -20, -20)


@rule("A5.8")
@pytest.mark.parametrize(
    ("seats", "best", "deals"), [(3, 27, 4), (4, 23, 5), (5, 20, 5), (6, 18, 6), (7, 17, 6)]
)
def test_example_8_the_best_deal(seats: int, best: int, deals: int) -> None:
    size = SIZES[seats]
    state, _ = scored((size, *(0,) * (seats - 1)), (size, *(0,) * (seats - 1)))
    assert GAME.sheet(state)[0].scores[0] == best
    assert -(-100 // best) == deals
