"""Sums, views and presets of Twenty-Nine: `kozyr_games.twenty_nine`, with scoring and shown."""

import random

import msgspec
import pytest
from msgspec.structs import replace

from kozyr_games.options import table_options
from kozyr_games.spec import OptionError
from kozyr_games.twenty_nine import GAME
from kozyr_protocol.cards import PACK_52
from kozyr_protocol.games.twenty_nine import (
    DealScored,
    GameOver,
    Play,
)
from kozyr_protocol.record import Ended
from kozyr_testing.rules import rule
from kozyr_testing.tables import decks, find
from kozyr_testing.twenty_nine_tables import (
    dealt,
    ended,
    finished,
    fresh,
    play,
    refused,
    table,
)

# --- F5, F6 -----------------------------------------------------------------------------------


@rule("F6.sums")
def test_all_hands_empty_means_eight_piles_and_an_empty_table() -> None:
    found = 0
    for deck in decks(6):
        state = finished(dealt(3, deck, stuck="pass", length="single"), random.Random(found))
        (row,) = GAME.sheet(state)
        assert (row.check == 52) == (sum(row.detail["piles"]) == 8) == (sum(row.scores) == 52)
        found += row.check is not None
        if found == 5:
            return


@rule("F6.sums")
def test_with_cards_aside_no_sum_is_fixed() -> None:
    state = replace(table("2C | | "), aside=("3C",))
    assert GAME.sheet(play(state, "2C")[0])[0].check is None


@rule("F6.sums")
@pytest.mark.parametrize(
    ("options", "check"),
    [
        ({}, 52),
        ({"score_by": "piles"}, 8),
        ({"partners": True}, 104),
        ({"partners": True, "score_by": "piles"}, 16),
    ],
)
def test_the_sum_of_a_deal_played_out(options: dict[str, object], check: int) -> None:
    state = table("2C | | | ", "", **({"partners": False} | options))
    assert GAME.sheet(play(state, "2C")[0])[0].check == check


@rule("F6.sums")
def test_checks_notice_an_unsound_state() -> None:
    sound = table("2C | AD | AH", "TC TD", stuck="end")
    assert GAME.checks(sound) == ()
    assert GAME.checks(replace(sound, total=7)) == ("the total is that of the pile",)
    assert GAME.checks(replace(sound, piles=(1, 0, 0))) == ("each pile taken adds up to 29",)
    assert GAME.checks(replace(sound, turn=0, hands=((), ("AD",), ())))[0].startswith("the seat")


# --- the timeout ------------------------------------------------------------------------------


@rule("F.timeout")
def test_the_timeout_plays_the_lowest_card_that_fits() -> None:
    assert GAME.timeout_action(table("TC 3S 3D KC | 2C | 2D"), 0) == Play("3D")
    assert GAME.timeout_action(table("TC KC AS | 2C | 2D"), 0) == Play("AS")
    assert GAME.timeout_action(table("9C KC | 2C | 2D", "TH TS 2H"), 0) == Play("KC")


# --- public defects of other programs ---------------------------------------------------------


@rule("F.defects")
def test_a_deal_begins_with_nothing_left_over_from_the_last() -> None:
    state = finished(dealt(5, next(decks(1))), random.Random(1))
    state = GAME.deal(state, next(decks(2))).state
    assert sorted(card for hand in state.hands for card in hand) == sorted(PACK_52)
    assert (state.total, state.passes, state.pile, state.piles) == (0, 0, (), (0,) * 5)
    assert state.won == ((),) * 5


@rule("F.defects")
def test_nobody_can_count_past_29() -> None:
    state = table("TC | TD | AH", "TH TS", stuck="pass")
    assert refused(state, 0, "TC") == "the total would pass 29"
    assert state.total == 20


@rule("F.defects")
def test_the_right_player_starts_the_second_count_with_hands_of_unequal_length() -> None:
    state, _ = play(table("9C | | 2D 3D | 2H", "TD TH"), "9C")
    assert GAME.to_act(state) == (2,)
    state, _ = play(state, "2D", "2H")
    assert GAME.to_act(state) == (2,)


@rule("F.defects")
def test_the_game_goes_on_while_the_top_is_tied() -> None:
    for tie_break, over in (("share", True), ("play_on", False)):
        state = ended((9, 9, 2), tie_break=tie_break)
        assert (GAME.outcome(state) is not None) is over


@rule("F.defects")
def test_only_a_card_of_the_own_hand_is_accepted() -> None:
    state = table("2C | 3C | 4C")
    for card in ("3C", "2D", "ZZ", "", "2c", "X1"):
        assert refused(state, 0, card) == "the card is not in the hand"
    assert refused(state, 1, "3C") == "it is another seat's turn"
    assert refused(fresh(3), 0, "2C") == "no deal is being played"


# --- what is shown ----------------------------------------------------------------------------


@rule("F.shown")
def test_a_view_holds_the_own_hand_and_numbers_of_the_others() -> None:
    state = table("2C 3C | 4C | 5C")
    assert GAME.view(state, 0).hand == ("2C", "3C")
    assert GAME.view(state, 0).counts == (2, 1, 1)
    assert GAME.view(state, None).hand is None


@rule("F.shown")
def test_all_cards_are_shown_when_the_deal_is_over() -> None:
    state, events = play(table("8C AC | 9D TD | AH", "TC TH", stuck="end"), "8C")
    assert find(events, DealScored).hands == (("8C", "AC"), ("9D", "TD"), ("AH",))
    assert GAME.view(state, 0).hand == ()
    assert GAME.view(state, 0).counts == (0, 0, 0)


def test_the_result_stays_in_the_view() -> None:
    view = GAME.view(ended((7, 3, 7)), None)
    assert view.result == GameOver((7, 3, 7), (0, 2), None, Ended.COMPLETE)
    assert view.turn is None


def test_the_dealer_is_not_known_before_the_draw() -> None:
    state = fresh(3, draw="dealer")
    assert GAME.view(state, 0).dealer is None
    assert GAME.view(fresh(3), 0).dealer == 0


def test_a_state_prints_no_card() -> None:
    assert repr(dealt(4)) == "<Twenty-Nine: deal 1, play>"


def test_a_state_is_small() -> None:
    assert len(msgspec.msgpack.encode(dealt(4))) < 700


# --- presets ----------------------------------------------------------------------------------


@rule("F.presets")
@pytest.mark.parametrize(
    ("preset", "seats", "partners", "stuck"),
    [
        (None, 4, True, "end"),
        (None, 5, False, "pass"),
        ("twenty_nine/partners", 4, True, "end"),
        ("twenty_nine/solo", 4, False, "pass"),
        ("twenty_nine/solo", 8, False, "pass"),
        ("twenty_nine/strict", 3, False, "end"),
    ],
)
def test_presets(preset: str | None, seats: int, partners: bool, stuck: str) -> None:
    options = table_options(GAME, preset, {}, seats)
    assert (options.partners, options.stuck) == (partners, stuck)


@rule("F.presets")
def test_partners_are_four() -> None:
    with pytest.raises(OptionError, match="seats: must be from 4 to 4"):
        table_options(GAME, "twenty_nine/partners", {}, 5)
