"""The report as one HTML file that needs nothing beside it."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from kozyr_load.results.report import Latency, Report
from kozyr_load.results.svg import Frame, Line, chart
from kozyr_load.results.words import Words

LATENCY_HEADS = ("ms", "count", "mean", "p50", "p90", "p99", "p999", "max")
PHASE_HEADS = ("phase", "s", "rate", "games", "errors", "p99")

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 760px; margin: 2em auto; padding: 0 1em;
       color: #1f2328; background: #fff; }
svg { width: 100%; height: auto; font: 11px system-ui, sans-serif; fill: #59636e; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { padding: .2em .8em; border-bottom: 1px solid #d0d7de; text-align: right; }
th:first-child, td:first-child { text-align: left; }
.bad { color: #d1242f; } .good { color: #1a7f37; }
"""


def page(report: Report, words: Words) -> str:
    """The whole file."""
    say = words.say
    name = escape(str(report.scenario.get("name", "load")))
    verdict = say("load-html-passed") if report.passed else say("load-html-failed")
    parts = [
        f'<!doctype html><html lang="{say("load-html-language")}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{say('load-html-title', name=name)}</title>",
        f"<style>{_STYLE}</style></head><body>",
        f"<h1>{name}</h1>",
        f'<p class="{"good" if report.passed else "bad"}"><b>{escape(verdict)}</b></p>',
        f"<p>{_head(report, words)}</p>",
        *_warnings(report, words),
        *_latency(report, words),
        *_charts(report, words),
        *_judge(report, words),
        *_phases(report, words),
        _counters(say("load-html-errors"), report.errors, words),
        _counters(say("load-html-races"), report.races, words),
        _counters(say("load-html-closes"), report.closes, words),
        _counters(say("load-html-resumes"), report.resumes, words),
        _counters(say("load-html-totals"), report.totals, words),
        "</body></html>\n",
    ]
    return "\n".join(part for part in parts if part)


def _head(report: Report, words: Words) -> str:
    server = report.server
    facts = (
        report.started,
        server.url,
        server.version,
        words.say("load-html-durability", durability=server.durability),
        words.say("load-html-seconds", s=report.duration_s),
        words.say("load-html-rate", rate=report.actions_per_s),
    )
    return " · ".join(map(escape, facts))


def _warnings(report: Report, words: Words) -> Iterable[str]:
    say = words.say
    for reason in report.generator.bottleneck:
        text = say("load-html-bottleneck", reason=words.told(reason))
        yield f'<p class="bad">{escape(text)}</p>'
    if report.interrupted:
        yield f'<p class="bad">{escape(say("load-html-interrupted"))}</p>'
    for threshold in report.thresholds:
        value = say("load-not-measured") if threshold.value is None else f"{threshold.value:g}"
        colour = "good" if threshold.passed else "bad"
        word = say("load-html-kept") if threshold.passed else say("load-html-broken")
        yield f'<p class="{colour}">{escape(f"{threshold.text}: {word} ({value})")}</p>'


def _latency(report: Report, words: Words) -> Iterable[str]:
    if report.latency is None:
        return
    say = words.say
    yield f"<h2>{escape(say('load-html-latency'))}</h2>"
    rows = [(say(f"load-kind-{kind}"), *_row(each)) for kind, each in report.latency.items()]
    yield _table([say(f"load-head-{name}") for name in LATENCY_HEADS], rows)


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


