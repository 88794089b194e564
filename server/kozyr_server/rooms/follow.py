"""Entries of followed rooms to their members: in order, each once, holes filled from the log.

A commit of this process is told from its own reply; its message and those of other processes come
through the store's channel. Whatever comes first is used, the second is dropped.
"""

import asyncio
from collections.abc import Callable, Sequence

import msgspec
import structlog

from kozyr_protocol.ids import RoomId, Tag
from kozyr_server.rooms import due, standing_in
from kozyr_server.rooms.alarms import Alarms
from kozyr_server.rooms.background import Background
from kozyr_server.rooms.decision import CLOSED, Games
from kozyr_server.rooms.followed import MAX_HELD, Actor, Followed, Held, Member
from kozyr_server.rooms.opening import Opening
from kozyr_server.rooms.room import OutdatedError, Table, decode
from kozyr_server.rooms.surely import confirm_surely, read_surely
from kozyr_server.rooms.telling import Teller, answer, dismiss, known_table
from kozyr_server.store.model import Entry, Store, StoredRoom, StoreUnavailableError
from kozyr_server.telemetry import Metrics

log = structlog.get_logger()

HOLE_WAIT_S = 0.05
"""An entry whose predecessor is missing waits so long before the log is read."""

CHECKED_AT_ONCE = 500
"""Rooms that are compared with the store in one call after the channel was away."""

_TAG_WITHIN = 32
"""Bytes at the front of an encoded entry that hold its version and its tag."""

_entries = msgspec.msgpack.Decoder(Entry)


