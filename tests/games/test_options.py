"""Scenarios of `kozyr_games.options`."""

from typing import Annotated, Literal

import jsonschema
import msgspec
import pytest
from msgspec import Meta, Struct

from kozyr_games.options import (
    Settlement,
    Stake,
    _schema,
    check_settlement,
    resolve_struct,
    schema,
    seats_of,
    table_options,
    titled,
    usual_preset,
    usual_settlement,
)
from kozyr_games.registry import GAMES
from kozyr_games.spec import AnyGame, OptionError
from kozyr_protocol.ids import GameKey
from kozyr_testing.random_play import presets
from kozyr_testing.rules import rule

TWENTY_NINE = GAMES[GameKey("twenty_nine")]
EACH = pytest.mark.parametrize("spec", GAMES.values(), ids=GAMES.keys())


class Pair(Struct, frozen=True):
    """An option of two numbers."""

    a: int = 1
    b: int = 2


class Sample(Struct, frozen=True, kw_only=True):
    """Options of every form."""

    stake: Stake = 0
    settlement: Settlement = "none"
    hook: Annotated[bool, titled("Hook", "Крючок")]
    deals: Annotated[Annotated[int, Meta(ge=1)] | None, titled("Deals", "Сдач")] = None
    most: Annotated[int, titled("Most", "Самое большее", le=9)] = 5
    any_number: Annotated[int, titled("Any", "Любое")] = 5
    trump: Literal["none", "C"] = "none"
    values: dict[str, int] = msgspec.field(default_factory=dict)
    pair: Annotated[Pair, titled("Two numbers", "Пара")] = Pair()


def test_what_was_given_is_read_and_the_rest_is_usual() -> None:
    read = resolve_struct(Sample, {"hook": True, "stake": 5, "deals": 3})
    assert (read.hook, read.stake, read.deals, read.settlement) == (True, 5, 3, "none")


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("stake", -1, "must be a whole number from 0 to 1000000"),
        ("stake", True, "must be a whole number from 0 to 1000000"),
        ("stake", "1", "must be a whole number from 0 to 1000000"),
        ("stake", 1.0, "must be a whole number from 0 to 1000000"),
        ("hook", 1, "must be true or false"),
        ("settlement", "gold", "must be one of none, pot, difference"),
        ("trump", "D", "must be one of C, none"),
        ("deals", 0, "must be a whole number of at least 1 or null"),
        ("most", 10, "must be a whole number of at most 9"),
        ("any_number", None, "must be a whole number"),
        ("values", [], "must be a JSON value of type object"),
    ],
)
def test_a_wrong_value_names_the_option_and_what_is_allowed(
    name: str, value: object, reason: str
) -> None:
    with pytest.raises(OptionError) as caught:
        resolve_struct(Sample, {"hook": True, name: value})
    assert (caught.value.option, caught.value.reason) == (name, reason)


def test_an_unknown_option_names_the_known_ones() -> None:
    with pytest.raises(OptionError, match="trumps: is not an option; known are stake, settlement"):
        resolve_struct(Sample, {"trumps": 1})


def test_an_option_that_the_game_did_not_fill_in_is_missed() -> None:
    with pytest.raises(OptionError, match="hook: is required"):
        resolve_struct(Sample, {})


@rule("G7.options")
@EACH
def test_a_schema_has_titles_in_both_languages(spec: AnyGame) -> None:
    found = schema(spec)
    jsonschema.Draft202012Validator.check_schema(found)
    assert "required" not in found
    assert "$ref" not in str(found)
    for name, option in found["properties"].items():
        assert set(option["x-title"]) == {"en", "ru"}, name
        for value in option.get("enum", ()):
            assert set(option["x-values"][str(value)]) == {"en", "ru"}, name


@EACH
def test_a_choice_has_its_usual_value_first(spec: AnyGame) -> None:
    usual = msgspec.to_builtins(spec.resolve({}, spec.usual_seats))
    for name, option in schema(spec)["properties"].items():
        if "x-values" in option:
            assert next(iter(option["x-values"])) == str(option.get("default", usual[name])), name


def test_each_jack_has_a_title() -> None:
    jacks = schema(GAMES[GameKey("knaves")])["properties"]["jack_values"]["properties"]
    assert list(jacks) == ["H", "D", "C", "S"]
    assert [jack["x-title"]["ru"] for jack in jacks.values()] == [
        "Валет червей",
        "Валет бубен",
        "Валет треф",
        "Валет пик",
    ]
    assert {jack["x-title"]["en"].split()[-1] for jack in jacks.values()} == {
        "hearts",
        "diamonds",
        "clubs",
        "spades",
    }


