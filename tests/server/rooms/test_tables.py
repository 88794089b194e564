"""`kozyr_server.rooms.tables`: each command of a room beside the game finds its place."""

from typing import Any, get_args

import pytest

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_server.rooms import tables
from kozyr_server.rooms.decision import Decision, Unchanged
from kozyr_server.rooms.peers import RefusedError
from kozyr_testing.desk import ROOM, Desk, player

ANNA, GUEST = player(0), player(9)
COMMANDS: list[tuple[Any, ErrorCode | None]] = [
    (messages.Invite(id=1, room=ROOM), ErrorCode.NOT_SEATED),
    (messages.Knock(id=1, room=ROOM), None),
    (messages.AnswerKnock(id=1, room=ROOM, player=ANNA, admit=True), ErrorCode.NOT_HOST),
    (messages.Kick(id=1, room=ROOM, seat=0), ErrorCode.NOT_HOST),
    (messages.Silence(id=1, room=ROOM, player=ANNA), ErrorCode.NOT_HOST),
    (messages.SlowMode(id=1, room=ROOM, seconds=30), ErrorCode.NOT_HOST),
    (messages.AddBot(id=1, room=ROOM), ErrorCode.NOT_HOST),
    (messages.Pause(id=1, room=ROOM), ErrorCode.NOT_SEATED),
    (messages.GiveTime(id=1, room=ROOM, seat=0), ErrorCode.NOT_SEATED),
    (messages.VoteEnd(id=1, room=ROOM), ErrorCode.NOT_SEATED),
    (messages.ClaimTable(id=1, room=ROOM), ErrorCode.NOT_SEATED),
    (messages.StandIn(id=1, room=ROOM, seat=0), ErrorCode.NOT_HOUSE),
]


def test_all_commands_are_here() -> None:
    assert {type(command) for command, _ in COMMANDS} == set(get_args(messages.TableCommand))
    assert set(get_args(tables.Wish)) < set(get_args(messages.TableCommand))


@pytest.mark.parametrize(("command", "code"), COMMANDS)
def test_a_spectator_may_do_next_to_nothing(command: Any, code: ErrorCode | None) -> None:
    desk = Desk(seats=3)
    desk.begun(3)
    if code is None:
        assert isinstance(desk.by(GUEST, command), Unchanged)
        return
    with pytest.raises(RefusedError) as caught:
        desk.by(GUEST, command)
    assert caught.value.code is code


def test_who_plays_wishes_on_his_line() -> None:
    desk = Desk(seats=3)
    desk.begun(3)
    assert isinstance(desk.by(ANNA, messages.Pause(id=1, room=ROOM)), Decision)
    assert isinstance(desk.by(ANNA, messages.VoteEnd(id=1, room=ROOM)), Decision)
