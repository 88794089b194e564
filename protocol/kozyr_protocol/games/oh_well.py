"""Oh Well on the wire: its actions, events, view, and how to fold them."""

from typing import Annotated, Literal, assert_never

from msgspec import Meta, Struct
from msgspec.structs import replace

from kozyr_protocol.cards import Card
from kozyr_protocol.games.wire import GameWire, SheetRow, without
from kozyr_protocol.record import Ended

_Seat = Annotated[int, Meta(description="a seat, from 0 clockwise")]
_ToAct = Annotated[
    tuple[int, ...],
    Meta(
        description="seats whose decision is open after this, ascending: several while all bid at"
        " once, none when the deal is over"
    ),
]
_Trump = Annotated[
    Literal["C", "D", "H", "S"] | None, Meta(description="the trump suit; null: no trumps")
]
_Turned = Annotated[
    Card | None,
    Meta(description="with `trump` = `turn_up`: the undealt card that was turned; null: none"),
]


class Bid(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="bid"):
    """Name the number of tricks that one will take: once, and it stands."""

    tricks: Annotated[int, Meta(description="0 to the number of cards of a hand")]


class Play(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="play"):
    """Play a card of the hand to the trick; the suit led is followed if possible."""

    card: Annotated[Card, Meta(description="a card of the own hand", max_length=2)]


Action = Bid | Play


class Laid(Struct, frozen=True):
    """A card of a trick, and who played it."""

    seat: _Seat
    card: Card


class _Event(Struct, frozen=True, tag_field="type"):
    """Base of the events."""


class Drawn(_Event, tag="drawn", frozen=True):
    """The draw was made: the highest card deals first and keeps his seat."""

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
    turned: _Turned
    trump: _Trump
    to_act: _ToAct


class Hand(_Event, tag="hand", frozen=True):
    """The cards of one seat, which it alone is told."""

    seat: _Seat
    cards: Annotated[tuple[Card, ...], Meta(description="sorted: suits C D H S, 2 to ace in each")]


class BidMade(_Event, tag="bid_made", frozen=True):
    """A seat bid."""

    seat: _Seat
    tricks: Annotated[
        int | None,
        Meta(description="the bid; null with `bidding` = `simultaneous`: not shown yet"),
    ]
    to_act: _ToAct


class OwnBid(_Event, tag="own_bid", frozen=True):
    """With `bidding` = `simultaneous`: the bid of one seat, which it alone is told."""

    seat: _Seat
    tricks: int


class BidsShown(_Event, tag="bids_shown", frozen=True):
    """With `bidding` = `simultaneous`: all have bid, and the bids are shown."""

    bids: Annotated[tuple[int, ...], Meta(description="of each seat")]


class Played(_Event, tag="played", frozen=True):
    """A card was played to the trick."""

    seat: _Seat
    card: Card
    to_act: _ToAct


class TrickTaken(_Event, tag="trick_taken", frozen=True):
    """The trick is complete; its winner leads to the next."""

    seat: _Seat


class DealScored(_Event, tag="deal_scored", frozen=True):
    """A deal is over; the hands are shown."""

    hands: Annotated[tuple[tuple[Card, ...], ...], Meta(description="as dealt, in the order dealt")]
    row: SheetRow


class GameOver(_Event, tag="game_over", frozen=True):
    """The game is over; a shared tie has more winners than one."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    settlement: Annotated[
        tuple[int, ...] | None, Meta(description="net of the own stake; null without a stake")
    ]
    ended: Ended


Event = (
    Drawn
    | Dealt
    | Hand
    | BidMade
    | OwnBid
    | BidsShown
    | Played
    | TrickTaken
    | DealScored
    | GameOver
)


class View(Struct, frozen=True):
    """The table as one seat, or a spectator, sees it.

    Between deals the last one is still shown, but for its hands.
    """

    deal: Annotated[int, Meta(description="number of the deal; 0 before the first")]
    dealer: Annotated[
        int | None, Meta(description="of this or, between deals, of the last deal; null: not drawn")
    ]
    to_act: _ToAct
    size: Annotated[int, Meta(description="number of cards that each hand was dealt")]
    trump: _Trump
    turned: _Turned
    hand: Annotated[
        tuple[Card, ...] | None,
        Meta(description="the own cards, suits C D H S, 2 to ace in each; null for a spectator"),
    ]
    counts: Annotated[tuple[int, ...], Meta(description="number of cards of each seat")]
    aside: Annotated[int, Meta(description="number of cards that nobody sees in this deal")]
    bids: Annotated[
        tuple[int | None, ...],
        Meta(
            description="of each seat; null: not yet bid, or not yet shown (then the seat is not in"
            " `to_act`)"
        ),
    ]
    trick: Annotated[tuple[Laid, ...], Meta(description="the open trick, the card led first")]
    last: Annotated[tuple[Laid, ...], Meta(description="the last trick of this deal")]
    taken: Annotated[tuple[int, ...], Meta(description="tricks that each seat took in this deal")]
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
        case BidMade():
            bids = (*view.bids[: event.seat], event.tricks, *view.bids[event.seat + 1 :])
            return replace(view, bids=bids, to_act=event.to_act)
        case OwnBid():
            bids = (*view.bids[: event.seat], event.tricks, *view.bids[event.seat + 1 :])
            return replace(view, bids=bids)
        case BidsShown():
            return replace(view, bids=event.bids)
        case Played():
            return replace(
                view,
                to_act=event.to_act,
                hand=None if view.hand is None else without(view.hand, event.card),
                counts=_plus(view.counts, event.seat, -1),
                trick=(*view.trick, Laid(event.seat, event.card)),
            )
        case TrickTaken():
            return replace(view, trick=(), last=view.trick, taken=_plus(view.taken, event.seat, 1))
        case DealScored():
            row = event.row
            return replace(view, to_act=(), totals=row.totals, sheet=(*view.sheet, row))
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
        to_act=event.to_act,
        size=event.size,
        trump=event.trump,
        turned=event.turned,
        counts=(event.size,) * seats,
        aside=event.aside,
        bids=(None,) * seats,
        last=(),
        taken=(0,) * seats,
    )


WIRE: GameWire[Action, Event, View] = GameWire(Action, Event, View, fold)
