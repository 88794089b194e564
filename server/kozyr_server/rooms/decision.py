"""What the core is given and what it answers, and the draft in which a decision is made."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from kozyr_games.spec import AnyGame
from kozyr_protocol.discreet import Discreet
from kozyr_protocol.ids import ActionKey, GameKey, PlayerId
from kozyr_protocol.rooms import RoomEvent
from kozyr_server.rooms.due import PATIENCE, Patience
from kozyr_server.rooms.parts import AcceptedKey, Line
from kozyr_server.rooms.room import Play, Room, Seat, Table
from kozyr_server.store.model import ProcessId

CLOSED = "closed"
"""Label of the last entry of a room."""

Games = Mapping[GameKey, AnyGame]


class Lists(Struct, frozen=True):
    """How much a room takes of what people could add without end; a host may have it otherwise."""

    knocks: int = 8
    """People who may wait to be let in at once."""
    listed: int = 64
    """People whom the host of a room may let in, send out, and silence: so many of each."""
    minutes: int = 10
    """Minutes that a player may give others in a game."""


LISTS = Lists()


class Now(Struct, frozen=True):
    """The time of a decision, and what holds on this server."""

    play_ms: int
    """Play time of the room's shard."""
    unix_ms: int
    """Wall time, for the record only."""
    patience: Patience = PATIENCE
    """With people who are away."""
    lists: Lists = LISTS


class Chance(Discreet, Struct, frozen=True):
    """Random bytes for one decision: 8 for the tag, 32 for a new chain of links."""

    tag: str
    seed: bytes


# --- Commands: what a room is asked to do. The wire's commands come as they are with who sent them;
# the rest is the server's own.


class ByPlayer(Struct, frozen=True):
    """A command of the wire, with the player and the line it came on."""

    player: PlayerId
    name: str
    line: Line
    command: Any
    """One of `kozyr_protocol.messages.RoomCommand`."""
    is_house: bool = False
    """Whether it comes from a house bot."""


class TakeLine(Struct, frozen=True):
    """A player follows the room: his connection takes the seat's line."""

    player: PlayerId
    line: Line
    is_given_back: bool = False
    """By the server itself, which took the line wrongly: it counts for nobody."""


class LoseLine(Struct, frozen=True):
    """A connection is gone for good, or no longer follows."""

    line: Line


class LoseDead(Struct, frozen=True):
    """Processes are dead: their lines are lost."""

    dead: frozenset[ProcessId]


class Timer(Struct, frozen=True):
    """Do what is due by the clock."""

    dead: frozenset[ProcessId] = frozenset()
    """Processes known to be dead: their lines count as lost."""


class ByAdmin(Struct, frozen=True):
    """An admin sends somebody out, or closes the room."""

    seat: int | None = None
    """None: the room is closed."""


RoomOrder = ByPlayer | TakeLine | LoseLine | LoseDead | Timer | ByAdmin


# --- What happened, before it is projected.


class InGame(Discreet, Struct, frozen=True):
    """An event of the game, not yet projected."""

    event: Any


class Begun(Discreet, Struct, frozen=True):
    """A game began; the first view is built for each role."""

    order: tuple[int, ...]
    options: dict[str, Any]
    state: Any


Happened = RoomEvent | InGame | Begun


class EndedGame(Discreet, Struct, frozen=True):
    """The end of a game: the record without its deals."""

    record: str
    head: bytes


class Decision(Discreet, Struct, frozen=True):
    """A step to commit."""

    before: Table | None
    """None: the room is created by this step."""
    after: Table
    happened: tuple[Happened, ...]
    label: str
    by: str
    prompts_changed: bool
    lines: bool
    moved: bool
    began_deal: bool
    deals: tuple[bytes, ...]
    ended: EndedGame | None
    not_before_ms: int
    closed: bool
    due_ms: int
    at_ms: int
    bots_ms: int = 0
    """Play time since or from which a house bot is wanted; 0: none is."""


class Unchanged(Struct, frozen=True):
    """The command asks for what is so already: answer `ok`, commit nothing."""

    version: int | None = None
    """For a repeated action: the version at which it was accepted."""


class Draft(Discreet, Struct, eq=False):
    """A decision in the making: the only mutable thing of the core, and never seen outside.

    The seats and the game change several times in a step, so they stand apart from the rest of the
    room; `room` puts it together again.
    """

    spec: AnyGame
    before: Table | None
    base: Room
    """The room as it was when it was last put together; its seats and its game may be older."""
    state: Any
    now: Now
    chance: Chance
    label: str
    by: str = ""
    version: int = 1
    """The version that this step makes."""
    happened: list[Happened] = []
    prompts_changed: bool = False
    lines: bool = False
    moved: bool = False
    began_deal: bool = False
    deals: list[bytes] = []
    ended: EndedGame | None = None
    not_before_ms: int = 0
    closed: bool = False
    state_changed: bool = False
    seats: list[Seat] = []
    """The seats as they are now; changed by `set_seat` and `put_seats` only."""
    game: Play | None = None
    """The game as it is now; changed by `set_play` and `put_play` only."""
    is_apart: bool = False
    """Whether seats and game are newer than those of `base`."""

    def __post_init__(self) -> None:
        """Begin with all as it is."""
        self.seats = list(self.base.seats)
        self.game = self.base.play
        if self.before is not None:
            self.version = self.before.version + 1

    @property
    def play(self) -> Play:
        """The game in this room, where there must be one."""
        assert self.game is not None
        return self.game

    @property
    def room(self) -> Room:
        """The whole room as it is now."""
        if self.is_apart:
            self.base = replace(self.base, seats=tuple(self.seats), play=self.game)
            self.is_apart = False
        return self.base

    def set(self, **changes: Any) -> None:
        """Change fields of the room, but for its seats and its game."""
        self.base = replace(self.base, **changes)

    def set_play(self, **changes: Any) -> None:
        """Change fields of the game."""
        self.game = replace(self.play, **changes)
        self.is_apart = True

    def put_play(self, play: Play | None) -> None:
        """Set the game, or that there is none."""
        self.game = play
        self.is_apart = True

    def set_seat(self, index: int, **changes: Any) -> None:
        """Change fields of a seat."""
        self.seats[index] = replace(self.seats[index], **changes)
        self.is_apart = True

    def put_seats(self, seats: Iterable[Seat]) -> None:
        """Set all seats."""
        self.seats = list(seats)
        self.is_apart = True

    def tell(self, *events: Happened) -> None:
        """Add what happened."""
        self.happened.extend(events)

    def move_game(self, state: Any, events: tuple[Any, ...]) -> None:
        """Take a step of the rules."""
        self.state = state
        self.state_changed = True
        self.happened += [InGame(event) for event in events]


def key_of(keys: Iterable[AcceptedKey], key: ActionKey) -> tuple[int, int] | None:
    """(version, prompt) at which an action with this key was accepted; None: never."""
    for kept in keys:
        if kept.key == key:
            return kept.version, kept.prompt
    return None
