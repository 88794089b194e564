"""`kozyr_games.wording`: a form can be drawn in both languages from what `/api/v1/games` shows."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from kozyr_games import options
from kozyr_games.registry import GAMES
from kozyr_games.wording import HINTS_RU, PRESET_TITLES

BOTH = {"en", "ru"}
CYRILLIC = set("абвгдеёжзийклмнопрстуфхцчшщъыьэюя")


def _options(key: str) -> dict[str, Any]:
    properties: dict[str, Any] = options.schema(GAMES[key])["properties"]  # type: ignore[index]
    return properties


def _described(schema: dict[str, Any]) -> Iterator[str]:
    for option in schema.values():
        if "description" in option:
            yield option["description"]


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_option_can_be_drawn_in_both_languages(key: str) -> None:
    for name, option in _options(key).items():
        assert set(option["x-title"]) == BOTH, name
        if "enum" in option:
            assert set(option["x-values"]) == {str(value) for value in option["enum"]}, name
            assert all(set(title) == BOTH for title in option["x-values"].values()), name
        if "description" in option:
            assert set(option["x-description"]) == BOTH, f"{name} has no hint in Russian"
            assert option["x-description"]["en"] == option["description"]


def test_no_hint_is_left_over_and_each_is_russian() -> None:
    used = {text for key in GAMES for text in _described(_options(key))}
    assert set(HINTS_RU) == used
    assert all(CYRILLIC & set(hint.lower()) for hint in HINTS_RU.values())


def test_every_preset_has_a_title_in_both_languages() -> None:
    assert set(PRESET_TITLES) == {name for spec in GAMES.values() for name in spec.presets}
    assert all(set(titles) == BOTH and all(titles.values()) for titles in PRESET_TITLES.values())


def test_hints_are_written_for_players() -> None:
    # Names and values of programs stand in the schema; a form shows titles.
    for text in (*HINTS_RU, *HINTS_RU.values()):
        assert not {"`", "=", "_"} & set(text), text
        assert not re.search(r"\b(null|true|false)\b|: off\b", text, re.IGNORECASE), text
