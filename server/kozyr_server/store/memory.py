"""How much memory the embedded store may take: as set, or by what the machine has."""

import os
from pathlib import Path
from typing import Final

MIB: Final = 2**20
MIN_MB: Final = 64
"""Less would not hold an evening."""

_NO_MACHINE_MB: Final = 1024
"""Taken for the machine's memory where the system does not tell it."""

_GROUPS: Final = Path("/sys/fs/cgroup")
_OWN_GROUP: Final = Path("/proc/self/cgroup")
_BOUNDS: Final = ("memory.max", "memory.limit_in_bytes")


def bound_bytes(asked_mb: int, machine: int | None = None) -> int:
    """The most that the embedded store may hold, at least `MIN_MB`.

    Args:
        asked_mb: as set, in MiB; 0: half of what the machine has.
        machine: its memory in bytes; None: asked of the system.
    """
    if asked_mb:
        return max(asked_mb, MIN_MB) * MIB
    half = (machine_bytes() if machine is None else machine) // 2
    return max(half, MIN_MB * MIB)


def machine_bytes(groups: Path = _GROUPS, own: Path = _OWN_GROUP) -> int:
    """Memory of this machine, or the bound of this process's control groups if that is less.

    Args:
        groups: where control groups are mounted.
        own: what says which ones this process is in.
    """
    try:
        physical = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        physical = _NO_MACHINE_MB * MIB
    return min([physical, *_group_bounds(groups, own)])


def _group_bounds(groups: Path, own: Path) -> list[int]:
    """Bounds of the groups around this process, in bytes; without those that have none."""
    try:
        lines = own.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
    bounds: list[int] = []
    for line in lines:
        _, _, controllers_and_path = line.partition(":")
        controllers, _, path = controllers_and_path.partition(":")
        if controllers and "memory" not in controllers.split(","):
            continue
        root = groups / "memory" if controllers else groups
        group = root / path.lstrip("/")
        # In a container the path may be one of the host's: then what is mounted is our own group.
        for folder in (group, *group.parents):
            if not folder.is_relative_to(root):
                break
            bounds += _bounds_in(folder)
    return bounds


def _bounds_in(folder: Path) -> list[int]:
    found: list[int] = []
    for name in _BOUNDS:
        try:
            text = (folder / name).read_text("ascii").strip()
        except (OSError, UnicodeDecodeError):
            continue
        # `max`: none. Version 1 says so with a number beyond all memory.
        if text.isdecimal() and int(text):
            found.append(int(text))
    return found
