"""Whose rooms the house bots of a process play in, so that nobody has them all.

Stand-ins come first, for people wait for them. A person's rooms have a share of the bots, and when
they have it the rooms of others go before: what waits gets no more, and stand-ins only while there
are enough places. Some of the places are kept for stand-ins.

A bot follows each room that it plays in, so that a process knows all that its own bots have; a
share is of the bots of one process.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from kozyr_protocol.ids import PlayerId, RoomId
from kozyr_protocol.rooms import Phase
from kozyr_server.rooms.decision import Games
from kozyr_server.rooms.followed import Followed
from kozyr_server.rooms.room import OutdatedError, Room, Table, decode

KEPT_PART: Final = 4
"""Of so many places of the bots one is kept for stand-ins."""

STAND_INS_FIRST_MS: Final = 2**50
"""So much earlier a room in play counts in the order of those that want a bot."""

READ_AT_ONCE: Final = 256
"""Rooms that are decoded in one look, only to see whose they are."""

COUNTED_S: Final = 60.0
"""A limit that bites a room again and again is counted so seldom."""

NOBODY: Final = PlayerId("")
"""The host of rooms that have none; they are one person's together."""


class Glance(NamedTuple):
    """What is seen of a room."""

    version: int
    host: PlayerId
    in_play: bool


class Places(NamedTuple):
    """Seats that the bots of a process can have."""

    free: int
    total: int


class Shares:
    """Counts the seats that bots have in the rooms of each host. On the loop.

    Args:
        games: the registry.
        per_host: seats that they may have in rooms of one host.
        limits: counts what is refused, by the name of the setting.
    """

    def __init__(self, games: Games, per_host: int, limits: "Counter[str]") -> None:
        """Know no room yet."""
        self._games = games
        self._per_host = per_host
        self._limits = limits
        self._glances: dict[RoomId, Glance] = {}
        self._held: Counter[PlayerId] = Counter()
        self._counted: dict[RoomId, float] = {}
        self._decoded = 0

    def count(self, held: Sequence[RoomId], rooms: Mapping[RoomId, Followed]) -> None:
        """Count anew what the bots have; rooms that are not here any more are forgotten.

        Args:
            held: for each seat that one has, or is offered, its room.
            rooms: that are followed here.
        """
        self._decoded = 0
        there = set(held)
        for room in there & rooms.keys():
            self._look(rooms[room])
        glances = self._glances
        for room in [room for room in glances if room not in rooms and room not in there]:
            del glances[room]
        self._held = Counter(glances[room].host for room in held if room in glances)

    def order(self, wanting: Iterable[Followed]) -> dict[RoomId, int]:
        """Rooms that want a bot, in their order, and since when as the store sorts them.

        Of the waiting rooms of one host there are no more than he may have bots: else he had the
        whole line to himself.
        """
        rows = []
        for followed in wanting:
            glance = self._look(followed)
            over = glance is not None and self._held[glance.host] >= self._per_host
            waits = glance is None or not glance.in_play
            rows.append((2 * over + waits, followed.bots_ms, followed.room, glance))
        rows.sort(key=lambda row: row[:2])
        found: dict[RoomId, int] = {}
        asked: Counter[PlayerId] = Counter()
        for _, since_ms, room, glance in rows:
            if glance is not None and not glance.in_play:
                asked[glance.host] += 1
                if asked[glance.host] > self._per_host:
                    continue
            found[room] = self.rank(room, since_ms)
        return found

    def rank(self, room: RoomId, since_ms: int) -> int:
        """Where a room that wants a bot since then stands in the line of all processes."""
        glance = self._glances.get(room)
        return since_ms - (STAND_INS_FIRST_MS if glance is not None and glance.in_play else 0)

    def see(self, table: Table) -> None:
        """Remember whose room it is."""
        room = table.room
        is_played = room.phase is Phase.PLAYING
        self._glances[room.id] = Glance(table.version, room.host or NOBODY, is_played)

    def took(self, room: RoomId) -> None:
        """One more seat of a room, which was seen, is a bot's."""
        self._held[self._glances[room].host] += 1

    def may_have(self, room: Room, need: int, places: Places, now: float) -> bool:
        """Whether a room may have so many bots more.

        Args:
            room: waits, or is in play.
            need: at least 1.
            places: of the bots here.
            now: by the loop's clock.
        """
        is_over = self._held[room.host or NOBODY] + need > self._per_host
        is_scarce = places.free - need < places.total // KEPT_PART
        bites = (is_over, is_scarce)
        if not (all(bites) if room.phase is Phase.PLAYING else any(bites)):
            return True
        self._note(room.id, "bots_per_host" if is_over else "house_bots", now)
        return False

    def _note(self, room: RoomId, limit: str, now: float) -> None:
        if room not in self._counted:
            self._counted = {r: at for r, at in self._counted.items() if now - at < COUNTED_S}
        if now - self._counted.get(room, -COUNTED_S) >= COUNTED_S:
            self._counted[room] = now
            self._limits[limit] += 1

    def _look(self, followed: Followed) -> Glance | None:
        """See whose a room is; None: that cannot be told now."""
        source = followed.source
        known = self._glances.get(followed.room)
        if source is None or (known is not None and known.version == source.version):
            return known
        if not isinstance(source, Table):
            if self._decoded >= READ_AT_ONCE:
                return known
            self._decoded += 1
            try:
                source = decode(source, self._games)
            except OutdatedError:
                return known
        self.see(source)
        return self._glances[followed.room]
