"""Kinds and times of a record (`kozyr_games.record_head`)."""

import pytest
from msgspec.structs import replace

from kozyr_games.record_head import problems
from kozyr_games.registry import GAMES
from kozyr_protocol.ids import GameKey
from kozyr_testing.random_play import Table, random_record

RECORD = random_record(Table(GAMES[GameKey("twenty_nine")], "twenty_nine/solo", {}, 3, seed=4))


@pytest.mark.parametrize("kind", ["human", "bot"])
def test_people_and_bots_play(kind: str) -> None:
    seats = tuple(replace(seat, kind=kind) for seat in RECORD.seats)
    assert list(problems(replace(RECORD, seats=seats))) == []


def test_another_kind_is_told_with_its_seat() -> None:
    first, *others = RECORD.seats
    found = list(problems(replace(RECORD, seats=(replace(first, kind="botx"), *others))))
    assert found == ["The kind of seat 0 is neither human nor bot."]


@pytest.mark.parametrize("name", ["started", "finished"])
@pytest.mark.parametrize(
    "time",
    ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.25Z", "2026-01-01T00:00:00+00:00"],
)
def test_times_are_in_utc(name: str, time: str) -> None:
    assert list(problems(replace(RECORD, **{name: time}))) == []


@pytest.mark.parametrize("name", ["started", "finished"])
@pytest.mark.parametrize(
    "time",
    [
        "",
        "yesterday",
        "2026-01-01",
        "2026-01-01T00:00:00",
        "2026-01-01T02:00:00+02:00",
        "2026-02-30T00:00:00Z",
        "2026-01-01T25:00:00Z",
        "2026-01-01T00:00:00Z\n",
    ],
)
def test_another_text_is_no_time(name: str, time: str) -> None:
    found = list(problems(replace(RECORD, **{name: time})))
    assert found == [f"`{name}` is no time as RFC 3339 has it, in UTC."]
