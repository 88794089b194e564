"""Commits are counted and timed (`kozyr_server.metered`)."""

from typing import cast

from kozyr_protocol.ids import RoomId, Tag
from kozyr_server.metered import metered
from kozyr_server.store.model import Commit, CommitResult, Log, Status, Store
from kozyr_server.telemetry import Metrics


class _Answering:
    durability = "always"

    async def commit(self, commit: Commit) -> CommitResult:
        return CommitResult(Status.CONFLICT, commit.version)


async def test_a_commit_is_counted_by_its_status_and_timed() -> None:
    metrics, times = Metrics(), iter([1.0, 1.003])
    store = metered(cast("Store", _Answering()), metrics, lambda: next(times))
    commit = Commit(RoomId("r"), 4, "", Tag("t"), None, b"", Log.NONE)
    assert await store.commit(commit) == CommitResult(Status.CONFLICT, 4)
    assert store.durability == "always"
    text = metrics.exposition().decode()
    assert 'kozyr_commits_total{status="conflict"} 1.0' in text
    assert 'kozyr_commit_seconds_bucket{le="0.002"} 0.0' in text
    assert 'kozyr_commit_seconds_bucket{le="0.005"} 1.0' in text
