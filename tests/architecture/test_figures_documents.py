"""The documents, the dashboard and the alerts name figures that exist (`kozyr_server.figures`)."""

import json
import re
from typing import Any

import pytest
from ruamel.yaml import YAML

from kozyr_server.store import figures as store_figures
from kozyr_server.telemetry import Metrics
from kozyr_testing.project import ROOT

DEPLOY = ROOT / "server/deploy"
DASHBOARDS = sorted((DEPLOY / "grafana/dashboards").glob("*.json"))

FROM_ELSEWHERE = {"up"}
"""Of Prometheus itself."""

WORDS = {"kozyr_server", "kozyr_games"}


def known() -> dict[str, str]:
    """Every figure under the name that Prometheus knows, and its type."""
    found = {"kozyr_durability_info": "gauge"}
    for metric in Metrics().registry.collect():
        name = metric.name + ("_total" if metric.type == "counter" else "")
        found[name] = metric.type
    for name in (*store_figures.OF_INFO, *store_figures.OWN):
        found[f"kozyr_store_{name}"] = "gauge"
    return found


def _series(text: str) -> set[str]:
    """Names of figures in a query or a text, histograms by their own name."""
    names = set(re.findall(r"\b(?:kozyr|process)_[a-z0-9_]+\b", text)) - WORDS
    return {
        short
        if (short := re.sub(r"_(bucket|count|sum)$", "", name)) != name and short in known()
        else name
        for name in names
    }


def test_the_document_has_every_figure_with_its_type() -> None:
    text = (ROOT / "server/METRICS.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `((?:kozyr|process)_\w+)`[^|]*\| (\w+) \|", text, re.MULTILINE)
    assert dict(rows) == known()
    assert len(rows) == len(dict(rows))


def _panels(board: dict[str, Any]) -> list[dict[str, Any]]:
    inner = [deep for panel in board["panels"] for deep in panel.get("panels", [])]
    return [*board["panels"], *inner]


@pytest.mark.parametrize("path", DASHBOARDS, ids=lambda path: path.stem)
def test_a_dashboard_asks_for_what_exists(path: Any) -> None:
    board = json.loads(path.read_text(encoding="utf-8"))
    panels = _panels(board)
    ids = [panel["id"] for panel in panels]
    assert len(ids) == len(set(ids))
    assert board["uid"]
    queries = [target["expr"] for panel in panels for target in panel.get("targets", [])]
    assert queries
    assert _series(" ".join(queries)) <= set(known())
    for panel in panels:
        refs = [target["refId"] for target in panel.get("targets", [])]
        assert len(refs) == len(set(refs)), panel["title"]
        # What is drawn over each other, or beside the page, is seen by nobody.
        place = panel["gridPos"]
        assert 0 <= place["x"] <= 24 - place["w"]
    places = [tuple(panel["gridPos"][side] for side in "xy") for panel in panels]
    assert len(places) == len(set(places))


def test_there_is_a_dashboard() -> None:
    assert [path.stem for path in DASHBOARDS] == ["kozyr"]
    assert len({json.loads(path.read_text("utf-8"))["uid"] for path in DASHBOARDS}) == 1


def test_alerts_watch_what_exists_and_say_what_to_do() -> None:
    rules = YAML(typ="safe").load((DEPLOY / "prometheus/alerts.yml").read_text("utf-8"))
    alerts = [rule for group in rules["groups"] for rule in group["rules"]]
    names = [alert["alert"] for alert in alerts]
    assert len(names) == len(set(names)) >= 6
    for alert in alerts:
        assert _series(alert["expr"]) <= set(known()), alert["alert"]
        assert _series(alert["expr"]) or FROM_ELSEWHERE & set(re.findall(r"\w+", alert["expr"]))
        assert alert["labels"]["severity"] in {"page", "ticket"}
        assert alert["annotations"]["summary"]
        assert alert["annotations"]["action"]
        assert re.fullmatch(r"\d+[smh]", alert["for"])


def test_prometheus_reads_the_alerts_and_asks_the_servers() -> None:
    config = YAML(typ="safe").load((DEPLOY / "prometheus/prometheus.yml").read_text("utf-8"))
    assert [(DEPLOY / "prometheus" / name).is_file() for name in config["rule_files"]] == [True]
    (job,) = config["scrape_configs"]
    assert job["job_name"] == "kozyr"
    assert job.get("metrics_path", "/metrics") == "/metrics"
    targets = [target for each in job["static_configs"] for target in each["targets"]]
    compose = YAML(typ="safe").load((ROOT / "docker-compose.yml").read_text("utf-8"))
    assert {target.partition(":")[0] for target in targets} <= set(compose["services"])
