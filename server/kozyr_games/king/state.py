"""The state of both games, and where its cards are."""

from functools import cache
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from kozyr_games.deck import Hands
from kozyr_games.exchange import Exchange
from kozyr_games.king import deals
from kozyr_games.king.deals import Row
from kozyr_games.king.options import SEATS, Options, Rules
from kozyr_games.spec import Pack, Seat, Zone
from kozyr_protocol.cards import (
    PACK_30,
    PACK_32,
    PACK_KING_JOKERS,
    PACK_KING_ONE_JOKER,
    Card,
    by_suit,
)
from kozyr_protocol.discreet import Discreet
from kozyr_protocol.games.king import (
    Contract,
    Declaration,
    HighOffer,
    Laid,
    Phase,
    Sold,
    Suit,
    Tally,
    Trick,
    nothing_taken,
)
from kozyr_protocol.games.wire import SheetRow
from kozyr_protocol.record import Ended

ACTING: Final = frozenset(
    {Phase.DECLARE, Phase.AGREE, Phase.SALE, Phase.AUCTION, Phase.SPLIT, Phase.PLAY}
)
"""The phases in which a seat is on turn."""


class State(Discreet, Struct, frozen=True, array_like=True):
    """All there is to know of a game; between deals the last deal is kept for its record."""

    rules: Rules
    seats: int
    phase: Phase
    shuffles: int
    """Shuffles made, the draw included."""
    deal: int
    """Number of the present deal or, between deals, of the last; 0 before the first."""
    dealer: Seat
    """Who deals, or dealt last; before the first deal who will."""
    turn: Seat
    """Without meaning between deals."""
    dealt: Hands
    """The hands of the deal in the order dealt, as far as they are."""
    rest: Pack
    """In the pause of a praise deal, what will be dealt then; nobody sees it."""
    hands: Hands
    """What is still held, in the order of the pack."""
    declaration: Declaration | None
    split: Literal["asked", "refused", "made"] | None
    bidders: tuple[Seat, ...]
    """Seats in the auction, the one on turn first."""
    offer: HighOffer | None
    sale: Sold | None
    trump: Suit | None
    last_card: Card | None
    """The card of the declarer that all have seen."""
    trick: tuple[Laid, ...]
    last_trick: Trick | None
    won: Hands
    """Cards that each seat took in this deal, in the order taken."""
    tally: Tally
    missed: Seat | None
    """Who held the king of hearts back and will be charged with it. Hidden from all, for it says
    where the king was; the king's own appearance ends that."""
    broken: bool
    """A heart was played in this deal."""
    totals: tuple[int, ...]
    rows: tuple[SheetRow, ...]
    ended: Ended | None = None

    def __repr__(self) -> str:
        """Only what no seat would mind: a state must not print hands."""
        return f"<King: deal {self.deal}, {self.phase}>"


def setup(options: Options, seats: int) -> State:
    """The state before the first shuffle."""
    nothing: Hands = ((),) * seats
    return State(
        rules=Rules.from_options(options),
        seats=seats,
        phase=Phase.DEAL if options.draw == "off" else Phase.DRAW,
        shuffles=0,
        deal=0,
        dealer=0,
        turn=0,
        dealt=nothing,
        rest=(),
        hands=nothing,
        declaration=None,
        split=None,
        bidders=(),
        offer=None,
        sale=None,
        trump=None,
        last_card=None,
        trick=(),
        last_trick=None,
        won=nothing,
        tally=nothing_taken(seats),
        missed=None,
        broken=False,
        totals=(0,) * seats,
        rows=(),
    )


def pack(state: State) -> Pack:
    """The pack of the game."""
    match state.rules.jokers:
        case 0:
            return PACK_32 if state.seats == SEATS else PACK_30
        case 1:
            return PACK_KING_ONE_JOKER
        case _:
            return PACK_KING_JOKERS


def plan(state: State) -> tuple[Row, ...]:
    """The deals of the game, in order."""
    return deals.PLANS[state.rules.positive_half, state.rules.profile]


def row(state: State) -> Row:
    """The present deal or, between deals, the last; there was one."""
    return plan(state)[state.deal - 1]


def eldest(state: State) -> Seat:
    """The seat at the left of the dealer: in a praise deal the praiser."""
    return (state.dealer + 1) % state.seats


@cache
def tricks_of(seats: int) -> int:
    """Tricks of a deal: 8, or 10 with three players."""
    return len(PACK_32) // SEATS if seats == SEATS else len(PACK_30) // seats


def is_reversed(state: State) -> bool:
    """Whether the lower rank wins: in a misere."""
    return state.declaration is not None and state.declaration.call == "misere"


def sorted_hands(hands: Hands) -> Hands:
    """Hands in the order of the pack."""
    return tuple(tuple(sorted(hand, key=by_suit)) for hand in hands)


def zones(state: State) -> tuple[Zone, ...]:
    """Hands, the card of the declarer that all have seen, what is undealt, and played cards."""
    if state.phase not in ACTING:
        return ()
    shown = tuple(card for hand in state.hands for card in hand if card == state.last_card)
    return (
        *(
            Zone(f"hand {seat}", tuple(card for card in hand if card not in shown), (seat,))
            for seat, hand in enumerate(state.hands)
        ),
        Zone("shown", shown, None),
        Zone("rest", state.rest, ()),
        Zone("trick", tuple(laid.card for laid in state.trick), None),
        *(Zone(f"won {seat}", cards, None) for seat, cards in enumerate(state.won)),
    )


def with_zones(state: State, places: tuple[Zone, ...]) -> State:
    """The state with other cards in the same places, also in the hands as they were dealt."""
    if not places:
        return state
    new = Exchange(zones(state), places)
    last = state.last_trick
    return replace(
        state,
        dealt=tuple(map(new.cards, state.dealt)),
        rest=new.cards(state.rest),
        hands=sorted_hands(tuple(map(new.cards, state.hands))),
        last_card=new.maybe(state.last_card),
        trick=new.laid(state.trick),
        last_trick=None if last is None else replace(last, cards=new.laid(last.cards)),
        won=tuple(map(new.cards, state.won)),
    )


def is_short(state: State) -> bool:
    """Whether all that counts in a short deal is taken."""
    kind, tally = row(state), state.tally
    if not (kind.short and state.rules.end_early):
        return False
    match kind.contract:
        case Contract.NO_HEARTS | Contract.HEARTS:
            return sum(tally.hearts) == HEARTS
        case Contract.NO_BOYS | Contract.BOYS:
            return sum(tally.boys) == deals.BOYS[state.rules.boys].number
        case Contract.NO_GIRLS | Contract.GIRLS:
            return sum(tally.girls) == GIRLS
        case _:
            return tally.king is not None


HEARTS: Final = 8
"""Hearts of a pack, with jokers and for three players, too."""

GIRLS: Final = 4
