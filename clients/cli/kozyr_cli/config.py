"""`kozyr config`: what a server started here and now would be set to, and why."""

import inspect
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from kozyr_cli.errors import CommandError
from kozyr_cli.setting_flags import parameters
from kozyr_cli.setting_names import CONFIG
from kozyr_server.settings import ConfigFile, Resolved, SettingError, find, resolve, shown
from kozyr_server.settings.loading import strays
from kozyr_server.settings.options import GROUPS, OPTIONS

OTHERS = frozenset({"KOZYR_CHROMIUM"})
"""Variables that are no settings of a server but are read elsewhere."""


def command() -> Callable[..., None]:
    """The subcommand; it takes the options of `kozyr serve` to show what they would do."""

    def config(as_json: bool, example: bool, **values: str | None) -> None:
        run(values, as_json=as_json, example=example)

    config.__doc__ = (
        "Show every setting of a server, its value, its unit and where it came from.\n\n"
        "The value of a secret one is never shown. --example writes a file to begin with."
    )
    own = [
        _switch("as_json", "--json", "As JSON."),
        _switch("example", "--example", "Write a commented kozyr.toml with all defaults."),
        *parameters(),
    ]
    config.__signature__ = inspect.Signature(own)  # type: ignore[attr-defined]  # as typer reads it
    config.__annotations__ = {each.name: each.annotation for each in own}
    return config


def run(values: dict[str, str | None], *, as_json: bool, example: bool) -> None:
    """Show the settings.

    Args:
        values: text of each option by its field, and of `config`; None where it was not given.
        as_json: for machines.
        example: the example instead.

    Raises:
        CommandError: one of them cannot be used.
    """
    if example:
        typer.echo(shown.example(), nl=False)
        return
    try:
        file = find(values.get(CONFIG), os.environ, Path.cwd())
        resolved = resolve(values, os.environ, file)
    except SettingError as error:
        raise CommandError(str(error)) from None
    for line in strays(os.environ, OTHERS):
        typer.echo(f"kozyr: {line}", err=True)
    if as_json:
        sys.stdout.write(shown.as_json(resolved, None if file is None else file.path).decode())
        return
    _print(resolved, file)


def _print(resolved: Resolved, file: ConfigFile | None) -> None:
    from rich.table import Table  # noqa: PLC0415 - only this form needs it
    from rich.text import Text  # noqa: PLC0415

    from kozyr_cli.record_tables import show  # noqa: PLC0415

    table = Table("setting", "value", "unit", "from", box=None, pad_edge=False)
    for group in GROUPS:
        table.add_row(Text(group, style="bold"))
        for option in OPTIONS:
            if option.group != group:
                continue
            source = resolved.sources[option.field]
            is_default = source == "default"
            table.add_row(
                Text("  " + option.field, no_wrap=True),
                Text(shown.words(option, resolved.settings), style="" if is_default else "bold"),
                option.unit,
                Text(
                    "default" if is_default else f"{source} {resolved.names[option.field]}",
                    style="dim" if is_default else "",
                ),
            )
    show(table, Text(f"file: {'none' if file is None else file.path}"))


def _switch(name: str, flag: str, words: str) -> inspect.Parameter:
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=False,
        annotation=Annotated[bool, typer.Option(flag, help=words)],
    )
