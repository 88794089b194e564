"""`kozyr serve` as a process of its own, as people run it."""

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import msgspec

from kozyr_server.store.data_folder import STORE_RECORD, StoreRecord
from kozyr_testing.ports import free_port

COMMAND = (sys.executable, "-m", "kozyr_cli", "serve")
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if not name.startswith("KOZYR_")},
    "KOZYR_LANG": "en",
    "KOZYR_HOUSE_BOTS": "0",
}
"""What a server sees of the environment: no settings of whoever runs the tests, and no house bots
unless a test asks for them."""

START_S = 30.0
END_S = 15.0


@contextmanager
def interruptible() -> Iterator[None]:
    """What is started in the block ends by SIGINT, as from a shell, even if the tests do not.

    Who runs in the background (`make test &`, `nohup`) ignores SIGINT, and so would his children.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@asynccontextmanager
async def program(*command: str) -> AsyncIterator[Process]:
    """Run a program with its output in pipes; it does not outlive the block."""
    process = await asyncio.create_subprocess_exec(
        *command, stdout=PIPE, stderr=PIPE, env=ENVIRONMENT
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        async with asyncio.timeout(END_S):
            await process.communicate()


class Kozyr:
    """A server that can be killed and started again, with the same options and on the same port.

    Attributes:
        host: Address at which it listens.
        port: The same for all runs.
        log: What all its runs wrote to the standard error.
    """

    def __init__(self, options: tuple[str, ...], log: Path, host: str = "127.0.0.1") -> None:
        """Nothing runs before `start`."""
        self.host = host
        self.port = free_port()
        self.log = log
        self._options = options
        self._process: Process | None = None

    @property
    def http_url(self) -> str:
        """`http://127.0.0.1:PORT`."""
        return f"http://{self.host}:{self.port}"

    @property
    def socket_url(self) -> str:
        """`ws://127.0.0.1:PORT/ws`."""
        return f"ws://{self.host}:{self.port}/ws"

    @property
    def pid(self) -> int:
        """Process number of the present run."""
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Run it, and wait until it says that it serves."""
        place = ("--host", self.host, "--port", str(self.port))
        options = (*place, "--log-level", "warning", *self._options)
        with self.log.open("ab") as errors:
            self._process = await asyncio.create_subprocess_exec(
                *COMMAND, *options, stdout=PIPE, stderr=errors, env=ENVIRONMENT
            )
        assert self._process.stdout is not None
        async with asyncio.timeout(START_S):
            banner = ""
            # In lines of text, or in one of JSON.
            while not re.search(r'^archive|"archive":', banner, re.MULTILINE):
                line = await self._process.stdout.readline()
                assert line, f"it ended before it served: {self.log.read_text()}"
                banner += line.decode()
        assert re.search(f'{re.escape(self.http_url)}[ "]', banner), banner

    async def kill(self) -> None:
        """`kill -9`, and wait for its end."""
        assert self._process is not None
        self._process.kill()
        await self._process.wait()

    async def stop(self) -> None:
        """SIGTERM, and wait for its clean end."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(START_S):
            assert await self._process.wait() == 0, self.log.read_text()

    async def clean_up(self) -> None:
        """Leave nothing running, its store neither."""
        if self._process is None or self._process.returncode is not None:
            return
        self._process.terminate()
        try:
            async with asyncio.timeout(END_S):
                await self._process.wait()
        except TimeoutError:
            await self.kill()


@asynccontextmanager
async def kozyr_serve(*options: str, log: Path, host: str = "127.0.0.1") -> AsyncIterator[Kozyr]:
    """Run a server on a free port until the block ends.

    Args:
        options: of the command, beside `--port` and `--log-level`.
        log: file for its standard error.
        host: address at which it listens.
    """
    server = Kozyr(options, log, host)
    try:
        await server.start()
        yield server
    finally:
        await server.clean_up()


def store_pid(data: Path) -> int:
    """Process number of the store that a server runs in this data folder."""
    record = msgspec.json.decode((data / STORE_RECORD).read_bytes(), type=StoreRecord)
    assert record.pid is not None
    return record.pid


async def worker_pids(parent: int) -> list[int]:
    """Process numbers of the workers of a server."""
    listing = await asyncio.create_subprocess_exec("ps", "-axo", "pid=,ppid=,command=", stdout=PIPE)
    output, _ = await listing.communicate()
    rows = [line.split(None, 2) for line in output.decode().splitlines()]
    return [
        int(row[0])
        for row in rows
        if len(row) == 3 and int(row[1]) == parent and "kozyr_server.running.worker" in row[2]
    ]


async def until_gone(pid: int) -> None:
    """Wait until no process has this number."""
    async with asyncio.timeout(10):
        while True:
            try:
                os.kill(pid, 0)
            except ProcessLookupError:
                return
            await asyncio.sleep(0.01)
