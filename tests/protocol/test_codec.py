"""`kozyr_protocol.codec`: frames come out as they went in; hostile ones raise one error only."""

import json
import random
import struct
from typing import Any

import msgpack
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Raw

from kozyr_protocol import codec, messages
from kozyr_protocol.codec import (
    CodecError,
    MalformedFrameError,
    Subprotocol,
    UnknownMessageError,
)
from kozyr_protocol.ids import ActionKey, RoomId, Tag
from kozyr_protocol.limits import MAX_FRAME_BYTES
from kozyr_protocol.messages import Unknown
from kozyr_protocol.rooms import UnknownEvent
from kozyr_testing import golden

MSGPACK, JSON = Subprotocol.MSGPACK, Subprotocol.JSON
ROOM = "a3k7qm2vzx5twd"
KEY = "k" * 16

FRAMES = [
    bytes.fromhex(json.loads(path.read_text("utf-8"))["hex"])
    for path in sorted(golden.FOLDER.glob("*.json"))
]

# 10,000 cases in all: most where they are cheap to make.
many = settings(max_examples=3_000, deadline=None)
some = settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _client_error(frame: bytes | str, subprotocol: Subprotocol) -> MalformedFrameError:
    with pytest.raises(MalformedFrameError) as caught:
        codec.decode_client(frame, subprotocol)
    return caught.value


def _take_all(frame: bytes) -> None:
    """Give a frame to all decoders; only errors of the codec may come."""
    for subprotocol in Subprotocol:
        for decode in (codec.decode_client, codec.decode_server):
            try:
                decode(frame, subprotocol)
            except CodecError as error:
                assert 0 < len(str(error)) < 300  # noqa: PT017  no error is fine, too
    try:
        codec.decode_event(frame)
    except CodecError as error:
        assert str(error)  # noqa: PT017  no error is fine, too


# --- Any input


@many
@given(st.binary(max_size=400))
def test_random_bytes_raise_codec_errors_only(frame: bytes) -> None:
    _take_all(frame)


@many
@given(st.text(max_size=300), st.sampled_from([codec.decode_client, codec.decode_server]))
def test_random_text_raises_codec_errors_only(text: str, decode: Any) -> None:
    with pytest.raises(CodecError):
        decode(text, MSGPACK)
    try:
        decode(text, JSON)
    except CodecError as error:
        assert str(error)  # noqa: PT017  no error is fine, too


