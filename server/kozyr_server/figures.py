"""Figures of what people do here: rooms, players, actions, waiting, limits that bit.

Gauges are looked at each few seconds; what is counted for each command is counted in plain numbers
and handed over with the other figures.
"""

from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Callable, Mapping, Sequence

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from kozyr_protocol.__about__ import __version__

COMMAND_SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper bounds of the classes of the time that a command takes, seconds."""

ACT, OTHER = "act", "other"


class Classes(Histogram):
    """A histogram that takes many observations at once.

    It leans on two names of its base that nobody promised (`_buckets`, `_sum`); a test holds them.
    """

    def add(self, counts: Sequence[int], total: float) -> None:
        """Add so many observations in each class, and their sum."""
        for bucket, count in zip(self._buckets, counts, strict=True):
            if count:
                bucket.inc(count)
        self._sum.inc(total)


class Figures:
    """What one process counts of its people.

    Attributes:
        actions: Accepted actions by game since the last flush.
        limits: Times that a limit bit, by the name of its setting, since the last flush.
        people: Players with a connection.
    """

    def __init__(self, registry: CollectorRegistry) -> None:
        self.actions: Tally[str] = Tally()
        self.limits: Tally[str] = Tally()
        self._lookers: list[Callable[[], None]] = []
        self._times: dict[str, tuple[list[int], list[float]]] = {
            kind: ([0] * (len(COMMAND_SECONDS) + 1), [0.0]) for kind in (ACT, OTHER)
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

    def took(self, kind: str, seconds: float) -> None:
        """Count a command, `ACT` or `OTHER`, that was done within so many seconds."""
        classes, total = self._times[kind]
        classes[bisect_left(COMMAND_SECONDS, seconds)] += 1
        total[0] += seconds

    def flush(self) -> None:
        """Hand the plain numbers over."""
        for tally, counter in ((self.actions, self._actions), (self.limits, self._limits)):
            for name, count in tally.items():
                counter.labels(name).inc(count)
            tally.clear()
        for kind, (classes, total) in self._times.items():
            if total[0]:
                self._seconds.labels(kind).add(classes, total[0])
                classes[:] = [0] * len(classes)
                total[0] = 0.0
