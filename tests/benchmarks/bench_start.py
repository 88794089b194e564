"""How long kozyr takes to start: `kozyr --help`, and `kozyr serve` until `/readyz` says yes.

    make bench ONLY=bench_start                        # with 10,000 rooms, about a minute
    make bench ONLY=bench_start ARGS="--rooms 1000"

The least of several runs counts: what others do on the machine only adds. `BENCHMARKS.md` says how
to read it.
"""

import argparse
import asyncio
import http
import http.client
import json
import os
import resource
import signal
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import bench_actions  # type: ignore[import-not-found]  # beside this program
import uvloop
from rich.console import Console
from rich.table import Table as Grid

from kozyr_testing.bare_lines import created, opened
from kozyr_testing.ports import free_port

RUNS = 10
START_S = 30.0
GAME, SEATS = "knaves", 3


class Figure(NamedTuple):
    """What took how long, in seconds."""

    what: str
    runs: int
    least_s: float
    median_s: float
    most_s: float
    cpu_s: float
    """User and system time of the fastest run; of `serve` without its store's."""
    bound_s: float


def help_shown() -> Figure:
    """`kozyr --help`."""
    runs = []
    for _ in range(RUNS):
        cpu_s, began = _children_cpu_s(), time.perf_counter()
        subprocess.run([*bench_actions.KOZYR, "--help"], check=True, stdout=subprocess.DEVNULL)
        runs.append((time.perf_counter() - began, _children_cpu_s() - cpu_s))
    return _figure("kozyr --help", runs, 0.25)


def started(what: str, folder: Path, bound_s: float) -> Figure:
    """`kozyr serve` on this data folder, until it is ready."""
    runs = []
    for _ in range(RUNS):
        with serving(folder) as (port, pid, began):
            _await_ready(port)
            runs.append((time.perf_counter() - began, bench_actions.cpu_s(pid)))
    return _figure(what, runs, bound_s)


@contextmanager
def serving(folder: Path) -> Iterator[tuple[int, int, float]]:
    """A server: port, process number, and when it was started."""
    port = free_port()
    began = time.perf_counter()
    command = [*bench_actions.KOZYR, "serve", "--port", str(port), "--data", str(folder)]
    command += ["--creates-per-s", "0", "--commands-per-s", "0", "--log-level", "error"]
    command += ["--house-bots", "0"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        yield port, process.pid, began
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(START_S)


async def fill(port: int, rooms: int) -> None:
    """Open so many rooms."""
    line = await opened(port)
    for _ in range(rooms):
        await created(line, GAME, SEATS)
    line.close()


def measured(rooms: int) -> list[Figure]:
    """All figures."""
    figures = [help_shown()]
    empty = []
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (port, pid, began):
            _await_ready(port)
            empty.append((time.perf_counter() - began, bench_actions.cpu_s(pid)))
    figures.append(_figure("kozyr serve, nothing in the store", empty, 1.0))
    with tempfile.TemporaryDirectory() as folder:
        with serving(Path(folder)) as (port, _, _):
            _await_ready(port)
            uvloop.run(asyncio.wait_for(fill(port, rooms), 600))
        figures.append(started(f"kozyr serve, {rooms:,} rooms", Path(folder), 3.0))
    return figures


def _await_ready(port: int) -> None:
    until = time.monotonic() + START_S
    while time.monotonic() < until:
        with suppress(OSError):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=START_S)
            connection.request("GET", "/readyz")
            status = connection.getresponse().status
            connection.close()
            if status == http.HTTPStatus.OK:
                return
        time.sleep(0.005)
    raise SystemExit("the server did not start")


def _children_cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _figure(what: str, runs: list[tuple[float, float]], bound_s: float) -> Figure:
    least_s, cpu_s = min(runs)
    median_s = statistics.median(wall_s for wall_s, _ in runs)
    return Figure(what, len(runs), least_s, median_s, max(runs)[0], cpu_s, bound_s)


def main() -> None:
    """Measure and print; `--json FILE` keeps the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rooms", type=int, default=10_000)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    figures = measured(given.rooms)
    grid = Grid("what", "runs", "least s", "median s", "most s", "CPU s", "bound s", "")
    for figure in figures:
        times = (figure.least_s, figure.median_s, figure.most_s, figure.cpu_s, figure.bound_s)
        verdict = "ok" if figure.least_s <= figure.bound_s else "over"
        grid.add_row(figure.what, str(figure.runs), *(f"{each:.2f}" for each in times), verdict)
    Console().print(grid)
    if given.json is not None:
        cases = [figure._asdict() for figure in figures]
        result = {"commit": bench_actions.commit_id(), "load": os.getloadavg(), "cases": cases}
        given.json.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
