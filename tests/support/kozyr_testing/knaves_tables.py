"""Tables of Knaves in one line, for its scenarios."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from kozyr_games.knaves import GAME
from kozyr_games.knaves.scoring import score
from kozyr_games.knaves.state import Phase, State
from kozyr_protocol.cards import PACK_52, Card
from kozyr_protocol.games.knaves import Event, Laid, Play


def fresh(**options: object) -> State:
    """A game before its first shuffle, without a draw unless one is asked for."""
    return GAME.setup(GAME.resolve({"draw": "off"} | options, 3), 3)


def pack(turned: Card) -> tuple[Card, ...]:
    """A deck of which the card after the hands, by default the last, is this one."""
    return (*(card for card in PACK_52 if card != turned), turned)


def dealt(turned: Card = "4D", **options: object) -> State:
    """The first deal with a turned card, which is the last of the deck; seat 0 deals."""
    return GAME.deal(fresh(**options), pack(turned)).state


def table(
    hands: str, trick: str = "", *, turned: Card = "4D", trump: Any = None, **options: object
) -> State:
    """A deal in play: hands like `6C 2D | | TH`; seat 0 is on turn, the trick is before it."""
    held = tuple(tuple(hand.split()) for hand in hands.split("|"))
    cards = trick.split()
    return replace(
        fresh(**options),
        phase=Phase.PLAY,
        shuffles=1,
        deal=1,
        dealer=2,
        turned=turned,
        trump=trump,
        dealt=held,
        hands=held,
        trick=tuple(Laid(seat, card) for seat, card in enumerate(cards, start=3 - len(cards))),
    )


def scored(
    taken: Sequence[int],
    jacks: str,
    totals: tuple[int, ...] = (0, 0, 0),
    *,
    turned: Card = "4D",
    **options: Any,
) -> tuple[State, tuple[Event, ...]]:
    """A deal after its last trick, and the events of that; the last seat dealt.

    Args:
        taken: tricks of each seat.
        jacks: those that each seat took, like `JC | JH JD | JS`.
        totals: before the deal.
        turned: the turned card.
        options: of the game.
    """
    winner = next(seat for seat, count in enumerate(taken) if count)
    cards = ["AC" if seat == winner else f"{seat + 2}C" for seat in range(3)]
    state = table(" | ".join(cards), turned=turned, **options)
    caught = tuple(tuple(each.split()) for each in jacks.split("|"))
    state = replace(
        state,
        taken=tuple(count - (seat == winner) for seat, count in enumerate(taken)),
        jacks=caught,
        # All jacks in play were dealt to somebody.
        dealt=(tuple(jack for each in caught for jack in each), (), ()),
        totals=totals,
    )
    return act(state, *cards)


def ended(totals: tuple[int, ...], **options: Any) -> State:
    """A game that these totals end; the last seat dealt."""
    before = (totals[0] - 1, *totals[1:])
    return scored((1, 0, 0), "||", before, **({"target": max(totals)} | options))[0]


def act(state: State, *cards: Card) -> tuple[State, tuple[Event, ...]]:
    """Each card played by whom it is the turn of: the state, the last events."""
    events: tuple[Event, ...] = ()
    for card in cards:
        (seat,) = GAME.to_act(state)
        step = GAME.apply(state, seat, Play(card))
        state, events = step.state, step.events
    return state, events


def legal(state: State, seat: int) -> str:
    """The legal cards in one line."""
    return " ".join(action.card for action in GAME.legal_actions(state, seat))


def points(taken: int, jacks: str = "", **options: object) -> int:
    """The score of a seat that took so many tricks and these jacks."""
    return score(GAME.resolve(options, 3), taken, tuple(jacks.split()))
