"""How kozyr scales: rates, a crowd, a full store, many tables. Runs of the load test.

    make bench ONLY=bench_scale                                # all at full size, about 18 minutes
    make bench ONLY=bench_scale ARGS="crowd --share 0.1"       # one case at a tenth of the size

The scenarios are in `scale/`; `BENCHMARKS.md` says how to read what comes out. Each run has a
server of its own; it shows how it goes, ends by itself, and stops the server.
"""

import argparse
import asyncio
import json
import os
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, NamedTuple

import bench_actions  # type: ignore[import-not-found]  # beside this program
import msgspec
import uvloop
from rich.console import Console
from rich.table import Table as Grid

from kozyr_load.results import svg
from kozyr_load.results.report import Latency, Report
from kozyr_server.running.listening import raise_file_limit
from kozyr_testing.bare_lines import Line, created, in_parts, opened
from kozyr_testing.scale_runs import Loaded, Serving, folder, loaded, scenario, serving

HERE = Path(__file__).parent
PLOT = HERE / "results" / "tables.svg"
"""Written at full size; else it goes to `build`."""
RATES = (1000, 2000, 5000)
TABLES = (64, 500, 2000, 5000)
STORED = 100_000
CREATORS = 64
STORM_S, BACK_MS = 10.0, 100.0


class Row(NamedTuple):
    """A figure and what it must keep."""

    what: str
    value: float | None
    """None: it was not measured."""
    unit: str
    bound: float | None = None
    note: str = ""

    @property
    def verdict(self) -> str:
        """`ok`, `over`, or nothing where there is no bound."""
        if self.bound is None:
            return ""
        return "ok" if self.value is not None and self.value <= self.bound else "over"


async def rates(share: float, keep: Path | None) -> list[Row]:
    """Open loop: from a frame in to the last player's frame out."""
    rows = []
    for rate in (round(each * share) for each in RATES):
        with folder() as data, serving(data) as server:
            run = await loaded(
                server,
                scenario(HERE / "scale/rates.toml", {"rate": rate}),
                _file(keep, f"rate-{rate}"),
            )
        name, disk = f"{rate:,} actions/s", run.fdatasync_ms
        rows.append(Row(f"{name}: median fdatasync", disk, "ms"))
        for kind in ("service", "delivery"):
            found = _latency(run.report, kind)
            bounds = (0.4 + 2 * disk, 3 + 5 * disk) if kind == "service" else (None, None)
            rows += [
                Row(f"{name}: {kind} p50", found.p50_ms, "ms", bounds[0]),
                Row(f"{name}: {kind} p99", found.p99_ms, "ms", bounds[1]),
            ]
        rows += [Row(f"{name}: acknowledged", run.report.actions_per_s, "/s"), *_common(name, run)]
    return rows


async def crowd(share: float, keep: Path | None) -> list[Row]:
    """All seats that one machine allows; people who come back; a storm."""
    plan = scenario(HERE / "scale/crowd.toml", {})
    storm = plan.faults.storms[0]
    changes = {
        "rooms": round(plan.rooms * share),
        "arrival_per_s": plan.arrival_per_s * share,
        "faults.behind_every_s": plan.faults.behind_every_s * max(share, 0.1),
        "faults.storms": [{"at_s": storm.at_s, "clients": round(storm.clients * share)}],
    }
    with folder() as data, serving(data) as server:
        before = server.memory()
        run = await loaded(
            server, scenario(HERE / "scale/crowd.toml", changes), _file(keep, "crowd")
        )
        store = server.store_memory()
    report = run.report
    playing = [second for second in report.seconds if second.phase == 1]
    people = max((second.people for second in playing), default=0)
    memory = max((second.server_bytes or 0 for second in playing), default=0)
    service, resume, back = (_latency(report, kind) for kind in ("service", "resume", "storm"))
    resumed = ", ".join(f"{name} {number}" for name, number in report.resumes.items())
    cut = report.totals.get("cuts", 0) - report.totals.get("behind", 0)
    return [
        Row("seats that play", people, ""),
        Row("actions", report.actions_per_s, "/s"),
        Row("service p50", service.p50_ms, "ms"),
        Row("service p99", service.p99_ms, "ms", BACK_MS),
        Row("resume p50, 50 versions missed", resume.p50_ms, "ms"),
        Row("resume p99, 50 versions missed", resume.p99_ms, "ms", BACK_MS, resumed),
        Row("cut at once", cut, ""),
        Row("back after the storm", back.count, ""),
        Row(
            "until the last was back",
            None if back.max_ms is None else back.max_ms / 1000,
            "s",
            STORM_S,
        ),
        Row("memory of a seat, its part of the room", (memory - before) / people / 1000, "KB", 30),
        Row("store: used memory", store[0] / 1e6, "MB"),
        Row("store: resident", store[1] / 1e6, "MB"),
        *_common("crowd", run),
    ]


