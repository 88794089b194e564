"""All subcommands and the parser of their arguments. Each imports what it needs when it runs."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.exceptions import Abort, Exit, TyperException

from kozyr_cli import (
    admin,
    admin_arguments,
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
from kozyr_cli.helping import fill
from kozyr_cli.words import FLAG, LANGUAGES, told
from kozyr_protocol.__about__ import __version__


def _version(is_wanted: bool) -> None:
    if is_wanted:
        typer.echo(f"kozyr {__version__}")
        raise Exit


def _root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True),
    ] = False,
    language: Annotated[str | None, typer.Option(FLAG, metavar="|".join(LANGUAGES))] = None,
) -> None:
    """A real-time card-table server, and what plays on it."""
    # `__main__` has taken the language already: it also chooses that of the help.


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
    ordered = admin_arguments.in_order(arguments)
    try:
        root: Any = typer.main.get_command(build())
        fill(root, ordered)
        result = root(ordered, prog_name="kozyr", standalone_mode=False)
    except TyperException as error:
        raise CommandError(told(error.format_message()), error.exit_code) from None
    except Abort:
        return INTERRUPTED
    except Exit as error:
        return error.exit_code
    return result if isinstance(result, int) else 0
