"""What the options of Oh Well change: the module options of `kozyr_games.oh_well`."""

import random

import pytest
from msgspec.structs import replace

from kozyr_games.oh_well import GAME
from kozyr_games.oh_well.state import State, planned_size
from kozyr_games.options import table_options
from kozyr_games.spec import OptionError
from kozyr_protocol.cards import PACK_52
from kozyr_protocol.games.oh_well import Bid, BidMade, BidsShown, Dealt, OwnBid, TrickTaken
from kozyr_testing.oh_well_tables import act, dealt, ended, fresh, legal, scored, table
from kozyr_testing.rules import rule
from kozyr_testing.tables import decks, find, finished, played, refused

# --- length -----------------------------------------------------------------------------------


@rule("A7.target")
@pytest.mark.parametrize("target", [1, 50, 101])
def test_another_target(target: int) -> None:
    rows = GAME.sheet(played(GAME, fresh(4, target=target), 7))
    assert max(rows[-1].totals) >= target
    assert all(max(row.totals) < target for row in rows[:-1])


@rule("A7.deals")
@pytest.mark.parametrize("deals", [1, 7, 20])
def test_a_fixed_number_of_deals_instead_of_the_target(deals: int) -> None:
    assert len(GAME.sheet(played(GAME, fresh(4, deals=deals, target=1), 7))) == deals


@rule("A7.deals")
def test_after_the_last_deal_a_tie_is_played_on() -> None:
    assert GAME.outcome(ended((7, 3, 7), tie_break="play_on")) is None
    assert GAME.outcome(ended((7, 3, 6), tie_break="play_on")) is not None


# --- trumps -----------------------------------------------------------------------------------


@rule("A7.trump", "A.defects")
@pytest.mark.parametrize(
    ("cards", "winner"), [("AC 2D KC", 1), ("AC 2D 3D", 2), ("2D AC AD", 2), ("AC KC QH", 0)]
)
def test_a_fixed_suit_beats_the_others_whatever_the_rank(cards: str, winner: int) -> None:
    hands = " | ".join(f"{card} 8S" for card in cards.split())
    _, events = act(table(hands, trump="D"), *cards.split())
    assert find(events, TrickTaken).seat == winner


@rule("A7.trump")
@pytest.mark.parametrize("suit", "CDHS")
def test_the_fixed_suit_is_trump_in_every_deal(suit: str) -> None:
    assert GAME.view(dealt(4, trump=suit), None).trump == suit
    assert GAME.view(dealt(5, trump=suit), None).turned is None


@rule("A7.turn_up")
@pytest.mark.parametrize("seats", [3, 5, 6, 7])
def test_the_first_undealt_card_is_turned(seats: int) -> None:
    deck = next(decks(seats))
    state = dealt(seats, deck, trump="turn_up")
    at = seats * state.size
    view = GAME.view(state, None)
    assert (view.turned, view.trump) == (deck[at], deck[at][1])
    assert state.aside == deck[at + 1 :]
    assert view.aside == 51 - at


@rule("A7.turn_up")
def test_when_no_card_is_left_there_are_no_trumps() -> None:
    view = GAME.view(dealt(4, trump="turn_up"), None)
    assert (view.turned, view.trump) == (None, None)


@rule("A7.turn_up")
def test_the_turned_card_is_in_the_record_and_not_aside() -> None:
    state = finished(GAME, dealt(5, trump="turn_up"), random.Random(1))
    record = GAME.deal_record(state)
    assert record is not None
    assert (record.turned, record.aside) == (PACK_52[50], PACK_52[51:])


# --- the hook ---------------------------------------------------------------------------------


@rule("A7.hook", "A.defects")
def test_the_hook_forbids_the_dealer_exactly_one_number() -> None:
    state, _ = act(dealt(4, hook=True), 5, 4, 2)
    assert legal(state, 0) == "0 1 3 4 5 6 7 8 9 10 11 12 13"
    assert refused(GAME, state, 0, Bid(2)) == "the bids may not add up to 13: any but 2"
    for neighbour in (1, 3):
        assert GAME.apply(state, 0, Bid(neighbour)).state.bids[0] == neighbour


@rule("A7.hook")
def test_the_hook_binds_the_dealer_only() -> None:
    state, _ = act(dealt(4, hook=True), 13)
    assert legal(state, 2) == " ".join(map(str, range(14)))


