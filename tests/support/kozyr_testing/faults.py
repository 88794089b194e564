"""A store that kills the server's process at a chosen point of a commit."""

import os
import signal
from enum import StrEnum
from typing import Any, cast

import msgspec

from kozyr_server.store.model import Commit, CommitResult, Entry, Status, Store

_entries = msgspec.msgpack.Decoder(Entry)


class Point(StrEnum):
    """Where the process dies."""

    BEFORE_COMMIT = "before_commit"
    """All was read and decided, nothing was sent to the store."""
    AFTER_COMMIT = "after_commit"
    """It is written, and nobody was told."""


def killing(store: Store, point: Point, after: int, label: str = "act") -> Store:
    """The same store; the process that uses it kills itself like `kill -9`.

    Args:
        store: any store.
        point: where.
        after: at which commit with this label, from 1; 0: never.
        label: the command that is committed, as in `Entry.label`.
    """
    # All that is not `commit` is the store's own, by `__getattr__`: mypy cannot see that.
    return cast("Store", _Killing(store, point, after, label))


class _Killing:
    def __init__(self, store: Store, point: Point, after: int, label: str) -> None:
        self._store = store
        self._point = point
        self._left = after
        self._label = label

    async def commit(self, commit: Commit) -> CommitResult:
        is_meant = self._left > 0 and _entries.decode(commit.entry).label == self._label
        if is_meant and self._point is Point.BEFORE_COMMIT:
            self._count()
        result = await self._store.commit(commit)
        if is_meant and self._point is Point.AFTER_COMMIT and result.status is Status.OK:
            self._count()
        return result

    def _count(self) -> None:
        self._left -= 1
        if not self._left:
            os.kill(os.getpid(), signal.SIGKILL)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)
