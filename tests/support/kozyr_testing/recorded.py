"""Recorded games that must replay for ever: where they lie and how some are added."""

import re
from pathlib import Path
from typing import Final

from kozyr_games.replay import verify
from kozyr_protocol.record import Record, loads
from kozyr_testing import sums
from kozyr_testing.project import ROOT

FOLDER: Final = ROOT / "tests/games/recorded"


def games(path: Path) -> list[Record]:
    """The games of a file, in order."""
    return [loads(line) for line in path.read_bytes().splitlines()]


def add(folder: Path, name: str, lines: bytes) -> Path:
    """Write a file of games that is not there yet, and its sum.

    Args:
        folder: Usually `FOLDER`.
        name: `GAME/NAME`, for games of this one game.
        lines: Records, one a line.

    Raises:
        FileExistsError: There is one of this name.
        ValueError: The name is not of this form, or a game is another one or does not verify.
    """
    match = re.fullmatch(r"([a-z0-9_]+)/[a-z0-9_]+", name)
    if match is None:
        raise ValueError(f"{name!r} is not GAME/NAME, made of a-z, 0-9 and _")
    for number, line in enumerate(lines.splitlines(), start=1):
        record = loads(line)
        if record.game != match[1]:
            raise ValueError(f"line {number} is a game of {record.game}")
        for problem in verify(record):
            raise ValueError(f"line {number}: {problem}")
    return sums.add(folder, f"{name}.jsonl", lines)
