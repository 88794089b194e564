"""What is asked of the store and what it answers; the rest of the server sees only this.

`Store` is the seam: the real one is `kozyr_server.store.client.RedisStore`, the tests wrap it to
inject faults. All times are play time in milliseconds (the store's clock without the stretches in
which no server lived), unless a name says otherwise.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from enum import Enum, StrEnum
from typing import NewType, Protocol

from msgspec import Struct

from kozyr_protocol.discreet import Discreet
from kozyr_protocol.ids import PlayerId, RoomId, Tag
from kozyr_protocol.messages import ChatLine, RoomSummary

ProcessId = NewType("ProcessId", str)
"""12 hexadecimal digits drawn when a server process starts."""

SHARDS = 256
"""Rooms are spread over so many; the shard is the first two digits of a room's id."""


class Entry(Discreet, Struct, frozen=True, array_like=True):
    """One commit as the log keeps it and the room's channel carries it.

    The frames are whole `update` messages in msgpack without `answer` or `view`: what is stored,
    published and resumed are the same bytes.
    """

    version: int
    tag: Tag
    at_ms: int
    label: str
    """The command: `act`, `join`, `timer` …"""
    by: str
    """The player's id, or empty for the server itself."""
    due_ms: int
    """When the room next needs attention by itself; 0: never."""
    prev: str
    """Tag of the version before; empty for the first."""
    lines: bool
    """Whether a seat's line changed: members must look up their role."""
    moved: bool
    """Whether who sits where changed: a member's role before it is not the one after it."""
    shared: bytes
    seats: dict[int, bytes]
    """Frames of the seats that get other bytes, by seat number after this entry."""
    wants: dict[int, bytes] = {}
    """`link_wanted` messages for seats that are asked for a link."""
    bots_ms: int = 0
    """Play time since or from which a house bot is wanted in the room; 0: none is."""


class Log(Enum):
    """What a commit does to the room's log of entries."""

    NONE = "none"
    """No game yet: not logged."""
    APPEND = "append"
    RESTART = "restart"
    """A deal begins: what lies before this entry is cut."""
    DROP = "drop"
    """The room is closed, or opened again after a game: the log goes."""


class FinishedGame(Discreet, Struct, frozen=True):
    """The end of a game: the room's finished deals become this record, in the same commit."""

    record: str
    """Id of the record: `ROOM-GAME_NO`."""
    head: bytes
    """JSON of the record without its `deals`."""
    public: bool


class Commit(Discreet, Struct, frozen=True):
    """One step of one room, to be written if the room is still at (version, tag)."""

    room: RoomId
    version: int
    """The version that was decided on; 0: the room must not exist."""
    tag: str
    """Its tag; empty with version 0."""
    new_tag: Tag
    """The new version is `version` + 1."""
    state: bytes | None
    """The new state; None: the room is closed and forgotten."""
    entry: bytes
    """An encoded `Entry`."""
    log: Log
    due_ms: int = 0
    """When the timer of the room must look at it; 0: never."""
    not_before_ms: int = 0
    """A timer's commit: refused as `early` when the store's play time is before this."""
    deal: bytes | None = None
    """JSON of a finished deal, to be appended to the room's deals."""
    more_deals: tuple[bytes, ...] = ()
    """Further finished deals of the same step (a deal that ends as soon as it is dealt)."""
    game: FinishedGame | None = None
    """Set by the commit that ends a game; `deal` is appended first."""
    summary: bytes | None = None
    """New entry of the lobby index (msgpack of `RoomSummary`), at most 256 bytes."""
    unlist: bool = False
    """Take the room out of the lobby index."""
    fresh_deals: bool = False
    """A game begins: deals left over are dropped."""
    is_told: bool = False
    """Whoever commits tells this process's followers by the answer: they need no echo."""


