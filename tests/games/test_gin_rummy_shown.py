"""What a seat may see of Gin Rummy, and lay-offs by hand: `kozyr_games.gin_rummy`.

Covers its modules shown and ending, and zones in state.
"""

from typing import Any

import pytest

from kozyr_games.gin_rummy import GAME
from kozyr_games.gin_rummy.state import State
from kozyr_protocol.cards import PACK_52
from kozyr_protocol.games.gin_rummy import (
    DealScored,
    Done,
    Drew,
    Hand,
    Knocked,
    LaidOff,
    LayOff,
)
from kozyr_testing.gin import dealt, detail, find, fresh, legal, play, refusal, scores, table
from kozyr_testing.rules import rule

KNOCKER = "4H 5H 6H QC QD QS 9S TS JS 3D KH"
KNOCK = "knock KH: QC QD QS | 4H 5H 6H | 9S TS JS"
ANSWER = "2C 2D 2H 7H 8H KC 9D 5C AS 4C"
GIN = "4H 5H 6H QC QD QS 9S TS JS 8S KH"


def started(*texts: str, **options: Any) -> State:
    """The first deal with some actions made; seat 1 begins."""
    return play(dealt(**options), *texts)[0]


# --- manual lay-offs --------------------------------------------------------------------------


@rule("E2.manual", "G7.shown")
def test_the_opponent_sees_the_melds_and_lays_off_card_by_card() -> None:
    state, events = play(table(KNOCKER, ANSWER, auto_lay_off=False), KNOCK)
    assert find(events, Knocked).turn == 1
    shown = GAME.view(state, 1).shown
    assert shown is not None
    assert shown.melds == (("QC", "QD", "QS"), ("4H", "5H", "6H"), ("9S", "TS", "JS"))
    assert legal(state) == (LayOff("7H", 1), Done())
    state, events = play(state, "7H>1")
    assert events == (LaidOff(1, "7H", 1, ("4H", "5H", "6H", "7H")),)
    assert legal(state) == (LayOff("8H", 1), Done())
    state, events = play(state, "8H>1", "done")
    assert scores(state) == (26, 0)
    assert find(events, DealScored).answer == (("2C", "2D", "2H"),)


@rule("E2.manual", "E2.shown_order")
@pytest.mark.parametrize(
    ("shown", "lay_off", "meld"),
    [
        ("9S TS JS | QC QD QS | 4H 5H 6H", "7H>2", ("4H", "5H", "6H", "7H")),
        ("QS QD QC | 6H 5H 4H | JS TS 9S", "7H>1", ("4H", "5H", "6H", "7H")),
    ],
)
def test_a_lay_off_names_a_meld_by_its_place_in_the_knock_as_sent(
    shown: str, lay_off: str, meld: tuple[str, ...]
) -> None:
    state, _ = play(table(KNOCKER, ANSWER, auto_lay_off=False), f"knock KH: {shown}")
    place = int(lay_off[-1])
    assert legal(state) == (LayOff("7H", place), Done())
    _, events = play(state, lay_off)
    assert events == (LaidOff(1, "7H", place, meld),)


@rule("E2.manual", "E2.shown_order")
def test_runs_shown_apart_take_the_cards_that_fit_the_whole() -> None:
    own, answer = "3S 4H 5H 6H 7H 8H 9H QC QD QS KH", "3H TH JH KC 9D 5C AS 4C 8C 2D"
    for shown, at, low in (("4H 5H 6H | 7H 8H 9H", 1, 0), ("7H 8H 9H | 4H 5H 6H", 0, 1)):
        state = table(own, answer, auto_lay_off=False)
        state, _ = play(state, f"knock KH: {shown} | QC QD QS")
        assert legal(state) == (LayOff("3H", low), LayOff("TH", at), Done())
        state, _ = play(state, f"TH>{at}", f"JH>{at}", f"3H>{low}", "done")
        assert detail(state)["opponent_deadwood"] == 10 + 9 + 5 + 1 + 4 + 8 + 2


@rule("E2.manual")
def test_who_lays_off_nothing_still_has_his_hand_arranged() -> None:
    state, _ = play(table(KNOCKER, ANSWER, auto_lay_off=False), KNOCK, "done")
    assert detail(state)["opponent_deadwood"] == 29 + 7 + 8


