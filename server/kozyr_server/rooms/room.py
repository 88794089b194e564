"""What is stored of a room. The encoded `Room` is the one value of the room's state.

`FORMAT` grows when an older server could not read the new form; a server that meets a newer one
answers `server_outdated` and leaves the room alone.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Raw, Struct, field
from msgspec.structs import replace

from kozyr_games.spec import AnyGame
from kozyr_protocol import fair
from kozyr_protocol.discreet import Discreet
from kozyr_protocol.fair import Fairness
from kozyr_protocol.ids import GameKey, PlayerId, RoomId
from kozyr_protocol.record import Ended, RecordDraw
from kozyr_protocol.rooms import Clock, Phase
from kozyr_server.rooms.parts import (
    OPEN_DOOR,
    Door,
    Pause,
    StandIn,
    Stretch,
    Wishes,
)
from kozyr_server.rooms.parts import AcceptedKey as AcceptedKey
from kozyr_server.rooms.parts import Line as Line
from kozyr_server.store.model import StoredRoom

FORMAT = 1
"""Format of the stored state that this server writes and the newest that it reads."""

KEPT_KEYS = 8
"""Accepted action keys that each seat remembers, also through rematches."""

MAX_TIPS = 256
"""Chains of links that may be used in one room before no player's is taken any more.

The server uses one each game: five who play can rematch some forty times.
"""

SEEN_TIPS = 64
"""Tips that were shown and never used are remembered so far back."""

TIP_MARK_BYTES = 8
"""So much of the hash of each tip is kept to know it again."""


class OutdatedError(Exception):
    """The room was written by a newer server."""


class Seat(Struct, frozen=True, array_like=True):
    """One seat; all times are play time."""

    player: PlayerId | None = None
    name: str = ""
    ready: bool = False
    line: Line | None = None
    away_since_ms: int = 0
    """Since when it has no line; 0 while it has one."""
    left: bool = False
    absent: bool = False
    late: int = 0
    """Decisions in a row that the clock made."""
    prompt: int = 0
    """Version at which the open decision opened; 0: none is open."""
    opened_ms: int = 0
    deadline_ms: int = 0
    bank_ms: int = 0
    tip: str | None = None
    tip_first_n: int = 0
    """First shuffle of this game that listed the tip; 0: none did yet."""
    keys: tuple[AcceptedKey, ...] = ()
    line_spent_ms: int = 0
    """Until when the times that its line was taken, or its tip changed, are paid for."""
    bot: str | None = None
    """How well the house bot plays whose seat this is. Without a player it is awaited."""
    stand_in: StandIn | None = None
    stretches: tuple[Stretch, ...] = ()
    """When stand-ins played it in this game."""
    wishes: Wishes | None = None
    """None: nothing was wished in this game."""
    bot_since_ms: int = 0
    """When the host kept it for a bot; 0: since the room was opened."""


class PendingShuffle(Discreet, Struct, frozen=True, array_like=True):
    """A shuffle that is open and waits for links."""

    n: int
    seats: tuple[int, ...]
    tips: tuple[str | None, ...]
    """One a seat, as they were announced: a tip that comes later is for the next shuffle."""
    firsts: tuple[int, ...]
    """One a seat: the first shuffle that listed the tip; 0 where none takes part."""
    until_ms: int
    links: dict[int, str] = field(default_factory=dict)


class DealShuffle(Struct, frozen=True, array_like=True):
    """How the deck of the present deal was made, but for the server's link."""

    n: int
    tips: tuple[str | None, ...]
    links: tuple[str | None, ...]
    missing: tuple[int, ...]


class Play(Discreet, Struct, frozen=True, array_like=True):
    """A game in this room."""

    started_unix_ms: int
    started_ms: int
    state: Raw
    """The game's state, encoded."""
    n: int = 0
    """Number of the last shuffle that was opened."""
    pending: PendingShuffle | None = None
    shuffle: DealShuffle | None = None
    """Of the deal in play; None between deals."""
    deal_started_ms: int = 0
    actions: bytes = b""
    """Actions of the deal in play: msgpack of (seat, action, at_ms, by), one after the other."""
    action_count: int = 0
    deals: int = 0
    """Finished deals."""
    draw: RecordDraw | None = None
    pause: Pause | None = None
    paused_ms: int = 0
    """How long it has stood still before the present pause."""


class Room(Discreet, Struct, frozen=True, array_like=True):
    """A room. `seed` makes all decks: it never leaves the store but as links of finished deals."""

    format: int
    id: RoomId
    game: GameKey
    preset: str | None
    given: Raw
    """Options as the creator gave them, preset included."""
    options: Raw
    """Resolved from the start of a game."""
    name: str
    public: bool
    spectators: bool
    host: PlayerId | None
    phase: Phase
    capacity: int
    clock: Clock
    seats: tuple[Seat, ...]
    game_no: int
    seed: bytes
    tip: str
    created_ms: int
    idle_ms: int
    """Play time since which nobody has been connected, or of the last change of phase."""
    looked_ms: int = 0
    """When the timer last looked for lines of dead processes."""
    log_from: int = 0
    """Version of the first entry that the log surely holds; 0: there is no log."""
    tips_shown: bytes = b""
    """Marks of the tips whose chains were used in a shuffle here, and of the server's in earlier
    games, one after the other. Once it is full no seat takes part in shuffles any more, so that
    no chain is ever used twice."""
    play: Play | None = None
    ended: Ended | None = None
    record: str | None = None
    tips_seen: bytes = b""
    """Marks of the last tips that were shown and not used: anybody can show many, none can push
    those out that matter."""
    near: bytes = b""
    """A value of the chain a little way before its tip, from which the first links are found."""
    language: str | None = None
    door: Door = OPEN_DOOR
    host_name: str = ""

    def __repr__(self) -> str:
        """Name the room and nothing that is hidden."""
        return f"Room({self.id}, {self.game}, {self.phase})"


