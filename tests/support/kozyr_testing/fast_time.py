"""Server processes over one store whose clock a test moves, see `kozyr_testing.fast_server`."""

import asyncio
import os
import secrets
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from redis.asyncio import Redis

from kozyr_bots.house import order as house_order
from kozyr_server.moderation.admin_token import NAME
from kozyr_server.store import keys
from kozyr_testing.fast_server import Order, Report
from kozyr_testing.ports import free_port
from kozyr_testing.steps import CLOCK_KEY

BEGIN_MS = 1_700_000_000_000
"""The evening begins here, whatever this machine's clock says."""
MOST_MS = 2_000
"""A stamp may be 900 ms old, and more than 3 s count as time in which no server lived."""
WAIT_S = 30.0
ENVIRONMENT = {
    "PYTHONPATH": str(Path(__file__).parents[1]),
    # The 20 MB that each hash of a passphrase takes go back at once: else it is chance whether
    # glibc keeps them for the thread, and nothing smaller than that could be seen to leak.
    "MALLOC_MMAP_THRESHOLD_": str(2**20),
}


class Sundial:
    """The clock of a store. It moves on only when every server process has seen where it stands."""

    def __init__(self, store: Redis, processes: int) -> None:
        """It stands still until it is moved."""
        self.now_ms = BEGIN_MS
        self._store = store
        self._processes = processes

    async def set(self) -> None:
        """Put it where it stands."""
        await self._store.set(CLOCK_KEY, self.now_ms)

    async def move(self, step_ms: int) -> None:
        """One step, and wait for all processes."""
        self.now_ms += step_ms
        await self.set()
        async with asyncio.timeout(WAIT_S):
            while await self._seen() < self._processes:  # noqa: ASYNC110 - others stamp
                await asyncio.sleep(0.004)

    async def lost_ms(self) -> int:
        """Time in which no server is thought to have lived."""
        return int(await self._store.hget(keys.CLOCK, "lost") or 0)

    async def _seen(self) -> int:
        """How many processes have stamped themselves at this time."""
        least = self.now_ms - await self.lost_ms()
        return int(await self._store.zcount(keys.PROCESSES_ALIVE, least, "+inf"))

    async def run(self, over: asyncio.Event, speed: float, step_ms: int = 200) -> None:
        """So many times as fast as this machine's clock at most, until it is over."""
        loop = asyncio.get_running_loop()
        while not over.is_set():
            next_at = loop.time() + step_ms / 1000 / speed
            await self.move(step_ms)
            await asyncio.sleep(max(0.0, next_at - loop.time()))

    async def forward(self, seconds: float) -> None:
        """Let so much time pass, as fast as can be."""
        until_ms = self.now_ms + round(seconds * 1000)
        while self.now_ms < until_ms:
            await self.move(min(MOST_MS, until_ms - self.now_ms))


class FastServer:
    """One server process.

    Attributes:
        log: what it wrote to the standard error.
    """

    def __init__(self, process: Process, port: int, log: Path) -> None:
        self.log = log
        self.url = f"ws://127.0.0.1:{port}/ws"
        self.http_url = f"http://127.0.0.1:{port}"
        self.pid = process.pid
        self._process = process

    async def line(self) -> str:
        """The next of its answers."""
        assert self._process.stdout is not None
        async with asyncio.timeout(WAIT_S):
            line = (await self._process.stdout.readline()).decode().strip()
        assert line, f"it ended: {self.log.read_text()[-2000:]}"
        return line

    async def report(self) -> Report:
        """What it holds."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"report\n")
        return msgspec.json.decode(await self.line(), type=Report)

    def descriptors(self) -> int:
        """Its open files and sockets."""
        return len(os.listdir(f"/proc/{self.pid}/fd"))  # noqa: PTH208 - names suffice

    def resident_kb(self) -> int:
        """Its memory."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
        raise AssertionError("it has no memory")

    async def end(self) -> None:
        """Let it end by itself."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            async with asyncio.timeout(WAIT_S):
                assert await self._process.wait() == 0, self.log.read_text()[-2000:]
        finally:
            if self._process.returncode is None:
                self._process.kill()
                await self._process.wait()


@asynccontextmanager
async def fast_server(order: Order, log: Path) -> AsyncIterator[FastServer]:
    """Run one until the block ends."""
    with log.open("ab") as errors:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "kozyr_testing.fast_server",
            stdin=PIPE,
            stdout=PIPE,
            stderr=errors,
            env=os.environ | ENVIRONMENT,
            limit=2**20,
        )
    server = FastServer(process, order.port, log)
    assert process.stdin is not None
    process.stdin.write(msgspec.json.encode(order) + b"\n")
    try:
        assert await server.line() == "serves"
        yield server
    finally:
        await server.end()


@dataclass(frozen=True)
class FastHouse:
    """All of it."""

    servers: list[FastServer]
    dial: Sundial
    store: Redis
    store_url: str
    house_key: str
    admin_token: str


@asynccontextmanager
async def fast_servers(
    store: str, folder: Path, count: int, changes: dict[str, Any]
) -> AsyncIterator[FastHouse]:
    """So many servers, the clock of their store, and their secrets."""
    key, admin = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    token_file = folder / NAME
    token_file.touch(0o600)
    token_file.write_text(admin)
    async with AsyncExitStack() as stack:
        redis = Redis.from_url(store)
        stack.push_async_callback(redis.aclose)
        dial = Sundial(redis, count)
        await dial.set()
        servers = [
            await stack.enter_async_context(
                fast_server(
                    Order(store, free_port(), str(folder), key, changes), folder / f"{number}.log"
                )
            )
            for number in range(count)
        ]
        yield FastHouse(servers, dial, redis, store, key, admin)


@asynccontextmanager
async def house_bots(url: str, key: str, bots: int) -> AsyncIterator[None]:
    """The house bots of one server, without think time, until the block ends."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "kozyr_bots.house", stdin=PIPE
    )
    assert process.stdin is not None
    process.stdin.write(house_order.written(house_order.Order(url, key, bots, (0, 0))))
    try:
        yield
    finally:
        process.stdin.close()
        process.terminate()
        await process.wait()