class Hub:
    """The rooms that this process follows.

    Args:
        games: the registry.
        store: whence rooms, logs and messages come.
        background: runs reads that nobody waits for.
        on_due: called when a room's timer is due.
        on_lost_seat: called with a member whose seat lost its line although he is there.
        metrics: counts what is not as usual; None: nobody looks.
        patience: with people who are away.
    """

    def __init__(
        self,
        games: Games,
        store: Store,
        background: Background,
        on_due: Callable[[RoomId], None],
        on_lost_seat: Callable[[Followed, Member], None],
        metrics: Metrics | None = None,
        patience: due.Patience = due.PATIENCE,
    ) -> None:
        """Follow nothing yet."""
        self._patience = patience
        self.on_bots_wanted: Callable[[Followed], None] = lambda _: None
        """Called with a room that wants a house bot, now or later, and did not before."""
        self._games = games
        self._store = store
        self._background = background
        self._alarms = Alarms(store, on_due)
        self._metrics = metrics or Metrics()
        self._teller = Teller(games, store, on_lost_seat)
        self._opening = Opening(games, store, self._begin)
        self.rooms = self._opening.rooms

    # --- Opening and closing

    async def open(self, room: RoomId) -> Followed | None:
        """The room, followed from now on; None where there is no such room.

        The caller owns one use of it and must give it back by `release`. Safe to cancel.

        Raises:
            StoreUnavailableError: the store is away.
            OutdatedError: a newer server wrote the room.
        """
        return await self._opening.open(room)

    def release(self, followed: Followed) -> None:
        """Give one use back."""
        self._opening.release(followed)

    async def drop_empty(self) -> None:
        """Stop following rooms without members; called about once a second."""
        await self._opening.drop_empty()

    def close(self) -> None:
        """Cancel all timers. The members stay where they are."""
        for followed in self.rooms.values():
            followed.cancel_timers()

    def _begin(self, followed: Followed) -> None:
        self._arm_timer(followed)
        self._use_held(followed)
        self._check_soon(followed)

    # --- What is known of a room

    async def table(self, followed: Followed) -> Table | None:
        """The room as this process knows it, read where it must be; None: it is gone.

        Raises:
            StoreUnavailableError: the store is away.
            OutdatedError: a newer server wrote the room.
        """
        known = self.known_table(followed)
        if known is not None:
            return known
        stored = await self._store.read(followed.room)
        self.compare(followed, stored)
        if stored is None:
            return None
        table = decode(stored, self._games)
        if (stored.version, stored.tag) == (followed.version, followed.tag):
            followed.source = table
        return table

    def known_table(self, followed: Followed) -> Table | None:
        """The room at the version that was told last, without asking the store."""
        return known_table(self._games, followed)

    # --- Entries

    def on_message(self, room: RoomId, packed: bytes, state: bytes | None) -> None:
        """A commit was published on the room's channel."""
        followed = self.rooms.get(room)
        if followed is None:
            return
        own = followed.committing
        if own and own in packed[:_TAG_WITHIN]:
            # The reply brings the table as well, where the message would have to be decoded.
            return
        entry = _entries.decode(packed)
        source = None if state is None else StoredRoom(entry.version, Tag(entry.tag), state)
        self.accept(followed, entry, source, None)

    def accept(
        self,
        followed: Followed,
        entry: Entry,
        source: Table | StoredRoom | None,
        actor: Actor | None,
    ) -> None:
        """Use an entry in its order, whatever way it came."""
        if followed.refreshing or entry.version > followed.version + 1:
            self._hold(followed, Held(entry, source, actor))
            self._fill_soon(followed)
            return
        if entry.version <= followed.version:
            match followed.was_told(entry):
                case False:
                    self._refresh_soon(followed, "rolled_back")
                case None:
                    # A message that was slow, or a history that begins long before this one.
                    followed.doubtful = True
                    self._check_soon(followed)
            # Where its message was faster than the reply the members know it; the actor waits.
            answer(followed.room, entry, actor)
            return
        if entry.prev != followed.tag:
            self._refresh_soon(followed, "rolled_back")
            answer(followed.room, entry, actor)
            return
        self._use(followed, entry, source, actor)
        if followed.held:
            self._use_held(followed)

    def _hold(self, followed: Followed, new: Held) -> None:
        """Keep an entry until the one before it is known; an actor is answered in any case."""
        version = new.entry.version
        kept = followed.held.get(version)
        if kept is not None and new.actor is None:
            return
        if kept is None and len(followed.held) >= MAX_HELD:
            # The log has it, and nothing else may come to remind of it.
            followed.doubtful = True
            self._metrics.held_overflows.inc()
            answer(followed.room, new.entry, new.actor)
            return
        if kept is not None:
            answer(followed.room, kept.entry, kept.actor)
        followed.hold(version, new)

    def _use_held(self, followed: Followed) -> None:
        for version in [v for v in followed.held if v <= followed.version]:
            self._use_one_held(followed, version)
        while not followed.refreshing and followed.version + 1 in followed.held:
            self._use_one_held(followed, followed.version + 1)

    def _use_one_held(self, followed: Followed, version: int) -> None:
        held = followed.held.pop(version, None)
        if held is not None:
            self.accept(followed, held.entry, held.source, held.actor)

    def _use(
        self,
        followed: Followed,
        entry: Entry,
        source: Table | StoredRoom | None,
        actor: Actor | None,
    ) -> None:
        followed.move_to(entry.version, entry.tag, source)
        self._alarms.set(followed, entry.due_ms)
        was_ms, followed.bots_ms = followed.bots_ms, entry.bots_ms
        if entry.bots_ms and not was_ms:
            self.on_bots_wanted(followed)
        answered = False
        try:
            answered = self._tell(followed, entry, actor)
        except OutdatedError:
            self._refresh_soon(followed, "too_old")
        if not answered:
            answer(followed.room, entry, actor)

    def _tell(self, followed: Followed, entry: Entry, actor: Actor | None) -> bool:
        if not self._teller.can_tell(followed, entry):
            # The state did not fit into the message: fresh views once it is read.
            self._refresh_soon(followed, "too_much")
            return False
        answered = self._teller.tell(followed, entry, actor)
        if entry.label == CLOSED:
            followed.source = None
            self._dismiss_all(followed, "closed")
        return answered

    def _dismiss_all(self, followed: Followed, reason: str) -> None:
        for member in list(followed.members.values()):
            dismiss(followed, member, reason)
        for held in followed.held.values():
            answer(followed.room, held.entry, held.actor)
        followed.held = {}
        self._opening.forget(followed)
        self._background.run(self._opening.unsubscribe(followed.room))

    # --- Holes and other histories

    def compare(self, followed: Followed, stored: StoredRoom | None) -> None:
        """A room was read outside of its order: where it does not go on from here, look closer."""
        if self.rooms.get(followed.room) is not followed:
            return
        pair = (0, "") if stored is None else (stored.version, stored.tag)
        if pair[0] <= followed.version and pair != (followed.version, followed.tag):
            followed.doubtful = True
            self._check_soon(followed)

    def doubt(self, followed: Followed) -> None:
        """A commit of this process may have happened or not: look, soon."""
        followed.doubtful = True
        self._check_soon(followed)

    def _fill_soon(self, followed: Followed) -> None:
        if followed.filler is None and not followed.refreshing:
            loop = asyncio.get_running_loop()
            followed.filler = loop.call_later(HOLE_WAIT_S, self._fill_now, followed)

    def _check_soon(self, followed: Followed) -> None:
        if followed.held or followed.doubtful:
            self._fill_soon(followed)

    def _fill_now(self, followed: Followed) -> None:
        followed.filler = None
        wanted = followed.held or followed.doubtful
        if wanted and self.rooms.get(followed.room) is followed:
            self._background.run(self.catch_up(followed))

    async def catch_up(self, followed: Followed) -> None:
        """Bring a room to the store's version: from the log, or by fresh views."""
        followed.doubtful = False
        known_before = followed.version
        packed: Sequence[bytes] = ()
        try:
            ((version, tag),) = await self._store.confirm([followed.room])
            if version > followed.version:
                packed = await self._store.log(followed.room, followed.version)
        except StoreUnavailableError:
            followed.doubtful = True
            self._fill_soon(followed)
            return
        if version < known_before:
            self._refresh_soon(followed, "rolled_back")
            return
        self._use_log(followed, packed)
        known = followed.tag_at(version)
        if version > followed.version:
            self._refresh_soon(followed, "too_old")
        elif known is not None and known != tag:
            self._refresh_soon(followed, "rolled_back")
        else:
            self._use_held(followed)

    def _use_log(self, followed: Followed, packed: Sequence[bytes]) -> None:
        if packed:
            self._metrics.holes_filled.inc()
        for one in packed:
            entry = _entries.decode(one)
            if entry.version <= followed.version:
                continue
            if followed.refreshing or entry.version != followed.version + 1:
                return
            held = followed.held.get(entry.version)
            if held is not None and held.entry.tag == entry.tag:
                self._use_one_held(followed, entry.version)
            else:
                self.accept(followed, entry, None, None)

    def _refresh_soon(self, followed: Followed, reason: str) -> None:
        if followed.refreshing:
            return
        followed.refreshing = True
        self._metrics.refreshes.labels(reason).inc()
        if not self._background.run(self._refresh(followed, reason)):
            followed.refreshing = False

    async def _refresh(self, followed: Followed, reason: str) -> None:
        """Begin anew from the store's state: every member gets a fresh view."""
        try:
            stored = await read_surely(
                self._store, followed.room, lambda: self.rooms.get(followed.room) is followed
            )
            table = None if stored is None else decode(stored, self._games)
        except OutdatedError:
            self._dismiss_all(followed, "outdated")
            return
        finally:
            followed.refreshing = False
        if stored is None or table is None:
            self._dismiss_all(followed, "closed")
            return
        held = dict(followed.held)
        followed.restart_at(stored.version, stored.tag, table)
        followed.held = {v: h for v, h in held.items() if v > stored.version or h.actor}
        self._teller.show_anew(followed, reason)
        self._arm_timer(followed)
        self._use_held(followed)
        self._check_soon(followed)

    async def check_all(self) -> None:
        """After the channel was away: compare all followed rooms with the store."""
        rooms = list(self.rooms.values())
        for start in range(0, len(rooms), CHECKED_AT_ONCE):
            part = rooms[start : start + CHECKED_AT_ONCE]
            pairs = await confirm_surely(self._store, [followed.room for followed in part])
            for followed, (version, tag) in zip(part, pairs, strict=True):
                if self.rooms.get(followed.room) is not followed:
                    continue
                if followed.refreshing:
                    # What is being read may be from before the messages that were lost.
                    followed.doubtful = True
                elif (version, tag) != (followed.version, followed.tag):
                    await self.catch_up(followed)

    # --- Beside the version

    def on_side(self, room: RoomId, message: bytes) -> None:
        """Chat or watchers: to all members as it is."""
        followed = self.rooms.get(room)
        if followed is not None:
            for member in list(followed.members.values()):
                member.peer.send(message)

    # --- Timers

    def _arm_timer(self, followed: Followed) -> None:
        table = self.known_table(followed)
        assert table is not None
        self._alarms.set(followed, due.next_ms(table.room, self._patience))
        followed.bots_ms = standing_in.first_wanted_ms(table.room, self._patience)

    def rearm(self, followed: Followed, at_least_s: float) -> None:
        """Look at a room again when it is due, and not before a while."""
        if self.rooms.get(followed.room) is followed:
            self._alarms.set_again(followed, at_least_s)
