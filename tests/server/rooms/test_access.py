"""`kozyr_server.rooms.access`: codes, knocks, kicks and silence."""

from contextlib import suppress
from typing import Any

import msgspec
import pytest

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId
from kozyr_protocol.rooms import (
    Kicked,
    KnockAnswered,
    Knocked,
    Left,
    Phase,
    Silenced,
    SlowModeSet,
)
from kozyr_server.rooms import access
from kozyr_server.rooms.access import CHANGE_COSTS_MS, MAX_SPENT_MS
from kozyr_server.rooms.decision import LISTS, Decision, Unchanged
from kozyr_server.rooms.parts import Door
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.rooms.room import encode
from kozyr_testing.desk import HOST, ROOM, Desk, player

ANNA, BORIS, VERA, GUEST = (player(number) for number in range(4))


def opened(**create: Any) -> Desk:
    desk = Desk(**{"seats": 3, "preset": "twenty_nine/solo", **create})
    desk.watch()
    return desk


def refused(desk: Desk, who: PlayerId, command: Any) -> RefusedError:
    before = encode(desk.room)
    with pytest.raises(RefusedError) as caught:
        desk.by(who, command)
    assert encode(desk.room) == before
    return caught.value


def code_of(desk: Desk, who: PlayerId, command: Any) -> ErrorCode:
    return refused(desk, who, command).code


KNOCK = messages.Knock(id=1, room=ROOM)
JOIN = messages.Join(id=1, room=ROOM)


def answer(who: PlayerId, admit: bool = True) -> messages.AnswerKnock:
    return messages.AnswerKnock(id=1, room=ROOM, player=who, admit=admit)


def kick(seat: int) -> messages.Kick:
    return messages.Kick(id=1, room=ROOM, seat=seat)


def silence(who: PlayerId, silence: bool = True) -> messages.Silence:
    return messages.Silence(id=1, room=ROOM, player=who, silence=silence)


# --- Codes


def test_only_a_private_room_has_a_code_and_it_is_no_part_of_its_view() -> None:
    assert not opened().room.door.code
    desk = opened(public=False)
    code = desk.room.door.code
    assert len(code) == 16
    assert set(code) <= set("abcdefghijklmnopqrstuvwxyz234567")
    assert code.encode() not in desk.entries[-1].shared
    assert code not in repr(desk.room.door) + repr(desk.room) + repr(desk.table)


def test_the_code_is_needed_as_it_is() -> None:
    room = opened(public=False).room
    access.need_code(room, room.door.code)
    for wrong in (None, "", room.door.code.upper(), room.door.code[:-1], "я" * 16):
        with pytest.raises(RefusedError) as caught:
            access.need_code(room, wrong)
        assert caught.value.code is ErrorCode.NEEDS_CODE
        assert room.door.code not in caught.value.message
    access.need_code(opened().room, None)


def test_the_host_draws_a_new_code() -> None:
    desk = opened(public=False)
    old = desk.room.door.code
    invite, renew = (messages.Invite(id=1, room=ROOM, renew=renew) for renew in (False, True))
    assert isinstance(desk.by(HOST, invite), Unchanged)
    assert isinstance(desk.by(HOST, renew), Decision)
    assert desk.room.door.code != old
    assert desk.last.happened == ()
    desk.join(ANNA)
    assert isinstance(desk.by(ANNA, invite), Unchanged)
    assert code_of(desk, ANNA, renew) is ErrorCode.NOT_HOST
    assert code_of(desk, GUEST, invite) is ErrorCode.NOT_SEATED
    assert isinstance(opened().by(HOST, renew), Unchanged)


@pytest.mark.parametrize(
    "create", [{"access": "password"}, {"password": "x"}, {"access": "knock", "password": "x"}]
)
def test_a_password_goes_with_its_access(create: dict[str, Any]) -> None:
    with pytest.raises(RefusedError) as caught:
        opened(**create)
    assert (caught.value.code, caught.value.facts["option"]) == (ErrorCode.BAD_OPTION, "password")


# --- Knocks


