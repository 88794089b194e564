"""Entries of followed rooms to their members: in order, each once, holes filled from the log.

A commit of this process is told from its own reply; its message and those of other processes come
through the store's channel. Whatever comes first is used, the second is dropped.
"""

import asyncio
import random
from collections.abc import Callable

import msgspec
import structlog

from kozyr_protocol import codec
from kozyr_protocol.ids import PlayerId, RoomId, Tag
from kozyr_protocol.messages import Answer, Ok, Snapshot, Unfollowed
from kozyr_protocol.rooms import Phase
from kozyr_server.rooms import due, projection, views
from kozyr_server.rooms.background import Background
from kozyr_server.rooms.decision import CLOSED, Games
from kozyr_server.rooms.followed import MAX_HELD, Actor, Followed, Held, Member
from kozyr_server.rooms.peers import Peer
from kozyr_server.rooms.room import OutdatedError, Table, decode
from kozyr_server.store.model import Entry, Store, StoredRoom, StoreUnavailableError

log = structlog.get_logger()

HOLE_WAIT_S = 0.05
"""An entry whose predecessor is missing waits so long before the log is read."""

LINGER_S = 10.0
"""A room that nobody follows any more stays subscribed so long: people come back."""

_entries = msgspec.msgpack.Decoder(Entry)
_encoder = msgspec.msgpack.Encoder()


