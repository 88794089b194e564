"""Tables of Twenty-Nine in one line, for its scenarios."""

import random

import pytest
from msgspec.structs import replace

from kozyr_games.spec import IllegalActionError
from kozyr_games.twenty_nine import GAME
from kozyr_games.twenty_nine.state import VALUES, Phase, State
from kozyr_protocol.cards import PACK_52, Card
from kozyr_protocol.games.twenty_nine import (
    Event,
    Laid,
    Pass,
    Play,
)
from kozyr_testing.tables import decks


def fresh(seats: int = 4, **options: object) -> State:
    """A game before its first shuffle, without a draw unless one is asked for."""
    return GAME.setup(GAME.resolve({"draw": "off"} | options, seats), seats)


def dealt(seats: int = 4, deck: tuple[Card, ...] = PACK_52, **options: object) -> State:
    """The first deal; seat 0 deals."""
    return GAME.deal(fresh(seats, **options), deck).state


def table(hands: str, pile: str = "", **options: object) -> State:
    """A deal in play: hands like `6C 2D | | TH`, a pile like `TC 9D`; seat 0 is on turn."""
    held = tuple(tuple(hand.split()) for hand in hands.split("|"))
    laid = tuple(Laid(0, card) for card in pile.split())
    total = sum(VALUES[each.card] for each in laid)
    return replace(
        fresh(len(held), **options),
        phase=Phase.PLAY,
        shuffles=1,
        deal=1,
        dealt=held,
        hands=held,
        pile=laid,
        total=total,
    )


def play(state: State, *cards: Card) -> tuple[State, tuple[Event, ...]]:
    """Each card played by whom it is the turn of (`-` is a pass): the state, the last events."""
    events: tuple[Event, ...] = ()
    for card in cards:
        (seat,) = GAME.to_act(state)
        step = GAME.apply(state, seat, Pass() if card == "-" else Play(card))
        state, events = step.state, step.events
    return state, events


def refused(state: State, seat: int, card: Card) -> str:
    """The reason for which a card, or `-` for a pass, is refused."""
    with pytest.raises(IllegalActionError) as caught:
        GAME.apply(state, seat, Pass() if card == "-" else Play(card))
    return caught.value.reason


def legal(state: State, seat: int) -> str:
    """The legal cards in one line, `-` for a pass."""
    return " ".join(
        action.card if isinstance(action, Play) else "-"
        for action in GAME.legal_actions(state, seat)
    )


def finished(state: State, rng: random.Random | None = None) -> State:
    """The deal played to its end, by the timeout's action or at random."""
    while acting := GAME.to_act(state):
        (seat,) = acting
        legal = GAME.legal_actions(state, seat)
        action = rng.choice(legal) if rng else GAME.timeout_action(state, seat)
        state = GAME.apply(state, seat, action).state
    return state


def played(state: State, seed: int = 29) -> State:
    """The game played to its end."""
    for deck in decks(seed):
        if GAME.wants_deck(state) is None:
            return state
        state = finished(GAME.deal(state, deck).state, random.Random(seed))
    raise AssertionError


def ended(totals: tuple[int, ...], **options: object) -> State:
    """The last card of a deal that adds nothing to these totals, for seats that play alone."""
    state = table("2C" + " |" * (len(totals) - 1), "", **({"length": "single"} | options))
    return play(replace(state, totals=totals), "2C")[0]
