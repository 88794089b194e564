"""`kozyr_server.rooms.seating`: people come and go, are ready, begin and play again."""

from typing import Any

import pytest
from msgspec.structs import replace

from kozyr_protocol import codec, messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.fair import Chain
from kozyr_protocol.rooms import (
    HostChanged,
    Joined,
    Left,
    Phase,
    ReadyChanged,
    Reopened,
    TipShown,
)
from kozyr_server.rooms.decision import Begun, Decision, Unchanged
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.rooms.room import (
    MAX_TIPS,
    SEEN_TIPS,
    TIP_MARK_BYTES,
    Table,
    encode,
    tip_mark,
)
from kozyr_testing.desk import HOST, ROOM, Desk, player

ANNA, BORIS, VERA, GLEB = (player(number) for number in range(4))
TIP = "5c" * 32


def refused(desk: Desk, who: Any, command: Any) -> RefusedError:
    """The refusal of a command, which leaves the room as it was."""
    before = encode(desk.room)
    with pytest.raises(RefusedError) as caught:
        desk.by(who, command)
    assert encode(desk.room) == before
    return caught.value


def solo(**create: Any) -> Desk:
    return Desk(**{"seats": 3, "preset": "twenty_nine/solo", **create})


def joining(seat: int | None = None, tip: str | None = None) -> messages.Join:
    return messages.Join(id=1, room=ROOM, seat=seat, tip=tip)


# --- Sitting down


def test_who_joins_takes_the_first_free_seat_or_the_one_he_names() -> None:
    desk = solo()
    desk.join(ANNA, 1)
    desk.join(BORIS)
    assert [seat.player for seat in desk.room.seats] == [BORIS, ANNA, None]
    assert desk.told(Joined) == [Joined(0, BORIS, "Player 1", connected=True)]
    assert desk.seat(BORIS).line == desk.line(BORIS)
    assert desk.last.lines
    assert desk.last.moved


def test_joining_again_changes_nothing_even_at_another_seat() -> None:
    desk = solo()
    desk.join(ANNA, 1)
    assert desk.join(ANNA, 2) == Unchanged()
    assert desk.join(ANNA) == Unchanged()


def test_a_taken_seat_an_unknown_one_and_a_full_room_are_refused() -> None:
    desk = solo()
    desk.join(ANNA, 1)
    assert refused(desk, BORIS, joining(1)).code is ErrorCode.SEAT_TAKEN
    error = refused(desk, BORIS, joining(3))
    assert (error.code, error.facts) == (ErrorCode.NO_SUCH_SEAT, {"seats": 3})
    desk.join(BORIS)
    desk.join(VERA)
    assert refused(desk, GLEB, joining()).code is ErrorCode.ROOM_FULL
    assert refused(desk, GLEB, joining(1)).code is ErrorCode.ROOM_FULL


def test_nobody_sits_down_during_and_after_a_game() -> None:
    desk = solo(options={"length": "single"})
    desk.begun(3)
    error = refused(desk, GLEB, joining())
    assert (error.code, error.facts) == (ErrorCode.WRONG_PHASE, {"phase": Phase.PLAYING})
    desk.play_out()
    error = refused(desk, GLEB, joining())
    assert error.facts == {"phase": Phase.FINISHED}
    assert desk.join(ANNA) == Unchanged()


def test_a_tip_that_is_refused_keeps_its_player_from_the_seat() -> None:
    desk = solo()
    desk.join(ANNA, tip=TIP)
    assert refused(desk, BORIS, joining(tip=TIP)).code is ErrorCode.BAD_TIP
    desk.join(BORIS)
    assert desk.seat(BORIS).tip is None


# --- Leaving


def test_before_a_game_the_seat_is_free_again() -> None:
    desk = solo()
    desk.join(ANNA)
    desk.leave(ANNA)
    assert desk.told(Left) == [Left(0)]
    assert desk.room.seats[0].player is None


def test_leaving_again_changes_nothing() -> None:
    desk = solo()
    desk.join(ANNA)
    desk.leave(ANNA)
    assert desk.leave(ANNA) == Unchanged()
    assert desk.leave(GLEB) == Unchanged()


def test_who_leaves_in_play_keeps_his_seat_marked() -> None:
    desk = solo()
    desk.begun(3)
    desk.leave(BORIS)
    seat = desk.seat(BORIS)
    assert (seat.left, seat.line) == (True, None)
    assert desk.leave(BORIS) == Unchanged()
    assert desk.phase is Phase.PLAYING


