"""Frames to messages and back, for both subprotocols.

Inside the server everything is msgpack; JSON is translated at the edge. So `Raw` parts (actions,
legal actions, events, a game's view) are always msgpack after decoding, whatever came in.
"""

from enum import StrEnum
from typing import Any, TypeVar

import msgspec
from msgspec import Raw, Struct

from kozyr_protocol import rooms
from kozyr_protocol.limits import MAX_INTEGER
from kozyr_protocol.messages import Answer, ClientMessage, ServerMessage, Unknown
from kozyr_protocol.rooms import RoomEvent, UnknownEvent

T = TypeVar("T")


class Subprotocol(StrEnum):
    """How messages are written in frames."""

    MSGPACK = "kozyr.msgpack"
    JSON = "kozyr.json"


DEFAULT_SUBPROTOCOL = Subprotocol.MSGPACK
"""Spoken when a client offers no subprotocol."""


class CodecError(ValueError):
    """Base of what decoding raises."""


class MalformedFrameError(CodecError):
    """The bytes are no message: wrong encoding, type, field or bound. The text says which.

    `id` is the command's number where it could be read, so that the refusal can carry it.
    """

    def __init__(self, reason: str, command_id: int | None = None) -> None:
        """Keep the reason (one sentence without the input) and the command's number."""
        super().__init__(reason)
        self.reason = reason
        self.id = command_id


class UnknownMessageError(CodecError):
    """A well-formed message of a type that is none of this version's."""

    def __init__(self, type_name: str, command_id: int | None = None) -> None:
        """Keep the type, cut to 40 characters, and the command's number."""
        super().__init__(f"unknown message type {type_name[:40]!r}")
        self.type = type_name[:40]
        self.id = command_id


class _Head(Struct, frozen=True):
    type: Any = None
    id: Any = None


_encoder = msgspec.msgpack.Encoder()
_ANSWER = _encoder.encode("answer")
_json_encoder = msgspec.json.Encoder()
_client_decoder = msgspec.msgpack.Decoder(ClientMessage)
_server_decoder = msgspec.msgpack.Decoder(ServerMessage)
_event_decoder = msgspec.msgpack.Decoder(RoomEvent)
_head_decoder = msgspec.msgpack.Decoder(_Head)
_any_decoder = msgspec.msgpack.Decoder()
_json_any_decoder = msgspec.json.Decoder()

# What decoding hostile bytes raises beside the codec's own errors: nesting without end, text that
# is no UTF-8, an integer of a thousand digits.
_BAD_INPUT = (msgspec.MsgspecError, RecursionError, UnicodeError, OverflowError, ValueError)

CLIENT_TYPES = frozenset(member.__struct_config__.tag for member in ClientMessage.__args__)
"""The `type`s a client may send."""
SERVER_TYPES = frozenset(member.__struct_config__.tag for member in ServerMessage.__args__)
"""The `type`s a server may send."""
EVENT_TYPES = frozenset(member.__struct_config__.tag for member in RoomEvent.__args__)
"""The `type`s of a room's events."""


def decode_client(
    frame: bytes | str, subprotocol: Subprotocol = DEFAULT_SUBPROTOCOL
) -> ClientMessage:
    """What a client said.

    Args:
        frame: one whole frame; text for JSON (bytes of UTF-8 are taken, too).
        subprotocol: how it is written.

    Raises:
        MalformedFrameError: not a message.
        UnknownMessageError: a message, but of an unknown type.
    """
    packed = _as_msgpack(frame, subprotocol)
    try:
        return _client_decoder.decode(packed)
    except _BAD_INPUT as error:
        raise _explained(packed, error, CLIENT_TYPES) from None


def decode_server(
    frame: bytes | str, subprotocol: Subprotocol = DEFAULT_SUBPROTOCOL
) -> ServerMessage | Unknown:
    """What the server said; a type that is not known comes back as `Unknown`.

    Raises:
        MalformedFrameError: not a message.
    """
    packed = _as_msgpack(frame, subprotocol)
    try:
        return _server_decoder.decode(packed)
    except _BAD_INPUT as error:
        problem = _explained(packed, error, SERVER_TYPES)
        if isinstance(problem, UnknownMessageError):
            return Unknown(problem.type)
        raise problem from None