@rule("G7.options")
@EACH
def test_a_schema_accepts_every_preset_and_all_resolved_options(spec: AnyGame) -> None:
    validator = jsonschema.Draft202012Validator(schema(spec))
    for preset, seats in presets(spec):
        validator.validate(dict(spec.presets[preset]))
        options = table_options(spec, preset, {}, seats)
        validator.validate(msgspec.to_builtins(options))
        assert spec.resolve(msgspec.to_builtins(options), seats) == options


@EACH
def test_the_usual_preset_is_what_the_usual_options_are(spec: AnyGame) -> None:
    for seats in range(spec.min_seats, spec.max_seats + 1):
        preset = usual_preset(spec, seats)
        assert table_options(spec, preset, {}, seats) == spec.resolve({}, seats)
        assert table_options(spec, None, {}, seats) == spec.resolve({}, seats)


def test_the_usual_preset_is_the_first_for_the_seats() -> None:
    assert usual_preset(TWENTY_NINE, 4) == "twenty_nine/partners"
    assert usual_preset(TWENTY_NINE, 5) == "twenty_nine/solo"


def test_a_preset_may_be_for_fewer_seats() -> None:
    assert seats_of(TWENTY_NINE, "twenty_nine/partners") == (4, 4)
    assert seats_of(TWENTY_NINE, "twenty_nine/solo") == (3, 8)


def test_what_is_given_stands_above_the_preset() -> None:
    options = table_options(TWENTY_NINE, "twenty_nine/solo", {"stuck": "end"}, 5)
    assert options == table_options(TWENTY_NINE, "twenty_nine/strict", {}, 5)


@pytest.mark.parametrize(
    ("preset", "seats", "option"),
    [
        ("whist/plain", 4, "preset"),
        ("twenty_nine/partners", 3, "seats"),
        (None, 2, "seats"),
        (None, 9, "seats"),
    ],
)
def test_a_table_that_cannot_be_says_why(preset: str | None, seats: int, option: str) -> None:
    with pytest.raises(OptionError) as caught:
        table_options(TWENTY_NINE, preset, {}, seats)
    assert caught.value.option == option


def test_an_option_of_several_numbers_has_its_form_in_place() -> None:
    pair = _schema(Sample)["properties"]["pair"]
    assert pair["properties"] == {
        "a": {"type": "integer", "default": 1},
        "b": {"type": "integer", "default": 2},
    }
    assert pair["default"] == {"a": 1, "b": 2}
    assert pair["title"] == "Two numbers"
    assert pair["x-title"] == {"en": "Two numbers", "ru": "Пара"}
    assert "$ref" not in pair


@pytest.mark.parametrize(
    ("given", "usual"), [({}, "none"), ({"stake": 0}, "none"), ({"stake": 5}, "pot")]
)
def test_a_stake_makes_a_pot(given: dict[str, object], usual: str) -> None:
    assert usual_settlement(given) == usual


def test_a_stake_is_paid_somehow() -> None:
    check_settlement("none", 0)
    check_settlement("difference", 0)
    check_settlement("pot", 5)
    with pytest.raises(OptionError, match="settlement: must be pot or difference"):
        check_settlement("none", 5)


@pytest.mark.parametrize(
    ("game", "given", "seats", "named"),
    [
        ("oh_well", {"hook": True, "bidding": "simultaneous"}, 4, ("hook", "bidding")),
        ("oh_well", {"stake": 5, "settlement": "none"}, 4, ("settlement", "stake")),
        ("gin_rummy", {"spades_double": True}, 2, ("spades_double", "oklahoma")),
        ("gin_rummy", {"straight": True, "oklahoma": "on"}, 2, ("straight", "oklahoma")),
        ("king", {"players": 3}, 4, ("players", "seats")),
        ("king", {"positive_half": "praise"}, 3, ("positive_half", "players")),
        ("king", {"positive_half": "mirror", "no_trump": True}, 4, ("no_trump", "positive_half")),
        ("king", {"split": "off", "split_full_hand": True}, 4, ("split_full_hand", "split")),
        ("king_jokers", {"jokers": 1, "second_joker": "first_wins"}, 4, ("second_joker", "jokers")),
        ("twenty_nine", {"partners": True}, 5, ("partners", "seats")),
        ("oh_well", {"target": 0}, 4, ("target", None)),
    ],
)
def test_options_that_contradict_each_other_are_both_named(
    game: str, given: dict[str, object], seats: int, named: tuple[str, str | None]
) -> None:
    with pytest.raises(OptionError) as caught:
        GAMES[GameKey(game)].resolve(given, seats)
    assert (caught.value.option, caught.value.against) == named
