"""`kozyr_server.rooms.lines`: lines that are taken and lost."""

from contextlib import suppress

import pytest

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.rooms import LineChanged, Phase
from kozyr_server.rooms import due
from kozyr_server.rooms.decision import (
    LoseDead,
    LoseLine,
    TakeLine,
    Timer,
    Unchanged,
)
from kozyr_server.rooms.lines import MAX_SPENT_MS, TAKEN_COSTS_MS
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.rooms.room import Line
from kozyr_server.store.model import ProcessId
from kozyr_testing.desk import HOST, PROCESS, ROOM, Desk, player

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


# --- How often


def _go_and_come(desk: Desk, times: int) -> None:
    for _ in range(times):
        desk.lose(ANNA)
        desk.take(ANNA)


def test_a_player_who_comes_and_goes_too_often_has_to_wait() -> None:
    desk = solo()
    desk.begun(3)
    for _ in range(2):
        _go_and_come(desk, MAX_SPENT_MS // TAKEN_COSTS_MS)
        desk.lose(ANNA)
        with pytest.raises(RefusedError) as caught:
            desk.take(ANNA)
        assert caught.value.code is ErrorCode.TOO_FAST
        assert caught.value.facts == {"retry_ms": TAKEN_COSTS_MS}
        desk.now_ms += TAKEN_COSTS_MS
        desk.take(ANNA)
        assert desk.seat(ANNA).line is not None
        desk.now_ms += 10 * MAX_SPENT_MS


def test_leaving_and_joining_in_play_is_as_bounded() -> None:
    desk = solo()
    desk.begun(3)
    for _ in range(MAX_SPENT_MS // TAKEN_COSTS_MS):
        desk.leave(ANNA)
        desk.join(ANNA)
    desk.leave(ANNA)
    with pytest.raises(RefusedError, match="too often"):
        desk.join(ANNA)


def test_one_player_cannot_push_a_deal_out_of_the_log() -> None:
    desk = solo()
    desk.begun(3)
    log_from, until_ms = desk.room.log_from, desk.now_ms + 30 * 60_000
    while desk.now_ms < until_ms:
        desk.now_ms += 1_000
        desk.lose(ANNA)
        with suppress(RefusedError):
            desk.take(ANNA)
    assert desk.room.log_from == log_from


def test_one_player_cannot_push_a_deal_out_of_the_log_with_his_tips() -> None:
    desk = solo()
    desk.begun(3)
    log_from, until_ms, number = desk.room.log_from, desk.now_ms + 30 * 60_000, 0
    while desk.now_ms < until_ms:
        desk.now_ms += 1_000
        number += 1
        for tip in (f"{number:064x}", None):
            with suppress(RefusedError):
                desk.by(ANNA, messages.CommitTip(id=1, room=ROOM, tip=tip))
    assert desk.room.log_from == log_from
    with pytest.raises(RefusedError, match="tip too often") as caught:
        for number in range(3):
            tip = f"{number + 9000:064x}"
            desk.by(ANNA, messages.CommitTip(id=1, room=ROOM, tip=tip))
    assert (caught.value.code, caught.value.limit) == (ErrorCode.TOO_FAST, "tips_changed")


def test_all_that_one_player_can_do_leaves_the_log_alone_for_twenty_minutes() -> None:
    desk = Desk(seats=3, public=False, options={"draw": "off"})
    desk.seated(3)
    desk.now_ms += 1
    for who in (ANNA, BORIS, VERA):
        desk.ready(who)
    log_from, until_ms, number = desk.room.log_from, desk.now_ms + 20 * 60_000, 0
    assert log_from
    while desk.now_ms < until_ms:
        desk.now_ms += 1_000
        number += 1
        desk.lose(ANNA)
        with suppress(RefusedError):
            desk.take(ANNA)
        for who, command in (
            (ANNA, messages.CommitTip(id=1, room=ROOM, tip=f"{number:064x}")),
            (ANNA, messages.Pause(id=1, room=ROOM, pause=number % 2 == 0)),
            (ANNA, messages.VoteEnd(id=1, room=ROOM, end=number % 2 == 0)),
            (ANNA, messages.GiveTime(id=1, room=ROOM, seat=desk.index(BORIS))),
            (HOST, messages.SlowMode(id=1, room=ROOM, seconds=number % 600)),
            (HOST, messages.Invite(id=1, room=ROOM, renew=True)),
        ):
            with suppress(RefusedError):
                desk.by(who, command)
    assert desk.room.log_from == log_from


def test_before_a_game_there_is_no_log_and_no_bound() -> None:
    desk = solo()
    desk.seated(3)
    _go_and_come(desk, 100)
    assert desk.room.log_from == 0


def test_a_line_that_the_server_gives_back_counts_for_nobody() -> None:
    desk = solo()
    desk.begun(3)
    for _ in range(100):
        desk.lose(ANNA)
        desk.decide(TakeLine(ANNA, desk.new_line(ANNA), is_given_back=True))
    assert desk.seat(ANNA).line_spent_ms == 0


# --- Before a game


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
