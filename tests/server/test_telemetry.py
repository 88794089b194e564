"""The log and the figures (`kozyr_server.telemetry`)."""

import io
import json
import logging
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from kozyr_server import telemetry


@pytest.fixture(autouse=True)
def _log_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def test_plain_numbers_reach_prometheus_once() -> None:
    metrics = telemetry.Metrics()
    metrics.frames_in += 3
    metrics.commands["act"] += 2
    for _ in range(2):
        text = metrics.exposition().decode()
        assert "kozyr_frames_received_total 3.0" in text
        assert 'kozyr_commands_total{type="act"} 2.0' in text


def test_two_servers_of_a_process_count_apart() -> None:
    one, other = telemetry.Metrics(), telemetry.Metrics()
    one.faults.labels("here").inc()
    assert "kozyr_faults_total{" in one.exposition().decode()
    assert "kozyr_faults_total{" not in other.exposition().decode()


def test_the_process_says_what_it_uses() -> None:
    metrics = telemetry.Metrics()

    def figure(name: str) -> float:
        (line,) = re.findall(rf"^{name} (\S+)$", metrics.exposition().decode(), re.MULTILINE)
        return float(line)

    before_s = time.process_time()
    while time.process_time() < before_s + 0.05:
        pass
    assert before_s + 0.05 <= figure("process_cpu_seconds_total") <= time.process_time()
    held = bytearray(64 * 2**20)
    held[::4096] = b"x" * len(held[::4096])
    assert len(held) < figure("process_resident_memory_bytes") < 2**34


def test_what_the_store_counts_grows_by_what_is_new() -> None:
    class Store:
        def __init__(self) -> None:
            self.calls, self.conflicts, self.age_s = 0.0, 0.0, float("inf")
            self.seconds: list[float] = []

        def counts(self) -> dict[str, float]:
            return {"calls": self.calls, "commits_conflict": self.conflicts}

        def commit_seconds(self) -> list[float]:
            taken, self.seconds = self.seconds, []
            return taken

        def ticked_ago_s(self) -> float:
            return self.age_s

    store, metrics = Store(), telemetry.Metrics()
    metrics.watch_store(store, ["ok", "conflict"])
    assert "kozyr_store_tick_age_seconds 1e+09" in metrics.exposition().decode()
    store.age_s = 0.5
    for calls in (2.0, 2.0, 7.0):
        store.calls = calls
        text = metrics.exposition().decode()
        assert f'kozyr_store_events_total{{event="calls"}} {calls}' in text
    assert "kozyr_store_tick_age_seconds 0.5" in text
    store.conflicts, store.seconds = 2.0, [0.003, 0.0004]
    for _ in range(2):
        text = metrics.exposition().decode()
        assert 'kozyr_commits_total{status="conflict"} 2.0' in text
        assert 'kozyr_commits_total{status="ok"} 0.0' in text
        assert 'kozyr_commit_seconds_bucket{le="0.002"} 1.0' in text
        assert 'kozyr_commit_seconds_bucket{le="0.005"} 2.0' in text


def test_a_gauge_of_the_moment_is_a_few_lines() -> None:
    assert telemetry.gauge_lines("kozyr_x", "Help", 1.5) == (
        b"# HELP kozyr_x Help\n# TYPE kozyr_x gauge\nkozyr_x 1.5\n"
    )


def test_a_dead_worker_leaves_the_sums_of_gauges_only(tmp_path: Path) -> None:
    for name in ("gauge_livesum_7.db", "gauge_livesum_77.db", "counter_7.db"):
        (tmp_path / name).touch()
    telemetry.forget_worker(7, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"gauge_livesum_77.db", "counter_7.db"}


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_traceback_shows_no_values(form: str) -> None:
    stream = io.StringIO()
    telemetry.set_up_log("info", form, stream)

    def fail(hand: str) -> None:
        raise RuntimeError("went wrong")

    try:
        fail("secret" + "-hand")
    except RuntimeError:
        structlog.get_logger("kozyr.test").exception("failed", room="r1")
    text = stream.getvalue()
    assert "went wrong" in text
    assert "Traceback" in text
    assert "r1" in text
    assert "secret-hand" not in text


def test_a_line_of_json_is_json_and_levels_hold() -> None:
    stream = io.StringIO()
    telemetry.set_up_log("warning", "json", stream)
    log = structlog.get_logger("kozyr.test")
    log.info("quiet")
    log.warning("loud", count=2)
    logging.getLogger("some.library").info("quiet, too")
    logging.getLogger("some.library").error("of a library")
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [line["event"] for line in lines] == ["loud", "of a library"]
    assert lines[0]["count"] == 2
    assert lines[0]["level"] == "warning"
