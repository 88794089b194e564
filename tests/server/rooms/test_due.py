"""`kozyr_server.rooms.due`: when a room needs attention, and that looking at it then helps."""

import pytest
from msgspec.structs import replace

from kozyr_games.registry import GAMES
from kozyr_protocol.ids import GameKey, PlayerId
from kozyr_protocol.rooms import Phase
from kozyr_server.rooms import core, due
from kozyr_server.rooms.decision import Decision, Now, Timer, Unchanged
from kozyr_server.rooms.room import Table
from kozyr_testing.desk import START_MS, Desk, player, with_clock

ANNA, BORIS, VERA = (player(number) for number in range(3))


def table() -> Desk:
    desk = Desk(
        seats=3,
        preset="twenty_nine/solo",
        clock={"turn_ms": 10_000, "bank_ms": 5_000, "away_ms": 700},
    )
    desk.seated(3)
    return desk


@pytest.mark.parametrize(("left", "absent"), [(False, False), (True, False), (False, True)])
def test_a_decision_has_the_turns_time_or_the_short_one(left: bool, absent: bool) -> None:
    desk = table()
    desk.begun(3)
    who = desk.acting()[0]
    desk.table = _changed(desk, who, left=left, absent=absent)
    seat = desk.seat(who)
    if left or absent:
        assert due.decision_ms(desk.room.clock, seat, 1.0) == 700
        assert due.deadline_ms(desk.room.clock, seat, 1.0, 100) == 800
    else:
        assert due.decision_ms(desk.room.clock, seat, 1.5) == 15_000
        assert due.deadline_ms(desk.room.clock, seat, 1.5, 100) == 20_100


def _changed(desk: Desk, who: PlayerId, **changes: bool) -> Table:
    seats = tuple(
        replace(seat, **changes) if seat.player == who else seat for seat in desk.room.seats
    )
    table = desk.table
    return Table(table.version, table.tag, replace(table.room, seats=seats), table.state)


def test_an_empty_room_is_due_when_it_closes() -> None:
    desk = Desk()
    assert due.next_ms(desk.room) == START_MS + due.EMPTY_CLOSES_MS
    assert due.look_ms(desk.room) == 0


def test_a_room_with_people_is_due_when_it_is_looked_at() -> None:
    desk = table()
    assert due.next_ms(desk.room) == START_MS + due.LOOK_EACH_MS
    assert due.closes_ms(desk.room) == START_MS + due.IDLE_CLOSES_MS


def test_a_seat_without_a_line_is_due_after_a_minute_but_not_in_play() -> None:
    desk = table()
    desk.lose(ANNA)
    assert due.vacated_ms(desk.room, desk.seat(ANNA)) == START_MS + due.SEAT_KEPT_MS
    assert due.vacated_ms(desk.room, desk.seat(BORIS)) == 0
    desk.take(ANNA)
    desk.begun(3)
    desk.lose(ANNA)
    assert due.vacated_ms(desk.room, desk.seat(ANNA)) == 0


def test_a_game_is_not_abandoned_while_somebody_is_there() -> None:
    desk = table()
    desk.begun(3)
    desk.lose(ANNA)
    desk.lose(BORIS)
    assert due.abandoned_ms(desk.room) == 0
    desk.now_ms += 5
    desk.lose(VERA)
    assert due.abandoned_ms(desk.room) == desk.now_ms + due.ABANDONED_MS


def test_the_clock_of_the_room_is_what_counts() -> None:
    desk = table()
    room = with_clock(desk.room, turn_ms=200)
    assert due.decision_ms(room.clock, desk.seat(ANNA), 2.0) == 400


def check_due(desk: Desk) -> None:
    """The timer has something to do when it is due, and nothing a moment before."""
    if desk.last.closed:
        return
    due_ms = due.next_ms(desk.room)
    assert due_ms == desk.last.due_ms > 0
    chance = desk.chance()
    at_due = core.decide(GAMES, desk.table, Timer(), Now(due_ms, 0), chance)
    assert isinstance(at_due, Decision)
    assert at_due.not_before_ms <= due_ms
    before = core.decide(GAMES, desk.table, Timer(), Now(due_ms - 1, 0), chance)
    assert isinstance(before, Unchanged)


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_a_timer_that_comes_when_it_is_due_always_does_something(key: GameKey, seed: int) -> None:
    desk = Desk(key, seed)
    seats = desk.room.capacity
    players = [player(number) for number in range(seats)]
    check_due(desk)
    desk.begun(seats, chains=1)
    check_due(desk)
    for _ in range(120):
        desk.now_ms += desk.rng.randrange(3_000)
        who = desk.rng.choice(players)
        seat = None if desk.table.seat_of(who) is None else desk.seat(who)
        match desk.rng.randrange(8):
            case 0:
                desk.lose(who)
            case 1:
                desk.take(who)
            case 2 if seat is not None and seat.line is not None:
                desk.leave(who)
            case 3 if desk.phase is Phase.FINISHED and seat is not None and seat.line is not None:
                desk.rematch(who)
            case _:
                desk.until_due()
        check_due(desk)
        if desk.last.closed:
            return