class Status(StrEnum):
    """How a commit ended."""

    OK = "ok"
    CONFLICT = "conflict"
    """Somebody else was first: `version` and `tag` are the stored ones (0 and empty: no room)."""
    EARLY = "early"
    """Not yet due: `version` is the play time in ms of the store."""
    ERROR = "error"
    """This commit could not be written and nothing of it was; others of its call may be."""
    UNKNOWN = "unknown"
    """Sent, no answer, and it could not be found out within 5 s."""
    UNAVAILABLE = "unavailable"
    """Not tried: the store is away, or refused the whole call."""
    FULL = "full"
    """Not tried: the disk or the store's memory is nearly full."""


class CommitResult(Struct, frozen=True):
    """The answer to a commit."""

    status: Status
    version: int = 0
    tag: str = ""
    detail: str = ""
    """For our log; never shown to clients."""
    was_lost: bool = False
    """A conflict whose own answer was lost: it may have been written, under further commits."""
    of_memory: bool = False
    """With `FULL`: the store's memory is; else the disk."""


class StoredRoom(Discreet, Struct, frozen=True):
    """A room as it lies in the store."""

    version: int
    tag: Tag
    state: bytes


class Tick(Struct, frozen=True):
    """What a process learns once a second when it stamps itself as alive."""

    due: tuple[RoomId, ...]
    """Rooms whose timer is due, at most 256; one of the processes takes each, by its commit."""
    dead: frozenset[ProcessId]
    """Processes that were alive once and have not stamped for 5 s."""
    to_tell: frozenset[ProcessId] = frozenset()
    """Those of them whose end this process writes into its log, and no other one does."""


class HouseNews(Struct, frozen=True):
    """What a process learns when it looks for house bots, or for what they may do."""

    is_there: bool
    """Whether house bots are connected to any process."""
    rooms: tuple[RoomId, ...] = ()
    """Rooms that want one, the longest-waiting first: they are this process's to offer."""


class TooSoon(Struct, frozen=True):
    """Slow mode: not said; the same person may write again after so long."""

    wait_ms: int


class HiddenLine(Struct, frozen=True):
    """A line of chat that was taken away."""

    player: PlayerId
    """Who wrote it."""
    is_new: bool
    """False: it was taken away before."""


class TooManyHiddenError(Exception):
    """Nothing was taken away: what was is kept for reports, and no more can be."""

    def __init__(self, most: int) -> None:
        """Keep how many lines can be, of the author or of all."""
        super().__init__(f"{most} lines were taken away already")
        self.most = most


class HostAct(Struct, frozen=True):
    """What the host of a room did there as its host."""

    at_ms: int
    """Unix time, ms."""
    host: PlayerId
    name: str
    """Of the host."""
    what: str
    """`kick`, `hide`, `silence`, `unsilence`, `slow`."""
    target: str
    """The room, and of whom or what in it."""


class StoreUnavailableError(Exception):
    """A read could not be answered: the store is away or loading. Try again later."""


class StoreFullError(StoreUnavailableError):
    """The store's memory is full: nothing was written. Reads go on."""


class StoreUnknownError(StoreUnavailableError):
    """It was sent and no answer came: it may have been done. Raised by `say` alone."""


RoomListener = Callable[[RoomId, bytes, bytes | None], None]
"""(room, encoded Entry, state or None) for each commit that was published."""
SideListener = Callable[[RoomId, bytes], None]
"""(room, payload) for what is beside the version: chat and watchers."""
ReconnectListener = Callable[[], Awaitable[None]]
"""Called after the subscriber was away and is back: messages may have been lost."""


