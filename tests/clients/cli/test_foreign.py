"""Sentences of packages that speak English alone (`kozyr_cli.foreign`)."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kozyr_bots.errors import RefusedTooOftenError
from kozyr_cli import words
from kozyr_cli.fluent import messages
from kozyr_cli.foreign import Recognised, form, recognised
from kozyr_cli.words import speaking, told
from kozyr_load.errors import LoadError
from kozyr_load.results import thresholds
from kozyr_load.target import target
from kozyr_server.settings import OPTIONS, SettingError, load, read, shown
from kozyr_server.settings.loading import strays
from kozyr_server.settings.options import GROUPS, Option
from kozyr_server.store import errors as store
from kozyr_server.store.data_folder import DataFolder
from kozyr_testing.project import modules


def test_a_sentence_is_found_with_its_facts() -> None:
    assert recognised("3 bots do not fit on 2 seats") == Recognised(
        "told-bots-do-not-fit", {"count": "3", "seats": "2"}
    )
    assert recognised("3 cats do not fit on 2 seats") is None


def test_parts_that_are_sentences_are_said_again() -> None:
    with speaking("ru"):
        assert told("--port: 'x' is not a whole number from 0 to 65535") == (
            "--port: 'x' – не целое число от 0 до 65535"
        )
        assert told("the store at h:1 cannot be used: [Errno 111] Connection refused") == (
            "хранилище на h:1 недоступно: [Errno 111] соединение отклонено"
        )


def _is_said(sentence: str) -> bool:
    with speaking("ru"):
        return told(sentence) != sentence


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.field)
def test_every_wrong_setting_is_said(option: Option) -> None:
    with pytest.raises(SettingError) as wrong:
        load({option.field: "\0"}, {})
    with speaking("ru"):
        said = told(str(wrong.value))
    assert " – не " in said
    assert not re.search("[a-z] (is|a|from|of|by) ", said.partition(" – не ")[2])


def test_everything_that_the_settings_show_is_said() -> None:
    for option in OPTIONS:
        assert recognised(option.help) is not None, option.help
        assert not option.unit or recognised(option.unit) is not None, option.unit
    for each in (*GROUPS, *shown.WHEN_NONE.values(), shown.HIDDEN):
        assert recognised(each) is not None, each
    with speaking("ru"):
        lines = shown.example(told).splitlines()
    for line in lines:
        if line.startswith("# "):
            assert any("а" <= char <= "я" for char in line.lower()), line


def _foreign_folder(folder: Path) -> str:
    with (folder / "thesis.txt").open("w"), pytest.raises(store.DataFolderError) as refused:
        DataFolder.open(folder)
    return refused.value.reason


def test_what_goes_wrong_elsewhere_is_said(tmp_path: Path) -> None:
    file = tmp_path / "kozyr.toml"
    found: list[str] = [
        str(RefusedTooOftenError("r", 3, "no")),
        str(store.NoStoreProgramError()),
        str(store.NoStoreProgramError(Path("/x"))),
        str(store.DataFolderBusyError(Path("/d"), None)),
        str(store.DataFolderBusyError(Path("/d"), 7)),
        str(store.DataFolderError(Path("/d"), "no space left")),
        _foreign_folder(tmp_path),
        str(store.OrphanStoreError(Path("/d"), None)),
        str(store.OrphanStoreError(Path("/d"), 7)),
        str(store.SocketFolderError((Path("/d"),))),
        str(store.StoreRunError("/p", "no")),
        str(store.StoreStartError(Path("/v"), None, ())),
        str(store.StoreStartError(Path("/v"), 1, ("bad",))),
        str(store.StoreUrlError("no")),
        str(store.StoreUnreachableError("h:1", "no")),
        str(store.StoreUnfitError("is a cluster", "take a standalone Redis or Valkey")),
        *strays(["KOZYR_PROT", "KOZYR_ZZZZZZ"]),
    ]
    for text in ("port = [1]", "prot = 1", "zzzzzz = 1", "prot = 1\nzzzzzz = 1", "port"):
        file.write_text(text)
        with pytest.raises(SettingError) as wrong:
            read(file)
        found.append(str(wrong.value))
    for act in (
        lambda: target("x", is_own=False),
        lambda: target("ws://example.org/ws", is_own=False),
        lambda: thresholds.parsed("x"),
        lambda: thresholds.parsed("p99>5x"),
        lambda: thresholds.parsed("p98>5"),
        lambda: thresholds.parsed("zzzz>5"),
    ):
        with pytest.raises(LoadError) as failed:
            act()
        found.append(str(failed.value))
    assert [each for each in found if not _is_said(each)] == []


def test_forms_are_those_of_the_english_catalogues() -> None:
    for message in words.catalogue("told", "en").values():
        form(message)
    (choosing,) = messages("a = { $n ->\n   *[other] games\n}").values()
    with pytest.raises(ValueError, match="a chooses by a fact"):
        form(choosing)


RAISERS = (
    *("kozyr_bots", "kozyr_load", "kozyr_games.replay", "kozyr_protocol.record"),
    *("kozyr_protocol.fair", "kozyr_server.settings", "kozyr_server.running"),
    *("kozyr_server.store.backup", "kozyr_server.store.restore", "kozyr_server.ratings.rebuild"),
)
"""Packages and modules whose errors a command shows."""


def _sample(node: ast.AST) -> str | None:
    """A text, with x for each fact."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_sample(part) or "x" for part in parts)
        case _:
            return None


def _raised(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            parts = [_sample(each) for each in node.exc.args]
            is_ours = not ast.unparse(node.exc.func).endswith("AssertionError")
            if parts and all(parts) and is_ours:
                yield ": ".join(part for part in parts if part)


@pytest.mark.parametrize("package", ["kozyr_bots", "kozyr_games", "kozyr_load", "kozyr_protocol"])
def test_every_sentence_that_is_raised_is_known(package: str) -> None:
    for name, path in modules(package).items():
        if name.startswith(RAISERS):
            assert [s for s in _raised(path) if recognised(s) is None] == [], name


def test_every_sentence_of_a_server_that_does_not_start_is_known() -> None:
    for name, path in modules("kozyr_server").items():
        if name.startswith(RAISERS):
            assert [s for s in _raised(path) if recognised(s) is None] == [], name
