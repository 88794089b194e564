"""Several worker processes behind one port, and who looks after them."""

import asyncio
import os
import shutil
import signal
import socket
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import structlog

from kozyr_server.running import worker
from kozyr_server.running.starting import StartError, StoreChoice
from kozyr_server.running.stopping import Stop
from kozyr_server.settings import Settings
from kozyr_server.telemetry import MULTIPROC_VARIABLE, forget_worker
from kozyr_server.transport.house_key import HouseKey

RESTART_DELAYS_S = (0.1, 1.0, 5.0)
"""Seconds before the first, the second and each later restart in a row."""
STABLE_S = 60.0
"""A worker that ran this long is no longer counted as failing in a row."""

_LAST_S = 10.0
"""Seconds that a worker may take to end after its clients have left."""

_log = structlog.get_logger("kozyr.workers")


class Workers:
    """The workers of a server.

    Attributes:
        restarts: How often a worker was started again.
    """

    def __init__(
        self,
        settings: Settings,
        choice: StoreChoice,
        sockets: list[list[socket.socket]],
        stop: Stop,
        ready: Callable[[], None],
        house_key: HouseKey | None = None,
    ) -> None:
        """Nothing runs before `run`.

        Args:
            settings: all of them.
            choice: the store of all workers.
            sockets: listening, a list for each worker.
            stop: says when.
            ready: called once all workers serve.
            house_key: of the server's house bots; None: it has none.
        """
        self.restarts = 0
        self._settings = settings
        self._choice = choice
        self._sockets = [tuple(sock.fileno() for sock in each) for each in sockets]
        self._stop = stop
        self._ready = ready
        self._house_key = house_key
        self._waiting_for = set(range(len(sockets)))
        self._running: dict[int, Process] = {}
        self._figures = Path()
        self._refused: str | None = None

    @property
    def pids(self) -> tuple[int, ...]:
        """Process numbers of the workers that run."""
        return tuple(process.pid for process in self._running.values())

    async def run(self) -> None:
        """Run the workers until asked to stop. Cancelled, they are killed.

        Raises:
            StartError: one of them could not start; the others were stopped.
        """
        self._figures = Path(tempfile.mkdtemp(prefix="kozyr-figures-"))
        try:
            async with asyncio.TaskGroup() as tasks:
                end = tasks.create_task(self._end(), name="kozyr end of workers")
                async with asyncio.TaskGroup() as keepers:
                    for place in range(len(self._sockets)):
                        keepers.create_task(self._keep(place), name=f"kozyr worker {place}")
                end.cancel()
        finally:
            for process in self._running.values():
                with suppress(ProcessLookupError):
                    process.kill()
            shutil.rmtree(self._figures, ignore_errors=True)
        if self._refused is not None:
            raise StartError(self._refused)

    async def _keep(self, place: int) -> None:
        loop = asyncio.get_running_loop()
        failures = 0
        while not self._stop.asked.is_set():
            began_s = loop.time()
            returncode = await self._run_one(place)
            if self._stop.asked.is_set():
                return
            if loop.time() - began_s >= STABLE_S:
                failures = 0
            delay_s = RESTART_DELAYS_S[min(failures, len(RESTART_DELAYS_S) - 1)]
            failures += 1
            self.restarts += 1
            _log.error("worker ended", worker=place, returncode=returncode, restart_in_s=delay_s)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stop.asked.wait(), delay_s)

    async def _run_one(self, place: int) -> int:
        sockets = self._sockets[place]
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            worker.__name__,
            stdin=PIPE,
            stdout=PIPE,
            pass_fds=sockets,
            env={**os.environ, MULTIPROC_VARIABLE: str(self._figures)},
            # Ctrl-C reaches the parent alone, which asks the workers in order.
            start_new_session=True,
        )
        self._running[place] = process
        if self._stop.asked.is_set():
            # It was asked while this one was born and could not hear it.
            process.terminate()
        try:
            assert process.stdin is not None
            order = worker.Order(self._settings, self._choice, sockets, self._house_key)
            process.stdin.write(worker.encode(order))
            await self._listen(place, process)
            return await process.wait()
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
            del self._running[place]
            forget_worker(process.pid, self._figures)

    async def _listen(self, place: int, process: Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            word, _, rest = line.decode(errors="replace").strip().partition(" ")
            if word == "ready":
                _log.debug("worker ready", worker=place, pid=process.pid)
                self._note_ready(place)
            elif word == "error" and self._waiting_for:
                self._refused = rest
                self._stop.ask()
            elif word == "error":
                _log.error("worker did not start", worker=place, reason=rest)

    def _note_ready(self, place: int) -> None:
        if self._waiting_for:
            self._waiting_for.discard(place)
            if not self._waiting_for:
                self._ready()

    async def _end(self) -> None:
        """Once asked, pass it on to the workers, and do not wait for ever."""
        await self._stop.asked.wait()
        self._signal(signal.SIGTERM)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stop.hurry.wait(), self._settings.drain_s + _LAST_S)
            self._signal(signal.SIGTERM)
            await asyncio.sleep(_LAST_S)
        self._signal(signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        for process in self._running.values():
            with suppress(ProcessLookupError):
                process.send_signal(number)
