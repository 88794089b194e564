"""A room that this process follows: its members, and the last version that they were told."""

import asyncio
from typing import Final, NamedTuple

from kozyr_protocol.ids import RoomId
from kozyr_server.rooms.peers import Peer
from kozyr_server.rooms.room import Line, Table
from kozyr_server.store.model import Entry, StoredRoom

HISTORY = 64
"""Versions whose tags are remembered, to tell a repeated message from another history."""

MAX_HELD = 64
"""Entries that are held while one before them is missing."""


class Member:
    """One connection that follows the room."""

    __slots__ = ("line", "mode", "peer", "role", "version")

    def __init__(self, peer: Peer, mode: str, line: Line, role: int | None, version: int) -> None:
        """Begin at a version that the peer is told by the caller."""
        self.peer = peer
        self.mode = mode
        self.line = line
        self.role = role
        self.version = version
        """What this member was told last."""


class Actor(NamedTuple):
    """Who gets the answer inside the update of his own command."""

    peer: Peer
    command_id: int


class Held(NamedTuple):
    """An entry whose predecessor has not been seen yet."""

    entry: Entry
    source: Table | StoredRoom | None
    actor: Actor | None


_NONE_HELD: Final[dict[int, Held]] = {}
"""Of all rooms that hold nothing: it stays empty."""


class Followed:
    """The state of one followed room in this process. Touched on the loop only.

    Most rooms are quiet, and a process follows many: what only a busy one needs is made for it.
    """

    __slots__ = (
        "_history",
        "_lock",
        "bots_ms",
        "committing",
        "doubtful",
        "due_ms",
        "empty_since",
        "filler",
        "held",
        "members",
        "refreshing",
        "room",
        "source",
        "tag",
        "timer",
        "timer_ms",
        "users",
        "version",
        "watchers_told",
    )

    def __init__(self, room: RoomId, empty_since: float = 0.0) -> None:
        """Begin with nothing known."""
        self.room = room
        self._lock: asyncio.Lock | None = None
        self.members: dict[Peer, Member] = {}
        self.version = 0
        self.tag = ""
        self.source: Table | StoredRoom | None = None
        """The room at `version`, decoded or not yet; None: it has to be read."""
        self._history: dict[int, str] | None = None
        """Tags of the versions before `version`."""
        self.held = _NONE_HELD
        """Entries by version; kept by `hold`."""
        self.committing = b""
        """Tag of this process's commit in flight: its reply is awaited, its message is not used."""
        self.refreshing = False
        """Whether the room is being read anew: entries are held until then."""
        self.doubtful = False
        """Whether it must be compared with the store soon."""
        self.users = 0
        """Commands that are using this object, so that it is not dropped under them."""
        self.bots_ms = 0
        """Play time since or from which a house bot is wanted; 0: none is."""
        self.timer: asyncio.TimerHandle | None = None
        self.timer_ms = 0.0
        """Play time at which the timer ends, maybe before the room is due."""
        self.due_ms = 0
        self.filler: asyncio.TimerHandle | None = None
        self.watchers_told = 0
        self.empty_since = empty_since
        """Seconds of the loop's clock."""

    @property
    def lock(self) -> asyncio.Lock:
        """Held while a command of this room is decided and committed; for `users` only."""
        if self._lock is None:
            self._lock = asyncio.Lock()
        return self._lock

    def rest(self) -> None:
        """Keep no lock that nobody can hold or wait for."""
        if not self.users:
            self._lock = None

    def hold(self, version: int, held: Held) -> None:
        """Keep an entry for later."""
        if self.held is _NONE_HELD:
            self.held = {}
        self.held[version] = held

    def move_to(self, version: int, tag: str, source: Table | StoredRoom | None) -> None:
        """Know the room at a version."""
        if self.tag:
            if self._history is None:
                self._history = {}
            self._history[self.version] = self.tag
            if len(self._history) >= HISTORY:
                del self._history[next(iter(self._history))]
        self.version, self.tag, self.source = version, tag, source

    def restart_at(self, version: int, tag: str, source: Table | StoredRoom | None) -> None:
        """Forget what was known: another history begins."""
        self._history, self.tag, self.held = None, "", _NONE_HELD
        self.move_to(version, tag, source)

    def was_told(self, entry: Entry) -> bool | None:
        """Whether an entry that is not newer was told before; False: the history changed.

        None where it is older than what is remembered.
        """
        known = self.tag_at(entry.version)
        return None if known is None else known == entry.tag

    def tag_at(self, version: int) -> str | None:
        """The tag that a version has in this history; None: not known."""
        if version == self.version:
            return self.tag
        return None if self._history is None else self._history.get(version)

    def cancel_timers(self) -> None:
        """Call nothing any more."""
        for handle in (self.timer, self.filler):
            if handle is not None:
                handle.cancel()
        self.timer = self.filler = None

    @property
    def watchers(self) -> int:
        """Members without a seat."""
        return sum(1 for member in self.members.values() if member.role is None)
