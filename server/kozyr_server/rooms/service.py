"""Rooms as the transport uses them: commands in, messages to the peers out.

Each command of a room: its table from what this process follows or from the store → the pure core
→ one commit → told to the members. A process takes the commands of one room one after the other;
two processes race through the commit, and the loser decides again.
"""

from collections.abc import Collection

import structlog

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import RoomId
from kozyr_server.rooms import committing, host_acts, looking
from kozyr_server.rooms.admission import Admission
from kozyr_server.rooms.background import Background
from kozyr_server.rooms.bounds import BOUNDS, RoomBounds
from kozyr_server.rooms.chatting import Chatting
from kozyr_server.rooms.creating import Creator
from kozyr_server.rooms.deciding import Decider, no_such_room, unix_ms
from kozyr_server.rooms.decision import (
    ByAdmin,
    ByPlayer,
    Decision,
    Games,
    TakeLine,
    Unchanged,
)
from kozyr_server.rooms.doorkeeping import need_may_come_in
from kozyr_server.rooms.follow import Hub
from kozyr_server.rooms.followed import Actor, Followed, Member
from kozyr_server.rooms.host_acts import HostActs
from kozyr_server.rooms.house import House, HouseParts
from kozyr_server.rooms.passwords import Passwords
from kozyr_server.rooms.peers import Peer, RefusedError
from kozyr_server.rooms.room import OutdatedError
from kozyr_server.rooms.telling import send
from kozyr_server.rooms.timers import Timers
from kozyr_server.store.keys import is_room_id
from kozyr_server.store.model import ProcessId, Store
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
        self._decider = Decider(games, store, self._hub, metrics, bounds)
        self._following: dict[Peer, set[RoomId]] = {}
        self.house = House(
            HouseParts(
                games,
                store,
                self._hub.rooms,
                self._background,
                bounds.patience,
                self._followed_by,
                bounds.per_connection,
                bounds.bots_per_host,
                metrics.people.limits,
            )
        )
        self._hub.on_bots_wanted = self.house.wanted
        metrics.people.watch(lambda: metrics.show_house(*self.house.places()))
        self._passwords = Passwords(guesses=bounds.guesses)
        self._creator = Creator(games, store, bounds.patience, self.house, self._passwords)
        self._timers = Timers(
            store, self._hub, self._background, self._decider.run, self.house.tick
        )
        self._chatting = Chatting(store, self._decider)
        self._host_acts = HostActs(store, self._background)
        self._admission = Admission(games, store, process, self._hub, self._decider, self._timers)

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
        self._passwords.close()
        await self._background.stop()

    # --- Commands

    async def create(self, peer: Peer, command: messages.Create) -> messages.Created:
        """Open a room. The same player and key give the same room.

        Raises:
            RefusedError: with the code of the wire.
        """
        return await self._creator.create(peer.person, command)

    async def invite(self, peer: Peer, command: messages.Invite) -> messages.Invitation:
        """The code of a room, a new one if asked for.

        Raises:
            RefusedError: with the code of the wire.
        """
        followed, member = self._member(peer, command.room)
        order = ByPlayer(peer.person.player, peer.person.name, member.line, command)
        followed.users += 1
        try:
            with committing.reading(command.room):
                async with followed.lock:
                    await self._decider.decide(followed, order, None)
                    table = await self._decider.need_table(followed)
        finally:
            self._hub.release(followed)
        return messages.Invitation(command.id, command.room, table.room.door.code or None)

    async def follow(self, peer: Peer, command: messages.Follow) -> None:
        """Follow a room and send the peer what it needs to begin.

        Raises:
            RefusedError: with the code of the wire.
        """
        self._following.setdefault(peer, set())
        rooms = self._followed_by(peer)
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
                await need_may_come_in(self._passwords, self._decider, followed, peer, command)
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
        order = ByPlayer(person.player, person.name, member.line, command, person.is_house)
        if isinstance(command, messages.AddBot):
            with committing.reading(command.room):
                await self._creator.need_bots()
        followed.users += 1
        lock = followed.lock
        try:
            with committing.reading(command.room):
                # Not `async with`: it makes two coroutines more in every action.
                await lock.acquire()
                try:
                    done = await self._decider.decide(followed, order, Actor(peer, command.id))
                finally:
                    lock.release()
        finally:
            self._hub.release(followed)
        if isinstance(done, Unchanged):
            version = followed.version if done.version is None else done.version
            send(peer, messages.Ok(command.id, command.room, version))
        elif isinstance(command, messages.Act):
            self._metrics.people.actions[done.after.room.game] += 1
        elif (act := host_acts.done(command, done)) is not None:
            self._host_acts.note(unix_ms(), person, command.room, *act)

    async def say(self, peer: Peer, command: messages.Chat) -> None:
        """Say something in a followed room.

        Raises:
            RefusedError: `not_following`, and those of `Chatting.say`.
        """
        followed, member = self._member(peer, command.room)
        await self._chatting.say(followed, peer.person, member.role, command)

    async def hide(self, peer: Peer, command: messages.HideLine) -> None:
        """Take a line of a followed room's chat away, as its host.

        Raises:
            RefusedError: `not_following`, and those of `Chatting.hide`.
        """
        followed, _ = self._member(peer, command.room)
        hidden = await self._chatting.hide(followed, peer.person.player, command)
        if hidden.is_new:
            target = f"line {command.n} {hidden.player}"
            self._host_acts.note(unix_ms(), peer.person, command.room, "hide", target)

    def enter_house(self, peer: Peer) -> None:
        """A connection is a house bot's from now on, and is offered seats."""
        self.house.enter(peer)

    async def moderate(self, room: RoomId, order: ByAdmin) -> None:
        """An admin sends somebody out of a room, or closes it; nobody here need follow it.

        Raises:
            RefusedError: with the code of the wire.
        """
        if not is_room_id(room):
            raise no_such_room(room)
        for _ in range(2):
            with committing.reading(room):
                decision = await self._decider.order(room, order)
            # A game in play was ended by the first step, and the room is closed by the second.
            if order.seat is not None or not isinstance(decision, Decision) or decision.closed:
                return

    def dropped(self, peer: Peer) -> None:
        """A connection ended: its seats lose their lines unless it is back soon."""
        self.house.leave(peer)
        for room in self._following.pop(peer, ()):
            followed = self._hub.rooms.get(room)
            member = None if followed is None else followed.members.get(peer)
            if followed is None or member is None:
                continue
            self._hub_remove(followed, member)
            if member.role is not None:
                self._timers.lose_soon(room, member.line)

    def whereabouts(self, peer: Peer) -> tuple[str, RoomId | None]:
        """What somebody does on a connection, and in which public room.

        Returns:
            `playing`, `watching` or `lobby`; of several rooms the one where he has a seat.
        """
        found: tuple[str, RoomId | None] = ("lobby", None)
        for room in self._following.get(peer, ()):
            followed = self._hub.rooms.get(room)
            member = None if followed is None else followed.members.get(peer)
            if followed is None or member is None:
                continue
            doing = "watching" if member.role is None else "playing"
            if found[0] == "playing" and (found[1] is not None or doing == "watching"):
                continue
            found = (doing, room if self._is_public(followed) else None)
        return found

    # --- Members

    def _is_public(self, followed: Followed) -> bool:
        try:
            table = self._hub.known_table(followed)
        except OutdatedError:
            return False
        return table is not None and table.room.public

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

    def _followed_by(self, peer: Peer) -> Collection[RoomId]:
        """Rooms that a connection follows; one from which it was dismissed counts no more."""
        rooms = self._following.get(peer)
        if rooms is None:
            return ()
        there = self._hub.rooms
        rooms -= {r for r in rooms if (f := there.get(r)) is None or peer not in f.members}
        return rooms

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
        self._followed_by(peer)

    def _due(self, room: RoomId) -> None:
        self._timers.due(room)

    def _retake(self, followed: Followed, member: Member) -> None:
        """The seat of a member who is there lost its line: others thought this process dead."""
        order = TakeLine(member.peer.person.player, member.line, is_given_back=True)

        async def retake() -> None:
            if followed.members.get(member.peer) is member:
                await self._decider.run(followed.room, order)

        self._background.run(retake())