def test_who_is_let_in_sits_down() -> None:
    desk = opened(access="knock")
    assert code_of(desk, ANNA, JOIN) is ErrorCode.NEEDS_KNOCK
    desk.by(ANNA, KNOCK)
    assert desk.told(Knocked) == [Knocked(ANNA, "Player 0")]
    assert isinstance(desk.by(ANNA, KNOCK), Unchanged)
    assert code_of(desk, ANNA, JOIN) is ErrorCode.NEEDS_KNOCK
    desk.by(HOST, answer(ANNA))
    assert desk.told(KnockAnswered) == [KnockAnswered(ANNA, admitted=True)]
    assert desk.room.door.knocks == ()
    assert isinstance(desk.by(HOST, answer(ANNA)), Unchanged)
    desk.join(ANNA)
    desk.leave(ANNA)
    desk.join(ANNA)


def test_who_is_turned_away_may_knock_again() -> None:
    desk = opened(access="knock")
    desk.by(ANNA, KNOCK)
    desk.by(HOST, answer(ANNA, admit=False))
    assert code_of(desk, ANNA, JOIN) is ErrorCode.NEEDS_KNOCK
    assert isinstance(desk.by(ANNA, KNOCK), Decision)


def test_the_host_needs_no_leave_and_alone_gives_it() -> None:
    desk = opened(access="knock")
    desk.by(ANNA, KNOCK)
    assert code_of(desk, ANNA, answer(ANNA)) is ErrorCode.NOT_HOST
    assert code_of(desk, HOST, answer(BORIS)) is ErrorCode.NO_SUCH_PLAYER
    assert isinstance(desk.by(HOST, KNOCK), Unchanged)
    desk.join(HOST)


def test_where_nobody_has_to_knock_it_is_ok() -> None:
    assert isinstance(opened().by(ANNA, KNOCK), Unchanged)


def test_knocks_and_the_admitted_are_bounded() -> None:
    desk = Desk(seats=3, access="knock")
    crowd = [player(number) for number in range(LISTS.listed + 1)]
    for who in crowd[: LISTS.knocks]:
        desk.by(who, KNOCK)
    error = refused(desk, crowd[LISTS.knocks], KNOCK)
    assert (error.code, error.facts) == (ErrorCode.TOO_MANY, {"max": LISTS.knocks})
    for who in crowd[: LISTS.listed]:
        desk.by(who, KNOCK)
        desk.by(HOST, answer(who))
    desk.by(crowd[-1], KNOCK)
    assert code_of(desk, HOST, answer(crowd[-1])) is ErrorCode.TOO_MANY
    desk.by(HOST, answer(crowd[-1], admit=False))


# --- Kicks


def test_a_kicked_player_loses_his_seat_for_good() -> None:
    desk = opened()
    desk.seated(2)
    desk.by(HOST, kick(1))
    assert [type(one) for one in desk.last.happened] == [Kicked, Left]
    assert desk.room.seats[1].player is None
    assert desk.last.moved
    assert code_of(desk, BORIS, JOIN) is ErrorCode.KICKED
    assert isinstance(desk.by(ANNA, messages.SetReady(id=1, room=ROOM)), Decision)


def test_a_kicked_one_may_not_knock_and_is_not_admitted_any_more() -> None:
    desk = opened(access="knock")
    desk.by(ANNA, KNOCK)
    desk.by(HOST, answer(ANNA))
    desk.join(ANNA)
    desk.by(HOST, kick(0))
    assert ANNA not in desk.room.door.admitted
    assert code_of(desk, ANNA, KNOCK) is ErrorCode.KICKED


def test_in_play_a_kick_is_a_leaving_without_return() -> None:
    desk = opened()
    desk.begun(3)
    seat = desk.index(BORIS)
    desk.by(HOST, kick(seat))
    assert desk.room.seats[seat].left
    with pytest.raises(RefusedError) as caught:
        desk.take(BORIS)
    assert caught.value.code is ErrorCode.KICKED
    assert code_of(desk, BORIS, JOIN) is ErrorCode.KICKED
    desk.play_on()
    assert desk.phase is Phase.FINISHED
    assert desk.room.seats[seat].player is None


def test_the_last_people_kicked_abandon_the_game() -> None:
    desk = opened()
    desk.begun(3)
    for seat in range(3):
        desk.by(HOST, kick(seat))
    assert desk.phase is Phase.FINISHED


def test_who_had_left_can_be_kicked_too() -> None:
    desk = opened()
    desk.begun(3)
    seat = desk.index(BORIS)
    desk.leave(BORIS)
    desk.by(HOST, kick(seat))
    assert [type(one) for one in desk.last.happened] == [Kicked]
    assert desk.last.moved


