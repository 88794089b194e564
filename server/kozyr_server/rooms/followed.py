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

    def __init__(self, room: RoomId) -> None:
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
        self.refreshing = False
        self.users = 0
        """Commands that are using this object, so that it is not dropped under them."""
        self.timer: asyncio.TimerHandle | None = None
        self.filler: asyncio.TimerHandle | None = None
        self.watchers_told = 0
        self.empty_since = 0.0

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

    def is_repeat(self, entry: Entry) -> bool:
        """Whether an entry that is not newer was told before; else the history changed."""
        known = self.history.get(entry.version)
        if known is None:
            oldest = next(iter(self.history), 0)
            return entry.version < oldest
        return known == entry.tag

    @property
    def watchers(self) -> int:
        """Members without a seat."""
        return sum(1 for member in self.members.values() if member.role is None)
