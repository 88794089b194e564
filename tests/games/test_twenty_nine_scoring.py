"""Scores, ends and examples of Twenty-Nine: `kozyr_games.twenty_nine.scoring`."""

import random

import pytest
from msgspec.structs import replace

from kozyr_games.spec import MAX_SHUFFLES
from kozyr_games.twenty_nine import GAME
from kozyr_games.twenty_nine.state import VALUES
from kozyr_protocol.cards import PACK_52, Card
from kozyr_protocol.games.twenty_nine import (
    DealScored,
    GameOver,
    PileTaken,
    Played,
    Reason,
)
from kozyr_protocol.record import Ended
from kozyr_testing.rules import rule
from kozyr_testing.tables import decks, find
from kozyr_testing.twenty_nine_tables import (
    dealt,
    ended,
    finished,
    fresh,
    legal,
    play,
    played,
    table,
)

# --- F3: score and end ------------------------------------------------------------------------


@rule("F3.cards")
def test_a_point_for_each_card_won() -> None:
    state, _ = play(table("9C | | ", "TD TH", length="single"), "9C")
    assert GAME.sheet(state)[0].scores == (3, 0, 0)


@rule("F3.pool")
def test_partners_pool() -> None:
    state = table("9C | | | 9D", "TD TH", partners=True, stuck="pass")
    state = replace(state, won=((), (), ("2C",), ()), piles=(0, 0, 1, 0))
    state, _ = play(state, "9C", "9D")
    assert GAME.sheet(state)[0].scores == (4, 0, 4, 0)
    assert GAME.sheet(state)[0].detail == {"piles": [1, 0, 1, 0]}


@rule("F3.piles")
def test_score_by_piles() -> None:
    state, _ = play(table("9C | | ", "TD TH", length="single", score_by="piles"), "9C")
    assert GAME.sheet(state)[0].scores == (1, 0, 0)


@rule("F3.rounds")
@pytest.mark.parametrize(("seats", "rounds"), [(3, 1), (4, 1), (5, 2)])
def test_in_a_round_each_player_deals_once(seats: int, rounds: int) -> None:
    assert len(GAME.sheet(played(fresh(seats, rounds=rounds)))) == seats * rounds


@rule("F3.rounds")
def test_totals_add_up() -> None:
    state = played(fresh(3))
    scores = [row.scores for row in GAME.sheet(state)]
    result = GAME.outcome(state)
    assert result is not None
    assert result.totals == tuple(map(sum, zip(*scores, strict=True)))


@rule("F3.single")
def test_a_single_deal() -> None:
    assert len(GAME.sheet(played(fresh(5, length="single")))) == 1


@rule("F3.target")
@pytest.mark.parametrize("target", [50, 100])
def test_a_target_ends_the_game_after_a_deal(target: int) -> None:
    rows = GAME.sheet(played(fresh(4, length="target", target=target)))
    assert max(rows[-1].totals) >= target
    assert all(max(row.totals) < target for row in rows[:-1])


@rule("F3.target")
def test_the_usual_target_is_50() -> None:
    assert GAME.resolve({}, 4).target == 50


@rule("F3.ties")
def test_ties_are_shared() -> None:
    result = GAME.outcome(ended((7, 3, 7)))
    assert result is not None
    assert result.winners == (0, 2)


@rule("F3.ties")
def test_play_on_deals_until_one_is_ahead() -> None:
    state = ended((7, 3, 7), tie_break="play_on")
    assert GAME.outcome(state) is None
    assert GAME.wants_deck(state) == PACK_52
    assert GAME.outcome(ended((7, 3, 6), tie_break="play_on")) is not None


@rule("F3.ties")
def test_play_on_with_partners_asks_for_one_side_ahead() -> None:
    partners = {"tie_break": "play_on", "partners": True}
    assert GAME.outcome(ended((7, 7, 7, 7), **partners)) is None
    result = GAME.outcome(ended((7, 3, 7, 3), **partners))
    assert result is not None
    assert result.winners == (0, 2)


@rule("F3.limit")
def test_the_thousandth_shuffle_is_the_last() -> None:
    state = table("2C | | ", length="target", target=1_000)
    goes_on, _ = play(replace(state, shuffles=MAX_SHUFFLES - 1, totals=(4, 9, 9)), "2C")
    assert GAME.outcome(goes_on) is None
    over, _ = play(replace(state, shuffles=MAX_SHUFFLES, totals=(4, 9, 9)), "2C")
    result = GAME.outcome(over)
    assert result is not None
    assert (result.ended, result.winners) == (Ended.LIMIT, (1, 2))


@rule("F3.stake")
def test_without_a_stake_nothing_is_settled() -> None:
    result = GAME.outcome(ended((7, 3, 5)))
    assert result is not None
    assert result.settlement is None


