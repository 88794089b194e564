"""A whole run: the server, the generator, the judge of records, and the report."""

import asyncio
import signal
import time
import urllib.request
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kozyr_load.errors import GeneratorError, TargetError
from kozyr_load.judge.violation import Violation
from kozyr_load.results import thresholds
from kozyr_load.results.collector import Collector
from kozyr_load.results.report import Report, ServerReport
from kozyr_load.results.thresholds import Threshold
from kozyr_load.running.checking import Checker, fetcher
from kozyr_load.running.fleet import Fleet
from kozyr_load.running.messages import (
    Done,
    Failed,
    FromWorker,
    GameDone,
    Plan,
    Ready,
    Tick,
    Violated,
)
from kozyr_load.running.serving import served
from kozyr_load.running.vitals import Vital, Vitals
from kozyr_load.scenario import Scenario
from kozyr_load.target import Target, target

PROBE_S = 5.0
"""Time in which a server must take a connection at all."""


class Order(Struct, frozen=True):
    """What is asked for."""

    scenario: Scenario
    target: Target | None
    """None: start a server."""
    serve_options: tuple[str, ...] = ()
    server_pid: int | None = None
    """Of a server on this machine, for its CPU and memory."""
    thresholds: tuple[Threshold, ...] = ()
    violations: Path | None = None
    """File that gets a line of JSON for each violation that is told."""


class Run:
    """One run.

    Args:
        order: what is asked for.
        show: called once a second, while the load runs and after it.
    """

    def __init__(self, order: Order, show: Callable[[Collector], None]) -> None:
        """Nothing runs before `run`."""
        self._order = order
        self._show = show
        self._collector = Collector(order.scenario)
        self._loop = asyncio.get_running_loop()
        self._failure: str | None = None
        self._started = datetime.now(UTC)
        self._begun_s = 0.0
        self._vitals: list[Vital] = []
        self._checker: Checker | None = None

    async def run(self) -> Report:
        """Run it to its end; Ctrl-C ends the load early and still gives a report.

        Raises:
            LoadError: there is no run to report of.
        """
        async with self._server() as (there, pid):
            await _probe(there)
            report = await self._load(there, pid)
        found = tuple(thresholds.judged(each, report) for each in self._order.thresholds)
        passed = report.passed and all(each.passed for each in found)
        return replace(report, thresholds=found, passed=passed)

    @asynccontextmanager
    async def _server(self) -> AsyncIterator[tuple[Target, int | None]]:
        if self._order.target is not None:
            yield self._order.target, self._order.server_pid
            return
        async with served(self._order.serve_options) as server:
            yield target(server.url, is_own=True), server.pid

    async def _load(self, there: Target, pid: int | None) -> Report:
        scenario = self._order.scenario
        checker = Checker(fetcher(there.http), self._violated_later, scenario.judge.records_per_s)
        self._checker = checker
        checker.start()
        fleet = Fleet(_plans(scenario, there), self._heard)
        watching = self._loop.create_task(self._watch(there, pid))
        with suppress(NotImplementedError):
            self._loop.add_signal_handler(signal.SIGINT, self._interrupt, fleet)
        try:
            await fleet.run(self._begin, scenario.length_s + scenario.finish_s + 10)
            await self._drain(checker)
        finally:
            with suppress(NotImplementedError):
                self._loop.remove_signal_handler(signal.SIGINT)
            watching.cancel()
            # In a thread: the record at hand may take its time.
            self._collector.checked = await asyncio.to_thread(checker.finish)
        if self._failure is not None:
            raise GeneratorError(self._failure)
        # What the thread told last is taken before the report is made.
        await asyncio.sleep(0)
        started = self._started.strftime("%Y-%m-%dT%H:%M:%SZ")
        return self._collector.report(started, self._server_report(there, pid))

    def _begin(self) -> None:
        self._begun_s = time.monotonic()
        self._started = datetime.now(UTC)

    def _interrupt(self, fleet: Fleet) -> None:
        self._collector.is_interrupted = True
        fleet.stop()

    async def _drain(self, checker: Checker) -> None:
        """Check the records that are left, within the time that the scenario gives."""
        checker.hurry()
        until_s = time.monotonic() + self._order.scenario.judge.drain_s
        while checker.waiting and time.monotonic() < until_s:
            if self._collector.is_interrupted:
                return
            await asyncio.sleep(0.05)

    def _heard(self, process: int, message: FromWorker) -> None:
        match message:
            case Tick():
                self._collector.tick(process, message)
            case GameDone() if self._checker is not None:
                self._checker.put(message.played)
            case Violated():
                self._write(message.violation)
            case Failed():
                self._failure = message.reason
            case Done():
                self._collector.unfinished += message.unfinished_games
                self._collector.unchecked_actions += message.unchecked_actions
            case Ready() | GameDone():
                pass

    def _violated_later(self, violation: Violation) -> None:
        """From the thread of the checker."""
        self._loop.call_soon_threadsafe(self._violated, violation)

    def _violated(self, violation: Violation) -> None:
        self._collector.total.count(f"violations.{violation.kind}")
        self._write(violation)

    def _write(self, violation: Violation) -> None:
        path = self._order.violations
        if path is not None:
            with path.open("ab") as file:
                file.write(msgspec.json.encode(violation) + b"\n")

    async def _watch(self, there: Target, pid: int | None) -> None:
        """Once a second: what the server uses, and what is shown."""
        vitals = Vitals()
        while True:
            vital = await asyncio.to_thread(_vital, vitals, there, pid)
            if self._begun_s:
                self._collector.vital(int(time.monotonic() - self._begun_s), vital)
                self._vitals.append(vital)
            self._show(self._collector)
            await asyncio.sleep(1)

    def _server_report(self, there: Target, pid: int | None) -> ServerReport:
        total, vitals = self._collector.total, self._vitals
        stretches = self._order.scenario.stretches
        measured = [
            second
            for second in self._collector.seconds()
            if second.phase >= 0 and not stretches[second.phase].warm_up
        ]
        is_known = any(each.memory_bytes is not None or each.store_bytes for each in vitals)
        source = "none" if not is_known else ("processes" if pid is not None else "metrics")
        return ServerReport(
            url=there.url,
            version=", ".join(total.by_prefix("server")) or "unknown",
            durability=", ".join(total.by_prefix("durability")) or "unknown",
            source=source,
            cpu=_mean([each.server_cpu for each in measured]),
            max_bytes=max((each.memory_bytes or 0 for each in vitals), default=0) or None,
            store_cpu=_mean([each.store_cpu for each in measured]),
            store_max_bytes=max((each.store_bytes or 0 for each in vitals), default=0) or None,
        )


