"""Sums, timeouts, views and presets of Knaves: `kozyr_games.knaves`, with scoring and shown."""

import random

import pytest
from msgspec.structs import replace

from kozyr_games.knaves import GAME
from kozyr_games.knaves.options import JackValues
from kozyr_games.options import table_options
from kozyr_games.spec import MAX_SHUFFLES
from kozyr_protocol.cards import PACK_52
from kozyr_protocol.games.knaves import (
    DealScored,
    GameOver,
    Play,
    Reason,
)
from kozyr_protocol.record import Ended
from kozyr_testing.knaves_tables import act, dealt, ended, fresh, pack, table
from kozyr_testing.rules import rule
from kozyr_testing.tables import decks, find, finished, played, refused

# --- B8: invariants ---------------------------------------------------------------------------


@rule("B8.sum", "G28.sums")
@pytest.mark.parametrize("seed", range(8))
def test_the_sums_of_every_deal_hold(seed: int) -> None:
    for row in GAME.sheet(played(GAME, fresh(), seed)):
        jacks = [jack for each in row.detail["jacks"] for jack in each]
        cost = sum({"H": 4, "D": 3, "C": 2, "S": 1}[jack[1]] for jack in jacks)
        assert sum(row.scores) == row.check == 17 - cost
        assert all(-8 <= each <= 16 for each in row.scores)
        assert sum(row.detail["tricks"]) == 17


@rule("B8.sum")
def test_checks_notice_an_unsound_state() -> None:
    sound = table("9C 2C | AC 3C | 4C 5C", turned="4D", trump="D")
    assert GAME.checks(sound) == ()
    assert GAME.checks(replace(sound, taken=(1, 0, 0))) == ("the tricks taken are those played",)
    assert GAME.checks(replace(sound, jacks=(("JH",), (), ()))) == (
        "what was taken as a jack is one",
    )
    assert GAME.checks(replace(sound, turned="4C")) == (
        "with trumps their suit is that of the turned card",
    )


@rule("B8.length")
def test_a_game_lasts_at_most_9_deals() -> None:
    assert 3 * 19 // 7 + 1 == 9
    for seed in range(20):
        assert len(GAME.sheet(played(GAME, fresh(), seed))) <= 9


# --- timeouts, limits, defects ----------------------------------------------------------------


@rule("B.timeout")
def test_a_late_seat_plays_the_lowest_legal_card() -> None:
    assert GAME.timeout_action(table("TC 3S 3D KC | 2C | 2D"), 0) == Play("3D")
    assert GAME.timeout_action(table("TC 3S KC | 2C | 2D", "9C"), 0) == Play("TC")
    assert GAME.decision(dealt(), 1) == "play"


@rule("B.limit")
def test_the_thousandth_shuffle_is_the_last() -> None:
    for shuffles, over in ((MAX_SHUFFLES - 1, False), (MAX_SHUFFLES, True)):
        state = replace(table("AC | 2C | 3C"), shuffles=shuffles, totals=(4, 9, 8))
        result = GAME.outcome(act(state, "AC", "2C", "3C")[0])
        assert (result is not None) is over
        assert result is None or (result.ended, result.winners) == (Ended.LIMIT, (1,))


@rule("B.limit", "B6.redeal")
def test_a_redeal_may_be_the_last_shuffle() -> None:
    state = replace(fresh(turned_jack="redeal"), shuffles=MAX_SHUFFLES - 1)
    step = GAME.deal(state, pack("JH"))
    assert find(step.events, GameOver).ended is Ended.LIMIT
    assert GAME.wants_deck(step.state) is None


@rule("B.early")
def test_a_game_ended_early_counts_its_finished_deals() -> None:
    state = replace(table("AC 2C | 3C 4C | 5C 6C", stake=1), totals=(1, 9, -3))
    state, _ = act(state, "AC", "3C", "5C")
    standing = GAME.standing(state)
    assert (standing.totals, standing.winners) == ((1, 9, -3), (1,))
    assert standing.settlement == (-1, 2, -1)


@rule("B.defects")
def test_a_deal_begins_with_nothing_left_over_from_the_last() -> None:
    state = finished(GAME, dealt(), random.Random(1))
    state = GAME.deal(state, next(decks(2))).state
    held = [card for hand in state.hands for card in hand]
    assert sorted((*held, state.turned or "")) == sorted(PACK_52)
    assert (state.trick, state.last, state.gone) == ((), (), ())
    assert (state.taken, state.jacks) == ((0, 0, 0), ((), (), ()))


@rule("B.defects")
def test_only_a_card_of_the_own_hand_is_accepted() -> None:
    state = table("2C | 3C | 4C")
    for card in ("3C", "2D", "4D", "ZZ", "", "2c", "X1"):
        assert refused(GAME, state, 0, Play(card)) == "the card is not in the hand"
    assert refused(GAME, state, 1, Play("3C")) == "it is another seat's turn"
    assert refused(GAME, fresh(), 0, Play("2C")) == "no deal is being played"


# --- what is shown, presets -------------------------------------------------------------------


@rule("B.shown")
def test_a_view_holds_the_own_hand_and_numbers_of_the_others() -> None:
    state = table("2C 3C | 4C | 5C")
    assert GAME.view(state, 0).hand == ("2C", "3C")
    assert GAME.view(state, 0).counts == (2, 1, 1)
    assert GAME.view(state, None).hand is None


@rule("B.shown")
def test_all_cards_are_shown_when_the_deal_is_over() -> None:
    deck = next(decks(5))
    state = GAME.deal(fresh(hand_size=13), deck).state
    *_, last = finished(GAME, state).gone
    while last in (card for hand in state.hands for card in hand):
        (seat,) = GAME.to_act(state)
        step = GAME.apply(state, seat, GAME.timeout_action(state, seat))
        state = step.state
    scored = find(step.events, DealScored)
    assert (scored.hands, scored.aside) == (state.dealt, deck[40:])
    assert scored.reason is Reason.PLAYED_OUT


def test_the_result_stays_in_the_view() -> None:
    view = GAME.view(ended((20, 4, 20)), None)
    assert view.result == GameOver((20, 4, 20), (0, 2), None, Ended.COMPLETE)
    assert view.turn is None


def test_a_state_prints_no_card() -> None:
    assert repr(dealt()) == "<Knaves: deal 1, play>"


@rule("B.presets")
def test_presets() -> None:
    seed = table_options(GAME, None, {}, 3)
    assert (seed.target, seed.hand_size, seed.turned_jack) == (20, 17, "out_of_play")
    assert (seed.repeat_trump, seed.all_jacks_bonus) == (True, 0)
    assert seed.jack_values == JackValues(4, 3, 2, 1)
    assert table_options(GAME, "knaves/seed", {}, 3) == seed
    assert table_options(GAME, "knaves/no_repeat", {}, 3) == replace(seed, repeat_trump=False)
    assert table_options(GAME, "knaves/to_21", {}, 3) == replace(seed, target=21)
