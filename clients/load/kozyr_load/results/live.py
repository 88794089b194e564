"""What a terminal shows of a run: while it goes on, and in the end."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kozyr_load.counts import ACTION, DELIVERY, Counts
from kozyr_load.results.compare import Difference
from kozyr_load.results.report import Latency, Report, Second
from kozyr_load.results.words import Words

LATENCY_HEADS = ("ms", "count", "p50", "p90", "p99", "p999", "max")
COMPARISON_HEADS = ("figure", "before", "after", "change")


def moment(
    now: Second | None,
    total: Counts,
    bottleneck: Sequence[str],
    length_s: float,
    words: Words,
) -> RenderableType:
    """The run as it is now.

    Args:
        now: the last second that is over; None: there is none yet.
        total: of the whole run so far.
        bottleneck: why latencies cannot be believed, if so: then none is shown.
        length_s: of all phases.
        words: the texts.
    """
    if now is None:
        return Text(words.say("load-live-starting"))
    say = words.say
    grid = Table.grid(padding=(0, 2))
    grid.add_row(
        say("load-live-time"),
        say("load-live-at", second=now.second + 1, length=f"{length_s:g}"),
        say("load-live-phase", phase=now.phase + 1),
    )
    connections = say("load-live-connections", connections=now.people)
    grid.add_row(say("load-live-rooms"), str(now.rooms), connections)
    games = say("load-live-games", games=total.numbers["games"])
    grid.add_row(say("load-live-rate"), str(now.actions), games)
    if bottleneck:
        why = Text(say("load-live-bottleneck"), style="red")
        grid.add_row(say("load-live-latency"), why, "")
    else:
        for kind in (ACTION, DELIVERY):
            histogram = total.histogram(kind)
            p50, p99 = histogram.percentile_ms(50), histogram.percentile_ms(99)
            grid.add_row(
                say(f"load-kind-{kind}"),
                f"p50 {_ms(p50, words)}",
                f"p99 {_ms(p99, words)}, max {_ms(histogram.max_us / 1000, words)}",
            )
    lag = say("load-live-lag", lag=_ms(now.lag_ms, words))
    grid.add_row(say("load-live-generator"), f"{now.generator_cpu:.0%} CPU", lag)
    grid.add_row(say("load-live-server"), *_machine(now.server_cpu, now.server_bytes, words))
    grid.add_row(say("load-live-store"), *_machine(now.store_cpu, now.store_bytes, words))
    cuts = say("load-live-cuts", cuts=total.numbers["cuts"])
    grid.add_row(say("load-live-resumes"), _by(total, "resumes", words), cuts)
    grid.add_row(say("load-live-errors"), _by(total, "errors", words), "")
    style = "bold red" if total.by_prefix("violations") else ""
    violations = Text(_by(total, "violations", words), style=style)
    grid.add_row(say("load-live-violations"), violations, "")
    return grid


def result(report: Report, words: Words) -> RenderableType:
    """The run when it is over."""
    say = words.say
    parts: list[RenderableType] = []
    if report.latency is not None:
        grid = Table(*(say(f"load-head-{name}") for name in LATENCY_HEADS))
        for kind, latency in report.latency.items():
            grid.add_row(say(f"load-kind-{kind}"), *_figures(latency))
        parts.append(grid)
    parts += [
        Text(say("load-no-latency", reason=words.told(reason)), style="red")
        for reason in report.generator.bottleneck
    ]
    judge, server = report.judge, report.server
    parts += [
        Text(
            say(
                "load-result",
                rate=report.actions_per_s,
                length=f"{report.duration_s:g}",
                games=judge.games,
                server=", ".join(_machine(server.cpu, server.max_bytes, words)),
                store=", ".join(_machine(server.store_cpu, server.store_max_bytes, words)),
            )
        ),
        Text(
            say(
                "load-judged",
                rooms=judge.rooms,
                versions=judge.versions,
                pictures=judge.pictures,
                records=judge.records,
                actions=judge.actions,
                recordsleft=judge.records_left,
                actionsleft=judge.actions_left,
            )
        ),
    ]
    if report.errors:
        parts.append(Text(say("load-errors", pairs=_pairs(report.errors))))
    if report.resumes:
        parts.append(Text(say("load-resumes", pairs=_pairs(report.resumes))))
    if judge.violations:
        violations = say("load-violations", pairs=_pairs(judge.violations))
        parts.append(Text(violations, style="bold red"))
    for threshold in report.thresholds:
        if not threshold.passed:
            value = say("load-not-measured")
            if threshold.value is not None:
                value = f"{threshold.value:g}"
            broken = say("load-broken", threshold=threshold.text, value=value)
            parts.append(Text(broken, style="bold red"))
    if report.passed:
        parts.append(Text(say("load-passed"), style="green"))
    else:
        parts.append(Text(say("load-failed"), style="bold red"))
    return Group(*parts)


def comparison(
    differences: Sequence[Difference], unlike: Sequence[str], words: Words
) -> RenderableType:
    """Two runs side by side."""
    grid = Table(*(words.say(f"load-head-{name}") for name in COMPARISON_HEADS))
    for each in differences:
        change = "" if each.change is None else f"{each.change:+.1%}"
        unit = f" ({each.unit})" if each.unit else ""
        grid.add_row(each.name + unit, _number(each.before), _number(each.after), change)
    if not unlike:
        return grid
    note = words.say("load-unlike", keys=", ".join(unlike))
    return Group(grid, Text(note, style="yellow"))


def _figures(latency: Latency) -> list[str]:
    figures = (latency.p50_ms, latency.p90_ms, latency.p99_ms, latency.p999_ms, latency.max_ms)
    return [str(latency.count), *("" if each is None else f"{each:.2f}" for each in figures)]


def _ms(value: float | None, words: Words) -> str:
    return "–" if value is None else words.say("load-ms", value=f"{value:.1f}")


def _machine(cores: float | None, size: int | None, words: Words) -> tuple[str, str]:
    """CPU and memory of a process."""
    say = words.say
    cpu = say("load-cpu-unknown") if cores is None else f"{cores:.0%} CPU"
    if size is None:
        return cpu, say("load-memory-unknown")
    return cpu, say("load-megabytes", size=f"{size / 1e6:.0f}")


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:,.2f}".rstrip("0").rstrip(".")


def _by(counts: Counts, prefix: str, words: Words) -> str:
    return _pairs(counts.by_prefix(prefix)) or words.say("load-none")


def _pairs(numbers: dict[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in numbers.items())