class Table(Struct, frozen=True):
    """A room at one version, with the game's state decoded: what is decided on."""

    version: int
    tag: str
    room: Room
    state: Any

    def __repr__(self) -> str:
        """Name the room and version and nothing that is hidden."""
        return f"Table({self.room.id} v{self.version})"

    def seat_of(self, player: PlayerId) -> int | None:
        """The seat that the player has, line or not; None if he has none."""
        for index, seat in enumerate(self.room.seats):
            if seat.player == player:
                return index
        return None

    def seat_on(self, line: Line) -> int | None:
        """The seat whose line this is, its owner's or a stand-in's."""
        for index, seat in enumerate(self.room.seats):
            if seat.line == line or (seat.stand_in is not None and seat.stand_in.line == line):
                return index
        return None

    def role_of(self, player: PlayerId, line: Line | None) -> int | None:
        """The seat whose picture a connection gets; None for a spectator.

        Args:
            player: whose connection it is.
            line: which one it is, where it is known; a stand-in has no seat but by its line.
        """
        for index, seat in enumerate(self.room.seats):
            if seat.player == player:
                return None if seat.left else index
            if seat.stand_in is not None and seat.stand_in.line == line:
                return index
        return None


def is_connected(seats: Iterable[Seat]) -> bool:
    """Whether any person who sits has a line; house bots keep no room and no game."""
    for seat in seats:  # noqa: SIM110  this stands around every action, and `any` is slower
        if seat.line is not None and seat.bot is None:
            return True
    return False


def tip_mark(tip: str) -> bytes:
    """What is kept of a tip in `Room.tips_shown`."""
    return fair.hashed(bytes.fromhex(tip), 1)[:TIP_MARK_BYTES]


def are_tips_full(room: Room) -> bool:
    """Whether no more chains can be used in the room."""
    return len(room.tips_shown) >= MAX_TIPS * TIP_MARK_BYTES


def was_shown(room: Room, tip: str) -> bool:
    """Whether a tip was shown in the room before, by a seat or by the server."""
    marks = room.tips_shown + room.tips_seen
    mark = tip_mark(tip)
    starts = range(0, len(marks), TIP_MARK_BYTES)
    held = any(seat.tip == tip for seat in room.seats)
    return held or tip == room.tip or any(marks[at : at + TIP_MARK_BYTES] == mark for at in starts)


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Room)
_head = msgspec.msgpack.Decoder(list[Raw])


def encode(room: Room) -> bytes:
    """The value that the store keeps."""
    return _encoder.encode(room)


def decode(stored: StoredRoom, games: Mapping[GameKey, AnyGame]) -> Table:
    """The table of a stored room.

    Args:
        stored: as the store keeps it.
        games: the registry.

    Raises:
        OutdatedError: written in a newer format, or a game that this server does not know.
    """
    head = _head.decode(stored.state)
    if msgspec.msgpack.decode(head[0]) > FORMAT:
        raise OutdatedError
    room = _decoder.decode(stored.state)
    # A `Raw` as it comes holds all of the bytes that it was read from.
    room = replace(room, given=room.given.copy(), options=room.options.copy())
    spec = games.get(room.game)
    if spec is None:
        raise OutdatedError
    state = None
    if room.play is not None:
        state = spec.states.decode(room.play.state)
    return Table(stored.version, stored.tag, room, state)


def encode_state(state: Any) -> Raw:
    """A game's state for `Play.state`."""
    return Raw(_encoder.encode(state))


NEAR = 64
"""Shuffles whose links are found from `Room.near`, some hashes away; hardly a game needs more."""


def new_chain(seed: bytes) -> tuple[bytes, str]:
    """A chain of links: `Room.near` and `Room.tip`."""
    near = fair.link(seed, NEAR)
    return near, fair.hashed(near, NEAR).hex()


def server_link(room: Room, n: int) -> bytes:
    """The server's link for shuffle `n`, from 1 to `fair.CHAIN_LENGTH`."""
    if n <= NEAR and room.near:
        return fair.hashed(room.near, NEAR - n)
    return fair.link(room.seed, n)


def fairness(room: Room, shuffle: DealShuffle, server_link: bytes) -> Fairness:
    """What verifies a finished deal."""
    return Fairness(
        n=shuffle.n,
        tip=room.tip,
        server_link=server_link.hex(),
        seat_tips=shuffle.tips,
        seat_links=shuffle.links,
        missing=shuffle.missing,
    )