async def tables(share: float, keep: Path | None) -> list[Row]:
    """CPU of an action by the number of tables, at the same rate."""
    rows, points = [], []
    for count in (max(8, round(each * share)) for each in TABLES):
        plan = scenario(HERE / "scale/tables.toml", {})
        seats, *rest = msgspec.to_builtins(plan.phases)
        seats["duration_s"] += count / plan.arrival_per_s
        phases = [seats, *rest]
        changes = {"rooms": count, "rate": plan.rate * share, "phases": phases}
        with folder() as data, serving(data) as server:
            run = await loaded(
                server,
                scenario(HERE / "scale/tables.toml", changes),
                _file(keep, f"tables-{count}"),
            )
        server_us, store_us = _cpu_us(run.report)
        points.append((count, server_us, store_us))
        total, least = server_us + store_us, sum(points[0][1:])
        rows += [
            Row(f"{count:,} tables: CPU an action", total, "µs", 1.25 * least),
            Row(f"{count:,} tables: beside the fewest", total / least, "times", 1.25),
            *_common(f"{count:,} tables", run),
        ]
    plot = PLOT if share == 1 else Path("build") / PLOT.name
    plot.parent.mkdir(exist_ok=True)
    plot.write_text(plotted(points))
    return rows


async def stored(share: float, keep: Path | None) -> list[Row]:
    """The same load without and with very many rooms in the store, then a start with them."""
    plan = {"rooms": max(12, round(571 * share))}
    with folder() as data:
        with serving(data) as server:
            load = scenario(HERE / "scale/stored.toml", plan)
            alone = await loaded(server, load, _file(keep, "without-stored"))
            before, store_before = server.memory(), server.store_memory()
            count, took_s = await filled(server, round(STORED * share))
            memory, store = server.memory(), server.store_memory()
            beside = await loaded(server, load, _file(keep, "with-stored"))
            left = _rooms_in(server)
        with serving(data) as again:
            started_s = again.started_s
    listed = beside.report.server.max_bytes or 0
    rows = [
        Row(
            "rooms created through the protocol", count, "", None, f"{count / took_s:,.0f} a second"
        ),
        Row("rooms in the store after the load", left, ""),
        Row("store: used memory of a room", (store[0] - store_before[0]) / count / 1000, "KB"),
        Row("store: used memory", store[0] / 1e6, "MB"),
        Row("store: resident", store[1] / 1e6, "MB"),
        Row("server: memory of a room that is idle", (memory - before) / count / 1000, "KB", 4),
        Row("server: memory with them", memory / 1e6, "MB"),
        Row("server: the most while people look at them", listed / 1e6, "MB"),
        Row("start until /readyz, with them", started_s, "s"),
    ]
    for name, run in (("without them", alone), ("with them", beside)):
        service, lobby = _latency(run.report, "service"), _latency(run.report, "lobby")
        rows += [
            Row(f"{name}: service p50", service.p50_ms, "ms"),
            Row(f"{name}: service p99", service.p99_ms, "ms"),
            Row(f"{name}: a page of the lobby p99", lobby.p99_ms, "ms"),
            *_common(name, run),
        ]
    return rows


async def filled(server: Serving, count: int) -> tuple[int, float]:
    """Create so many rooms as many guests; how many, and in how many seconds."""
    games = tuple(mix for mix in scenario(HERE / "scale/stored.toml", {}).mix)
    lines: list[Line] = await in_parts(opened(server.port) for _ in range(CREATORS))
    began, made = time.monotonic(), 0

    async def create(line: Line, number: int) -> None:
        nonlocal made
        for place in range(number, count, CREATORS):
            mix = games[place % len(games)]
            await created(line, mix.game, mix.seats or 0)
            made += 1
            if made % 10_000 == 0:
                print(f"    {made:,} rooms, {time.monotonic() - began:.0f} s", flush=True)

    await asyncio.gather(*(create(line, number) for number, line in enumerate(lines)))
    for line in lines:
        line.close()
    return made, time.monotonic() - began


