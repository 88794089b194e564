"""King, and King with jokers, on the wire: actions, events, view, and how to fold them."""

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

Suit = Literal["C", "D", "H", "S"]
Mode = Literal["high", "low"]
Call = Literal["by_last", "misere", "no_trump", "split", "suit"]


class Contract(StrEnum):
    """What a deal is about."""

    NO_TRICKS = "no_tricks"
    NO_HEARTS = "no_hearts"
    NO_BOYS = "no_boys"
    NO_GIRLS = "no_girls"
    NO_LAST_TWO = "no_last_two"
    NO_KING = "no_king"
    NEG_MEDLEY = "neg_medley"
    PRAISE = "praise"
    """Trumps are named, the game may be sold, and each trick counts."""
    TRICKS = "tricks"
    HEARTS = "hearts"
    BOYS = "boys"
    GIRLS = "girls"
    LAST_TWO = "last_two"
    KING = "king"
    POS_MEDLEY = "pos_medley"


class Phase(StrEnum):
    """What the game waits for."""

    DRAW = "draw"
    """For the draw."""
    DEAL = "deal"
    """For the next deck."""
    DECLARE = "declare"
    """For the praiser, or who bought the game, to say what is played."""
    AGREE = "agree"
    """For the others to agree to a split (option `split` = `needs_all`)."""
    SALE = "sale"
    """For the praiser to open the sale of his game, or not."""
    AUCTION = "auction"
    """For offers."""
    SPLIT = "split"
    """For the praiser to split with all his cards, or to pass (option `split_full_hand`)."""
    PLAY = "play"
    """For a card."""
    OVER = "over"
    """For nothing: the game is over."""


class Reason(StrEnum):
    """Why a deal was over."""

    PLAYED_OUT = "played_out"
    """All tricks were played."""
    EARLY = "early"
    """The last card that counts was taken (option `end_early`)."""
    SPLIT = "split"
    """Everybody was written two tricks without play."""


