"""A program beside the server, such as its house bots: started, watched, and started again.

It gets one line on its standard input, which stays open: its end means that the server is gone.
"""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import structlog

RESTART_DELAYS_S: Final = (0.5, 2.0, 10.0)
"""Seconds before the first, the second and each later start in a row."""
STABLE_S: Final = 60.0
"""Once it ran so long it is no longer counted as failing in a row."""
LAST_S: Final = 3.0
"""Seconds that it may take to end."""

_log = structlog.get_logger("kozyr.companion")


class Companion:
    """One program.

    Attributes:
        restarts: How often it was started again.
    """

    def __init__(self, arguments: Sequence[str], line: bytes) -> None:
        """Nothing runs before `run`.

        Args:
            arguments: of Python: `("-m", "kozyr_bots.house")`.
            line: what it is told; may be secret, and goes through the pipe only.
        """
        self.restarts = 0
        self._arguments = tuple(arguments)
        self._line = line
        self._process: Process | None = None

    @property
    def pid(self) -> int | None:
        """Its process number; None: it does not run."""
        return None if self._process is None else self._process.pid

    async def run(self) -> None:
        """Keep it running until cancelled; then it is asked to end, and killed if it does not."""
        loop = asyncio.get_running_loop()
        failures = 0
        while True:
            began_s = loop.time()
            returncode = await self._run_once()
            if loop.time() - began_s >= STABLE_S:
                failures = 0
            delay_s = RESTART_DELAYS_S[min(failures, len(RESTART_DELAYS_S) - 1)]
            failures += 1
            self.restarts += 1
            _log.error(
                "companion ended",
                program=self._arguments[-1],
                returncode=returncode,
                restart_in_s=delay_s,
            )
            await asyncio.sleep(delay_s)

    async def _run_once(self) -> int:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *self._arguments,
            stdin=PIPE,
            # Ctrl-C reaches the server alone, which asks it in order.
            start_new_session=True,
        )
        self._process = process
        try:
            assert process.stdin is not None
            process.stdin.write(self._line)
            return await process.wait()
        finally:
            self._process = None
            if process.returncode is None:
                await _end(process)


async def _end(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.terminate()
    try:
        async with asyncio.timeout(LAST_S):
            await process.wait()
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
