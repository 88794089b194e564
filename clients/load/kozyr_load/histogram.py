"""A histogram of durations with logarithmic buckets that can be added to another.

A value is kept in whole microseconds. Below 128 µs each has its own bucket; above, each doubling
has 128 of them, so that what a bucket says is too high by less than 1/128 (0.8 %) and never too
low. There is no upper bound.
"""

from collections.abc import Iterable, Mapping
from typing import Self

_BITS = 7
_EXACT = 1 << _BITS

ERROR = 1 / _EXACT
"""By how much a percentile may be too high, relative to itself."""


def bucket(value_us: int) -> int:
    """The bucket of a duration in whole microseconds, from 0."""
    if value_us < _EXACT:
        return max(0, value_us)
    shift = value_us.bit_length() - _BITS - 1
    return (shift << _BITS) + (value_us >> shift)


def highest_us(index: int) -> int:
    """The longest duration of a bucket, microseconds."""
    if index < 2 * _EXACT:
        return index
    shift = (index >> _BITS) - 1
    return ((index - (shift << _BITS) + 1) << shift) - 1


class Histogram:
    """Durations, by how often they were measured.

    Attributes:
        count: How many.
        sum_us: Their sum in microseconds.
        max_us: The longest, exactly; 0 without any.
    """

    __slots__ = ("_buckets", "count", "max_us", "sum_us")

    def __init__(self) -> None:
        self._buckets: dict[int, int] = {}
        self.count = 0
        self.sum_us = 0
        self.max_us = 0

    def record(self, seconds: float) -> None:
        """Count a duration; one below 0 counts as 0."""
        value_us = max(0, round(seconds * 1e6))
        index = bucket(value_us)
        self._buckets[index] = self._buckets.get(index, 0) + 1
        self.count += 1
        self.sum_us += value_us
        self.max_us = max(self.max_us, value_us)

    def add(self, other: Self) -> None:
        """Count all that another one has."""
        for index, count in other._buckets.items():
            self._buckets[index] = self._buckets.get(index, 0) + count
        self.count += other.count
        self.sum_us += other.sum_us
        self.max_us = max(self.max_us, other.max_us)

    def percentile_ms(self, percent: float) -> float | None:
        """The duration that `percent` of 100 do not pass, ms; None without any measured.

        It is at most `ERROR` above the true one, and never above the longest.
        """
        if not self.count:
            return None
        wanted = max(1, -(-self.count * percent // 100))
        seen = 0
        for index in sorted(self._buckets):
            seen += self._buckets[index]
            if seen >= wanted:
                return min(highest_us(index), self.max_us) / 1000
        return self.max_us / 1000

    def mean_ms(self) -> float | None:
        """The mean in ms, exact; None without any measured."""
        return self.sum_us / self.count / 1000 if self.count else None

    def packed(self) -> list[int]:
        """Plain numbers for a message to another process; see `unpacked`."""
        flat = [self.sum_us, self.max_us]
        for index, count in self._buckets.items():
            flat += (index, count)
        return flat

    @classmethod
    def unpacked(cls, flat: list[int]) -> Self:
        """The histogram that `packed` was made from."""
        made = cls()
        made.sum_us, made.max_us = flat[0], flat[1]
        made._buckets = dict(zip(flat[2::2], flat[3::2], strict=True))
        made.count = sum(flat[3::2])
        return made


def merged(all_of: Iterable[Mapping[str, Histogram]]) -> dict[str, Histogram]:
    """Histograms of several sources added up by name."""
    total: dict[str, Histogram] = {}
    for each in all_of:
        for name, histogram in each.items():
            total.setdefault(name, Histogram()).add(histogram)
    return total
