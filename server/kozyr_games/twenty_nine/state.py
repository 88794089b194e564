"""The state of Twenty-Nine, and where its cards are."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from kozyr_games.deck import Hands
from kozyr_games.exchange import Exchange
from kozyr_games.spec import Pack, Seat, Zone
from kozyr_games.twenty_nine.options import Options
from kozyr_protocol.cards import PACK_52, Card
from kozyr_protocol.discreet import Discreet
from kozyr_protocol.games.twenty_nine import Laid
from kozyr_protocol.games.wire import SheetRow
from kozyr_protocol.record import Ended

FULL: Final = 29
"""The total that takes the pile, and that none may pass."""

VALUES: Final[Mapping[Card, int]] = {
    card: 1 if card[0] in "AJQK" else 10 if card[0] == "T" else int(card[0]) for card in PACK_52
}
"""What a card adds to the total."""

ALWAYS_FITS: Final = FULL - max(VALUES.values())
"""Up to this total every card fits."""

ALL_PILES: Final = sum(VALUES.values()) // FULL
"""Eight: the values of the pack add up to 8 x 29."""


class Phase(StrEnum):
    """What the game waits for."""

    DRAW = "draw"
    DEAL = "deal"
    PLAY = "play"
    OVER = "over"


class State(Discreet, Struct, frozen=True, array_like=True):
    """All there is to know of a game; between deals the last deal is kept for its record."""

    options: Options
    seats: int
    phase: Phase
    shuffles: int
    """Shuffles made, the draw included."""
    deal: int
    """Number of the present deal or, between deals, of the last; 0 before the first."""
    dealer: Seat
    """Who deals, or dealt last; before the first deal who will."""
    turn: Seat
    """Without meaning but in play."""
    total: int
    """Of the open pile."""
    passes: int
    """Seats that passed since the last card."""
    dealt: Hands
    """The hands of the deal in the order dealt."""
    aside: Pack
    hands: Hands
    """What is still held, in the order of the pack."""
    pile: tuple[Laid, ...]
    won: Hands
    """Cards that each seat took in this deal, in the order taken."""
    piles: tuple[int, ...]
    totals: tuple[int, ...]
    rows: tuple[SheetRow, ...]
    ended: Ended | None = None

    def __repr__(self) -> str:
        """Only what no seat would mind: a state must not print hands."""
        return f"<Twenty-Nine: deal {self.deal}, {self.phase}>"


def setup(options: Options, seats: int) -> State:
    """The state before the first shuffle."""
    return State(
        options=options,
        seats=seats,
        phase=Phase.DEAL if options.draw == "off" else Phase.DRAW,
        shuffles=0,
        deal=0,
        dealer=0,
        turn=0,
        total=0,
        passes=0,
        dealt=((),) * seats,
        aside=(),
        hands=((),) * seats,
        pile=(),
        won=((),) * seats,
        piles=(0,) * seats,
        totals=(0,) * seats,
        rows=(),
    )


def fits(hand: tuple[Card, ...], total: int) -> bool:
    """Whether a card of the hand may be added to a pile of this total."""
    return total <= ALWAYS_FITS or any(VALUES[card] <= FULL - total for card in hand)


def zones(state: State) -> tuple[Zone, ...]:
    """Hands, the cards set aside, the open pile and the cards won."""
    if state.phase is not Phase.PLAY:
        return ()
    return (
        *(Zone(f"hand {seat}", hand, (seat,)) for seat, hand in enumerate(state.hands)),
        Zone("aside", state.aside, ()),
        Zone("pile", tuple(laid.card for laid in state.pile), None),
        *(Zone(f"won {seat}", cards, None) for seat, cards in enumerate(state.won)),
    )


def with_zones(state: State, places: tuple[Zone, ...]) -> State:
    """The state with other cards in the same places, also in the hands as they were dealt."""
    if not places:
        return state
    new = Exchange(zones(state), places)
    return replace(
        state,
        dealt=tuple(map(new.cards, state.dealt)),
        aside=new.cards(state.aside),
        hands=new.hands(state.hands),
        pile=new.laid(state.pile),
        won=tuple(map(new.cards, state.won)),
    )


def checks(state: State) -> tuple[str, ...]:
    """The sums of the game: totals of piles, their number, the cards' whereabouts."""
    if state.phase is not Phase.PLAY:
        return ()
    pile = sum(VALUES[laid.card] for laid in state.pile)
    taken = sum(VALUES[card] for cards in state.won for card in cards)
    stuck = not fits(state.hands[state.turn], state.total)
    found = {
        "the total is that of the pile": pile == state.total,
        "the total is from 0 to 28": 0 <= state.total < FULL,
        "each pile taken adds up to 29": taken == FULL * sum(state.piles),
        "there are at most eight piles": sum(state.piles) <= ALL_PILES,
        "the seat on turn holds cards": bool(state.hands[state.turn]),
        "nobody is stuck where that ends the deal": not (stuck and state.options.stuck == "end"),
    }
    return tuple(sentence for sentence, holds in found.items() if not holds)
