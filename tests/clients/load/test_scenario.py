"""What a scenario means (`kozyr_load.scenario`)."""

import pytest

from kozyr_games.registry import GAMES
from kozyr_load.errors import ScenarioError
from kozyr_load.scenario import Mix, Phase, Scenario


def test_without_a_mix_all_games_are_played_at_their_usual_tables() -> None:
    mix = Scenario().mix
    assert [each.game for each in mix] == list(GAMES)
    assert all(
        GAMES[key].min_seats <= (each.seats or 0) for key, each in zip(GAMES, mix, strict=True)
    )


def test_players_are_those_of_each_room_unless_the_mix_says_otherwise() -> None:
    scenario = Scenario(players=5, games=(Mix("oh_well"), Mix("gin_rummy")))
    assert [each.seats for each in scenario.mix] == [5, 2]
    scenario = Scenario(players=5, games=(Mix("oh_well"), Mix("twenty_nine", seats=3)))
    # Twenty-Nine's first preset is for four; three are for another one.
    with pytest.raises(ScenarioError, match=r"games\[1\]\.seats: twenty_nine is for 4 to 4, not 3"):
        _ = scenario.mix
    solo = Mix("twenty_nine", "twenty_nine/solo", 3)
    assert [each.seats for each in Scenario(players=5, games=(Mix("oh_well"), solo)).mix] == [5, 3]


def test_a_game_or_preset_that_is_not_there_is_named() -> None:
    with pytest.raises(ScenarioError, match=r"games\[0\]\.game: no game has the key 'chess'"):
        _ = Scenario(games=(Mix("chess"),)).mix
    with pytest.raises(ScenarioError, match="'king/odd' is none of king/"):
        _ = Scenario(games=(Mix("king", "king/odd"),)).mix


def test_without_phases_there_is_one_as_long_as_the_scenario() -> None:
    (phase,) = Scenario(duration_s=12.0, rooms=7, rate=3.0).stretches
    assert (phase.duration_s, phase.rooms, phase.rate) == (12.0, 7, 3.0)


def test_a_phase_takes_from_the_scenario_what_it_does_not_say() -> None:
    scenario = Scenario(
        rooms=10,
        think_ms=(1.0, 2.0),
        phases=(Phase(5.0, "few", rooms=2, warm_up=True), Phase(6.0, rate=9.0)),
    )
    few, second = scenario.stretches
    assert (few.rooms, few.think_ms, few.warm_up) == (2, (1.0, 2.0), True)
    assert (second.name, second.rooms, second.rate) == ("phase 2", 10, 9.0)
    assert scenario.most_rooms == 10
    assert scenario.length_s == 11.0
