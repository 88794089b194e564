"""Gin Rummy on the wire: its actions, events, view, and how to fold them."""

from enum import StrEnum
from typing import Annotated, Final, Literal, assert_never

from msgspec import Meta, Struct
from msgspec.structs import replace

from kozyr_protocol.cards import SUITS, Card
from kozyr_protocol.games.wire import GameWire, SheetRow, without
from kozyr_protocol.record import Ended

Pair = tuple[int, int]
"""A number for each of the two seats."""

Cards = tuple[Card, ...]

Source = Literal["stock", "discard"]
"""Where a card is drawn from."""

_Seat = Annotated[int, Meta(description="a seat, 0 or 1")]
_Turn = Annotated[
    int | None,
    Meta(description="the seat on turn after this; null when nobody is, for the deal is over"),
]
_OneCard = Annotated[Card, Meta(max_length=2)]
_Meld = Annotated[tuple[_OneCard, ...], Meta(max_length=11)]

_RANKS: Final = "A23456789TJQK"
_PLACES: Final = {
    rank + suit: number
    for number, (suit, rank) in enumerate((suit, rank) for suit in SUITS for rank in _RANKS)
}


def place(card: Card) -> int:
    """Sort key of hands and melds, from 0: suits C D H S, in each the ace lowest, the king highest.

    Raises:
        KeyError: the text is no card of the pack.
    """
    return _PLACES[card]


class Phase(StrEnum):
    """What the table waits for."""

    SEATING = "seating"
    """The draw for the first dealer."""
    SHUFFLE = "shuffle"
    """The next deal."""
    UPCARD = "upcard"
    """Somebody takes the upcard or passes."""
    DRAW = "draw"
    DISCARD = "discard"
    """Who drew discards or knocks."""
    LAY_OFF = "lay_off"
    """The opponent of the knocker lays off (option `auto_lay_off` = false)."""
    WALL = "wall"
    """The stock is at its end, and the last discard may be taken to knock (option `wall_take`)."""
    OVER = "over"


class Kind(StrEnum):
    """How a deal was ended by a player."""

    KNOCK = "knock"
    GIN = "gin"
    BIG_GIN = "big_gin"


class Reason(StrEnum):
    """How a deal came out."""

    KNOCK = "knock"
    """The knocker has less deadwood."""
    GIN = "gin"
    BIG_GIN = "big_gin"
    UNDERCUT = "undercut"
    """The opponent has as little as the knocker, or less."""
    VOID = "void"
    """The stock came to its end; nobody scores."""


class Pass(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="pass"):
    """Leave the upcard; at the end of the stock (option `wall_take`) the last discard."""


class Draw(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="draw"):
    """Take the top card of the stock or of the discard pile; the upcard is `discard`, too."""

    source: Source


class Discard(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="discard"):
    """Put a card face up; not the one just taken from the discard pile."""

    card: Annotated[Card, Meta(description="a card of the own hand", max_length=2)]


class Knock(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="knock"):
    """Put a card face down and show the other ten; without deadwood it is gin."""

    card: Annotated[
        _OneCard | None, Meta(description="the card put face down; null: big gin, all eleven meld")
    ]
    melds: Annotated[
        tuple[_Meld, ...],
        Meta(
            description="sets and runs in any order; all other cards shown are deadwood",
            max_length=11,
        ),
    ]


class LayOff(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="lay_off"):
    """Add a card to a meld of the knocker (option `auto_lay_off` = false)."""

    card: Annotated[Card, Meta(description="a card of the own hand", max_length=2)]
    meld: Annotated[
        int, Meta(description="which of the melds of the knock, from 0, in the order it gave them")
    ]


class Done(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="done"):
    """Lay off no more; what is left is arranged with the least deadwood by the server."""


Action = Pass | Draw | Discard | Knock | LayOff | Done


class Tally(Struct, frozen=True):
    """The state of a game: one, or with `hollywood` three side by side."""

    points: Annotated[Pair, Meta(description="of the hands won, without boxes and bonuses")]
    boxes: Annotated[Pair, Meta(description="for hands won; a doubled deal brings two")]
    over: Annotated[bool, Meta(description="somebody has reached the target")]


class Settled(Struct, frozen=True):
    """What a game is worth to its winner, item by item; `result` is negative if he pays."""

    winner: Annotated[int | None, Meta(description="a seat; null: equal points in an open game")]
    points: Annotated[int, Meta(description="his points minus those of the other")]
    bonus: Annotated[int, Meta(description="for the game or the shutout; 0 if it was not ended")]
    boxes: Annotated[int, Meta(description="what his boxes are worth minus those of the other")]
    doubled: Annotated[bool, Meta(description="a shutout doubled it all")]
    result: int


