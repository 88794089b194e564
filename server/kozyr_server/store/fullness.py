"""Whether the store has room left, on its disk and in its memory, and what is refused if not.

A store that is at its bound refuses all that grows, games in play too. So new rooms and new games
are refused before, and chat a little later: what is left is for the games in play.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from math import inf
from typing import Final

import structlog

from kozyr_server.store.calls import Calls
from kozyr_server.store.model import (
    Commit,
    CommitResult,
    Status,
    StoreFullError,
    StoreUnavailableError,
)

LOOK_S: Final = 1.0
"""No more often is anything looked at."""

NEW_PART: Final = 0.9
"""Of the store's memory: with more in use no room is opened and no game begins."""
CHAT_PART: Final = 0.95
"""With more in use nobody chats."""

_log = structlog.get_logger("kozyr.store")

_OF_FOLDER: Final = CommitResult(Status.FULL, detail="the data folder is gone")
_OF_DISK: Final = CommitResult(Status.FULL, detail="the disk is nearly full")
_OF_MEMORY: Final = CommitResult(
    Status.FULL, detail="the store's memory is nearly full", of_memory=True
)


class Fullness:
    """What was seen when it was last looked.

    Args:
        calls: to the store.
        free_disk: free bytes of the disk that the store writes to; None: not known. Raises
            OSError where its folder is gone: then nothing that is written would be found again.
        min_free_bytes: with less of them only rooms that close are written.
    """

    __slots__ = (
        "_calls",
        "_free_disk",
        "_is_disk_full",
        "_looked_at",
        "_memory_part",
        "_min_free_bytes",
        "is_gone",
    )

    def __init__(
        self, calls: Calls, free_disk: Callable[[], int] | None, min_free_bytes: int
    ) -> None:
        """Nothing is full before the first look."""
        self._calls = calls
        self._free_disk = free_disk
        self._min_free_bytes = min_free_bytes
        self._looked_at = -inf
        self._is_disk_full = False
        self._memory_part = 0.0
        self.is_gone = False

    async def look(self) -> None:
        """See how much is left, at most once in `LOOK_S`. A store that is away tells nothing."""
        now = asyncio.get_running_loop().time()
        if now - self._looked_at < LOOK_S:
            return
        self._looked_at = now
        if self._free_disk is not None:
            self._look_at_disk(self._free_disk)
        with suppress(StoreUnavailableError):
            info = await self._calls.ask("INFO", "memory")
            most = int(info.get("maxmemory", 0))
            # The store does not count these against its bound either.
            used = int(info.get("used_memory", 0)) - int(info.get("mem_not_counted_for_evict", 0))
            self._memory_part = used / most if most else 0.0

    def _look_at_disk(self, free_disk: Callable[[], int]) -> None:
        try:
            self._is_disk_full = free_disk() < self._min_free_bytes
        except OSError as error:
            if not self.is_gone:
                _log.error("data folder is gone; nothing is accepted any more", reason=str(error))
            self.is_gone = True
        else:
            self.is_gone = False

    def refusal(self, commit: Commit) -> CommitResult | None:
        """Why a commit is not tried; None: it is. A room that closes always is."""
        if commit.state is None:
            return None
        if self.is_gone:
            return _OF_FOLDER
        if self._is_disk_full:
            return _OF_DISK
        if self._memory_part >= NEW_PART and (commit.version == 0 or commit.fresh_deals):
            return _OF_MEMORY
        return None

    def need_chat(self) -> None:
        """Have room for a line of chat.

        Raises:
            StoreFullError: there is none; nothing was written.
        """
        if self._memory_part >= CHAT_PART:
            raise StoreFullError("the store's memory is nearly full")