@many
@given(st.sampled_from(FRAMES), st.data())
def test_damaged_frames_raise_codec_errors_only(frame: bytes, data: st.DataObject) -> None:
    damaged = bytearray(frame)
    for _ in range(data.draw(st.integers(1, 4))):
        damaged[data.draw(st.integers(0, len(frame) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(frame)))
    _take_all(bytes(damaged[:cut] if data.draw(st.booleans()) else damaged))


_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(max_size=20)
    | st.binary(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
_known = sorted(codec.CLIENT_TYPES | codec.SERVER_TYPES | codec.EVENT_TYPES)
_names = sorted(
    {name for cls in messages.ClientMessage.__args__ for name in cls.__struct_fields__}
    | {name for cls in messages.ServerMessage.__args__ for name in cls.__struct_fields__}
)


@some
@given(
    st.dictionaries(st.sampled_from(_names), _values, max_size=8),
    st.sampled_from(_known) | st.text(max_size=60),
)
def test_maps_with_any_values_raise_codec_errors_only(fields: dict[str, Any], kind: str) -> None:
    _take_all(msgpack.packb({"type": kind, **fields}))


@some
@given(st.dictionaries(st.sampled_from(_names), _values, max_size=6), st.sampled_from(_known))
def test_any_json_raises_codec_errors_only(fields: dict[str, Any], kind: str) -> None:
    text = json.dumps({"type": kind, **fields}, default=lambda value: value.hex())
    for decode in (codec.decode_client, codec.decode_server):
        try:
            decode(text, JSON)
        except CodecError as error:
            assert str(error)  # noqa: PT017  no error is fine, too


def test_every_cut_of_every_frame_is_refused() -> None:
    for frame in FRAMES:
        for length in range(len(frame)):
            with pytest.raises(MalformedFrameError):
                codec.decode_client(frame[:length])


# --- Hostile input by name


def _nested(opening: bytes, innermost: bytes, closing: bytes = b"") -> bytes:
    depth = MAX_FRAME_BYTES // (len(opening) + len(closing)) - 1
    return opening * depth + innermost + closing * depth


@pytest.mark.parametrize(
    "frame",
    [
        _nested(b"\x91", b"\xc0"),
        _nested(b"\x81\xa1a", b"\xc0"),
        _nested(b"\xdc\x00\x01", b"\xc0"),
        b"\x82\xa4type\xa6create\xa7options" + _nested(b"\x81\xa1a", b"\xc0"),
    ],
)
def test_deep_msgpack_is_refused(frame: bytes) -> None:
    _client_error(frame, MSGPACK)


@pytest.mark.parametrize(
    "frame",
    [
        _nested(b"[", b"", b"]"),
        _nested(b'{"a":', b"1", b"}"),
        b'{"type":"create","id":1,"options":' + _nested(b'{"a":', b"1", b"}") + b"}",
    ],
)
def test_deep_json_is_refused(frame: bytes) -> None:
    assert "nested too deeply" in str(_client_error(frame, JSON))


def test_deep_actions_are_kept_undecoded_or_refused() -> None:
    frame = codec.encode(
        messages.Act(
            id=1,
            room=RoomId(ROOM),
            prompt=1,
            key=ActionKey(KEY),
            action=Raw(_nested(b"\x91", b"\xc0")),
        )
    )
    _take_all(frame)


@pytest.mark.parametrize("number", ["9" * 400, "-" + "9" * 25, "1e999", "-1e999"])
def test_huge_numbers_are_refused(number: str) -> None:
    _client_error(f'{{"type":"ping","id":{number}}}', JSON)


@pytest.mark.parametrize("number", [2**53, 2**63, 2**64 - 1, -1, -(2**63)])
def test_numbers_that_others_cannot_hold_are_refused(number: int) -> None:
    frame = msgpack.packb({"type": "ping", "id": number})
    assert "id" in str(_client_error(frame, MSGPACK))
    assert "id" in str(_client_error(json.dumps({"type": "ping", "id": number}), JSON))


def test_lengths_that_lie_are_refused() -> None:
    for head in (b"\xdb", b"\xc6", b"\xdd", b"\xdf", b"\xc9"):
        for length in (2**16, 2**31 - 1, 2**32 - 1):
            _client_error(head + struct.pack(">I", length), MSGPACK)
            _client_error(b"\x81\xa4type" + head + struct.pack(">I", length), MSGPACK)


@pytest.mark.parametrize(
    "frame",
    [b"\x81\xa4type\xa1\xff", b"\x82\xa4type\xa4list\xa4game\xa2\xc3\x28", b"\x81\xa2\xed\xa0\x01"],
)
def test_text_that_is_no_utf8_is_refused(frame: bytes) -> None:
    _client_error(frame, MSGPACK)
    _client_error(frame, JSON)


@pytest.mark.parametrize("text", ['{"type":"\ud800"}', '{"type":"\\ud800"}', b'{"type":"\xff"}'])
def test_half_characters_are_refused(text: bytes | str) -> None:
    _client_error(text, JSON)


@pytest.mark.parametrize(
    "value", [None, 5, 1.5, True, "ping", [], ["ping"], {}, {"id": 1}, {"type": 5}, {"type": None}]
)
def test_what_is_no_message_is_refused(value: Any) -> None:
    _client_error(msgpack.packb(value), MSGPACK)
    _client_error(json.dumps(value), JSON)


def test_more_than_one_message_in_a_frame_is_refused() -> None:
    _client_error(msgpack.packb({"type": "ping"}) * 2, MSGPACK)
    _client_error('{"type":"ping"} {"type":"ping"}', JSON)


def test_a_text_frame_is_not_msgpack() -> None:
    assert "binary" in str(_client_error('{"type":"ping"}', MSGPACK))


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"type": "list"}, "missing required field `id`"),
        ({"type": "list", "id": "1"}, r"Expected `int`, got `str` - at `\$.id`"),
        ({"type": "list", "id": 1, "games": "x"}, "unknown field `games`"),
        ({"type": "create", "id": 1, "key": KEY, "game": "g", "clock": {"x": 1}}, "field `x`"),
        ({"type": "chat", "id": 1, "room": ROOM, "text": 5}, r"\$.text"),
    ],
)
@pytest.mark.parametrize("subprotocol", Subprotocol)
def test_the_sentence_names_the_field(
    subprotocol: Subprotocol, fields: dict[str, Any], sentence: str
) -> None:
    frame = codec.as_frame(msgpack.packb(fields), subprotocol)
    with pytest.raises(MalformedFrameError, match=sentence):
        codec.decode_client(frame, subprotocol)