class Store(Protocol):
    """All that the server asks of its store.

    Every call may raise `StoreUnavailableError`, except `commit`, which says so in its result.
    None changes anything when cancelled before the call was sent; after that the outcome is
    unknown.
    """

    durability: str
    """What an acknowledgement survives: `always`, `everysec` or `unverified`."""

    def commit(self, commit: Commit) -> Awaitable[CommitResult]:
        """Write one step. Commits of one turn of the loop go together; at most one a room."""

    async def read(self, room: RoomId) -> StoredRoom | None:
        """The room's present state."""

    async def confirm(self, rooms: Sequence[RoomId]) -> Sequence[tuple[int, str]]:
        """Stored version and tag of each room, (0, "") where there is none."""

    async def log(self, room: RoomId, after: int) -> Sequence[bytes]:
        """Encoded entries after a version, oldest first, at most 1,000."""

    async def log_entry(self, room: RoomId, version: int) -> bytes | None:
        """The one entry of this version, None where it was cut."""

    async def subscribe(self, room: RoomId) -> None:
        """Returns when the subscription is confirmed; then listeners get the room's messages."""

    async def unsubscribe(self, room: RoomId) -> None:
        """No more messages of the room."""

    def listen(
        self, room: RoomListener, side: SideListener, reconnected: ReconnectListener
    ) -> None:
        """Set who gets the messages of subscribed rooms. Called once, before `subscribe`."""

    async def tick(self) -> Tick:
        """Stamp this process as alive, move play time on, and read what is due."""

    def play_ms(self, room: RoomId) -> int:
        """Play time of the room now, as estimated since the last tick."""

    def ticked_ago_s(self) -> float:
        """Seconds since the last successful tick: while it is long, deadlines must not act.

        Infinite while nothing that is written would be kept.
        """

    async def look_for_bots(
        self, wanted: Mapping[RoomId, int], places: int | None = None
    ) -> HouseNews:
        """Say which rooms want house bots, and take some that do.

        What is taken is offered by nobody else, until a process says again that it wants one.

        Args:
            wanted: room → play time since when; some hundred at most.
            places: seats that the house bots of this process can still take; None: it has none.
        """

    async def say(self, room: RoomId, line: ChatLine, slow_ms: int = 0) -> ChatLine | TooSoon:
        """Append a line of chat; the store gives its number and time, keeps 100, publishes.

        Args:
            room: where it is said.
            line: number and time are left to the store.
            slow_ms: that its author has to wait after it; 0: not at all.

        Raises:
            StoreUnknownError: perhaps it was said; any other error: it was not.
        """

    async def hide(self, room: RoomId, number: int) -> HiddenLine | None:
        """Take a line of chat away for the host of the room, and tell all who follow it.

        Returns:
            The line, not new where he took it away before; None: it is not kept any more, or an
            admin took it away.

        Raises:
            TooManyHiddenError: he took so many away that no more could be kept for reports.
        """

    async def note_host(self, act: HostAct) -> None:
        """Note what the host of a room did there."""

    async def chat(self, room: RoomId) -> Sequence[ChatLine]:
        """The kept lines, oldest first."""

    async def set_watchers(self, counts: Mapping[RoomId, int]) -> None:
        """This process's number of spectators in each of these rooms, some hundred at most.

        Publishes each room's sum over living processes. Failed, some of them may be set.
        """

    async def watchers(self, room: RoomId) -> int:
        """The sum over living processes."""

    async def list_rooms(self) -> Sequence[RoomSummary]:
        """The lobby index as of at most a second ago, those with free seats first, then by id."""

    async def save_guest(self, player: PlayerId, name: str) -> None:
        """Remember a guest's name, 90 days from now."""

    async def guest_name(self, player: PlayerId) -> str | None:
        """The name under which a guest was last remembered."""

    async def records(self, count: int, before: str | None = None) -> Sequence[str]:
        """Ids of finished games, newest first; `before`: continue after this id."""

    async def record(self, record: str, *, private: bool = False) -> bytes | None:
        """One finished game as a line of `kozyr.record/1`; a private one only when asked for."""

    def counts(self) -> Mapping[str, float]:
        """What this process has asked and heard of the store so far, by name; they only grow."""

    def commit_seconds(self) -> list[float]:
        """How long each commit took that was answered since this was last asked."""

    async def metrics(self) -> Mapping[str, float]:
        """Figures of the store for `/metrics`, such as its memory; `counts` are among them."""
