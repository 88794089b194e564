"""`kozyr`: one command for everything. Subcommands import what they need when they run."""

import sys
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
from kozyr_cli.errors import CommandError
from kozyr_protocol.__about__ import __version__

USAGE = 2
"""Exit code when a command cannot be run as asked."""
INTERRUPTED = 130


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
    """Run the command.

    Args:
        arguments: without the program's name.

    Returns:
        The exit code; what went wrong is one line on the standard error.
    """
    try:
        result = build()(list(arguments) or ["--help"], prog_name="kozyr", standalone_mode=False)
    except TyperException as error:
        return _fail(error.format_message(), error.exit_code)
    except CommandError as error:
        return _fail(str(error), error.exit_code)
    except (Abort, KeyboardInterrupt):
        return INTERRUPTED
    except Exit as error:
        return error.exit_code
    return result if isinstance(result, int) else 0


def main() -> None:
    """Entry point of the installed command."""
    sys.exit(run(sys.argv[1:]))


def _fail(message: str, exit_code: int) -> int:
    typer.echo(f"kozyr: {' '.join(message.split())}", err=True)
    return exit_code


if __name__ == "__main__":
    main()
