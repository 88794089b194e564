"""`kozyr_protocol.messages`: bounds, defaults, and what each side does with the unknown."""

import json
from typing import Any, get_args

import msgspec
import pytest

from kozyr_protocol import codec, messages
from kozyr_protocol.codec import CodecError, Subprotocol
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import RoomId
from kozyr_protocol.limits import MAX_INTEGER
from kozyr_protocol.messages import ClientMessage, Command, RoomCommand, ServerMessage
from kozyr_protocol.rooms import Clock, ClockView
from kozyr_testing import frames, golden

ROOM = "a3k7qm2vzx5twd"
KEY = "k" * 16

GOLDEN = [json.loads(path.read_text("utf-8")) for path in sorted(golden.FOLDER.glob("*.json"))]
SAID = [(each["name"], each["json"]) for each in GOLDEN if each["direction"] == "client"]
HEARD = [(each["name"], each["json"]) for each in GOLDEN if each["direction"] == "server"]

# What is inside these is data of a game and not a form of the protocol, or an action to be sent
# back as it came.
_FREE = {"options", "facts", "detail", "legal"}


def _client(**fields: Any) -> ClientMessage:
    return codec.decode_client(json.dumps(fields), Subprotocol.JSON)


def _grown(value: Any) -> Any:
    """The value with a field more in each of its maps."""
    if isinstance(value, dict):
        parts = {k: v if k in _FREE else _grown(v) for k, v in value.items()}
        return {**parts, "of_tomorrow": {"deep": [1]}}
    if isinstance(value, list):
        return [_grown(each) for each in value]
    return value


