"""The report as one HTML file that needs nothing beside it."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from kozyr_load.results.report import Latency, Report
from kozyr_load.results.svg import Line, chart

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 760px; margin: 2em auto; padding: 0 1em;
       color: #1f2328; background: #fff; }
svg { width: 100%; height: auto; font: 11px system-ui, sans-serif; fill: #59636e; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { padding: .2em .8em; border-bottom: 1px solid #d0d7de; text-align: right; }
th:first-child, td:first-child { text-align: left; }
.bad { color: #d1242f; } .good { color: #1a7f37; }
"""


def page(report: Report) -> str:
    """The whole file."""
    name = escape(str(report.scenario.get("name", "load")))
    verdict = "passed" if report.passed else "failed"
    parts = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{name}: load test</title><style>{_STYLE}</style></head><body>",
        f"<h1>{name}</h1>",
        f'<p class="{"good" if report.passed else "bad"}"><b>This run {verdict}.</b></p>',
        f"<p>{_head(report)}</p>",
        *_warnings(report),
        *_latency(report),
        *_charts(report),
        *_judge(report),
        *_phases(report),
        _counters("Errors by code", report.errors),
        _counters("Refusals that a right client cannot avoid", report.races),
        _counters("Connections that ended, by close code", report.closes),
        _counters("Rooms followed again, by reason", report.resumes),
        _counters("All counters", report.totals),
        "</body></html>\n",
    ]
    return "\n".join(part for part in parts if part)


def _head(report: Report) -> str:
    server = report.server
    facts = (
        report.started,
        server.url,
        server.version,
        f"durability {server.durability}",
        f"{report.duration_s:g} s",
        f"{report.actions_per_s:g} actions/s",
    )
    return " · ".join(map(escape, facts))


def _warnings(report: Report) -> Iterable[str]:
    for reason in report.generator.bottleneck:
        yield (
            f'<p class="bad">The generator was the bottleneck, so there is no latency here: '
            f"{escape(reason)}.</p>"
        )
    if report.interrupted:
        yield '<p class="bad">The run was interrupted.</p>'
    for threshold in report.thresholds:
        value = "not measured" if threshold.value is None else f"{threshold.value:g}"
        colour, word = ("good", "kept") if threshold.passed else ("bad", "broken")
        yield f'<p class="{colour}">{escape(threshold.text)}: {word} ({value})</p>'


def _latency(report: Report) -> Iterable[str]:
    if report.latency is None:
        return
    yield "<h2>Latency</h2>"
    rows = [(kind, *_row(each)) for kind, each in report.latency.items()]
    yield _table(("ms", "count", "mean", "p50", "p90", "p99", "p99.9", "max"), rows)


def _row(latency: Latency) -> tuple[str, ...]:
    figures = (
        latency.mean_ms,
        latency.p50_ms,
        latency.p90_ms,
        latency.p99_ms,
        latency.p999_ms,
        latency.max_ms,
    )
    return (str(latency.count), *("–" if each is None else f"{each:.2f}" for each in figures))


def _charts(report: Report) -> Iterable[str]:
    seconds = report.seconds
    if not seconds:
        return
    start = seconds[0].second
    yield "<h2>Over time</h2>"
    yield chart(
        "Latency of an action",
        "ms",
        [
            Line("p50", [each.p50_ms for each in seconds]),
            Line("p99", [each.p99_ms for each in seconds]),
            Line("delivery p99", [each.delivery_p99_ms for each in seconds]),
        ],
        start,
    )
    yield chart(
        "Actions a second", "", [Line("actions", [float(each.actions) for each in seconds])], start
    )
    if report.latency is not None:
        yield _percentiles(report)
    yield chart(
        "CPU",
        "cores",
        [
            Line("server", [each.server_cpu for each in seconds]),
            Line("store", [each.store_cpu for each in seconds]),
            Line("generator", [each.generator_cpu for each in seconds]),
        ],
        start,
    )
    yield chart(
        "Memory",
        "MB",
        [
            Line("server", [_megabytes(each.server_bytes) for each in seconds]),
            Line("store", [_megabytes(each.store_bytes) for each in seconds]),
        ],
        start,
    )
    yield chart(
        "Errors and resumes a second",
        "",
        [
            Line("errors", [float(each.errors) for each in seconds]),
            Line("resumes", [float(each.resumes) for each in seconds]),
        ],
        start,
    )
    yield chart(
        "Rooms and people",
        "",
        [
            Line("rooms", [float(each.rooms) for each in seconds]),
            Line("people", [float(each.people) for each in seconds]),
        ],
        start,
    )


def _percentiles(report: Report) -> str:
    """Bars of the percentiles of an action, as text and width."""
    latency = (report.latency or {}).get("action")
    if latency is None or not latency.max_ms:
        return ""
    figures: Sequence[tuple[str, float | None]] = (
        ("p50", latency.p50_ms),
        ("p90", latency.p90_ms),
        ("p99", latency.p99_ms),
        ("p99.9", latency.p999_ms),
        ("max", latency.max_ms),
    )
    bars = []
    for number, (name, value) in enumerate(figures):
        width, y = 520 * (value or 0) / latency.max_ms, 8 + 26 * number
        bars.append(
            f'<text x="58" y="{y + 14}" text-anchor="end">{name}</text>'
            f'<rect x="64" y="{y}" width="{width:.1f}" height="18" fill="#1f6feb"/>'
            f'<text x="{70 + width:.1f}" y="{y + 14}">{value or 0:.2f} ms</text>'
        )
    return (
        "<h3>Percentiles of an action</h3>"
        f'<svg viewBox="0 0 720 140" role="img" aria-label="Percentiles">{"".join(bars)}</svg>'
    )


def _judge(report: Report) -> Iterable[str]:
    judge = report.judge
    yield "<h2>Correctness</h2>"
    yield _table(
        ("judged", "number"),
        [
            ("rooms", judge.rooms),
            ("versions", judge.versions),
            ("pictures compared", judge.pictures),
            ("games finished", judge.games),
            ("records checked", judge.records),
            ("records not checked", judge.records_left),
            ("acknowledged actions found in records", judge.actions),
            ("acknowledged actions of games that did not end", judge.actions_left),
        ],
    )
    if judge.violations:
        yield '<p class="bad">Violations:</p>'
        yield _table(("kind", "number"), sorted(judge.violations.items()))
    else:
        yield '<p class="good">No violation.</p>'


def _phases(report: Report) -> Iterable[str]:
    yield "<h2>Phases</h2>"
    rows = []
    for phase in report.phases:
        known = phase.action is not None and phase.action.p99_ms is not None
        p99 = f"{phase.action.p99_ms:.2f}" if known and phase.action is not None else "–"
        name = f"{phase.name} (warm-up)" if phase.warm_up else phase.name
        figures = (phase.duration_s, phase.actions_per_s, phase.games, phase.errors, p99)
        rows.append((name, *figures))
    yield _table(("phase", "s", "actions/s", "games", "errors", "p99 ms"), rows)


def _counters(title: str, counters: Mapping[str, int]) -> str:
    if not counters:
        return ""
    return f"<h2>{escape(title)}</h2>" + _table(("", "number"), sorted(counters.items()))


def _table(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(each))}</td>" for each in row) + "</tr>" for row in rows
    )
    return f"<table><tr>{head}</tr>{body}</table>"


def _megabytes(size: int | None) -> float | None:
    return None if size is None else size / 1e6