def test_what_cannot_be_kicked() -> None:
    desk = opened()
    desk.join(HOST)
    desk.join(ANNA)
    assert code_of(desk, HOST, kick(0)) is ErrorCode.NOT_SEATED
    assert code_of(desk, HOST, kick(2)) is ErrorCode.NOT_SEATED
    assert code_of(desk, HOST, kick(3)) is ErrorCode.NO_SUCH_SEAT
    assert code_of(desk, ANNA, kick(0)) is ErrorCode.NOT_HOST


def test_kicks_and_silences_are_bounded() -> None:
    desk = Desk(seats=3)
    for number in range(LISTS.listed):
        who = player(number)
        desk.join(who)
        desk.by(HOST, kick(0))
        desk.by(HOST, silence(who))
    desk.join(player(99))
    assert code_of(desk, HOST, kick(0)) is ErrorCode.TOO_MANY
    assert code_of(desk, HOST, silence(player(99))) is ErrorCode.TOO_MANY


# --- Silence


def test_the_host_silences_and_lets_speak() -> None:
    desk = opened()
    desk.by(HOST, silence(GUEST))
    assert desk.told(Silenced) == [Silenced(GUEST, silenced=True)]
    assert isinstance(desk.by(HOST, silence(GUEST)), Unchanged)
    assert GUEST in desk.room.door.silenced
    desk.by(HOST, silence(GUEST, silence=False))
    assert not desk.room.door.silenced
    assert code_of(desk, ANNA, silence(GUEST)) is ErrorCode.NOT_HOST


def test_the_host_slows_the_chat_down() -> None:
    desk = opened()
    slow = messages.SlowMode(id=1, room=ROOM, seconds=30)
    desk.by(HOST, slow)
    assert desk.told(SlowModeSet) == [SlowModeSet(30)]
    assert desk.room.door.slow_s == 30
    assert isinstance(desk.by(HOST, slow), Unchanged)
    assert code_of(desk, ANNA, slow) is ErrorCode.NOT_HOST


# --- What a host could do without end


def playing() -> Desk:
    desk = opened(public=False, options={"length": "single"})
    desk.begun(3)
    return desk


RENEW = messages.Invite(id=1, room=ROOM, renew=True)


def test_a_host_changes_his_room_so_often_and_then_as_fast_as_it_is_paid_for() -> None:
    desk = playing()
    for number in range(MAX_SPENT_MS // CHANGE_COSTS_MS // 2):
        desk.by(HOST, silence(GUEST, silence=number % 2 == 0))
        desk.by(HOST, RENEW)
    slow = messages.SlowMode(id=1, room=ROOM, seconds=30)
    for command in (slow, RENEW, silence(BORIS)):
        refusal = refused(desk, HOST, command)
        assert (refusal.code, refusal.limit) == (ErrorCode.TOO_FAST, "host_changes")
        assert refusal.facts == {"retry_ms": CHANGE_COSTS_MS}
    desk.now_ms += CHANGE_COSTS_MS
    assert isinstance(desk.by(HOST, slow), Decision)
    # What is so already is no change.
    assert isinstance(desk.by(HOST, slow), Unchanged)


def test_a_host_cannot_push_a_deal_out_of_the_log() -> None:
    desk = playing()
    log_from, until_ms = desk.room.log_from, desk.now_ms + 30 * 60_000
    seat, number = desk.index(BORIS), 0
    desk.by(HOST, kick(seat))
    while desk.now_ms < until_ms:
        desk.now_ms += 1_000
        number += 1
        for command in (
            silence(GUEST, silence=number % 2 == 0),
            messages.SlowMode(id=1, room=ROOM, seconds=number % 600),
            RENEW,
            kick(seat),
            answer(BORIS),
            messages.AddBot(id=1, room=ROOM),
        ):
            with suppress(RefusedError):
                desk.by(HOST, command)
    assert desk.room.log_from == log_from


def test_who_was_sent_out_in_play_is_not_sent_out_again() -> None:
    desk = playing()
    seat = desk.index(BORIS)
    desk.by(HOST, kick(seat))
    assert isinstance(desk.by(HOST, kick(seat)), Unchanged)


def test_a_room_that_was_stored_before_changes_were_paid_for_is_read() -> None:
    door = msgspec.msgpack.encode(desk_door := opened().room.door)
    *before, spent = msgspec.msgpack.decode(door)
    assert spent == 0
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(before), type=Door) == desk_door
