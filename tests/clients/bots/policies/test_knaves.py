"""The sound policy of Knaves, `kozyr_bots.policies.knaves`: legal, and no fool."""

import random

import msgspec
import pytest

from kozyr_bots.policies import knaves
from kozyr_games.knaves import GAME
from kozyr_games.knaves.state import State
from kozyr_testing.knaves_tables import table
from kozyr_testing.policies import always_legal, sound_row


def choice(state: State) -> str:
    """What the seat on turn plays."""
    (seat,) = GAME.to_act(state)
    return knaves.sound(
        GAME.view(state, seat),
        seat,
        GAME.legal_actions(state, seat),
        random.Random(1),
        msgspec.to_builtins(state.options),
    ).card


@pytest.mark.parametrize("seed", range(25))
def test_it_always_does_what_is_legal(seed: int) -> None:
    always_legal(GAME, knaves.sound, seed)


def test_it_takes_a_trick_without_jacks() -> None:
    assert choice(table("2C KC 3H | 3D | 5D", "TC 9C")) == "KC"


def test_it_leaves_a_trick_that_holds_a_dear_jack() -> None:
    assert choice(table("2H KH 3D | 3D | 5D", "TH JH")) == "2H"


def test_it_gives_its_jack_to_who_takes_the_trick() -> None:
    assert choice(table("2H JH 3D | 3D | 5D", "TH KH")) == "JH"


def test_void_it_throws_off_its_dearest_jack() -> None:
    assert choice(table("2S JS JH AD | 3D | 5D", "TC KC")) == "JH"


def test_it_does_not_lead_a_jack() -> None:
    assert choice(table("2C JH 9S | 3D 4D 5D | 6D 7D 8D")) != "JH"


def test_it_does_not_ruff_a_trick_with_the_jack_of_hearts() -> None:
    assert choice(table("3D 9S 2S | 4C 5D 6D | 7D 8D 9D", "TC JH", trump="D")) != "3D"


def test_it_ruffs_a_trick_that_is_clean() -> None:
    assert choice(table("3D 9S 2S | 4C 5D 6D | 7D 8D 9D", "TC KC", trump="D")) == "3D"


def test_it_is_a_pure_function() -> None:
    state = table("2C KC 3H | 3D | 5D", "TC 9C")
    assert choice(state) == choice(state)


@pytest.mark.parametrize("preset", GAME.presets)
def test_it_wins_most_games_among_random_players(preset: str) -> None:
    assert sound_row("knaves", preset, 3, games=30).share > 0.7


@pytest.mark.soak
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("preset", GAME.presets)
def test_over_400_games_it_surely_wins_most(preset: str) -> None:
    assert sound_row("knaves", preset, 3, games=400).low > 0.5
