"""Help of commands and options from the catalogues, when it is known which command is in use.

The keys follow from the names: `bot-help` is the help of `kozyr bot`, `bot-opt-think-ms` that of
its option, `admin-mute-help` that of `kozyr admin mute`. What an option has in common with those of
other commands is found one name up (`admin-opt-why`), and a setting of a server in `settings.ftl`.
In the list of `kozyr --help` stands `kozyr-cmd-bot`: no other catalogue is read for it.
"""

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Any

import typer

from kozyr_cli import setting_flags, words
from kozyr_cli.setting_names import CONFIG
from kozyr_cli.words import say
from kozyr_server.settings import OPTIONS

ROOT = "kozyr"
SETTINGS = MappingProxyType({option.field: option for option in OPTIONS})


# The parser has no public name for its class of pages.
class _Formatter(typer.Context.formatter_class):  # type: ignore[valid-type,misc]
    """Pages of help with their headings in the language in use."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, prefix or say("kozyr-usage") + " ")

    def write_heading(self, heading: str) -> None:
        key = f"kozyr-heading-{heading.lower()}"
        super().write_heading(say(key) if words.has(key) else heading)

    def write_dl(self, rows: Any, *further: Any, **named: Any) -> None:
        super().write_dl([(name, _noted(text)) for name, text in rows], *further, **named)


def _noted(text: str) -> str:
    """What the parser adds to a help: `[default: 1; x>=1]`, `[required]`."""
    if words.language() == words.LANGUAGES[0]:
        return text
    head, bracket, note = text.rpartition("  [")
    if not bracket and text.startswith("["):
        head, bracket, note = "", "[", text[1:]
    if not bracket:
        return text
    note = re.sub(r"\bdefault: ", say("kozyr-note-default") + " ", note)
    note = re.sub(r"\brequired\b", say("kozyr-note-required"), note)
    note = re.sub(r"\benv var: ", say("kozyr-note-variable") + " ", note)
    return head + bracket + note


class _Context(typer.Context):
    formatter_class = _Formatter


def command_key(path: tuple[str, ...]) -> str:
    """Key of the help of a command.

    Args:
        path: names from the subcommand on; empty for `kozyr` itself.
    """
    return "-".join(path or (ROOT,)) + "-help"


def option_keys(path: tuple[str, ...], name: str) -> Iterator[str]:
    """Keys that may hold the help of an option or argument, the nearest first."""
    dashed = name.replace("_", "-")
    for length in range(len(path), 0, -1):
        yield f"{'-'.join(path[:length])}-opt-{dashed}"
    # What is not asked for is not read: there are many settings.
    if name in {CONFIG, *SETTINGS}:
        yield f"settings-opt-{dashed}"
    if not path:
        yield f"{ROOT}-opt-{dashed}"


def option_key(path: tuple[str, ...], name: str) -> str:
    """The key that holds it; the first of them where none does."""
    keys = list(option_keys(path, name))
    return next((key for key in keys if words.has(key)), keys[0])


def fill(root: Any, arguments: list[str]) -> None:
    """Give the commands that the arguments name their help.

    Args:
        root: the parser of all of them.
        arguments: without the program's name.
    """
    _fill(root, ())
    for name, command in root.commands.items():
        command.short_help = say(f"kozyr-cmd-{name}")
    named = next((word for word in arguments if word in root.commands), None)
    if named is not None:
        fill_below(root.commands[named], (named,))


def fill_below(command: Any, path: tuple[str, ...]) -> None:
    """Give a command and all below it their help."""
    _fill(command, path)
    for name, inner in getattr(command, "commands", {}).items():
        fill_below(inner, (*path, name))


def _fill(command: Any, path: tuple[str, ...]) -> None:
    command.context_class = _Context
    command.help = say(command_key(path))
    command.short_help = None
    for option in command.params:
        key = option_key(path, option.name)
        if option.name in SETTINGS and key.startswith("settings-"):
            option.help = setting_flags.described(SETTINGS[option.name])
        elif words.has(key):
            option.help = say(key)
    helping = command.get_help_option(_Context(command))
    if helping is not None:
        helping.help = say("kozyr-opt-help")
