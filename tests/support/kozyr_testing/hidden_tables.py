"""Tables at which something particular is hidden, in the shortest games that show it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from kozyr_games.oh_well.state import Phase as OhWellPhase
from kozyr_games.registry import GAMES
from kozyr_protocol.cards import Card
from kozyr_protocol.codec import unpack
from kozyr_protocol.ids import GameKey
from kozyr_testing.leaks import Role, same
from kozyr_testing.taps import Tap

KING = Card("KH")


@dataclass(frozen=True)
class HiddenTable:
    """A table, and what the game that is played at it must have hidden at some time."""

    game: GameKey
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    places: frozenset[str] = frozenset()
    """Names of zones in which hidden cards must have lain."""
    twin: Callable[[Any, Role], Any] = same
    """For what is hidden and is no card."""

    def __str__(self) -> str:
        """As the name of a test."""
        given = [f"{name}={value}" for name, value in self.options.items()]
        return "-".join([self.game, str(self.seats), *given])


def other_bids(state: Any, role: Role) -> Any:
    """Oh Well: all others bid something else, while no bid is shown."""
    if state.phase is not OhWellPhase.BID or state.options.bidding == "open":
        return state
    bids = tuple(
        bid if bid is None or seat == role else (bid + 1) % (state.size + 1)
        for seat, bid in enumerate(state.bids)
    )
    return state if bids == state.bids else replace(state, bids=bids)


def bids_told(tap: Tap, seat: Role) -> set[int]:
    """Oh Well, all bid at once: other seats whose bids were told by events of their own."""
    found: set[int] = set()
    for frame in tap.frames:
        for event in unpack(frame).get("events", ()):
            happened = event.get("event", event)
            if happened["type"] in {"own_bid", "bid_made"} and happened["tricks"] is not None:
                found.add(happened["seat"])
    return {each for each in found if each != seat}


def no_missed_chance(state: Any, role: Role) -> Any:
    """King: nobody held the king of hearts back, while it is still held."""
    if state.missed is None or not any(KING in hand for hand in state.hands):
        return state
    return replace(state, missed=None)


def _table(
    game: str,
    seats: int | None = None,
    places: tuple[str, ...] = (),
    twin: Callable[[Any, Role], Any] = same,
    **options: Any,
) -> HiddenTable:
    key = GameKey(game)
    usual = GAMES[key].usual_seats
    return HiddenTable(key, seats or usual, options, frozenset(places), twin)


TABLES = (
    _table("gin_rummy", places=("stock", "hand 0"), target=60),
    _table("king", places=("rest", "hand 0")),
    _table("king_jokers", places=("rest", "hand 0")),
    _table("knaves", places=("hand 0",)),
    _table("oh_well", places=("hand 0",), target=40),
    _table("twenty_nine", places=("hand 0",)),
    _table("oh_well", 3, ("aside",), other_bids, bidding="simultaneous", deals=1),
    _table("oh_well", 5, ("aside",), deals=1, hand_plan="full"),
    _table("knaves", places=("aside",), hand_size=13, target=1),
    _table("twenty_nine", 5, ("aside",), set_aside=True, length="single"),
    _table("gin_rummy", places=("put down",), auto_lay_off=False, target=60),
    _table("king", twin=no_missed_chance, king_mode="penalty", end_early=True),
)
"""Every game as it is usually played, and the options that hide more."""
