"""The report of a run: `kozyr.load/1`, one JSON object. `report.schema.json` is made from it.

`python -m kozyr_load.results.report` writes the schema anew, with `--check` it only compares.
"""

import json
import sys
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from kozyr_load.errors import ScenarioError

FORMAT = "kozyr.load/1"

SCHEMA = Path(__file__).with_name("report.schema.json")


class Latency(Struct, frozen=True):
    """One kind of latency; milliseconds. Percentiles are at most 0.8 % too high."""

    count: int
    mean_ms: float | None
    p50_ms: float | None
    p90_ms: float | None
    p99_ms: float | None
    p999_ms: float | None
    max_ms: float | None


class PhaseReport(Struct, frozen=True):
    """One phase."""

    name: str
    warm_up: bool
    duration_s: float
    actions: int
    actions_per_s: float
    games: int
    errors: int
    action: Latency | None
    """None: not measured, because the generator was the bottleneck."""
    delivery: Latency | None


class Second(Struct, frozen=True):
    """One second of the run."""

    second: int
    phase: int
    """From 0; -1: open games were finished, unmeasured."""
    rooms: int
    people: int
    actions: int
    errors: int
    resumes: int
    p50_ms: float | None
    p99_ms: float | None
    delivery_p99_ms: float | None
    lag_ms: float
    """The longest of all processes of the generator."""
    generator_cpu: float
    """Cores, all its processes together."""
    server_cpu: float | None
    """Cores, all its processes together, without its store."""
    server_bytes: int | None
    store_cpu: float | None
    store_bytes: int | None


class GeneratorReport(Struct, frozen=True):
    """What is known of the generator itself."""

    processes: int
    cpu: float
    """Of the busiest process, share of one core, over the measured phases."""
    lag_p99_ms: float
    lag_max_ms: float
    bottleneck: tuple[str, ...]
    """Why its latencies cannot be believed, a sentence each; empty: they can."""


class ServerReport(Struct, frozen=True):
    """The server, as far as it can be seen."""

    url: str
    version: str
    durability: str
    source: str
    """Where its figures are from: `processes`, `metrics` or `none`."""
    cpu: float | None
    """Cores, mean over the measured phases; all its processes, without the store."""
    max_bytes: int | None
    store_cpu: float | None
    store_max_bytes: int | None


class JudgeReport(Struct, frozen=True):
    """What was judged."""

    rooms: int
    versions: int
    """Of these rooms, each at least once."""
    pictures: int
    """Compared with another client's picture of the same version."""
    games: int
    """Finished, in all rooms."""
    records: int
    """Checked: replayed, recounted, and held against the acknowledged actions."""
    records_left: int
    """Not checked, for want of time or because rooms were private."""
    actions: int
    """Acknowledged, of which the record was checked."""
    actions_left: int
    """Acknowledged, in games that did not end."""
    violations: dict[str, int]
    """By kind; see `clients/load/README.md`."""


class ThresholdReport(Struct, frozen=True):
    """A threshold and what came of it."""

    text: str
    value: float | None
    """None: it was not measured, which fails."""
    passed: bool


class Report(Struct, frozen=True):
    """A whole run."""

    format: str
    kozyr: str
    """Version of the load test."""
    started: str
    """RFC 3339, UTC."""
    duration_s: float
    """Of the measured phases."""
    scenario: dict[str, Any]
    """All keys, with those that have their default."""
    generator: GeneratorReport
    server: ServerReport
    totals: dict[str, int]
    """Counters of the whole run, warm-up and finish included; see `clients/load/README.md`."""
    actions_per_s: float
    """Over the measured phases."""
    latency: dict[str, Latency] | None
    """`action`, `delivery`, `service`, `resume`, `storm`, `connect`, `lobby`, as far as there were
    any, over the measured phases, but `storm` over all. None: the generator was the bottleneck."""
    errors: dict[str, int]
    """Refusals by code, without those that a right client cannot avoid (`races`)."""
    races: dict[str, int]
    closes: dict[str, int]
    """Connections that ended without our doing, by close code."""
    resumes: dict[str, int]
    """Rooms followed again, by reason; `resumed`: with all that was missed."""
    phases: tuple[PhaseReport, ...]
    seconds: tuple[Second, ...]
    judge: JudgeReport
    thresholds: tuple[ThresholdReport, ...]
    interrupted: bool
    passed: bool
    """No violation, and all thresholds are kept."""


def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of a report."""
    (reference,), components = msgspec.json.schema_components(
        [Report], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": FORMAT,
        **reference,
        "$defs": components,
    }


def schema_text() -> str:
    """The file of the schema."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def dumps(report: Report) -> bytes:
    """A report as the file has it."""
    return msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n"


def read(path: Path) -> Report:
    """A report from its file.

    Raises:
        ScenarioError: it cannot be read, or is none.
    """
    try:
        report = msgspec.json.decode(path.read_bytes(), type=Report)
    except OSError as error:
        raise ScenarioError(str(path), error.strerror or "cannot be read") from None
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise ScenarioError(str(path), f"is no report of a load test: {error}") from None
    if report.format != FORMAT:
        raise ScenarioError(str(path), f"is {report.format!r}; this version reads {FORMAT!r}")
    return report


def main() -> int:
    """Write the schema, or compare it."""
    if "--check" in sys.argv[1:]:
        return int(SCHEMA.read_text(encoding="utf-8") != schema_text())
    SCHEMA.write_text(schema_text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
