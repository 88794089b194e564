"""Play time, the stamp of this process, and what is due."""

import time
from typing import Final

from kozyr_protocol.ids import RoomId
from kozyr_server.store import keys
from kozyr_server.store.calls import Calls
from kozyr_server.store.library import Library
from kozyr_server.store.model import ProcessId, Tick

MAX_DUE: Final = 256
"""Rooms in one tick."""

_TICK_KEYS: Final = (
    *(keys.CLOCK, keys.PROCESSES_ALIVE, keys.PROCESSES_TOLD),
    *map(keys.timers, keys.SHARD_NAMES),
)


class PlayTime:
    """Ticks, and the estimate of play time between them.

    Attributes:
        ticks: Successful ticks.
    """

    def __init__(self, calls: Calls, library: Library, process: ProcessId) -> None:
        self.ticks = 0
        self._calls = calls
        self._library = library
        self._process = process
        self._offset_ms = 0
        self._ticked_at: float | None = None
        self._told: tuple[ProcessId, ...] = ()

    async def tick(self) -> Tick:
        """See `Store.tick`. Raises `StoreUnavailableError`."""
        asked = time.monotonic()
        # All shards in one call: only a standalone store allows that.
        now, due, lost, dead, to_tell = await self._calls.run(
            self._library.tick, _TICK_KEYS, [self._process, MAX_DUE, *self._told]
        )
        self._ticked_at = time.monotonic()
        # The store read its clock at some moment between the two.
        middle_ms = int((asked + self._ticked_at) * 500)
        self._offset_ms = now - lost - middle_ms
        self.ticks += 1
        # Whoever asked has them now, and the store hears of that with the next tick.
        self._told = tuple(ProcessId(process.decode()) for process in to_tell)
        return Tick(
            tuple(RoomId(room.decode()) for room in due),
            frozenset(ProcessId(process.decode()) for process in dead),
            frozenset(self._told),
        )

    def play_ms(self) -> int:
        """See `Store.play_ms`."""
        return self._offset_ms + int(time.monotonic() * 1000)

    def ticked_ago_s(self) -> float:
        """See `Store.ticked_ago_s`; infinite before the first tick."""
        if self._ticked_at is None:
            return float("inf")
        return time.monotonic() - self._ticked_at
