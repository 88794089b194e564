"""The options and seats of games in `protocol/README.md` are those of the registry."""

import re
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from kozyr_games.options import table_options, usual_preset
from kozyr_games.registry import GAMES
from kozyr_games.spec import AnyGame, OptionError
from kozyr_protocol import cards
from kozyr_testing.frames import README

TEXT = README.read_text(encoding="utf-8")
CHAPTER = TEXT.split("\n## Games\n")[1].split("\n## ")[0]
ROWS: dict[str, list[str]] = {
    row[0].strip("`"): row
    for line in CHAPTER.split("\n### ")[0].splitlines()
    if line.startswith("| `")
    for row in [[cell.strip() for cell in line.strip("| ").split(" | ")]]
}

EXCLUDED: list[tuple[str, int, dict[str, Any], str]] = [
    ("oh_well", 4, {"hook": True, "bidding": "simultaneous"}, "hook"),
    ("oh_well", 4, {"stake": 5, "settlement": "none"}, "settlement"),
    ("knaves", 3, {"stake": 5, "settlement": "none"}, "settlement"),
    ("king", 3, {"positive_half": "praise"}, "positive_half"),
    ("king", 3, {"players": 4}, "players"),
    ("king", 4, {"split": "off", "split_full_hand": True}, "split_full_hand"),
    ("king_jokers", 4, {"split": "off", "split_full_hand": True}, "split_full_hand"),
    ("gin_rummy", 2, {"spades_double": True}, "spades_double"),
    ("twenty_nine", 5, {"partners": True}, "partners"),
]
"""What is refused together, and which option the refusal names."""

GAME = pytest.mark.parametrize("spec", GAMES.values(), ids=list(GAMES))


@GAME
def test_seats_are_those_of_the_game(spec: AnyGame) -> None:
    _, seats, usual, *_ = ROWS[spec.key]
    assert seats == f"{spec.min_seats}–{spec.max_seats}"
    assert usual == str(spec.usual_seats)


@GAME
def test_a_table_without_a_preset_is_that_of_the_one_named(spec: AnyGame) -> None:
    named = re.findall(r"(?:for (\w+) )?`(\w+/\w+)`", ROWS[spec.key][3])
    by_seats = {{"three": 3, "four": 4}[word]: preset for word, preset in named if word}
    (usual,) = [preset for word, preset in named if not word]
    for seats in range(spec.min_seats, spec.max_seats + 1):
        preset = by_seats.get(seats, usual)
        assert preset == usual_preset(spec, seats)
        assert table_options(spec, preset, {}, seats) == spec.resolve({}, seats)


@pytest.mark.parametrize(("game", "seats", "given", "option"), EXCLUDED)
def test_what_excludes_each_other_is_refused(
    game: str, seats: int, given: dict[str, Any], option: str
) -> None:
    spec = next(spec for key, spec in GAMES.items() if key == game)
    with pytest.raises(OptionError) as caught:
        spec.resolve(given, seats)
    assert caught.value.option == option
    assert set(re.findall(r"`(\w+)`", ROWS[game][4])) >= set(given)


@GAME
def test_no_more_is_said_to_exclude_each_other(spec: AnyGame) -> None:
    said = [part for part in ROWS[spec.key][4].split(";") if part]
    assert len(said) == sum(1 for game, *_ in EXCLUDED if game == spec.key)


def _section(spec: AnyGame) -> str:
    (found,) = [part for part in CHAPTER.split("\n### ") if f"Key `{spec.key}`" in part]
    return found.partition("\nOptions")[2].partition("\n\n")[0]


def _words(kind: Any) -> tuple[Any, ...]:
    """The words that an option may be; none where it is no choice of words."""
    while get_origin(kind) is not Literal and get_args(kind):
        kind = get_args(kind)[0]
    words = get_args(kind)
    return words if words and all(isinstance(word, str) for word in words) else ()


@GAME
def test_of_the_words_of_an_option_the_first_is_the_default(spec: AnyGame) -> None:
    defaults = msgspec.to_builtins(spec.resolve({}, spec.usual_seats))
    section = re.sub(r"\s+", " ", _section(spec))
    for field in msgspec.structs.fields(spec.options):
        if words := _words(field.type):
            (said,) = re.findall(rf"`{field.name}` ((?:`\w+`[^`·]*)+)(?:·|$|\. Of)", section)
            listed = re.findall(r"`(\w+)`", said)[: len(words)]
            assert (listed[0], set(listed)) == (defaults[field.name], set(words)), field.name


def test_packs_are_those_that_are_shuffled() -> None:
    rows = TEXT.split("**Packs** in their fixed order")[1].split("**The draw**")[0]
    assert "52: `2C 3C … KC AC 2D … AS`" in rows
    assert "32: `7C 8C … KC AC 7D … AS`" in rows
    assert "30: these without `7C` and `7S`" in rows
    assert cards.PACK_52[:2] + cards.PACK_52[11:14] + cards.PACK_52[-1:] == (
        *("2C", "3C", "KC", "AC", "2D", "AS"),
    )
    assert cards.PACK_32[:2] + cards.PACK_32[6:9] + cards.PACK_32[-1:] == (
        *("7C", "8C", "KC", "AC", "7D", "AS"),
    )
    assert (*cards.PACK_30, "X1", "X2") == cards.PACK_KING_JOKERS
    assert (*cards.PACK_32[:24], *cards.PACK_32[25:], "X1") == cards.PACK_KING_ONE_JOKER
    assert f"`{' '.join(cards.draw_pack(4))}` for four" in TEXT
    assert f"lowest: `{' '.join(cards.draw_pack(4, ace_low=True))}`" in TEXT