class _Action(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of the actions."""


class Declare(_Action, tag_field="type", tag="declare", frozen=True):
    """Say what a praise deal is played by, or split it."""

    call: Annotated[
        Call,
        Meta(
            description="`suit`: that suit is trump; `by_last`: the suit of the last card that will"
            " be dealt to you; `misere`: no trump and ranks reversed; `split`: no play, two tricks"
            " for everybody; `no_trump`: only with the option of that name"
        ),
    ]
    suit: Annotated[Suit | None, Meta(description="with the call `suit`, and only then")] = None


class Sale(_Action, tag_field="type", tag="sale", frozen=True):
    """Open the sale of the own game, or keep it."""

    open: bool


class Offer(_Action, tag_field="type", tag="offer", frozen=True):
    """Bid for the praiser's game."""

    tricks: Annotated[
        int, Meta(description="to be paid to the praiser; more than the highest offer, at most 8")
    ]


class Pass(_Action, tag_field="type", tag="pass", frozen=True):
    """Bid no more; or, with all cards in hand, do not split."""


class Agree(_Action, tag_field="type", tag="agree", frozen=True):
    """Answer a praiser who wants to split."""

    yes: bool


class Play(_Action, tag_field="type", tag="play", frozen=True):
    """Play a card to the trick."""

    card: Annotated[Card, Meta(description="a card of the own hand", max_length=2)]
    mode: Annotated[
        Mode | None, Meta(description="a joker, and only a joker: beats everything, or cannot win")
    ] = None
    suit: Annotated[
        Suit | None, Meta(description="a joker that is led, and only then: the suit to follow")
    ] = None


Action = Declare | Sale | Offer | Pass | Agree | Play


class Laid(Struct, frozen=True, omit_defaults=True):
    """A card of the trick, and who played it."""

    seat: _Seat
    card: Card
    mode: Annotated[Mode | None, Meta(description="of a joker; else absent")] = None
    suit: Annotated[Suit | None, Meta(description="of a joker that was led; else absent")] = None


class Trick(Struct, frozen=True):
    """A whole trick, and who took it."""

    winner: _Seat
    cards: tuple[Laid, ...]


class Tally(Struct, frozen=True):
    """What each seat took in this deal."""

    tricks: tuple[int, ...]
    hearts: tuple[int, ...]
    boys: tuple[int, ...]
    girls: tuple[int, ...]
    last_two: Annotated[tuple[int, ...], Meta(description="of the last two tricks")]
    king: Annotated[
        int | None,
        Meta(
            description="the seat to which the king of hearts is written: who took it or, with the"
            " option `king_mode` = `penalty`, who held it back; null: nobody yet"
        ),
    ]


class Declaration(Struct, frozen=True):
    """What is played, and by whom it was said."""

    seat: _Seat
    call: Call
    suit: Annotated[Suit | None, Meta(description="with the call `suit`; else null")]


class HighOffer(Struct, frozen=True):
    """The highest offer of an auction."""

    seat: _Seat
    tricks: int


class Sold(Struct, frozen=True):
    """A game that was sold."""

    seller: _Seat
    buyer: _Seat
    tricks: int


class _Event(Struct, frozen=True, tag_field="type"):
    """Base of the events."""


class Drawn(_Event, tag="drawn", frozen=True):
    """The draw was made: the highest card deals first."""

    cards: Annotated[
        tuple[Card, ...], Meta(description="the card of each seat as numbered before the draw")
    ]
    dealer: Annotated[int, Meta(description="as numbered after the draw")]


class Dealt(_Event, tag="dealt", frozen=True):
    """The cards were dealt, in a praise deal the first three. To a seat, `hand` follows."""

    deal: Annotated[int, Meta(description="number of the deal, from 1")]
    contract: Contract
    dealer: _Seat
    phase: Phase
    turn: Annotated[int, Meta(description="the eldest hand, which begins")]
    counts: Annotated[tuple[int, ...], Meta(description="number of cards of each seat")]
    rest: Annotated[int, Meta(description="number of cards that are still to be dealt")]


class Hand(_Event, tag="hand", frozen=True):
    """All cards of one seat, which it alone is told; in a praise deal twice."""

    seat: _Seat
    cards: Annotated[tuple[Card, ...], Meta(description="sorted: suits C D H S, 7 to ace, jokers")]


class Declared(_Event, tag="declared", frozen=True):
    """The declarer said what is played; or the praiser splits, or wants to."""

    seat: _Seat
    call: Call
    suit: Annotated[Suit | None, Meta(description="with the call `suit`; else null")]
    phase: Phase
    turn: _Turn


class Agreed(_Event, tag="agreed", frozen=True):
    """A seat answered a praiser who wants to split; one `no` is enough."""

    seat: _Seat
    yes: bool
    phase: Phase
    turn: _Turn


class SaleAnswered(_Event, tag="sale_answered", frozen=True):
    """The praiser opened the sale of his game, or keeps it."""

    seat: _Seat
    open: bool
    phase: Phase
    turn: _Turn
    bidders: Annotated[tuple[int, ...], Meta(description="seats in the auction, first on turn")]


class Offered(_Event, tag="offered", frozen=True):
    """A seat bid for the praiser's game."""

    seat: _Seat
    tricks: int
    phase: Phase
    turn: _Turn
    bidders: tuple[int, ...]


class Passed(_Event, tag="passed", frozen=True):
    """A seat is out of the auction; or the praiser does not split."""

    seat: _Seat
    phase: Phase
    turn: _Turn
    bidders: tuple[int, ...]


class GameSold(_Event, tag="game_sold", frozen=True):
    """The highest bidder has the game, and says anew what is played."""

    sale: Sold


class Completed(_Event, tag="completed", frozen=True):
    """The other cards of a praise deal were dealt. To a seat, `hand` follows with all its cards."""

    trump: Annotated[Suit | None, Meta(description="null: there is none")]
    last_card: Annotated[
        Card | None, Meta(description="by the last card: that card of the declarer; else null")
    ]
    counts: tuple[int, ...]
    phase: Phase
    turn: _Turn


class Played(_Event, tag="played", frozen=True):
    """A card was played."""

    seat: _Seat
    card: Card
    mode: Annotated[Mode | None, Meta(description="of a joker; else null")]
    suit: Annotated[Suit | None, Meta(description="of a joker that was led; else null")]
    turn: _Turn


class TrickTaken(_Event, tag="trick_taken", frozen=True):
    """The trick is full, and its taker leads to the next."""

    seat: _Seat
    tally: Annotated[Tally, Meta(description="with this trick")]


class DealScored(_Event, tag="deal_scored", frozen=True):
    """A deal is over; all cards that were dealt are shown."""

    reason: Reason
    hands: Annotated[tuple[tuple[Card, ...], ...], Meta(description="as dealt, in the order dealt")]
    row: SheetRow


class GameOver(_Event, tag="game_over", frozen=True):
    """The game is over; a shared first place has more winners."""

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
    | Declared
    | Agreed
    | SaleAnswered
    | Offered
    | Passed
    | GameSold
    | Completed
    | Played
    | TrickTaken
    | DealScored
    | GameOver
)


