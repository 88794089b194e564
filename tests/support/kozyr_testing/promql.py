"""The part of Prometheus' query language that the dashboard uses, over figures that were kept.

Prometheus itself is not needed. A rate is what a counter rose within the window by the time
between the first and the last look at it; Prometheus would also guess beyond them.
"""

import itertools
import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from prometheus_client.parser import text_string_to_metric_families

Labels = frozenset[tuple[str, str]]
Vector = Mapping[Labels, float]
Look = tuple[float, Mapping[str, Vector]]
"""When figures were read, in seconds, and each by its name."""
_Query = Callable[["Series", float], Vector]

_TOKEN: Final = re.compile(r'\s*([A-Za-z_]\w*|[\d.]+|"[^"]*"|==|\S)')
_SPANS: Final = {"s": 1, "m": 60, "h": 3600}
_FOLDS: Final[Mapping[str, Callable[[list[float]], float]]] = {
    "sum": sum,
    "max": max,
    "count": lambda values: float(len(values)),
}
_CALCULATED: Final[Mapping[str, Callable[[float, float], float]]] = {
    "+": lambda one, other: one + other,
    "/": lambda one, other: one / other if other else math.nan,
}


def read(text: str, extra: Iterable[tuple[str, str]]) -> dict[str, Vector]:
    """A page of figures by name.

    Args:
        text: as `/metrics` has it.
        extra: labels that who reads it adds to each.
    """
    found: dict[str, dict[Labels, float]] = defaultdict(dict)
    found["up"][frozenset(extra)] = 1.0
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found[sample.name][frozenset([*sample.labels.items(), *extra])] = sample.value
    return dict(found)


class Series:
    """Figures over time, in the order in which they were read."""

    def __init__(self, looks: Sequence[Look]) -> None:
        self.looks = looks

    def at(self, name: str, wanted: Labels, now: float) -> Vector:
        """The newest values of a figure that have these labels."""
        last = next((figures for at, figures in reversed(self.looks) if at <= now), {})
        return {key: value for key, value in last.get(name, {}).items() if wanted <= key}

    def risen(
        self, name: str, wanted: Labels, now: float, span: float
    ) -> dict[Labels, list[float]]:
        """By series the rise of a counter within a window, and the seconds that it took."""
        window = [(at, figures) for at, figures in self.looks if now - span <= at <= now]
        found: dict[Labels, list[float]] = {}
        for (before, old), (after, new) in itertools.pairwise(window):
            for key, value in new.get(name, {}).items():
                was = old.get(name, {}).get(key, 0.0)
                if wanted <= key:
                    one = found.setdefault(key, [0.0, 0.0])
                    # A counter that fell began again.
                    one[0] += value - was if value >= was else value
                    one[1] += after - before
        return found


class _Parser:
    """Makes a query of its text."""

    def __init__(self, text: str) -> None:
        self._words = _TOKEN.findall(text)
        self._next = 0

    def whole(self) -> _Query:
        query = self._sum()
        if self._next != len(self._words):
            raise ValueError(f"not understood from here on: {self._words[self._next :]}")
        return query

    def _peek(self) -> str:
        return self._words[self._next] if self._next < len(self._words) else ""

    def _take(self, *expected: str) -> str:
        word = self._peek()
        if not word or (expected and word not in expected):
            raise ValueError(f"{word!r} where {expected} is wanted")
        self._next += 1
        return word

    def _sum(self) -> _Query:
        query = self._one()
        while self._peek() in ("+", "/", "=="):
            query = self._two(query, self._take())
        return query

    def _two(self, left: _Query, sign: str) -> _Query:
        if sign == "==":
            wanted = float(self._take())
            return lambda series, now: {
                key: value for key, value in left(series, now).items() if value == wanted
            }
        right, calculate = self._one(), _CALCULATED[sign]

        def both(series: Series, now: float) -> Vector:
            others = right(series, now)
            return {
                key: calculate(value, others[key])
                for key, value in left(series, now).items()
                if key in others
            }

        return both

    def _one(self) -> _Query:
        name = self._take()
        if name in _FOLDS:
            return self._fold(_FOLDS[name])
        if name in ("rate", "increase"):
            return self._rate(per_second=name == "rate")
        if name == "histogram_quantile":
            self._take("(")
            share = float(self._take())
            self._take(",")
            inner = self._sum()
            self._take(")")
            return lambda series, now: _quantiles(share, inner(series, now))
        wanted = self._labels()
        return lambda series, now: series.at(name, wanted, now)

    def _fold(self, fold: Callable[[list[float]], float]) -> _Query:
        by: list[str] = []
        if self._peek() == "by":
            self._take("by")
            self._take("(")
            while (word := self._take()) != ")":
                by += [word] if word != "," else []
        self._take("(")
        inner = self._sum()
        self._take(")")

        def folded(series: Series, now: float) -> Vector:
            groups: dict[Labels, list[float]] = defaultdict(list)
            for key, value in inner(series, now).items():
                groups[frozenset(pair for pair in key if pair[0] in by)].append(value)
            return {key: fold(values) for key, values in groups.items()}

        return folded

    def _rate(self, *, per_second: bool) -> _Query:
        self._take("(")
        name, wanted = self._take(), self._labels()
        self._take("[")
        span = float(self._take()) * _SPANS[self._take()]
        self._take("]")
        self._take(")")

        def rate(series: Series, now: float) -> Vector:
            risen = series.risen(name, wanted, now, span)
            return {key: rise / took if per_second else rise for key, (rise, took) in risen.items()}

        return rate

    def _labels(self) -> Labels:
        found: set[tuple[str, str]] = set()
        if self._peek() == "{":
            self._take("{")
            while (word := self._take()) != "}":
                if word != ",":
                    self._take("=")
                    found.add((word, self._take().strip('"')))
        return frozenset(found)


def _quantiles(share: float, buckets: Vector) -> dict[Labels, float]:
    """Of each histogram the value below which a share of it lies, straight within a bucket."""
    groups: dict[Labels, list[tuple[float, float]]] = defaultdict(list)
    for key, value in buckets.items():
        bound = float(dict(key)["le"])
        groups[frozenset(pair for pair in key if pair[0] != "le")].append((bound, value))
    return {key: _quantile(share, sorted(steps)) for key, steps in groups.items()}


def _quantile(share: float, steps: Sequence[tuple[float, float]]) -> float:
    rank = share * steps[-1][1]
    low, below = 0.0, 0.0
    if not rank:
        return math.nan
    for bound, count in steps:
        if count >= rank:
            return (
                low if math.isinf(bound) else low + (bound - low) * (rank - below) / (count - below)
            )
        low, below = bound, count
    return math.nan


def query(text: str) -> _Query:
    """A query; it is called with figures and a moment.

    Raises:
        ValueError: there is something in it that is not known here.
    """
    return _Parser(text).whole()
