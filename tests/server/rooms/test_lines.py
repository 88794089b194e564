"""`kozyr_server.rooms.lines`: lines that are taken and lost."""

from kozyr_protocol.rooms import LineChanged, Phase
from kozyr_server.rooms import due
from kozyr_server.rooms.decision import (
    LoseDead,
    LoseLine,
    TakeLine,
    Timer,
    Unchanged,
)
from kozyr_server.rooms.room import Line
from kozyr_server.store.model import ProcessId
from kozyr_testing.desk import PROCESS, Desk, player

ANNA, BORIS, VERA = (player(number) for number in range(3))
OTHER = ProcessId("ffffffffffff")


def solo() -> Desk:
    return Desk(seats=3, preset="twenty_nine/solo", options={"length": "single"})


# --- Lines


def test_a_new_connection_takes_the_line_without_a_word_to_the_others() -> None:
    desk = solo()
    desk.watch()
    desk.seated(3)
    desk.take(ANNA)
    assert desk.last.happened == ()
    assert (desk.last.lines, desk.last.moved, desk.last.label) == (True, False, "follow")
    assert desk.last.by == ANNA


def test_following_on_the_same_line_or_without_a_seat_changes_nothing() -> None:
    desk = solo()
    desk.join(ANNA)
    assert desk.decide(TakeLine(ANNA, desk.line(ANNA))) == Unchanged()
    assert desk.take(BORIS) == Unchanged()


def test_a_lost_line_is_shown_and_comes_back() -> None:
    desk = solo()
    desk.watch()
    desk.begun(3)
    desk.now_ms += 7
    desk.lose(ANNA)
    assert desk.told(LineChanged) == [LineChanged(desk.index(ANNA), connected=False)]
    assert desk.seat(ANNA).away_since_ms == desk.now_ms
    desk.take(ANNA)
    assert desk.told(LineChanged) == [LineChanged(desk.index(ANNA), connected=True)]
    assert desk.seat(ANNA).away_since_ms == 0


def test_who_loses_his_line_before_a_game_is_not_ready() -> None:
    desk = solo()
    desk.watch()
    desk.seated(3)
    desk.ready(ANNA)
    desk.lose(ANNA)
    assert not desk.seat(ANNA).ready


def test_losing_a_line_that_was_taken_by_another_changes_nothing() -> None:
    desk = solo()
    desk.join(ANNA)
    old = desk.line(ANNA)
    desk.take(ANNA)
    assert desk.decide(LoseLine(old)) == Unchanged()


def test_lines_of_dead_processes_are_lost_at_once() -> None:
    desk = solo()
    desk.watch()
    desk.seated(3)
    desk.decide(TakeLine(BORIS, Line(OTHER, 1)))
    desk.decide(LoseDead(frozenset({OTHER})))
    assert [seat.line is None for seat in desk.room.seats] == [False, True, False]
    assert desk.decide(LoseDead(frozenset({OTHER}))) == Unchanged()


def test_a_timer_loses_the_lines_of_dead_processes_first() -> None:
    desk = solo()
    desk.begun(3)
    desk.now_ms = due.next_ms(desk.room)
    desk.decide(Timer(frozenset({PROCESS})))
    assert all(seat.line is None for seat in desk.room.seats)
    assert desk.last.not_before_ms == 0
    assert desk.phase is Phase.PLAYING
