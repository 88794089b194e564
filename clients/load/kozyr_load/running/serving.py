"""A server of our own for a run: `kozyr serve` on a data folder that is thrown away."""

import asyncio
import os
import re
import signal
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec import Struct

from kozyr_load.errors import TargetError

START_S = 30.0
STOP_S = 20.0

UNLIMITED = (
    "--commands-per-s",
    "0",
    "--creates-per-s",
    "0",
    "--chat-per-s",
    "0",
    "--lists-per-s",
    "0",
)
"""A load comes from few people who do much: the limits of a player are not what is tested."""


class Served(Struct, frozen=True):
    """A server that runs."""

    url: str
    pid: int


@asynccontextmanager
async def served(options: Sequence[str]) -> AsyncIterator[Served]:
    """Run a server until the block ends.

    Args:
        options: of `kozyr serve`, after ours.

    Raises:
        TargetError: it did not start; with the last line that it said.
    """
    with tempfile.TemporaryDirectory(prefix="kozyr-load-") as folder:
        environment = {n: v for n, v in os.environ.items() if not n.startswith("KOZYR_")}
        # What it says at its start is read below.
        environment["KOZYR_LANG"] = "en"
        log = Path(folder) / "server.log"
        with log.open("wb") as errors:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "kozyr_cli",
                "serve",
                "--port",
                "0",
                "--data",
                str(Path(folder) / "data"),
                "--log-level",
                "warning",
                "--drain-s",
                "0",
                *UNLIMITED,
                *options,
                # Whatever a file of settings says: the banner in words is what is read.
                *("--log-format", "text"),
                stdout=PIPE,
                stderr=errors,
                env=environment,
                # Ctrl-C is for the load test, which then stops the server in order.
                start_new_session=True,
            )
        try:
            url = await _url(process, log)
            yield Served(url, process.pid)
        finally:
            await _stop(process)


async def _url(process: Process, log: Path) -> str:
    assert process.stdout is not None, "it was asked for"
    banner = ""
    try:
        async with asyncio.timeout(START_S):
            while "\narchive" not in banner:
                line = await process.stdout.readline()
                if not line:
                    break
                banner += line.decode()
    except TimeoutError:
        pass
    found = re.search(r"http://(\S+)", banner)
    if found is None or "\narchive" not in banner:
        raise TargetError(f"the server did not start: {_last_line(log)}")
    return f"ws://{found.group(1)}/ws"


def _last_line(log: Path) -> str:
    said = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return said[-1] if said else "it said nothing"


async def _stop(process: Process) -> None:
    if process.returncode is not None:
        return
    process.send_signal(signal.SIGTERM)
    try:
        async with asyncio.timeout(STOP_S):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
