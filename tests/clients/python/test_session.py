"""Scenarios of `kozyr_client.session`: frames in, frames and events out, and a clock by hand."""

import pytest

from kozyr_client.errors import (
    LineTaken,
    Refused,
    RoomEnded,
    Stale,
    VersionRefused,
)
from kozyr_client.events import Answered, Broken, Done, Ended, Failed, Greeted, Stopped
from kozyr_client.patience import Patience
from kozyr_protocol import messages
from kozyr_protocol.codec import pack
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.rooms import LineChanged
from kozyr_testing.sdk import (
    KEY,
    ME,
    PLAYS,
    ROOM,
    SECRET,
    Desk,
    refusal,
    update,
    view,
    welcome,
)

ACT = messages.Act(0, ROOM, 5, KEY, PLAYS[0])


# --- Hello ------------------------------------------------------------------------------------


def test_the_client_speaks_first() -> None:
    desk = Desk()
    assert desk.sent() == []
    desk.session.connected(desk.now)
    assert desk.sent() == [messages.Hello(1, 1, None, "Ada", "test/1")]


def test_the_token_is_kept_and_shown_nowhere() -> None:
    desk = Desk()
    desk.greet()
    greeted = desk.event(Greeted)
    assert desk.session.token == SECRET
    assert desk.session.player == ME
    for shown in (greeted, desk.session, desk.session.welcome):
        assert SECRET not in repr(shown)


def test_the_next_line_has_the_token_and_the_name_that_a_guest_may_have_lost() -> None:
    desk = Desk()
    desk.greet()
    desk.cut()
    desk.session.connected(desk.now)
    assert desk.sent() == [messages.Hello(1, 1, SECRET, "Ada", "test/1")]


@pytest.mark.parametrize(
    "answer", [refusal(None, ErrorCode.UNSUPPORTED_VERSION, min=2, max=3), welcome(version=2)]
)
def test_no_common_version_is_final(answer: messages.ServerMessage) -> None:
    desk = Desk()
    desk.session.connected(desk.now)
    desk.say(answer)
    assert isinstance(desk.event(Stopped).error, VersionRefused)


def test_a_refused_token_is_final_and_a_busy_server_is_not() -> None:
    desk = Desk()
    desk.session.connected(desk.now)
    desk.say(refusal(None, ErrorCode.BAD_TOKEN))
    error = desk.event(Stopped).error
    assert isinstance(error, Refused)
    assert error.code == ErrorCode.BAD_TOKEN
    desk.session.connected(desk.now)
    desk.say(refusal(None, ErrorCode.STORE_UNAVAILABLE))
    assert "store_unavailable" in desk.event(Broken).reason


def test_a_line_without_a_welcome_is_left() -> None:
    desk = Desk()
    desk.session.connected(desk.now)
    assert desk.session.next_at() == desk.now + 10
    desk.later(9.9)
    assert desk.events() == []
    desk.later(0.1)
    desk.event(Broken)
    desk.later(50)
    assert desk.events() == []


def test_a_second_welcome_is_ignored() -> None:
    desk = Desk()
    desk.greet()
    desk.say(welcome(token="other"))
    assert desk.session.token == SECRET
    assert desk.session.counts.ignored == 1


# --- Answers ----------------------------------------------------------------------------------


def test_answers_may_come_out_of_order() -> None:
    desk = Desk()
    desk.greet()
    first = desk.command(messages.ListRooms(0))
    second = desk.command(messages.Create(0, KEY, view().game))
    desk.sent()
    desk.events()
    created, listed = messages.Created(second, ROOM), messages.Rooms(first, (), None)
    desk.say(created, listed)
    assert desk.events() == [Answered(second, created), Answered(first, listed)]


def test_the_answer_inside_an_update_comes_after_its_step() -> None:
    desk = Desk()
    desk.sit()
    number = desk.command(ACT)
    assert desk.sent_one(messages.Act).id == number
    desk.say(update(6, answer=number))
    heard, answered = desk.events()
    assert answered == Answered(number, Done(6))
    assert desk.session.rooms[ROOM].version == 6
    assert "Heard" in repr(heard)


def test_an_update_that_does_not_fit_still_answers() -> None:
    desk = Desk()
    desk.sit()
    number = desk.command(ACT)
    desk.say(update(8, answer=number))
    assert desk.event(Answered).answer == Done(8)


def test_an_action_that_was_played_before_is_answered_by_its_version() -> None:
    desk = Desk()
    desk.sit()
    number = desk.command(ACT)
    desk.say(messages.Ok(number, ROOM, 4))
    assert desk.event(Answered) == Answered(number, Done(4))


def test_a_final_refusal_has_its_facts() -> None:
    desk = Desk()
    desk.sit()
    number = desk.command(ACT)
    desk.sent_one(messages.Act)
    desk.say(refusal(number, ErrorCode.STALE, prompt=7))
    failed = desk.event(Failed)
    assert failed.id == number
    assert isinstance(failed.error, Stale)
    assert failed.error.facts == {"prompt": 7}
    desk.later(10)
    assert desk.sent() == []


