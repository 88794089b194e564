"""The state of Gin Rummy, and where its cards are."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from kozyr_games.deck import Hands
from kozyr_games.gin_rummy.knocking import Terms
from kozyr_games.gin_rummy.options import SEATS, Options
from kozyr_games.spec import Pack, Seat, Zone
from kozyr_protocol.cards import Card
from kozyr_protocol.discreet import Discreet
from kozyr_protocol.games.gin_rummy import Cards, Pair, Phase, Showdown, Tally, place
from kozyr_protocol.games.wire import SheetRow, without
from kozyr_protocol.record import Ended

HAND: Final = 10
"""Cards of a hand but between draw and discard."""

WALL: Final = 2
"""Cards of the stock that are never drawn: a deal ends when only these are left."""

PLAYING: Final = frozenset((Phase.UPCARD, Phase.DRAW, Phase.DISCARD, Phase.LAY_OFF, Phase.WALL))
"""Phases in which cards are on the table."""


class State(Discreet, Struct, frozen=True, array_like=True):
    """All there is to know of a game; between deals the last deal is kept for its record."""

    options: Options
    phase: Phase
    shuffles: int
    """Shuffles made, the draw included."""
    deal: int
    """Number of the present deal or, between deals, of the last; 0 before the first."""
    dealer: Seat
    """Who deals, or dealt last."""
    next_dealer: Seat
    """Who deals next; without meaning while a deal is played."""
    turn: Seat
    """Without meaning but in play."""
    dealt: Hands
    """The hands of the deal in the order dealt."""
    dealt_stock: Pack
    """The stock as dealt, the first to be drawn first."""
    upcard: Card | None
    limit: int
    """The most deadwood to knock with in this deal."""
    doubled: bool
    """Points and boxes of this deal count twice."""
    passes: int
    """Seats that left the upcard."""
    drawn: int
    """Cards drawn from the stock."""
    pile: Cards
    """The discard pile, its top last."""
    hands: tuple[Cards, Cards]
    """Sorted by `place`."""
    known: tuple[Cards, Cards]
    """Of each hand the cards that all saw it take."""
    taken: Card | None
    """The card just taken from the pile, which may not be discarded."""
    takes: int
    """Draws in a row from the pile."""
    last: bool
    """The last discard was taken: who took it must knock."""
    shown: Showdown | None
    """What lies open after a knock, until the next deal."""
    put_down: Card | None
    """What the knocker put face down."""
    games: tuple[Tally, ...]
    wins: Pair
    """Hands won by each seat."""
    voids: int
    """Void hands in a row."""
    rows: tuple[SheetRow, ...]
    ended: Ended | None = None

    def __repr__(self) -> str:
        """Only what no seat would mind: a state must not print hands."""
        return f"<Gin Rummy: deal {self.deal}, {self.phase}>"

    @property
    def totals(self) -> tuple[int, ...]:
        """Points of the finished deals."""
        return self.rows[-1].totals if self.rows else (0, 0)

    @property
    def stock(self) -> Pack:
        """What is left of the stock, the next card first."""
        return self.dealt_stock[self.drawn :]

    def terms(self, taken: Card | None) -> Terms:
        """What may be knocked with after this card was taken from the pile, or none was."""
        return Terms(self.limit, self.options.big_gin > 0, taken)


def setup(options: Options, seats: int) -> State:
    """The state before the first shuffle."""
    assert seats == SEATS, "the options were resolved for two"
    return State(
        options=options,
        phase=Phase.SHUFFLE if options.draw == "off" else Phase.SEATING,
        shuffles=0,
        deal=0,
        dealer=0,
        next_dealer=0,
        turn=0,
        dealt=((), ()),
        dealt_stock=(),
        upcard=None,
        limit=0,
        doubled=False,
        passes=0,
        drawn=0,
        pile=(),
        hands=((), ()),
        known=((), ()),
        taken=None,
        takes=0,
        last=False,
        shown=None,
        put_down=None,
        games=(Tally((0, 0), (0, 0), over=False),) * (3 if options.hollywood else 1),
        wins=(0, 0),
        voids=0,
        rows=(),
    )


def zones(state: State) -> tuple[Zone, ...]:
    """The stock, the pile, hands with what is known of them, and after a knock what it put down."""
    if state.phase not in PLAYING:
        return ()
    found = [Zone("stock", state.stock, ()), Zone("pile", state.pile, None)]
    for seat, (hand, known) in enumerate(zip(state.hands, state.known, strict=True)):
        secret = hand
        for card in known:
            secret = without(secret, card)
        found += [Zone(f"hand {seat}", secret, (seat,)), Zone(f"known {seat}", known, None)]
    if state.shown is not None:
        shown = state.shown
        found.append(Zone("melds", tuple(card for meld in shown.melds for card in meld), None))
        found.append(Zone("deadwood", shown.deadwood, None))
        down = () if state.put_down is None else (state.put_down,)
        found.append(Zone("put down", down, (shown.seat,)))
    return tuple(found)


def with_zones(state: State, places: tuple[Zone, ...]) -> State:
    """The state with other cards in the same places, also in the deal as it was dealt."""
    if not places:
        return state
    pairs = zip(zones(state), places, strict=True)
    new = {a: b for old, zone in pairs for a, b in zip(old.cards, zone.cards, strict=True)}

    def moved(cards: Cards) -> Cards:
        return tuple(new[card] for card in cards)

    def one(card: Card | None) -> Card | None:
        return None if card is None else new[card]

    def sorted_hand(hand: Cards) -> Cards:
        return tuple(sorted(moved(hand), key=place))

    shown = state.shown and replace(
        state.shown,
        melds=tuple(map(moved, state.shown.melds)),
        deadwood=moved(state.shown.deadwood),
        laid_off=moved(state.shown.laid_off),
    )
    return replace(
        state,
        dealt=tuple(map(moved, state.dealt)),
        dealt_stock=moved(state.dealt_stock),
        upcard=one(state.upcard),
        pile=moved(state.pile),
        hands=(sorted_hand(state.hands[0]), sorted_hand(state.hands[1])),
        known=(moved(state.known[0]), moved(state.known[1])),
        taken=one(state.taken),
        shown=shown,
        put_down=one(state.put_down),
    )
