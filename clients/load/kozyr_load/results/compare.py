"""Two reports side by side: what changed, and what was not the same to begin with."""

from msgspec import Struct

from kozyr_load.results.report import Report
from kozyr_load.results.thresholds import metrics


class Difference(Struct, frozen=True):
    """One figure in both reports."""

    name: str
    unit: str
    before: float | None
    after: float | None

    @property
    def change(self) -> float | None:
        """Share by which it grew, below 0 if it shrank; None where that means nothing."""
        if self.before is None or self.after is None or not self.before:
            return None
        return (self.after - self.before) / self.before


def differences(before: Report, after: Report) -> list[Difference]:
    """All figures that at least one report has, in the order of thresholds; errors by code."""
    found = []
    for name, metric in metrics().items():
        if name in {"mean", "p50", "p90", "p99", "p999", "max"}:
            continue
        pair = metric.value(before), metric.value(after)
        if pair != (None, None):
            found.append(Difference(name, metric.unit, *pair))
    for code in sorted({*before.errors, *after.errors}):
        pair = float(before.errors.get(code, 0)), float(after.errors.get(code, 0))
        found.append(Difference(f"errors.{code}", "", *pair))
    for kind in sorted({*before.judge.violations, *after.judge.violations}):
        pair = (
            float(before.judge.violations.get(kind, 0)),
            float(after.judge.violations.get(kind, 0)),
        )
        found.append(Difference(f"violations.{kind}", "", *pair))
    return found


def unlike(before: Report, after: Report) -> list[str]:
    """Keys of the scenario, by dotted name, in which the runs differ: then figures may, too."""
    return sorted(_unlike("", before.scenario, after.scenario) - {"name"})


def _unlike(where: str, one: object, other: object) -> set[str]:
    if isinstance(one, dict) and isinstance(other, dict):
        found: set[str] = set()
        for key in {*one, *other}:
            place = f"{where}.{key}" if where else str(key)
            found |= _unlike(place, one.get(key), other.get(key))
        return found
    return set() if one == other else {where}
