"""Figures of the store itself, asked when somebody looks."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from kozyr_server.store import keys
from kozyr_server.store.calls import Calls
from kozyr_server.store.model import StoreUnavailableError

OF_INFO: Final = (
    "used_memory",
    "maxmemory",
    "connected_clients",
    "used_cpu_user",
    "used_cpu_sys",
    "total_commands_processed",
    "evicted_keys",
    "aof_current_size",
    "aof_delayed_fsync",
    "aof_rewrite_in_progress",
    "latest_fork_usec",
)
"""Numbers of `INFO`, under the names that they have there."""

OF_FSYNC: Final = ("aof_fsync_seconds", "aof_fsync_max_seconds")
OWN: Final = ("aof_last_write_ok", "rooms", "play_time_lost_seconds", *OF_FSYNC)
"""Names that are ours."""

_FSYNCS: Final = (b"aof-fsync-always", b"aof-write-pending-fsync")


async def asked(calls: Calls) -> Mapping[str, float]:
    """All figures that this store gives, by name.

    Raises:
        StoreUnavailableError: the store is away.
    """
    info = await calls.ask("INFO")
    found = {name: float(info[name]) for name in OF_INFO if name in info}
    found["aof_last_write_ok"] = float(info.get("aof_last_write_status", "ok") == "ok")
    timers = map(keys.timers, keys.SHARD_NAMES)
    lost, *rooms = await calls.ask_all(
        [("HGET", keys.CLOCK, "lost"), *(("ZCARD", each) for each in timers)]
    )
    found["play_time_lost_seconds"] = float(lost or 0) / 1000
    # Each room has one timer.
    found["rooms"] = float(sum(rooms))
    # A managed store may forbid it; the bundled one notes what took a millisecond or more.
    with suppress(StoreUnavailableError):
        found.update(_fsync(await calls.ask("LATENCY", "LATEST")))
    return found


def _fsync(latest: list[Any]) -> dict[str, float]:
    for event, _, last_ms, most_ms, *_rest in latest:
        if event in _FSYNCS:
            return dict(zip(OF_FSYNC, (last_ms / 1000, most_ms / 1000), strict=True))
    return dict.fromkeys(OF_FSYNC, 0.0)
