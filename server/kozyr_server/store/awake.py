"""Time limits that count only the time in which this process could have heard an answer.

A loop that stood still, under load or while the machine swapped, finds its timers due before it has
looked at its sockets: `asyncio.timeout` then throws away answers that came long ago.
"""

import asyncio
from types import TracebackType
from typing import Final

SLICE_S: Final = 0.5
"""A stretch in which the loop stands still counts for no more than this."""


def timeout(seconds: float) -> "Timeout":
    """As `asyncio.timeout`, on a clock that stands still with the loop.

    Args:
        seconds: of that clock, more than 0. Between two looks at it the sockets are heard.
    """
    return Timeout(seconds)


class Timeout:
    """For one `async with`, which gives the `asyncio.Timeout` behind it."""

    __slots__ = ("_left_s", "_limit", "_loop", "_timer")

    def __init__(self, seconds: float) -> None:
        self._left_s = seconds
        self._limit = asyncio.timeout(None)
        self._loop = asyncio.get_running_loop()

    async def __aenter__(self) -> asyncio.Timeout:
        """Begin to count."""
        await self._limit.__aenter__()
        self._timer = self._loop.call_later(min(SLICE_S, self._left_s), self._look)
        return self._limit

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Count no more. Raises `TimeoutError` where the time is over."""
        self._timer.cancel()
        await self._limit.__aexit__(kind, error, trace)

    def _look(self) -> None:
        self._left_s -= SLICE_S
        if self._left_s <= 0:
            self._limit.reschedule(self._loop.time())
        else:
            self._timer = self._loop.call_later(min(SLICE_S, self._left_s), self._look)
