"""Files of records: JSON Lines, read line by line."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from kozyr_cli.errors import CommandError
from kozyr_cli.words import say, told

MAX_LINE_BYTES = 64 << 20
"""A game of 1,000 deals has a few megabytes."""


@contextmanager
def opened(file: str) -> Iterator[BinaryIO]:
    """A file to read, `-` for the standard input.

    Raises:
        CommandError: It cannot be read.
    """
    try:
        if file == "-":
            yield sys.stdin.buffer
        else:
            with Path(file).open("rb") as source:
                yield source
    except OSError as error:
        raise CommandError(f"{file}: {told(error.strerror or str(error))}") from None


def lines(file: str, source: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines that are not empty, with their numbers from 1.

    Raises:
        CommandError: A line is too long to be a record.
    """
    number = 0
    while line := source.readline(MAX_LINE_BYTES + 1):
        number += 1
        if len(line) > MAX_LINE_BYTES:
            raise CommandError(f"{file}:{number}: {say('records-line-too-long')}")
        if line.strip():
            yield number, line


@contextmanager
def written(option: str, file: str) -> Iterator[BinaryIO]:
    """A file to write, `-` for the standard output; it is there as a whole or not at all.

    Args:
        option: The command's option that names it.
        file: Its path.

    Raises:
        CommandError: It cannot be written.
    """
    if file == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = Path(file)
    # Beside it, so that it can take its place.
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with part.open("xb") as target:
            yield target
        part.replace(path)
    except OSError as error:
        raise CommandError(f"{option}: {path}: {told(error.strerror or str(error))}") from None
    finally:
        part.unlink(missing_ok=True)
