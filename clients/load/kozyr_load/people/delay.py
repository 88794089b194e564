"""A line that takes its time: frames come out later than they went in, and in the same order."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from random import Random


class Delay:
    """One direction of a slow line.

    Args:
        rng: for the jitter.
        delay_ms: of each frame.
        jitter_ms: at most added to it.
    """

    __slots__ = ("_delay_ms", "_jitter_ms", "_queue", "_rng", "_timer")

    def __init__(self, rng: Random, delay_ms: float, jitter_ms: float) -> None:
        """Nothing is on its way."""
        self._rng = rng
        self._delay_ms = delay_ms
        self._jitter_ms = jitter_ms
        self._queue: deque[tuple[float, Callable[[], None]]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def put(self, out: Callable[[], None]) -> None:
        """Let something out when its time has come; never before what was put in earlier."""
        wait_s = (self._delay_ms + self._rng.uniform(0, self._jitter_ms)) / 1000
        due_s = time.monotonic() + wait_s
        if self._queue:
            due_s = max(due_s, self._queue[-1][0])
        self._queue.append((due_s, out))
        if self._timer is None:
            self._schedule()

    def _schedule(self) -> None:
        # One timer for the queue: two timers of the same millisecond may fire in either order.
        wait_s = self._queue[0][0] - time.monotonic()
        self._timer = asyncio.get_running_loop().call_later(max(0.0, wait_s), self._fire)

    def _fire(self) -> None:
        self._timer = None
        now_s = time.monotonic()
        while self._queue and self._queue[0][0] <= now_s:
            self._queue.popleft()[1]()
        if self._queue and self._timer is None:
            self._schedule()