def test_another_connection_has_the_seat() -> None:
    desk = Desk()
    desk.sit()
    desk.say(refusal(desk.command(ACT), ErrorCode.NOT_YOUR_LINE))
    assert isinstance(desk.event(Failed).error, LineTaken)


def test_an_answer_to_nothing_is_ignored() -> None:
    desk = Desk()
    desk.sit()
    desk.say(messages.Ok(99), refusal(99, ErrorCode.BUSY), refusal(None, ErrorCode.MALFORMED))
    assert desk.events() == []
    assert desk.session.counts.ignored == 3


def test_an_answer_that_cannot_be_read_fails_its_command() -> None:
    desk = Desk()
    desk.greet()
    desk.events()
    number = desk.command(messages.ListRooms(0))
    desk.session.receive(pack({"type": "rooms", "id": number, "rooms": 7}), desk.now)
    error = desk.event(Failed).error
    assert isinstance(error, Refused)
    assert error.code == "unreadable"
    assert desk.session.counts.unreadable == 1


# --- What passes ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "code",
    [
        ErrorCode.BUSY,
        ErrorCode.STORE_UNAVAILABLE,
        ErrorCode.OUTCOME_UNKNOWN,
        ErrorCode.STORE_FULL,
        ErrorCode.TOO_FAST,
    ],
)
def test_a_refusal_that_passes_is_tried_again_with_the_same_key(code: ErrorCode) -> None:
    desk = Desk()
    desk.sit()
    number = desk.command(ACT)
    first = desk.sent_one(messages.Act)
    for tries in range(5):
        desk.say(refusal(number, code, **({"retry_ms": 1000} if code == "too_fast" else {})))
        assert desk.sent() == []
        next_at = desk.session.next_at()
        assert next_at is not None
        desk.later(next_at - desk.now)
        assert desk.sent_one(messages.Act) == first
        assert desk.session.counts.repeated == tries + 1
    desk.say(update(6, answer=number))
    assert desk.event(Answered).answer == Done(6)


def test_refusals_that_do_not_pass_in_time_are_the_answer() -> None:
    desk = Desk(Patience(command_s=2.0))
    desk.sit()
    number = desk.command(ACT)
    desk.say(refusal(number, ErrorCode.STORE_FULL))
    for _ in range(21):
        desk.later(0.1)
        if desk.sent():
            desk.say(refusal(number, ErrorCode.STORE_FULL))
    error = desk.event(Failed).error
    assert isinstance(error, Refused)
    assert (error.code, error.temporary) == (ErrorCode.STORE_FULL, True)


def test_a_code_of_a_newer_server_goes_by_its_flag() -> None:
    desk = Desk()
    desk.sit()
    number = desk.command(ACT)
    desk.sent()
    message = {"type": "error", "id": number, "code": "sunny", "temporary": True, "message": ""}
    desk.session.receive(pack(message), desk.now)
    desk.later(0.1)
    assert desk.sent_one(messages.Act).id == number


# --- What is asked wrongly --------------------------------------------------------------------


def test_a_command_for_a_room_that_is_not_followed() -> None:
    desk = Desk()
    desk.greet()
    with pytest.raises(RoomEnded):
        desk.command(ACT)


def test_a_command_that_is_too_large() -> None:
    desk = Desk()
    desk.sit()
    with pytest.raises(ValueError, match="larger"):
        desk.command(messages.Act(0, ROOM, 5, KEY, pack("x" * 9000)))


def test_unfollow() -> None:
    desk = Desk()
    desk.sit()
    number = desk.session.unfollow(ROOM, desk.now)
    assert number is not None
    desk.sent_one(messages.Unfollow)
    desk.say(messages.Ok(number, ROOM))
    assert desk.events() == [Answered(number, Done(None)), Ended(ROOM, None)]
    desk.say(update(6))
    assert desk.events() == []


def test_unfollow_without_a_line_is_done_at_once() -> None:
    desk = Desk()
    desk.sit()
    desk.cut()
    assert desk.session.unfollow(ROOM, desk.now) is None
    assert desk.events() == [Ended(ROOM, None)]
    desk.greet()
    assert desk.sent() == []


def test_unfollow_that_is_cut_is_done() -> None:
    desk = Desk()
    desk.sit()
    number = desk.session.unfollow(ROOM, desk.now)
    desk.cut()
    assert desk.events() == [Answered(number or 0, Done(None)), Ended(ROOM, None)]


def test_events_of_a_whole_evening_in_order() -> None:
    desk = Desk()
    desk.sit()
    desk.say(*(update(v, LineChanged(1, connected=True)) for v in range(6, 26)))
    assert len(desk.events()) == 20
    assert desk.session.rooms[ROOM].version == 25
