"""The queries of the dashboard are understood, and the picture of it shows every panel."""

import json
import math

import pytest

from kozyr_testing import promql
from kozyr_testing.boards import drawn, lines_of
from kozyr_testing.project import ROOT
from kozyr_testing.promql import Series

BOARD = ROOT / "server/deploy/grafana/dashboards/kozyr.json"
PANELS = json.loads(BOARD.read_text("utf-8"))["panels"]
QUERIES = [target["expr"] for panel in PANELS for target in panel.get("targets", ())]

PAGE = """\
# TYPE seen gauge
seen{{place="a"}} {a}
seen{{place="b"}} 3
# TYPE done counter
done_total{{place="a",code="x"}} {x}
done_total{{place="b",code="x"}} {y}
# TYPE took histogram
took_bucket{{le="1.0"}} 2
took_bucket{{le="3.0"}} {inner}
took_bucket{{le="+Inf"}} {inner}
took_count {inner}
took_sum 5
"""

SERIES = Series(
    [
        (0.0, promql.read(PAGE.format(a=1, x=10, y=0, inner=2), [("job", "kozyr")])),
        (10.0, promql.read(PAGE.format(a=4, x=30, y=5, inner=4), [("job", "kozyr")])),
        # The second counter began again.
        (20.0, promql.read(PAGE.format(a=2, x=50, y=1, inner=8), [("job", "kozyr")])),
    ]
)


@pytest.mark.parametrize("text", QUERIES)
def test_every_query_is_understood(text: str) -> None:
    promql.query(text)


@pytest.mark.parametrize(
    ("text", "labels", "value"),
    [
        ("sum(seen)", {}, 5),
        ("max by (place) (seen)", {"place": "b"}, 3),
        ('max(seen{place="a"})', {}, 2),
        ('count(up{job="kozyr"} == 1)', {}, 1),
        ("sum by (place) (rate(done_total[1m]))", {"place": "a"}, 2),
        ("sum by (place) (increase(done_total[1m]))", {"place": "b"}, 6),
        ("sum by (place) (increase(done_total[10s]))", {"place": "a"}, 20),
        ("sum(rate(done_total[1m])) / sum(seen)", {}, (2 + 0.3) / 5),
        ("histogram_quantile(0.5, sum by (le) (took_bucket))", {}, 1 + 2 * (4 - 2) / 6),
    ],
)
def test_a_query_is_answered(text: str, labels: dict[str, str], value: float) -> None:
    found = promql.query(text)(SERIES, 20.0)
    assert found[frozenset(labels.items())] == pytest.approx(value)


def test_a_quantile_of_nothing_is_none() -> None:
    found = promql.query("histogram_quantile(0.9, sum by (le) (rate(took_bucket[1s])))")
    assert all(math.isnan(value) for value in found(SERIES, 0.0).values())


@pytest.mark.parametrize("text", ["avg(seen)", "sum(seen", "seen offset 5m", "sum(seen) > 2"])
def test_what_is_not_known_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"wanted|not understood"):
        promql.query(text)


def test_every_panel_is_in_the_picture_and_an_empty_one_says_so() -> None:
    picture = drawn(BOARD, SERIES, "a <test>")
    for panel in PANELS:
        assert f">{panel['title']}</text>" in picture
    asking = sum(panel["type"] != "row" for panel in PANELS)
    # Of these figures it knows `up` alone.
    assert picture.count("nothing happened") == asking - 1
    assert "a &lt;test&gt;" in picture


def test_a_panel_has_a_line_for_each_answer() -> None:
    targets = [{"expr": "max by (place) (seen)", "legendFormat": "at {{place}}"}]
    assert {name: line[-1] for name, line in lines_of({"targets": targets}, SERIES)} == {
        "at a": 2.0,
        "at b": 3.0,
    }
