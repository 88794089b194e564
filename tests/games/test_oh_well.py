"""Oh Well, sentence by sentence: `kozyr_games.oh_well`.

Covers its modules state, rules, scoring and shown; the module options and what each option changes
are in `test_oh_well_options.py`.
"""

import random
from itertools import islice

import pytest
from msgspec.structs import replace

from kozyr_games.oh_well import GAME
from kozyr_games.oh_well.scoring import score
from kozyr_games.oh_well.state import State
from kozyr_games.spec import MAX_SHUFFLES, OptionError
from kozyr_protocol.cards import PACK_52
from kozyr_protocol.games.oh_well import (
    Bid,
    BidMade,
    DealScored,
    Drawn,
    GameOver,
    Play,
    Played,
    TrickTaken,
)
from kozyr_protocol.record import Ended
from kozyr_testing.oh_well_tables import act, dealt, ended, fresh, legal, scored, table
from kozyr_testing.rules import rule
from kozyr_testing.tables import decks, find, finished, played, refused

SIZES = {3: 17, 4: 13, 5: 10, 6: 8, 7: 7}
ASIDE = {3: 1, 4: 0, 5: 2, 6: 4, 7: 3}

# --- A1: setup --------------------------------------------------------------------------------


@rule("A1.seats")
@pytest.mark.parametrize("seats", range(3, 8))
def test_three_to_seven_play(seats: int) -> None:
    assert GAME.to_act(dealt(seats)) == (1,)


@rule("A1.seats")
@pytest.mark.parametrize("seats", [0, 2, 8])
def test_fewer_or_more_do_not(seats: int) -> None:
    with pytest.raises(OptionError, match="seats: must be from 3 to 7"):
        GAME.resolve({}, seats)


@rule("A1.pack")
def test_all_52_cards_are_shuffled_and_there_are_no_trumps() -> None:
    assert GAME.wants_deck(fresh()) == PACK_52
    assert GAME.view(dealt(5), None).trump is None


@rule("A1.aside")
@pytest.mark.parametrize("seats", range(3, 8))
def test_the_bottom_of_the_pack_is_put_aside(seats: int) -> None:
    state = dealt(seats)
    assert state.aside == PACK_52[52 - ASIDE[seats] :]
    assert {len(hand) for hand in state.hands} == {SIZES[seats]}
    view = GAME.view(state, 0)
    assert (view.aside, view.size) == (ASIDE[seats], SIZES[seats])


@rule("A1.draw")
def test_as_many_spades_as_players_are_drawn() -> None:
    assert GAME.wants_deck(fresh(5, draw="seats")) == ("TS", "JS", "QS", "KS", "AS")
    assert GAME.resolve({}, 5).draw == "seats"


@rule("A1.draw")
def test_the_highest_deals_and_the_others_follow_by_rank() -> None:
    step = GAME.deal(fresh(4, draw="seats"), ("JS", "QS", "AS", "KS"))
    assert step.state.dealer == 2
    # Seat 2 keeps his place, then king, queen and jack clockwise.
    assert step.order == (1, 0, 2, 3)
    assert step.draw == ("JS", "QS", "AS", "KS")
    assert find(step.events, Drawn).dealer == 2
    assert GAME.deal_record(step.state) is None


@rule("A1.draw")
def test_in_a_draw_for_the_dealer_nobody_moves() -> None:
    step = GAME.deal(fresh(3, draw="dealer"), ("QS", "AS", "KS"))
    assert (step.state.dealer, step.order) == (1, None)


@rule("A1.draw")
def test_without_a_draw_seat_0_deals_first() -> None:
    assert GAME.view(fresh(), 0).dealer == 0
    assert GAME.view(fresh(draw="seats"), 0).dealer is None


@rule("A1.deal")
def test_cards_are_dealt_one_at_a_time_from_eldest_hand() -> None:
    state = dealt(5)
    assert state.dealt[1][:3] == (PACK_52[0], PACK_52[5], PACK_52[10])
    assert state.dealt[0][-1] == PACK_52[49]


