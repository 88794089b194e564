"""Tables of Oh Well in one line, for its scenarios."""

from typing import Any

from msgspec.structs import replace

from kozyr_games.oh_well import GAME
from kozyr_games.oh_well.state import Phase, State
from kozyr_protocol.cards import PACK_52, Card
from kozyr_protocol.games.oh_well import Bid, Event, Laid, Play


def fresh(seats: int = 4, **options: object) -> State:
    """A game before its first shuffle, without a draw unless one is asked for."""
    return GAME.setup(GAME.resolve({"draw": "off"} | options, seats), seats)


def dealt(seats: int = 4, deck: tuple[Card, ...] = PACK_52, **options: object) -> State:
    """The first deal; seat 0 deals."""
    return GAME.deal(fresh(seats, **options), deck).state


def table(hands: str, trick: str = "", *, trump: Any = None, **options: object) -> State:
    """A deal in play: hands like `6C 2D | | TH`; seat 0 is on turn, the trick is before it."""
    held = tuple(tuple(hand.split()) for hand in hands.split("|"))
    seats, cards = len(held), trick.split()
    laid = tuple(Laid(seat, card) for seat, card in enumerate(cards, start=seats - len(cards)))
    size = max(map(len, held)) + bool(cards)
    return replace(
        fresh(seats, **options),
        phase=Phase.PLAY,
        shuffles=1,
        deal=1,
        dealer=seats - 1,
        size=size,
        dealt=held,
        hands=held,
        bids=(0,) * seats,
        trick=laid,
        trump=trump,
    )


def scored(
    bids: tuple[int, ...],
    taken: tuple[int, ...],
    totals: tuple[int, ...] | None = None,
    **options: Any,
) -> tuple[State, tuple[Event, ...]]:
    """A deal after its last trick, and the events of that; the last seat dealt."""
    seats = len(bids)
    winner = next(seat for seat, count in enumerate(taken) if count)
    cards = ["AC" if seat == winner else f"{seat + 2}C" for seat in range(seats)]
    state = table(" | ".join(cards), **options)
    before = tuple(count - (seat == winner) for seat, count in enumerate(taken))
    state = replace(
        state,
        size=sum(taken),
        bids=bids,
        taken=before,
        totals=totals or (0,) * seats,
    )
    return act(state, *cards)


def ended(totals: tuple[int, ...], **options: object) -> State:
    """A game of one deal in which these are the totals; the last seat dealt."""
    state, _ = scored(
        (0,) * len(totals),
        (1, *(0,) * (len(totals) - 1)),
        (totals[0] - 1, *totals[1:]),
        **({"deals": 1, "exact_bonus": 0} | options),
    )
    return state


def act(state: State, *actions: int | Card) -> tuple[State, tuple[Event, ...]]:
    """Each bid or card by whom it is the turn of: the state, the last events."""
    events: tuple[Event, ...] = ()
    for each in actions:
        seat = GAME.to_act(state)[0]
        action = Bid(each) if isinstance(each, int) else Play(each)
        step = GAME.apply(state, seat, action)
        state, events = step.state, step.events
    return state, events


def legal(state: State, seat: int) -> str:
    """The legal actions in one line."""
    return " ".join(
        action.card if isinstance(action, Play) else str(action.tricks)
        for action in GAME.legal_actions(state, seat)
    )
