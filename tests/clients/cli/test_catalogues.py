"""The catalogues of `kozyr_cli.words`: both languages alike, nothing unused, no text elsewhere."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import typer

from kozyr_cli import commands, words
from kozyr_cli.fluent import Choice, Message, Pattern
from kozyr_cli.helping import command_key, option_key
from kozyr_protocol.errors import ErrorCode
from kozyr_server.settings import OPTIONS
from kozyr_testing.project import modules

FILES = sorted(path.stem for path in (words.FOLDER / "en").glob("*.ftl"))

SPOKEN = {
    **modules("kozyr_cli"),
    **{
        name: path
        for name, path in modules("kozyr_load").items()
        if name.rpartition(".")[2] in {"live", "html", "svg", "compare"}
    },
}
"""The modules whose texts are for people. What others say is in English: see `told.ftl`."""

NO_KEYS = frozenset({"admin-token"})
"""What looks like a key: a file of the data folder."""

FOREIGN = frozenset({"told", "settings", "refused"})
"""Catalogues of what others say: their keys stand in no code."""

EXCEPTIONS = {
    "kozyr": "the name of the program",
    "kozyr_cli": "the name of the module",
    "\x1b[2J\x1b[H": "clears a terminal",
    "»": "a mark before a line",
    "·": "in the place of what cannot be printed",
    "CPU": "the same in both languages",
    "p50": "the name of a figure",
    "p99": "the name of a figure",
    "max": "the name of a figure",
}
"""Texts in the code that people may read, and why each is in no catalogue."""

SINKS = {"echo", "print", "CommandError", "Text", "Table", "Grid", "add_row", "add_column"} | {
    "write",
    "Line",
    "chart",
    "add_task",
    "append",
}
"""What their arguments reach is read by people."""


def _all(language: str) -> dict[str, Message]:
    return {key: each for name in FILES for key, each in words.catalogue(name, language).items()}


@pytest.mark.parametrize("name", FILES)
def test_both_languages_have_the_same_keys_and_facts(name: str) -> None:
    english, russian = (words.catalogue(name, language) for language in words.LANGUAGES)
    assert sorted(english) == sorted(russian)
    for key in english:
        assert key.startswith(f"{name}-"), key
        assert english[key].facts == russian[key].facts, key


def test_there_are_no_other_catalogues() -> None:
    for language in words.LANGUAGES:
        assert sorted(path.stem for path in (words.FOLDER / language).glob("*.ftl")) == FILES


def _choices(pattern: Pattern) -> Iterator[Choice]:
    for part in pattern:
        if isinstance(part, Choice):
            yield part
            for each in part.variants.values():
                yield from _choices(each)


def test_plurals_are_those_of_the_language() -> None:
    for language, classes in (("en", {"one", "other"}), ("ru", {"one", "few", "many"})):
        for key, message in _all(language).items():
            for choice in _choices(message.pattern):
                names = set(choice.variants)
                if names & {"one", "two", "few", "many", "other"}:
                    assert names == classes, (language, key)


# --- Every key is used, and every used key is there


def _tree(command: Any, path: tuple[str, ...]) -> Iterator[str]:
    yield command_key(path)
    for option in command.params:
        if words.has(key := option_key(path, option.name)):
            yield key
    for name, inner in getattr(command, "commands", {}).items():
        if not path:
            yield f"kozyr-cmd-{name}"
        yield from _tree(inner, (*path, name))


def _keys_in(tree: ast.AST) -> Iterator[str]:
    """Keys that a module names; `bot-head-*` for those that it puts together."""
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if re.fullmatch(r"[a-z]+(-[a-z0-9]+)+", text):
                yield text
            case ast.JoinedStr(values=[ast.Constant(value=str(head)), ast.FormattedValue()]) if (
                re.fullmatch(r"[a-z]+(-[a-z0-9]+)*-", head)
            ):
                yield f"{head}*"
            case ast.Call(func=ast.Name(id="named"), args=[ast.Constant(value=str(prefix)), _]):
                yield f"{prefix}-*"


def _used() -> tuple[set[str], tuple[str, ...]]:
    root = typer.main.get_command(commands.build())
    found = set(_tree(root, ()))
    for path in SPOKEN.values():
        found |= set(_keys_in(ast.parse(path.read_text(encoding="utf-8"))))
    # The parser's names of the parts of a page, and its own option.
    found |= {f"kozyr-heading-{name}" for name in ("arguments", "options", "commands")}
    heads = {key[:-1] for key in found if key.endswith("*")}
    keys = {key for key in found if not key.endswith("*") and f"{key}-" not in heads}
    return keys, tuple(heads)


def test_every_text_is_used() -> None:
    keys, heads = _used()
    unused = [
        key
        for key in _all("en")
        if key.partition("-")[0] not in FOREIGN and key not in keys and not key.startswith(heads)
    ]
    assert unused == []


def test_every_text_that_is_used_is_there() -> None:
    keys, heads = _used()
    there = _all("en")
    ours = tuple(f"{name}-" for name in FILES)
    assert sorted(k for k in keys if k.startswith(ours) and k not in {*there, *NO_KEYS}) == []
    for head in heads:
        if head.startswith(ours):
            assert any(key.startswith(head) for key in there), head


def test_commands_and_options_have_their_help() -> None:
    def without(command: Any, path: tuple[str, ...]) -> Iterator[str]:
        if not words.has(command_key(path)):
            yield command_key(path)
        for option in command.params:
            key = option_key(path, option.name)
            # What only says its own name, such as ROOM, needs no more words.
            if option.param_type_name == "option" and not words.has(key):
                yield key
        for name, inner in getattr(command, "commands", {}).items():
            yield from without(inner, (*path, name))

    assert list(without(typer.main.get_command(commands.build()), ())) == []


def test_settings_and_refusals_are_all_there() -> None:
    english = words.catalogue("settings", "en")
    flags = {f"settings-opt-{option.field.replace('_', '-')}": option.help for option in OPTIONS}
    told = {key: each.text("en", {}) for key, each in english.items()}
    assert told == {**flags, "settings-opt-config": told["settings-opt-config"]}
    refused = {f"refused-{code.value.replace('_', '-')}" for code in ErrorCode}
    assert set(words.catalogue("refused", "ru")) == refused


# --- No text for people beside the catalogues


def _name_of(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _literals(node: ast.AST) -> Iterator[ast.Constant]:
    """Texts that reach a sink: not those of inner calls, which are looked at by themselves."""
    match node:
        case ast.Constant(value=str()):
            yield node
        case ast.Call():
            return
        case ast.JoinedStr(values=values):
            for each in values:
                if isinstance(each, ast.Constant):
                    yield each
        case ast.IfExp(body=body, orelse=other):
            yield from _literals(body)
            yield from _literals(other)
        case ast.BinOp(left=left, right=right):
            yield from _literals(left)
            yield from _literals(right)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for each in parts:
                yield from _literals(each)
        case ast.Starred(value=value):
            yield from _literals(value)
        case _:
            return


def _beside(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        given: list[ast.AST] = []
        if _name_of(node) in SINKS:
            given += node.args
        given += [each.value for each in node.keywords if each.arg in {"help", "title", "caption"}]
        for each in given:
            for text in _literals(each):
                yield text.lineno, str(text.value)
    for node in ast.walk(tree):
        match node:
            case ast.Yield(value=ast.expr() as value) | ast.Return(value=ast.expr() as value):
                for text in _literals(value):
                    yield text.lineno, str(text.value)


def _is_text(value: str) -> bool:
    """Whether people would read words in it, and not only signs, flags, tags or styles."""
    bare = re.sub(r"^[^<]*/>|<[^>]*>?|--[a-z-]+|#[0-9a-f]{6}|[a-z]+://", "", value)
    for known in EXCEPTIONS:
        bare = bare.replace(known, "")
    return (
        re.search(r"[A-Za-zА-Яа-я]{2,}.*[ .:]|[A-Z][a-z]{2,}|[a-z]{2,} [a-z]{2,}", bare) is not None
    )


@pytest.mark.parametrize(("name", "path"), SPOKEN.items(), ids=SPOKEN.keys())
def test_no_text_for_people_stands_in_the_code(name: str, path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = [f"{name}:{line}: {text!r}" for line, text in _beside(tree) if _is_text(text)]
    assert found == [], "say it by a key of locales/, or give the reason in EXCEPTIONS"


def test_the_search_finds_what_it_is_for() -> None:
    def found(source: str) -> Mapping[int, str]:
        return {line: text for line, text in _beside(ast.parse(source)) if _is_text(text)}

    assert found('typer.echo("no such game")')
    assert found('raise CommandError(f"{x} is no game")')
    assert found('print("Done." if x else "")')
    assert found('typer.Option("--x", help="How many games.")')
    assert found('def f():\n    return f"room {x} of many"')
    assert not found('typer.echo(say("bot-free"))')
    assert not found('raise CommandError(f"{x}: {y}")')
    assert not found('grid.add_row(f"<td>{x}</td>")')