def test_the_sentence_does_not_repeat_a_token() -> None:
    token = "secret" * 30
    frame = msgpack.packb({"type": "hello", "min_version": 1, "max_version": 1, "token": token})
    assert "secret" not in str(_client_error(frame, MSGPACK))


def test_names_of_hostile_length_are_cut() -> None:
    frame = msgpack.packb({"type": "ping", "x" * 8_000: 1})
    assert len(str(_client_error(frame, MSGPACK))) <= 200
    with pytest.raises(UnknownMessageError) as caught:
        codec.decode_client(msgpack.packb({"type": "y" * 8_000}))
    assert caught.value.type == "y" * 40
    assert len(str(caught.value)) < 100


@pytest.mark.parametrize(
    ("given_id", "kept"),
    [(7, 7), (0, 0), (2**53 - 1, 2**53 - 1), (2**53, None), (-1, None), (True, None), ("7", None)],
)
def test_the_number_of_the_command_is_kept_where_it_is_one(given_id: Any, kept: int | None) -> None:
    assert (
        _client_error(msgpack.packb({"type": "list", "id": given_id, "x": 1}), MSGPACK).id == kept
    )
    with pytest.raises(UnknownMessageError) as caught:
        codec.decode_client(msgpack.packb({"type": "of_tomorrow", "id": given_id}))
    assert caught.value.id == kept
    assert type(caught.value.id) is type(kept)


@pytest.mark.parametrize("subprotocol", Subprotocol)
@pytest.mark.parametrize("start", [{}, {"type": None}, {"type": 5}, {"type": ["list"]}])
def test_the_number_is_kept_also_where_the_type_is_none(
    subprotocol: Subprotocol, start: dict[str, Any]
) -> None:
    frame = codec.as_frame(msgpack.packb({**start, "id": 4}), subprotocol)
    assert _client_error(frame, subprotocol).id == 4
    without = codec.as_frame(msgpack.packb(start), subprotocol)
    assert _client_error(without, subprotocol).id is None


# --- The unknown


@pytest.mark.parametrize("subprotocol", Subprotocol)
def test_clients_are_told_of_unknown_messages(subprotocol: Subprotocol) -> None:
    frame = codec.as_frame(msgpack.packb({"type": "of_tomorrow", "data": [1]}), subprotocol)
    assert codec.decode_server(frame, subprotocol) == Unknown("of_tomorrow")
    with pytest.raises(UnknownMessageError, match="'of_tomorrow'"):
        codec.decode_client(frame, subprotocol)


