"""Policies for any game (`kozyr_bots.policies`: `first_legal`, `random_legal`, `registry`)."""

from importlib.util import find_spec
from random import Random

import pytest

from kozyr_bots.errors import PolicyError
from kozyr_bots.policies import registry
from kozyr_bots.policies.first_legal import first_legal
from kozyr_bots.policies.random_legal import random_legal
from kozyr_games.registry import GAMES


def test_first_legal_takes_what_the_server_put_first() -> None:
    assert first_legal(None, 0, ("a", "b"), Random(1), {}) == "a"


def test_random_legal_takes_all_alike_and_the_same_again_from_the_same_seed() -> None:
    def choices(seed: int) -> list[str]:
        rng = Random(seed)
        return [random_legal(None, 0, "abc", rng, {}) for _ in range(300)]

    assert choices(7) == choices(7) != choices(8)
    assert all(choices(7).count(each) > 60 for each in "abc")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_by_each_general_policy(game: str) -> None:
    for name in registry.GENERAL:
        assert registry.find(name, game) is registry.GENERAL[name]
        assert name in registry.names(game)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_has_a_sound_policy_offers_it(game: str) -> None:
    # Both Kings are played by one module.
    module = "king" if game == "king_jokers" else game
    is_written = find_spec(f"kozyr_bots.policies.{module}") is not None
    assert ("sound" in registry.names(game)) == is_written


def test_an_unknown_policy_is_answered_with_those_there_are() -> None:
    with pytest.raises(PolicyError) as caught:
        registry.find("clever", "king")
    assert str(caught.value).startswith("no policy 'clever' plays king; choose one of random, ")
    with pytest.raises(PolicyError):
        registry.find("sound", "whist")
    assert registry.names("whist") == ("random", "simple")
