"""The state of Knaves, and where its cards are."""

from enum import StrEnum
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from kozyr_games.deck import Hands
from kozyr_games.exchange import Exchange
from kozyr_games.knaves.options import Options
from kozyr_games.spec import Pack, Seat, Zone
from kozyr_protocol.cards import Card
from kozyr_protocol.discreet import Discreet
from kozyr_protocol.games.knaves import Laid
from kozyr_protocol.games.wire import SheetRow
from kozyr_protocol.record import Ended

Suit = Literal["C", "D", "H", "S"]

SUITS: Final[tuple[Suit, ...]] = ("C", "D", "H", "S")

ALL_JACKS: Final = 4


class Phase(StrEnum):
    """What the game waits for."""

    DRAW = "draw"
    DEAL = "deal"
    PLAY = "play"
    OVER = "over"


class State(Discreet, Struct, frozen=True, array_like=True):
    """All there is to know of a game; between deals the last deal is kept for its record."""

    options: Options
    phase: Phase
    shuffles: int
    """Shuffles made, the draw and redeals included."""
    deal: int
    """Number of the present deal or, between deals, of the last; 0 before the first."""
    dealer: Seat
    """Who deals, or dealt last; before the first deal who will."""
    turn: Seat
    """Without meaning but in play."""
    dealt: Hands
    """The hands of the deal in the order dealt."""
    aside: Pack
    turned: Card | None
    trump: Suit | None
    before: Suit | None
    """The trump suit of the deal played before this one."""
    hands: Hands
    """What is still held, in the order of the pack."""
    trick: tuple[Laid, ...]
    last: tuple[Laid, ...]
    """The last trick of the deal."""
    gone: tuple[Card, ...]
    """Cards of the tricks taken, the last one included."""
    taken: tuple[int, ...]
    jacks: Hands
    """The jacks that each seat took, in the order taken."""
    totals: tuple[int, ...]
    rows: tuple[SheetRow, ...]
    ended: Ended | None = None

    def __repr__(self) -> str:
        """Only what no seat would mind: a state must not print hands."""
        return f"<Knaves: deal {self.deal}, {self.phase}>"


def setup(options: Options, seats: int) -> State:
    """The state before the first shuffle."""
    nothing: Hands = ((),) * seats
    return State(
        options=options,
        phase=Phase.DEAL if options.draw == "off" else Phase.DRAW,
        shuffles=0,
        deal=0,
        dealer=0,
        turn=0,
        dealt=nothing,
        aside=(),
        turned=None,
        trump=None,
        before=None,
        hands=nothing,
        trick=(),
        last=(),
        gone=(),
        taken=(0,) * seats,
        jacks=nothing,
        totals=(0,) * seats,
        rows=(),
    )


def is_jack(card: Card | None) -> bool:
    """Whether a card is one of the four that cost points."""
    return card is not None and card[0] == "J"


def is_redealt(state: State) -> bool:
    """Whether the present, or last, deal is void, for a jack was turned."""
    return state.options.turned_jack == "redeal" and is_jack(state.turned)


def zones(state: State) -> tuple[Zone, ...]:
    """Hands, the cards that nobody sees, the turned card, the open trick and the tricks taken."""
    if state.phase is not Phase.PLAY:
        return ()
    assert state.turned is not None, "a card was turned in the deal"
    return (
        *(Zone(f"hand {seat}", hand, (seat,)) for seat, hand in enumerate(state.hands)),
        Zone("aside", state.aside, ()),
        Zone("turned", (state.turned,), None),
        Zone("trick", tuple(laid.card for laid in state.trick), None),
        Zone("gone", state.gone, None),
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
        turned=new.maybe(state.turned),
        hands=new.hands(state.hands),
        trick=new.laid(state.trick),
        last=new.laid(state.last),
        gone=new.cards(state.gone),
        jacks=tuple(map(new.cards, state.jacks)),
    )
