"""The options of a server as flags of a command, made from the one table of settings."""

import inspect
from collections.abc import Sequence
from typing import Annotated

import typer

from kozyr_cli.setting_names import CONFIG, CONFIG_FLAG
from kozyr_server.settings import OPTIONS, Option, Settings, shown


def parameters(options: Sequence[Option] = OPTIONS) -> list[inspect.Parameter]:
    """A parameter for the file and one for each option; all are text or None.

    Args:
        options: those that the command takes.
    """
    words = "File of settings, TOML [default: kozyr.toml in the working folder, if it is there]"
    named = typer.Option(CONFIG_FLAG, metavar="FILE", help=words, show_default=False)
    return [_parameter(CONFIG, named), *(_of(option) for option in options)]


def _of(option: Option) -> inspect.Parameter:
    default = getattr(Settings(), option.field)
    usual = "" if default in {None, ()} else f" [default: {shown.words(option, Settings())}]"
    described = typer.Option(
        option.flag, metavar=option.metavar, help=option.help + usual, show_default=False
    )
    return _parameter(option.field, described)


def _parameter(name: str, described: object) -> inspect.Parameter:
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[str | None, described],
    )
