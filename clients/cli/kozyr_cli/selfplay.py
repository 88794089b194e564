"""`kozyr selfplay`: games between policies without a server, and how strong each was."""

import secrets
from collections.abc import Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated

import typer

from kozyr_cli.bot import options
from kozyr_cli.errors import CommandError, needing
from kozyr_cli.record_files import written
from kozyr_cli.words import say, told

if TYPE_CHECKING:
    from rich.table import Table

    from kozyr_bots.selfplay import Series
    from kozyr_bots.strength import Played, Row
    from kozyr_protocol.record import Record

FIGURES = ("games", "seats", "firsts", "share", "interval", "mean")


def selfplay(  # noqa: PLR0913  an option each
    *,
    game: Annotated[str, typer.Option(metavar="KEY")] = "twenty_nine",
    preset: Annotated[
        str | None,
        typer.Option(metavar="NAME"),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE"),
    ] = None,
    seats: Annotated[int | None, typer.Option(metavar="N")] = None,
    policies: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,...",
        ),
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", min=1)] = 100,
    seed: Annotated[int | None, typer.Option(metavar="S")] = None,
    export: Annotated[
        str | None,
        typer.Option(metavar="FILE"),
    ] = None,
    jobs: Annotated[int, typer.Option(metavar="N", min=1)] = 1,
    quiet: Annotated[
        bool,
        typer.Option("--quiet"),
    ] = False,
) -> None:
    """Play games between policies without a server.

    With each game every policy sits one seat further, and a first place that k share counts 1/k.
    """
    with needing("bots"):
        from kozyr_bots import selfplay as self_play  # noqa: PLC0415 - only when it runs
        from kozyr_bots import strength  # noqa: PLC0415
        from kozyr_bots.errors import PolicyError  # noqa: PLC0415
        from kozyr_games.spec import GameError  # noqa: PLC0415
    names = () if policies is None else tuple(policies.split(","))
    try:
        series = self_play.series(
            game,
            preset,
            options(option or []),
            seats=seats,
            policies=names,
            seed=secrets.randbits(32) if seed is None else seed,
        )
        played = [
            strength.of_record(record)
            for record in _exported(_shown(series, games, jobs, quiet), export)
        ]
    except (GameError, PolicyError) as error:
        raise CommandError(told(str(error))) from None
    # The standard output may be the file.
    _tell(series, played, quiet=quiet, is_error=export == "-")


def _shown(series: "Series", count: int, jobs: int, quiet: bool) -> "Iterator[Record]":
    """The games as they are played, under a progress bar."""
    from rich.console import Console  # noqa: PLC0415 - only when it runs
    from rich.progress import MofNCompleteColumn, Progress  # noqa: PLC0415

    from kozyr_bots.selfplay import games  # noqa: PLC0415

    console = Console(stderr=True)
    columns = (*Progress.get_default_columns(), MofNCompleteColumn())
    is_hidden = quiet or not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=is_hidden) as progress:
        yield from progress.track(games(series, count, jobs=jobs), count, description=series.game)


def _exported(records: "Iterator[Record]", file: str | None) -> "Iterator[Record]":
    """The same games, each written to the file if there is one."""
    from kozyr_protocol.record import dumps  # noqa: PLC0415 - only when it runs

    with nullcontext() if file is None else written("--export", file) as target:
        for record in records:
            if target is not None:
                target.write(dumps(record) + b"\n")
            yield record


def _tell(series: "Series", played: "list[Played]", *, quiet: bool, is_error: bool) -> None:
    """Say how strong each policy was, on the standard output or the standard error."""
    from rich.console import Console  # noqa: PLC0415 - only when it runs

    from kozyr_bots import strength  # noqa: PLC0415

    found = strength.rows(played)
    if quiet:
        for row in found:
            typer.echo(line(row), err=is_error)
    else:
        chance = strength.chance(played[0])
        Console(stderr=is_error, highlight=False).print(table(series, found, chance))


def line(row: "Row") -> str:
    """A policy for scripts, with spaces between: shares and bounds are from 0 to 1."""
    return f"{row.policy} {row.games} {row.share:.4f} {row.low:.4f} {row.high:.4f} {row.mean:.2f}"


def table(series: "Series", rows: "list[Row]", chance: float) -> "Table":
    """How strong each policy was, for people."""
    from rich.table import Table  # noqa: PLC0415 - only when it runs

    grid = Table(
        title=say(
            "selfplay-title",
            preset=series.preset,
            seats=len(series.policies),
            seed=str(series.seed),
        ),
        caption=say("selfplay-caption", chance=f"{chance:.1%}"),
    )
    grid.add_column(say("selfplay-head-policy"))
    for name in FIGURES:
        grid.add_column(say(f"selfplay-head-{name}"), justify="right")
    for row in rows:
        grid.add_row(
            row.policy,
            str(row.games),
            str(row.seats),
            f"{row.firsts:.1f}",
            f"{row.share:.1%}",
            f"{row.low:.1%} – {row.high:.1%}",
            f"{row.mean:.2f}",
        )
    return grid