@rule("E2.manual", "E2.lay_off_melds")
def test_what_does_not_fit_is_refused() -> None:
    state, _ = play(table(KNOCKER, ANSWER, auto_lay_off=False), KNOCK)
    assert refusal(state, "8H>1") == "the card does not fit the meld"
    assert refusal(state, "4C>1") == "the card does not fit the meld"
    assert refusal(state, "KH>0") == "the card is not in the hand"
    for meld in (-1, 3):
        assert refusal(state, f"7H>{meld}") == "no such meld was shown"
    assert "must be drawn first" in refusal(state, "-7H")
    assert refusal(state, "done", seat=0) == "it is the other seat's turn"


@rule("E2.manual")
def test_the_opponent_is_asked_even_if_nothing_fits() -> None:
    state, _ = play(table(KNOCKER, "2C 2D 2H AS 3C KC 9D 5C 7C 8C", auto_lay_off=False), KNOCK)
    assert legal(state) == (Done(),)


@rule("E2.manual", "E6.lay_off_on_gin")
def test_there_is_nothing_to_ask_when_gin_takes_no_lay_offs() -> None:
    state = table(GIN, ANSWER, auto_lay_off=False, lay_off_on_gin=False)
    state, _ = play(state, "knock KH: 4H 5H 6H | QC QD QS | 8S 9S TS JS")
    assert GAME.to_act(state) == ()
    assert detail(state)["opponent_deadwood"] == 44


# --- what is shown ----------------------------------------------------------------------------


@rule("hide.hand", "G24.views")
def test_a_hand_is_for_its_seat_alone() -> None:
    step = GAME.deal(fresh(), PACK_52)
    for role in (0, 1, None):
        hands = [GAME.project(event, role) for event in step.events if isinstance(event, Hand)]
        told = [event for event in hands if event is not None]
        assert told == ([] if role is None else [Hand(role, step.state.hands[role])])
    assert GAME.view(step.state, None).hand is None
    assert GAME.view(step.state, 0).hand == step.state.hands[0]


@rule("hide.stock")
def test_a_card_from_the_stock_is_told_to_who_drew_it() -> None:
    _, events = play(started("pass", "pass"), "stock")
    drew = find(events, Drew)
    assert GAME.project(drew, 1) == drew
    for role in (0, None):
        seen = GAME.project(drew, role)
        assert isinstance(seen, Drew)
        assert seen.card is None


@rule("hide.known")
def test_a_card_taken_openly_stays_known_until_it_goes() -> None:
    state = started("pile", "-2C", "stock", "-3C")
    top = PACK_52[20]
    assert GAME.view(state, None).known == ((), (top,))
    state, _ = play(state, "stock", f"-{top}")
    assert GAME.view(state, 0).known == ((), ())


@rule("hide.put_down")
def test_the_card_put_down_stays_hidden_until_the_deal_is_over() -> None:
    state, events = play(table(KNOCKER, ANSWER, auto_lay_off=False), KNOCK)
    for role in (0, 1, None):
        told = [GAME.project(event, role) for event in events]
        assert "KH" not in str(told)
        assert "KH" not in str(GAME.view(state, role))
    (zone,) = [zone for zone in GAME.zones(state) if zone.name == "put down"]
    assert (zone.cards, zone.seen_by) == (("KH",), (0,))
    state, events = play(state, "done")
    assert find(events, DealScored).discard == "KH"
    shown = GAME.view(state, None).shown
    assert shown is not None
    assert shown.discard == "KH"
    assert GAME.view(GAME.deal(state, PACK_52).state, None).shown is None


@rule("hide.over")
def test_all_cards_are_shown_when_the_deal_is_over() -> None:
    state, events = play(table(KNOCKER, ANSWER), KNOCK)
    scored = find(events, DealScored)
    assert scored.hands == state.dealt
    assert scored.stock == state.dealt_stock
    record = GAME.deal_record(state)
    assert record is not None
    assert (record.upcard, record.stock) == (state.upcard, state.dealt_stock)
    assert GAME.view(state, 0).hand == ()


@rule("hide.print")
def test_a_state_prints_no_card() -> None:
    assert repr(dealt()) == "<Gin Rummy: deal 1, upcard>"
