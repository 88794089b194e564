"""Rooms as the transport uses them: commands in, messages to the peers out.

Each command of a room: its table from what this process follows or from the store → the pure core
→ one commit → told to the members. A process takes the commands of one room one after the other;
two processes race through the commit, and the loser decides again.
"""

import structlog

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import RoomId
from kozyr_protocol.limits import LIST_PAGE
from kozyr_server.rooms import committing, core, looking, projection
from kozyr_server.rooms.admission import Admission
from kozyr_server.rooms.background import Background
from kozyr_server.rooms.bounds import BOUNDS, RoomBounds
from kozyr_server.rooms.deciding import ATTEMPTS, Decider, fresh_chance, no_such_room, unix_ms
from kozyr_server.rooms.decision import (
    ByPlayer,
    Games,
    Now,
    TakeLine,
    Unchanged,
)
from kozyr_server.rooms.follow import Hub
from kozyr_server.rooms.followed import Actor, Followed, Member
from kozyr_server.rooms.peers import Peer, RefusedError
from kozyr_server.rooms.telling import send
from kozyr_server.rooms.timers import Timers
from kozyr_server.store.keys import is_room_id, room_id
from kozyr_server.store.model import (
    ProcessId,
    Status,
    Store,
)
from kozyr_server.telemetry import Metrics

log = structlog.get_logger()