def decode_event(event: Raw | bytes) -> RoomEvent | UnknownEvent:
    """An event of a room out of an update; unknown ones come back as `UnknownEvent`.

    Raises:
        MalformedFrameError: not an event.
    """
    try:
        return _event_decoder.decode(event)
    except _BAD_INPUT as error:
        problem = _explained(bytes(event), error, EVENT_TYPES)
        if isinstance(problem, UnknownMessageError):
            return UnknownEvent(problem.type)
        raise problem from None


def encode(message: ClientMessage | ServerMessage | RoomEvent | Struct) -> bytes:
    """A message as msgpack; every struct of this package can be given."""
    return _encoder.encode(message)


def encode_client(message: ClientMessage, subprotocol: Subprotocol) -> bytes | str:
    """A client's message as the frame to send."""
    return as_frame(_encoder.encode(message), subprotocol)


def as_frame(packed: bytes, subprotocol: Subprotocol) -> bytes | str:
    """A msgpack message as a frame of the subprotocol: itself, or the same in JSON text."""
    if subprotocol is Subprotocol.MSGPACK:
        return packed
    return _json_encoder.encode(_any_decoder.decode(packed)).decode()


def answered(update: bytes, command_id: int) -> bytes:
    """An encoded update with the answer to a command appended, without decoding it.

    The server encodes an update once for many and adds the answer for one.

    Args:
        update: a msgpack map with at most 14 entries, none of them `answer`.
        command_id: of the command.

    Raises:
        ValueError: not such a map.
    """
    head = update[0]
    if not 0x80 <= head < 0x8F:
        raise ValueError("not a small msgpack map")
    return b"%c%b%b%b" % (head + 1, update[1:], _ANSWER, _encoder.encode(Answer(command_id)))


def pack(value: Any) -> Raw:
    """Any value or struct as msgpack to be put in a `Raw` field."""
    return Raw(_encoder.encode(value))


def unpack(raw: Raw | bytes) -> Any:
    """The plain value (maps, lists, strings, numbers) of a `Raw` field."""
    return _any_decoder.decode(raw)


def fold(view: rooms.RoomView, event: Raw | bytes, fold_game: rooms.FoldGame) -> rooms.RoomView:
    """`kozyr_protocol.rooms.fold` for an event as it came."""
    return rooms.fold(view, decode_event(event), fold_game)


def _as_msgpack(frame: bytes | str, subprotocol: Subprotocol) -> bytes:
    if subprotocol is Subprotocol.MSGPACK:
        if isinstance(frame, str):
            raise MalformedFrameError("a binary frame is wanted, this is text")
        return frame
    try:
        return _encoder.encode(_json_any_decoder.decode(frame))
    except _BAD_INPUT as error:
        raise MalformedFrameError(f"not JSON: {_sentence(error)}") from None


def _explained(
    packed: bytes, error: Exception, known: frozenset[str]
) -> MalformedFrameError | UnknownMessageError:
    try:
        head = _head_decoder.decode(packed)
    except _BAD_INPUT:
        return MalformedFrameError(_sentence(error))
    # A bool is an int in Python, and no number of a command.
    is_number = isinstance(head.id, int) and not isinstance(head.id, bool)
    number = head.id if is_number and 0 <= head.id <= MAX_INTEGER else None
    if isinstance(head.type, str) and head.type not in known:
        return UnknownMessageError(head.type, number)
    return MalformedFrameError(_sentence(error), number)


def _sentence(error: Exception) -> str:
    """What was wrong, without the input; a bound for hostile field names."""
    if isinstance(error, RecursionError):
        return "nested too deeply"
    if isinstance(error, UnicodeError):
        return "text is not UTF-8"
    return str(error)[:200]
