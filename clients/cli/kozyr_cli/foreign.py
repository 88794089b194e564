"""Sentences of packages that speak English alone, recognised by the English catalogue.

The rules, the server, the SDK, the bots and the parser of options know no language of people: what
they say goes to logs and over the wire, too. Their sentences are the English messages of `told.ftl`
and `settings.ftl`; one that is recognised is said again in another language.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from msgspec import Struct

from kozyr_cli import words
from kozyr_cli.fluent import Message, Name

CATALOGUES: Final = ("told", "settings")

SENTENCES: Final = frozenset({"reason", "what", "problem", "advice", "hint", "bound"})
"""Facts that are sentences or parts of them: they are said again, too. All others are names."""


class Recognised(Struct, frozen=True):
    """The key of a sentence, and its facts."""

    key: str
    facts: Mapping[str, str]


def recognised(sentence: str) -> Recognised | None:
    """Find a sentence; None: it is none that is known.

    Args:
        sentence: in English.
    """
    for _, form, key in _forms():
        if match := form.fullmatch(sentence):
            facts = {
                name: words.told(value) if name in SENTENCES else value
                for name, value in match.groupdict().items()
            }
            return Recognised(key, facts)
    return None


@cache
def _forms() -> tuple[tuple[int, re.Pattern[str], str], ...]:
    """The forms of all sentences, those with the most words of their own first."""
    found = [
        (sum(len(part) for part in message.pattern if isinstance(part, str)), form(message), key)
        for name in CATALOGUES
        for key, message in words.catalogue(name, words.LANGUAGES[0]).items()
    ]
    return tuple(sorted(found, key=lambda each: -each[0]))


def form(message: Message) -> re.Pattern[str]:
    """What a sentence looks like with any facts in it.

    Raises:
        ValueError: it chooses by a fact, and so has several forms.
    """
    parts = []
    for part in message.pattern:
        match part:
            case str():
                parts.append(re.escape(part))
            case Name(fact=fact):
                is_again = any(f"(?P<{fact}>" in each for each in parts)
                parts.append(f"(?P={fact})" if is_again else f"(?P<{fact}>.+?)")
            case _:
                raise ValueError(f"{message.key} chooses by a fact")
    return re.compile("".join(parts), re.DOTALL)
