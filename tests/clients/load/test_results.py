"""Figures, reports, thresholds and comparison.

Of `kozyr_load.results`: collector, compare, html, live, report, svg, thresholds, words.
"""

import json
import re
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from msgspec.structs import replace
from rich.console import Console, RenderableType

from kozyr_cli import words
from kozyr_load.counts import ACTION, LAG, Counts
from kozyr_load.errors import ScenarioError
from kozyr_load.results import compare, html, live, report, svg, thresholds
from kozyr_load.results.collector import Checked, Collector
from kozyr_load.results.report import Report, ServerReport
from kozyr_load.running.messages import Tick
from kozyr_load.running.vitals import Vital
from kozyr_load.scenario import Phase, Scenario

FRAME = svg.Frame(0, "s", "Not measured.")
SERVER = ServerReport(
    "ws://127.0.0.1:1/ws", "kozyr/0", "always", "processes", 0.5, 70_000_000, 0.1, 9
)


def _tick(
    second: int, phase: int, *, action_ms: float = 4.0, cpu: float = 0.2, **more: int
) -> Tick:
    counts = Counts()
    for name, number in ({"actions": 10} | more).items():
        counts.count(name.replace("__", "."), number)
    for _ in range(10):
        counts.time(ACTION, action_ms / 1000)
        counts.time(LAG, 0.0005)
    return Tick(second, phase, 1.0, 3, 12, 0.5, cpu, counts.taken())


def _collector(cpu: float = 0.2, **more: int) -> Collector:
    phases = (Phase(1.0, "warm", warm_up=True), Phase(2.0, "load"))
    collector = Collector(Scenario(phases=phases))
    collector.tick(0, _tick(0, 0, action_ms=900.0, cpu=1.0))
    collector.vital(1, Vital(0.5, 70_000_000, 0.1, 9_000_000))
    for process in range(2):
        collector.tick(process, _tick(1, 1, cpu=cpu, **more))
        collector.tick(process, _tick(2, 1, cpu=cpu))
    collector.tick(0, _tick(3, -1, games=2))
    collector.checked = Checked(2, 0, 40)
    return collector


def _report(cpu: float = 0.2, **more: int) -> Report:
    return _collector(cpu, **more).report("2026-01-01T00:00:00Z", SERVER)


def test_a_report_adds_up_and_leaves_the_warm_up_out_of_the_latency() -> None:
    made = _report(errors__busy=1, races__stale=2, resumes__resumed=3)
    assert (made.duration_s, made.actions_per_s) == (2.0, 20.0)
    assert made.totals["actions"] == 60
    assert made.latency is not None
    assert made.latency["action"].count == 40
    assert made.latency["action"].max_ms == 4.0
    assert made.errors == {"busy": 2}
    assert made.races == {"stale": 4}
    assert made.resumes == {"resumed": 6}
    assert [(p.name, p.actions, p.duration_s) for p in made.phases] == [
        ("warm", 10, 1.0),
        ("load", 40, 2.0),
    ]
    assert [(s.second, s.actions, s.rooms) for s in made.seconds] == [
        (0, 10, 3),
        (1, 20, 6),
        (2, 20, 6),
        (3, 10, 3),
    ]
    assert made.seconds[1].server_bytes == 70_000_000
    assert made.judge.records == 2
    assert made.passed


def test_a_generator_that_is_the_bottleneck_tells_no_latency() -> None:
    made = _report(cpu=0.99)
    assert "used 99% of a core" in made.generator.bottleneck[0]
    assert made.latency is None
    assert all(phase.action is None for phase in made.phases)
    assert all(second.p99_ms is None for second in made.seconds)
    text = _text(live.result(made, words))
    assert "the generator was the bottleneck" in text
    assert "p99" not in text
    assert "so there is no latency here" in html.page(made, words)
    collector = _collector(0.99)
    assert "p99" not in _text(
        live.moment(collector.latest(), collector.total, collector.bottleneck(), 3, words)
    )


def test_a_violation_fails_a_run() -> None:
    made = _report(violations__leak=1)
    assert made.judge.violations == {"leak": 2}
    assert not made.passed
    assert "violations: leak 2" in _text(live.result(made, words))


def test_the_schema_in_the_package_is_that_of_the_types_and_fits_a_report(tmp_path: Path) -> None:
    assert report.SCHEMA.read_text(encoding="utf-8") == report.schema_text(), (
        "run python -m kozyr_load.results.report"
    )
    file = tmp_path / "a.json"
    made = _report()
    file.write_bytes(report.dumps(made))
    jsonschema.validate(json.loads(file.read_bytes()), report.schema())
    assert report.dumps(report.read(file)) == report.dumps(made)


