"""Settings for people and machines: what is set, an example of the file, a table for documents."""

import json
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kozyr_protocol.__about__ import __version__
from kozyr_server.settings.loading import Resolved
from kozyr_server.settings.model import Settings
from kozyr_server.settings.options import GROUPS, OPTIONS, Option

HIDDEN = "(set, not shown)"

_HEAD = "| setting | default | unit | what it is |"

WHEN_NONE = {
    "origins": "any",
    "archive": "archive in the data folder",
    "redis": "the embedded store",
    "valkey": "the bundled one",
    "admin_token_file": "made beside an embedded store",
    "reserved_names": "no more",
}
"""What it means that a setting without a value is not given."""


def value(option: Option, settings: Settings) -> Any:
    """A setting as JSON and TOML can hold it; a secret one is `HIDDEN`, None: it has none."""
    found = getattr(settings, option.field)
    match found:
        case None:
            return None
        case _ if option.is_secret:
            return HIDDEN
        case Path():
            return str(found)
        case tuple():
            return list(found)
        case _:
            return found


def words(option: Option, settings: Settings) -> str:
    """A setting for people, without its unit."""
    found = value(option, settings)
    if found is None or found == []:
        return WHEN_NONE.get(option.field, "none")
    if isinstance(found, list):
        return ", ".join(found)
    return f"{found:g}" if isinstance(found, float) else str(found)


def as_json(resolved: Resolved, file: Path | None) -> bytes:
    """All settings as one JSON object.

    Args:
        resolved: the settings.
        file: that was read, if any.
    """
    rows = [
        {
            "name": option.field,
            "group": option.group,
            "value": value(option, resolved.settings),
            "unit": option.unit or None,
            "source": resolved.sources[option.field],
            "from": resolved.names.get(option.field),
            "default": value(option, Settings()),
            "help": option.help,
        }
        for option in OPTIONS
    ]
    shown = {"file": None if file is None else str(file), "settings": rows}
    return json.dumps(shown, indent=2, ensure_ascii=False).encode() + b"\n"


_INTRODUCTION = (
    f"Settings of a kozyr server, version {__version__}. Take the # away where one is to be "
    "otherwise than by default. A flag (--log-level) and the environment (KOZYR_LOG_LEVEL) go "
    "before this file; paths count from its folder. Limits are for each process."
)


def example(said: Callable[[str], str] = str) -> str:
    """A file with every setting, commented out, at its default.

    Args:
        said: makes of a sentence in English what the reader understands.
    """
    lines = [f"# {line}" for line in textwrap.wrap(said(_INTRODUCTION), 84)]
    for group in GROUPS:
        lines += ["", f"# --- {said(group)}"]
        for option in OPTIONS:
            if option.group == group:
                lines += ["", *_example(option, said)]
    return "\n".join(lines) + "\n"


def markdown() -> str:
    """The table of all settings for the documents."""
    lines = [_HEAD, "|---|---|---|---|"]
    for option in OPTIONS:
        usual = words(option, Settings())
        name = usual if option.field in WHEN_NONE else f"`{usual}`"
        text = option.help.rstrip(".")
        if "|" in option.metavar:
            text += "; " + ", ".join(f"`{word}`" for word in option.metavar.split("|"))
        lines.append(f"| `{option.field}` | {name} | {option.unit} | {text} |")
    return "\n".join(lines) + "\n"


def _example(option: Option, said: Callable[[str], str]) -> list[str]:
    unit = f" [{said(option.unit)}]" if option.unit else ""
    choices = f" {option.metavar}" if "|" in option.metavar else ""
    usual = value(option, Settings())
    none = WHEN_NONE.get(option.field)
    note = f" {said(f'By default: {none}.')}" if none else ""
    sample = _SAMPLES.get(option.field, usual)
    return [
        f"# {said(option.help)}{choices}{unit}{note}",
        f"#{option.field} = {json.dumps(sample, ensure_ascii=False)}",
    ]


_SAMPLES = {
    "origins": ["https://cards.example.org"],
    "archive": "archive",
    "redis": "redis://127.0.0.1:6379/0",
    "valkey": "/usr/bin/valkey-server",
    "admin_token_file": "admin-token",
}


def with_table(document: str) -> str:
    """A document with its table of settings written anew; it must have one."""
    begin = document.index(_HEAD)
    end = document.find("\n\n", begin)
    rest = "" if end < 0 else document[end + 1 :]
    return document[:begin] + markdown() + rest


if __name__ == "__main__":
    # `make schema`: the one argument is the document.
    page = Path(sys.argv[1])
    page.write_text(with_table(page.read_text(encoding="utf-8")), encoding="utf-8")
