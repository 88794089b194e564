"""Orders to a room: decided by the core, committed, told; again where somebody else was first."""

import os
import time

import structlog

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import RoomId
from kozyr_server.rooms import committing, core, projection
from kozyr_server.rooms.bounds import BOUNDS, RoomBounds
from kozyr_server.rooms.decision import (
    ByPlayer,
    Chance,
    Decision,
    Games,
    Now,
    RoomOrder,
    Timer,
    Unchanged,
)
from kozyr_server.rooms.follow import Hub
from kozyr_server.rooms.followed import Actor, Followed
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.rooms.room import OutdatedError, Table, decode
from kozyr_server.rooms.telling import send
from kozyr_server.store.model import CommitResult, Entry, Status, Store, StoreUnavailableError
from kozyr_server.telemetry import Metrics

log = structlog.get_logger()

ATTEMPTS = 8
"""Times that a command is decided again because somebody else was first."""


class Decider:
    """Decides and commits for one process.

    Args:
        games: the registry.
        store: the truth.
        hub: what this process follows; it tells the members.
        metrics: counts what is decided again; None: nobody looks.
        bounds: those that a host may set.
    """

    def __init__(
        self,
        games: Games,
        store: Store,
        hub: Hub,
        metrics: Metrics | None = None,
        bounds: RoomBounds = BOUNDS,
    ) -> None:
        """Decide nothing yet."""
        self._games = games
        self._store = store
        self._hub = hub
        self._metrics = metrics or Metrics()
        self._bounds = bounds

    async def need_table(self, followed: Followed) -> Table:
        """The room as it is known, or read.

        Raises:
            RefusedError: `no_such_room`.
            StoreUnavailableError: the store is away.
        """
        table = await self._hub.table(followed)
        if table is None:
            raise no_such_room(followed.room)
        return table

    async def stored_table(self, followed: Followed) -> Table:
        """The room as the store has it now, whatever is known here: what may refuse.

        Raises:
            RefusedError: `no_such_room`.
            StoreUnavailableError: the store is away.
            OutdatedError: a newer server wrote the room.
        """
        stored = await self._store.read(followed.room)
        if stored is None:
            raise no_such_room(followed.room)
        return decode(stored, self._games)

    async def decide(
        self, followed: Followed, order: RoomOrder, actor: Actor | None
    ) -> Decision | Unchanged:
        """Decide and commit until it holds. The caller has the room's lock.

        Args:
            followed: the room.
            order: what is to be done.
            actor: who gets the answer, in the update of his own step.

        Raises:
            RefusedError: it cannot be done, or could not be committed.
            StoreUnavailableError: a read failed.
            OutdatedError: a newer server wrote the room.
        """
        room = followed.room
        cached = self._hub.known_table(followed)
        table, fresh = cached or await self.need_table(followed), cached is None
        was_lost = False
        for _ in range(ATTEMPTS):
            decision = self._decided(followed, table, order)
            if isinstance(decision, Decision):
                entry = projection.entry(self._games[table.room.game], decision)
                result = await self._commit(followed, decision, entry)
                if result.status is Status.OK:
                    self._done(followed, decision, entry, actor)
                    return decision
                if result.status is Status.EARLY:
                    return Unchanged()
                if result.status is not Status.CONFLICT:
                    followed.source = None
                    committing.need_ok(result, room)
                was_lost = result.was_lost
            elif (
                fresh or self._is_sure(followed, table, order, decision) or await self._holds(table)
            ):
                if isinstance(decision, RefusedError):
                    raise decision
                return decision
            table, fresh = await self._reread(followed, was_lost=was_lost), True
        if was_lost:
            raise committing.unknown(room)
        raise RefusedError(
            ErrorCode.BUSY, "too many at once in this room; nothing was done", room=room
        )

    def _decided(
        self, followed: Followed, table: Table, order: RoomOrder
    ) -> Decision | Unchanged | RefusedError:
        """What the core says; whether to believe a refusal is for the caller to find out."""
        now = Now(
            self._store.play_ms(followed.room), unix_ms(), self._bounds.patience, self._bounds.lists
        )
        try:
            return core.decide(self._games, table, order, now, fresh_chance())
        except RefusedError as refusal:
            refusal.room = followed.room
            return refusal

    def _done(
        self, followed: Followed, decision: Decision, entry: Entry, actor: Actor | None
    ) -> None:
        room = decision.after.room
        if decision.ended is not None:
            log.info(
                "room finished",
                room=room.id,
                game=room.game,
                record=decision.ended.record,
                ended=str(room.ended),
            )
        now_followed = self._hub.rooms.get(room.id)
        if now_followed is not None:
            # Not always the one that it was decided for: that may have been let go meanwhile.
            self._hub.accept(now_followed, entry, decision.after, actor)
        elif actor is not None:
            send(actor.peer, messages.Ok(actor.command_id, room.id, entry.version))

    async def _commit(self, followed: Followed, decision: Decision, entry: Entry) -> CommitResult:
        followed.committing = entry.tag.encode()
        known = False
        try:
            result = await self._store.commit(committing.commit(decision, entry, is_told=True))
            known = result.status is not Status.UNKNOWN
        finally:
            followed.committing = b""
            if not known:
                self._hub.doubt(self._hub.rooms.get(followed.room, followed))
        return result

    def _is_sure(
        self,
        followed: Followed,
        table: Table,
        order: RoomOrder,
        decided: Unchanged | RefusedError,
    ) -> bool:
        """Whether what is no step needs no look into the store, although it is told by a cache.

        Only what is in the store may refuse, or say that something is so already. But a timer that
        has nothing to do comes again by itself; and an action for the prompt that we follow was
        decided on what the client sees: what was missed makes no legal action of it.
        """
        if isinstance(decided, Unchanged):
            return isinstance(order, Timer)
        follows = self._hub.rooms.get(followed.room) is followed and not (
            followed.refreshing or followed.doubtful or followed.held
        )
        return follows and _names_our_prompt(table, order)

    async def _holds(self, table: Table) -> bool:
        ((version, tag),) = await self._store.confirm([table.room.id])
        return (version, tag) == (table.version, table.tag)

    async def _reread(self, followed: Followed, *, was_lost: bool) -> Table:
        self._metrics.decisions_repeated.inc()
        try:
            stored = await self._store.read(followed.room)
        except StoreUnavailableError as error:
            if was_lost:
                raise committing.unknown(followed.room) from error
            raise
        self._hub.compare(followed, stored)
        if stored is None:
            raise no_such_room(followed.room)
        return decode(stored, self._games)

    async def run(self, room: RoomId, order: RoomOrder) -> bool:
        """An order of the server's own; also for rooms that nobody follows here.

        Returns:
            Whether it is done with; False where the store could not be asked.
        """
        try:
            await self.order(room, order)
        except StoreUnavailableError:
            return False
        except OutdatedError:
            return True
        except RefusedError as refusal:
            return refusal.code in _SETTLED
        return True

    async def order(self, room: RoomId, order: RoomOrder) -> Decision | Unchanged:
        """The same, whose end is told.

        Raises:
            RefusedError: with the code of the wire.
            StoreUnavailableError: the store is away.
            OutdatedError: a newer server wrote the room.
        """
        followed = self._hub.rooms.get(room)
        if followed is None or followed.refreshing:
            followed = Followed(room)
        followed.users += 1
        try:
            async with followed.lock:
                return await self.decide(followed, order, None)
        finally:
            followed.users -= 1


_SETTLED = frozenset({ErrorCode.NO_SUCH_ROOM, ErrorCode.INTERNAL, ErrorCode.NOT_SEATED})


def _names_our_prompt(table: Table, order: RoomOrder) -> bool:
    """Whether it is an action for the prompt that the table has open for this line."""
    if not isinstance(order, ByPlayer) or not isinstance(order.command, messages.Act):
        return False
    seat = table.seat_on(order.line)
    return seat is not None and table.room.seats[seat].prompt == order.command.prompt


def no_such_room(room: RoomId) -> RefusedError:
    """The refusal of a room that is not there."""
    return RefusedError(ErrorCode.NO_SUCH_ROOM, "there is no such room", room=room)


def fresh_chance() -> Chance:
    """Random bytes for one decision."""
    drawn = os.urandom(40)
    return Chance(drawn[:8].hex(), drawn[8:])


def unix_ms() -> int:
    """Wall time, for records."""
    return time.time_ns() // 1_000_000
