"""A server under measurement, and runs of the load test against it, for `bench_scale.py`."""

import contextlib
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from msgspec import Struct
from redis import Redis

from kozyr_cli import words
from kozyr_load import scenario_file
from kozyr_load.results import html
from kozyr_load.results.collector import Collector
from kozyr_load.results.report import Report, dumps
from kozyr_load.running.run import Order, Run
from kozyr_load.running.vitals import use_of
from kozyr_load.scenario import Scenario
from kozyr_load.target import target
from kozyr_testing.ports import free_port

OPTIONS = (
    *("--commands-per-s", "0", "--creates-per-s", "0", "--chat-per-s", "0", "--lists-per-s", "0"),
    *("--max-connections", "19000", "--max-requests", "6000", "--empty-closes-s", "86400"),
    *("--house-bots", "0"),
    *("--log-level", "error", "--drain-s", "0"),
)
"""Of `kozyr serve`: loopback counts as one person who does much, rooms stay, and thousands may be
between dialling and the upgrade when all dial at once."""

START_S, STOP_S = 120.0, 60.0
EACH_S = 5.0
"""So often a run says how it goes."""
SAMPLE_S = 0.1
SAMPLE = b"s" * 4096


class Serving:
    """A server of its own.

    Attributes:
        url: of its socket.
        port: of 127.0.0.1.
        pid: of its first process.
        data: its data folder.
        started_s: from the call of the program until `/readyz` said yes.
    """

    def __init__(self, port: int, pid: int, data: Path, started_s: float) -> None:
        self.url = f"ws://127.0.0.1:{port}/ws"
        self.port = port
        self.pid = pid
        self.data = data
        self.started_s = started_s

    def memory(self) -> int:
        """Resident bytes of its processes, without the store's."""
        return use_of(self.pid, 0.0).memory_bytes or 0

    def store_memory(self) -> tuple[int, int]:
        """Bytes of the store: its own count, and resident."""
        with self.store() as store:
            info: dict[str, Any] = store.info("memory")
        return int(info["used_memory"]), int(info["used_memory_rss"])

    @contextmanager
    def store(self) -> Iterator["Redis"]:
        """A connection to the embedded store."""
        socket = json.loads((self.data / "store.json").read_text())["socket"]
        with contextlib.closing(Redis(unix_socket_path=socket)) as store:
            yield store


@contextmanager
def serving(data: Path, options: Sequence[str] = ()) -> Iterator[Serving]:
    """A server on a data folder, until the block ends; stopped by its number.

    Raises:
        SystemExit: it does not start.
    """
    port, began = free_port(), time.monotonic()
    program = [sys.executable, "-m", "kozyr_cli", "serve", "--port", str(port), "--data", str(data)]
    environment = {n: v for n, v in os.environ.items() if not n.startswith("KOZYR_")}
    process = subprocess.Popen(
        [*program, *OPTIONS, *options], stdout=subprocess.DEVNULL, env=environment
    )
    try:
        _await_ready(port, process)
        yield Serving(port, process.pid, data, time.monotonic() - began)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _await_ready(port: int, process: "subprocess.Popen[bytes]") -> None:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    until_s = time.monotonic() + START_S
    while time.monotonic() < until_s and process.poll() is None:
        with (
            contextlib.suppress(OSError),
            opener.open(f"http://127.0.0.1:{port}/readyz", timeout=START_S) as answer,
        ):
            if answer.status == 200:
                return
        time.sleep(0.005)
    raise SystemExit("the server did not start")


@contextmanager
def folder() -> Iterator[Path]:
    """A data folder that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="kozyr-scale-") as made:
        yield Path(made)


class Disk:
    """Measures `fdatasync` of 4 KB on a folder's disk, while something else goes on.

    Args:
        where: an existing folder.
    """

    def __init__(self, where: Path) -> None:
        self._file = where / "fdatasync.probe"
        self._over = threading.Event()
        self._took_s: list[float] = []
        self._thread = threading.Thread(target=self._measure, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    @property
    def median_ms(self) -> float:
        """Of all that were measured."""
        return statistics.median(self._took_s) * 1000 if self._took_s else 0.0

    def _measure(self) -> None:
        place = os.open(self._file, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
        try:
            while not self._over.wait(SAMPLE_S):
                os.write(place, SAMPLE)
                began = time.perf_counter()
                os.fdatasync(place)
                self._took_s.append(time.perf_counter() - began)
        finally:
            os.close(place)


class Loaded(Struct, frozen=True):
    """A run, and how fast the disk was meanwhile."""

    report: Report
    fdatasync_ms: float


async def loaded(server: Serving, scenario: Scenario, keep: Path | None = None) -> Loaded:
    """Run a scenario against a server, and say each few seconds how it goes.

    Args:
        server: under measurement.
        scenario: what is done.
        keep: where the run's whole report goes, without its ending; None: nowhere.
    """
    violations = server.data / "violations.jsonl"
    order = Order(
        scenario,
        target(server.url, is_own=False),
        server_pid=server.pid,
        violations=violations,
    )
    progress = _Progress(scenario)
    with Disk(server.data) as disk:
        report = await Run(order, progress.show).run()
    if keep is not None:
        keep.with_suffix(".json").write_bytes(dumps(report))
        keep.with_suffix(".html").write_text(html.page(report, words))
    for line in violations.read_text().splitlines()[:3] if violations.exists() else ():
        print("    violation:", json.loads(line)["message"])
    return Loaded(report, disk.median_ms)


def scenario(file: Path, changes: Mapping[str, Any]) -> Scenario:
    """A scenario of a file with other values under some dotted keys."""
    return scenario_file.read(file, changes)


class _Progress:
    def __init__(self, scenario: Scenario) -> None:
        self._length_s = scenario.length_s
        self._next_s = 0.0
        self._server = "–"

    def show(self, collector: Collector) -> None:
        """A line, not more often than each few seconds."""
        now = collector.latest()
        if now is None:
            return
        if now.server_cpu is not None:
            memory = (now.server_bytes or 0) / 1e6
            self._server = f"{now.server_cpu:.0%} {memory:,.0f} MB  store {now.store_cpu or 0:.0%}"
        if now.second < self._next_s:
            return
        self._next_s = now.second + EACH_S
        slowest = "–" if now.delivery_p99_ms is None else f"{now.delivery_p99_ms:.1f} ms"
        print(
            f"    {now.second:4} of {self._length_s:.0f} s  {now.rooms:,} rooms"
            f"  {now.people:,} people  {now.actions:,} actions/s  p99 {slowest}"
            f"  server {self._server}  generator {now.generator_cpu:.0%}  errors {now.errors}",
            flush=True,
        )
