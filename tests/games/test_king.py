"""King, sentence by sentence: the deals, what they are worth, and following suit.

Covers `kozyr_games.king` with its modules checks, deals, legality, options, rules, sale, scoring,
shown and state; the whole game, praise deals and options have files of their own.
"""

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from kozyr_games.king import KING, deals, scoring
from kozyr_games.king.state import plan
from kozyr_protocol.cards import PACK_30, PACK_32
from kozyr_protocol.games.king import (
    DealScored,
    Drawn,
    Reason,
    Sold,
    Tally,
    TrickTaken,
)
from kozyr_testing.king_tables import (
    act,
    decks,
    find,
    fresh,
    legal,
    played,
    refused,
    table,
    tally,
    whole_game,
)
from kozyr_testing.rules import rule


def scored(deal: int, taken: Tally, sale: Sold | None = None, **options: Any) -> tuple[int, ...]:
    """The scores of a deal in which this was taken."""
    seats = len(taken.tricks)
    state = replace(fresh(seats, **options), deal=deal, tally=taken, sale=sale)
    return scoring.scores(state)


# --- C1: setup --------------------------------------------------------------------------------


@rule("C1.seats")
def test_four_play_and_three_with_mirror() -> None:
    assert (KING.min_seats, KING.max_seats, KING.usual_seats) == (3, 4, 4)
    assert len(fresh(4).hands) == 4
    assert fresh(3).rules.positive_half == "mirror"


@rule("C1.pack")
def test_the_pack_has_32_cards_and_30_for_three() -> None:
    assert KING.wants_deck(fresh(4)) == PACK_32
    assert KING.wants_deck(fresh(3)) == PACK_30
    assert set(PACK_32) - set(PACK_30) == {"7S", "7C"}


@rule("C1.draw")
def test_seats_and_first_dealer_are_drawn() -> None:
    state = fresh(4, draw="seats")
    assert KING.wants_deck(state) == ("JS", "QS", "KS", "AS")
    step = KING.deal(state, ("QS", "AS", "JS", "KS"))
    assert step.order == (2, 1, 3, 0)
    assert find(step.events, Drawn) == Drawn(("QS", "AS", "JS", "KS"), 1)
    first = KING.deal(step.state, PACK_32).state
    assert (first.dealer, first.turn, first.shuffles) == (1, 2, 2)


@rule("C1.draw")
def test_the_draw_may_be_for_the_dealer_alone() -> None:
    step = KING.deal(fresh(3, draw="dealer"), ("QS", "KS", "AS"))
    assert step.order is None
    assert step.state.dealer == 2


@rule("C1.deal")
def test_eight_cards_are_dealt_in_packets_of_two() -> None:
    state = KING.deal(fresh(), PACK_32).state
    assert state.dealt[1] == ("7C", "8C", "7D", "8D", "7H", "8H", "7S", "8S")
    assert state.dealt[0] == ("KC", "AC", "KD", "AD", "KH", "AH", "KS", "AS")


@rule("C1.deal")
def test_three_players_have_ten_cards() -> None:
    state = KING.deal(fresh(3), PACK_30).state
    assert list(map(len, state.hands)) == [10, 10, 10]
    assert state.dealt[1][:4] == ("8C", "9C", "AC", "7D")


@rule("C1.dealer")
def test_each_deals_three_times_and_praises_once() -> None:
    rows = KING.sheet(whole_game())
    assert Counter(line.dealer for line in rows) == dict.fromkeys(range(4), 3)
    assert [line.dealer for line in rows[:5]] == [0, 1, 2, 3, 0]
    assert sorted((line.dealer + 1) % 4 for line in rows[7:11]) == [0, 1, 2, 3]


# --- C2: what a deal is about -----------------------------------------------------------------


@rule("C2.deals")
def test_the_twelve_deals() -> None:
    kinds = [each.contract.value for each in plan(fresh())]
    assert kinds == [
        "no_tricks",
        "no_hearts",
        "no_boys",
        "no_girls",
        "no_last_two",
        "no_king",
        "neg_medley",
        *["praise"] * 4,
        "pos_medley",
    ]


@rule("C2.sums")
def test_the_sums_of_the_deals() -> None:
    sums = [deals.sum_of(each, 8) for each in plan(fresh())]
    assert sums == [-16] * 6 + [-96] + [24] * 4 + [96]
    assert sum(sums) == 0


@rule("C2.sums", "G28.sums")
@pytest.mark.parametrize("seed", range(5))
def test_a_whole_game_adds_up_to_nothing(seed: int) -> None:
    state = whole_game(seed=seed)
    assert sum(state.totals) == 0
    assert [line.check for line in KING.sheet(state)] == [sum(r.scores) for r in state.rows]


@rule("C2.tricks", "C6.1")
def test_example_1_tricks() -> None:
    assert scored(1, tally("3 2 2 1")) == (-6, -4, -4, -2)