@rule("A1.redrawn")
def test_other_cards_are_put_aside_in_each_deal() -> None:
    state = fresh(3)
    aside = set()
    for deck in islice(decks(1), 5):
        state = finished(GAME, GAME.deal(state, deck).state)
        assert state.aside == deck[51:]
        aside.add(state.aside)
    assert len(aside) > 1


@rule("A1.dealer")
def test_the_deal_passes_to_the_left() -> None:
    rows = GAME.sheet(played(GAME, fresh(3, deals=5), 1))
    assert [row.dealer for row in rows] == [0, 1, 2, 0, 1]


# --- A2: bids and play ------------------------------------------------------------------------


@rule("A2.bid")
def test_eldest_bids_first_and_the_dealer_last() -> None:
    state = dealt(4)
    order: list[int] = []
    for _ in range(4):
        order += GAME.to_act(state)
        state, _ = act(state, 3)
    assert order == [1, 2, 3, 0]
    assert GAME.to_act(state) == (1,)


@rule("A2.bid")
def test_a_bid_is_from_0_to_the_cards_of_a_hand() -> None:
    state = dealt(6)
    assert legal(state, 1) == "0 1 2 3 4 5 6 7 8"
    for number in (-1, 9, 1_000):
        assert refused(GAME, state, 1, Bid(number)) == "a bid is from 0 to 8"


@rule("A2.bid")
def test_bids_are_public() -> None:
    state, events = act(dealt(4), 7)
    assert events == (BidMade(1, 7, (2,)),)
    assert GAME.project(events[0], None) == events[0]
    assert GAME.view(state, 3).bids == (None, 7, None, None)


@rule("A2.bid")
def test_a_bid_stands() -> None:
    state, _ = act(dealt(4), 7)
    assert refused(GAME, state, 1, Bid(6)) == "a bid stands"
    assert refused(GAME, state, 3, Bid(6)) == "it is another seat's turn"
    assert refused(GAME, state, 4, Bid(6)) == "it is another seat's turn"
    state, _ = act(state, 0, 0, 0)
    assert refused(GAME, state, 1, Bid(6)) == "all have bid, and a bid stands"


@rule("A2.bid")
def test_no_card_is_played_before_all_have_bid() -> None:
    state, _ = act(dealt(4), 7, 0, 0)
    assert refused(GAME, state, 1, Play("2C")) == "the bids are not all made"


@rule("A2.zero", "A.defects")
def test_zero_is_a_bid_and_not_the_lack_of_one() -> None:
    state, _ = act(dealt(3), 0)
    assert GAME.view(state, None).bids == (None, 0, None)
    assert GAME.to_act(state) == (2,)
    state, _ = act(state, 0, 0)
    assert GAME.view(state, None).bids == (0, 0, 0)
    assert isinstance(GAME.legal_actions(state, 1)[0], Play)


@rule("A2.any")
def test_the_bids_may_add_up_to_the_tricks() -> None:
    state, _ = act(dealt(4), 5, 4, 2, 2)
    assert sum(bid or 0 for bid in state.bids) == state.size


@rule("A2.lead")
def test_eldest_leads_any_card() -> None:
    state, _ = act(dealt(4), 0, 0, 0, 0)
    assert GAME.to_act(state) == (1,)
    assert len(GAME.legal_actions(state, 1)) == 13


@rule("A2.lead", "A.defects")
def test_the_winner_leads_to_the_next_trick() -> None:
    state, events = act(table("9C 2C | AC 3C | 4C 5C"), "9C", "AC", "4C")
    assert find(events, TrickTaken) == TrickTaken(1)
    assert find(events, Played).to_act == (1,)
    assert GAME.to_act(state) == (1,)
    assert GAME.view(state, None).taken == (0, 1, 0)
    assert [laid.card for laid in GAME.view(state, None).last] == ["9C", "AC", "4C"]


@rule("A2.follow")
def test_the_suit_led_is_followed() -> None:
    state = table("7C KC AD | 2C | 3C", "9C")
    assert legal(state, 0) == "7C KC"
    assert refused(GAME, state, 0, Play("AD")) == "the suit led must be followed"


