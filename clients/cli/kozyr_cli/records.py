"""`kozyr records`: list, show and export finished games."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kozyr_cli.errors import CommandError
from kozyr_cli.record_files import written
from kozyr_cli.words import say, told

if TYPE_CHECKING:
    from kozyr_cli.record_sources import Found, Source
    from kozyr_protocol.record import Record

Url = Annotated[str, typer.Option("--url", metavar="URL")]
ArchiveDir = Annotated[
    Path | None,
    typer.Option("--archive", metavar="DIR"),
]
Game = Annotated[str | None, typer.Option("--game", metavar="KEY")]

URL = "http://127.0.0.1:8080"


def build() -> typer.Typer:
    """The subcommand with its own subcommands."""
    app = typer.Typer(rich_markup_mode=None)
    app.command("list")(list_records)
    app.command("show")(show)
    app.command("export")(export)
    return app


def list_records(
    url: Url = URL,
    archive: ArchiveDir = None,
    game: Game = None,
    count: Annotated[int, typer.Option(metavar="N", min=1)] = 20,
    quiet: Annotated[bool, typer.Option("--quiet")] = False,
) -> None:
    """List the newest finished games of public rooms."""
    from kozyr_cli import record_tables  # noqa: PLC0415 - only when it runs

    source = _source(url, archive)
    if quiet and game is None:
        for name in islice(source.ids(), count):
            typer.echo(name)
        return
    found = ((name, _record(name, source.record(name))) for name in source.ids())
    chosen = list(islice(((n, r) for n, r in found if game in {None, r.game}), count))
    if quiet:
        for name, _ in chosen:
            typer.echo(name)
    else:
        record_tables.show(record_tables.listed(chosen))


def show(
    name: Annotated[str, typer.Argument(metavar="ID")],
    url: Url = URL,
    archive: ArchiveDir = None,
) -> None:
    """Show the players, the score sheet and the result of a game."""
    from kozyr_cli import record_tables  # noqa: PLC0415 - only when it runs

    record = _record(name, _source(url, archive).record(name))
    record_tables.show(*record_tables.sheet(name, record, _sums(record)))


def export(
    names: Annotated[list[str] | None, typer.Argument(metavar="[ID]...")] = None,
    all_of_them: Annotated[bool, typer.Option("--all")] = False,
    room: Annotated[str | None, typer.Option(metavar="ID")] = None,
    out: Annotated[str, typer.Option(metavar="FILE")] = "-",
    game: Game = None,
    url: Url = URL,
    archive: ArchiveDir = None,
) -> None:
    """Write finished games to a file: kozyr.record/1, one game a line, oldest first."""
    if sum((bool(names), all_of_them, room is not None)) != 1:
        raise CommandError(say("records-which"))
    source = _source(url, archive)
    count = 0
    with written("--out", out) as target:
        for name, line in _chosen(source, names, room):
            if game is None or _record(name, line).game == game:
                target.write(line + b"\n")
                count += 1
    typer.echo(say("records-exported", games=count), err=True)


def _chosen(source: "Source", names: list[str] | None, room: str | None) -> "Iterator[Found]":
    if room is not None:
        yield from source.of_room(room)
        return
    # The ids alone are small; the games are read one at a time.
    for name in names or reversed(list(source.ids())):
        yield name, source.record(name)


def _source(url: str, archive: Path | None) -> "Source":
    from kozyr_cli.record_sources import Archive, Server  # noqa: PLC0415 - only when it runs

    return Server(url) if archive is None else Archive(archive)


def _sums(record: "Record") -> "list[int | None]":
    """What the scores of each deal must add up to; empty where the rules cannot follow the game."""
    from kozyr_games.replay import ReplayError, recount  # noqa: PLC0415 - only when it runs

    try:
        return [row.check for row in recount(record).sheet]
    except ReplayError:
        return []


def _record(name: str, line: bytes) -> "Record":
    from kozyr_protocol.record import RecordError, loads  # noqa: PLC0415 - only when it runs

    try:
        return loads(line)
    except RecordError as error:
        raise CommandError(f"{name}: {told(str(error))}") from None
