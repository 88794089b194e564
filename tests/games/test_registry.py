"""Scenarios of `kozyr_games.registry`."""

import pytest

from kozyr_games.registry import GAMES, find
from kozyr_games.spec import GameError, UnknownGameError
from kozyr_protocol.games import WIRES
from kozyr_protocol.ids import GameKey


def test_a_game_is_found_by_its_key() -> None:
    assert find("twenty_nine") is GAMES[GameKey("twenty_nine")]
    assert find("twenty_nine", 1).rules == 1


def test_every_game_has_its_own_key() -> None:
    assert {key: game.key for key, game in GAMES.items()} == {key: key for key in GAMES}


def test_the_protocol_has_the_wire_form_of_every_game() -> None:
    assert dict(WIRES) == {key: game.wire for key, game in GAMES.items()}


def test_an_unknown_game_names_the_known_ones() -> None:
    with pytest.raises(UnknownGameError, match=r"'whist'; known are .*twenty_nine"):
        find("whist")


def test_rules_of_another_version_are_not_guessed() -> None:
    with pytest.raises(GameError, match="with rules 1, not with 2"):
        find("twenty_nine", 2)
