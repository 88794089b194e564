"""A connection as rooms see it (`kozyr_server.transport.connection`)."""

from kozyr_protocol import codec, messages
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.codec import Subprotocol
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId, RoomId
from kozyr_server.people import tokens
from kozyr_server.people.callers import Known, Person
from kozyr_server.telemetry import Metrics
from kozyr_server.transport.connection import Connection
from kozyr_server.transport.limits import Allowances, Rate, Rates
from kozyr_server.transport.session import Session, SessionSettings, refusal

PLAYER = tokens.player_id(tokens.from_bytes(bytes(32)))
ROOM = RoomId("48ftkfsjvfnapc")
RATE = Rate(0.0, 1)
SETTINGS = SessionSettings(
    limits=messages.Limits(8192, 262_144, 32, 24, 400, 20.0, 45.0, 0.0, 1),
    durability="always",
    hello_timeout_s=5.0,
    rate=RATE,
    max_refusals=10,
)


class Wire:
    """Takes everything until it is full."""

    def __init__(self) -> None:
        self.frames: list[bytes | str] = []
        self.ends: list[tuple[str, int, str]] = []
        self.is_full = False

    def write(self, frame: bytes | str) -> bool:
        self.frames.append(frame)
        return not self.is_full

    def close(self, code: int, reason: str = "") -> None:
        self.ends.append(("close", code, reason))

    def abort(self, code: int, reason: str = "") -> None:
        self.ends.append(("abort", code, reason))


def _connection(
    subprotocol: Subprotocol = Subprotocol.MSGPACK,
) -> tuple[Connection, Wire, Metrics]:
    session = Session(SETTINGS, subprotocol, Allowances(Rates(RATE, RATE, RATE, RATE)), bytes, 0.0)
    wire, metrics = Wire(), Metrics()
    return Connection(session, wire, metrics), wire, metrics


def _greet(connection: Connection) -> None:
    hello = codec.encode_client(messages.Hello(1, 1), connection.session.subprotocol)
    connection.session.receive(hello, 0.0)
    connection.session.greeted(Person(PLAYER, "Anna"), 0.0)


def test_messages_are_sent_as_they_are_and_counted() -> None:
    connection, wire, metrics = _connection()
    frame = codec.encode(messages.ServerPong(1))
    connection.send(frame)
    assert wire.frames == [frame]
    assert wire.frames[0] is frame
    assert (metrics.frames_out, metrics.bytes_out) == (1, len(frame))


def test_json_is_made_at_this_edge() -> None:
    connection, wire, _ = _connection(Subprotocol.JSON)
    connection.say(messages.ServerPong(1))
    assert wire.frames == ['{"type":"pong","id":1}']


def test_who_is_too_slow_is_aborted_once_and_counted() -> None:
    connection, wire, metrics = _connection()
    wire.is_full = True
    connection.send(b"1")
    connection.send(b"2")
    connection.close(CloseCode.RESTART)
    assert wire.frames == [b"1"]
    assert wire.ends == [("abort", 4001, "slow")]
    text = metrics.exposition().decode()
    assert "kozyr_outbox_overflows_total 1.0" in text
    assert 'kozyr_connections_closed_total{code="4001"} 1.0' in text


def test_refusals_are_counted_by_code() -> None:
    connection, _, metrics = _connection()
    connection.say(refusal(ErrorCode.BUSY, "later"))
    assert 'kozyr_refusals_total{code="busy"} 1.0' in metrics.exposition().decode()


def test_a_silent_client_is_asked_then_aborted() -> None:
    connection, wire, _ = _connection()
    _greet(connection)
    assert connection.beat(20.0) == 40.0
    assert wire.frames == [codec.encode(messages.ServerPing(0))]
    assert connection.beat(45.0) is None
    assert wire.ends == [("abort", 4003, "silent")]


def test_leaving_tells_when_to_come_back() -> None:
    connection, wire, _ = _connection()
    _greet(connection)
    connection.leave(250)
    notice = codec.decode_server(wire.frames[0])
    assert isinstance(notice, messages.Notice)
    assert (notice.code, notice.delay_ms) == ("draining", 250)
    assert wire.ends == [("close", 4000, "restart")]


def test_leaving_waits_for_the_command_in_work() -> None:
    connection, wire, _ = _connection()
    _greet(connection)
    connection.is_busy = True
    connection.leave(250)
    assert connection.is_leaving
    assert wire.ends == []
    connection.say(messages.Ok(1))
    assert len(wire.frames) == 2


def test_who_said_no_hello_is_told_nothing() -> None:
    connection, wire, _ = _connection()
    connection.leave(250)
    assert wire.frames == []
    assert wire.ends == [("close", 4000, "restart")]


def test_lines_of_the_ignored_are_not_sent() -> None:
    connection, wire, metrics = _connection()
    _greet(connection)
    other = PlayerId("p" + "b" * 16)
    said = messages.ChatSaid(ROOM, messages.ChatLine(1, other, "Bob", None, "hi", 1))
    connection.say(said)
    connection.known = Known(ignored=frozenset({other}))
    connection.say(said)
    assert wire.frames == [codec.encode(said)]
    metrics.flush()
    assert "kozyr_frames_sent_total 1.0" in metrics.exposition().decode()
