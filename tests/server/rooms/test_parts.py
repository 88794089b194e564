"""`kozyr_server.rooms.parts`, and a state that was stored before there were any of them."""

import msgspec

from kozyr_games.registry import GAMES
from kozyr_protocol.ids import Tag
from kozyr_server.rooms.parts import OPEN_DOOR, Door
from kozyr_server.rooms.room import Play, Room, Seat, decode, encode
from kozyr_server.store.model import StoredRoom
from kozyr_testing.desk import Desk

_packed = msgspec.msgpack.Decoder(list[msgspec.Raw])


def _without(packed: bytes, fields: int) -> bytes:
    """An array without its last fields."""
    return msgspec.msgpack.encode(_packed.decode(packed)[:fields])


def test_a_state_of_before_still_decodes() -> None:
    desk = Desk(seats=3)
    desk.begun(3)
    room = list(_packed.decode(encode(desk.room)))
    names = Room.__struct_fields__
    seats, play = names.index("seats"), names.index("play")
    old_seat, old_play = (kind.__struct_fields__.index for kind in (Seat, Play))
    each = [
        _without(bytes(one), old_seat("bot"))
        for one in msgspec.msgpack.decode(room[seats], type=list[msgspec.Raw])
    ]
    room[seats] = msgspec.Raw(msgspec.msgpack.encode([msgspec.Raw(one) for one in each]))
    room[play] = msgspec.Raw(_without(bytes(room[play]), old_play("pause")))
    old = msgspec.msgpack.encode(room[: names.index("language")])
    table = decode(StoredRoom(7, Tag("t" * 16), old), GAMES)
    assert table.room.seats == desk.room.seats
    assert table.room.door == OPEN_DOOR
    assert table.room.play is not None
    assert table.room.play.pause is None


def test_a_door_shows_neither_code_nor_password() -> None:
    text = repr(Door("password", "secretcode", b"secrethash"))
    assert "secret" not in text
