"""What people read in a terminal, in their language.

A key begins with the name of its catalogue: `bot-free` is in `locales/LANGUAGE/bot.ftl`. A
catalogue is read when its first text is needed. Logs, JSON and the answers of a server stay
English; `told` says again what other packages have said in English.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Final

from kozyr_cli.fluent import Fact, Message, messages

LANGUAGES: Final = ("en", "ru")
VARIABLE: Final = "KOZYR_LANG"
FLAG: Final = "--lang"

FOLDER: Final = Path(__file__).with_name("locales")

# None: as the environment says. A task of asyncio has that of who started it.
_chosen: ContextVar[str | None] = ContextVar("language", default=None)


def of_environment(environ: Mapping[str, str]) -> str:
    """The language that the environment asks for; English where it asks for none that is there.

    Args:
        environ: `KOZYR_LANG` goes before `LC_ALL`, `LC_MESSAGES` and `LANG`, as `ru` or
            `ru_RU.UTF-8`; an empty variable counts as none.
    """
    for name in (VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environ.get(name):
            short = value[:2].lower()
            is_one = short in LANGUAGES and not value[2:3].isalpha()
            return short if is_one else LANGUAGES[0]
    return LANGUAGES[0]


def language() -> str:
    """The language in use."""
    return _chosen.get() or of_environment(os.environ)


@contextmanager
def speaking(name: str | None) -> Iterator[None]:
    """Use a language while the block runs; None: that of the environment."""
    token = _chosen.set(name)
    try:
        yield
    finally:
        _chosen.reset(token)


@cache
def catalogue(name: str, catalogue_language: str) -> Mapping[str, Message]:
    """The messages of a catalogue by their keys; empty where there is no such file."""
    path = FOLDER / catalogue_language / f"{name}.ftl"
    return messages(path.read_text(encoding="utf-8")) if path.is_file() else {}


def has(key: str) -> bool:
    """Whether there is such a text."""
    return key in catalogue(key.partition("-")[0], LANGUAGES[0])


def say(key: str, /, **facts: Fact) -> str:
    """A text in the language in use.

    Args:
        key: of the text.
        facts: that stand in it; a number chooses the plural.

    Raises:
        KeyError: there is no such text, or a fact of it is not given.
    """
    now = language()
    return catalogue(key.partition("-")[0], now)[key].text(now, facts)


def named(prefix: str, name: str) -> str:
    """A word of the protocol for people, as `kozyr-ended-voted`; as it is where none is known.

    Args:
        prefix: of the key.
        name: that the protocol has.
    """
    key = f"{prefix}-{name.replace('_', '-')}"
    return say(key) if has(key) else name


def refusal(code: str, sentence: str) -> str:
    """Why a server refused: its sentence, or what the code means where that is not known."""
    if language() == LANGUAGES[0]:
        return sentence
    found = told(sentence)
    key = f"refused-{code.replace('_', '-')}"
    return say(key) if found == sentence and has(key) else found


def told(sentence: str) -> str:
    """What another package said in English; as it is where the sentence is not known."""
    if language() == LANGUAGES[0]:
        return sentence
    from kozyr_cli.foreign import recognised  # noqa: PLC0415 - most commands end without it

    found = recognised(sentence)
    return sentence if found is None else say(found.key, **found.facts)