@rule("A2.follow")
def test_who_is_void_plays_any_card() -> None:
    assert legal(table("7D KH AS | 2C | 3C", "9C"), 0) == "7D KH AS"


@rule("A2.take")
@pytest.mark.parametrize(
    ("cards", "winner"), [("9C KC 4C", 1), ("9C AD AH", 0), ("9C TC QC", 2), ("2C 3D 4H", 0)]
)
def test_the_highest_card_of_the_suit_led_wins(cards: str, winner: int) -> None:
    hands = " | ".join(f"{card} 8S" for card in cards.split())
    _, events = act(table(hands), *cards.split())
    assert find(events, TrickTaken).seat == winner


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


# --- A8: invariants ---------------------------------------------------------------------------


@rule("A8.sums")
@pytest.mark.parametrize("seats", range(3, 8))
def test_the_sums_of_every_deal_hold(seats: int) -> None:
    size = SIZES[seats]
    for row in GAME.sheet(played(GAME, fresh(seats, deals=12), seats)):
        exact = sum(
            bid == taken
            for bid, taken in zip(row.detail["bids"], row.detail["tricks"], strict=True)
        )
        assert sum(row.detail["tricks"]) == size
        assert sum(row.scores) == row.check == size + 10 * exact
        assert all(0 <= each <= size or 10 <= each <= size + 10 for each in row.scores)


@rule("A8.sums")
def test_checks_notice_an_unsound_state() -> None:
    sound = table("9C 2C | AC 3C | 4C 5C")
    assert GAME.checks(sound) == ()
    assert GAME.checks(replace(sound, taken=(1, 0, 0))) == ("the tricks taken are those played",)
    assert "all have bid before a card is played" in GAME.checks(replace(sound, bids=(None, 0, 0)))


@rule("A8.aside")
def test_no_view_or_event_holds_a_card_aside() -> None:
    rng = random.Random(8)
    state = dealt(6, next(decks(8)))
    aside = set(state.aside)
    assert sorted((*aside, *(card for hand in state.hands for card in hand))) == sorted(PACK_52)
    while acting := GAME.to_act(state):
        action = rng.choice(GAME.legal_actions(state, acting[0]))
        step = GAME.apply(state, acting[0], action)
        state = step.state
        assert not any(card in repr(step.events) for card in aside)
        assert not any(card in repr(GAME.view(state, 0)) for card in aside)


@rule("A8.length")
@pytest.mark.parametrize(("seats", "most"), [(3, 18), (4, 31), (5, 50), (6, 75), (7, 100)])
def test_a_game_of_the_whole_pack_is_bounded(seats: int, most: int) -> None:
    assert 99 * seats // SIZES[seats] + 1 == most
    for seed in range(5):
        assert len(GAME.sheet(played(GAME, fresh(seats), seed))) <= most


@rule("A8.void")
def test_who_plays_another_suit_is_void_and_stays_so() -> None:
    rng = random.Random(9)
    state, _ = act(dealt(4, next(decks(9))), 3, 3, 3, 3)
    void: set[tuple[int, str]] = set()
    while acting := GAME.to_act(state):
        (seat,) = acting
        action = rng.choice(GAME.legal_actions(state, seat))
        assert isinstance(action, Play)
        suit = action.card[1]
        assert (seat, suit) not in void
        led = state.trick[0].card[1] if state.trick else suit
        if suit != led:
            void.add((seat, led))
        state = GAME.apply(state, seat, action).state
    assert void


# --- timeouts, limits, defects ----------------------------------------------------------------


@rule("A.timeout")
def test_a_late_seat_bids_0() -> None:
    assert GAME.timeout_action(dealt(4), 1) == Bid(0)


@rule("A.timeout")
def test_a_late_dealer_bids_1_where_the_hook_forbids_0() -> None:
    state, _ = act(dealt(4, hook=True), 5, 4, 4)
    assert GAME.timeout_action(state, 0) == Bid(1)


