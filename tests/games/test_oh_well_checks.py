"""Sums, timeouts and views of Oh Well: `kozyr_games.oh_well`, with scoring and shown."""

import random

import pytest
from msgspec.structs import replace

from kozyr_games.oh_well import GAME
from kozyr_games.oh_well.state import State
from kozyr_games.spec import MAX_SHUFFLES
from kozyr_protocol.cards import PACK_52
from kozyr_protocol.games.oh_well import (
    Bid,
    DealScored,
    GameOver,
    Play,
)
from kozyr_protocol.record import Ended
from kozyr_testing.oh_well_tables import act, dealt, ended, fresh, table
from kozyr_testing.rules import rule
from kozyr_testing.tables import decks, find, finished, played, refused

SIZES = {3: 17, 4: 13, 5: 10, 6: 8, 7: 7}

# --- A8: invariants ---------------------------------------------------------------------------


@rule("A8.sums", "G28.sums")
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
