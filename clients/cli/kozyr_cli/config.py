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
from kozyr_cli.words import say, told
from kozyr_server.settings import ConfigFile, Resolved, SettingError, find, resolve, shown
from kozyr_server.settings.loading import strays
from kozyr_server.settings.options import GROUPS, OPTIONS

HEADS = ("setting", "value", "unit", "from")

OTHERS = frozenset(
    {"KOZYR_CHROMIUM", "KOZYR_LANG", "KOZYR_URL", "KOZYR_ADMIN_NAME", "KOZYR_ADMIN_TOKEN"}
)
"""Variables that are no settings of a server but are read elsewhere."""


def command() -> Callable[..., None]:
    """The subcommand; it takes the options of `kozyr serve` to show what they would do."""

    def config(as_json: bool, example: bool, **values: str | None) -> None:
        run(values, as_json=as_json, example=example)

    own = [
        _switch("as_json", "--json"),
        _switch("example", "--example"),
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
        typer.echo(shown.example(told), nl=False)
        return
    try:
        file = find(values.get(CONFIG), os.environ, Path.cwd())
        resolved = resolve(values, os.environ, file)
    except SettingError as error:
        raise CommandError(told(str(error))) from None
    for line in strays(os.environ, OTHERS):
        typer.echo(f"kozyr: {told(line)}", err=True)
    if as_json:
        sys.stdout.write(shown.as_json(resolved, None if file is None else file.path).decode())
        return
    _print(resolved, file)


def _print(resolved: Resolved, file: ConfigFile | None) -> None:
    from rich.table import Table  # noqa: PLC0415 - only this form needs it
    from rich.text import Text  # noqa: PLC0415

    from kozyr_cli.record_tables import show  # noqa: PLC0415

    table = Table(*(say(f"config-head-{name}") for name in HEADS), box=None, pad_edge=False)
    for group in GROUPS:
        table.add_row(Text(told(group), style="bold"))
        for option in OPTIONS:
            if option.group != group:
                continue
            source = resolved.sources[option.field]
            is_default = source == "default"
            table.add_row(
                Text("  " + option.field, no_wrap=True),
                Text(
                    told(shown.words(option, resolved.settings)),
                    style="" if is_default else "bold",
                ),
                told(option.unit),
                Text(
                    " ".join((say(f"config-from-{source}"), *_place(resolved, option.field))),
                    style="dim" if is_default else "",
                ),
            )
    show(
        table,
        Text(say("config-no-file") if file is None else say("config-file", path=str(file.path))),
    )


def _place(resolved: Resolved, field: str) -> tuple[str, ...]:
    """Where a setting was given; nothing for a default."""
    return (resolved.names[field],) if field in resolved.names else ()


def _switch(name: str, flag: str) -> inspect.Parameter:
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=False,
        annotation=Annotated[bool, typer.Option(flag)],
    )
