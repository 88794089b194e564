"""What a terminal shows of a run: while it goes on, and in the end."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kozyr_load.counts import ACTION, DELIVERY, Counts
from kozyr_load.results.compare import Difference
from kozyr_load.results.report import Latency, Report, Second


def moment(
    now: Second | None, total: Counts, bottleneck: Sequence[str], length_s: float
) -> RenderableType:
    """The run as it is now.

    Args:
        now: the last second that is over; None: there is none yet.
        total: of the whole run so far.
        bottleneck: why latencies cannot be believed, if so: then none is shown.
        length_s: of all phases.
    """
    if now is None:
        return Text("starting ...")
    grid = Table.grid(padding=(0, 2))
    grid.add_row("time", f"{now.second + 1} of {length_s:g} s", f"phase {now.phase + 1}")
    grid.add_row("rooms", str(now.rooms), f"{now.people} connections")
    grid.add_row("actions/s", str(now.actions), f"{total.numbers['games']} games finished")
    if bottleneck:
        grid.add_row("latency", Text("the generator is the bottleneck", style="red"), "")
    else:
        for kind in (ACTION, DELIVERY):
            histogram = total.histogram(kind)
            p50, p99 = histogram.percentile_ms(50), histogram.percentile_ms(99)
            grid.add_row(
                kind, f"p50 {_ms(p50)}", f"p99 {_ms(p99)}, max {histogram.max_us / 1000:.1f} ms"
            )
    grid.add_row("generator", f"{now.generator_cpu:.0%} CPU", f"lag {now.lag_ms:.1f} ms")
    grid.add_row("server", _cores(now.server_cpu), _size(now.server_bytes))
    grid.add_row("store", _cores(now.store_cpu), _size(now.store_bytes))
    grid.add_row("resumes", _by(total, "resumes"), f"{total.numbers['cuts']} cuts")
    grid.add_row("errors", _by(total, "errors"), "")
    violations = _by(total, "violations")
    style = "" if violations == "none" else "bold red"
    grid.add_row("violations", Text(violations, style=style), "")
    return grid


def result(report: Report) -> RenderableType:
    """The run when it is over."""
    parts: list[RenderableType] = []
    if report.latency is not None:
        grid = Table("ms", "count", "p50", "p90", "p99", "p99.9", "max")
        for kind, latency in report.latency.items():
            grid.add_row(kind, *_figures(latency))
        parts.append(grid)
    parts += [
        Text(f"No latency, the generator was the bottleneck: {reason}.", style="red")
        for reason in report.generator.bottleneck
    ]
    judge, server = report.judge, report.server
    parts += [
        Text(
            f"{report.actions_per_s:g} actions/s over {report.duration_s:g} s, "
            f"{judge.games} games finished; "
            f"server {_cores(server.cpu)}, {_size(server.max_bytes)}; "
            f"store {_cores(server.store_cpu)}, {_size(server.store_max_bytes)}"
        ),
        Text(
            f"judged: {judge.rooms} rooms, {judge.versions} versions, {judge.pictures} pictures "
            f"compared, {judge.records} records with {judge.actions} actions; "
            f"not judged: {judge.records_left} records, {judge.actions_left} actions of open games"
        ),
    ]
    if report.errors:
        parts.append(Text(f"errors: {_pairs(report.errors)}"))
    if report.resumes:
        parts.append(Text(f"resumes: {_pairs(report.resumes)}"))
    if judge.violations:
        parts.append(Text(f"violations: {_pairs(judge.violations)}", style="bold red"))
    for threshold in report.thresholds:
        if not threshold.passed:
            value = "not measured" if threshold.value is None else f"{threshold.value:g}"
            parts.append(Text(f"broken: {threshold.text} ({value})", style="bold red"))
    word, style = ("passed", "green") if report.passed else ("failed", "bold red")
    parts.append(Text(word, style=style))
    return Group(*parts)


def comparison(differences: Sequence[Difference], unlike: Sequence[str]) -> RenderableType:
    """Two runs side by side."""
    grid = Table("figure", "before", "after", "change")
    for each in differences:
        change = "" if each.change is None else f"{each.change:+.1%}"
        unit = f" ({each.unit})" if each.unit else ""
        grid.add_row(each.name + unit, _number(each.before), _number(each.after), change)
    if not unlike:
        return grid
    note = f"The scenarios differ in {', '.join(unlike)}."
    return Group(grid, Text(note, style="yellow"))


def _figures(latency: Latency) -> list[str]:
    figures = (latency.p50_ms, latency.p90_ms, latency.p99_ms, latency.p999_ms, latency.max_ms)
    return [str(latency.count), *("" if each is None else f"{each:.2f}" for each in figures)]


def _ms(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f} ms"


def _cores(value: float | None) -> str:
    return "CPU unknown" if value is None else f"{value:.0%} CPU"


def _size(value: int | None) -> str:
    return "memory unknown" if value is None else f"{value / 1e6:.0f} MB"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:,.2f}".rstrip("0").rstrip(".")


def _by(counts: Counts, prefix: str) -> str:
    return _pairs(counts.by_prefix(prefix)) or "none"


def _pairs(numbers: dict[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in numbers.items())
