"""A run's parts.

Of `kozyr_load.running`: checking, fleet, messages, run, serving, vitals and worker. Whole runs are
in `test_planted_faults.py` and `tests/clients/cli/test_load.py`.
"""

import asyncio
import os
import signal
import subprocess
import sys
import time
import urllib.error
from pathlib import Path

import pytest

from kozyr_load import scenario_file
from kozyr_load.counts import ACTION, Counts
from kozyr_load.errors import GeneratorError, TargetError
from kozyr_load.judge.records import Played
from kozyr_load.judge.violation import Kind, Violation
from kozyr_load.running import messages, vitals
from kozyr_load.running.checking import Checker
from kozyr_load.running.fleet import Fleet
from kozyr_load.running.messages import Done, FromWorker, Plan, Tick
from kozyr_load.running.run import Order, Run, connections
from kozyr_load.running.serving import served
from kozyr_load.running.vitals import Vital, Vitals
from kozyr_load.running.worker import PULSE_S, Watch
from kozyr_load.scenario import Lobby, Mix, Scenario, Spectators
from kozyr_load.target import Target, target

PLAYED = Played("room-1", "room", "twenty_nine", (1, 2, 3), {})


# --- vitals


def test_cpu_and_memory_of_a_process_and_its_children_are_seen() -> None:
    busy = f"import subprocess; subprocess.run([{sys.executable!r}, '-c', 'while True: pass'])"
    parent = subprocess.Popen([sys.executable, "-c", busy], start_new_session=True)
    try:
        seen = Vitals()
        assert seen.of_processes(parent.pid).cpu is None
        until_s = time.monotonic() + 20
        while True:
            # At first the program is being loaded.
            time.sleep(0.2)
            vital = seen.of_processes(parent.pid)
            if (vital.cpu or 0) > 0.05 and (vital.memory_bytes or 0) > 1_000_000:
                break
            assert time.monotonic() < until_s, "the child's work was not seen"
        assert vital.store_cpu is None
    finally:
        os.killpg(parent.pid, signal.SIGKILL)
        parent.wait()


def test_a_process_that_is_gone_has_no_figures() -> None:
    assert Vitals().of_processes(2**22 + 1) == Vital()


def test_figures_of_metrics_are_added_up_over_labels() -> None:
    text = (
        "# TYPE process_cpu_seconds_total counter\n"
        'process_cpu_seconds_total{pid="1"} 2.5\nprocess_cpu_seconds_total{pid="2"} 1.5\n'
        "kozyr_store_used_memory 5e+06\nkozyr_store_used_cpu_sys 1.0\n"
        "kozyr_store_used_cpu_user 2.0\n"
    )
    use = vitals.use_in(text, 0.0)
    assert (use.cpu_s, use.store_cpu_s, use.store_bytes) == (4.0, 3.0, 5_000_000)
    assert use.memory_bytes is None


# --- records


def _checked(fetch: object, games: int = 1) -> tuple[Checker, list[Violation]]:
    told: list[Violation] = []
    checker = Checker(fetch, told.append, 1000)  # type: ignore[arg-type]  # a function of the test
    checker.start()
    for _ in range(games):
        checker.put(PLAYED)
    return checker, told


def _wait_for(checker: Checker) -> None:
    until_s = time.monotonic() + 10
    while checker.waiting and time.monotonic() < until_s:
        time.sleep(0.01)


def test_a_record_that_is_not_there_is_told() -> None:
    checker, told = _checked(lambda _: None)
    _wait_for(checker)
    done = checker.finish()
    assert (done.records, done.left) == (1, 0)
    assert [(each.kind, each.room) for each in told] == [(Kind.RECORD, "room")]


def test_a_page_that_fails_is_asked_again() -> None:
    answers = iter([urllib.error.URLError("busy"), OSError("reset"), None])

    def fetch(_: str) -> None:
        answer = next(answers)
        if answer is not None:
            raise answer

    checker, told = _checked(fetch)
    until_s = time.monotonic() + 10
    while not told and time.monotonic() < until_s:
        time.sleep(0.01)
    assert checker.finish().records == 1


