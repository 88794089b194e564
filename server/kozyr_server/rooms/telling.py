"""Entries and fresh views as the members of a followed room get them, each in his role and mode."""

import asyncio
from collections.abc import Callable

import msgspec

from kozyr_protocol import codec
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.ids import RoomId, Tag
from kozyr_protocol.messages import Ok, Snapshot, Unfollowed
from kozyr_protocol.rooms import Phase
from kozyr_server.rooms import projection, resume, views
from kozyr_server.rooms.decision import CLOSED, Games
from kozyr_server.rooms.followed import Actor, Followed, Member
from kozyr_server.rooms.peers import Peer, Person
from kozyr_server.rooms.room import Table, decode
from kozyr_server.store.model import Entry, Store, StoredRoom

_encoder = msgspec.msgpack.Encoder()


class Teller:
    """Tells the members of rooms.

    Args:
        games: the registry.
        store: for play time only.
        on_lost_seat: called with a member whose seat lost its line although he is there.
    """

    def __init__(
        self, games: Games, store: Store, on_lost_seat: Callable[[Followed, Member], None]
    ) -> None:
        """Tell nothing yet."""
        self._games = games
        self._store = store
        self._on_lost_seat = on_lost_seat

    def can_tell(self, followed: Followed, entry: Entry) -> bool:
        """Whether the room's state is known as far as this entry needs it."""
        if entry.label == CLOSED or followed.source is not None:
            return True
        has_views = any(member.mode == "views" for member in followed.members.values())
        return not (entry.lines or entry.moved or has_views)

    def tell(self, followed: Followed, entry: Entry, actor: Actor | None) -> bool:
        """Send an entry to all members; the room is at its version already.

        Returns:
            Whether the actor was answered on the way.

        Raises:
            OutdatedError: a newer server wrote the state.
        """
        if not (entry.lines or entry.moved) and entry.label != CLOSED:
            return self._tell_step(followed, entry, actor)
        answered = False
        view_frames: dict[int | None, bytes] = {}
        for member in list(followed.members.values()):
            is_actor = actor is not None and actor.peer is member.peer
            answered = answered or is_actor
            role = member.role
            if entry.label != CLOSED:
                role, refused = self._role_after(followed, member)
                if refused is not None:
                    # Who played hears the step that ends it for him; nobody new sees anything.
                    if member.mode == "events" and refused == "watching_refused":
                        self._tell_last(followed, member, entry, actor if is_actor else None)
                    elif is_actor:
                        answer(followed.room, entry, actor)
                    dismiss(followed, member, refused)
                    continue
            was_seated, is_seated = member.role is not None, role is not None
            member.version, member.role = entry.version, role
            if member.mode == "views" and entry.label != CLOSED:
                frame = view_frames.get(role) or self._view_frame(followed, role, entry.at_ms)
                view_frames[role] = frame
            else:
                frame = resume.frame(entry, role if was_seated else None)
            if actor is not None and is_actor:
                frame = codec.answered(frame, actor.command_id)
            member.peer.send(frame)
            if was_seated != is_seated and member.mode == "events":
                self._send_snapshot(followed, member, "role_changed")
            _ask_for_link(member, entry)
        return answered

    def _tell_step(self, followed: Followed, entry: Entry, actor: Actor | None) -> bool:
        """The same of a step that leaves everybody where he is: a card, most of the time."""
        answered = False
        version, shared, own = entry.version, entry.shared, entry.seats
        view_frames: dict[int | None, bytes] = {}
        for member in list(followed.members.values()):
            role = member.role
            member.version = version
            if member.mode == "views":
                frame = view_frames.get(role) or self._view_frame(followed, role, entry.at_ms)
                view_frames[role] = frame
            else:
                frame = shared if role is None else own.get(role, shared)
            if actor is not None and actor.peer is member.peer:
                answered = True
                frame = codec.answered(frame, actor.command_id)
            member.peer.send(frame)
            if entry.wants:
                _ask_for_link(member, entry)
        return answered

    def _tell_last(
        self, followed: Followed, member: Member, entry: Entry, actor: Actor | None
    ) -> None:
        """The step after which a member may not follow any more, if it ended a game of his."""
        table = self._table(followed)
        if table.room.phase is not Phase.FINISHED:
            answer(followed.room, entry, actor)
            return
        frame = entry.shared
        if actor is not None:
            frame = codec.answered(frame, actor.command_id)
        member.peer.send(frame)

    def show_anew(self, followed: Followed, reason: str) -> None:
        """Send every member a fresh view; the room's state is known."""
        for member in list(followed.members.values()):
            role, refused = self._role_after(followed, member)
            if refused is not None:
                dismiss(followed, member, refused)
                continue
            member.version, member.role = followed.version, role
            self._send_snapshot(followed, member, reason)
            wanted = None
            if role is not None and not member.peer.person.is_house:
                now_ms = self._store.play_ms(followed.room)
                wanted = views.link_wanted(self._table(followed).room, role, now_ms)
            if wanted is not None:
                send(member.peer, wanted)

    def _role_after(self, followed: Followed, member: Member) -> tuple[int | None, str | None]:
        """A member's role now, and why he may not follow any more, if so."""
        table = self._table(followed)
        role = table.seat_on(member.line)
        person = member.peer.person
        if person.player in table.room.door.kicked:
            return None, "kicked"
        seat = table.seat_of(person.player)
        if role is None and seat is not None:
            # Whoever sits follows as his seat, on one connection; he who left may watch.
            holder = table.room.seats[seat]
            if holder.line is not None:
                return None, "line_taken"
            if not holder.left and member.role is not None:
                self._on_lost_seat(followed, member)
                return seat, None
        if role is None and person.is_house and member.role is not None:
            return None, "owner_back"
        return role, None if role is not None else why_not(table, person)

    def _view_frame(self, followed: Followed, role: int | None, now_ms: int) -> bytes:
        return projection.update_of_view(self._games, self._table(followed), role, now_ms)

    def _send_snapshot(self, followed: Followed, member: Member, reason: str) -> None:
        now_ms = self._store.play_ms(followed.room)
        table = self._table(followed)
        member.peer.send(snapshot(self._games, table, member.role, reason, now_ms))

    def _table(self, followed: Followed) -> Table:
        table = known_table(self._games, followed)
        assert table is not None, "the caller has made sure of it"
        return table