@rule("A.timeout")
def test_a_late_seat_plays_the_lowest_legal_card() -> None:
    assert GAME.timeout_action(table("TC 3S 3D KC | 2C | 2D"), 0) == Play("3D")
    assert GAME.timeout_action(table("TC 3S KC | 2C | 2D", "9C"), 0) == Play("TC")


@rule("A.limit")
def test_the_thousandth_shuffle_is_the_last() -> None:
    for shuffles, over in ((MAX_SHUFFLES - 1, False), (MAX_SHUFFLES, True)):
        state = replace(table("AC | 2C | 3C"), shuffles=shuffles, totals=(4, 50, 9))
        state, _ = act(state, "AC", "2C", "3C")
        result = GAME.outcome(state)
        assert (result is not None) is over
        assert result is None or (result.ended, result.winners) == (Ended.LIMIT, (1,))


@rule("A.early")
def test_a_game_ended_early_counts_its_finished_deals() -> None:
    state = replace(table("AC 2C | 3C 4C | 5C 6C", stake=1), totals=(1, 50, 9))
    state, _ = act(state, "AC", "3C", "5C")
    standing = GAME.standing(state)
    assert (standing.totals, standing.winners) == ((1, 50, 9), (1,))
    assert standing.settlement == (-1, 2, -1)


@rule("A.defects")
def test_a_deal_begins_with_nothing_left_over_from_the_last() -> None:
    state = finished(GAME, dealt(5, next(decks(1))), random.Random(1))
    state = GAME.deal(state, next(decks(2))).state
    held = [card for hand in state.hands for card in hand]
    assert sorted((*held, *state.aside)) == sorted(PACK_52)
    assert (state.trick, state.last, state.gone) == ((), (), ())
    assert (state.taken, state.bids) == ((0,) * 5, (None,) * 5)


@rule("A.defects")
def test_only_a_card_of_the_own_hand_is_accepted() -> None:
    state = table("2C | 3C | 4C")
    for card in ("3C", "2D", "ZZ", "", "2c", "X1"):
        assert refused(GAME, state, 0, Play(card)) == "the card is not in the hand"
    assert refused(GAME, state, 1, Play("3C")) == "it is another seat's turn"
    assert refused(GAME, fresh(3), 0, Play("2C")) == "no deal is being played"
    assert refused(GAME, fresh(3), 0, Bid(0)) == "no deal is being played"


# --- what is shown ----------------------------------------------------------------------------


@rule("A.shown")
def test_a_view_holds_the_own_hand_and_numbers_of_the_others() -> None:
    state = table("2C 3C | 4C | 5C")
    assert GAME.view(state, 0).hand == ("2C", "3C")
    assert GAME.view(state, 0).counts == (2, 1, 1)
    assert GAME.view(state, None).hand is None


@rule("A.shown")
def test_the_hands_are_shown_when_the_deal_is_over() -> None:
    state, events = act(table("2C | 4C | 5C"), "2C", "4C", "5C")
    assert find(events, DealScored).hands == (("2C",), ("4C",), ("5C",))
    assert GAME.view(state, 0).hand == ()


@rule("A.shown")
def test_the_record_of_a_deal() -> None:
    state = finished(GAME, dealt(5, next(decks(3))), random.Random(3))
    record = GAME.deal_record(state)
    assert record is not None
    assert (record.hands, record.aside, record.turned) == (state.dealt, state.aside, None)
    assert set(record.detail) == {"bids", "tricks"}


def test_the_result_stays_in_the_view() -> None:
    view = GAME.view(ended((100, 40, 100)), None)
    assert view.result == GameOver((100, 40, 100), (0, 2), None, Ended.COMPLETE)
    assert view.to_act == ()


def test_a_state_prints_no_card() -> None:
    assert repr(dealt(4)) == "<Oh Well: deal 1, bid>"


def test_the_word_of_a_decision() -> None:
    state: State = dealt(3)
    assert GAME.decision(state, 1) == "bid"
    assert GAME.decision(act(state, 0, 0, 0)[0], 1) == "play"