@rule("A7.hook")
def test_bids_that_are_too_many_already_leave_the_dealer_free() -> None:
    state, _ = act(dealt(4, hook=True), 13, 1, 0)
    assert legal(state, 0) == " ".join(map(str, range(14)))


@rule("A7.hook")
def test_without_the_hook_nothing_is_forbidden() -> None:
    state, _ = act(dealt(4), 5, 4, 2)
    assert legal(state, 0) == " ".join(map(str, range(14)))


@rule("A7.hook")
def test_the_hook_needs_open_bidding() -> None:
    with pytest.raises(OptionError, match="hook: needs open bidding"):
        GAME.resolve({"hook": True, "bidding": "simultaneous"}, 4)


# --- the plan of hands ------------------------------------------------------------------------


@rule("A7.plan")
@pytest.mark.parametrize(
    ("plan", "sizes"),
    [
        ("full", [7] * 16),
        ("down_up", [7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 7, 6, 5]),
        ("up_down", [1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1, 1, 2, 3]),
        ("up", [1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 7, 1, 2]),
    ],
)
def test_the_plan_of_hands(plan: str, sizes: list[int]) -> None:
    assert [planned_size(plan, deal, 7) for deal in range(1, 17)] == sizes


@rule("A7.plan")
def test_a_deal_has_the_planned_number_of_cards_and_tricks() -> None:
    rows = GAME.sheet(played(GAME, fresh(7, hand_plan="up_down", deals=9), 1))
    assert [sum(row.detail["tricks"]) for row in rows] == [1, 2, 3, 4, 5, 6, 7, 6, 5]


@rule("A7.plan")
def test_all_that_is_not_dealt_lies_aside() -> None:
    state = dealt(4, hand_plan="up", trump="turn_up")
    assert state.turned == PACK_52[4]
    assert GAME.view(state, 0).aside == 47
    assert state.dealt == ((PACK_52[3],), (PACK_52[0],), (PACK_52[1],), (PACK_52[2],))


# --- cards that are kept out ------------------------------------------------------------------


@rule("A7.kept_out")
@pytest.mark.parametrize("seats", [3, 5, 6, 7])
def test_the_cards_put_aside_first_stay_out_all_game(seats: int) -> None:
    state = fresh(seats, put_aside="kept_out", deals=6)
    out: set[str] = set()
    for deck in decks(seats):
        if GAME.wants_deck(state) is None:
            break
        state = GAME.deal(state, deck).state
        out = out or set(deck[seats * state.size :])
        assert set(state.aside) == out
        assert sorted((*out, *(card for hand in state.hands for card in hand))) == sorted(PACK_52)
        state = finished(GAME, state)
    assert len(out) == 52 % seats


@rule("A7.kept_out")
def test_a_card_that_is_out_is_never_turned() -> None:
    assert dealt(5, trump="turn_up", put_aside="kept_out").turned is None
    state = fresh(5, trump="turn_up", put_aside="kept_out", hand_plan="up")
    state = finished(GAME, GAME.deal(state, PACK_52).state)
    out = set(state.kept)
    assert out == set(PACK_52[50:])
    # The cards that are out lie where the next turned card would be.
    deck = (*PACK_52[:10], *PACK_52[50:], *PACK_52[10:50])
    assert GAME.deal(state, deck).state.turned == PACK_52[10]


@rule("A7.kept_out")
def test_four_players_keep_nothing_out() -> None:
    assert dealt(4, put_aside="kept_out").aside == ()


# --- bidding all at once ----------------------------------------------------------------------


def all_at_once() -> State:
    return dealt(3, bidding="simultaneous")


@rule("A7.simultaneous")
def test_all_bid_at_once_in_any_order() -> None:
    state = all_at_once()
    assert GAME.to_act(state) == (0, 1, 2)
    assert find(GAME.deal(fresh(3, bidding="simultaneous"), PACK_52).events, Dealt).to_act == (
        0,
        1,
        2,
    )
    state = GAME.apply(state, 2, Bid(4)).state
    assert GAME.to_act(state) == (0, 1)
    assert refused(GAME, state, 2, Bid(5)) == "a bid stands"
    assert GAME.legal_actions(state, 2) == ()