@rule("F3.stake")
def test_the_winner_takes_the_pot() -> None:
    result = GAME.outcome(ended((7, 3, 5), stake=10))
    assert result is not None
    assert result.settlement == (20, -10, -10)


@rule("F3.stake")
def test_tied_winners_divide_the_pot_and_the_eldest_hand_gets_the_odd_chip() -> None:
    # Seat 0 dealt, so that seat 1 is eldest: of seats 0 and 2 the latter comes first.
    result = GAME.outcome(ended((7, 3, 7), stake=5))
    assert result is not None
    assert result.settlement == (2, -5, 3)


@rule("F3.stake")
def test_the_winning_side_divides_the_pot() -> None:
    result = GAME.outcome(ended((7, 3, 7, 3), stake=10, partners=True))
    assert result is not None
    assert result.settlement == (10, -10, 10, -10)


@rule("F3.early")
def test_a_game_ended_early_counts_its_finished_deals() -> None:
    state = table("9C 2C | | ", "TD TH", stake=1)
    state, _ = play(replace(state, totals=(1, 5, 2)), "9C")
    standing = GAME.standing(state)
    assert (standing.totals, standing.winners) == ((1, 5, 2), (1,))
    assert standing.settlement == (-1, 2, -1)


def test_the_end_is_an_event() -> None:
    _, events = play(table("2C | | ", length="single"), "2C")
    assert find(events, GameOver) == GameOver((0, 0, 0), (0, 1, 2), None, Ended.COMPLETE)


# --- F4: examples -----------------------------------------------------------------------------


@rule("F4.1")
def test_example_1_the_fifth_player_takes_five_cards() -> None:
    state = table("6C AC | 2C AD | 7C AH | TC AS | 4C JC | TD JD")
    totals = []
    for card in ("6C", "2C", "7C", "TC", "4C"):
        state, events = play(state, card)
        totals.append(find(events, Played).total)
    assert totals == [6, 8, 15, 25, 29]
    assert find(events, PileTaken) == PileTaken(4, 5)
    assert GAME.to_act(state) == (5,)
    assert state.total == 0


@rule("F4.1")
def test_example_1_a_stuck_fifth_player_ends_the_deal_with_four_cards_unclaimed() -> None:
    state = table("6C AC | 2C AD | 7C AH | TC AS | 5C JC | TD JD", stuck="end")
    state = replace(state, hands=(*state.hands[:4], ("5C", "8C"), state.hands[5]))
    state, events = play(state, "6C", "2C", "7C", "TC")
    scored = find(events, DealScored)
    assert (scored.reason, scored.seat) == (Reason.STUCK, 4)
    assert sum(scored.row.scores) == 0


@rule("F4.2")
def test_example_2_the_shortest_pile_has_three_cards_and_the_longest_21() -> None:
    values = sorted(VALUES.values())
    longest = next(n for n in range(1, 53) if sum(values[:n]) > 29) - 1
    assert values[:16] == [1] * 16
    assert sum([*values[:16], 2, 2, 2, 3, 4]) == 29
    assert longest == 21
    assert sum(values[-2:]) < 29 <= sum(values[-3:])


@rule("F4.3")
def test_example_3_at_28_only_ace_and_court_fit() -> None:
    hand = " ".join(f"{rank}C" for rank in "23456789TJQKA")
    assert legal(table(f"{hand} | AD | AH", "TD TH 8H"), 0) == "JC QC KC AC"


@rule("F4.3")
def test_example_3_at_19_every_card_fits_and_at_20_not() -> None:
    assert legal(table("TC | AD | AH", "TD 9H"), 0) == "TC"
    assert legal(table("TC | AD | AH", "TD TH", stuck="pass"), 0) == "-"


@rule("F4.4")
def test_example_4_partners_with_piles_of_5_4_6_against_7_3_have_15_to_10() -> None:
    state = table("2C | | | ", partners=True)
    cards = iter(PACK_52)

    def pile(*sizes: int) -> tuple[Card, ...]:
        return tuple(next(cards) for size in sizes for _ in range(size))

    state = replace(state, won=(pile(5, 4), pile(7), pile(6), pile(3)), piles=(2, 1, 1, 1))
    state, _ = play(state, "2C")
    assert GAME.sheet(state)[0].scores == (15, 10, 15, 10)


@rule("F4.5")
@pytest.mark.parametrize(
    ("seats", "stuck", "mean"),
    [(4, "end", 4.1), (4, "pass", 5.9), (7, "end", 2.9), (7, "pass", 5.9)],
)
def test_example_5_end_makes_deals_of_many_players_short(
    seats: int, stuck: str, mean: float
) -> None:
    rng, packs, piles = random.Random(5), decks(5), 0
    for _ in range(400):
        state = dealt(seats, next(packs), stuck=stuck, partners=False, length="single")
        piles += sum(finished(state, rng).piles)
    assert piles / 400 == pytest.approx(mean, abs=0.35)
