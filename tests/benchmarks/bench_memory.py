"""Memory of connections and rooms: what a server's processes grow by, divided by their number.

    make bench ONLY=bench_memory                       # 10,000 of each, about two minutes
    make bench ONLY=bench_memory ARGS="--count 2000"

Each figure has a server of its own, warmed up with a few hundred of the same kind, so that what is
needed once is not counted. The store's memory does not count. `BENCHMARKS.md` says how to read it.
"""

import argparse
import asyncio
import gc
import json
import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import bench_actions  # type: ignore[import-not-found]  # beside this program
import uvloop
from rich.console import Console
from rich.table import Table as Grid

from kozyr_server.running.listening import raise_file_limit
from kozyr_testing.bare_lines import Table, created, in_parts, opened
from kozyr_testing.ports import free_port
from kozyr_testing.processes import program

GAME, SEATS, MOVES = "knaves", 3, 12
ROOMS_EACH = 32
"""Rooms that one connection follows."""
WARM = 300
PAGE = os.sysconf("SC_PAGE_SIZE")
# Nobody answers pings here.
OPTIONS = [
    *("--creates-per-s", "0", "--commands-per-s", "0", "--hello-timeout-s", "60"),
    *("--ping-interval-s", "3000", "--gone-after-s", "6000", "--log-level", "error"),
    *("--house-bots", "0"),
]


class Figure(NamedTuple):
    """Memory of one of many."""

    what: str
    number: int
    bytes_each: float
    bound_bytes: int


class Serving(NamedTuple):
    """A server under measurement."""

    port: int
    pid: int

    def resident(self) -> int:
        """Bytes of memory of all its processes but the store."""
        pids = (pid for pid in bench_actions.family(self.pid) if not bench_actions.is_store(pid))
        statm = (Path(f"/proc/{pid}/statm").read_text() for pid in pids)
        return sum(int(line.split()[1]) * PAGE for line in statm)


@asynccontextmanager
async def serving() -> AsyncIterator[Serving]:
    """A server on an empty data folder."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = (*bench_actions.KOZYR, "serve", "--port", str(port), "--data", folder, *OPTIONS)
        async with program(*command) as process:
            await asyncio.to_thread(bench_actions.await_port, port)
            yield Serving(port, process.pid)


async def grown(server: Serving, before: int, count: int) -> float:
    """Bytes for each of `count` since `before`, once the server is at rest."""
    await asyncio.sleep(2)
    return (server.resident() - before) / count


async def idle_connections(count: int) -> Figure:
    """Connections that said `hello` and no more."""
    async with serving() as server:
        lines = await in_parts(opened(server.port) for _ in range(WARM))
        await asyncio.sleep(1)
        before = server.resident()
        lines += await in_parts(opened(server.port) for _ in range(count))
        each = await grown(server, before, count)
        for line in lines:
            line.close()
    return Figure("idle connection", count, each, 20_000)


async def playing_connections(count: int) -> Figure:
    """Connections with a seat each in a game of three; the room is counted with them."""
    async with serving() as server:

        async def seated() -> Table:
            lines = [await opened(server.port) for _ in range(SEATS)]
            table = Table(lines, GAME, MOVES)
            await table.play()
            return table

        tables = await in_parts(seated() for _ in range(WARM // SEATS))
        await asyncio.sleep(1)
        before = server.resident()
        tables += await in_parts(seated() for _ in range(count // SEATS))
        each = await grown(server, before, count)
    return Figure("playing connection, its part of the room", count, each, 30_000)


async def idle_rooms(count: int) -> list[Figure]:
    """Rooms that nobody follows, then the same followed by a connection for every 32."""
    async with serving() as server:
        lines = await in_parts(opened(server.port) for _ in range(count // ROOMS_EACH + 10))
        warm, *creators = lines
        for _ in range(WARM):
            await created(warm, GAME, SEATS)

        async def create() -> None:
            for line in creators:
                rooms[line] = [await created(line, GAME, SEATS) for _ in range(ROOMS_EACH)]

        async def follow(line: object) -> None:
            for room in rooms[line]:
                await line.ask("snapshot", type="follow", id=2, room=room)  # type: ignore[attr-defined]

        rooms: dict[object, list[str]] = {}
        await asyncio.sleep(1)
        before = server.resident()
        await create()
        made = sum(map(len, rooms.values()))
        unfollowed = await grown(server, before, made)
        before = server.resident()
        await in_parts(follow(line) for line in creators)
        followed = await grown(server, before, made)
    return [
        Figure("room that nobody follows", made, unfollowed, 4_000),
        Figure("idle room that is followed", made, followed, 4_000),
    ]


async def measured(count: int) -> list[Figure]:
    """All figures."""
    figures = [await idle_connections(count)]
    gc.collect()
    figures.append(await playing_connections(count))
    gc.collect()
    return figures + await idle_rooms(count)


def main() -> None:
    """Measure and print; `--json FILE` keeps the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    raise_file_limit()
    figures = uvloop.run(measured(given.count))
    grid = Grid("what", "of so many", "KB each", "bound KB", "")
    for figure in figures:
        verdict = "ok" if figure.bytes_each <= figure.bound_bytes else "over"
        kilobytes = f"{figure.bytes_each / 1000:.1f}", f"{figure.bound_bytes / 1000:.0f}"
        grid.add_row(figure.what, f"{figure.number:,}", *kilobytes, verdict)
    Console().print(grid)
    if given.json is not None:
        cases = [figure._asdict() for figure in figures]
        result = {"commit": bench_actions.commit_id(), "load": os.getloadavg(), "cases": cases}
        given.json.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
