"""`kozyr_server.rooms.room`: what is stored of a room, and what cannot be read."""

import msgspec
import pytest
from msgspec.structs import replace

from kozyr_games.registry import GAMES
from kozyr_protocol.ids import Tag
from kozyr_server.rooms.room import (
    FORMAT,
    TIP_MARK_BYTES,
    Line,
    OutdatedError,
    Table,
    decode,
    encode,
    tip_mark,
    was_shown,
)
from kozyr_server.store.model import StoredRoom
from kozyr_testing.desk import PROCESS, Desk, player

ANNA, BORIS = player(0), player(1)


def stored(table: Table) -> StoredRoom:
    return StoredRoom(table.version, Tag(table.tag), encode(table.room))


def test_a_room_survives_its_encoding_in_every_phase() -> None:
    desk = Desk(seats=3, preset="twenty_nine/solo", options={"length": "single"})
    desk.begun(3, chains=2)
    desk.play_out()
    for decision in desk.decisions:
        table = decision.after
        again = decode(stored(table), GAMES)
        assert (again.version, again.tag) == (table.version, table.tag)
        assert encode(again.room) == encode(table.room)
        assert msgspec.msgpack.encode(again.state) == msgspec.msgpack.encode(table.state)


def test_a_newer_format_is_not_read_whatever_follows() -> None:
    newer = msgspec.msgpack.encode([FORMAT + 1, {"other": "things"}])
    with pytest.raises(OutdatedError):
        decode(StoredRoom(1, Tag("t"), newer), GAMES)


def test_a_game_that_this_server_does_not_know_is_of_a_newer_one() -> None:
    with pytest.raises(OutdatedError):
        decode(stored(Desk().table), {})


def test_reprs_show_nothing_that_is_hidden() -> None:
    desk = Desk(seats=3, preset="twenty_nine/solo")
    desk.begun(3)
    hand = desk.table.state.hands[0]
    for text in (repr(desk.room), repr(desk.table), repr(desk.last)):
        assert not any(card in text for card in hand)
        assert repr(desk.room.seed) not in text
    assert desk.room.id in repr(desk.room)


def test_seats_are_found_by_player_and_by_line() -> None:
    desk = Desk(seats=3, preset="twenty_nine/solo")
    desk.join(ANNA, 1)
    assert desk.table.seat_of(ANNA) == 1
    assert desk.table.seat_on(desk.line(ANNA)) == 1
    assert desk.table.seat_of(BORIS) is None
    assert desk.table.seat_on(Line(PROCESS, 999)) is None


def test_tips_are_known_again_by_their_beginning() -> None:
    room = Desk().room
    one, other = "ab" * 32, "cd" * 32
    room = replace(room, tips_shown=tip_mark(one) + tip_mark(other))
    assert was_shown(room, one)
    assert was_shown(room, other)
    assert was_shown(room, room.tip)
    assert not was_shown(room, "ef" * 32)
    # A mark counts only where one begins.
    across = (tip_mark(one) + tip_mark(other))[3 : 3 + TIP_MARK_BYTES]
    assert not was_shown(room, across.hex() + "00" * 24)
