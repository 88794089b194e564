"""A store whose commits are counted and timed."""

from collections.abc import Callable
from typing import Any, cast

from kozyr_server.store.model import Commit, CommitResult, Status, Store
from kozyr_server.telemetry import Metrics


def metered(store: Store, metrics: Metrics, now: Callable[[], float]) -> Store:
    """The same store; its commits show up in the figures.

    Args:
        store: any store.
        metrics: counts statuses and seconds.
        now: seconds of a clock that never goes back.
    """
    # All that is not `commit` is the store's own, by `__getattr__`: mypy cannot see that.
    return cast("Store", _Metered(store, metrics, now))


class _Metered:
    def __init__(self, store: Store, metrics: Metrics, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now
        self._metrics = metrics
        for status in Status:
            # Shown from the beginning, as 0.
            metrics.commits.labels(str(status))

    async def commit(self, commit: Commit) -> CommitResult:
        began_s = self._now()
        result = await self._store.commit(commit)
        self._metrics.committed(result.status, self._now() - began_s)
        return result

    def __getattr__(self, name: str) -> Any:
        # Kept, so that only the first look at each name comes here.
        value = getattr(self._store, name)
        setattr(self, name, value)
        return value