class Hub:
    """The rooms that this process follows.

    Args:
        games: the registry.
        store: whence rooms, logs and messages come.
        background: runs reads that nobody waits for.
        on_due: called when a room's timer is due.
        on_lost_seat: called with a member whose seat lost its line although he is there.
    """

    def __init__(
        self,
        games: Games,
        store: Store,
        background: Background,
        on_due: Callable[[RoomId], None],
        on_lost_seat: Callable[[Followed, Member], None],
    ) -> None:
        """Follow nothing yet."""
        self._games = games
        self._store = store
        self._background = background
        self._on_due = on_due
        self._on_lost_seat = on_lost_seat
        self.rooms: dict[RoomId, Followed] = {}
        self._opening: dict[RoomId, asyncio.Task[Followed | None]] = {}

    # --- Opening and closing

    async def open(self, room: RoomId) -> Followed | None:
        """The room, followed from now on; None where there is no such room.

        The caller owns one use of it and must give it back by `release`. Safe to cancel.

        Raises:
            StoreUnavailableError: the store is away.
            OutdatedError: a newer server wrote the room.
        """
        opening = self._opening.get(room)
        followed = self.rooms.get(room)
        if followed is None or opening is not None:
            if opening is None:
                opening = asyncio.get_running_loop().create_task(self._open(room))
                self._opening[room] = opening
                opening.add_done_callback(lambda _: self._opening.pop(room, None))
            followed = await asyncio.shield(opening)
        if followed is not None:
            followed.users += 1
        return followed

    async def _open(self, room: RoomId) -> Followed | None:
        followed = Followed(room)
        followed.refreshing = True
        self.rooms[room] = followed
        try:
            await self._store.subscribe(room)
            stored = await self._store.read(room)
            if stored is not None:
                table = decode(stored, self._games)
                followed.move_to(stored.version, stored.tag, table)
        except BaseException:
            self.rooms.pop(room, None)
            await self._store.unsubscribe(room)
            raise
        followed.refreshing = False
        if stored is None:
            self.rooms.pop(room, None)
            await self._store.unsubscribe(room)
            return None
        self._arm_timer(followed)
        self._use_held(followed)
        return followed

    def release(self, followed: Followed) -> None:
        """Give one use back."""
        followed.users -= 1
        if not followed.members:
            followed.empty_since = asyncio.get_running_loop().time()

    async def drop_empty(self) -> None:
        """Stop following rooms without members; called about once a second."""
        now = asyncio.get_running_loop().time()
        for followed in list(self.rooms.values()):
            if followed.members or followed.users or followed.refreshing:
                continue
            if now - followed.empty_since >= LINGER_S:
                await self._forget(followed)

    async def _forget(self, followed: Followed) -> None:
        for handle in (followed.timer, followed.filler):
            if handle is not None:
                handle.cancel()
        self.rooms.pop(followed.room, None)
        await self._store.unsubscribe(followed.room)

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
        if stored is None:
            return None
        table = decode(stored, self._games)
        if (stored.version, stored.tag) == (followed.version, followed.tag):
            followed.source = table
        return table

    def known_table(self, followed: Followed) -> Table | None:
        """The room at the version that was told last, without asking the store."""
        if isinstance(followed.source, StoredRoom):
            followed.source = decode(followed.source, self._games)
        return followed.source

    # --- Entries

    def on_message(self, room: RoomId, packed: bytes, state: bytes | None) -> None:
        """A commit was published on the room's channel."""
        followed = self.rooms.get(room)
        if followed is None:
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
            if len(followed.held) < MAX_HELD and (
                actor is not None or entry.version not in followed.held
            ):
                followed.held[entry.version] = Held(entry, source, actor)
            self._fill_soon(followed)
            return
        if entry.version <= followed.version:
            if not followed.is_repeat(entry):
                self._refresh_soon(followed, "rolled_back")
            elif actor is not None:
                # Its message was faster than the reply: the members know it, the actor waits.
                _send(actor.peer, Ok(actor.command_id, followed.room, entry.version))
            return
        if entry.prev != followed.tag:
            self._refresh_soon(followed, "rolled_back")
            return
        self._use(followed, entry, source, actor)
        self._use_held(followed)

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
        self._arm_timer(followed, entry.due_ms)
        try:
            self._tell(followed, entry, actor)
        except OutdatedError:
            self._refresh_soon(followed, "too_old")

    # --- Telling members

    def _tell(self, followed: Followed, entry: Entry, actor: Actor | None) -> None:
        closed = entry.label == CLOSED
        needs_table = entry.lines or entry.moved or self._has_views(followed)
        if needs_table and not closed and followed.source is None:
            # The state did not fit into the message: fresh views once it is read.
            self._refresh_soon(followed, "too_much")
            return
        view_frames: dict[int | None, bytes] = {}
        for member in list(followed.members.values()):
            role = member.role
            shared = False
            if (entry.lines or entry.moved) and not closed:
                role, shared = self._role_after(followed, member)
                if member.peer not in followed.members:
                    continue
            if member.mode == "views" and not closed:
                frame = view_frames.get(role) or self._view_frame(followed, role, entry.at_ms)
                view_frames[role] = frame
            elif shared or role is None:
                frame = entry.shared
            else:
                frame = entry.seats.get(role, entry.shared)
            if actor is not None and actor.peer is member.peer:
                frame = codec.extended(frame, answer=Answer(actor.command_id))
            member.version = entry.version
            member.role = role
            member.peer.send(frame)
            if shared and member.mode == "events":
                self._send_snapshot(followed, member, "role_changed")
            if role is not None and role in entry.wants:
                member.peer.send(entry.wants[role])
        if closed:
            self._dismiss_all(followed, "closed")

    def _role_after(self, followed: Followed, member: Member) -> tuple[int | None, bool]:
        """A member's role now, and whether he changed between a seat and watching."""
        table = self.known_table(followed)
        assert table is not None
        role = table.seat_on(member.line)
        player = member.peer.person.player
        seat = table.seat_of(player)
        if role is None and seat is not None:
            # Whoever sits follows as his seat, on one connection; he who left may watch.
            holder = table.room.seats[seat]
            if holder.line is not None:
                self.dismiss(followed, member, "line_taken")
            elif not holder.left and member.role is not None:
                self._on_lost_seat(followed, member)
                return seat, False
        if role is None and not may_follow(table, player):
            self.dismiss(followed, member, "watching_refused")
        return role, (role is None) != (member.role is None)

    def _view_frame(self, followed: Followed, role: int | None, now_ms: int) -> bytes:
        table = self.known_table(followed)
        assert table is not None
        return projection.update_of_view(self._games, table, role, now_ms)

    @staticmethod
    def _has_views(followed: Followed) -> bool:
        return any(member.mode == "views" for member in followed.members.values())

    def _send_snapshot(self, followed: Followed, member: Member, reason: str) -> None:
        table = self.known_table(followed)
        assert table is not None
        now_ms = self._store.play_ms(followed.room)
        member.peer.send(snapshot(self._games, table, member.role, reason, now_ms))

    def dismiss(self, followed: Followed, member: Member, reason: str) -> None:
        """End a member's following from our side."""
        followed.members.pop(member.peer, None)
        if not followed.members:
            followed.empty_since = asyncio.get_running_loop().time()
        _send(member.peer, Unfollowed(followed.room, reason))

    def _dismiss_all(self, followed: Followed, reason: str) -> None:
        for member in list(followed.members.values()):
            self.dismiss(followed, member, reason)
        self._background.run(self._forget(followed))

    # --- Holes and other histories

    def _fill_soon(self, followed: Followed) -> None:
        if followed.filler is None and not followed.refreshing:
            loop = asyncio.get_running_loop()
            followed.filler = loop.call_later(HOLE_WAIT_S, self._fill_now, followed)

    def _fill_now(self, followed: Followed) -> None:
        followed.filler = None
        if followed.held and self.rooms.get(followed.room) is followed:
            self._background.run(self.catch_up(followed))

    async def catch_up(self, followed: Followed) -> None:
        """Bring a room to the store's version: from the log, or by fresh views."""
        try:
            packed = await self._store.log(followed.room, followed.version)
            for one in packed:
                entry = _entries.decode(one)
                if entry.version <= followed.version:
                    continue
                if followed.refreshing or entry.version != followed.version + 1:
                    break
                held = followed.held.pop(entry.version, None)
                same = held is not None and held.entry.tag == entry.tag
                source, actor = (held.source, held.actor) if held and same else (None, None)
                self.accept(followed, entry, source, actor)
            ((version, tag),) = await self._store.confirm([followed.room])
        except StoreUnavailableError:
            self._fill_soon(followed)
            return
        if followed.version == version and followed.tag == tag:
            self._use_held(followed)
        elif followed.history.get(version) != tag:
            reason = "rolled_back" if version <= followed.version else "too_old"
            self._refresh_soon(followed, reason)

    def _refresh_soon(self, followed: Followed, reason: str) -> None:
        if followed.refreshing:
            return
        followed.refreshing = True
        if not self._background.run(self._refresh(followed, reason)):
            followed.refreshing = False

    async def _refresh(self, followed: Followed, reason: str) -> None:
        """Begin anew from the store's state: every member gets a fresh view."""
        while True:
            try:
                stored = await self._store.read(followed.room)
                break
            except StoreUnavailableError:
                await asyncio.sleep(0.2)
        if stored is None:
            followed.refreshing = False
            self._dismiss_all(followed, "closed")
            return
        try:
            table = decode(stored, self._games)
        except OutdatedError:
            followed.refreshing = False
            self._dismiss_all(followed, "outdated")
            return
        held = dict(followed.held)
        followed.restart_at(stored.version, stored.tag, table)
        followed.held = {v: h for v, h in held.items() if v > stored.version or h.actor}
        followed.refreshing = False
        for member in list(followed.members.values()):
            role, _ = self._role_after(followed, member)
            if member.peer in followed.members:
                member.role = role
                member.version = followed.version
                self._send_snapshot(followed, member, reason)
        self._arm_timer(followed)
        self._use_held(followed)

    async def check_all(self) -> None:
        """After the channel was away: compare all followed rooms with the store."""
        rooms = [f for f in self.rooms.values() if not f.refreshing]
        for start in range(0, len(rooms), 500):
            part = rooms[start : start + 500]
            pairs = await self._store.confirm([f.room for f in part])
            for followed, (version, tag) in zip(part, pairs, strict=True):
                if (version, tag) != (followed.version, followed.tag):
                    await self.catch_up(followed)

    # --- Beside the version

    def on_side(self, room: RoomId, message: bytes) -> None:
        """Chat or watchers: to all members as it is."""
        followed = self.rooms.get(room)
        if followed is not None:
            for member in list(followed.members.values()):
                member.peer.send(message)

    # --- Timers

    def _arm_timer(self, followed: Followed, due_ms: int | None = None) -> None:
        if followed.timer is not None:
            followed.timer.cancel()
            followed.timer = None
        if due_ms is None:
            table = self.known_table(followed)
            assert table is not None
            due_ms = due.next_ms(table.room)
        if due_ms:
            # A little late and never together with the other processes that follow the room.
            delay_s = max(0, due_ms - self._store.play_ms(followed.room)) / 1000
            delay_s += random.uniform(0.002, 0.03)  # noqa: S311  spreading, no secret
            loop = asyncio.get_running_loop()
            followed.timer = loop.call_later(delay_s, self._on_due, followed.room)

    def rearm(self, followed: Followed, delay_s: float) -> None:
        """Look at a due room again after a while."""
        if followed.timer is not None:
            followed.timer.cancel()
        loop = asyncio.get_running_loop()
        followed.timer = loop.call_later(delay_s, self._on_due, followed.room)


def may_follow(table: Table, player: PlayerId) -> bool:
    """Whether somebody may follow the room: he sits there, can still sit down, or may watch."""
    room = table.room
    return room.spectators or room.phase is Phase.WAITING or table.seat_of(player) is not None


def snapshot(games: Games, table: Table, role: int | None, reason: str, now_ms: int) -> bytes:
    """The frame of a fresh view."""
    return _encoder.encode(
        Snapshot(
            room=table.room.id,
            version=table.version,
            tag=Tag(table.tag),
            reason=reason,
            view=views.room_view(games, table, role),
            prompts=views.prompts(games[table.room.game], table, role, now_ms),
        )
    )


def _send(peer: Peer, message: msgspec.Struct) -> None:
    peer.send(_encoder.encode(message))
