"""Messages of the lobby (`kozyr_protocol.lobby`)."""

import pytest

from kozyr_protocol import codec, lobby
from kozyr_protocol.codec import MalformedFrameError
from kozyr_protocol.ids import GameKey, RoomId
from kozyr_protocol.rooms import Phase


def test_a_summary_leaves_out_what_is_usual() -> None:
    room = RoomId("00aaaaaaaaaaaa")
    plain = lobby.RoomSummary(room, GameKey("king"), None, "", Phase.WAITING, 4, 0, True)
    assert set(codec.unpack(codec.encode(plain))) == {
        *("room", "game", "preset", "name", "phase", "seats", "taken", "spectators"),
    }


def test_the_watched_page_has_the_filters_of_the_list() -> None:
    listed = set(lobby.ListRooms.__struct_fields__)
    assert listed == set(lobby.WatchLobby.__struct_fields__)


@pytest.mark.parametrize(
    "wishes",
    [
        [],
        [{"game": "king"}] * 9,
        [{"game": "king", "seats": 1}],
        [{"game": "king", "seats": 17}],
        [{"game": "king", "colour": "red"}],
        "king",
    ],
)
def test_wishes_are_one_to_eight_and_of_the_form(wishes: object) -> None:
    frame = {"type": "match", "id": 1, "wishes": wishes}
    with pytest.raises(MalformedFrameError):
        codec.decode_client(bytes(codec.pack(frame)))


def test_wishes_keep_their_order() -> None:
    wishes = (lobby.Wish(GameKey("king")), lobby.Wish(GameKey("knaves"), "knaves/seed", 3))
    message = lobby.FindMatch(1, wishes, bots=True)
    assert codec.decode_client(codec.encode(message)) == message
