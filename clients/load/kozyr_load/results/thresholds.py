"""`--fail-if 'p99>50ms'`: what a run must keep to pass."""

import operator
import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches

from msgspec import Struct

from kozyr_load.counts import LATENCIES
from kozyr_load.errors import ScenarioError
from kozyr_load.results.report import Latency, Report, ThresholdReport

_FORM = re.compile(r"^\s*([a-z][\w.]*)\s*(>=|<=|>|<)\s*([0-9]*\.?[0-9]+)\s*([a-zA-Zµ%]*)\s*$")

_COMPARE: Mapping[str, Callable[[float, float], bool]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
}

_UNITS: Mapping[str, Mapping[str, float]] = {
    "ms": {"": 1, "ms": 1, "s": 1000, "us": 0.001, "µs": 0.001},
    "cores": {"": 1, "%": 0.01},
    "bytes": {"": 1, "B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 2**10, "MiB": 2**20}
    | {"GiB": 2**30},
    "": {"": 1, "k": 1000},
}

_PERCENTILES = {
    "mean": "mean_ms",
    "p50": "p50_ms",
    "p90": "p90_ms",
    "p99": "p99_ms",
    "p999": "p999_ms",
    "max": "max_ms",
}

_KINDS = LATENCIES


class Metric(Struct, frozen=True):
    """One figure of a report."""

    unit: str
    """`ms`, `cores`, `bytes`, or none."""
    value: Callable[[Report], float | None]
    """None: it was not measured."""


class Threshold(Struct, frozen=True):
    """What fails a run."""

    text: str
    metric: str
    sign: str
    bound: float
    """In the metric's unit."""


def _latency(kind: str, name: str) -> Metric:
    def value(report: Report) -> float | None:
        found: Latency | None = (report.latency or {}).get(kind)
        number: float | None = None if found is None else getattr(found, name)
        return number

    return Metric("ms", value)


def _total(name: str) -> Callable[[Report], float]:
    return lambda report: float(report.totals.get(name, 0))


def metrics() -> dict[str, Metric]:
    """All figures that a threshold may name, but for `errors.CODE` and `violations.KIND`."""
    found = {
        f"{kind}.{short}": _latency(kind, name)
        for kind in _KINDS
        for short, name in _PERCENTILES.items()
    }
    found |= {short: found[f"action.{short}"] for short in _PERCENTILES}
    return found | {
        "actions_per_s": Metric("", lambda report: report.actions_per_s),
        "actions": Metric("", _total("actions")),
        "games": Metric("", _total("games")),
        "errors": Metric("", lambda report: float(sum(report.errors.values()))),
        "closes": Metric("", lambda report: float(sum(report.closes.values()))),
        "violations": Metric("", lambda report: float(sum(report.judge.violations.values()))),
        "records_left": Metric("", lambda report: float(report.judge.records_left)),
        "never_made": Metric("", _total("never_made")),
        "dials_failed": Metric("", _total("dials_failed")),
        "lag": Metric("ms", lambda report: report.generator.lag_p99_ms),
        "generator.cpu": Metric("cores", lambda report: report.generator.cpu),
        "server.cpu": Metric("cores", lambda report: report.server.cpu),
        "server.memory": Metric("bytes", lambda report: report.server.max_bytes),
        "store.cpu": Metric("cores", lambda report: report.server.store_cpu),
        "store.memory": Metric("bytes", lambda report: report.server.store_max_bytes),
    }


def parsed(text: str) -> Threshold:
    """A threshold as it was written.

    Raises:
        ScenarioError: it has another form, or names no figure or unit.
    """
    match = _FORM.match(text)
    if match is None:
        raise ScenarioError("--fail-if", f"{text[:60]!r} is not FIGURE>NUMBER, such as p99>50ms")
    name, sign, number, unit = match.groups()
    metric = _metric(name)
    factors = _UNITS[metric.unit]
    if unit not in factors:
        known = ", ".join(each for each in factors if each) or "none"
        raise ScenarioError("--fail-if", f"{unit!r} is no unit of {name}; known: {known}")
    return Threshold(text.strip(), name, sign, float(number) * factors[unit])


def judged(threshold: Threshold, report: Report) -> ThresholdReport:
    """Whether a run keeps a threshold; what was not measured does not."""
    value = _metric(threshold.metric).value(report)
    if value is None:
        return ThresholdReport(threshold.text, None, False)
    is_broken = _COMPARE[threshold.sign](value, threshold.bound)
    return ThresholdReport(threshold.text, value, not is_broken)


def _metric(name: str) -> Metric:
    known = metrics()
    if name in known:
        return known[name]
    kind, _, inner = name.partition(".")
    if inner and kind == "errors":
        return Metric("", lambda report: float(report.errors.get(inner, 0)))
    if inner and kind == "violations":
        return Metric("", lambda report: float(report.judge.violations.get(inner, 0)))
    near = get_close_matches(name, known, n=1, cutoff=0.5)
    hint = f"do you mean {near[0]}?" if near else f"known are {', '.join(known)}"
    raise ScenarioError("--fail-if", f"there is no figure {name!r}; {hint}")