def test_what_was_not_reached_is_left() -> None:
    def fetch(_: str) -> None:
        time.sleep(0.2)

    checker, _ = _checked(fetch, games=5)
    done = checker.finish()
    assert done.records + done.left == 5
    assert done.left >= 3


# --- messages, processes


def test_messages_between_processes_survive_their_encoding() -> None:
    counts = Counts()
    counts.time(ACTION, 0.5)
    tick = Tick(3, -1, 1.0, 2, 8, 0.1, 0.2, counts.taken())
    framed = messages.framed(tick)
    assert int.from_bytes(framed[:4], "big") == len(framed) - 4
    assert messages.from_worker.decode(framed[4:]) == tick
    plan = Plan(Scenario(), Target("ws://127.0.0.1:1/ws"), 0, 1, 5)
    assert messages.to_worker.decode(messages.framed(plan)[4:]) == plan


async def test_a_process_ticks_and_ends_although_nobody_serves() -> None:
    scenario = scenario_file.parsed({"rooms": 1, "duration_s": 1.2, "finish_s": 0})
    heard: list[FromWorker] = []
    there = target("ws://127.0.0.1:1/ws", is_own=False)
    fleet = Fleet([Plan(scenario, there, 0, 1, 5)], lambda _, message: heard.append(message))
    begun: list[bool] = []
    await fleet.run(lambda: begun.append(True), 20)
    assert begun == [True]
    ticks = [each for each in heard if isinstance(each, Tick)]
    counts = Counts()
    for tick in ticks:
        counts.add(Counts.unpacked(tick.counts))
    assert counts.numbers["dials_failed"] >= 2
    assert abs(sum(tick.passed_s for tick in ticks if tick.phase == 0) - 1.2) < 0.5
    assert isinstance(heard[-1], Done)


async def test_a_process_that_cannot_open_so_many_says_so() -> None:
    there = target("ws://127.0.0.1:1/ws", is_own=False)
    fleet = Fleet([Plan(Scenario(), there, 0, 1, 10**8)], lambda _, message: None)
    with pytest.raises(GeneratorError, match="use more --processes"):
        await fleet.run(lambda: None, 20)


async def test_a_loop_that_is_late_is_measured() -> None:
    counts = Counts()
    watch = Watch(counts)
    watch.start()
    await asyncio.sleep(2 * PULSE_S)
    time.sleep(0.1)  # noqa: ASYNC251 - the loop is to be late
    await asyncio.sleep(2 * PULSE_S)
    lag_ms, _, passed_s = watch.taken()
    assert lag_ms >= 80
    assert passed_s >= 0.1


# --- the whole


def test_connections_are_those_of_the_largest_phase() -> None:
    scenario = Scenario(
        rooms=10,
        games=(Mix("knaves", seats=3), Mix("king")),
        spectators=Spectators(2),
        lobby=Lobby(5),
    )
    assert connections(scenario) == 10 * (3.5 + 2) + 5 + 1


async def test_a_server_that_nobody_runs_is_one_line(tmp_path: Path) -> None:
    order = Order(
        Scenario(), target("ws://127.0.0.1:1/ws", is_own=False), violations=tmp_path / "v"
    )
    with pytest.raises(TargetError, match=r"^no server answers at ws://127\.0\.0\.1:1/ws: "):
        await Run(order, lambda _: None).run()


async def test_a_server_that_does_not_start_says_why() -> None:
    with pytest.raises(TargetError, match="--port: 'x' is not a whole number"):
        async with served(("--port", "x")):
            pass


async def test_a_server_is_found_whatever_form_its_log_has() -> None:
    async with served(("--log-format", "json")) as running:
        assert running.url.startswith("ws://127.0.0.1:")
