"""What the server keeps of tokens, links, hands, seeds and passwords shows itself in no text."""

from typing import Any

import pytest
from msgspec.structs import replace

from kozyr_protocol.ids import GameKey, RoomId
from kozyr_server.rooms.decision import Chance, EndedGame, InGame
from kozyr_server.rooms.resume import Missed
from kozyr_server.rooms.room import PendingShuffle, Play, Room
from kozyr_server.running.starting import StoreChoice
from kozyr_server.settings import Settings
from kozyr_server.store.model import Commit, Entry, FinishedGame, StoredRoom
from kozyr_testing.canaries import CANARY, need_discreet, planted, shown

DISCREET = [
    Play,
    PendingShuffle,
    StoredRoom,
    Entry,
    FinishedGame,
    Commit,
    InGame,
    EndedGame,
    Chance,
    Missed,
    Settings,
    StoreChoice,
]


@pytest.mark.parametrize("kind", DISCREET)
def test_no_text_shows_what_is_in_it(kind: type[Any]) -> None:
    need_discreet(kind)


def test_a_room_shows_its_name_alone() -> None:
    room = replace(planted(Room), id=RoomId("48ftkfsjvfnapc"), game=GameKey("any"))
    for text in shown(room):
        assert CANARY not in text, text
    assert repr(room) == "Room(48ftkfsjvfnapc, any, waiting)"
