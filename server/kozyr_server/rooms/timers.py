"""What rooms do by themselves: deadlines, lost lines, dead processes, the count of watchers."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from kozyr_protocol.ids import RoomId
from kozyr_server.rooms.background import Background
from kozyr_server.rooms.decision import LoseDead, LoseLine, RoomOrder, Timer
from kozyr_server.rooms.follow import Hub
from kozyr_server.rooms.followed import Followed
from kozyr_server.rooms.room import Line, OutdatedError
from kozyr_server.store.model import ProcessId, Store, StoreUnavailableError, Tick

log = structlog.get_logger()

TICK_S = 1.0
"""Each process stamps itself, and looks for what is due, so often."""

LINE_LOST_AFTER_S = 3.0
"""A lost line is committed after so long without a new one."""

SURE_OF_TIME_S = 2.5
"""Deadlines act only while the last tick is at most so old: else play time may stand still."""

AGAIN_S = 0.1
"""A room that was due by our clock and not by the store's is looked at again after so long."""

COUNTED_AT_ONCE = 256
"""Rooms whose spectators are told to the store in one call."""

RunOrder = Callable[[RoomId, RoomOrder], Awaitable[bool]]


class Timers:
    """The ticking of one process."""

    def __init__(
        self,
        store: Store,
        hub: Hub,
        background: Background,
        run_order: RunOrder,
        on_tick: Callable[[], None] = lambda: None,
    ) -> None:
        """Nothing runs before `start`; `on_tick` is called each second."""
        self._on_tick = on_tick
        self._store = store
        self._hub = hub
        self._background = background
        self._run_order = run_order
        self._dead: frozenset[ProcessId] = frozenset()
        self._lost: dict[Line, tuple[RoomId, float]] = {}
        self._ticking: asyncio.Task[None] | None = None
        self._busy: set[RoomId] = set()
        self._losing: set[Line] = set()
        self._doubtful: set[Line] = set()
        self._tidying = False

    async def start(self) -> None:
        """Tick once, so that time is known, and then each second.

        Raises:
            StoreUnavailableError: the store is away.
        """
        await self._store.tick()
        self._ticking = asyncio.get_running_loop().create_task(self._tick_for_ever())

    async def stop(self) -> None:
        """Tick no more."""
        if self._ticking is not None:
            self._ticking.cancel()
            await asyncio.gather(self._ticking, return_exceptions=True)

    async def _tick_for_ever(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            next_at = loop.time() + TICK_S
            try:
                self.after(await self._store.tick())
            except StoreUnavailableError:
                log.warning("the store is away; deadlines wait")
            except Exception:
                log.exception("a tick failed")
            await asyncio.sleep(max(0.05, next_at - loop.time()))

    def after(self, tick: Tick) -> None:
        """Begin what a tick asks for; nothing of it is awaited, so that the next one is on time."""
        for room in tick.due:
            followed = self._hub.rooms.get(room)
            if followed is None or followed.timer is None:
                self.due(room)
        if tick.to_tell:
            log.info("server processes are gone", processes=sorted(tick.to_tell))
        newly_dead = tick.dead - self._dead
        self._dead = tick.dead
        if newly_dead:
            self._look_for_dead(newly_dead)
        now = asyncio.get_running_loop().time()
        for line, (room, at) in list(self._lost.items()):
            if at <= now:
                self._lose_now(room, line)
        self._on_tick()
        if not self._tidying:
            self._tidying = self._background.run(self._tidy())

    # --- Deadlines

    def due(self, room: RoomId) -> None:
        """A room's timer is due: do what it says, unless that is being done."""
        if room not in self._busy:
            self._busy.add(room)
            if not self._background.run(self._act_on(room)):
                self._busy.discard(room)

    async def _act_on(self, room: RoomId) -> None:
        try:
            followed = self._hub.rooms.get(room)
            if self._store.ticked_ago_s() > SURE_OF_TIME_S:
                if followed is not None:
                    self._hub.rearm(followed, TICK_S)
                return
            version = None if followed is None else followed.version
            done = await self._run_order(room, Timer(self._dead))
            if followed is not None and (not done or followed.version == version):
                # Not due yet by the store's clock, or the store is away.
                self._hub.rearm(followed, AGAIN_S if done else TICK_S)
        finally:
            self._busy.discard(room)

    # --- Lines

    def lose_soon(self, room: RoomId, line: Line, *, is_doubtful: bool = False) -> None:
        """A connection is gone: its line is lost in 3 s, unless another one takes the seat.

        Args:
            room: its room.
            line: of the connection.
            is_doubtful: whether it is not known here if the line was taken at all.
        """
        if is_doubtful:
            self._doubtful.add(line)
        self._lost[line] = (room, asyncio.get_running_loop().time() + LINE_LOST_AFTER_S)

    def next_loss_at(self) -> float | None:
        """When, by the loop's clock, the next line is lost; None: none is to be."""
        return min((at for _, at in self._lost.values()), default=None)

    async def lose(self, room: RoomId, line: Line, after_s: float) -> None:
        """A connection gave its line up: lose it now; later if that cannot be done."""
        self._lost[line] = (room, asyncio.get_running_loop().time() + after_s)
        self._losing.add(line)
        await self._lose(room, line)

    def _lose_now(self, room: RoomId, line: Line) -> None:
        if line not in self._losing:
            self._losing.add(line)
            if not self._background.run(self._lose(room, line)):
                self._losing.discard(line)

    async def _lose(self, room: RoomId, line: Line) -> None:
        try:
            if self._is_replaced(room, line) or await self._run_order(room, LoseLine(line)):
                self._lost.pop(line, None)
                self._doubtful.discard(line)
        finally:
            self._losing.discard(line)

    def _is_replaced(self, room: RoomId, line: Line) -> bool:
        """Whether no seat has this line, as far as is known here.

        It was taken in this process, whose picture of the room is of then or later; and a line that
        is gone never comes back. So the store need not be asked, which thousands who come back at
        once would make it answer.
        """
        followed = self._hub.rooms.get(room)
        if followed is None or line in self._doubtful:
            return False
        try:
            table = self._hub.known_table(followed)
        except OutdatedError:
            return False
        return table is not None and all(seat.line != line for seat in table.room.seats)

    def look_for_dead(self, followed: Followed) -> None:
        """Lose the lines that dead processes hold in a room that has just been opened."""
        if self._dead:
            self._look_into(followed, self._dead)

    def _look_for_dead(self, dead: frozenset[ProcessId]) -> None:
        for followed in list(self._hub.rooms.values()):
            self._look_into(followed, dead)

    def _look_into(self, followed: Followed, dead: frozenset[ProcessId]) -> None:
        try:
            table = self._hub.known_table(followed)
        except OutdatedError:
            return
        if table is not None:
            lines = (seat.line for seat in table.room.seats)
            if not any(line is not None and line.process in dead for line in lines):
                return
        self._background.run(self._lose_dead(followed.room, dead))

    async def _lose_dead(self, room: RoomId, dead: frozenset[ProcessId]) -> None:
        await self._run_order(room, LoseDead(dead))

    # --- What may be late

    async def _tidy(self) -> None:
        """Count spectators and drop rooms that are not followed any more; one at a time runs."""
        try:
            await self._count_watchers()
            await self._hub.drop_empty()
        except StoreUnavailableError:
            log.debug("the store is away; spectators are counted later")
        finally:
            self._tidying = False

    async def _count_watchers(self) -> None:
        changed = [f for f in self._hub.rooms.values() if f.watchers != f.watchers_told]
        for start in range(0, len(changed), COUNTED_AT_ONCE):
            part = changed[start : start + COUNTED_AT_ONCE]
            counts = {followed.room: followed.watchers for followed in part}
            await self._store.set_watchers(counts)
            for followed in part:
                followed.watchers_told = counts[followed.room]
