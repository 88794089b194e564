"""Events of a room (`kozyr_protocol.room_events`); what they do to a view is in `test_rooms`."""

from typing import get_args

from kozyr_protocol import codec, room_events, rooms


def test_the_room_gives_out_all_of_them() -> None:
    for event in get_args(room_events.RoomEvent):
        assert getattr(rooms, event.__name__) is event
        assert event.__struct_config__.tag in codec.EVENT_TYPES


def test_an_event_of_a_newer_server_is_no_error() -> None:
    packed = codec.pack({"type": "earthquake", "seat": 1})
    assert codec.decode_event(packed) == room_events.UnknownEvent("earthquake")
