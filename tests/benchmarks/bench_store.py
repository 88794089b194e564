"""CPU time of a commit, in the client and in the store, by commits a call.

Run it alone on a quiet machine: `python tests/benchmarks/bench_store.py [--state BYTES]`.
"""

import argparse
import asyncio
import time
from typing import NamedTuple

import uvloop
from redis.asyncio import Redis

from kozyr_protocol.ids import PlayerId, RoomId, Tag
from kozyr_server.store import keys
from kozyr_server.store.client import RedisStore, StoreOptions, open_store
from kozyr_server.store.model import Commit, Log, ProcessId, Status
from kozyr_testing.stores import embedded_valkey

COMMITS = 20_000
ENTRY = b"e" * 600


class Cost(NamedTuple):
    """What commits cost."""

    commits_a_call: float
    client_us: float
    store_us: float
    per_s: float


async def measure(store: RedisStore, redis: Redis, together: int, state: bytes) -> Cost:
    """Commit in `together` rooms at a time."""
    rooms = [keys.room_id(PlayerId(f"p{together}"), f"{number}") for number in range(together)]
    each = COMMITS // together
    calls, store_s = await calls_made(store), await cpu_s(redis)
    wall, own = time.perf_counter(), time.process_time()
    await asyncio.gather(*(play(store, room, each, state) for room in rooms))
    wall, own = time.perf_counter() - wall, time.process_time() - own
    store_s, calls = await cpu_s(redis) - store_s, await calls_made(store) - calls
    done = each * together
    return Cost(done / calls, own / done * 1e6, store_s / done * 1e6, done / wall)


async def play(store: RedisStore, room: RoomId, count: int, state: bytes) -> None:
    """Commit again and again in one room, with a new deal each 50."""
    tag = ""
    for version in range(count):
        log = Log.APPEND if version % 50 else Log.RESTART
        new_tag = Tag(f"{version:016x}")
        result = await store.commit(commit(room, version, tag, new_tag, state, log))
        assert result.status is Status.OK, result
        tag = new_tag


async def calls_made(store: RedisStore) -> float:
    """Calls of the commit script so far."""
    return (await store.metrics()).get("commits_calls", 0.0)


def commit(room: RoomId, version: int, tag: str, new_tag: Tag, state: bytes, log: Log) -> Commit:
    """One card played."""
    return Commit(room, version, tag, new_tag, state, ENTRY, log, due_ms=2_000_000_000_000)


async def cpu_s(redis: Redis) -> float:
    """Seconds of CPU that the store has used."""
    info = await redis.info("cpu")
    return float(info["used_cpu_user"]) + float(info["used_cpu_sys"])


async def main() -> None:
    """Measure with the embedded store."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--state", type=int, default=2500, help="bytes of a room's state")
    state = b"s" * parser.parse_args().state
    async with embedded_valkey("everysec") as url, Redis.from_url(url) as redis:
        options = StoreOptions(durability="everysec")
        async with open_store(url, ProcessId("bench0000000"), options) as store:
            for together in (1, 4, 16, 64):
                cost = await measure(store, redis, together, state)
                print(
                    f"{cost.commits_a_call:4.1f} a call: client {cost.client_us:5.1f} µs, "
                    f"store {cost.store_us:5.1f} µs a commit; {cost.per_s:6.0f} commits/s"
                )


if __name__ == "__main__":
    uvloop.run(main())
