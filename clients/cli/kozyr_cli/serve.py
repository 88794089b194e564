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
    from rich.text import Text  # noqa: PLC0415

    console = Console(highlight=False)
    for label, text in _banner(started):
        # Not wrapped: a path is copied whole, and what reads a pipe reads lines.
        console.print(Text.assemble((f"{label:<12}", "bold"), text), soft_wrap=True)


def _banner(started: "Started") -> list[tuple[str, str]]:
    store = started.store
    if started.data_dir is not None:
        store = f"{store}, in {started.data_dir}"
    lines = [
        ("kozyr", f"{started.url}  (Ctrl-C stops it)"),
        ("store", store),
        ("durability", DURABILITY[started.durability]),
        ("sockets", started.sockets),
    ]
    if started.workers > 1:
        lines.append(("workers", str(started.workers)))
    return [*lines, ("archive", str(started.archive_dir))]


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
