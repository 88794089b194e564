"""The options of a server as flags of a command, made from the one table of settings."""

import inspect
from collections.abc import Sequence
from typing import Annotated

import typer

from kozyr_cli.setting_names import CONFIG, CONFIG_FLAG
from kozyr_cli.words import has, say, told
from kozyr_server.settings import OPTIONS, Option, Settings, shown


def parameters(options: Sequence[Option] = OPTIONS) -> list[inspect.Parameter]:
    """A parameter for the file and one for each option; all are text or None.

    Args:
        options: those that the command takes.
    """
    named = typer.Option(CONFIG_FLAG, metavar="FILE", show_default=False)
    return [_parameter(CONFIG, named), *(_of(option) for option in options)]


def _of(option: Option) -> inspect.Parameter:
    described = typer.Option(option.flag, metavar=option.metavar, show_default=False)
    return _parameter(option.field, described)


def described(option: Option) -> str:
    """What an option is for, and its default; of one that no catalogue knows, in English."""
    key = f"settings-opt-{option.field.replace('_', '-')}"
    words = say(key) if has(key) else option.help
    if getattr(Settings(), option.field) in {None, ()}:
        return words
    return f"{words} [{say('kozyr-note-default')} {told(shown.words(option, Settings()))}]"


def _parameter(name: str, described: object) -> inspect.Parameter:
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[str | None, described],
    )
