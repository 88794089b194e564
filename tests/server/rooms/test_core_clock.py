"""`kozyr_server.rooms.core`: what rooms do by the clock."""

import pytest

from kozyr_protocol.record import Ended
from kozyr_protocol.rooms import AbsentChanged, Closed, GameEnded, Left, Phase
from kozyr_server.rooms import due
from kozyr_server.rooms.decision import (
    CLOSED,
    Decision,
    LoseDead,
    Unchanged,
)
from kozyr_server.store.model import ProcessId
from kozyr_testing.desk import HOST, PROCESS, START_MS, Desk, player

ANNA, BORIS, VERA = (player(number) for number in range(3))
OTHER = ProcessId("ffffffffffff")


def solo() -> Desk:
    return Desk(seats=3, preset="twenty_nine/solo", options={"length": "single"})


# --- Seats and rooms that are given up


def test_a_seat_without_a_line_is_given_up_after_a_minute() -> None:
    desk = solo()
    desk.watch()
    desk.seated(2)
    desk.lose(BORIS)
    desk.now_ms += due.SEAT_KEPT_MS - 1
    assert desk.timer() == Unchanged()
    desk.now_ms += 1
    desk.timer()
    assert desk.told(Left) == [Left(1)]
    assert desk.last.not_before_ms == desk.now_ms
    assert desk.room.seats[1].player is None


def test_who_was_away_at_the_end_of_a_game_is_not_waited_for() -> None:
    desk = solo()
    desk.watch()
    desk.begun(3)
    desk.lose(BORIS)
    while desk.phase is Phase.PLAYING:
        desk.until_due()
    desk.now_ms += due.SEAT_KEPT_MS
    desk.timer()
    assert desk.table.seat_of(BORIS) is None


@pytest.mark.parametrize("is_empty", [True, False])
def test_a_waiting_room_closes(is_empty: bool) -> None:
    desk = solo()
    if not is_empty:
        desk.join(ANNA)
    while desk.phase is Phase.WAITING:
        desk.until_due()
    lived_ms = due.EMPTY_CLOSES_MS if is_empty else due.IDLE_CLOSES_MS
    assert desk.now_ms == START_MS + lived_ms
    assert (desk.last.closed, desk.last.label, desk.last.due_ms) == (True, CLOSED, 0)
    assert desk.told(Closed) == [Closed("idle")]


def test_a_finished_room_closes_after_an_hour() -> None:
    desk = solo()
    desk.begun(3)
    desk.play_out()
    ended_ms = desk.now_ms
    while desk.phase is Phase.FINISHED:
        desk.until_due()
    assert desk.now_ms == ended_ms + due.FINISHED_CLOSES_MS


def test_a_room_counts_as_empty_from_the_last_line_that_was_lost() -> None:
    desk = solo()
    desk.join(ANNA)
    desk.now_ms += 5 * due.EMPTY_CLOSES_MS
    desk.lose(ANNA)
    lost_ms = desk.now_ms
    while desk.phase is Phase.WAITING:
        desk.until_due()
    assert desk.now_ms == lost_ms + due.EMPTY_CLOSES_MS


def test_a_game_that_all_have_left_is_abandoned_at_once() -> None:
    desk = solo()
    desk.watch()
    desk.begun(3)
    for who in (ANNA, BORIS, VERA):
        assert desk.phase is Phase.PLAYING
        desk.leave(who)
    assert desk.phase is Phase.FINISHED
    (ended,) = desk.told(GameEnded)
    assert ended.ended is Ended.ABANDONED
    assert all(seat.player is None for seat in desk.room.seats)
    assert desk.room.host == HOST


def test_a_game_in_which_nobody_is_connected_is_abandoned() -> None:
    desk = Desk(seats=3, preset="twenty_nine/solo", options={"rounds": 100})
    desk.watch()
    desk.begun(3)
    for who in (ANNA, BORIS, VERA):
        desk.lose(who)
    lost_ms = desk.now_ms
    while desk.phase is Phase.PLAYING:
        desk.until_due()
    assert desk.now_ms == lost_ms + due.ABANDONED_MS
    assert desk.last.not_before_ms == desk.now_ms
    assert desk.room.ended is Ended.ABANDONED


def test_a_room_in_play_is_looked_at_now_and_then() -> None:
    desk = Desk(
        seats=3,
        preset="twenty_nine/solo",
        clock={"turn_ms": 3_600_000, "bank_ms": 0, "away_ms": 0},
    )
    desk.begun(3)
    assert due.next_ms(desk.room) == START_MS + due.LOOK_EACH_MS
    decided = desk.until_due()
    assert isinstance(decided, Decision)
    assert decided.happened == ()
    assert due.next_ms(desk.room) == START_MS + 2 * due.LOOK_EACH_MS


def test_a_deserted_table_comes_to_its_end_by_itself() -> None:
    desk = solo()
    desk.watch()
    desk.begun(3)
    desk.decide(LoseDead(frozenset({PROCESS})))
    for _ in range(500):
        if desk.last.closed:
            break
        assert isinstance(desk.until_due(), Decision)
    assert desk.phase is Phase.CLOSED
    assert AbsentChanged(0, absent=True) in [
        event for decision in desk.decisions for event in decision.happened
    ]
