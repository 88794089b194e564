"""Why bots cannot play (`kozyr_bots.errors`)."""

import pytest

from kozyr_bots import errors


@pytest.mark.parametrize(
    "kind",
    [
        errors.UnreachableError,
        errors.PolicyError,
        errors.SeatingError,
        errors.RefusedTooOftenError,
        errors.GameLostError,
    ],
)
def test_one_base_and_no_deeper(kind: type[errors.BotError]) -> None:
    assert kind.__bases__ == (errors.BotError,)


def test_facts_become_one_line() -> None:
    error = errors.RefusedTooOftenError("00aaaaaaaaaaaa", 8, "because")
    assert str(error) == "room 00aaaaaaaaaaaa: 8 actions refused in a row, the last: because"
    assert (error.room, error.refusals, error.last) == ("00aaaaaaaaaaaa", 8, "because")