class View(Struct, frozen=True):
    """The table as one seat, or a spectator, sees it."""

    deal: Annotated[int, Meta(description="number of the deal; 0 before the first")]
    contract: Annotated[
        Contract | None,
        Meta(description="of this or, between deals, of the last deal; null before the first"),
    ]
    dealer: Annotated[
        int | None, Meta(description="of this or, between deals, of the last deal; null: not drawn")
    ]
    phase: Phase
    turn: _Turn
    hand: Annotated[
        tuple[Card, ...] | None,
        Meta(description="the own cards, suits C D H S, 7 to ace, jokers; null for a spectator"),
    ]
    counts: Annotated[tuple[int, ...], Meta(description="number of cards of each seat")]
    rest: Annotated[int, Meta(description="number of cards that are still to be dealt")]
    declaration: Annotated[
        Declaration | None, Meta(description="in a praise deal, what stands; null: nothing yet")
    ]
    split: Annotated[
        Literal["asked", "refused", "made"] | None,
        Meta(description="in a praise deal, what became of a split; null: nobody wanted one"),
    ]
    bidders: Annotated[
        tuple[int, ...], Meta(description="seats in the auction, in their order, first on turn")
    ]
    offer: Annotated[HighOffer | None, Meta(description="the highest; null: none yet")]
    sale: Annotated[Sold | None, Meta(description="null: the game was not sold")]
    trump: Annotated[Suit | None, Meta(description="null: there is none, or it is not fixed yet")]
    last_card: Annotated[
        Card | None, Meta(description="the card of the declarer that was shown; else null")
    ]
    trick: Annotated[tuple[Laid, ...], Meta(description="the open trick, in the order played")]
    last_trick: Annotated[Trick | None, Meta(description="the trick before, of this deal")]
    tally: Tally
    totals: Annotated[tuple[int, ...], Meta(description="points of the finished deals")]
    sheet: Annotated[tuple[SheetRow, ...], Meta(description="one row for each finished deal")]
    result: Annotated[GameOver | None, Meta(description="null while the game goes on")]


def fold(view: View, event: Event) -> View:
    """The view after an event, as it was projected to the view's owner."""
    match event:
        case Drawn():
            return replace(view, dealer=event.dealer, phase=Phase.DEAL)
        case Dealt():
            return _dealt(view, event)
        case Hand():
            return replace(view, hand=event.cards)
        case Declared():
            return _declared(view, event)
        case Agreed():
            return replace(view, split=_answered(event), phase=event.phase, turn=event.turn)
        case SaleAnswered() | Passed():
            return replace(view, phase=event.phase, turn=event.turn, bidders=event.bidders)
        case Offered():
            view = replace(view, phase=event.phase, turn=event.turn, bidders=event.bidders)
            return replace(view, offer=HighOffer(event.seat, event.tricks))
        case GameSold():
            return replace(view, sale=event.sale, declaration=None)
        case Completed():
            return replace(
                view,
                phase=event.phase,
                turn=event.turn,
                counts=event.counts,
                rest=0,
                trump=event.trump,
                last_card=event.last_card,
            )
        case Played():
            return _played(view, event)
        case TrickTaken():
            taken = Trick(event.seat, view.trick)
            return replace(view, trick=(), last_trick=taken, tally=event.tally)
        case DealScored():
            return _scored(view, event)
        case GameOver():
            return replace(view, phase=Phase.OVER, result=event)
        case _:
            assert_never(event)


def nothing_taken(seats: int) -> Tally:
    """The tally at the start of a deal."""
    none = (0,) * seats
    return Tally(none, none, none, none, none, None)


def _dealt(view: View, event: Dealt) -> View:
    return replace(
        view,
        deal=event.deal,
        contract=event.contract,
        dealer=event.dealer,
        phase=event.phase,
        turn=event.turn,
        counts=event.counts,
        rest=event.rest,
        declaration=None,
        split=None,
        bidders=(),
        offer=None,
        sale=None,
        trump=None,
        last_card=None,
        last_trick=None,
        tally=nothing_taken(len(event.counts)),
    )


def _declared(view: View, event: Declared) -> View:
    if event.call == "split":
        split: Literal["asked", "made"] = "asked" if event.phase is Phase.AGREE else "made"
        return replace(view, split=split, phase=event.phase, turn=event.turn)
    declaration = Declaration(event.seat, event.call, event.suit)
    return replace(view, declaration=declaration, phase=event.phase, turn=event.turn)


def _answered(event: Agreed) -> Literal["asked", "refused", "made"]:
    if not event.yes:
        return "refused"
    return "asked" if event.phase is Phase.AGREE else "made"


def _played(view: View, event: Played) -> View:
    seat = event.seat
    return replace(
        view,
        turn=event.turn,
        hand=None if view.hand is None else without(view.hand, event.card),
        counts=(*view.counts[:seat], view.counts[seat] - 1, *view.counts[seat + 1 :]),
        trick=(*view.trick, Laid(seat, event.card, event.mode, event.suit)),
    )


def _scored(view: View, event: DealScored) -> View:
    return replace(
        view,
        phase=Phase.DEAL,
        turn=None,
        hand=None if view.hand is None else (),
        counts=(0,) * len(view.counts),
        rest=0,
        trick=(),
        totals=event.row.totals,
        sheet=(*view.sheet, event.row),
    )


WIRE: GameWire[Action, Event, View] = GameWire(Action, Event, View, fold)
"""The wire form of both games."""
