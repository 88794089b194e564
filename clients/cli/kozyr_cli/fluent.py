"""Catalogues of texts: the part of Fluent (projectfluent.org) that the terminal needs.

Messages of text over one or several lines, `{ $fact }`, `{ "text" }`, and a choice by a fact:
`{ $count -> [one] … *[other] … }`, by number, by class of plural or by word. Not read: terms,
attributes, functions. `fluent.runtime` reads all of it, but was last released in 2023 and costs
70 ms and four packages before the first word.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property

from msgspec import Struct

Fact = str | int | float

_HEAD = re.compile(r"([a-zA-Z][\w-]*)[ \t]*=[ \t]*(.*)")
_VARIANT = re.compile(r"\s*(\*?)\[\s*([\w.-]+)\s*\]")
_PLACEABLE = re.compile(r'\{\s*(?:"([^"]*)"|\$([a-zA-Z][\w-]*))\s*')


class FluentError(ValueError):
    """A catalogue is not written as it must be; the text names the message."""


class Name(Struct, frozen=True):
    """The place of a fact."""

    fact: str


class Choice(Struct, frozen=True):
    """One of several texts, as a fact decides."""

    fact: str
    variants: Mapping[str, "Pattern"]
    default: str


Pattern = tuple[str | Name | Choice, ...]


class Message:
    """One text, taken apart when it is first needed."""

    def __init__(self, key: str, source: str) -> None:
        self.key = key
        self._source = source

    @cached_property
    def pattern(self) -> Pattern:
        """Its parts.

        Raises:
            FluentError: it is written in another way.
        """
        try:
            return _Reader(self._source).pattern(is_inner=False)
        except ValueError as error:
            raise FluentError(f"{self.key}: {error}") from None

    @property
    def facts(self) -> frozenset[str]:
        """Names of all facts that it takes."""
        return frozenset(_facts(self.pattern))

    def text(self, language: str, facts: Mapping[str, Fact]) -> str:
        """The text with its facts.

        Raises:
            KeyError: one of them is not given.
        """
        return _text(self.pattern, language, facts)


def messages(source: str) -> dict[str, Message]:
    """All messages of a catalogue by their keys.

    Raises:
        FluentError: a line belongs to nothing, or a key is there twice.
    """
    raw: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in source.splitlines():
        if match := _HEAD.fullmatch(line):
            if match[1] in raw:
                raise FluentError(f"{match[1]}: is there twice")
            lines = raw[match[1]] = [match[2]]
        elif not line.strip() or line.startswith((" ", "}")):
            lines.append(line)
        elif not line.startswith("#"):
            raise FluentError(f"{line[:40]!r} belongs to no message")
    return {key: Message(key, _dedented(parts)) for key, parts in raw.items()}


def plural(language: str, number: float) -> str:
    """The class of plural of a number, as CLDR has it."""
    if language != "ru":
        return "one" if number == 1 else "other"
    if number != int(number):
        return "other"
    last, two = int(abs(number)) % 10, int(abs(number)) % 100
    if last == 1 and two != 11:
        return "one"
    return "few" if 2 <= last <= 4 and not 12 <= two <= 14 else "many"


def _dedented(lines: list[str]) -> str:
    first, *rest = lines
    indents = [len(line) - len(line.lstrip()) for line in rest if line.startswith(" ")]
    cut = min(indents, default=0)
    more = [line[cut:] if line.startswith(" ") else line.strip() for line in rest]
    return "\n".join([first, *more]).strip()


class _Reader:
    def __init__(self, source: str) -> None:
        self._source = source
        self._at = 0

    def pattern(self, *, is_inner: bool) -> Pattern:
        parts: list[str | Name | Choice] = []
        text = ""
        while self._at < len(self._source):
            char = self._source[self._at]
            if char == "{":
                found = self._placeable()
                if isinstance(found, str):
                    text += found
                    continue
                parts += [text, found] if text else [found]
                text = ""
            elif is_inner and (char == "}" or (char in "*[\n" and self._ends())):
                break
            elif char == "}":
                raise ValueError("a bracket is closed that was not opened")
            else:
                text += char
                self._at += 1
        if text := text.rstrip() if is_inner else text:
            parts.append(text)
        return tuple(parts)

    def _ends(self) -> bool:
        rest = self._source[self._at :].lstrip()
        return rest.startswith("}") or _VARIANT.match(rest) is not None

    def _placeable(self) -> str | Name | Choice:
        match = _PLACEABLE.match(self._source, self._at)
        if match is None:
            raise ValueError(f"{self._source[self._at : self._at + 20]!r} is not understood")
        self._at = match.end()
        if match[1] is not None:
            self._close()
            return match[1]
        if self._source.startswith("->", self._at):
            self._at += 2
            return self._choice(match[2])
        self._close()
        return Name(match[2])

    def _choice(self, fact: str) -> Choice:
        variants: dict[str, Pattern] = {}
        default = ""
        while match := _VARIANT.match(self._source, self._at):
            self._at = match.end()
            if self._source.startswith(" ", self._at):
                self._at += 1
            variants[match[2]] = self.pattern(is_inner=True)
            default = match[2] if match[1] else default
        while self._source[self._at : self._at + 1].isspace():
            self._at += 1
        self._close()
        if not default:
            raise ValueError("a choice has no default")
        return Choice(fact, variants, default)

    def _close(self) -> None:
        if not self._source.startswith("}", self._at):
            raise ValueError("a bracket is not closed")
        self._at += 1


def _facts(pattern: Pattern) -> Iterator[str]:
    for part in pattern:
        match part:
            case Name(fact=fact):
                yield fact
            case Choice(fact=fact, variants=variants):
                yield fact
                for each in variants.values():
                    yield from _facts(each)
            case str():
                pass


def _text(pattern: Pattern, language: str, facts: Mapping[str, Fact]) -> str:
    found = ""
    for part in pattern:
        match part:
            case str():
                found += part
            case Name(fact=fact):
                value = facts[fact]
                found += f"{value:g}" if isinstance(value, float) else str(value)
            case Choice(variants=variants):
                found += _text(variants[_chosen(part, language, facts)], language, facts)
    return found


def _chosen(choice: Choice, language: str, facts: Mapping[str, Fact]) -> str:
    value = facts[choice.fact]
    if str(value) in choice.variants:
        return str(value)
    if isinstance(value, str):
        # Facts that were cut out of a sentence are text.
        if not value.isdecimal():
            return choice.default
        value = int(value)
    name = plural(language, value)
    return name if name in choice.variants else choice.default
