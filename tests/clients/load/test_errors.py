"""Errors are one line (`kozyr_load.errors`)."""

from kozyr_load.errors import LoadError, ScenarioError


def test_an_error_of_a_scenario_names_its_place() -> None:
    error = ScenarioError("faults.cut_s", "there is no such key")
    assert isinstance(error, LoadError)
    assert str(error) == "faults.cut_s: there is no such key"