@rule("C2.hearts")
def test_each_heart_costs_two() -> None:
    assert scored(2, tally("4 2 1 1", hearts="4 3 1 0")) == (-8, -6, -2, 0)


@rule("C2.boys")
def test_each_jack_costs_four() -> None:
    assert scored(3, tally("4 2 1 1", boys="1 0 2 1")) == (-4, 0, -8, -4)


@rule("C2.girls")
def test_each_queen_costs_four() -> None:
    assert scored(4, tally("4 2 1 1", girls="0 4 0 0")) == (0, -16, 0, 0)


@rule("C2.last_two", "C7.last_tricks")
def test_tricks_7_and_8_cost_eight_each() -> None:
    state = table(5, "AC 7D | 7C 8D | 8C 9D | 9C AD")
    state = replace(state, tally=tally("3 1 1 1"))
    state, events = act(state, "AC 7C 8C 9C 7D 8D 9D AD")
    assert find(events, DealScored).row.scores == (-8, 0, 0, -8)
    assert state.tally.last_two == (1, 0, 0, 1)


@rule("C7.last_tricks")
def test_with_three_players_the_last_two_are_tricks_9_and_10() -> None:
    state = table(5, "AC 7D | 8C 8D | 9C 9D")
    state = replace(state, tally=tally("3 3 1"))
    state, _ = act(state, "AC 8C 9C")
    assert state.tally.last_two == (0, 0, 0)
    state, _ = act(state, "7D 8D 9D")
    assert state.tally.last_two == (0, 0, 1)


@rule("C2.king")
def test_the_king_of_hearts_costs_sixteen() -> None:
    state, events = act(table(6, "AH 7C | KH 8C | 8H 9C | 9H TC"), "7C 8C 9C TC 9H AH KH 8H")
    assert find(events, DealScored).row.scores == (-16, 0, 0, 0)
    assert state.rows[-1].detail["king"] == 0


@rule("C2.medley", "C6.2")
def test_example_2_a_k_q_j_of_hearts_in_one_trick() -> None:
    state, _ = act(table(7, "AH 9H | KH 7H | QH 8H | JH TH"), "AH KH QH JH")
    assert scoring.scores(state) == (-34, 0, 0, 0)
    last = replace(table(7, "AH | KH | QH | JH"), tally=tally("0 7 0 0"))
    last, events = act(last, "AH KH QH JH")
    assert find(events, DealScored).row.scores == (-42, -14, 0, 0)


@rule("C2.praise")
def test_each_praised_trick_is_three() -> None:
    assert scored(8, tally("1 1 1 5")) == (3, 3, 3, 15)


@rule("C2.positive")
def test_the_positive_medley() -> None:
    taken = tally("3 1 2 2", "2 1 3 2", "2 0 1 1", "1 1 0 2", "2 0 0 0", king=2)
    assert scored(12, taken) == (38, 8, 30, 20)
    assert scored(7, taken) == (-38, -8, -30, -20)


@rule("C2.taker")
def test_the_taker_of_the_trick_is_charged() -> None:
    state, events = act(table(4, "7C 8D | QC 9D | 9C TD | AC JD"), "7C QC 9C AC")
    assert find(events, TrickTaken).tally.girls == (0, 0, 0, 1)
    assert KING.to_act(state) == (3,)


# --- C3: play ---------------------------------------------------------------------------------


@rule("C3.lead")
def test_the_eldest_leads_then_the_taker() -> None:
    state = KING.deal(fresh(), PACK_32).state
    assert KING.to_act(state) == (1,)
    state, _ = act(table(1, "7C 8C | AC 9D | 9C TD | TC JD"), "7C AC 9C TC")
    assert KING.to_act(state) == (1,)


@rule("C3.follow")
def test_the_suit_led_is_followed() -> None:
    state = table(1, "7C 7D | | | 8C", "8C 9C TC", turn=0)
    assert legal(state) == "7C"
    assert refused(state, "7D") == "the suit led must be followed"


@rule("C3.follow")
def test_who_is_void_plays_any_card() -> None:
    assert legal(table(1, "7D KH 8S", "8C 9C TC")) == "7D KH 8S"


@rule("C3.winner")
@pytest.mark.parametrize(
    ("trick", "last", "taker"),
    [("8C 9C KC", "AC", 3), ("8C AC KC", "AD", 1), ("8C AD AH", "AS", 0)],
)
def test_the_highest_of_the_suit_led_wins(trick: str, last: str, taker: int) -> None:
    hands = f"7H 7D | 8H 8D | 9H 9D | {last} TD"
    state = replace(table(1, hands, trick, turn=3), deal=1)
    _, events = act(state, last)
    assert find(events, TrickTaken).seat == taker


