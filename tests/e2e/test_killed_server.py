"""A server killed at the worst points of a commit, again and again, while people play.

The store outlives it: see `kozyr_testing.faulty_server`.
"""

import asyncio
import os
import random
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from kozyr_server.store.valkey_program import Durability
from kozyr_testing.faults import Point
from kozyr_testing.faulty_server import Order
from kozyr_testing.players import PATIENCE, check_record, fetched, players, playing_on
from kozyr_testing.ports import free_port
from kozyr_testing.stores import embedded_valkey

SEED = 20_261_101
KILLS = 200
"""At each point."""

HASTY = replace(PATIENCE, back_first_s=0.005, back_most_s=0.01, retry_most_s=0.05)
"""The port stays open between two servers, so that coming back at once finds the next one."""


class Servers:
    """Servers that die as ordered, one after the other on one port."""

    def __init__(self, process: Process, port: int) -> None:
        self.port = port
        self._process = process

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    @property
    def http_url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self, order: Order) -> int:
        """Run the next one; its process number."""
        assert self._process.stdin is not None
        self._process.stdin.write(msgspec.json.encode(order) + b"\n")
        return await self._number()

    async def end(self) -> int:
        """Wait for the end of the one that runs; its exit code."""
        return await self._number()

    async def _number(self) -> int:
        assert self._process.stdout is not None
        async with asyncio.timeout(20):
            return int(await self._process.stdout.readline())


@asynccontextmanager
async def faulty_servers(
    store_url: str, durability: Durability, log: Path
) -> AsyncIterator[Servers]:
    port = free_port()
    with log.open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "kozyr_testing.faulty_server",
            store_url,
            str(port),
            durability,
            stdin=PIPE,
            stdout=PIPE,
            stderr=errors,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
    try:
        yield Servers(process, port)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        if process.returncode is None:
            process.kill()
        await process.wait()


async def _kill(servers: Servers, point: Point) -> None:
    rng = random.Random(f"{SEED}/{point}")
    for _ in range(KILLS):
        await servers.start(Order(point, rng.choice((1, 1, 2, 3))))
        assert await servers.end() == -signal.SIGKILL


@pytest.mark.timeout(300)  # about 22 s on two cores that do nothing else
@pytest.mark.parametrize(
    ("point", "durability"),
    [(Point.BEFORE_COMMIT, "everysec"), (Point.AFTER_COMMIT, "always")],
)
async def test_200_kills_lose_and_double_no_action(
    point: Point, durability: Durability, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    async with (
        embedded_valkey(durability) as url,
        faulty_servers(url, durability, log) as servers,
    ):
        killing = asyncio.create_task(_kill(servers, point))
        async with players([servers.socket_url], 5, SEED, patience=HASTY) as everybody:
            three, two = everybody[:3], everybody[3:]
            async with playing_on(three) as threes, playing_on(two, "gin_rummy") as twos:
                await killing
                last = await servers.start(Order())
            for finished, table in ((threes, three), (twos, two)):
                assert finished
                for record in finished:
                    check_record(await fetched(servers.http_url, record), table)
            os.kill(last, signal.SIGTERM)
            assert await servers.end() == 0
    assert "Traceback" not in log.read_text()
