"""`kozyr verify`: check every shuffle, action, score and result of recorded games."""

import os
import sys
from collections.abc import Callable, Iterator
from typing import Annotated, BinaryIO

import typer

from kozyr_cli.errors import CommandError
from kozyr_cli.record_files import lines, opened
from kozyr_cli.words import say, told


def verify(
    file: Annotated[str, typer.Argument(metavar="FILE")],
    quiet: Annotated[bool, typer.Option("--quiet")] = False,
) -> int:
    """Check recorded games: shuffles, actions, scores and results.

    A problem is a line, with the number of its line in the file; any of them ends with 1.
    """
    from rich.console import Console  # noqa: PLC0415 - only when it runs
    from rich.progress import Progress  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    problems = 0
    games = 0
    console = Console(stderr=True)
    is_shown = console.is_terminal and not quiet
    with opened(file) as source, Progress(console=console, disable=not is_shown) as progress:
        task = progress.add_task(say("verify-progress"), total=_size(source))

        def read(line_bytes: int) -> None:
            progress.advance(task, line_bytes)

        for number, found in checked(file, source, read):
            games += 1
            for problem in found:
                problems += 1
                text = f"{file}:{number}: {told(problem)}"
                if is_shown and sys.stdout.isatty():
                    # Both are on one screen: it goes above the bar.
                    progress.print(Text(text), soft_wrap=True)
                else:
                    typer.echo(text)
    if problems:
        return 1
    if not games:
        raise CommandError(say("verify-empty", file=file))
    if not quiet:
        typer.echo(say("verify-right", games=games))
    return 0


def checked(
    file: str, source: BinaryIO, read: Callable[[int], None]
) -> Iterator[tuple[int, list[str]]]:
    """The number of each line, and a sentence for each thing that is wrong with its game.

    Args:
        file: The name for errors.
        source: What is read.
        read: Is told how many bytes are done.
    """
    # The rules of all games are only needed here.
    from kozyr_games import replay  # noqa: PLC0415
    from kozyr_protocol.record import RecordError, loads  # noqa: PLC0415

    for number, line in lines(file, source):
        try:
            yield number, replay.verify(loads(line))
        except RecordError as error:
            yield number, [str(error)]
        read(len(line))


def _size(source: BinaryIO) -> int | None:
    """Bytes of a file; None for what has no end yet."""
    if source is sys.stdin.buffer:
        return None
    return os.fstat(source.fileno()).st_size
