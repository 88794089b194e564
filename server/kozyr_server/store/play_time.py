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

_CLOCK_KEYS: Final = (
    keys.PROCESSES_CLOCK,
    keys.PROCESSES_ALIVE,
    *(key for name in keys.SHARD_NAMES for key in (keys.clock(name), keys.timers(name))),
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
        self._offsets_ms: list[int] = [0] * len(keys.SHARD_NAMES)
        self._ticked_at: float | None = None

    async def tick(self) -> Tick:
        """See `Store.tick`. Raises `StoreUnavailableError`."""
        asked = time.monotonic()
        # All shards in one call: only a standalone store allows that.
        now, due, lost, dead = await self._calls.run(
            self._library.tick, _CLOCK_KEYS, [self._process, MAX_DUE]
        )
        self._ticked_at = time.monotonic()
        # The store read its clock at some moment between the two.
        middle_ms = int((asked + self._ticked_at) * 500)
        self._offsets_ms = [now - shard_lost - middle_ms for shard_lost in lost]
        self.ticks += 1
        return Tick(
            tuple(RoomId(room.decode()) for room in due),
            frozenset(ProcessId(process.decode()) for process in dead),
        )

    def play_ms(self, room: RoomId) -> int:
        """See `Store.play_ms`."""
        return self._offsets_ms[keys.shard(room)] + int(time.monotonic() * 1000)

    def ticked_ago_s(self) -> float:
        """See `Store.ticked_ago_s`; infinite before the first tick."""
        if self._ticked_at is None:
            return float("inf")
        return time.monotonic() - self._ticked_at
