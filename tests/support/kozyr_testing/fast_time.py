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
from kozyr_testing.stores import embedded_valkey

BEGIN_MS = 1_700_000_000_000
"""The evening begins here, whatever this machine's clock says."""
MOST_MS = 2_900
"""More than 3 s between two stamps count as time in which no server lived …"""
STAMP_MS = 900
"""… and a stamp is left for so long: after a smaller step it may be as old."""
WAIT_S = 30.0
ENVIRONMENT = {
    "PYTHONPATH": os.pathsep.join(
        [str(Path(__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])]
    ),
    # The 20 MB that each hash of a passphrase takes go back at once: else it is chance whether
    # glibc keeps them for the thread, and nothing smaller than that could be seen to leak.
    "MALLOC_MMAP_THRESHOLD_": str(2**20),
}


_AGE = """
local cursor, aged = '0', 0
repeat
  local found = redis.call('SCAN', cursor, 'COUNT', 1000)
  cursor = found[1]
  for _, key in ipairs(found[2]) do
    local left = redis.call('PTTL', key)
    local is_kept = ARGV[2] == '1' and (string.find(key, '{house}', 1, true)
      or string.find(key, '{ratings}:lease', 1, true))
    if left > 0 and not is_kept then
      redis.call('PEXPIRE', key, math.max(1, left - ARGV[1]))
      aged = aged + 1
    end
  end
until cursor == '0'
return aged
"""
"""Keys that end come so much nearer to their end, for the store ends them by a clock of its own.
What servers that live say anew each second stays."""
AGED_EACH_S = 600


class Sundial:
    """The clock of a store. It moves on only when every server process has seen where it stands.

    Attributes:
        now_ms: What it shows.
        lost_ms: Time in which no server lived.
    """

    def __init__(self, store: Redis, processes: int) -> None:
        """It stands still until it is moved."""
        self.now_ms = BEGIN_MS
        self.lost_ms = 0
        self._store = store
        self._processes = processes
        self._step_ms = 0

    def hours(self) -> str:
        """How far it has gone."""
        gone, lost = (ms / 3_600_000 for ms in (self.now_ms - BEGIN_MS, self.lost_ms))
        return f"{gone:.1f} hours, {lost:.1f} of them without a store"

    @property
    def play_ms(self) -> int:
        """What deadlines count."""
        return self.now_ms - self.lost_ms

    async def set(self) -> None:
        """Put it where it stands."""
        await self._store.set(CLOCK_KEY, self.now_ms)

    async def move(self, step_ms: int, poll_s: float = 0.004) -> None:
        """One step, and wait for all processes."""
        self.now_ms += step_ms
        self._step_ms = step_ms
        await self.set()
        async with asyncio.timeout(WAIT_S):
            while await self._seen() < self._processes:  # noqa: ASYNC110 - others stamp
                await asyncio.sleep(poll_s)

    async def _seen(self) -> int:
        """How many processes have stamped themselves at this time."""
        return int(await self._store.zcount(keys.PROCESSES_ALIVE, self.play_ms, "+inf"))

    async def run(self, over: asyncio.Event, speed: float, step_ms: int = 200) -> None:
        """So many times as fast as this machine's clock at most, until it is over."""
        loop = asyncio.get_running_loop()
        while not over.is_set():
            next_at = loop.time() + step_ms / 1000 / speed
            await self.move(step_ms)
            await asyncio.sleep(max(0.0, next_at - loop.time()))

    async def forward(self, seconds: float) -> None:
        """Let so much time pass while the servers live, as fast as can be."""
        until_ms = self.now_ms + round(seconds * 1000)
        while self.now_ms < until_ms:
            began_ms = self.now_ms
            piece_ms = min(until_ms, began_ms + AGED_EACH_S * 1000)
            while self.now_ms < piece_ms:
                most_ms = MOST_MS if self._step_ms > STAMP_MS else MOST_MS - STAMP_MS
                await self.move(min(most_ms, piece_ms - self.now_ms), 0.001)
            await self._age(piece_ms - began_ms, are_alive=True)

    async def leap(self, seconds: float) -> None:
        """The store was away for so long, and is back: all clocks but those of play went on."""
        gap_ms = round(seconds * 1000)
        await self._age(gap_ms, are_alive=False)
        self.now_ms += gap_ms
        await self.set()
        async with asyncio.timeout(WAIT_S):
            while (lost_ms := await self._lost_ms()) == self.lost_ms:  # noqa: ASYNC110 - others stamp
                await asyncio.sleep(0.001)
            # The last stamp before it may have been a second old.
            assert gap_ms <= lost_ms - self.lost_ms <= gap_ms + 1_000
            self.lost_ms = lost_ms
            while await self._seen() < self._processes:  # noqa: ASYNC110 - others stamp
                await asyncio.sleep(0.001)

    async def _lost_ms(self) -> int:
        return int(await self._store.hget(keys.CLOCK, "lost") or 0)

    async def _age(self, ms: int, *, are_alive: bool) -> None:
        await self._store.eval(_AGE, 0, ms, int(are_alive))


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
    folder: Path, count: int, changes: dict[str, Any] | None = None
) -> AsyncIterator[FastHouse]:
    """So many servers over a new store, its clock, and their secrets."""
    key, admin = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    token_file = folder / NAME
    token_file.touch(0o600)
    token_file.write_text(admin)
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(embedded_valkey())
        redis = Redis.from_url(store)
        stack.push_async_callback(redis.aclose)
        dial = Sundial(redis, count)
        await dial.set()
        servers = [
            await stack.enter_async_context(
                fast_server(
                    Order(store, free_port(), str(folder), key, changes or {}),
                    folder / f"{number}.log",
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