def _maps(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all maps of a value that are a form of the protocol."""
    if isinstance(value, dict):
        inner = [_maps(v, (*path, k)) for k, v in value.items() if k not in _FREE]
        return [path, *(each for one in inner for each in one)]
    return []


def _with_more(value: Any, path: tuple[Any, ...]) -> Any:
    if not path:
        return {**value, "of_tomorrow": 1}
    return {**value, path[0]: _with_more(value[path[0]], path[1:])}


# --- The unknown


@pytest.mark.parametrize(("name", "value"), HEARD)
def test_clients_ignore_unknown_fields_at_every_depth(name: str, value: Any) -> None:
    wire = frames.wire_of(name)
    assert frames.server(_grown(value), wire) == frames.server(value, wire)


@pytest.mark.parametrize(("name", "value"), SAID)
def test_servers_refuse_unknown_fields_at_every_depth(name: str, value: Any) -> None:
    for path in _maps(value):
        with pytest.raises((CodecError, msgspec.ValidationError), match="unknown field"):
            frames.client(_with_more(value, path), frames.wire_of(name))


def test_a_code_of_tomorrow_reaches_the_client() -> None:
    error = {"type": "error", "id": 1, "code": "of_tomorrow", "temporary": True, "message": "x"}
    message = codec.decode_server(json.dumps(error), Subprotocol.JSON)
    assert isinstance(message, messages.Error)
    assert message.code == "of_tomorrow"
    assert message.temporary


# --- Defaults


def test_what_has_its_default_is_left_out() -> None:
    hello = messages.Hello(min_version=1, max_version=1)
    assert codec.unpack(codec.encode(hello)) == {
        "type": "hello",
        "min_version": 1,
        "max_version": 1,
    }
    assert codec.unpack(codec.encode(messages.Ok(3))) == {"type": "ok", "id": 3}


def test_a_tip_of_none_is_said() -> None:
    tip = messages.CommitTip(id=1, room=RoomId(ROOM), tip=None)
    assert codec.unpack(codec.encode(tip))["tip"] is None


def test_defaults_are_those_of_the_text() -> None:
    create = _client(type="create", id=1, key=KEY, game="twenty_nine")
    assert isinstance(create, messages.Create)
    assert (create.public, create.spectators, create.options) == (True, True, {})
    assert create.clock == Clock(turn_ms=30_000, bank_ms=60_000, away_ms=1_000)
    follow = _client(type="follow", id=1, room=ROOM)
    assert isinstance(follow, messages.Follow)
    assert (follow.mode, follow.version, follow.tag) == ("events", None, None)


def test_the_clock_of_a_view_has_the_defaults_of_the_one_chosen() -> None:
    chosen, shown = Clock(), ClockView()
    assert [getattr(chosen, name) for name in Clock.__struct_fields__] == [
        getattr(shown, name) for name in ClockView.__struct_fields__
    ]


# --- Bounds


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"type": "hello", "min_version": -1, "max_version": 1}, "min_version"),
        ({"type": "hello", "min_version": 1, "max_version": MAX_INTEGER + 1}, "max_version"),
        ({"type": "hello", "min_version": 1, "max_version": 1, "token": "t" * 129}, "token"),
        ({"type": "hello", "min_version": 1, "max_version": 1, "name": "n" * 97}, "name"),
        ({"type": "hello", "min_version": 1, "max_version": 1, "client": "c" * 65}, "client"),
        ({"type": "ping", "id": -1}, "id"),
        ({"type": "list", "id": 1, "after": "a" * 65}, "after"),
        ({"type": "create", "id": 1, "key": "k" * 15, "game": "g"}, "key"),
        ({"type": "create", "id": 1, "key": "k" * 33, "game": "g"}, "key"),
        ({"type": "create", "id": 1, "key": "k" * 15 + "é", "game": "g"}, "key"),
        ({"type": "create", "id": 1, "key": "k" * 16 + "\n", "game": "g"}, "key"),
        ({"type": "create", "id": 1, "key": KEY, "game": "g", "seats": -1}, "seats"),
        ({"type": "create", "id": 1, "key": KEY, "game": "g", "seats": 2**53}, "seats"),
        (
            {"type": "create", "id": 1, "key": KEY, "game": "g", "clock": {"turn_ms": 199}},
            "turn_ms",
        ),
        ({"type": "create", "id": 1, "key": KEY, "game": "g", "clock": {"bank_ms": -1}}, "bank_ms"),
        (
            {"type": "create", "id": 1, "key": KEY, "game": "g", "clock": {"away_ms": 3_600_001}},
            "away_ms",
        ),
        ({"type": "follow", "id": 1, "room": ""}, "room"),
        ({"type": "follow", "id": 1, "room": "r" * 33}, "room"),
        ({"type": "follow", "id": 1, "room": ROOM, "mode": "both"}, "mode"),
        ({"type": "follow", "id": 1, "room": ROOM, "mode": "views\n"}, "mode"),
        ({"type": "follow", "id": 1, "room": ROOM, "version": -1}, "version"),
        ({"type": "follow", "id": 1, "room": ROOM, "tag": "0" * 17}, "tag"),
        ({"type": "join", "id": 1, "room": ROOM, "seat": 16}, "seat"),
        ({"type": "join", "id": 1, "room": ROOM, "tip": "A" * 64}, "tip"),
        ({"type": "join", "id": 1, "room": ROOM, "tip": "a" * 63}, "tip"),
        ({"type": "tip", "id": 1, "room": ROOM, "tip": "a" * 64 + "\n"}, "tip"),
        ({"type": "tip", "id": 1, "room": ROOM}, "tip"),
        ({"type": "link", "id": 1, "room": ROOM, "n": 0, "link": "a" * 64}, "n"),
        ({"type": "link", "id": 1, "room": ROOM, "n": 1, "link": None}, "link"),
        ({"type": "act", "id": 1, "room": ROOM, "prompt": 1, "key": KEY}, "action"),
        ({"type": "chat", "id": 1, "room": ROOM, "text": "t" * 1601}, "text"),
    ],
)
def test_what_is_out_of_bounds_is_named(fields: Any, field: str) -> None:
    with pytest.raises(CodecError, match=rf"[.`]{field}\b"):
        _client(**fields)


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "create", "id": MAX_INTEGER, "key": "Az09_-" * 5, "game": "g", "seats": 16},
        {"type": "chat", "id": 0, "room": "r" * 32, "text": "♠" * 1600},
        {"type": "join", "id": 1, "room": ROOM, "seat": 15, "tip": "0123456789abcdef" * 4},
    ],
)
def test_what_is_just_within_is_taken(fields: Any) -> None:
    assert codec.unpack(codec.encode(_client(**fields))) == fields


# --- The unions


def test_every_command_carries_its_number() -> None:
    for cls in get_args(ClientMessage):
        if cls not in {messages.Hello, messages.Ping, messages.Pong}:
            assert issubclass(cls, Command)
    assert set(get_args(RoomCommand)) < set(get_args(ClientMessage))


def test_every_answer_carries_the_number_of_its_command() -> None:
    answers = {messages.Ok, messages.Error, messages.Created, messages.Rooms, messages.Followed}
    for cls in answers:
        assert "id" in cls.__struct_fields__
    assert answers < set(get_args(ServerMessage))
    assert messages.Answer.__struct_fields__ == ("id",)


def test_error_says_what_it_must() -> None:
    error = messages.Error(None, ErrorCode.MALFORMED, temporary=False, message="x")
    assert codec.unpack(codec.encode(error)) == {
        "type": "error",
        "id": None,
        "code": "malformed",
        "temporary": False,
        "message": "x",
    }
