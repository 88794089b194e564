"""All subcommands and the parser of their arguments. Each imports what it needs when it runs."""

from collections.abc import Sequence
from typing import Annotated

import typer
from typer.exceptions import Abort, Exit, TyperException

from kozyr_cli import (
    admin,
    backup,
    bot,
    config,
    load,
    ratings,
    records,
    replay,
    selfplay,
    serve,
    verify,
)
from kozyr_cli.errors import INTERRUPTED, CommandError
from kozyr_protocol.__about__ import __version__


def _version(is_wanted: bool) -> None:
    if is_wanted:
        typer.echo(f"kozyr {__version__}")
        raise Exit


def _root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """A real-time card-table server, and what plays on it."""


def build() -> typer.Typer:
    """The command with all its subcommands."""
    app = typer.Typer(
        name="kozyr",
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    app.callback()(_root)
    app.command("serve")(serve.command())
    app.command("config")(config.command())
    app.command("backup")(backup.backup_command())
    app.command("restore")(backup.restore_command())
    app.add_typer(ratings.build(), name="ratings")
    app.command("bot")(bot.bot)
    app.command("selfplay")(selfplay.selfplay)
    app.add_typer(records.build(), name="records")
    app.command("replay")(replay.replay)
    app.command("verify")(verify.verify)
    app.add_typer(load.build(), name="load")
    app.add_typer(admin.build(), name="admin")
    return app


def run(arguments: Sequence[str]) -> int:
    """Read the arguments and run the subcommand.

    Args:
        arguments: without the program's name; at least one.

    Returns:
        The exit code.

    Raises:
        CommandError: it cannot be run as asked.
    """
    try:
        result = build()(list(arguments), prog_name="kozyr", standalone_mode=False)
    except TyperException as error:
        raise CommandError(error.format_message(), error.exit_code) from None
    except Abort:
        return INTERRUPTED
    except Exit as error:
        return error.exit_code
    return result if isinstance(result, int) else 0