class Rooms:
    """All rooms, as far as this process serves them.

    Args:
        games: the registry.
        store: the truth.
        process: this process's id, part of every line that it gives out.
        metrics: counts what is not as usual; None: nobody looks.
        bounds: those that a host may set.
    """

    def __init__(
        self,
        games: Games,
        store: Store,
        process: ProcessId,
        metrics: Metrics | None = None,
        bounds: RoomBounds = BOUNDS,
    ) -> None:
        """Nothing runs before `start`."""
        metrics = metrics or Metrics()
        self._games = games
        self._store = store
        self._process = process
        self._bounds = bounds
        self._metrics = metrics
        self._background = Background(metrics=metrics)
        metrics.people.watch(lambda: looking.show(self._hub.rooms.values(), metrics))
        self._hub = Hub(
            games, store, self._background, self._due, self._retake, metrics, bounds.patience
        )
        self._decider = Decider(games, store, self._hub, metrics, bounds.patience)
        self._timers = Timers(store, self._hub, self._background, self._decider.run)
        self._admission = Admission(games, store, process, self._hub, self._decider, self._timers)
        self._following: dict[Peer, set[RoomId]] = {}

    async def start(self) -> None:
        """Hear the store and begin to tick.

        Raises:
            StoreUnavailableError: the store is away.
        """
        self._store.listen(self._hub.on_message, self._hub.on_side, self._hub.check_all)
        await self._timers.start()

    async def stop(self) -> None:
        """End all background work. Lines of this process are lost 5 s later, by its silence."""
        await self._timers.stop()
        self._hub.close()
        await self._background.stop()

    # --- Commands

    async def create(self, peer: Peer, command: messages.Create) -> RoomId:
        """Open a room. The same player and key give the same room.

        Raises:
            RefusedError: with the code of the wire.
        """
        person = peer.person
        room = room_id(person.player, command.key)
        with committing.reading(None):
            if await self._store.record(f"{room}-1", private=True) is not None:
                return await self._still_open(room)
        was_lost = False
        for _ in range(ATTEMPTS):
            chance = fresh_chance()
            with committing.reading(None):
                now = Now(self._store.play_ms(room), unix_ms(), self._bounds.patience)
                decision = core.open_room(self._games, room, person.player, command, now, chance)
                entry = projection.entry(self._games[command.game], decision)
                result = await self._store.commit(committing.commit(decision, entry))
            if result.status is not Status.CONFLICT:
                committing.need_ok(result, room)
                log.info("room created", room=room, game=command.game)
                return room
            if result.version:
                return room
            # No such room: the commit was lost on its way, and is to be decided again.
            was_lost = result.was_lost
        if was_lost:
            raise committing.unknown(room)
        raise RefusedError(ErrorCode.BUSY, "the room could not be opened; nothing was done")

    async def _still_open(self, room: RoomId) -> RoomId:
        """A room of this key has played already: it must not be opened anew over its records."""
        ((version, _),) = await self._store.confirm([room])
        if not version:
            raise RefusedError(
                ErrorCode.KEY_REUSED, "this key opened a room that is closed by now; draw another"
            )
        return room

    async def list_rooms(self, command: messages.ListRooms) -> messages.Rooms:
        """A page of the public rooms.

        Raises:
            RefusedError: `unknown_game`, `store_unavailable`.
        """
        if command.game is not None and command.game not in self._games:
            raise core.unknown_game(self._games, command.game)
        with committing.reading(None):
            rooms = await self._store.list_rooms()
        after = command.after or ""
        found = [
            room
            for room in rooms
            if (command.game is None or room.game == command.game) and _place(room) > after
        ]
        page = tuple(found[:LIST_PAGE])
        more = len(found) > LIST_PAGE
        return messages.Rooms(command.id, page, _place(page[-1]) if more else None)

    async def follow(self, peer: Peer, command: messages.Follow) -> None:
        """Follow a room and send the peer what it needs to begin.

        Raises:
            RefusedError: with the code of the wire.
        """
        rooms = self._following.setdefault(peer, set())
        if command.room not in rooms and len(rooms) >= self._bounds.per_connection:
            raise RefusedError(
                ErrorCode.TOO_MANY_ROOMS,
                f"a connection follows at most {self._bounds.per_connection} rooms",
                {"max": self._bounds.per_connection},
                command.room,
            )
        if not is_room_id(command.room):
            raise no_such_room(command.room)
        with committing.reading(command.room):
            followed = await self._hub.open(command.room)
        if followed is None:
            raise no_such_room(command.room)
        self._timers.look_for_dead(followed)
        try:
            with committing.reading(command.room):
                async with followed.lock:
                    await self._admission.admit(followed, peer, command)
        finally:
            self._hub.release(followed)
            self._note_rooms(peer, command.room, followed)

    async def unfollow(self, peer: Peer, command: messages.Unfollow) -> None:
        """Follow no longer; a seat's line is lost at once.

        Raises:
            RefusedError: `not_following`.
        """
        followed, member = self._member(peer, command.room)
        self._hub_remove(followed, member)
        if member.role is not None:
            await self._timers.lose(followed.room, member.line, after_s=0)

    async def perform(self, peer: Peer, command: messages.RoomCommand) -> None:
        """Do a command of a followed room; the answer rides on the update.

        Raises:
            RefusedError: with the code of the wire.
        """
        followed, member = self._member(peer, command.room)
        person = peer.person
        order = ByPlayer(person.player, person.name, member.line, command)
        followed.users += 1
        try:
            with committing.reading(command.room):
                async with followed.lock:
                    done = await self._decider.decide(followed, order, Actor(peer, command.id))
        finally:
            self._hub.release(followed)
        if isinstance(command, messages.Act) and not isinstance(done, Unchanged):
            self._metrics.people.actions[done.after.room.game] += 1
        if isinstance(done, Unchanged):
            version = followed.version if done.version is None else done.version
            send(peer, messages.Ok(command.id, command.room, version))

    async def say(self, peer: Peer, command: messages.Chat) -> None:
        """Say something in a followed room.

        Raises:
            RefusedError: `not_following`, `no_such_room`, `store_unavailable`, or
                `outcome_unknown`, when it may have been said.
        """
        _, member = self._member(peer, command.room)
        person = peer.person
        line = messages.ChatLine(0, person.player, person.name, member.role, command.text, 0)
        with committing.reading(command.room):
            said = await self._store.say(command.room, line)
        if not said.n:
            raise no_such_room(command.room)

    def dropped(self, peer: Peer) -> None:
        """A connection ended: its seats lose their lines unless it is back soon."""
        for room in self._following.pop(peer, ()):
            followed = self._hub.rooms.get(room)
            member = None if followed is None else followed.members.get(peer)
            if followed is None or member is None:
                continue
            self._hub_remove(followed, member)
            if member.role is not None:
                self._timers.lose_soon(room, member.line)

    # --- Members

    def _member(self, peer: Peer, room: RoomId) -> tuple[Followed, Member]:
        followed = self._hub.rooms.get(room)
        member = None if followed is None else followed.members.get(peer)
        if followed is None or member is None:
            raise RefusedError(
                ErrorCode.NOT_FOLLOWING, "follow this room on this connection first", room=room
            )
        return followed, member

    def _hub_remove(self, followed: Followed, member: Member) -> None:
        followed.members.pop(member.peer, None)
        rooms = self._following.get(member.peer)
        if rooms is not None:
            rooms.discard(followed.room)
        followed.users += 1
        self._hub.release(followed)

    def _note_rooms(self, peer: Peer, room: RoomId, followed: Followed) -> None:
        rooms = self._following.get(peer)
        if rooms is None:
            # The connection ended while the room was opened.
            member = followed.members.get(peer)
            if member is not None:
                self._hub_remove(followed, member)
                if member.role is not None:
                    self._timers.lose_soon(room, member.line)
        elif peer in followed.members:
            rooms.add(room)
        # A room that the server dismissed is not counted any more.
        if rooms is not None:
            rooms.intersection_update(
                {r for r in rooms if (f := self._hub.rooms.get(r)) and peer in f.members}
            )

    def _due(self, room: RoomId) -> None:
        self._timers.due(room)

    def _retake(self, followed: Followed, member: Member) -> None:
        """The seat of a member who is there lost its line: others thought this process dead."""
        order = TakeLine(member.peer.person.player, member.line, is_given_back=True)

        async def retake() -> None:
            if followed.members.get(member.peer) is member:
                await self._decider.run(followed.room, order)

        self._background.run(retake())


def _place(room: messages.RoomSummary) -> str:
    """Where a room stands in the list, as text that sorts like the list: free seats first."""
    return f"{int(room.taken >= room.seats)}{room.room}"
