"""What is to be seen of the rooms that a process follows, for the figures."""

from collections import Counter
from collections.abc import Iterable

from kozyr_protocol.rooms import Phase
from kozyr_server.rooms.followed import Followed
from kozyr_server.rooms.room import Table
from kozyr_server.telemetry import Metrics

UNREAD = "unread"
"""Phase of a room whose state was stored by another process and not looked at since."""


def show(rooms: Iterable[Followed], metrics: Metrics) -> None:
    """Set the gauges of rooms by phase, and of who follows them by role."""
    phases = Counter(dict.fromkeys((*map(str, Phase), UNREAD), 0))
    seats = watchers = 0
    for followed in rooms:
        source = followed.source
        phases[str(source.room.phase) if isinstance(source, Table) else UNREAD] += 1
        watching = followed.watchers
        watchers += watching
        seats += len(followed.members) - watching
    metrics.people.rooms(phases, {"seat": seats, "watcher": watchers})