class Showdown(Struct, frozen=True):
    """What lies open after a knock; it stays until the next deal."""

    seat: Annotated[int, Meta(description="the knocker")]
    kind: Kind
    melds: Annotated[tuple[Cards, ...], Meta(description="with the cards that were laid off")]
    deadwood: Annotated[Cards, Meta(description="the knocker's; empty for gin")]
    laid_off: Annotated[Cards, Meta(description="cards that the opponent laid off, in order")]
    answer: Annotated[
        tuple[Cards, ...] | None,
        Meta(description="the opponent's own melds; null until the deal is over"),
    ]
    left: Annotated[
        Cards | None, Meta(description="the opponent's deadwood; null until the deal is over")
    ]
    discard: Annotated[
        Card | None,
        Meta(description="what the knocker put face down; null until then, and for big gin"),
    ]


class _Event(Struct, frozen=True, tag_field="type"):
    """Base of the events."""


class Drawn(_Event, tag="drawn", frozen=True):
    """The draw was made: the higher card deals first, the ace high."""

    cards: Annotated[Cards, Meta(description="the card of each seat")]
    dealer: _Seat


class Dealt(_Event, tag="dealt", frozen=True):
    """Ten cards each were dealt, and the upcard turned. To a seat, `hand` follows."""

    deal: Annotated[int, Meta(description="number of the deal, from 1")]
    dealer: _Seat
    turn: Annotated[int, Meta(description="the other seat, which may take the upcard first")]
    counts: Annotated[Pair, Meta(description="number of cards of each seat")]
    upcard: Card
    stock: Annotated[int, Meta(description="number of cards in the stock")]
    limit: Annotated[int, Meta(description="the most deadwood to knock with; 0: gin only")]
    doubled: Annotated[bool, Meta(description="points and boxes of the deal count twice")]


class Hand(_Event, tag="hand", frozen=True):
    """The cards of one seat, which it alone is told."""

    seat: _Seat
    cards: Annotated[Cards, Meta(description="sorted: suits C D H S, ace to king in each")]


class Passed(_Event, tag="passed", frozen=True):
    """A seat left the upcard, or the last discard."""

    seat: _Seat
    turn: _Turn
    phase: Phase


class Drew(_Event, tag="drew", frozen=True):
    """A seat drew; it is still on turn, to discard or to knock."""

    seat: _Seat
    source: Source
    card: Annotated[Card | None, Meta(description="null to the others when it came from the stock")]
    top: Annotated[
        Card | None, Meta(description="the top of the discard pile after this; null: it is empty")
    ]


class Discarded(_Event, tag="discarded", frozen=True):
    """A seat put a card on the discard pile."""

    seat: _Seat
    card: Card
    turn: _Turn
    phase: Phase


class Knocked(_Event, tag="knocked", frozen=True):
    """A seat knocked and shows its cards; the card put face down is told to nobody yet."""

    seat: _Seat
    kind: Kind
    melds: tuple[Cards, ...]
    deadwood: Cards
    turn: _Turn
    phase: Phase


class LaidOff(_Event, tag="laid_off", frozen=True):
    """A card of the opponent was added to a meld of the knocker."""

    seat: Annotated[int, Meta(description="the knocker's opponent")]
    card: Card
    meld: Annotated[int, Meta(description="which of the melds shown, from 0")]
    cards: Annotated[Cards, Meta(description="the meld with the card")]


class DealScored(_Event, tag="deal_scored", frozen=True):
    """A deal is over; all cards are shown."""

    reason: Reason
    winner: Annotated[int | None, Meta(description="the seat that scores; null in a void hand")]
    answer: Annotated[tuple[Cards, ...], Meta(description="the melds of the knocker's opponent")]
    left: Annotated[Cards, Meta(description="his deadwood after lay-offs")]
    discard: Annotated[
        Card | None, Meta(description="the card put face down; null: void hand, or big gin")
    ]
    hands: Annotated[tuple[Cards, ...], Meta(description="as dealt, in the order dealt")]
    stock: Annotated[Cards, Meta(description="as dealt, the first to be drawn first")]
    games: Annotated[tuple[Tally, ...], Meta(description="one, or with `hollywood` three")]
    row: SheetRow