@rule("C3.ban")
@pytest.mark.parametrize("deal", range(1, 13))
def test_hearts_are_not_led_while_another_suit_is_held(deal: int) -> None:
    state = table(deal, "7H 8C")
    if deal in {2, 6, 7, 12}:
        assert legal(state) == "8C"
        assert refused(state, "7H") == "hearts may not be led while another suit is in hand"
    else:
        assert legal(state) == "8C 7H"


@rule("C3.ban")
@pytest.mark.parametrize("deal", [2, 6, 7, 12])
def test_who_holds_only_hearts_leads_one(deal: int) -> None:
    assert legal(table(deal, "7H AH")) == "7H AH"


@rule("C3.ban")
def test_discarded_hearts_do_not_lift_the_ban() -> None:
    state, _ = act(table(2, "7C 8C 8H | 7H 9D | 9C TD | TC JD", turn=0), "7C 7H 9C TC")
    state = replace(state, turn=0)
    assert state.broken
    assert legal(state) == "8C"


@rule("C3.shed")
@pytest.mark.parametrize("deal", range(1, 13))
def test_the_king_of_hearts_is_shed_when_void(deal: int) -> None:
    state = table(deal, "7D KH 8S", "8C 9C TC")
    if deal in {6, 7, 12}:
        assert legal(state) == "KH"
        assert refused(state, "7D") == "the king of hearts must be thrown"
    else:
        assert legal(state) == "7D KH 8S"


@rule("C3.shed")
@pytest.mark.parametrize("deal", [6, 7, 12])
def test_when_hearts_are_led_he_may_keep_it(deal: int) -> None:
    assert legal(table(deal, "7H KH 8S", "8H AH TH")) == "7H KH"


@rule("C3.shed")
def test_who_can_follow_keeps_the_king() -> None:
    assert legal(table(6, "7C KH 8S", "8C 9C TC")) == "7C"


@rule("C3.early")
@pytest.mark.parametrize(
    ("deal", "taken", "hands"),
    [
        (2, tally("4 0 0 0", hearts="7 0 0 0"), "7C 7S | AH 8S | 8C 9S | 9C TS"),
        (3, tally("4 0 0 0", boys="3 0 0 0"), "7C 7S | JC 8S | 8C 9S | 9C TS"),
        (4, tally("4 0 0 0", girls="3 0 0 0"), "7C 7S | QC 8S | 8C 9S | 9C TS"),
        (6, tally("4 0 0 0"), "7C 7S | KH 8S | 8C 9S | 9C TS"),
    ],
)
def test_a_deal_ends_with_the_last_card_that_counts(deal: int, taken: Tally, hands: str) -> None:
    moves = " ".join(hand.split()[0] for hand in hands.split("|"))
    state, events = act(replace(table(deal, hands), tally=taken), moves)
    assert find(events, DealScored).reason is Reason.EARLY
    assert sum(state.rows[-1].scores) == -16
    off = replace(table(deal, hands, end_early=False), tally=taken)
    state, events = act(off, moves)
    assert KING.to_act(state) != ()
    assert not [event for event in events if isinstance(event, DealScored)]


@rule("C3.early", "C8.boys")
@pytest.mark.parametrize(
    ("boys", "before", "last"),
    [("kings4", 3, "KC"), ("jacks_kings2", 7, "KC"), ("jacks4", 3, "JC")],
)
def test_the_deal_of_the_boys_ends_with_the_last_of_them(boys: str, before: int, last: str) -> None:
    hands = f"7C 7S | {last} 8S | 8C 9S | 9C TS"
    one_more = tally("4 0 0 0", boys=f"{before} 0 0 0")
    _, events = act(replace(table(3, hands, boys=boys), tally=one_more), f"7C {last} 8C 9C")
    assert find(events, DealScored).reason is Reason.EARLY
    two_more = tally("4 0 0 0", boys=f"{before - 1} 0 0 0")
    _, events = act(replace(table(3, hands, boys=boys), tally=two_more), f"7C {last} 8C 9C")
    assert not [event for event in events if isinstance(event, DealScored)]


@rule("C3.early")
@pytest.mark.parametrize("deal", [1, 5, 7, 8, 12])
def test_other_deals_are_played_out(deal: int) -> None:
    state = replace(
        table(deal, "7C 7S | 8C 8S | 9C 9S | TC TS"),
        tally=tally("4 0 0 0", "8 0 0 0", "4 0 0 0", "4 0 0 0", king=0),
    )
    state, events = act(state, "7C 8C 9C TC")
    assert not [event for event in events if isinstance(event, DealScored)]
    assert KING.to_act(state) == (3,)


@rule("C3.early")
@pytest.mark.parametrize("seed", range(10))
def test_the_results_are_the_same_either_way(seed: int) -> None:
    for deal in (2, 3, 4, 6):
        results = []
        for early in (True, False):
            before = replace(fresh(end_early=early), deal=deal - 1)
            deck = next(decks(before, seed))
            results.append(played(KING.deal(before, deck).state, None).rows[-1].scores)
        assert results[0] == results[1]
