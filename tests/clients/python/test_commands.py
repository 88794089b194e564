"""Which commands `kozyr_client.commands` keeps, repeats and gives up."""

from random import Random

import pytest

from kozyr_client.commands import MAX_PENDING, Command, Outstanding, Pending, is_done, is_sent_twice
from kozyr_client.errors import ConnectionLost, Overloaded, Refused, ResponseTimeout
from kozyr_client.patience import Patience
from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.rooms import Phase, SeatView
from kozyr_testing.sdk import KEY, ME, PLAYS, ROOM, view

ACT = messages.Act(0, ROOM, 5, KEY, PLAYS[0])
CHAT = messages.Chat(0, ROOM, "Hello")


def outstanding() -> Outstanding:
    return Outstanding(Patience(), Random(1))


def refused(code: ErrorCode, temporary: bool = True, **facts: object) -> Refused:
    return Refused.from_code(code, temporary, "Because.", facts)


def sent(kept: Outstanding, command: Command, now: float = 0.0) -> Pending:
    pending = kept.add(command, now)
    pending.sent_at, pending.tries = now, 1
    return pending


def test_numbers_are_given_in_order() -> None:
    kept = outstanding()
    assert [kept.add(ACT, 0.0).command.id for _ in range(3)] == [1, 2, 3]
    assert kept.get(2) is not None
    assert kept.get(4) is None
    assert len(kept) == 3


def test_the_number_of_waiting_commands_is_bounded() -> None:
    kept = outstanding()
    for _ in range(MAX_PENDING):
        kept.add(CHAT, 0.0)
    with pytest.raises(Overloaded):
        kept.add(CHAT, 0.0)


def test_a_temporary_refusal_is_tried_again_later() -> None:
    kept = outstanding()
    pending = sent(kept, ACT)
    assert kept.is_kept(pending, refused(ErrorCode.BUSY), 10.0)
    assert kept.due(10.0, lambda _: True) == []
    assert kept.due(10.1, lambda _: True) == [pending]


def test_too_fast_waits_as_long_as_the_server_says() -> None:
    kept = outstanding()
    pending = sent(kept, ACT)
    assert kept.is_kept(pending, refused(ErrorCode.TOO_FAST, retry_ms=3000), 10.0)
    # Who speaks in slow mode is told at once.
    assert not kept.is_kept(pending, refused(ErrorCode.TOO_FAST, retry_ms=3000, slow_s=30), 10.0)
    assert 13.0 <= pending.due_at <= 13.75


def test_a_known_temporary_code_counts_without_the_flag() -> None:
    kept = outstanding()
    assert kept.is_kept(sent(kept, ACT), refused(ErrorCode.STORE_FULL, temporary=False), 0.0)


def test_an_unknown_code_counts_by_its_flag() -> None:
    kept = outstanding()
    assert kept.is_kept(sent(kept, ACT), Refused("new", True, "", {}), 0.0)
    assert not kept.is_kept(sent(kept, ACT), Refused("new", False, "", {}), 0.0)


def test_chat_is_not_repeated_when_its_outcome_is_unknown() -> None:
    kept = outstanding()
    assert not is_sent_twice(CHAT)
    assert is_sent_twice(ACT)
    assert not kept.is_kept(sent(kept, CHAT), refused(ErrorCode.OUTCOME_UNKNOWN), 0.0)
    assert kept.is_kept(sent(kept, CHAT), refused(ErrorCode.BUSY), 0.0)


def test_a_cut_loses_chat_and_keeps_the_rest() -> None:
    kept = outstanding()
    act, chat = sent(kept, ACT), sent(kept, CHAT)
    waiting = kept.add(CHAT, 0.0)
    ((lost, error),) = kept.cut(3.0)
    assert lost is chat
    assert isinstance(error, ConnectionLost)
    assert kept.due(3.0, lambda _: True) == [act, waiting]
    assert act.was_cut
    assert not waiting.was_cut


def test_a_command_is_given_up_in_time() -> None:
    kept = outstanding()
    sent(kept, ACT)
    assert kept.expired(89.9) == []
    ((_, error),) = kept.expired(90.0)
    assert isinstance(error, ResponseTimeout)
    assert (error.command, error.tries) == ("act", 1)
    assert len(kept) == 0


def test_the_last_refusal_is_the_last_word() -> None:
    kept = outstanding()
    pending = sent(kept, ACT)
    kept.is_kept(pending, refused(ErrorCode.STORE_UNAVAILABLE), 89.0)
    ((_, error),) = kept.expired(90.0)
    assert isinstance(error, Refused)
    assert error.code == ErrorCode.STORE_UNAVAILABLE


def test_times_of_what_comes_next() -> None:
    kept = outstanding()
    assert kept.next_at(lambda _: True) is None
    pending = kept.add(ACT, 1.0)
    assert kept.next_at(lambda _: True) == 1.0
    assert kept.next_at(lambda _: False) == 91.0
    pending.sent_at = 1.0
    assert kept.next_at(lambda _: True) == 16.0
    assert not kept.is_unanswered(15.9)
    assert kept.is_unanswered(16.0)


TIP = "a" * 64


@pytest.mark.parametrize(
    ("command", "code", "phase", "done"),
    [
        (messages.Start(0, ROOM), ErrorCode.WRONG_PHASE, Phase.PLAYING, True),
        (messages.Start(0, ROOM), ErrorCode.WRONG_PHASE, Phase.FINISHED, False),
        (messages.Start(0, ROOM), ErrorCode.NOT_HOST, Phase.PLAYING, False),
        (messages.Rematch(0, ROOM), ErrorCode.WRONG_PHASE, Phase.WAITING, True),
        (messages.Rematch(0, ROOM), ErrorCode.WRONG_PHASE, Phase.PLAYING, False),
        (messages.CommitTip(0, ROOM, TIP), ErrorCode.BAD_TIP, Phase.PLAYING, True),
        (messages.CommitTip(0, ROOM, "b" * 64), ErrorCode.BAD_TIP, Phase.PLAYING, False),
        (messages.Join(0, ROOM), ErrorCode.ROOM_FULL, Phase.WAITING, False),
        (ACT, ErrorCode.STALE, Phase.PLAYING, False),
    ],
)
def test_a_refusal_can_show_that_it_was_done(
    command: Command, code: ErrorCode, phase: Phase, done: bool
) -> None:
    shown = view(phase, seats=(SeatView(ME, tip=TIP), SeatView()))
    assert is_done(command, code, shown) is done
    assert not is_done(command, code, None)


def test_the_lobby_has_no_room_and_nothing_shows_an_action() -> None:
    assert Pending(1, messages.ListRooms(1), 0.0, 0.0).room is None
    act = Pending(1, ACT, 0.0, 0.0)
    assert (act.room, act.type) == (ROOM, "act")
    assert KEY not in repr(act)
