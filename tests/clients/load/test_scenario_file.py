"""Scenarios from files and options (`kozyr_load.scenario_file`)."""

from pathlib import Path

import pytest

from kozyr_load.errors import ScenarioError
from kozyr_load.scenario_file import parsed, read

WHOLE = """
name = "evening"
rooms = 40
rate = 200
think_ms = [100, 900]
clock = { turn_ms = 5000 }

[[games]]
game = "king"
weight = 3

[[games]]
game = "gin_rummy"

[[phases]]
name = "warm"
duration_s = 5
warm_up = true

[[phases]]
duration_s = 20
rooms = 80

[spectators]
per_room = 2
mode = "views"

[faults]
cut_every_s = 30
storms = [{ at_s = 10, clients = 100 }]
"""


def test_a_whole_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "evening.toml"
    file.write_text(WHOLE)
    scenario = read(file, {"rooms": 12, "faults.delay_ms": 3.0})
    assert (scenario.name, scenario.rooms, scenario.most_rooms) == ("evening", 12, 80)
    assert scenario.think_ms == (100.0, 900.0)
    assert scenario.clock.turn_ms == 5000
    assert scenario.spectators.mode == "views"
    assert (scenario.faults.cut_every_s, scenario.faults.delay_ms) == (30.0, 3.0)
    assert scenario.faults.storms[0].clients == 100


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({"romms": 3}, "romms: there is no such key; do you mean rooms?"),
        (
            {"faults": {"cut_evry_s": 3}},
            "faults.cut_evry_s: there is no such key; do you mean cut_every_s?",
        ),
        (
            {"games": [{"game": "king"}, {"gaem": "king"}]},
            "games[1].gaem: there is no such key; do you mean game?",
        ),
        ({"clock": {"turn": 3}}, "clock.turn: there is no such key; do you mean turn_ms?"),
        ({"rooms": "many"}, "rooms: expected `int`, got `str`"),
        ({"faults": {"duplicates": 2}}, "faults.duplicates: expected `float` <= 1.0"),
        ({"think_ms": [9, 3]}, "think_ms: the least time comes first"),
        ({"rooms": 0}, "rooms: there is nothing to do"),
    ],
)
def test_what_cannot_be_used_is_named_with_what_would_be_right(
    data: dict[str, object], text: str
) -> None:
    with pytest.raises(ScenarioError) as caught:
        parsed(data)
    assert str(caught.value) == text


def test_a_key_like_no_other_gets_the_list() -> None:
    with pytest.raises(ScenarioError, match="known are per_room, mode"):
        parsed({"spectators": {"zzz": 1}})


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="No such file"):
        read(tmp_path / "none.toml", {})
    broken = tmp_path / "broken.toml"
    broken.write_text("rooms =")
    with pytest.raises(ScenarioError, match="is not TOML"):
        read(broken, {})