@rule("A7.simultaneous")
def test_no_bid_is_shown_before_the_last_is_made() -> None:
    step = GAME.apply(all_at_once(), 2, Bid(4))
    assert step.events == (BidMade(2, None, (0, 1)), OwnBid(2, 4))
    assert GAME.project(OwnBid(2, 4), 2) == OwnBid(2, 4)
    for other in (0, 1, None):
        assert GAME.project(OwnBid(2, 4), other) is None
        assert GAME.view(step.state, other).bids == (None, None, None)
    assert GAME.view(step.state, 2).bids == (None, None, 4)


@rule("A7.simultaneous")
def test_two_states_that_differ_in_a_hidden_bid_look_alike_to_others() -> None:
    one, other = (GAME.apply(all_at_once(), 2, Bid(bid)).state for bid in (0, 17))
    for seat in (0, 1, None):
        assert GAME.view(one, seat) == GAME.view(other, seat)
        assert GAME.to_act(one) == GAME.to_act(other)
    for seat in (0, 1):
        assert GAME.legal_actions(one, seat) == GAME.legal_actions(other, seat)


@rule("A7.simultaneous")
def test_with_the_last_bid_all_are_shown_and_eldest_leads() -> None:
    state = GAME.apply(all_at_once(), 2, Bid(4)).state
    state = GAME.apply(state, 0, Bid(0)).state
    step = GAME.apply(state, 1, Bid(9))
    assert step.events == (BidMade(1, None, (1,)), OwnBid(1, 9), BidsShown((0, 9, 4)))
    assert GAME.view(step.state, None).bids == (0, 9, 4)
    assert GAME.to_act(step.state) == (1,)


# --- scores -----------------------------------------------------------------------------------


@rule("A7.bonus")
@pytest.mark.parametrize("bonus", [0, 5, 100])
def test_other_points_for_an_exact_bid(bonus: int) -> None:
    state, _ = scored((2, 3, 0), (2, 2, 0), exact_bonus=bonus)
    (row,) = GAME.sheet(state)
    assert row.scores == (2 + bonus, 2, bonus)
    assert row.check == 4 + 2 * bonus


@rule("A7.miss")
def test_a_missed_bid_may_score_nothing() -> None:
    state, _ = scored((2, 3, 0), (2, 2, 0), miss_tricks=0)
    (row,) = GAME.sheet(state)
    assert row.scores == (12, 0, 10)
    assert sum(row.scores) == row.check


@rule("A7.values")
@pytest.mark.parametrize(
    ("name", "value", "bounds"),
    [
        ("target", 0, "target: must be a whole number from 1 to 1000"),
        ("target", 1_001, "target: must be a whole number from 1 to 1000"),
        ("deals", 0, "deals: must be a whole number from 1 to 500 or null"),
        ("trump", "X", "trump: must be one of none, turn_up, C, D, H, S"),
        ("hand_plan", "down", "hand_plan: must be one of full, down_up, up_down, up"),
        ("hook", 1, "hook: must be true or false"),
        ("put_aside", "no", "put_aside: must be one of redrawn, kept_out"),
        ("bidding", "secret", "bidding: must be one of open, simultaneous"),
        ("exact_bonus", -1, "exact_bonus: must be a whole number from 0 to 100"),
        ("miss_tricks", 2, "miss_tricks: must be one of 0, 1"),
        ("settlement", "chips", "settlement: must be one of none, pot, difference"),
    ],
)
def test_an_option_out_of_range_is_named_with_its_bounds(
    name: str, value: object, bounds: str
) -> None:
    with pytest.raises(OptionError) as caught:
        GAME.resolve({name: value}, 4)
    assert str(caught.value) == bounds


# --- presets ----------------------------------------------------------------------------------


@rule("A.presets")
def test_the_default_preset_is_the_seed() -> None:
    options = table_options(GAME, None, {}, 4)
    assert options == table_options(GAME, "oh_well/seed", {}, 4)
    assert (options.target, options.trump, options.hook) == (100, "none", False)
    assert (options.hand_plan, options.exact_bonus, options.miss_tricks) == ("full", 10, 1)


@rule("A.presets")
def test_the_modern_preset() -> None:
    options = table_options(GAME, "oh_well/modern", {}, 5)
    assert (options.hook, options.trump, options.hand_plan) == (True, "turn_up", "down_up")
    assert replace(options, hook=False, trump="none", hand_plan="full") == GAME.resolve({}, 5)
