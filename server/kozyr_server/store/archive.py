"""The archive: every finished game as a line of a file, at least once.

A game is marked in the commit that ends it. A process takes marks for a minute, appends the
records to its file, has them on disk, and only then removes the marks; what a process that died
had taken is taken by another. So a game may be there twice, never not at all.
"""

import asyncio
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from kozyr_server.store import keys
from kozyr_server.store.calls import Calls
from kozyr_server.store.library import Library
from kozyr_server.store.model import ProcessId
from kozyr_server.store.records import Records

ROUND: Final = 64
"""Games in one round."""
CLAIM_MS: Final = 60_000


class Archive:
    """Appends to `records-YYYY-MM-DD-PROCESS.jsonl`, the day in UTC.

    Attributes:
        archived: Games written by this process.
    """

    def __init__(
        self,
        folder: Path,
        process: ProcessId,
        calls: Calls,
        library: Library,
        records: Records,
    ) -> None:
        self.archived = 0
        self._folder = folder
        self._process = process
        self._calls = calls
        self._library = library
        self._records = records

    async def write_round(self) -> int:
        """Write what waits, at most `ROUND` games.

        Returns:
            How many were taken; with `ROUND` of them there may be more.

        Raises:
            StoreUnavailableError: What was not done is done by a later round.
            OSError: The folder cannot be written; what was taken waits for a minute.
        """
        claimed = await self._calls.run(
            self._library.claim, list(map(keys.unarchived, keys.SHARD_NAMES)), [ROUND, CLAIM_MS]
        )
        ids = [record.decode() for record in claimed]
        if not ids:
            return 0
        found = [await self._records.record(record, private=True) for record in ids]
        # None: its record ran out or was trimmed before anybody archived it.
        lines = [line for line in found if line is not None]
        if lines:
            await asyncio.to_thread(self._append, lines)
        await self._calls.ask_all([("ZREM", keys.unarchived(record[:2]), record) for record in ids])
        self.archived += len(lines)
        return len(ids)

    def _append(self, lines: list[bytes]) -> None:
        """Append whole lines and wait until they are on disk."""
        self._folder.mkdir(parents=True, exist_ok=True)
        day = datetime.now(UTC).date().isoformat()
        path = self._folder / f"records-{day}-{self._process}.jsonl"
        fresh = not path.exists()
        with path.open("ab") as file:
            file.write(b"".join(line + b"\n" for line in lines))
            file.flush()
            os.fsync(file.fileno())
        if fresh:
            _sync_folder(self._folder)


def _sync_folder(folder: Path) -> None:
    """Have the name of a new file on disk, too."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
