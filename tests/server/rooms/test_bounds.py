"""Bounds that a host may set (`kozyr_server.rooms.bounds`)."""

import pytest
from msgspec.structs import replace

from kozyr_games.registry import GAMES
from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_server.rooms import bounds, core, due
from kozyr_server.rooms.decision import ByPlayer, Decision, Lists, Now, Timer, Unchanged
from kozyr_server.rooms.passwords import Guesses
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.settings import Settings
from kozyr_testing.desk import ROOM, START_MS, Desk, player


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
        stand_in_after_s=6,
        pause_s=7,
        pauses_s=8,
        claim_table_after_s=9,
        minutes_given=10,
        room_knocks=11,
        room_listed=12,
        password_tries_per_min=13,
        room_password_tries_per_min=14,
        passwords_waiting=15,
    )
    found = bounds.from_settings(settings)
    assert found.per_connection == 3
    assert found.patience == due.Patience(
        *(1000, 2000, 3000, 4000, 5500),
        *(6000, 7000, 8000, 9000),
    )
    assert found.lists == Lists(knocks=11, listed=12, minutes=10)
    assert found.guesses == Guesses(13, 14, 15)


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


def test_a_host_sets_how_full_the_lists_of_rooms_get() -> None:
    desk = Desk(seats=3, access="knock")
    few = Now(START_MS, 0, lists=Lists(knocks=1, listed=1))

    def knock(who: int) -> Decision | Unchanged:
        line = desk.new_line(player(who))
        order = ByPlayer(player(who), "Anna", line, messages.Knock(id=1, room=ROOM))
        return core.decide(GAMES, desk.table, order, few, desk.chance())

    done = knock(0)
    assert isinstance(done, Decision)
    desk.table = done.after
    with pytest.raises(RefusedError) as caught:
        knock(1)
    assert (caught.value.code, caught.value.limit) == (ErrorCode.TOO_MANY, "room_knocks")
    assert caught.value.facts == {"max": 1}
