"""Figures of people (`kozyr_server.figures`)."""

import re

from kozyr_server.figures import ACT, COMMAND_SECONDS, OTHER
from kozyr_server.settings import Settings
from kozyr_server.telemetry import Metrics
from kozyr_server.transport import connection, session
from kozyr_testing.project import ROOT


def figure(metrics: Metrics, series: str) -> float:
    (found,) = re.findall(
        rf"^{re.escape(series)} (\S+)$", metrics.exposition().decode(), re.MULTILINE
    )
    return float(found)


def test_plain_numbers_are_handed_over_once() -> None:
    metrics = Metrics()
    metrics.people.actions["king"] += 2
    metrics.people.limits["chat_per_s"] += 1
    for _ in range(2):
        assert figure(metrics, 'kozyr_actions_total{game="king"}') == 2
        assert figure(metrics, 'kozyr_limits_total{limit="chat_per_s"}') == 1


def test_times_fall_into_their_classes() -> None:
    metrics = Metrics()
    metrics.people.seconds[ACT] += (0.003, 99.0, 0.0004, 0.005)
    metrics.people.seconds[OTHER].append(0.2)
    assert figure(metrics, 'kozyr_command_seconds_bucket{le="0.0005",type="act"}') == 1
    assert figure(metrics, 'kozyr_command_seconds_bucket{le="0.005",type="act"}') == 3
    assert figure(metrics, 'kozyr_command_seconds_bucket{le="5.0",type="act"}') == 3
    assert figure(metrics, 'kozyr_command_seconds_bucket{le="+Inf",type="act"}') == 4
    assert figure(metrics, 'kozyr_command_seconds_count{type="act"}') == 4
    assert figure(metrics, 'kozyr_command_seconds_sum{type="other"}') == 0.2
    assert list(COMMAND_SECONDS) == sorted(COMMAND_SECONDS)


def test_gauges_are_set_when_somebody_looks() -> None:
    metrics = Metrics()
    queue: list[int] = []
    metrics.people.watch_queue("test", 7, lambda: len(queue))
    metrics.people.watch(lambda: metrics.people.rooms({"playing": 3}, {"seat": 12}))
    queue += [1, 2]
    metrics.people.look()
    assert figure(metrics, 'kozyr_queue_depth{queue="test"}') == 2
    assert figure(metrics, 'kozyr_queue_bound{queue="test"}') == 7
    assert figure(metrics, 'kozyr_rooms_followed{phase="playing"}') == 3
    assert figure(metrics, 'kozyr_room_members{role="seat"}') == 12


def test_limits_have_the_names_of_their_settings() -> None:
    fields = set(Settings.__struct_fields__)
    folder = ROOT / "server/kozyr_server"
    named: set[str] = {*connection._LIMITS.values(), *connection._CLOSING_LIMITS.values()}
    named |= {limit for _, limit in session._LIMITED.values()}
    for path in folder.rglob("*.py"):
        found = re.findall(
            r'(?:limits\[|limit = |bit = |return |\), )"(\w+_\w+)"', path.read_text("utf-8")
        )
        named |= set(found)
    assert {"api_per_s", "chat_per_s", "inbox_frames", "max_refusals", "outbox_bytes"} <= named
    assert named <= fields