def connections(scenario: Scenario) -> int:
    """Connections that a scenario keeps up at most, but for second tabs."""
    mix = scenario.mix
    seats = sum((each.seats or 0) * each.weight for each in mix) / sum(each.weight for each in mix)
    people = scenario.most_rooms * (seats + scenario.spectators.per_room)
    return int(people) + scenario.lobby.watchers + 1


def _plans(scenario: Scenario, there: Target) -> list[Plan]:
    count, people = scenario.generator.processes, connections(scenario)
    return [Plan(scenario, there, number, count, people) for number in range(count)]


async def _probe(there: Target) -> None:
    """Make sure that somebody listens.

    Raises:
        TargetError: nobody does.
    """
    uri = there.uri
    try:
        async with asyncio.timeout(PROBE_S):
            _, writer = await asyncio.open_connection(uri.host, uri.port)
    except TimeoutError:
        raise TargetError(f"no server answers at {there.url}") from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise TargetError(f"no server answers at {there.url}: {reason}") from None
    writer.close()


def _vital(vitals: Vitals, there: Target, pid: int | None) -> Vital:
    if pid is not None:
        return vitals.of_processes(pid)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"{there.http}/metrics", timeout=2) as answer:
            return vitals.of_metrics(answer.read().decode())
    except (OSError, UnicodeError, ValueError):
        return Vital()


def _mean(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(sum(known) / len(known), 3) if known else None