def test_the_other_side_s_messages_are_unknown() -> None:
    with pytest.raises(UnknownMessageError):
        codec.decode_client(msgpack.packb({"type": "welcome"}))
    assert codec.decode_server(msgpack.packb({"type": "hello"})) == Unknown("hello")


def test_unknown_events_are_told() -> None:
    assert codec.decode_event(codec.pack({"type": "of_tomorrow"})) == UnknownEvent("of_tomorrow")
    with pytest.raises(MalformedFrameError, match="seat"):
        codec.decode_event(codec.pack({"type": "left"}))


# --- Raw parts, and frames put together


@pytest.mark.parametrize("subprotocol", Subprotocol)
def test_raw_parts_are_msgpack_whatever_came(subprotocol: Subprotocol) -> None:
    action = {"type": "play", "card": "7H"}
    fields = {"type": "act", "id": 1, "room": ROOM, "prompt": 2, "key": KEY, "action": action}
    message = codec.decode_client(codec.as_frame(msgpack.packb(fields), subprotocol), subprotocol)
    assert isinstance(message, messages.Act)
    assert bytes(message.action) == codec.encode_client(message, MSGPACK)[-len(message.action) :]
    assert codec.unpack(message.action) == action
    frame = codec.encode_client(message, subprotocol)
    assert codec.unpack(codec.encode(codec.decode_client(frame, subprotocol))) == fields


def test_frames_are_bytes_or_text() -> None:
    ping = messages.Ping(3)
    assert codec.encode_client(ping, MSGPACK) == msgpack.packb({"type": "ping", "id": 3})
    assert codec.encode_client(ping, JSON) == '{"type":"ping","id":3}'


def test_json_is_taken_as_bytes_too() -> None:
    assert codec.decode_client(b'{"type":"ping","id":3}', JSON) == messages.Ping(3)


def _update() -> bytes:
    return codec.encode(messages.Update(room=RoomId(ROOM), version=5, tag=Tag("0" * 16), events=()))


def test_an_update_is_answered_without_decoding() -> None:
    frame = codec.answered(_update(), 9)
    message = codec.decode_server(frame)
    assert isinstance(message, messages.Update)
    assert message.answer == messages.Answer(9)
    assert codec.encode(message) == frame


@pytest.mark.parametrize(
    "packed", [b"\x90", b"\xde\x00\x01\xa1a\x01", msgpack.packb({str(n): n for n in range(15)})]
)
def test_answering_in_anything_else_is_refused(packed: bytes) -> None:
    with pytest.raises(ValueError, match="not a small msgpack map"):
        codec.answered(packed, 1)


def test_fold_takes_events_as_they_came() -> None:
    snapshot = next(
        message
        for frame in FRAMES
        if codec.unpack(frame)["type"] == "snapshot"
        and isinstance(message := codec.decode_server(frame), messages.Snapshot)
    )
    ready = codec.pack({"type": "ready", "seat": 0, "ready": True})
    after = codec.fold(snapshot.view, ready, lambda view, _: view)
    assert after.seats[0].ready
    unknown = codec.pack({"type": "of_tomorrow"})
    assert codec.fold(after, unknown, lambda view, _: view) == after


def test_no_frame_of_ours_has_what_others_cannot_read() -> None:
    """No binary values, no extension types, no keys but text, no integer that breaks JavaScript."""
    for frame in FRAMES:
        todo = [msgspec.msgpack.decode(frame)]
        while todo:
            value = todo.pop()
            match value:
                case dict():
                    assert all(isinstance(key, str) for key in value)
                    todo += value.values()
                case list():
                    todo += value
                case bool() | None | str() | float():
                    pass
                case int():
                    assert abs(value) <= 2**53 - 1
                case _:
                    pytest.fail(f"{type(value).__name__} on the wire")


def test_decoding_a_frame_of_its_greatest_size_is_bounded() -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    generator = random.Random(seed)
    for _ in range(200):
        _take_all(generator.randbytes(MAX_FRAME_BYTES))
