"""`kozyr replay`: step through a recorded game in the terminal."""

import sys
from collections.abc import Callable, Iterator
from typing import Annotated

import typer

from kozyr_cli import keys
from kozyr_cli.errors import CommandError
from kozyr_cli.record_files import lines, opened
from kozyr_cli.words import say, told


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE")],
    game: Annotated[int, typer.Option(metavar="N", min=1)] = 1,
    is_all: Annotated[bool, typer.Option("--all")] = False,
) -> None:
    """Step through a recorded game: n next, p previous, q quit."""
    from kozyr_games.replay import ReplayError  # noqa: PLC0415 - only when it runs

    number, steps = _steps(file, game)
    try:
        if is_all or file == "-" or not (sys.stdin.isatty() and sys.stdout.isatty()):
            for step in steps:
                typer.echo(step)
        else:
            with keys.reading() as read_key:
                walk(steps, read_key, _show)
    except ReplayError as error:
        raise CommandError(f"{file}:{number}: {told(str(error))}", 1) from None


def walk(
    steps: Iterator[str], read_key: Callable[[], str], show: Callable[[str, int], None]
) -> None:
    """Show step after step, as the keys say, until `q` or a key after the last one.

    Args:
        steps: Made as they are needed.
        read_key: Waits for a key.
        show: Shows a step, given its number from 1.
    """
    seen: list[str] = []
    at = 0
    while True:
        if at == len(seen):
            step = next(steps, None)
            if step is None:
                return
            seen.append(step)
        show(seen[at], at + 1)
        at = _moved(at, read_key)
        if at < 0:
            return


def _moved(at: int, read_key: Callable[[], str]) -> int:
    """The step to show next; -1: none."""
    while True:
        match read_key():
            case "n" | " " | "\r" | "\n" | "\x1b[C" | "\x1b[B":
                return at + 1
            case "p" | "\x7f" | "\x1b[D" | "\x1b[A" if at > 0:
                return at - 1
            case "q" | "\x1b" | "\x03" | "\x04" | "":
                return -1
            case _:
                continue


def _show(step: str, number: int) -> None:
    typer.echo(f"\x1b[2J\x1b[H{say('replay-step', number=number)}\n{step}\n\n{say('replay-keys')}")


def _steps(file: str, game: int) -> tuple[int, Iterator[str]]:
    """The number of the game's line, and its steps."""
    from kozyr_cli import drawing  # noqa: PLC0415 - only when it runs
    from kozyr_protocol.record import RecordError, loads  # noqa: PLC0415

    count = 0
    with opened(file) as source:
        for number, line in lines(file, source):
            count += 1
            if count == game:
                try:
                    return number, drawing.steps(loads(line))
                except RecordError as error:
                    raise CommandError(f"{file}:{number}: {told(str(error))}") from None
    raise CommandError(say("replay-too-few", file=file, games=count, number=game))
