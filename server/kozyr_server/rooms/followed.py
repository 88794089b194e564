"""A room that this process follows: its members, and the last version that they were told."""

import asyncio
from collections import OrderedDict
from typing import NamedTuple

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


class Followed:
    """The state of one followed room in this process. Touched on the loop only."""

    def __init__(self, room: RoomId, empty_since: float = 0.0) -> None:
        """Begin with nothing known."""
        self.room = room
        self.lock = asyncio.Lock()
        """Held while a command of this room is decided and committed."""
        self.members: dict[Peer, Member] = {}
        self.version = 0
        self.tag = ""
        self.source: Table | StoredRoom | None = None
        """The room at `version`, decoded or not yet; None: it has to be read."""
        self.history: OrderedDict[int, str] = OrderedDict()
        self.held: dict[int, Held] = {}
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

    def move_to(self, version: int, tag: str, source: Table | StoredRoom | None) -> None:
        """Know the room at a version."""
        self.version, self.tag, self.source = version, tag, source
        self.history[version] = tag
        while len(self.history) > HISTORY:
            self.history.popitem(last=False)

    def restart_at(self, version: int, tag: str, source: Table | StoredRoom | None) -> None:
        """Forget what was known: another history begins."""
        self.history.clear()
        self.held.clear()
        self.move_to(version, tag, source)

    def was_told(self, entry: Entry) -> bool | None:
        """Whether an entry that is not newer was told before; False: the history changed.

        None where it is older than what is remembered.
        """
        known = self.history.get(entry.version)
        return None if known is None else known == entry.tag

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