def _ask_for_link(member: Member, entry: Entry) -> None:
    """Ask who sits for his link, where this step opened a shuffle that he takes part in."""
    role = member.role
    if role is not None and role in entry.wants and not member.peer.person.is_house:
        member.peer.send(entry.wants[role])


def known_table(games: Games, followed: Followed) -> Table | None:
    """The room at the version that was told last, decoded once; None: it has to be read.

    Raises:
        OutdatedError: a newer server wrote it.
    """
    if isinstance(followed.source, StoredRoom):
        followed.source = decode(followed.source, games)
    return followed.source


def why_not(table: Table, person: Person) -> str | None:
    """Why somebody may not follow the room: `kicked` or `watching_refused`; None: he may.

    He sits there, can still sit down, may watch, or is a house bot that may be wanted.
    """
    room = table.room
    if person.player in room.door.kicked:
        return "kicked"
    may_watch = room.spectators or room.phase is Phase.WAITING or person.is_house
    return None if may_watch or table.seat_of(person.player) is not None else "watching_refused"


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


def dismiss(followed: Followed, member: Member, reason: str) -> None:
    """End a member's following from our side."""
    followed.members.pop(member.peer, None)
    if not followed.members:
        followed.empty_since = asyncio.get_running_loop().time()
    send(member.peer, Unfollowed(followed.room, reason))
    if reason == "outdated":
        # It is for the client to come back: another server can serve the room.
        member.peer.close(CloseCode.OUTDATED)


def answer(room: RoomId, entry: Entry, actor: Actor | None) -> None:
    """Tell an actor who gets no update of his own step that it was done."""
    if actor is not None:
        send(actor.peer, Ok(actor.command_id, room, entry.version))


def send(peer: Peer, message: msgspec.Struct) -> None:
    """Encode a message and put it on its way."""
    peer.send(_encoder.encode(message))
