"""The state of Oh Well, and where its cards are."""

from enum import StrEnum
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from kozyr_games.deck import Hands
from kozyr_games.exchange import Exchange
from kozyr_games.oh_well.options import Options
from kozyr_games.spec import Pack, Seat, Zone
from kozyr_protocol.cards import PACK_52, Card
from kozyr_protocol.discreet import Discreet
from kozyr_protocol.games.oh_well import Laid
from kozyr_protocol.games.wire import SheetRow
from kozyr_protocol.record import Ended

Suit = Literal["C", "D", "H", "S"]

SUITS: Final[tuple[Suit, ...]] = ("C", "D", "H", "S")


class Phase(StrEnum):
    """What the game waits for."""

    DRAW = "draw"
    DEAL = "deal"
    BID = "bid"
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
    """With meaning only in play and in open bidding."""
    size: int
    """Cards of each hand, and tricks, of the deal."""
    dealt: Hands
    """The hands of the deal in the order dealt."""
    aside: Pack
    """Cards that nobody sees, those kept out at the end."""
    kept: Pack
    """Cards that are out for the whole game, with `put_aside` = `kept_out`."""
    turned: Card | None
    trump: Suit | None
    hands: Hands
    """What is still held, in the order of the pack."""
    bids: tuple[int | None, ...]
    trick: tuple[Laid, ...]
    last: tuple[Laid, ...]
    """The last trick of the deal."""
    gone: tuple[Card, ...]
    """Cards of the tricks taken, the last one included."""
    taken: tuple[int, ...]
    totals: tuple[int, ...]
    rows: tuple[SheetRow, ...]
    ended: Ended | None = None

    def __repr__(self) -> str:
        """Only what no seat would mind: a state must not print hands."""
        return f"<Oh Well: deal {self.deal}, {self.phase}>"


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
        size=0,
        dealt=((),) * seats,
        aside=(),
        kept=(),
        turned=None,
        trump=None,
        hands=((),) * seats,
        bids=(None,) * seats,
        trick=(),
        last=(),
        gone=(),
        taken=(0,) * seats,
        totals=(0,) * seats,
        rows=(),
    )


def full_size(seats: int) -> int:
    """Cards of a hand when the whole pack is dealt: 17, 13, 10, 8, 7 for 3 to 7 seats."""
    return len(PACK_52) // seats


def planned_size(plan: str, deal: int, seats: int) -> int:
    """Cards of a hand in a deal, by the option `hand_plan`; a plan that is through begins anew.

    Args:
        plan: `full`, `down_up`, `up_down` or `up`.
        deal: its number, from 1.
        seats: of the table.
    """
    full = full_size(seats)
    if plan == "full":
        return full
    if plan == "up":
        return 1 + (deal - 1) % full
    # 0 in the first deal, full - 1 in the middle of the plan, 0 in its last deal.
    steps = full - 1 - abs(full - 1 - (deal - 1) % (2 * full - 1))
    return full - steps if plan == "down_up" else 1 + steps


def to_act(state: State) -> tuple[Seat, ...]:
    """Who bids or plays: several while all bid at once."""
    if state.phase is Phase.PLAY:
        return (state.turn,)
    if state.phase is not Phase.BID:
        return ()
    if state.options.bidding == "open":
        return (state.turn,)
    return tuple(seat for seat, bid in enumerate(state.bids) if bid is None)


def zones(state: State) -> tuple[Zone, ...]:
    """Hands, the cards aside, the turned card, the open trick and the tricks taken."""
    if state.phase is not Phase.PLAY and state.phase is not Phase.BID:
        return ()
    return (
        *(Zone(f"hand {seat}", hand, (seat,)) for seat, hand in enumerate(state.hands)),
        Zone("aside", state.aside, ()),
        Zone("turned", () if state.turned is None else (state.turned,), None),
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
        kept=new.cards(state.kept),
        turned=new.maybe(state.turned),
        hands=new.hands(state.hands),
        trick=new.laid(state.trick),
        last=new.laid(state.last),
        gone=new.cards(state.gone),
    )