def _charts(report: Report, words: Words) -> Iterable[str]:
    seconds = report.seconds
    if not seconds:
        return
    start = seconds[0].second
    say, frame = words.say, _frame(words, start)
    yield f"<h2>{escape(say('load-html-over-time'))}</h2>"
    yield chart(
        say("load-html-action-latency"),
        say("load-head-ms"),
        [
            Line("p50", [each.p50_ms for each in seconds]),
            Line("p99", [each.p99_ms for each in seconds]),
            Line(say("load-html-delivery-p99"), [each.delivery_p99_ms for each in seconds]),
        ],
        frame,
    )
    yield chart(
        say("load-html-actions"),
        "",
        [Line(say("load-html-line-actions"), [float(each.actions) for each in seconds])],
        frame,
    )
    if report.latency is not None:
        yield _percentiles(report, words)
    yield chart(
        "CPU",
        say("load-html-cores"),
        [
            Line(say("load-live-server"), [each.server_cpu for each in seconds]),
            Line(say("load-live-store"), [each.store_cpu for each in seconds]),
            Line(say("load-live-generator"), [each.generator_cpu for each in seconds]),
        ],
        frame,
    )
    yield chart(
        say("load-html-memory"),
        say("load-html-mb"),
        [
            Line(say("load-live-server"), [_megabytes(each.server_bytes) for each in seconds]),
            Line(say("load-live-store"), [_megabytes(each.store_bytes) for each in seconds]),
        ],
        frame,
    )
    yield chart(
        say("load-html-errors-and-resumes"),
        "",
        [
            Line(say("load-live-errors"), [float(each.errors) for each in seconds]),
            Line(say("load-live-resumes"), [float(each.resumes) for each in seconds]),
        ],
        frame,
    )
    yield chart(
        say("load-html-rooms-and-people"),
        "",
        [
            Line(say("load-live-rooms"), [float(each.rooms) for each in seconds]),
            Line(say("load-html-people"), [float(each.people) for each in seconds]),
        ],
        frame,
    )


def _frame(words: Words, start: int) -> Frame:
    return Frame(start, words.say("load-html-s"), words.say("load-html-not-measured"))


def _percentiles(report: Report, words: Words) -> str:
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
    unit = escape(words.say("load-head-ms"))
    bars = []
    for number, (name, value) in enumerate(figures):
        width, y = 520 * (value or 0) / latency.max_ms, 8 + 26 * number
        bars.append(
            f'<text x="58" y="{y + 14}" text-anchor="end">{name}</text>'
            f'<rect x="64" y="{y}" width="{width:.1f}" height="18" fill="#1f6feb"/>'
            f'<text x="{70 + width:.1f}" y="{y + 14}">{value or 0:.2f} {unit}</text>'
        )
    title = escape(words.say("load-html-percentiles"))
    drawn = f'<svg viewBox="0 0 720 140" role="img" aria-label="{title}">{"".join(bars)}</svg>'
    return f"<h3>{title}</h3>{drawn}"


def _judge(report: Report, words: Words) -> Iterable[str]:
    judge, say = report.judge, words.say
    yield f"<h2>{escape(say('load-html-correctness'))}</h2>"
    yield _table(
        (say("load-html-judged"), say("load-html-number")),
        [
            (say("load-live-rooms"), judge.rooms),
            (say("load-html-versions"), judge.versions),
            (say("load-html-pictures"), judge.pictures),
            (say("load-html-games-finished"), judge.games),
            (say("load-html-records"), judge.records),
            (say("load-html-records-left"), judge.records_left),
            (say("load-html-actions-found"), judge.actions),
            (say("load-html-actions-left"), judge.actions_left),
        ],
    )
    if judge.violations:
        yield f'<p class="bad">{escape(say("load-html-violations"))}</p>'
        heads = (say("load-html-kind"), say("load-html-number"))
        yield _table(heads, sorted(judge.violations.items()))
    else:
        yield f'<p class="good">{escape(say("load-html-no-violation"))}</p>'


def _phases(report: Report, words: Words) -> Iterable[str]:
    say = words.say
    yield f"<h2>{escape(say('load-html-phases'))}</h2>"
    rows = []
    for phase in report.phases:
        known = phase.action is not None and phase.action.p99_ms is not None
        p99 = f"{phase.action.p99_ms:.2f}" if known and phase.action is not None else "–"
        name = say("load-html-warm-up", name=phase.name) if phase.warm_up else phase.name
        figures = (phase.duration_s, phase.actions_per_s, phase.games, phase.errors, p99)
        rows.append((name, *figures))
    yield _table([say(f"load-phase-{name}") for name in PHASE_HEADS], rows)


def _counters(title: str, counters: Mapping[str, int], words: Words) -> str:
    if not counters:
        return ""
    return f"<h2>{escape(title)}</h2>" + _table(
        ("", words.say("load-html-number")), sorted(counters.items())
    )


def _table(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(each))}</td>" for each in row) + "</tr>" for row in rows
    )
    return f"<table><tr>{head}</tr>{body}</table>"


def _megabytes(size: int | None) -> float | None:
    return None if size is None else size / 1e6