@pytest.mark.parametrize("way", ["follow", "join"])
def test_who_left_in_play_is_back_when_he_follows_or_joins(way: str) -> None:
    desk = solo()
    desk.watch()
    desk.begun(3)
    desk.leave(BORIS)
    decided = desk.take(BORIS) if way == "follow" else desk.join(BORIS)
    assert isinstance(decided, Decision)
    seat = desk.seat(BORIS)
    assert (seat.left, seat.line, seat.away_since_ms) == (False, desk.line(BORIS), 0)
    assert desk.last.moved


# --- The host


def test_the_host_who_leaves_hands_over_to_who_sits() -> None:
    desk = solo()
    desk.watch()
    for who in (HOST, ANNA):
        desk.join(who)
    desk.leave(HOST)
    assert desk.room.host == ANNA
    assert desk.told(HostChanged) == [HostChanged(ANNA)]


def test_after_the_last_one_the_next_who_sits_is_the_host() -> None:
    desk = solo()
    desk.watch()
    desk.join(HOST)
    desk.leave(HOST)
    assert desk.room.host is None
    desk.join(BORIS)
    assert desk.room.host == BORIS


def test_a_host_who_never_sat_stays_the_host() -> None:
    desk = solo()
    desk.join(ANNA)
    desk.leave(ANNA)
    assert desk.room.host == HOST


def test_a_host_who_left_in_play_is_followed_by_another_one_at_the_end() -> None:
    desk = solo(options={"length": "single"})
    desk.watch()
    for who in (HOST, ANNA, BORIS):
        desk.join(who)
    for who in (HOST, ANNA, BORIS):
        desk.ready(who)
    desk.leave(HOST)
    assert desk.room.host == HOST
    while desk.phase is Phase.PLAYING:
        desk.until_due()
    assert desk.room.host == ANNA
    assert desk.told(HostChanged) == [HostChanged(ANNA)]
    assert desk.room.seats[0].player is None


# --- Ready and start


def test_being_ready_is_told_once() -> None:
    desk = solo()
    desk.join(ANNA)
    desk.ready(ANNA)
    assert desk.told(ReadyChanged) == [ReadyChanged(0, ready=True)]
    assert desk.ready(ANNA) == Unchanged()
    desk.ready(ANNA, ready=False)
    assert desk.ready(ANNA, ready=False) == Unchanged()


def test_the_game_begins_when_the_last_seat_is_ready() -> None:
    desk = solo()
    desk.seated(3)
    desk.ready(ANNA)
    desk.ready(BORIS)
    phases = [desk.phase]
    desk.ready(VERA)
    assert [*phases, desk.phase] == [Phase.WAITING, Phase.PLAYING]
    assert not any(seat.ready for seat in desk.room.seats)
    assert desk.ready(VERA) == Unchanged()


def test_start_with_fewer_players_closes_the_gaps() -> None:
    desk = Desk(seats=6, preset="twenty_nine/solo")
    desk.watch()
    for who, seat in ((ANNA, 1), (BORIS, 3), (VERA, 4)):
        desk.join(who, seat)
        desk.ready(who)
    desk.start()
    assert desk.told(Begun)[0].order == (1, 3, 4)
    assert len(desk.room.seats) == 3
    assert {seat.player for seat in desk.room.seats} == {ANNA, BORIS, VERA}
    assert desk.start() == Unchanged()


def test_start_is_for_the_host_with_enough_players_who_are_ready() -> None:
    desk = Desk(seats=4, preset="twenty_nine/solo")
    starting = messages.Start(id=1, room=ROOM)
    desk.seated(2)
    assert refused(desk, ANNA, starting).code is ErrorCode.NOT_HOST
    error = refused(desk, HOST, starting)
    assert (error.code, error.facts) == (ErrorCode.NOT_READY, {"min": 3, "seated": 2})
    desk.join(VERA)
    desk.ready(BORIS)
    error = refused(desk, HOST, starting)
    assert (error.code, error.facts) == (ErrorCode.NOT_READY, {"waiting": [0, 2]})


def test_start_with_options_that_do_not_go_with_so_few_is_refused() -> None:
    desk = Desk(seats=4, options={"partners": True})
    desk.seated(3)
    for who in (ANNA, BORIS, VERA):
        desk.ready(who)
    error = refused(desk, HOST, messages.Start(id=1, room=ROOM))
    assert (error.code, error.facts["option"]) == (ErrorCode.BAD_OPTION, "partners")
    assert error.facts["against"] == "seats"


# --- Tips


def test_a_tip_is_shown_and_taken_back() -> None:
    desk = solo()
    desk.join(ANNA)
    desk.tip(ANNA, TIP)
    assert desk.told(TipShown) == [TipShown(0, TIP)]
    assert desk.tip(ANNA, TIP) == Unchanged()
    desk.tip(ANNA, None)
    assert desk.told(TipShown) == [TipShown(0, None)]


