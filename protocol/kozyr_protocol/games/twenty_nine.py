"""Twenty-Nine on the wire: its actions, events, view, and how to fold them."""

from enum import StrEnum
from typing import Annotated, assert_never

from msgspec import Meta, Struct
from msgspec.structs import replace

from kozyr_protocol.cards import Card
from kozyr_protocol.games.wire import GameWire, SheetRow, without
from kozyr_protocol.record import Ended

_Seat = Annotated[int, Meta(description="a seat, from 0 clockwise")]
_Turn = Annotated[
    int | None,
    Meta(description="the seat on turn after this; null when nobody is, for the deal is over"),
]


class Play(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="play"):
    """Add a card of the hand to the pile; the total may not pass 29."""

    card: Annotated[Card, Meta(description="a card of the own hand", max_length=2)]


class Pass(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="pass"):
    """Add nothing: only with the option `stuck` = `pass`, and only when no card fits."""


Action = Play | Pass


class Laid(Struct, frozen=True):
    """A card of the pile, and who played it."""

    seat: _Seat
    card: Card


class Reason(StrEnum):
    """Why a deal was over."""

    PLAYED_OUT = "played_out"
    """Nobody holds a card."""
    STUCK = "stuck"
    """The seat on turn has no card that fits (option `stuck` = `end`)."""
    PASSED = "passed"
    """All who hold cards passed in a row (option `stuck` = `pass`)."""


class _Event(Struct, frozen=True, tag_field="type"):
    """Base of the events."""


class Drawn(_Event, tag="drawn", frozen=True):
    """The draw was made: the highest card deals first, the king high and the ace low."""

    cards: Annotated[
        tuple[Card, ...], Meta(description="the card of each seat as numbered before the draw")
    ]
    dealer: _Seat


class Dealt(_Event, tag="dealt", frozen=True):
    """The cards were dealt. To a seat, `hand` follows with its cards."""

    deal: Annotated[int, Meta(description="number of the deal, from 1")]
    dealer: _Seat
    turn: Annotated[int, Meta(description="the eldest hand, which begins")]
    counts: Annotated[tuple[int, ...], Meta(description="number of cards of each seat")]
    aside: Annotated[int, Meta(description="number of cards left face down, unused")]


class Hand(_Event, tag="hand", frozen=True):
    """The cards of one seat, which it alone is told."""

    seat: _Seat
    cards: Annotated[tuple[Card, ...], Meta(description="sorted: suits C D H S, 2 to ace in each")]


class Played(_Event, tag="played", frozen=True):
    """A card was added to the pile."""

    seat: _Seat
    card: Card
    total: Annotated[int, Meta(description="of the pile with this card")]
    turn: _Turn


class Passed(_Event, tag="passed", frozen=True):
    """A seat had no card that fits, and passed."""

    seat: _Seat
    turn: _Turn


class PileTaken(_Event, tag="pile_taken", frozen=True):
    """The total is exactly 29: the seat that made it takes the pile, and the next starts from 0."""

    seat: _Seat
    cards: Annotated[int, Meta(description="number of cards of the pile, the last one included")]


class DealScored(_Event, tag="deal_scored", frozen=True):
    """A deal is over; all cards are shown."""

    reason: Reason
    seat: Annotated[
        int | None, Meta(description="with `stuck`: the seat that could not play; else null")
    ]
    hands: Annotated[tuple[tuple[Card, ...], ...], Meta(description="as dealt, in the order dealt")]
    aside: Annotated[tuple[Card, ...], Meta(description="the cards that were left face down")]
    row: SheetRow


class GameOver(_Event, tag="game_over", frozen=True):
    """The game is over; partners win together, a shared tie has more winners."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    settlement: Annotated[
        tuple[int, ...] | None, Meta(description="net of the own stake; null without a stake")
    ]
    ended: Ended


Event = Drawn | Dealt | Hand | Played | Passed | PileTaken | DealScored | GameOver


class View(Struct, frozen=True):
    """The table as one seat, or a spectator, sees it."""

    deal: Annotated[int, Meta(description="number of the deal; 0 before the first")]
    dealer: Annotated[
        int | None, Meta(description="of this or, between deals, of the last deal; null: not drawn")
    ]
    turn: _Turn
    hand: Annotated[
        tuple[Card, ...] | None,
        Meta(description="the own cards, suits C D H S, 2 to ace in each; null for a spectator"),
    ]
    counts: Annotated[tuple[int, ...], Meta(description="number of cards of each seat")]
    aside: Annotated[int, Meta(description="number of cards left face down, unused")]
    pile: Annotated[tuple[Laid, ...], Meta(description="the open pile, first card first")]
    total: Annotated[int, Meta(description="of the open pile")]
    passes: Annotated[int, Meta(description="seats that passed since the last card")]
    won: Annotated[tuple[int, ...], Meta(description="cards that each seat took in this deal")]
    piles: Annotated[tuple[int, ...], Meta(description="piles that each seat took in this deal")]
    totals: Annotated[tuple[int, ...], Meta(description="points of the finished deals")]
    sheet: Annotated[tuple[SheetRow, ...], Meta(description="one row for each finished deal")]
    result: Annotated[GameOver | None, Meta(description="null while the game goes on")]


def fold(view: View, event: Event) -> View:
    """The view after an event, as it was projected to the view's owner."""
    match event:
        case Drawn():
            return replace(view, dealer=event.dealer)
        case Dealt():
            return _dealt(view, event)
        case Hand():
            return replace(view, hand=event.cards)
        case Played():
            return replace(
                view,
                turn=event.turn,
                hand=None if view.hand is None else without(view.hand, event.card),
                counts=_plus(view.counts, event.seat, -1),
                pile=(*view.pile, Laid(event.seat, event.card)),
                total=event.total,
                passes=0,
            )
        case Passed():
            return replace(view, turn=event.turn, passes=view.passes + 1)
        case PileTaken():
            return replace(
                view,
                pile=(),
                total=0,
                won=_plus(view.won, event.seat, event.cards),
                piles=_plus(view.piles, event.seat, 1),
            )
        case DealScored():
            return _scored(view, event)
        case GameOver():
            return replace(view, result=event)
        case _:
            assert_never(event)


def _plus(numbers: tuple[int, ...], seat: int, change: int) -> tuple[int, ...]:
    return (*numbers[:seat], numbers[seat] + change, *numbers[seat + 1 :])


def _dealt(view: View, event: Dealt) -> View:
    nothing = (0,) * len(event.counts)
    return replace(
        view,
        deal=event.deal,
        dealer=event.dealer,
        turn=event.turn,
        counts=event.counts,
        aside=event.aside,
        won=nothing,
        piles=nothing,
    )


def _scored(view: View, event: DealScored) -> View:
    return replace(
        view,
        turn=None,
        hand=None if view.hand is None else (),
        counts=(0,) * len(view.counts),
        aside=0,
        pile=(),
        total=0,
        passes=0,
        totals=event.row.totals,
        sheet=(*view.sheet, event.row),
    )


WIRE: GameWire[Action, Event, View] = GameWire(Action, Event, View, fold)
