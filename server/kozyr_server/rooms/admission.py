"""How a connection becomes a member of a room: its line, what it missed, or a fresh view."""

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId, Tag
from kozyr_server.rooms import places, projection, resume, views
from kozyr_server.rooms.deciding import Decider
from kozyr_server.rooms.decision import Games, TakeLine
from kozyr_server.rooms.follow import Hub
from kozyr_server.rooms.followed import Followed, Member
from kozyr_server.rooms.peers import Peer, Person, RefusedError
from kozyr_server.rooms.room import Line, Table
from kozyr_server.rooms.telling import dismiss, send, snapshot, why_not
from kozyr_server.rooms.timers import Timers
from kozyr_server.store.model import ProcessId, Store

RESUME_ATTEMPTS = 5
"""Times that the log is read again because the room went on meanwhile."""


class Admission:
    """Admits connections to the rooms that one process follows.

    Args:
        games: the registry.
        store: whence chat, spectators and logs come.
        process: this process's id, part of every line that it gives out.
        hub: what this process follows.
        decider: takes the seats' lines.
        timers: loses a line that was taken in vain.
    """

    def __init__(
        self,
        games: Games,
        store: Store,
        process: ProcessId,
        hub: Hub,
        decider: Decider,
        timers: Timers,
    ) -> None:
        """Admit nobody yet."""
        self._games = games
        self._store = store
        self._process = process
        self._hub = hub
        self._decider = decider
        self._timers = timers
        self._lines = 0

    async def admit(self, followed: Followed, peer: Peer, command: messages.Follow) -> None:
        """Make a connection a member and send it what it needs. The caller has the room's lock.

        Cancelled, a line that was taken is given up again.

        Raises:
            RefusedError: with the code of the wire.
            StoreUnavailableError: a read failed.
            OutdatedError: a newer server wrote the room.
        """
        _need_may_follow(await self._decider.need_table(followed), peer.person)
        old = followed.members.get(peer)
        line = old.line if old is not None else self._new_line()
        chat = await self._store.chat(followed.room)
        watchers = await self._store.watchers(followed.room)
        try:
            found, table = await self._take_part(followed, peer.person.player, command, line)
            # A game may have begun meanwhile.
            _need_may_follow(table, peer.person)
        except BaseException:
            # The seat may have this line by now, and nobody will hold it.
            if peer not in followed.members:
                self._timers.lose_soon(followed.room, line, is_doubtful=True)
            raise
        reason = "asked" if found.reason == "first" and old is not None else found.reason
        role = table.role_of(peer.person.player, line)
        now_ms = self._store.play_ms(followed.room)
        send(
            peer,
            messages.Followed(
                id=command.id,
                room=followed.room,
                mode=command.mode,
                seat=role,
                version=table.version,
                tag=Tag(table.tag),
                now_ms=now_ms,
                reason=reason,
                chat=tuple(chat),
                watchers=watchers,
            ),
        )
        self._send_first(peer, command, table, role, reason, found, now_ms)
        member = Member(peer, command.mode, line, role, table.version)
        followed.members[peer] = member
        if role != table.seat_on(line):
            dismiss(followed, member, "line_taken")

    def _send_first(
        self,
        peer: Peer,
        command: messages.Follow,
        table: Table,
        role: int | None,
        reason: str | None,
        found: resume.Missed,
        now_ms: int,
    ) -> None:
        if reason is not None:
            peer.send(snapshot(self._games, table, role, reason, now_ms))
        elif command.mode == "events":
            for entry in found.entries:
                peer.send(resume.frame(entry, role))
        elif found.entries:
            peer.send(projection.update_of_view(self._games, table, role, now_ms))
        if role is not None and not peer.person.is_house:
            wanted = views.link_wanted(table.room, role, now_ms)
            if wanted is not None:
                send(peer, wanted)

    async def _take_part(
        self, followed: Followed, player: PlayerId, command: messages.Follow, line: Line
    ) -> tuple[resume.Missed, Table]:
        """Take the line of the player's seat, if he has one.

        Returns:
            What the client missed, and the room at exactly the version that it leads to.
        """
        is_doubted = has_taken = False
        for _ in range(RESUME_ATTEMPTS):
            table = await self._decider.need_table(followed)
            # Taken once only: whoever takes it after us came later, and is the one who has it.
            is_ours = table.seat_of(player) is None or table.seat_on(line) is not None
            if _is_free(table, player) or not (has_taken or is_ours):
                has_taken = True
                await self._decider.decide(followed, TakeLine(player, line), None)
                table = await self._decider.need_table(followed)
            if (table.version, table.tag) != (followed.version, followed.tag):
                await self._hub.catch_up(followed)
                continue
            if not is_doubted and resume.is_ahead(command, table.version, table.tag):
                # Another process may have told the client what has not come here yet.
                is_doubted = True
                await self._hub.catch_up(followed)
                continue
            role = table.role_of(player, line)
            found = await resume.missed(self._store, command, table.version, table.tag, role)
            is_now = (table.version, table.tag) == (followed.version, followed.tag)
            if is_now and not _is_free(table, player):
                return found, table
        raise RefusedError(
            ErrorCode.BUSY, "the room goes on too fast to follow it now", room=followed.room
        )

    def _new_line(self) -> Line:
        self._lines += 1
        return Line(self._process, self._lines)


def _need_may_follow(table: Table, person: Person) -> None:
    match why_not(table, person):
        case None:
            return
        case "kicked":
            raise places.kicked(table.room.id)
        case _:
            raise RefusedError(
                ErrorCode.WATCHING_REFUSED, "this room takes no spectators", room=table.room.id
            )


def _is_free(table: Table, player: PlayerId) -> bool:
    """Whether the player has a seat that nobody holds the line of."""
    seat = table.role_of(player, None)
    return seat is not None and table.room.seats[seat].line is None
