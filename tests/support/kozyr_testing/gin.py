"""Tables of Gin Rummy in one line, for its scenarios."""

from typing import Any

from msgspec.structs import replace

from kozyr_games.gin_rummy import GAME
from kozyr_games.gin_rummy.rules import knock_limit
from kozyr_games.gin_rummy.state import State
from kozyr_games.spec import IllegalActionError
from kozyr_protocol.cards import PACK_52, Card
from kozyr_protocol.games.gin_rummy import (
    Action,
    Discard,
    Done,
    Draw,
    Event,
    Knock,
    LayOff,
    Pass,
    Phase,
    place,
)

Events = tuple[Event, ...]


def fresh(**options: object) -> State:
    """A game before its first shuffle, without a draw unless one is asked for."""
    return GAME.setup(GAME.resolve({"draw": "off"} | options, 2), 2)


def dealt(deck: tuple[Card, ...] = PACK_52, **options: object) -> State:
    """The first deal; seat 0 deals."""
    return GAME.deal(fresh(**options), deck).state


def table(
    own: str,
    other: str = "",
    *,
    upcard: Card | None = None,
    left: int | None = None,
    **options: Any,
) -> State:
    """A deal in which seat 0 discards or knocks, or draws where it holds ten cards.

    Args:
        own: the cards of seat 0.
        other: those of seat 1; none: any ten.
        upcard: the discard pile, one card; None: any.
        left: cards left in the stock; None: all that are nowhere else.
        options: of the game.
    """
    hand = own.split()
    free = [card for card in PACK_52 if card not in (*hand, *other.split(), upcard)]
    answer = other.split() or [free.pop(0) for _ in range(10)]
    top = upcard or free.pop()
    chosen = fresh(**options)
    return replace(
        chosen,
        phase=Phase.DISCARD if len(hand) == 11 else Phase.DRAW,
        shuffles=1,
        deal=1,
        dealer=1,
        turn=0,
        dealt=(tuple(hand), tuple(answer)),
        dealt_stock=tuple(free),
        upcard=top,
        limit=knock_limit(chosen.options, top),
        doubled=chosen.options.spades_double and top[1] == "S",
        passes=1,
        drawn=0 if left is None else len(free) - left,
        pile=(top,),
        hands=(tuple(sorted(hand, key=place)), tuple(sorted(answer, key=place))),
    )


def melds(text: str) -> tuple[tuple[Card, ...], ...]:
    """Melds from a text like `4H 5H 6H | QC QD QS`."""
    return tuple(tuple(meld.split()) for meld in text.split("|") if meld.strip())


def action(text: str) -> Action:
    """An action: `pass`, `stock`, `pile`, `done`, `-7H` (a discard), `7H>1` (a lay-off),
    `knock 7H: 4H 5H 6H | QC QD QS`, `knock: ...` for big gin.
    """
    if text.startswith("knock"):
        card, _, shown = text.removeprefix("knock").partition(":")
        return Knock(card.strip() or None, melds(shown))
    if text.startswith("-"):
        return Discard(text[1:])
    if ">" in text:
        card, _, meld = text.partition(">")
        return LayOff(card, int(meld))
    plain: dict[str, Action] = {
        "pass": Pass(),
        "stock": Draw("stock"),
        "pile": Draw("discard"),
        "done": Done(),
    }
    return plain[text]


def play(state: State, *texts: str) -> tuple[State, Events]:
    """Each action made by whom it is the turn of: the state, and the last events."""
    events: Events = ()
    for text in texts:
        (seat,) = GAME.to_act(state)
        step = GAME.apply(state, seat, action(text))
        state, events = step.state, step.events
    return state, events


def refusal(state: State, text: str, seat: int | None = None) -> str:
    """Why an action of the seat on turn, or of another, is refused; empty: it is not."""
    (turn,) = GAME.to_act(state) or (0,)
    try:
        GAME.apply(state, turn if seat is None else seat, action(text))
    except IllegalActionError as error:
        return error.reason
    return ""


def legal(state: State) -> tuple[Any, ...]:
    """The legal actions of the seat on turn."""
    (seat,) = GAME.to_act(state)
    return GAME.legal_actions(state, seat)


def knock_cards(state: State) -> set[Card | None]:
    """The cards with which the seat on turn may knock."""
    return {each.card for each in legal(state) if isinstance(each, Knock)}


def find(events: Events, kind: type[Any]) -> Any:
    """The one event of a kind."""
    (found,) = (event for event in events if isinstance(event, kind))
    return found


def scores(state: State) -> tuple[int, ...]:
    """The points of the last deal."""
    return GAME.sheet(state)[-1].scores


def detail(state: State) -> dict[str, Any]:
    """The detail of the last deal."""
    return GAME.sheet(state)[-1].detail
