"""The options of `kozyr load` (`kozyr_cli.load_options`)."""

from typing import Any

import pytest

from kozyr_cli.__main__ import run
from kozyr_cli.errors import CommandError
from kozyr_cli.load_options import OPTIONS, overrides
from kozyr_load.scenario_file import parsed, read


def _values(**given: Any) -> dict[str, Any]:
    return {option.name: option.default for option in OPTIONS} | given


def test_every_option_is_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["load", "--help"]) == 0
    text = capsys.readouterr().out
    for option in OPTIONS:
        assert option.flag in text


def test_every_key_is_one_of_a_scenario() -> None:
    keys = {option.key: 1 for option in OPTIONS if option.key}
    keys["policy"] = "simple"  # type: ignore[assignment]  # words, not numbers
    scenario = read(None, keys)
    assert (scenario.policy, scenario.faults.duplicates, scenario.lobby.watchers) == (
        "simple",
        1.0,
        1,
    )


def test_options_that_were_not_given_say_nothing() -> None:
    assert overrides(_values()) == {}


def test_a_warm_up_makes_two_phases_and_a_length_those_of_a_file_void() -> None:
    found = overrides(_values(warm_up_s=2.0, duration_s=5.0))
    assert [phase.warm_up for phase in parsed(found | {}).stretches] == [True, False]
    assert overrides(_values(duration_s=5.0)) == {"duration_s": 5.0, "phases": []}
    with pytest.raises(CommandError, match="--warm-up-s: needs --duration-s"):
        overrides(_values(warm_up_s=2.0))


def test_spans_storms_and_games_have_their_forms() -> None:
    found = overrides(_values(think_ms="5-9", storm=["3.5:100"], game=["king", "knaves"]))
    assert found == {
        "think_ms": [5.0, 9.0],
        "faults.storms": [{"at_s": 3.5, "clients": 100}],
        "games": [{"game": "king"}, {"game": "knaves"}],
    }
    with pytest.raises(CommandError, match="'3' is not S:N"):
        overrides(_values(storm=["3"]))
