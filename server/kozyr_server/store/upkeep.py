"""What every process does beside serving: it archives finished games and trims their number."""

import asyncio
from typing import Final, Self

import structlog

from kozyr_server.store.archive import ROUND, Archive
from kozyr_server.store.model import StoreUnavailableError
from kozyr_server.store.records import TRIM_ROUND, Records

ROUND_S: Final = 1.0
TRIM_EVERY: Final = 60
"""Rounds between two trimmings."""

_log = structlog.get_logger("kozyr.store")


class Upkeep:
    """One task with a round a second while its `async with` block runs.

    Attributes:
        archived: Games written to the archive by this process.
        failures: Rounds that could not be done; a later one does what they left.
    """

    def __init__(self, records: Records, archive: Archive | None, round_s: float = ROUND_S) -> None:
        self.failures = 0
        self._records = records
        self._archive = archive
        self._round_s = round_s
        self._task: asyncio.Task[None] | None = None

    @property
    def archived(self) -> int:
        """Games written to the archive by this process."""
        return 0 if self._archive is None else self._archive.archived

    async def __aenter__(self) -> Self:
        """Start the task."""
        self._task = asyncio.create_task(self._run(), name="store upkeep")
        return self

    async def __aexit__(self, *_: object) -> None:
        """End the task; a round that is cut short is done again by somebody."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        number = 0
        while True:
            # Full rounds follow each other at once, so that a backlog goes down.
            more = await self._round(number)
            number += 1
            if not more:
                await asyncio.sleep(self._round_s)

    async def _round(self, number: int) -> bool:
        taken = trimmed = 0
        try:
            if self._archive is not None:
                taken = await self._archive.write_round()
            if number % TRIM_EVERY == TRIM_EVERY - 1:
                trimmed = await self._records.trim()
        except StoreUnavailableError as error:
            self.failures += 1
            _log.debug("upkeep put off", error=str(error))
        except OSError as error:
            self.failures += 1
            _log.error("the archive cannot be written", error=str(error))
        return taken == ROUND or trimmed == TRIM_ROUND