def test_a_tip_that_was_shown_before_is_refused_for_ever() -> None:
    desk = solo(options={"length": "single"})
    committing = messages.CommitTip(id=1, room=ROOM, tip=TIP)
    for who in (ANNA, BORIS, VERA):
        desk.join(who)
    desk.tip(ANNA, TIP)
    assert refused(desk, BORIS, committing).code is ErrorCode.BAD_TIP
    desk.tip(ANNA, None)
    assert refused(desk, ANNA, committing).code is ErrorCode.BAD_TIP
    for who in (ANNA, BORIS, VERA):
        desk.ready(who)
    servers = [desk.room.tip]
    for _ in range(2):
        desk.play_out()
        desk.rematch(ANNA)
        servers.append(desk.room.tip)
        assert refused(desk, ANNA, committing).code is ErrorCode.BAD_TIP
        for tip in servers:
            theirs = messages.CommitTip(id=1, room=ROOM, tip=tip)
            assert refused(desk, ANNA, theirs).code is ErrorCode.BAD_TIP
        for who in (ANNA, BORIS, VERA):
            desk.ready(who)


def test_marks_of_tips_do_not_grow_for_ever() -> None:
    desk = solo(options={"length": "single"})
    desk.begun(3)
    desk.play_out()
    full = bytes(TIP_MARK_BYTES * MAX_TIPS)
    table = desk.table
    room = replace(table.room, tips_shown=full)
    desk.table = Table(table.version, table.tag, room, table.state)
    desk.rematch(ANNA)
    assert desk.room.tips_shown == full
    assert refused(desk, ANNA, messages.CommitTip(id=1, room=ROOM, tip=TIP)).facts == {
        "max": MAX_TIPS
    }


def test_a_stranger_who_shows_tips_without_end_keeps_nobody_from_fair_deals() -> None:
    desk = solo()
    desk.join(ANNA)
    tips = [desk.rng.randbytes(32).hex() for _ in range(MAX_TIPS * 2)]
    for tip in tips:
        desk.tip(ANNA, tip)
    assert len(desk.room.tips_seen) == SEEN_TIPS * TIP_MARK_BYTES
    assert desk.room.tips_shown == b"", "none of them was used"
    again = messages.CommitTip(id=1, room=ROOM, tip=tips[-2])
    assert refused(desk, ANNA, again).code is ErrorCode.BAD_TIP
    desk.join(BORIS)
    desk.tip(BORIS, TIP)
    same = messages.CommitTip(id=1, room=ROOM, tip=TIP)
    assert refused(desk, ANNA, same).code is ErrorCode.BAD_TIP, "it is held by another seat"


def test_a_chain_that_was_used_is_remembered_whatever_is_shown_later() -> None:
    desk = solo(options={"length": "single"})
    for who in (ANNA, BORIS, VERA):
        desk.join(who)
    table = desk.table
    room = replace(table.room, tips_shown=tip_mark("ab" * 32))
    desk.table = Table(table.version, table.tag, room, table.state)
    for _ in range(SEEN_TIPS + 1):
        desk.tip(BORIS, desk.rng.randbytes(32).hex())
    theirs = messages.CommitTip(id=1, room=ROOM, tip="ab" * 32)
    assert refused(desk, ANNA, theirs).code is ErrorCode.BAD_TIP


# --- Playing again


def test_a_rematch_has_free_seats_a_new_chain_and_nobody_ready() -> None:
    desk = Desk(seats=4, preset="twenty_nine/solo", options={"length": "single"})
    desk.watch()
    desk.begun(3, chains=1)
    desk.play_out()
    before = desk.room
    assert desk.seat(ANNA).tip is None
    desk.rematch(BORIS)
    room = desk.room
    assert (room.phase, room.game_no, len(room.seats)) == (Phase.WAITING, 2, 4)
    assert room.tip != before.tip
    assert room.tip == Chain.from_seed(room.seed).tip.hex()
    assert not any(seat.ready for seat in room.seats)
    # The tip is in the step that opens the room again: before anybody can be ready.
    assert desk.told(Reopened) == [Reopened(2, room.tip, codec.unpack(room.given))]
    assert (room.ended, room.record) == (before.ended, before.record)
    assert desk.rematch(ANNA) == Unchanged()


def test_keys_live_through_rematches_and_go_with_the_seat() -> None:
    desk = solo(options={"length": "single"})
    desk.begun(3)
    desk.play_out()
    keys = desk.seat(ANNA).keys
    assert keys
    desk.rematch(ANNA)
    assert desk.seat(ANNA).keys == keys
    desk.leave(ANNA)
    desk.join(ANNA)
    assert desk.seat(ANNA).keys == ()
