"""States of King and of King with jokers, built in a line, and moves written as text.

A play is a card; a joker is `X1+` (high) or `X1-` (low), and led it names its suit: `X1+D`.
"""

import random
from collections.abc import Iterator
from typing import Any, Final, get_args

import pytest
from msgspec.structs import replace

from kozyr_games.king import KING, KING_JOKERS
from kozyr_games.king.state import State, sorted_hands
from kozyr_games.spec import IllegalActionError
from kozyr_protocol.cards import Card
from kozyr_protocol.games.king import (
    Action,
    Agree,
    Call,
    Declare,
    Event,
    Laid,
    Mode,
    Offer,
    Pass,
    Phase,
    Play,
    Sale,
    Suit,
    Tally,
)

PRAISE: Final = 8
"""Number of the first praise deal."""

_MODES: Final[dict[str, Mode]] = {"+": "high", "-": "low"}
_SUITS: Final[dict[str, Suit]] = {"C": "C", "D": "D", "H": "H", "S": "S"}


def fresh(seats: int = 4, *, jokers: bool = False, **options: Any) -> State:
    """A game before its first shuffle, without a draw unless one is asked for."""
    spec = KING_JOKERS if jokers else KING
    return spec.setup(spec.resolve({"draw": "off"} | options, seats), seats)


def card_of(text: str) -> tuple[Card, Mode | None, Suit | None]:
    """A card with what is said of a joker."""
    mode, suit = text[2:3], text[3:4]
    return text[:2], _MODES[mode] if mode else None, _SUITS[suit] if suit else None


def table(
    deal: int,
    hands: str,
    trick: str = "",
    *,
    turn: int = 0,
    jokers: bool = False,
    **options: Any,
) -> State:
    """A deal in play: hands like `6C 2D | | TH`; seat 3 dealt, so that seat 0 is eldest.

    The trick was led so that the seat on turn is next.
    """
    held = tuple(tuple(hand.split()) for hand in hands.split("|"))
    # Where one hand alone matters the others of four are left out.
    held += ((),) * (4 - len(held) if len(held) < 3 else 0)
    seats, laid = len(held), trick.split()
    first = turn - len(laid)
    return replace(
        fresh(seats, jokers=jokers, **options),
        phase=Phase.PLAY,
        shuffles=1,
        deal=deal,
        dealer=seats - 1,
        turn=turn,
        dealt=held,
        hands=sorted_hands(held),
        trick=tuple(Laid((first + i) % seats, *card_of(text)) for i, text in enumerate(laid)),
    )


def deck_of(hands: str) -> tuple[Card, ...]:
    """The deck that gives seats 0 to 3 these eight cards in this order in a praise deal."""
    held = [hand.split() for hand in hands.split("|")]
    cuts = ((0, 3), (3, 5), (5, 7), (7, 8))
    return tuple(card for start, end in cuts for hand in held for card in hand[start:end])


HANDS: Final = (
    "7C 8C 9C TC JC QC KC AC | 7D 8D 9D TD JD QD KD AD | "
    "7H 8H 9H TH JH QH KH AH | 7S 8S 9S TS JS QS KS AS"
)
"""Each seat has a suit, low to high in the order dealt."""


def praised(hands: str = HANDS, *, jokers: bool = False, **options: Any) -> State:
    """The pause of the first praise deal; seat 0 is the praiser."""
    spec = KING_JOKERS if jokers else KING
    before = replace(fresh(jokers=jokers, **options), deal=PRAISE - 1, dealer=2)
    return spec.deal(before, deck_of(hands)).state


def action_of(text: str) -> Action:
    """An action: a play, a suit as `=C`, another call as `=misere`, `sell`, `keep`, a number of
    tricks, `pass`, `yes`, `no`."""
    if text.startswith("="):
        return _call(text[1:])
    words: dict[str, Action] = {
        "sell": Sale(open=True),
        "keep": Sale(open=False),
        "pass": Pass(),
        "yes": Agree(yes=True),
        "no": Agree(yes=False),
    }
    if text in words:
        return words[text]
    return Offer(int(text)) if text.lstrip("-").isdigit() else Play(*card_of(text))


def _call(text: str) -> Declare:
    if text in _SUITS:
        return Declare("suit", _SUITS[text])
    calls: dict[str, Call] = {call: call for call in get_args(Call)}
    return Declare(calls[text])


def text_of(action: Action) -> str:
    """The inverse of `action_of`."""
    match action:
        case Play(card, mode, suit):
            sign = {"high": "+", "low": "-", None: ""}[mode]
            return card + sign + (suit or "")
        case Declare(call, suit):
            return f"={suit or call}"
        case Sale(is_open):
            return "sell" if is_open else "keep"
        case Offer(tricks):
            return str(tricks)
        case Pass():
            return "pass"
        case Agree(yes):
            return "yes" if yes else "no"


def act(state: State, moves: str) -> tuple[State, tuple[Event, ...]]:
    """Each move made by whom it is the turn of: the state, and the events of all moves."""
    events: tuple[Event, ...] = ()
    for text in moves.split():
        (seat,) = KING.to_act(state)
        step = KING.apply(state, seat, action_of(text))
        state, events = step.state, (*events, *step.events)
    return state, events


def legal(state: State) -> str:
    """The legal actions of the seat on turn."""
    (seat,) = KING.to_act(state)
    return " ".join(map(text_of, KING.legal_actions(state, seat)))


def refused(state: State, text: str) -> str:
    """Why the seat on turn may not do this."""
    (seat,) = KING.to_act(state)
    with pytest.raises(IllegalActionError) as caught:
        KING.apply(state, seat, action_of(text))
    return caught.value.reason


def find(events: tuple[Event, ...], kind: type[Any]) -> Any:
    """The one event of a kind."""
    (found,) = (event for event in events if isinstance(event, kind))
    return found


def tally(
    tricks: str,
    hearts: str = "",
    boys: str = "",
    girls: str = "",
    last_two: str = "",
    king: int | None = None,
) -> Tally:
    """What each seat took, numbers as `3 2 2 1`; nothing where it is not said."""

    def numbers(text: str) -> tuple[int, ...]:
        return tuple(map(int, text.split())) or (0,) * len(tricks.split())

    return Tally(
        tricks=numbers(tricks),
        hearts=numbers(hearts),
        boys=numbers(boys),
        girls=numbers(girls),
        last_two=numbers(last_two),
        king=king,
    )


def decks(state: State, seed: int) -> Iterator[tuple[Card, ...]]:
    """Decks for a game, for ever."""
    rng = random.Random(seed)
    while (pack := KING.wants_deck(state)) is not None:
        yield tuple(rng.sample(pack, len(pack)))


def played(state: State, rng: random.Random | None) -> State:
    """The deal played to its end, at random or by the timeout's actions."""
    while acting := KING.to_act(state):
        (seat,) = acting
        actions = KING.legal_actions(state, seat)
        action = rng.choice(actions) if rng else KING.timeout_action(state, seat)
        state = KING.apply(state, seat, action).state
    return state


def whole_game(seats: int = 4, *, seed: int = 1, jokers: bool = False, **options: Any) -> State:
    """A game played at random to its end."""
    state = fresh(seats, jokers=jokers, **options)
    rng = random.Random(seed)
    while (pack := KING.wants_deck(state)) is not None:
        state = played(KING.deal(state, tuple(rng.sample(pack, len(pack)))).state, rng)
    return state
