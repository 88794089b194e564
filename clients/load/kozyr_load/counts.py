"""What happened, in numbers that add up over processes, seconds and phases."""

from collections import Counter
from typing import Self

from msgspec import Struct

from kozyr_load.histogram import Histogram, merged

ACTION = "action"
"""Latency: from an action (in the open loop: from when it was due) to its own answer."""
DELIVERY = "delivery"
"""Latency: from the same to the last player's frame of that version, the actor's own included."""
SERVICE = "service"
"""Latency: the same from when the action was sent, also in the open loop."""
RESUME = "resume"
"""Latency: from dialling after a lost line to the last of what was missed, or to the whole view."""
STORM = "storm"
"""Latency: from a storm to the same. The longest one is the time after which all were back."""
CONNECT = "connect"
"""Latency: from dialling to `welcome`."""
LOBBY = "lobby"
"""Latency: from `list` to `rooms`."""
LAG = "lag"
"""By how much the generator's own loop was late."""

LATENCIES = (ACTION, DELIVERY, SERVICE, RESUME, STORM, CONNECT, LOBBY)
"""What is measured of the server, in the order of reports."""


class PackedCounts(Struct, frozen=True):
    """`Counts` for another process."""

    numbers: dict[str, int]
    histograms: dict[str, list[int]]


class Counts:
    """Counters and histograms by name.

    Attributes:
        numbers: Counters: `actions`, `frames`, `errors.stale`, `closes.4001`, ….
        histograms: By the names of `LATENCIES`, and `LAG`.
    """

    __slots__ = ("histograms", "numbers")

    def __init__(self) -> None:
        self.numbers: Counter[str] = Counter()
        self.histograms: dict[str, Histogram] = {}

    def count(self, name: str, number: int = 1) -> None:
        """Add to a counter."""
        self.numbers[name] += number

    def time(self, name: str, seconds: float) -> None:
        """Add a duration to a histogram."""
        histogram = self.histograms.get(name)
        if histogram is None:
            histogram = self.histograms[name] = Histogram()
        histogram.record(seconds)

    def histogram(self, name: str) -> Histogram:
        """A histogram by name, empty if nothing was measured."""
        return self.histograms.get(name) or Histogram()

    def add(self, other: Self) -> None:
        """Add all that another one has."""
        self.numbers.update(other.numbers)
        self.histograms = merged((self.histograms, other.histograms))

    def by_prefix(self, prefix: str) -> dict[str, int]:
        """Counters `PREFIX.x` as `x`, by name."""
        start = prefix + "."
        return {
            name.removeprefix(start): number
            for name, number in sorted(self.numbers.items())
            if name.startswith(start)
        }

    def taken(self) -> PackedCounts:
        """All counts for another process; they begin anew here."""
        packed = PackedCounts(
            dict(self.numbers),
            {name: histogram.packed() for name, histogram in self.histograms.items()},
        )
        self.numbers = Counter()
        self.histograms = {}
        return packed

    @classmethod
    def unpacked(cls, packed: PackedCounts) -> Self:
        """The counts that were taken."""
        made = cls()
        made.numbers = Counter(packed.numbers)
        made.histograms = {
            name: Histogram.unpacked(flat) for name, flat in packed.histograms.items()
        }
        return made
