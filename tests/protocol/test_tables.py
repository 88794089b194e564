"""Commands of a room beside the game itself (`kozyr_protocol.tables`)."""

from typing import get_args

import pytest

from kozyr_protocol import codec, limits, messages, tables
from kozyr_protocol.codec import MalformedFrameError
from kozyr_protocol.ids import ActionKey, GameKey, RoomId


def test_every_command_names_its_room() -> None:
    for command in get_args(tables.TableCommand):
        assert command.__struct_fields__[:2] == ("id", "room"), command


@pytest.mark.parametrize(
    ("frame", "read"),
    [
        ({"type": "pause", "id": 1, "room": "r"}, tables.Pause(1, "r")),  # type: ignore[arg-type]
        ({"type": "vote_end", "id": 1, "room": "r"}, tables.VoteEnd(1, "r")),  # type: ignore[arg-type]
        ({"type": "silence", "id": 1, "room": "r", "player": "p"}, None),
        ({"type": "add_bot", "id": 1, "room": "r"}, tables.AddBot(1, "r")),  # type: ignore[arg-type]
    ],
)
def test_wishing_is_the_default_and_taking_it_back_is_said(
    frame: dict[str, object], read: tables.TableCommand | None
) -> None:
    message = codec.decode_client(bytes(codec.pack(frame)))
    assert read is None or message == read
    wishes = {getattr(message, name, True) for name in ("pause", "end", "silence")}
    assert wishes == {True}


def test_who_reads_a_log_learns_no_code_or_password() -> None:
    room, code = RoomId("00aaaaaaaaaaaa"), "sesamesesamesesa"
    told = (
        messages.Created(1, room, code),
        tables.Invitation(1, room, code),
        tables.Offer(room, GameKey("king"), 0, "strong", own=True, code=code),
        messages.Follow(1, room, code=code, password=code),
        messages.Create(1, ActionKey("k" * 16), GameKey("king"), password=code),
    )
    for message in told:
        assert code.encode() in codec.encode(message)
        assert code not in repr(message)


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "kick", "id": 1, "room": "r", "seat": 16},
        {"type": "add_bot", "id": 1, "room": "r", "level": "perfect"},
        {"type": "answer_knock", "id": 1, "room": "r", "player": "p"},
        {"type": "stand_in", "id": 1, "room": "r"},
        {"type": "slow_mode", "id": 1, "room": "r", "seconds": limits.MAX_SLOW_S + 1},
        {"type": "slow_mode", "id": 1, "room": "r", "seconds": -1},
        {"type": "hide", "id": 1, "room": "r", "n": 0},
    ],
)
def test_what_is_not_of_the_form_is_malformed(frame: dict[str, object]) -> None:
    with pytest.raises(MalformedFrameError):
        codec.decode_client(bytes(codec.pack(frame)))
