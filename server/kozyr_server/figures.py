"""Figures of what people do here: rooms, players, actions, waiting, limits that bit.

Gauges are looked at each few seconds; what is counted for each command is counted in plain numbers
and handed over with the other figures.
"""

from bisect import bisect_right
from collections import Counter as Tally
from collections import deque
from collections.abc import Callable, Mapping, Sequence

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from kozyr_protocol.__about__ import __version__

COMMAND_SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper bounds of the classes of the time that a command takes, seconds."""

MAX_SECONDS = 65_536
"""Latest commands of a kind whose times are kept until the next flush."""

ACT, OTHER = "act", "other"


class Classes(Histogram):
    """A histogram that takes many observations at once.

    It leans on two names of its base that nobody promised (`_buckets`, `_sum`); a test holds them.
    """

    def add_all(self, seen: Sequence[float], bounds: Sequence[float]) -> None:
        """Add all of these.

        Args:
            seen: what was observed, in any order.
            bounds: the upper bounds of the classes, but for the last one, which has none.
        """
        if not seen:
            return
        ordered, below = sorted(seen), 0
        ends = [bisect_right(ordered, bound) for bound in bounds]
        for bucket, end in zip(self._buckets, [*ends, len(ordered)], strict=True):
            if end > below:
                bucket.inc(end - below)
                below = end
        self._sum.inc(sum(ordered))


class Figures:
    """What one process counts of its people.

    Attributes:
        actions: Accepted actions by game since the last flush.
        limits: Times that a limit bit, by the name of its setting, since the last flush.
        people: Players with a connection.
        seconds: How long commands took, `ACT` or `OTHER`, since the last flush.
    """

    def __init__(self, registry: CollectorRegistry) -> None:
        self.actions: Tally[str] = Tally()
        self.limits: Tally[str] = Tally()
        self._lookers: list[Callable[[], None]] = []
        self.seconds: dict[str, deque[float]] = {
            kind: deque(maxlen=MAX_SECONDS) for kind in (ACT, OTHER)
        }
        sums = {"registry": registry, "multiprocess_mode": "livesum"}
        self.people = Gauge("kozyr_people", "Players with a connection", **sums)  # type: ignore[arg-type]  # a dict of keywords
        self._rooms = Gauge("kozyr_rooms_followed", "Rooms followed, by phase", ["phase"], **sums)  # type: ignore[arg-type]  # see above
        self._members = Gauge(
            "kozyr_room_members",
            "Connections that follow a room, by role",
            ["role"],
            **sums,  # type: ignore[arg-type]  # see above
        )
        most = {"registry": registry, "multiprocess_mode": "livemax"}
        self._depth = Gauge(
            "kozyr_queue_depth",
            "What waits, the most of a worker",
            ["queue"],
            **most,  # type: ignore[arg-type]  # see above
        )
        self._bound = Gauge("kozyr_queue_bound", "What may wait at most", ["queue"], **most)  # type: ignore[arg-type]  # see above
        version = Gauge("kozyr_build_info", "Workers by version", ["version"], **sums)  # type: ignore[arg-type]  # see above
        version.labels(__version__).set(1)
        self._actions = Counter(
            "kozyr_actions", "Accepted actions of players, by game", ["game"], registry=registry
        )
        self._limits = Counter(
            "kozyr_limits",
            "Times that a limit bit, by its setting",
            ["limit"],
            registry=registry,
        )
        self._seconds = Classes(
            "kozyr_command_seconds",
            "Seconds from a command's turn to the last thing written for it",
            ["type"],
            buckets=COMMAND_SECONDS,
            registry=registry,
        )

    def watch(self, look: Callable[[], None]) -> None:
        """Have this called each few seconds, to set gauges."""
        self._lookers.append(look)

    def watch_queue(self, name: str, bound: int, depth: Callable[[], int]) -> None:
        """Show how much waits in a queue, and how much may."""
        self._bound.labels(name).set(bound)
        shown = self._depth.labels(name)
        self._lookers.append(lambda: shown.set(depth()))

    def look(self) -> None:
        """Set all gauges; called each few seconds."""
        for look in self._lookers:
            look()

    def rooms(self, phases: Mapping[str, int], roles: Mapping[str, int]) -> None:
        """Set how many rooms are followed in each phase, and by how many."""
        for phase, count in phases.items():
            self._rooms.labels(phase).set(count)
        for role, count in roles.items():
            self._members.labels(role).set(count)

    def flush(self) -> None:
        """Hand the plain numbers over."""
        for tally, counter in ((self.actions, self._actions), (self.limits, self._limits)):
            for name, count in tally.items():
                counter.labels(name).inc(count)
            tally.clear()
        for kind, seconds in self.seconds.items():
            self._seconds.labels(kind).add_all(seconds, COMMAND_SECONDS)
            seconds.clear()
