"""Figures of the store itself (`kozyr_server.store.figures`)."""

from typing import Any

from kozyr_server.store import figures, keys
from kozyr_server.store.client import RedisStore


async def test_every_figure_is_there(store: RedisStore, raw: Any) -> None:
    await raw.hset(keys.CLOCK, "lost", 2500)
    await raw.zadd(keys.timers("0a"), {"room": 1})
    await raw.zadd(keys.timers("ff"), {"room": 1, "other": 1})
    found = await figures.asked(store._calls)
    assert set(found) == {*figures.OF_INFO, *figures.OWN}
    assert found["rooms"] == 3
    assert found["play_time_lost_seconds"] == 2.5
    assert found["aof_last_write_ok"] == 1
    assert store.waiting_commits == 0


async def test_the_longest_fsync_is_told() -> None:
    latest = [[b"fork", 1, 9, 9], [b"aof-fsync-always", 1700000000, 4, 31, 35, 2]]
    assert figures._fsync(latest) == {"aof_fsync_seconds": 0.004, "aof_fsync_max_seconds": 0.031}
    assert figures._fsync([]) == {"aof_fsync_seconds": 0.0, "aof_fsync_max_seconds": 0.0}
