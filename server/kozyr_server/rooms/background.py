"""Tasks that nobody awaits, kept and watched."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog

from kozyr_server.telemetry import Metrics

log = structlog.get_logger()


class Background:
    """Runs coroutines beside the callers; at most `bound` at once."""

    def __init__(self, bound: int = 10_000, metrics: Metrics | None = None) -> None:
        """Start with none."""
        self._metrics = metrics or Metrics()
        self._tasks: set[asyncio.Task[None]] = set()
        self._bound = bound
        self._stopped = False
        self.refused = 0
        """Coroutines that were not run because of the bound."""
        self._metrics.people.watch_queue("background", bound, lambda: len(self._tasks))

    def run(self, work: Coroutine[Any, Any, None]) -> bool:
        """Run it; False where too many run already, or after `stop`: then it is closed unrun."""
        if self._stopped or len(self._tasks) >= self._bound:
            if not self._stopped:
                self.refused += 1
                self._metrics.background_refused.inc()
            work.close()
            return False
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return True

    async def stop(self) -> None:
        """Cancel all and wait until they have ended; nothing is run any more."""
        self._stopped = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a background task failed", exc_info=error)
