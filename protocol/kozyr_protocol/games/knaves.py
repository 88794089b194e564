"""Knaves on the wire: its action, events, view, and how to fold them."""

from enum import StrEnum
from typing import Annotated, Literal, assert_never

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
_Trump = Annotated[
    Literal["C", "D", "H", "S"] | None, Meta(description="the trump suit; null: no trumps")
]


class Play(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="play"):
    """Play a card of the hand to the trick; the suit led is followed if possible."""

    card: Annotated[Card, Meta(description="a card of the own hand", max_length=2)]


Action = Play


class Laid(Struct, frozen=True):
    """A card of a trick, and who played it."""

    seat: _Seat
    card: Card


class Reason(StrEnum):
    """Why a deal was over."""

    PLAYED_OUT = "played_out"
    """All tricks were played."""
    REDEAL = "redeal"
    """A jack was turned (option `turned_jack` = `redeal`): no play, no points, the same dealer."""


class _Event(Struct, frozen=True, tag_field="type"):
    """Base of the events."""


class Drawn(_Event, tag="drawn", frozen=True):
    """The draw was made: the highest card deals first."""

    cards: Annotated[
        tuple[Card, ...], Meta(description="the card of each seat as numbered before the draw")
    ]
    dealer: _Seat


class Dealt(_Event, tag="dealt", frozen=True):
    """The cards were dealt. To a seat, `hand` follows with its cards."""

    deal: Annotated[int, Meta(description="number of the deal, from 1")]
    dealer: _Seat
    size: Annotated[int, Meta(description="number of cards of each hand, and of tricks")]
    aside: Annotated[int, Meta(description="number of cards that nobody sees in this deal")]
    turned: Annotated[Card, Meta(description="the card turned up after the hands")]
    trump: _Trump
    turn: _Turn


class Hand(_Event, tag="hand", frozen=True):
    """The cards of one seat, which it alone is told."""

    seat: _Seat
    cards: Annotated[tuple[Card, ...], Meta(description="sorted: suits C D H S, 2 to ace in each")]


class Played(_Event, tag="played", frozen=True):
    """A card was played to the trick."""

    seat: _Seat
    card: Card
    turn: _Turn


class TrickTaken(_Event, tag="trick_taken", frozen=True):
    """The trick is complete; its winner leads to the next."""

    seat: _Seat
    jacks: Annotated[
        tuple[Card, ...],
        Meta(
            description="the jacks taken with it; with `turned_jack` = `last_trick` also the turned"
            " one"
        ),
    ]


class DealScored(_Event, tag="deal_scored", frozen=True):
    """A deal is over; all cards are shown."""

    reason: Reason
    hands: Annotated[tuple[tuple[Card, ...], ...], Meta(description="as dealt, in the order dealt")]
    aside: Annotated[tuple[Card, ...], Meta(description="the cards that nobody saw")]
    row: SheetRow


class GameOver(_Event, tag="game_over", frozen=True):
    """The game is over; a shared tie has more winners than one."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    settlement: Annotated[
        tuple[int, ...] | None, Meta(description="net of the own stake; null without a stake")
    ]
    ended: Ended


Event = Drawn | Dealt | Hand | Played | TrickTaken | DealScored | GameOver


class View(Struct, frozen=True):
    """The table as one seat, or a spectator, sees it.

    Between deals the last one is still shown, but for its hands.
    """

    deal: Annotated[int, Meta(description="number of the deal; 0 before the first")]
    dealer: Annotated[
        int | None, Meta(description="of this or, between deals, of the last deal; null: not drawn")
    ]
    turn: _Turn
    trump: _Trump
    turned: Annotated[Card | None, Meta(description="the turned card; null before the first deal")]
    hand: Annotated[
        tuple[Card, ...] | None,
        Meta(description="the own cards, suits C D H S, 2 to ace in each; null for a spectator"),
    ]
    counts: Annotated[tuple[int, ...], Meta(description="number of cards of each seat")]
    aside: Annotated[int, Meta(description="number of cards that nobody sees in this deal")]
    trick: Annotated[tuple[Laid, ...], Meta(description="the open trick, the card led first")]
    last: Annotated[tuple[Laid, ...], Meta(description="the last trick of this deal")]
    taken: Annotated[tuple[int, ...], Meta(description="tricks that each seat took in this deal")]
    jacks: Annotated[
        tuple[tuple[Card, ...], ...],
        Meta(description="jacks that each seat took in this deal, in the order taken"),
    ]
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
                trick=(*view.trick, Laid(event.seat, event.card)),
            )
        case TrickTaken():
            seat, jacks = event.seat, view.jacks
            return replace(
                view,
                trick=(),
                last=view.trick,
                taken=_plus(view.taken, seat, 1),
                jacks=(*jacks[:seat], jacks[seat] + event.jacks, *jacks[seat + 1 :]),
            )
        case DealScored():
            return replace(
                view,
                turn=None,
                hand=None if view.hand is None else (),
                counts=(0,) * len(view.counts),
                totals=event.row.totals,
                sheet=(*view.sheet, event.row),
            )
        case GameOver():
            return replace(view, result=event)
        case _:
            assert_never(event)


def _plus(numbers: tuple[int, ...], seat: int, change: int) -> tuple[int, ...]:
    return (*numbers[:seat], numbers[seat] + change, *numbers[seat + 1 :])


def _dealt(view: View, event: Dealt) -> View:
    seats = len(view.counts)
    return replace(
        view,
        deal=event.deal,
        dealer=event.dealer,
        turn=event.turn,
        trump=event.trump,
        turned=event.turned,
        counts=(event.size,) * seats,
        aside=event.aside,
        last=(),
        taken=(0,) * seats,
        jacks=((),) * seats,
    )


WIRE: GameWire[Action, Event, View] = GameWire(Action, Event, View, fold)
