"""What `kozyr_games.spec` promises of every game beside the laws."""

import pytest

from kozyr_games.registry import GAMES
from kozyr_games.spec import (
    AnyGame,
    GameError,
    IllegalActionError,
    OptionError,
    Outcome,
    Step,
    UnknownGameError,
    Zone,
)
from kozyr_protocol.record import Ended

EACH = pytest.mark.parametrize("spec", GAMES.values(), ids=GAMES.keys())


@pytest.mark.parametrize("error", [IllegalActionError, OptionError, UnknownGameError])
def test_all_errors_are_game_errors(error: type[Exception]) -> None:
    assert issubclass(error, GameError)


def test_errors_hold_facts() -> None:
    assert IllegalActionError("who can play must play").reason == "who can play must play"
    error = OptionError("rounds", "must be more")
    assert (error.option, error.reason, str(error)) == (
        "rounds",
        "must be more",
        "rounds: must be more",
    )


def test_a_step_without_events_moves_nobody() -> None:
    step: Step[int, str] = Step(7)
    assert (step.events, step.order, step.draw) == ((), None, None)


def test_an_outcome_is_complete_unless_it_says_otherwise() -> None:
    assert Outcome((1, 2), (1,), None).ended is Ended.COMPLETE


def test_a_zone_that_nobody_sees_is_not_one_that_all_see() -> None:
    assert Zone("aside", ("AS",), ()) != Zone("aside", ("AS",), None)


@EACH
def test_a_game_has_a_name_in_both_languages(spec: AnyGame) -> None:
    assert set(spec.titles) == {"en", "ru"}


@EACH
def test_numbers_of_seats_make_sense(spec: AnyGame) -> None:
    assert 2 <= spec.min_seats <= spec.usual_seats <= spec.max_seats <= 8
    for least, most in spec.preset_seats.values():
        assert spec.min_seats <= least <= most <= spec.max_seats


@EACH
def test_presets_are_named_after_their_game(spec: AnyGame) -> None:
    assert spec.presets
    assert all(preset.startswith(f"{spec.key}/") for preset in spec.presets)
    assert spec.preset_seats.keys() <= spec.presets.keys()


@EACH
def test_a_game_without_checks_is_sound(spec: AnyGame) -> None:
    assert spec.time_factors
    assert all(factor > 0 for factor in spec.time_factors.values())
