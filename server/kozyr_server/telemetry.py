"""The log and the figures of a server.

What is counted for every frame or commit is counted in plain numbers and handed to Prometheus now
and then, because a counter of its own costs a microsecond each time. With several workers all
figures are sums over them; the counts of a worker that ended stay in.
"""

import logging
import os
import sys
import time
from collections import Counter as Tally
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol, TextIO

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from kozyr_server.figures import Classes, Figures

MULTIPROC_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""Environment variable that names the folder in which workers share their figures;
prometheus-client reads it when it is imported."""

COMMIT_SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper bounds of the classes of the commit's latency, seconds."""


MATCH_SECONDS = (0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0, 900.0)
"""Upper bounds of the classes of waits for a table, seconds."""


class StoreFigures(Protocol):
    """What is shown of a store without asking it."""

    def counts(self) -> Mapping[str, float]:
        """What this process did with it, by kind; they only grow."""

    def commit_seconds(self) -> list[float]:
        """How long each commit took that was answered since this was last asked."""

    def ticked_ago_s(self) -> float:
        """Seconds since it last answered."""


class Metrics:
    """The figures of one process.

    Attributes:
        frames_in: Frames received since the last flush; `frames_out`, `bytes_out` likewise.
        commands: Commands by type since the last flush.
        people: What people do here.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.people = Figures(self.registry)
        self.frames_in = 0
        self.frames_out = 0
        self.bytes_out = 0
        self.commands: Tally[str] = Tally()
        self._frames_in = self._counter("frames_received", "Frames from clients")
        self._frames_out = self._counter("frames_sent", "Frames to clients")
        self._bytes_out = self._counter("bytes_sent", "Bytes of frames to clients")
        self._commands = self._counter("commands", "Commands by type", "type")
        self._store_events = self._counter("store_events", "Work with the store by kind", "event")
        self._store: StoreFigures | None = None
        self._store_seen: dict[str, float] = {}
        self._tick_age = Gauge(
            "kozyr_store_tick_age_seconds",
            "Seconds since the store last answered a worker, the longest of them",
            registry=self.registry,
            multiprocess_mode="livemax",
        )
        # The names under which Prometheus' own collector has them, which knows no sums.
        self._cpu_seconds = Counter(
            "process_cpu_seconds", "CPU time of all workers", registry=self.registry
        )
        self._cpu_seen_s = 0.0
        self._resident = Gauge(
            "process_resident_memory_bytes",
            "Memory of all workers",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self.connections = Gauge(
            "kozyr_connections",
            "Open connections",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self.sockets = Gauge(
            "kozyr_sockets_info",
            "Workers by the layer that carries their sockets",
            ["layer"],
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self.connections_opened = self._counter("connections_opened", "Connections accepted")
        self.connections_closed = self._counter(
            "connections_closed", "Connections that the server closed, by close code", "code"
        )
        self.connections_refused = self._counter(
            "connections_refused", "Connections refused at the door, by reason", "reason"
        )
        self.refusals = self._counter("refusals", "Errors sent to clients, by code", "code")
        self.outbox_overflows = self._counter(
            "outbox_overflows", "Connections closed because their outbox was full"
        )
        self.inbox_overflows = self._counter(
            "inbox_overflows", "Connections closed because too many of their frames waited"
        )
        self.admin_requests = self._counter(
            "admin_requests", "Requests to the admins' interface, by outcome", "outcome"
        )
        self.faults = self._counter("faults", "Exceptions that nobody expected, by place", "place")
        self.refreshes = self._counter(
            "room_refreshes", "Rooms read anew and shown to their members again", "reason"
        )
        self.holes_filled = self._counter(
            "room_holes_filled", "Times that entries of a room had to come from its log"
        )
        self.held_overflows = self._counter(
            "room_held_overflows", "Entries that came too early and could not be held"
        )
        self.decisions_repeated = self._counter(
            "decisions_repeated", "Decisions that were made again on the room as it is stored"
        )
        self.background_refused = self._counter(
            "background_refused", "Background tasks that were not run because of their bound"
        )
        self._house_places = Gauge(
            "kozyr_house_places",
            "Seats that house bots have, or can still take",
            ["state"],
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self.lobby_watchers = Gauge(
            "kozyr_lobby_watchers",
            "Connections that are in the lobby",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self.lobby_pages = Gauge(
            "kozyr_lobby_pages",
            "Different pages of the lobby that somebody looks at, of all workers",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self.match_waiting = Gauge(
            "kozyr_match_waiting",
            "People who look for a table",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self.match_seconds = Histogram(
            "kozyr_match_seconds",
            "Seconds from the first wish to the table",
            buckets=MATCH_SECONDS,
            registry=self.registry,
        )
        self.matches = self._counter("matches", "Tables that quick match opened", "game")
        self.matches_dissolved = self._counter(
            "matches_dissolved", "Tables that could not be opened; their people wait again"
        )
        self.match_claims_lost = self._counter(
            "match_claims_lost", "Tables that another process was first with"
        )
        self.commits = self._counter("commits", "Commits to the store, by status", "status")
        self._statuses: frozenset[str] = frozenset()
        self._commit_seconds = Classes(
            "kozyr_commit_seconds",
            "Seconds from a commit to its answer",
            buckets=COMMIT_SECONDS,
            registry=self.registry,
        )

    def watch_store(self, store: "StoreFigures", statuses: Iterable[str]) -> None:
        """Show what this process does with the store, `kozyr_store_events_total` above all.

        Args:
            store: any store.
            statuses: of commits; each is shown from the beginning, as 0.
        """
        self._store = store
        self._statuses = frozenset(statuses)
        for status in self._statuses:
            self.commits.labels(status)

    def show_house(self, free: int, total: int) -> None:
        """Set how many seats the house bots here can still take, and may have in all."""
        self._house_places.labels("free").set(free)
        self._house_places.labels("taken").set(total - free)

    def flush(self) -> None:
        """Hand the plain numbers over; called some times a second and before they are shown."""
        self._flush_process()
        if self._store is not None:
            self._flush_store(self._store)
        self._frames_in.inc(self.frames_in)
        self._frames_out.inc(self.frames_out)
        self._bytes_out.inc(self.bytes_out)
        self.frames_in = self.frames_out = self.bytes_out = 0
        for kind, count in self.commands.items():
            self._commands.labels(kind).inc(count)
        self.commands.clear()
        self.people.flush()

    def exposition(self) -> bytes:
        """The figures as Prometheus' text: of all workers where they share a folder."""
        self.flush()
        if MULTIPROC_VARIABLE not in os.environ:
            return generate_latest(self.registry)
        shared = CollectorRegistry()
        MultiProcessCollector(shared)  # type: ignore[no-untyped-call]  # not annotated there
        return generate_latest(shared)

    def _flush_store(self, store: "StoreFigures") -> None:
        self._tick_age.set(min(store.ticked_ago_s(), 1e9))
        for event, count in store.counts().items():
            new = count - self._store_seen.get(event, 0.0)
            self._store_events.labels(event).inc(new)
            kind, _, status = event.partition("_")
            if kind == "commits" and status in self._statuses:
                self.commits.labels(status).inc(new)
            self._store_seen[event] = count
        self._commit_seconds.add_all(store.commit_seconds(), COMMIT_SECONDS)

    def _flush_process(self) -> None:
        cpu_s = time.process_time()
        self._cpu_seconds.inc(max(0.0, cpu_s - self._cpu_seen_s))
        self._cpu_seen_s = cpu_s
        self._resident.set(resident_bytes())

    def _counter(self, name: str, help_text: str, *labels: str) -> Counter:
        return Counter(f"kozyr_{name}", help_text, labels, registry=self.registry)


