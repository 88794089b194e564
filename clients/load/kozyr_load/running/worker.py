"""`python -m kozyr_load.running.worker`: one process of the generator, driven over its pipes."""

import asyncio
import contextlib
import gc
import importlib.util
import os
import signal
import sys
import time
from collections.abc import Callable

from kozyr_load.counts import LAG, Counts, PackedCounts
from kozyr_load.errors import LoadError
from kozyr_load.judge.court import Court
from kozyr_load.judge.records import Played
from kozyr_load.judge.violation import Violation
from kozyr_load.people.desk import Desk
from kozyr_load.people.director import Director
from kozyr_load.running import messages
from kozyr_load.running.messages import (
    Done,
    Failed,
    FromWorker,
    GameDone,
    Go,
    Plan,
    Ready,
    Tick,
    Violated,
)
from kozyr_load.target import allow_files

PULSE_S = 0.01
"""So often the loop is asked whether it is late."""

COLLECT = 50_000, 20, 100
"""Thresholds of the collector."""

LAST_ANSWERS_S = 3.0
"""At the end the answers to what was sent are waited for."""


class Watch:
    """Measures how late the loop is, and how much CPU this process takes."""

    def __init__(self, counts: Counts) -> None:
        """Begin when `start` is called."""
        self._counts = counts
        self._loop = asyncio.get_running_loop()
        self._due_s = 0.0
        self._cpu_s = time.process_time()
        self._wall_s = time.monotonic()
        self._max_s = 0.0

    def start(self) -> None:
        """Pulse from now on."""
        self._due_s = time.monotonic() + PULSE_S
        self._loop.call_later(PULSE_S, self._pulse)

    def taken(self) -> tuple[float, float, float]:
        """Since this was asked last: the longest lag in ms, share of one core, seconds."""
        cpu_s, wall_s = time.process_time(), time.monotonic()
        passed_s = max(1e-6, wall_s - self._wall_s)
        share = (cpu_s - self._cpu_s) / passed_s
        lag_ms, self._max_s = self._max_s * 1000, 0.0
        self._cpu_s, self._wall_s = cpu_s, wall_s
        return lag_ms, share, passed_s

    def _pulse(self) -> None:
        late_s = max(0.0, time.monotonic() - self._due_s)
        self._counts.time(LAG, late_s)
        self._max_s = max(self._max_s, late_s)
        self.start()


class Worker:
    """Runs one plan.

    Args:
        plan: what to do.
        tell: sends a message to the parent.
    """

    def __init__(self, plan: Plan, tell: Callable[[FromWorker], None]) -> None:
        """Nothing runs before `run`."""
        self._plan = plan
        self._tell = tell
        self._counts = Counts()
        self._loop = asyncio.get_running_loop()
        self._start_s = time.monotonic()
        self.stop = asyncio.Event()
        court = Court(self._counts, self._violated, lambda: time.monotonic() - self._start_s)
        self.desk = Desk(plan.scenario, plan.target, court, self._finished, self._failed)
        self.desk.source = plan.target.source(plan.process, plan.connections)
        self.desk.rng.seed(plan.scenario.seed * 64 + plan.process)
        self._director = Director(self.desk, plan.process, plan.processes, self._tick)
        self._watch = Watch(self._counts)
        self._second = 0

    async def run(self) -> None:
        """The whole run; told second by second."""
        self._start_s = time.monotonic()
        self._watch.taken()
        self._watch.start()
        ticking = self._loop.create_task(self._ticks())
        try:
            await self._director.run(self.stop)
        finally:
            ticking.cancel()
        await self._last_answers()
        tables = self._director.tables
        open_games = [table for table in tables if not table.is_gone and table.made]
        unchecked = sum(table.made for table in open_games)
        self._director.close()
        await self.desk.close()
        self._tick()
        self._tell(Done(len(open_games), unchecked))

    async def _last_answers(self) -> None:
        self.desk.is_over = True
        until_s = time.monotonic() + LAST_ANSWERS_S
        actors = [
            person.actor
            for table in self._director.tables
            for person in table.players
            if person.actor is not None and not table.is_gone
        ]
        while time.monotonic() < until_s and any(actor.pending for actor in actors):  # noqa: ASYNC110 - bounded
            await asyncio.sleep(0.01)

    async def _ticks(self) -> None:
        while True:
            await asyncio.sleep(self._start_s + self._second + 1 - time.monotonic())
            self._tick()
            self._second += 1

    def _tick(self) -> None:
        lag_ms, cpu, passed_s = self._watch.taken()
        rooms = sum(not table.is_gone for table in self._director.tables)
        packed: PackedCounts = self._counts.taken()
        self._tell(
            Tick(
                second=self._second,
                phase=self._director.phase,
                passed_s=passed_s,
                rooms=rooms,
                people=self.desk.people,
                lag_max_ms=lag_ms,
                cpu=cpu,
                counts=packed,
            )
        )

    def _finished(self, played: Played) -> None:
        self._tell(GameDone(played))

    def _violated(self, violation: Violation) -> None:
        self._tell(Violated(violation))

    def _failed(self, reason: str) -> None:
        if not self.stop.is_set():
            self.stop.set()
            self._tell(Failed(reason))


class _Pipe(asyncio.Protocol):
    """Tells when all that was written has gone out, after the transport was closed."""

    def __init__(self) -> None:
        self.flushed = asyncio.Event()

    def connection_lost(self, error: Exception | None) -> None:
        self.flushed.set()


async def _main() -> None:
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    writer, pipe = await loop.connect_write_pipe(_Pipe, sys.stdout)

    def tell(message: FromWorker) -> None:
        writer.write(messages.framed(message))

    plan = await _heard(reader)
    if not isinstance(plan, Plan):
        return
    try:
        allow_files(-(-plan.connections // plan.processes))
        worker = Worker(plan, tell)
    except LoadError as error:
        tell(Failed(str(error)))
        writer.close()
        await pipe.flushed.wait()
        return
    tell(Ready())
    if isinstance(await _heard(reader), Go):
        listening = loop.create_task(_listen(reader, worker))
        # What was loaded so far lives as long as the process: no need to look at it again.
        # Reference counts free nearly all else, and a walk over thousands of people takes long.
        gc.freeze()
        gc.set_threshold(*COLLECT)
        await worker.run()
        listening.cancel()
    writer.close()
    await pipe.flushed.wait()


async def _heard(reader: asyncio.StreamReader) -> messages.ToWorker | None:
    """The parent's next message; None: it is gone."""
    try:
        length = int.from_bytes(await reader.readexactly(4), "big")
        return messages.to_worker.decode(await reader.readexactly(length))
    except asyncio.IncompleteReadError:
        return None


async def _listen(reader: asyncio.StreamReader, worker: Worker) -> None:
    """Stop when the parent says so, or is gone."""
    await _heard(reader)
    worker.stop.set()


def main() -> None:
    """Run until the plan is done."""
    # Ctrl-C reaches all processes; the parent then says what is to be done.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    factory = None
    if importlib.util.find_spec("uvloop") is not None:
        import uvloop  # noqa: PLC0415 - where it is installed

        factory = uvloop.new_event_loop
    with contextlib.suppress(BrokenPipeError), asyncio.Runner(loop_factory=factory) as runner:
        runner.run(_main())
    os._exit(0)


if __name__ == "__main__":
    main()
