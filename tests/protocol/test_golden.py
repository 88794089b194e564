"""Golden frames: the bytes of clients and servers that are out there, added and never edited."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, get_args

import msgpack
import pytest

from kozyr_protocol import codec
from kozyr_protocol.codec import Subprotocol
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.games import WIRES
from kozyr_protocol.messages import ClientMessage, ServerMessage, Unknown
from kozyr_testing import frames, golden, sums

FILES = sorted(golden.FOLDER.glob("*.json"))


class Golden(NamedTuple):
    """One golden frame."""

    name: str
    direction: str
    frame: bytes
    value: Any

    def __str__(self) -> str:
        return self.name


def _read(path: Path) -> Golden:
    one = json.loads(path.read_text(encoding="utf-8"))
    assert set(one) == {"name", "direction", "hex", "json"}
    return Golden(one["name"], one["direction"], bytes.fromhex(one["hex"]), one["json"])


ALL = [_read(path) for path in FILES]


def _decoded(one: Golden, frame: bytes | str, subprotocol: Subprotocol) -> Any:
    if one.direction == "client":
        return codec.decode_client(frame, subprotocol)
    message = codec.decode_server(frame, subprotocol)
    assert not isinstance(message, Unknown)
    return message


def _assert_same_or_more(one: Golden, message: ClientMessage | ServerMessage) -> None:
    """The message is written as the same bytes; or with more, where it has grown a field since."""
    again = codec.encode(message)
    if again[:1] == b"\xde" and one.frame[:1] != b"\xde":
        # Of a message that can have more than 15 fields: the long head of a map, then the same.
        assert again[1:3] == bytes((0, one.frame[0] & 0x0F)) or len(again) > len(one.frame) + 2
        again = one.frame[:1] + again[3:]
    if again != one.frame:
        value = codec.unpack(again)
        assert value != one.value, "the same message is written as other bytes"
        assert not list(frames.lost(one.value, value))


def test_files_are_called_what_they_hold() -> None:
    assert [one.name for one in ALL] == [path.stem for path in FILES]
    assert {one.direction for one in ALL} == {"client", "server"}


@pytest.mark.parametrize("one", ALL, ids=str)
def test_frame_is_its_json_in_both_subprotocols(one: Golden) -> None:
    assert codec.unpack(one.frame) == one.value
    text = codec.as_frame(one.frame, Subprotocol.JSON)
    assert json.loads(text) == one.value
    _assert_same_or_more(one, _decoded(one, one.frame, Subprotocol.MSGPACK))
    _assert_same_or_more(one, _decoded(one, text, Subprotocol.JSON))


@pytest.mark.parametrize("one", ALL, ids=str)
def test_parts_of_rooms_and_games_are_read_whole(one: Golden) -> None:
    read = frames.client if one.direction == "client" else frames.server
    assert not list(frames.lost(one.value, read(one.value, frames.wire_of(one.name))))


@pytest.mark.parametrize("one", ALL, ids=str)
def test_another_library_reads_the_same(one: Golden) -> None:
    assert msgpack.unpackb(one.frame) == one.value
    foreign = msgpack.packb(one.value)
    _assert_same_or_more(one, _decoded(one, foreign, Subprotocol.MSGPACK))


def _types(direction: str) -> set[str]:
    return {one.value["type"] for one in ALL if one.direction == direction}


def _events(of: Sequence[Golden] = ALL) -> list[Any]:
    updates = [one.value for one in of if one.value["type"] == "update"]
    return [event for update in updates for event in update["events"]]


def test_every_message_has_a_frame() -> None:
    assert _types("client") == codec.CLIENT_TYPES
    assert _types("server") == codec.SERVER_TYPES


def test_every_event_has_a_frame() -> None:
    assert {event["type"] for event in _events()} == codec.EVENT_TYPES


@pytest.mark.parametrize("key", sorted(WIRES))
def test_every_event_and_action_of_a_game_has_a_frame(key: str) -> None:
    game = next(game for name, game in WIRES.items() if name == key)
    # Both Kings say the same.
    of_game = [one for one in ALL if frames.wire_of(one.name) is game]
    events = {event["event"]["type"] for event in _events(of_game) if event["type"] == "game"}
    assert _tags(game.event) <= events
    actions = {one.value["action"]["type"] for one in of_game if "action" in one.value}
    assert _tags(game.action) <= actions


def _tags(union: Any) -> set[str]:
    return {cls.__struct_config__.tag for cls in get_args(union) or (union,)}


def test_every_error_code_has_a_frame() -> None:
    codes = {one.value["code"] for one in ALL if one.value["type"] == "error"}
    assert codes == {str(code) for code in ErrorCode}


def test_frames_are_never_edited() -> None:
    found = sums.problems(golden.FOLDER, "*.json")
    assert not found, f"golden frames are added with make_golden.py, never edited: {found}"


# --- The script that adds them


def test_adding_writes_the_file_and_its_sum(tmp_path: Path) -> None:
    path = golden.add(tmp_path, "a_ping", "client", '{"type": "ping", "id": 4}')
    one = _read(path)
    assert one == Golden(
        "a_ping",
        "client",
        msgpack.packb({"type": "ping", "id": 4}),
        {
            "type": "ping",
            "id": 4,
        },
    )
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert (tmp_path / "SHA256SUMS").read_text("ascii") == f"{digest}  a_ping.json\n"


def test_adding_never_overwrites(tmp_path: Path) -> None:
    path = golden.add(tmp_path, "a_ping", "client", '{"type": "ping"}')
    before = path.read_bytes()
    with pytest.raises(FileExistsError):
        golden.add(tmp_path, "a_ping", "client", '{"type": "ping", "id": 4}')
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "direction", "text"),
    [
        ("../up", "client", '{"type": "ping"}'),
        ("wrong_side", "client", '{"type": "welcome"}'),
        ("wrong_side", "server", '{"type": "hello"}'),
        ("no_message", "server", '{"type": "pong"}'),
    ],
)
def test_adding_takes_messages_only(tmp_path: Path, name: str, direction: str, text: str) -> None:
    with pytest.raises(ValueError, match=r"made of|unknown message type|missing required"):
        golden.add(tmp_path, name, direction, text)
    assert not list(tmp_path.iterdir())
