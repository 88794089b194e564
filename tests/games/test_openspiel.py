"""The rules against OpenSpiel, an independent implementation of Gin Rummy and Oh Hell.

20,000 positions lie beside `fixtures/make_openspiel.py`, which made them.
"""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from kozyr_games import tricks
from kozyr_games.gin_rummy import GAME, lay_offs, melds
from kozyr_games.gin_rummy.state import State
from kozyr_protocol.cards import PACK_52, Card
from kozyr_protocol.games.gin_rummy import Discard, Draw, Knock, Pass, Phase

FOLDER = Path(__file__).parent / "fixtures"
DRAW_UPCARD, DRAW_STOCK, PASS = 52, 53, 54
PHASES = {
    "FirstUpcard": Phase.UPCARD,
    "Draw": Phase.DRAW,
    "Discard": Phase.DISCARD,
    "Wall": Phase.WALL,
}


def rows(name: str) -> list[Any]:
    text = gzip.decompress((FOLDER / name).read_bytes()).decode()
    return [json.loads(line) for line in text.splitlines()]


def split(text: str) -> tuple[Card, ...]:
    return tuple(text[at : at + 2] for at in range(0, len(text), 2))


GIN = rows("openspiel_gin_rummy.jsonl.gz")
HELL = rows("openspiel_oh_hell.jsonl.gz")


def all_melds(hand: tuple[Card, ...]) -> set[frozenset[Card]]:
    """The melds of up to five cards: OpenSpiel takes longer runs for two."""
    held = melds.bits(hand)
    return {
        frozenset(melds.cards_of(meld.mask))
        for of_low in melds.MELDS.values()
        for meld in of_low
        if held & meld.mask == meld.mask and meld.mask.bit_count() <= 5
    }


def begun(row: Any) -> State:
    """The deal in kozyr: OpenSpiel's player 0 begins, which is seat 1 where seat 0 deals."""
    came = split(row["cards"])
    hands = [card for pair in zip(came[:10], came[10:20], strict=True) for card in pair]
    deck = (*hands, *came[20:], *(card for card in PACK_52 if card not in came))
    state = GAME.setup(GAME.resolve({"draw": "off", "wall_take": True}, 2), 2)
    return GAME.deal(state, deck).state


def check_position(state: State, move: Any) -> tuple[Any, ...]:
    """One position: the seat, the phase, the legal actions, melds and deadwood of the hand."""
    seat = 1 - move["player"]
    assert GAME.to_act(state) == (seat,)
    # OpenSpiel counts the forced draw after two passes as a decision about the upcard.
    forced = move["legal"] == [DRAW_STOCK]
    assert state.phase is (Phase.DRAW if forced else PHASES[move["phase"]])
    hand = state.hands[seat]
    assert melds.least_deadwood(hand) == move["deadwood"]
    assert melds.best(hand).points == move["deadwood"]
    assert all_melds(hand) == {frozenset(split(meld)) for meld in move["melds"]}
    legal = GAME.legal_actions(state, seat)
    if state.phase is Phase.DISCARD:
        discards = {action.card for action in legal if isinstance(action, Discard)}
        knocks = {action.card for action in legal if isinstance(action, Knock)}
        assert discards == set(split(move["discards"]))
        assert knocks == set(split(move["knocks"]))
    elif state.phase is Phase.WALL:
        assert (Draw("discard") in legal) == bool(move["knocks"])
        assert Pass() in legal
    else:
        numbers = {Pass(): PASS, Draw("discard"): DRAW_UPCARD, Draw("stock"): DRAW_STOCK}
        assert {number for action, number in numbers.items() if action in legal} == set(
            move["legal"]
        )
    return legal


def after(state: State, seat: int, does: int, discarded: Card | None) -> State:
    action: Any
    match does:
        case 52:
            action = Draw("discard")
        case 53:
            action = Draw("stock")
        case 54:
            action = Pass()
        case _:
            assert discarded is not None
            action = Discard(discarded)
    return GAME.apply(state, seat, action).state


def check_knock(state: State, seat: int, knock: Any, legal: tuple[Any, ...]) -> None:
    """A knock: the least deadwood that OpenSpiel found is on offer; so are its lay-offs."""
    shown = tuple(split(meld) for meld in knock["melds"])
    whole = Knock(knock["card"], shown)
    step = GAME.apply(state, seat, whole)
    detail = GAME.sheet(step.state)[-1].detail
    assert detail["knocker_deadwood"] == knock["deadwood"]
    left = tuple(card for card in state.hands[seat] if card != knock["card"])
    assert melds.least_deadwood(left) == knock["deadwood"]
    assert any(isinstance(each, Knock) and each.card == knock["card"] for each in legal)
    # OpenSpiel lays off the fourth of a set and single cards at a run's ends.
    fits = {card for card, _ in lay_offs.fits(state.hands[1 - seat], shown)}
    assert fits == set(split(knock["fits"]))


def test_ten_thousand_positions_of_gin_rummy() -> None:
    count = knocks = walls = 0
    suits = "SCDH"
    for row in GIN:
        state = begun(row)
        for move in row["moves"]:
            legal = check_position(state, move)
            count += 1
            walls += move["phase"] == "Wall"
            seat = 1 - move["player"]
            if "knock" in move:
                knocks += 1
                check_knock(state, seat, move["knock"], legal)
            elif "does" in move:
                does = move["does"]
                card = "A23456789TJQK"[does % 13] + suits[does // 13] if does < 52 else None
                state = after(state, seat, does, card)
    assert count == 10_000
    assert knocks > 100
    assert walls > 2


@pytest.mark.parametrize("players", range(3, 8))
def test_positions_of_oh_hell_have_the_same_legal_plays_and_winners(players: int) -> None:
    for row in HELL:
        if row["players"] == players:
            check_tricks(row)


def check_tricks(row: Any) -> None:
    trick: list[Card] = []
    seats: list[int] = []
    for seat, held, legal, card, turn in row["plays"]:
        hand = split(held)
        led = trick[0][1] if trick else None
        expected = hand if led is None else tricks.followable(hand, led)
        assert set(expected) == set(split(legal))
        trick.append(card)
        seats.append(seat)
        if len(trick) == row["players"]:
            if turn is not None:
                assert seats[tricks.winner(trick, row["trump"])] == turn
            trick, seats = [], []


def test_there_are_ten_thousand_plays_of_oh_hell() -> None:
    assert sum(len(row["plays"]) for row in HELL) == 10_000
