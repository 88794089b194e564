"""Adds up what the processes of the generator tell, and makes the report."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec
from msgspec import Struct

from kozyr_load.counts import ACTION, DELIVERY, LAG, LATENCIES, STORM, Counts
from kozyr_load.histogram import Histogram
from kozyr_load.results import report
from kozyr_load.results.report import (
    GeneratorReport,
    JudgeReport,
    Latency,
    PhaseReport,
    Report,
    Second,
    ServerReport,
)
from kozyr_load.running.messages import Tick
from kozyr_load.running.vitals import Vital
from kozyr_load.scenario import Scenario
from kozyr_protocol.__about__ import __version__


class Checked(Struct, frozen=True):
    """What became of the records."""

    records: int = 0
    left: int = 0
    actions: int = 0


@dataclass
class _Second:
    phase: int = 0
    counts: Counts = field(default_factory=Counts)
    rooms: dict[int, int] = field(default_factory=dict)
    people: dict[int, int] = field(default_factory=dict)
    cpu_s: float = 0.0
    passed_s: dict[int, float] = field(default_factory=dict)
    lag_ms: float = 0.0
    vital: Vital | None = None


class Collector:
    """All figures of one run.

    Args:
        scenario: what is run.

    Attributes:
        total: Of the whole run.
        measured: Of the phases that are no warm-up.
        checked: Of the records.
        unfinished: Games that did not end.
        unchecked_actions: Acknowledged actions in them.
        is_interrupted: The run ended before its time.
    """

    def __init__(self, scenario: Scenario) -> None:
        """Nothing was heard yet."""
        self.scenario = scenario
        self.total = Counts()
        self.measured = Counts()
        self.checked = Checked()
        self.unfinished = 0
        self.unchecked_actions = 0
        self.is_interrupted = False
        self._stretches = scenario.stretches
        self._phases = [Counts() for _ in self._stretches]
        self._seconds: dict[int, _Second] = {}
        self._spent: list[dict[int, float]] = [{} for _ in self._stretches]
        self._cpu_s: dict[int, float] = {}

    def tick(self, process: int, tick: Tick) -> None:
        """Take a second of one process."""
        counts = Counts.unpacked(tick.counts)
        self.total.add(counts)
        if tick.phase >= 0:
            self._phases[tick.phase].add(counts)
            _add(self._spent[tick.phase], process, tick.passed_s)
            if not self._stretches[tick.phase].warm_up:
                self.measured.add(counts)
                _add(self._cpu_s, process, tick.cpu * tick.passed_s)
        second = self._seconds.setdefault(tick.second, _Second())
        second.phase = tick.phase
        second.counts.add(counts)
        second.rooms[process] = tick.rooms
        second.people[process] = tick.people
        second.cpu_s += tick.cpu * tick.passed_s
        _add(second.passed_s, process, tick.passed_s)
        second.lag_ms = max(second.lag_ms, tick.lag_max_ms)

    def vital(self, second: int, vital: Vital) -> None:
        """Take what the server uses in one second."""
        self._seconds.setdefault(second, _Second()).vital = vital

    def seconds(self) -> tuple[Second, ...]:
        """The run second by second; those for which nobody spoke are left out."""
        is_known = not self.bottleneck()
        return tuple(
            _second(number, each, is_known)
            for number, each in sorted(self._seconds.items())
            if each.rooms
        )

    def latest(self) -> Second | None:
        """The last second that all processes have told of, as far as that is known."""
        known = sorted(number for number, each in self._seconds.items() if each.rooms)
        if not known:
            return None
        number = known[-2] if len(known) > 1 else known[-1]
        return _second(number, self._seconds[number], not self.bottleneck())

    def bottleneck(self) -> tuple[str, ...]:
        """Why the latencies cannot be believed, a sentence each."""
        limits, found = self.scenario.generator, []
        cpu, lag = self._cpu(), self.measured.histogram(LAG).percentile_ms(99) or 0.0
        if cpu > limits.max_cpu:
            found.append(
                f"a process of the generator used {cpu:.0%} of a core, more than "
                f"{limits.max_cpu:.0%}: use more --processes, or ask for less"
            )
        if lag > limits.max_lag_ms:
            found.append(
                f"the loop of the generator was {lag:.1f} ms late (99th percentile), more than "
                f"{limits.max_lag_ms:g} ms: the machine is too busy to measure with"
            )
        return tuple(found)

    def report(self, started: str, server: ServerReport) -> Report:
        """The whole run, before thresholds; `passed` is about violations only."""
        bottleneck, total = self.bottleneck(), self.total
        lag = self.measured.histogram(LAG)
        storms = {name: each for name, each in total.histograms.items() if name == STORM}
        latency = None if bottleneck else latencies({**self.measured.histograms, **storms})
        violations = total.by_prefix("violations")
        duration_s = round(max(self._measured_s().values(), default=0.0), 3)
        return Report(
            format=report.FORMAT,
            kozyr=__version__,
            started=started,
            duration_s=duration_s,
            scenario=msgspec.to_builtins(self.scenario),
            generator=GeneratorReport(
                self.scenario.generator.processes,
                round(self._cpu(), 3),
                round(lag.percentile_ms(99) or 0.0, 3),
                lag.max_us / 1000,
                bottleneck,
            ),
            server=server,
            totals=dict(sorted(total.numbers.items())),
            actions_per_s=_rate(self.measured.numbers["actions"], duration_s),
            latency=latency,
            errors=total.by_prefix("errors"),
            races=total.by_prefix("races"),
            closes=total.by_prefix("closes"),
            resumes=total.by_prefix("resumes"),
            phases=tuple(self._phase(n, not bottleneck) for n in range(len(self._phases))),
            seconds=self.seconds(),
            judge=self._judge(violations),
            thresholds=(),
            interrupted=self.is_interrupted,
            passed=not violations,
        )

    def _measured_s(self) -> dict[int, float]:
        """Seconds of the measured phases, by process."""
        found: dict[int, float] = {}
        for phase, spent in zip(self._stretches, self._spent, strict=True):
            for process, passed_s in spent.items():
                if not phase.warm_up:
                    _add(found, process, passed_s)
        return found

    def _cpu(self) -> float:
        """Mean share of the busiest process over the measured phases."""
        passed = self._measured_s()
        return max((used / passed[process] for process, used in self._cpu_s.items()), default=0.0)

    def _phase(self, number: int, is_known: bool) -> PhaseReport:
        phase, counts = self._stretches[number], self._phases[number]
        spent_s = round(max(self._spent[number].values(), default=0.0), 3)
        return PhaseReport(
            name=phase.name,
            warm_up=phase.warm_up,
            duration_s=spent_s,
            actions=counts.numbers["actions"],
            actions_per_s=_rate(counts.numbers["actions"], spent_s),
            games=counts.numbers["games"],
            errors=sum(counts.by_prefix("errors").values()),
            action=latency(counts.histogram(ACTION)) if is_known else None,
            delivery=latency(counts.histogram(DELIVERY)) if is_known else None,
        )

    def _judge(self, violations: dict[str, int]) -> JudgeReport:
        numbers = self.total.numbers
        return JudgeReport(
            rooms=numbers["judged.rooms"],
            versions=numbers["judged.versions"],
            pictures=numbers["judged.pictures"],
            games=numbers["games"],
            records=self.checked.records,
            records_left=self.checked.left,
            actions=self.checked.actions,
            actions_left=self.unchecked_actions,
            violations=violations,
        )


def latency(histogram: Histogram) -> Latency:
    """What a report says of a histogram."""
    return Latency(
        count=histogram.count,
        mean_ms=histogram.mean_ms(),
        p50_ms=histogram.percentile_ms(50),
        p90_ms=histogram.percentile_ms(90),
        p99_ms=histogram.percentile_ms(99),
        p999_ms=histogram.percentile_ms(99.9),
        max_ms=histogram.max_us / 1000 if histogram.count else None,
    )


def latencies(histograms: Mapping[str, Histogram]) -> dict[str, Latency]:
    """Those of the server of which there are any, in the order of reports."""
    return {name: latency(histograms[name]) for name in LATENCIES if name in histograms}


def _second(number: int, second: _Second, is_known: bool) -> Second:
    counts, vital = second.counts, second.vital
    action = counts.histogram(ACTION) if is_known else Histogram()
    delivery = counts.histogram(DELIVERY) if is_known else Histogram()
    return Second(
        second=number,
        phase=second.phase,
        rooms=sum(second.rooms.values()),
        people=sum(second.people.values()),
        actions=counts.numbers["actions"],
        errors=sum(counts.by_prefix("errors").values()),
        resumes=sum(counts.by_prefix("resumes").values()),
        p50_ms=action.percentile_ms(50),
        p99_ms=action.percentile_ms(99),
        delivery_p99_ms=delivery.percentile_ms(99),
        lag_ms=round(second.lag_ms, 3),
        generator_cpu=round(second.cpu_s / max(1e-3, *second.passed_s.values()), 3),
        server_cpu=vital.cpu if vital is not None else None,
        server_bytes=vital.memory_bytes if vital is not None else None,
        store_cpu=vital.store_cpu if vital is not None else None,
        store_bytes=vital.store_bytes if vital is not None else None,
    )


def _add(sums: dict[int, float], key: int, number: float) -> None:
    sums[key] = sums.get(key, 0.0) + number


def _rate(count: int, seconds: float) -> float:
    return round(count / seconds, 2) if seconds else 0.0
