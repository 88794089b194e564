"""What an admin does to a room (`kozyr_server.rooms.moderating`)."""

import pytest

from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.record import Ended
from kozyr_protocol.rooms import Closed, Phase
from kozyr_server.rooms.decision import ByAdmin, Decision
from kozyr_server.rooms.peers import RefusedError
from kozyr_testing.desk import Desk, player


def _do(desk: Desk, order: ByAdmin) -> Decision:
    decision = desk.decide(order)
    assert isinstance(decision, Decision)
    return decision


def test_somebody_is_sent_out_for_good_the_host_too() -> None:
    desk = Desk(seats=4)
    desk.seated(3)
    _do(desk, ByAdmin(0))
    assert desk.room.seats[0].player is None
    assert player(0) in desk.room.door.kicked
    for seat, code in ((0, ErrorCode.NOT_SEATED), (9, ErrorCode.NO_SUCH_SEAT)):
        with pytest.raises(RefusedError) as refused:
            _do(desk, ByAdmin(seat))
        assert refused.value.code is code


def test_a_room_that_waits_is_closed_at_once() -> None:
    desk = Desk(seats=4)
    desk.seated(2)
    decision = _do(desk, ByAdmin())
    assert decision.closed
    assert Closed("admin") in decision.happened


def test_a_game_in_play_ends_first_and_counts_as_abandoned() -> None:
    desk = Desk(seats=3)
    desk.begun(3)
    decision = _do(desk, ByAdmin())
    assert not decision.closed
    assert desk.room.phase is Phase.FINISHED
    assert decision.ended is not None
    assert Ended.ABANDONED.value.encode() in decision.ended.head
    assert _do(desk, ByAdmin()).closed
