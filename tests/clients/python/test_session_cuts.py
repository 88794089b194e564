"""What a session does after cuts and on bad lines: `kozyr_client.session`."""

import pytest

from kozyr_client.errors import (
    ConnectionLost,
    Refused,
    ResponseTimeout,
)
from kozyr_client.events import Answered, Broken, Done, Failed, Noticed
from kozyr_client.patience import Patience
from kozyr_client.session import MAX_FRAMES
from kozyr_protocol import messages
from kozyr_protocol.codec import pack
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.rooms import Phase
from kozyr_testing.sdk import (
    KEY,
    PLAYS,
    ROOM,
    Desk,
    followed,
    refusal,
    snapshot,
    update,
    view,
)

ACT = messages.Act(0, ROOM, 5, KEY, PLAYS[0])


# --- Cuts -------------------------------------------------------------------------------------


def resume(desk: Desk, version: int = 5) -> None:
    """A new line, resumed where the room is."""
    desk.greet()
    follow = desk.sent_one(messages.Follow)
    assert (follow.version, follow.room) == (version, ROOM)
    desk.say(followed(follow.id, version, reason=None))


def test_an_action_is_sent_again_with_its_key_after_the_room_is_followed() -> None:
    desk = Desk()
    desk.sit()
    number = desk.command(ACT)
    first = desk.sent_one(messages.Act)
    desk.cut()
    desk.greet()
    follow = desk.sent_one(messages.Follow)
    desk.say(followed(follow.id, 7, reason=None), update(6))
    assert desk.sent() == []
    desk.say(update(7))
    assert desk.sent_one(messages.Act) == first
    desk.events()
    desk.say(messages.Ok(number, ROOM, 6))
    assert desk.events() == [Answered(number, Done(6))]


@pytest.mark.parametrize(
    "command",
    [
        messages.Join(0, ROOM),
        messages.SetReady(0, ROOM),
        messages.Leave(0, ROOM),
        messages.Start(0, ROOM),
        messages.Rematch(0, ROOM),
        messages.Create(0, KEY, view().game),
        messages.ListRooms(0),
    ],
)
def test_what_may_be_sent_twice_is(command: messages.Command) -> None:
    desk = Desk()
    desk.sit()
    desk.command(command)
    (first,) = desk.sent()
    desk.cut()
    desk.greet()
    again = desk.sent()
    follow = next(each for each in again if isinstance(each, messages.Follow))
    desk.say(followed(follow.id, 5, reason=None))
    assert first in [*again, *desk.sent()]


def test_chat_is_reported_lost() -> None:
    desk = Desk()
    desk.sit()
    number = desk.command(messages.Chat(0, ROOM, "Hello"))
    desk.sent()
    desk.cut()
    failed = desk.event(Failed)
    assert failed.id == number
    assert isinstance(failed.error, ConnectionLost)
    resume(desk)
    assert desk.sent() == []


def test_chat_that_was_never_sent_is_sent_later() -> None:
    desk = Desk()
    desk.sit()
    desk.cut()
    desk.command(messages.Chat(0, ROOM, "Hello"))
    resume(desk)
    assert desk.sent_one(messages.Chat).text == "Hello"


def test_a_repeated_start_that_had_begun_the_game_is_done() -> None:
    desk = Desk()
    desk.sit(shown=view(Phase.WAITING), prompt=None)
    number = desk.command(messages.Start(0, ROOM))
    desk.cut()
    desk.greet()
    follow = desk.sent_one(messages.Follow)
    desk.say(followed(follow.id, 6, reason="too_old"), snapshot(6, reason="too_old"))
    desk.sent_one(messages.Start)
    desk.events()
    desk.say(refusal(number, ErrorCode.WRONG_PHASE, phase="playing"))
    assert desk.event(Answered).answer == Done(6)


def test_a_first_start_in_the_wrong_phase_is_refused() -> None:
    desk = Desk()
    desk.sit()
    desk.say(refusal(desk.command(messages.Start(0, ROOM)), ErrorCode.WRONG_PHASE))
    assert isinstance(desk.event(Failed).error, Refused)


def test_commands_wait_for_a_line_and_are_given_up() -> None:
    desk = Desk(Patience(command_s=5.0))
    number = desk.command(messages.ListRooms(0))
    assert desk.sent() == []
    assert desk.session.next_at() == desk.now + 5
    desk.later(5)
    failed = desk.event(Failed)
    assert failed.id == number
    assert isinstance(failed.error, ResponseTimeout)
    assert failed.error.tries == 0


def test_a_forgotten_command_is_not_sent_again() -> None:
    desk = Desk()
    desk.sit()
    desk.session.forget(desk.command(ACT))
    desk.cut()
    resume(desk)
    assert desk.sent() == []


# --- The line ---------------------------------------------------------------------------------


def test_pings_are_answered() -> None:
    desk = Desk()
    desk.sit()
    desk.say(messages.ServerPing(7))
    assert desk.sent() == [messages.Pong(7)]


def test_a_silent_line_is_asked_and_then_left() -> None:
    desk = Desk()
    desk.sit()
    assert desk.session.next_at() == desk.now + 20
    desk.later(20)
    assert desk.sent() == [messages.Ping()]
    desk.later(1)
    assert desk.sent() == []
    desk.later(24)
    assert "nothing heard" in desk.event(Broken).reason
    assert desk.session.counts.broken == 1


def test_a_pong_keeps_the_line() -> None:
    desk = Desk()
    desk.sit()
    desk.later(20)
    desk.say(messages.ServerPong(0))
    desk.later(30)
    assert desk.events() == []


def test_a_command_that_nobody_answers_costs_the_line_and_is_sent_on_the_next() -> None:
    desk = Desk()
    desk.sit()
    desk.command(ACT)
    first = desk.sent_one(messages.Act)
    for _ in range(3):
        desk.later(5)
        desk.say(messages.ServerPing(1))
    assert "not answered" in desk.event(Broken).reason
    desk.cut()
    resume(desk)
    assert desk.sent_one(messages.Act) == first


def test_nothing_is_heard_on_a_broken_line() -> None:
    desk = Desk()
    desk.sit()
    desk.later(45)
    desk.events()
    desk.say(update(6))
    assert desk.events() == []
    assert not desk.session.has_frames


def test_unknown_messages_and_fields_are_ignored() -> None:
    desk = Desk()
    desk.sit()
    desk.session.receive(pack({"type": "weather", "sun": True}), desk.now)
    assert desk.events() == []
    assert desk.session.counts.ignored == 1
    number = desk.command(ACT)
    desk.session.receive(pack({"type": "ok", "id": number, "mood": "good"}), desk.now)
    assert desk.event(Answered).answer == Done(None)


@pytest.mark.parametrize("frame", [b"", b"\xc1", b"\x81\xa4type\x01", "text", b"\x91" * 5000])
def test_nonsense_is_counted_and_survived(frame: bytes | str) -> None:
    desk = Desk()
    desk.sit()
    desk.session.receive(frame, desk.now)
    assert desk.session.counts.unreadable == 1
    desk.say(update(6))
    assert desk.session.rooms[ROOM].version == 6


def test_a_server_that_floods_pings_is_left() -> None:
    desk = Desk()
    desk.sit()
    desk.say(*(messages.ServerPing(n) for n in range(MAX_FRAMES + 1)))
    desk.event(Broken)
    assert not desk.session.has_frames


def test_notices_are_handed_on() -> None:
    desk = Desk()
    desk.greet()
    notice = messages.Notice("draining", "Soon back.", 1500)
    desk.say(notice)
    assert desk.event(Noticed).notice == notice
