"""`kozyr serve`: run a server."""

import inspect
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from kozyr_cli.errors import CommandError
from kozyr_server.settings import OPTIONS, Option, SettingError, Settings, load

if TYPE_CHECKING:
    from kozyr_server.running.serve import Started

DURABILITY = {
    "always": "always: an acknowledged action is on disk",
    "everysec": "everysec: a power cut can lose the last second, a killed process nothing",
    "unverified": "unverified: whatever the store is set to",
}
"""What an acknowledgement survives, for people."""


def command() -> Callable[..., None]:
    """The subcommand, with one option for each of `kozyr_server.settings.OPTIONS`."""

    def serve(**values: str | None) -> None:
        run(values)

    serve.__doc__ = (
        "Run a server, with a store of its own or over --redis URL.\n\n"
        "Every option can also be set in the environment: --log-level is KOZYR_LOG_LEVEL."
    )
    parameters = [_parameter(option) for option in OPTIONS]
    # Typer reads a command's options from its signature.
    serve.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    serve.__annotations__ = {each.name: each.annotation for each in parameters}
    return serve


def run(values: dict[str, str | None]) -> None:
    """Serve until asked to stop.

    Args:
        values: text of each option by its field, None where it was not given.

    Raises:
        CommandError: it cannot be run as asked.
    """
    try:
        settings = load(values, os.environ)
    except SettingError as error:
        raise CommandError(str(error)) from None
    try:
        # Imported here: `kozyr --help` needs no server.
        from kozyr_server.running.listening import ListenError  # noqa: PLC0415
        from kozyr_server.running.process import StartError  # noqa: PLC0415
        from kozyr_server.running.serve import serve  # noqa: PLC0415
        from kozyr_server.store.errors import StoreError  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise CommandError(
            f"{error.name} is missing: install the server with pip install 'kozyr[server]'"
        ) from None
    try:
        serve(settings, show)
    except (ListenError, StartError, StoreError) as error:
        raise CommandError(str(error)) from None


def show(started: "Started") -> None:
    """Tell people where the server is and what it promises."""
    from rich.console import Console  # noqa: PLC0415 - only a server that starts needs it
    from rich.table import Table  # noqa: PLC0415

    lines = Table.grid(padding=(0, 2))
    lines.add_column(style="bold")
    lines.add_column(overflow="fold")
    lines.add_row("kozyr", f"{started.url}  (Ctrl-C stops it)")
    if started.data_dir is None:
        lines.add_row("store", started.store)
    else:
        lines.add_row("store", f"{started.store}, in {started.data_dir}")
    lines.add_row("durability", DURABILITY[started.durability])
    lines.add_row("archive", str(started.archive_dir))
    if started.workers > 1:
        lines.add_row("workers", str(started.workers))
    # Paths are no markup, and what is in brackets is part of them.
    Console(markup=False, highlight=False, soft_wrap=True).print(lines)


def _parameter(option: Option) -> inspect.Parameter:
    default = getattr(Settings(), option.field)
    shown = "" if default in {None, ()} else f" [default: {default}]"
    described = typer.Option(
        option.flag, metavar=option.metavar, help=option.help + shown, show_default=False
    )
    return inspect.Parameter(
        option.field,
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[str | None, described],
    )
