"""The pages `kozyr_games/help/GAME.LANGUAGE.md`: what a table may choose is explained."""

import re
from importlib.resources import files

import pytest

from kozyr_games.options import schema
from kozyr_games.registry import GAMES
from kozyr_protocol.ids import GameKey

LANGUAGES = ("en", "ru")
PAGES = [(key, language) for key in GAMES for language in LANGUAGES]
ROW = re.compile(r"^\| `(\w+)` \| (.+?) \| (.+) \|$", re.MULTILINE)


def _page(key: str, language: str) -> str:
    return files("kozyr_games").joinpath("help", f"{key}.{language}.md").read_text("utf-8")


def test_there_is_a_page_for_each_game_and_language_and_no_other() -> None:
    found = {each.name for each in files("kozyr_games").joinpath("help").iterdir()}
    assert found == {f"{key}.{language}.md" for key, language in PAGES}


@pytest.mark.parametrize(("key", "language"), PAGES)
def test_every_preset_is_explained(key: GameKey, language: str) -> None:
    named = re.findall(r"^\* `(\w+/\w+)`: \S", _page(key, language), re.MULTILINE)
    assert named == list(GAMES[key].presets)


@pytest.mark.parametrize(("key", "language"), PAGES)
def test_every_option_has_a_line_with_its_title_and_its_values(key: GameKey, language: str) -> None:
    rows = {name: (title, values) for name, title, values in ROW.findall(_page(key, language))}
    options = schema(GAMES[key])["properties"]
    assert {name: title for name, (title, _) in rows.items()} == {
        name: option["x-title"][language] for name, option in options.items()
    }
    for name, option in options.items():
        values = re.findall(r"`(\w+)`", rows[name][1])
        if "x-values" in option:
            assert values == list(option["x-values"]), name
        elif option.get("type") == "boolean":
            # One without a default goes by the number of seats.
            usual = option.get("default", True)
            assert values == (["true", "false"] if usual else ["false", "true"]), name


@pytest.mark.parametrize(("key", "language"), PAGES)
def test_cards_are_written_as_on_their_faces(key: str, language: str) -> None:
    cards = re.findall(r"(\w+)[♠♥♦♣]", _page(key, language))
    assert set(cards) <= {*"AKQJ98765432", "10"}


@pytest.mark.parametrize("key", GAMES)
def test_both_languages_have_the_same_sections(key: str) -> None:
    levels = [re.findall(r"^#+(?= )", _page(key, each), re.MULTILINE) for each in LANGUAGES]
    rows = [len(re.findall(r"^\|", _page(key, each), re.MULTILINE)) for each in LANGUAGES]
    bullets = [len(re.findall(r"^\* ", _page(key, each), re.MULTILINE)) for each in LANGUAGES]
    assert levels[0] == levels[1]
    assert rows[0] == rows[1]
    assert bullets[0] == bullets[1]