class GameOver(_Event, tag="game_over", frozen=True):
    """The game is over."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    settlement: Annotated[
        tuple[int, ...] | None,
        Meta(description="the final result, times the stake if there is one; here never null"),
    ]
    ended: Ended
    games: Annotated[tuple[Settled, ...], Meta(description="one, or with `hollywood` three")]


Event = Drawn | Dealt | Hand | Passed | Drew | Discarded | Knocked | LaidOff | DealScored | GameOver


class View(Struct, frozen=True):
    """The table as one seat, or a spectator, sees it."""

    seat: Annotated[int | None, Meta(description="whose view it is; null for a spectator")]
    deal: Annotated[int, Meta(description="number of the deal; 0 before the first")]
    dealer: Annotated[
        int | None, Meta(description="of this or, between deals, of the last deal; null: not drawn")
    ]
    phase: Phase
    turn: _Turn
    top: Annotated[
        Card | None, Meta(description="the top of the discard pile, which alone is seen")
    ]
    discards: Annotated[int, Meta(description="number of cards of the discard pile")]
    stock: Annotated[int, Meta(description="number of cards in the stock")]
    limit: Annotated[int, Meta(description="the most deadwood to knock with in this deal")]
    doubled: Annotated[bool, Meta(description="points and boxes of this deal count twice")]
    hand: Annotated[
        Cards | None,
        Meta(description="the own cards, suits C D H S, ace to king in each; null: a spectator"),
    ]
    counts: Annotated[Pair, Meta(description="number of cards in each hand")]
    known: Annotated[
        tuple[Cards, Cards],
        Meta(description="for each seat the cards that all saw it take and that it still holds"),
    ]
    shown: Annotated[
        Showdown | None, Meta(description="after a knock, until the next deal; else null")
    ]
    games: Annotated[tuple[Tally, ...], Meta(description="one, or with `hollywood` three")]
    totals: Annotated[tuple[int, ...], Meta(description="points of the finished deals")]
    sheet: Annotated[tuple[SheetRow, ...], Meta(description="one row for each finished deal")]
    result: Annotated[GameOver | None, Meta(description="null while the game goes on")]


def fold(view: View, event: Event) -> View:
    """The view after an event, as it was projected to the view's owner."""
    match event:
        case Drawn():
            return replace(view, dealer=event.dealer, phase=Phase.SHUFFLE)
        case Dealt():
            return _dealt(view, event)
        case Hand():
            return replace(view, hand=event.cards)
        case Passed():
            return replace(view, turn=event.turn, phase=event.phase)
        case Drew():
            return _drew(view, event)
        case Discarded():
            return replace(
                _less(view, event.seat, event.card),
                turn=event.turn,
                phase=event.phase,
                top=event.card,
                discards=view.discards + 1,
            )
        case Knocked():
            return _knocked(view, event)
        case LaidOff():
            return _laid_off(view, event)
        case DealScored():
            return _scored(view, event)
        case GameOver():
            return replace(view, phase=Phase.OVER, result=event)
        case _:
            assert_never(event)


def of_seat(pair: tuple[Cards, Cards], seat: int, cards: Cards) -> tuple[Cards, Cards]:
    """The cards of both seats with those of one exchanged."""
    return (cards, pair[1]) if seat == 0 else (pair[0], cards)


def plus(numbers: Pair, seat: int, change: int) -> Pair:
    """The numbers of both seats with something added to that of one."""
    first, second = numbers
    return (first + change, second) if seat == 0 else (first, second + change)


def _dealt(view: View, event: Dealt) -> View:
    return replace(
        view,
        deal=event.deal,
        dealer=event.dealer,
        phase=Phase.UPCARD,
        turn=event.turn,
        top=event.upcard,
        discards=1,
        stock=event.stock,
        limit=event.limit,
        doubled=event.doubled,
        counts=event.counts,
        shown=None,
    )


def _drew(view: View, event: Drew) -> View:
    hand, known = view.hand, view.known
    if hand is not None and event.card is not None and event.seat == view.seat:
        hand = tuple(sorted((*hand, event.card), key=place))
    if event.card is not None and event.source == "discard":
        known = of_seat(known, event.seat, (*known[event.seat], event.card))
    from_stock = event.source == "stock"
    return replace(
        view,
        phase=Phase.DISCARD,
        hand=hand,
        known=known,
        counts=plus(view.counts, event.seat, 1),
        stock=view.stock - from_stock,
        discards=view.discards - (not from_stock),
        top=event.top,
    )


def _less(view: View, seat: int, card: Card) -> View:
    """The view when a seat has given a card away for all to see."""
    return replace(
        view,
        hand=None if view.hand is None else without(view.hand, card),
        counts=plus(view.counts, seat, -1),
        known=of_seat(view.known, seat, without(view.known[seat], card)),
    )


def _knocked(view: View, event: Knocked) -> View:
    return replace(
        view,
        turn=event.turn,
        phase=event.phase,
        hand=() if event.seat == view.seat else view.hand,
        counts=plus(view.counts, event.seat, -view.counts[event.seat]),
        known=of_seat(view.known, event.seat, ()),
        shown=Showdown(event.seat, event.kind, event.melds, event.deadwood, (), None, None, None),
    )


def _laid_off(view: View, event: LaidOff) -> View:
    assert view.shown is not None, "nobody lays off before a knock"
    melds = list(view.shown.melds)
    melds[event.meld] = event.cards
    shown = replace(view.shown, melds=tuple(melds), laid_off=(*view.shown.laid_off, event.card))
    return replace(_less(view, event.seat, event.card), shown=shown)


def _scored(view: View, event: DealScored) -> View:
    shown = view.shown and replace(
        view.shown, answer=event.answer, left=event.left, discard=event.discard
    )
    return replace(
        view,
        phase=Phase.SHUFFLE,
        turn=None,
        top=None,
        discards=0,
        stock=0,
        limit=0,
        doubled=False,
        hand=None if view.hand is None else (),
        counts=(0, 0),
        known=((), ()),
        shown=shown,
        games=event.games,
        totals=event.row.totals,
        sheet=(*view.sheet, event.row),
    )


WIRE: GameWire[Action, Event, View] = GameWire(Action, Event, View, fold)
