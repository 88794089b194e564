"""`kozyr_server.rooms.places`: what commands need of seats, and who is the host next."""

import pytest

from kozyr_games.registry import GAMES
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.rooms import HostChanged
from kozyr_server.rooms import places
from kozyr_server.rooms.decision import Draft
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.rooms.room import Seat
from kozyr_testing.desk import HOST, Desk, player


def drafted(desk: Desk) -> Draft:
    room = desk.room
    return Draft(GAMES[room.game], desk.table, room, None, desk.now, desk.chance(), "test")


def test_a_free_seat_is_nobodys_and_no_bots() -> None:
    assert places.is_free(Seat())
    assert not places.is_free(Seat(bot="easy"))
    assert not places.is_free(Seat(player=player(1)))


def test_the_first_free_seat_or_the_one_that_is_asked_for() -> None:
    desk = Desk(seats=3, bots=1)
    desk.join(player(0))
    draft = drafted(desk)
    assert places.free_seat(draft, None) == places.free_seat(draft, 1) == 1
    for asked, code in ((0, ErrorCode.SEAT_TAKEN), (2, ErrorCode.SEAT_TAKEN)):
        with pytest.raises(RefusedError) as caught:
            places.free_seat(draft, asked)
        assert caught.value.code is code
    desk.join(player(1))
    with pytest.raises(RefusedError) as caught:
        places.free_seat(drafted(desk), 0)
    assert caught.value.code is ErrorCode.ROOM_FULL


def test_a_person_inherits_the_table_and_never_a_bot() -> None:
    desk = Desk(seats=3, bots=1)
    desk.join(player(0))
    desk.claim(player(70), 2)
    draft = drafted(desk)
    places.find_host(draft)
    assert draft.base.host == player(0)
    assert draft.base.host_name == "Player 0"
    assert draft.happened == [HostChanged(player(0))]
    draft.set_seat(0, **places.EMPTY)
    places.find_host(draft)
    assert draft.room.host is None
    assert not draft.room.host_name


def test_only_the_host_may() -> None:
    draft = drafted(Desk(seats=3))
    places.need_host(draft, HOST)
    with pytest.raises(RefusedError) as caught:
        places.need_host(draft, player(0))
    assert caught.value.code is ErrorCode.NOT_HOST


def test_what_is_brought_about_again_and_again_is_paid_for_ahead_of_time() -> None:
    paid_ms = 0

    def again(now_ms: int) -> int:
        return places.spent(
            paid_ms, now_ms, costs_ms=5, ahead_ms=15, text="wait a little", limit="wishes"
        )

    for _ in range(3):
        paid_ms = again(100)
    assert paid_ms == 115
    with pytest.raises(RefusedError) as caught:
        again(102)
    refusal = caught.value
    assert (refusal.code, refusal.facts, refusal.limit) == (
        ErrorCode.TOO_FAST,
        {"retry_ms": 3},
        "wishes",
    )
    assert again(105) == 120
    assert again(1_000) == 1_005
