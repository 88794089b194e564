"""Bounds that a host may set (`kozyr_server.rooms.bounds`)."""

from msgspec.structs import replace

from kozyr_games.registry import GAMES
from kozyr_server.rooms import bounds, core, due
from kozyr_server.rooms.decision import Decision, Now, Timer, Unchanged
from kozyr_server.settings import Settings
from kozyr_testing.desk import START_MS, Desk


def test_the_settings_have_the_defaults_of_the_rooms() -> None:
    assert bounds.from_settings(Settings()) == bounds.BOUNDS


def test_a_host_may_have_less_patience() -> None:
    settings = replace(
        Settings(),
        rooms_per_connection=3,
        seat_kept_s=1,
        empty_closes_s=2,
        idle_closes_s=3,
        finished_closes_s=4,
        abandoned_s=5.5,
    )
    found = bounds.from_settings(settings)
    assert found.per_connection == 3
    assert found.patience == due.Patience(1000, 2000, 3000, 4000, 5500)


def test_an_empty_room_closes_when_the_host_said_so() -> None:
    desk = Desk()
    hasty = due.Patience(empty_closes_ms=2000)
    assert due.next_ms(desk.room, hasty) == START_MS + 2000
    chance = desk.chance()
    early = Now(START_MS + 1999, 0, hasty)
    assert isinstance(core.decide(GAMES, desk.table, Timer(), early, chance), Unchanged)
    closed = core.decide(GAMES, desk.table, Timer(), Now(START_MS + 2000, 0, hasty), chance)
    assert isinstance(closed, Decision)
    assert closed.closed