def test_what_is_no_report_is_said_so(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    with pytest.raises(ScenarioError, match="No such file"):
        report.read(file)
    file.write_text("{}")
    with pytest.raises(ScenarioError, match="is no report of a load test"):
        report.read(file)
    file.write_bytes(report.dumps(replace(_report(), format="kozyr.load/9")))
    with pytest.raises(ScenarioError, match=r"is 'kozyr\.load/9'"):
        report.read(file)


# --- thresholds


@pytest.mark.parametrize(
    ("text", "passed"),
    [
        ("p99>50ms", True),
        ("p99>3ms", False),
        ("action.max > 0.004s", True),
        ("mean>=4", False),
        ("actions_per_s<20", True),
        ("actions_per_s < 0.021k", False),
        ("errors>0", False),
        ("errors.busy>2", True),
        ("errors.stale>0", True),
        ("violations>0", True),
        ("violations.leak>0", True),
        ("server.memory>100MB", True),
        ("server.memory>60MiB", False),
        ("server.cpu>40%", False),
        ("delivery.p99>1s", False),
        ("lag>10ms", True),
    ],
)
def test_a_threshold_is_kept_or_broken(text: str, passed: bool) -> None:
    made = thresholds.judged(thresholds.parsed(text), _report(errors__busy=1))
    assert made.passed is passed
    # Nothing was delivered in this run: what was not measured does not pass.
    assert (made.value is None) is (text == "delivery.p99>1s")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("p99", "'p99' is not FIGURE>NUMBER, such as p99>50ms"),
        ("p98>5ms", "there is no figure 'p98'; do you mean p99?"),
        ("servr.cpu>5", "there is no figure 'servr.cpu'; do you mean server.cpu?"),
        ("p99>5MB", "'MB' is no unit of p99; known: ms, s, us, µs"),
        ("errors>5ms", "'ms' is no unit of errors; known: k"),
    ],
)
def test_a_threshold_that_cannot_be_used_is_named(text: str, error: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        thresholds.parsed(text)
    assert str(caught.value) == f"--fail-if: {error}"


# --- comparison, HTML and charts


def test_two_runs_are_compared_figure_by_figure() -> None:
    before, after = _report(), _report(errors__busy=3)
    after = replace(after, scenario=after.scenario | {"rooms": 99, "name": "other"})
    found = {each.name: each for each in compare.differences(before, after)}
    assert found["actions_per_s"].change == 0.0
    assert (found["errors.busy"].before, found["errors.busy"].after) == (0.0, 6.0)
    assert found["errors.busy"].change is None
    assert "delivery.p99" not in found
    assert compare.unlike(before, after) == ["rooms"]
    text = _text(live.comparison(list(found.values()), compare.unlike(before, after), words))
    assert "The scenarios differ in rooms." in text


def test_the_page_needs_nothing_beside_it() -> None:
    made = _report(errors__busy=1, violations__gap=1)
    made = replace(
        made,
        scenario=made.scenario | {"name": "<b>x</b>"},
        thresholds=(thresholds.judged(thresholds.parsed("p99>1ms"), made),),
    )
    page = html.page(made, words)
    assert page.count("<svg") >= 6
    assert not re.search(r"\b(src|href|@import|url)\s*[=(]", page)
    assert "<script" not in page
    assert "&lt;b&gt;x&lt;/b&gt;" in page
    assert "p99&gt;1ms: broken (4)" in page
    for drawn in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ET.fromstring(drawn)


def test_a_chart_leaves_gaps_where_nothing_was_measured() -> None:
    drawn = svg.chart("Latency", "ms", [svg.Line("p50", [1.0, 2.0, None, 4.0])], FRAME)
    assert drawn.count("<polyline") == 2
    assert (
        svg.chart("Latency", "ms", [svg.Line("p50", [None])], FRAME)
        == "<h3>Latency</h3><p>Not measured.</p>"
    )


@pytest.mark.parametrize(
    ("value", "top"), [(0, 1), (0.7, 1), (1, 1), (3, 5), (21, 25), (1001, 2000)]
)
def test_the_top_of_a_chart_is_round(value: float, top: float) -> None:
    assert svg.ceiling(value) == top


def test_a_moment_is_shown_before_and_after_the_first_second() -> None:
    assert "starting" in _text(live.moment(None, Counts(), (), 3, words))
    collector = _collector(errors__busy=1)
    text = _text(live.moment(collector.latest(), collector.total, collector.bottleneck(), 3, words))
    for part in ("3 of 3 s", "24 connections", "busy 2"):
        assert part in text
    result = _text(live.result(replace(_report(), thresholds=()), words))
    assert "passed" in result
    assert "70 MB" in result


def _text(shown: RenderableType) -> str:
    console = Console(width=200, file=StringIO())
    with console.capture() as captured:
        console.print(shown)
    return captured.get()


def test_people_read_it_in_their_language() -> None:
    collector = _collector()
    made = _report()
    now = live.moment(collector.latest(), collector.total, collector.bottleneck(), 3, words)
    with words.speaking("ru"):
        seen = [
            _text(live.moment(collector.latest(), collector.total, (), 3, words)),
            _text(live.result(made, words)),
            _text(live.comparison([], ["rooms"], words)),
            html.page(made, words),
        ]
    assert "time" in _text(now)
    assert "24 соединения" in seen[0]
    assert "проверено: комнат" in seen[1]
    assert "Сценарии отличаются: rooms." in seen[2]
    assert '<html lang="ru">' in seen[3]
    english = r"\b(rooms?:|actions/s|[lL]atency|server|finished|judged)\b"
    for page in seen:
        bare = re.sub(r"<style>.*?</style>|<[^>]*>", " ", page, flags=re.DOTALL)
        assert not re.search(english, bare)