def resident_bytes() -> int:
    """Memory of this process; its highest so far where the system does not tell the present one."""
    try:
        pages = int(Path("/proc/self/statm").read_bytes().split()[1])
    except OSError:
        import resource  # noqa: PLC0415 - Windows has none, and no figure here

        highest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return highest if sys.platform == "darwin" else highest * 1024
    return pages * os.sysconf("SC_PAGE_SIZE")


def gauge_lines(name: str, help_text: str, value: float) -> bytes:
    """One gauge as Prometheus' text, for a value that is only known when it is asked for."""
    return f"# HELP {name} {help_text}\n# TYPE {name} gauge\n{name} {value!r}\n".encode()


def forget_worker(pid: int, folder: Path) -> None:
    """Take the gauges of a worker that ended out of the sums; its counts stay."""
    for path in folder.glob(f"gauge_live*_{pid}.db"):
        path.unlink(missing_ok=True)


def set_up_log(level: str, form: str = "text", stream: TextIO | None = None) -> None:
    """Send all logs of the process, those of libraries from warnings up, to one stream.

    Args:
        level: least level of our own lines, one of `settings.LOG_LEVELS`.
        form: `text` for people, `json` for machines.
        stream: None: the standard error.
    """
    stream = stream or sys.stderr
    number = logging.getLevelNamesMapping()[level.upper()]
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, *_renderers(form, stream)],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(stream),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *_renderers(form, stream),
            ],
            foreign_pre_chain=shared,
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(number, logging.WARNING))


def _renderers(form: str, stream: TextIO) -> list[Any]:
    """The last steps of a line. A traceback never shows local variables: hands and tokens."""
    if form == "json":
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    console = structlog.dev.ConsoleRenderer(
        colors=stream.isatty(), exception_formatter=structlog.dev.plain_traceback
    )
    return [console]