def _rooms_in(server: Serving) -> int:
    with server.store() as store:
        return sum(1 for _ in store.scan_iter("*:room:*:state", count=10_000))


def _file(keep: Path | None, name: str) -> Path | None:
    return None if keep is None else keep / name


def _latency(report: Report, kind: str) -> Latency:
    """One without figures where it was not measured."""
    return (report.latency or {}).get(kind) or Latency(0, None, None, None, None, None, None)


def _cpu_us(report: Report) -> tuple[float, float]:
    """Of an action: of the server, of its store."""
    rate = max(1e-9, report.actions_per_s)
    return (report.server.cpu or 0) / rate * 1e6, (report.server.store_cpu or 0) / rate * 1e6


def _common(name: str, run: Loaded) -> list[Row]:
    report, (server_us, store_us) = run.report, _cpu_us(run.report)
    bad = {**report.errors, **{f"close {code}": n for code, n in report.closes.items()}}
    bad |= report.judge.violations
    wrong = ", ".join(f"{code} {number}" for code, number in bad.items())
    busy = "; ".join(report.generator.bottleneck)
    return [
        Row(f"{name}: CPU an action, server", server_us, "µs"),
        Row(f"{name}: CPU an action, store", store_us, "µs"),
        Row(f"{name}: generator, share of a core each", report.generator.cpu, "", None, busy),
        Row(f"{name}: errors, closes, violations", sum(bad.values()), "", 0, wrong),
    ]


def plotted(points: list[tuple[int, float, float]]) -> str:
    """CPU of an action by tables, as bars of server and store."""
    top, height, width = svg.ceiling(max(sum(point[1:]) for point in points)), 240, 90
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {60 + width * len(points)} 290">',
        "<style>text { font: 12px sans-serif }</style>",
        '<text x="4" y="14">CPU of an action, µs: server (blue) and store (red), by tables</text>',
    ]
    for place, (count, server_us, store_us) in enumerate(points):
        x, y = 40 + width * place, float(height + 24)
        for colour, value in zip(svg.COLOURS, (server_us, store_us), strict=False):
            tall = (height - 20) * value / top
            y -= tall
            parts.append(
                f'<rect x="{x}" y="{y:.1f}" width="50" height="{tall:.1f}" fill="{colour}"/>'
            )
        parts += [
            f'<text x="{x}" y="{y - 4:.1f}">{server_us + store_us:.0f}</text>',
            f'<text x="{x}" y="{height + 42}">{count:,}</text>',
        ]
    return "\n".join([*parts, "</svg>\n"])


CASES: dict[str, Callable[[float, Path | None], Coroutine[Any, Any, list[Row]]]] = {
    "rates": rates,
    "crowd": crowd,
    "stored": stored,
    "tables": tables,
}


def shown(name: str, rows: list[Row]) -> Grid:
    """The rows of a case."""
    grid = Grid("what", "figure", "", "bound", "", "", title=name)
    for row in rows:
        value = "not measured" if row.value is None else _short(row.value)
        bound = "" if row.bound is None else _short(row.bound)
        grid.add_row(row.what, value, row.unit, bound, row.verdict, row.note)
    return grid


def _short(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"


def main() -> None:
    """Measure and print; `--json FILE` keeps the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("cases", nargs="*", choices=[*CASES, []], help="all, where none is named")
    parser.add_argument("--share", type=float, default=1.0, help="of the full size")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--reports", type=Path, help="folder of the runs' own reports")
    given = parser.parse_args()
    raise_file_limit()
    if given.reports is not None:
        given.reports.mkdir(parents=True, exist_ok=True)
    console, kept = Console(width=140), dict[str, Any]()
    for name in given.cases or CASES:
        console.print(f"[bold]{name}[/bold]")
        began = time.monotonic()
        rows = uvloop.run(CASES[name](given.share, given.reports))
        console.print(shown(name, rows), f"{time.monotonic() - began:.0f} s")
        kept[name] = [row._asdict() for row in rows]
        if given.json is not None:
            result = {"commit": bench_actions.commit_id(), "share": given.share}
            result |= {"load": os.getloadavg(), "cases": kept}
            given.json.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
