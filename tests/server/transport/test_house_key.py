"""Who may be a house bot (`kozyr_server.transport.house_key`)."""

from typing import Any

import pytest
from structlog.testing import capture_logs

from kozyr_protocol import codec, messages
from kozyr_protocol.codec import Subprotocol
from kozyr_protocol.errors import ErrorCode
from kozyr_server.telemetry import Metrics
from kozyr_server.transport.connection import Connection
from kozyr_server.transport.handler import Handler
from kozyr_server.transport.house_key import HouseKey
from kozyr_server.transport.limits import Allowances, Rate, Rates
from kozyr_server.transport.session import Do, Greet, Session, SessionSettings
from kozyr_testing.serving import ROOM, TOKEN, SimpleLobby, SimplePeople, SimpleRooms, SimpleStore

RATE = Rate(0.01, 2)
LIMITS = messages.Limits(8192, 262_144, 32, 24, 400, 20.0, 45.0, 0.01, 2)
SETTINGS = SessionSettings(
    limits=LIMITS, durability="always", hello_timeout_s=5.0, rate=RATE, max_refusals=10
)
KEY = HouseKey("house-key-of-the-tests".ljust(43, "x"))


class Wire:
    """Remembers what was said."""

    def __init__(self) -> None:
        self.heard: list[Any] = []

    def write(self, frame: bytes | str) -> bool:
        self.heard.append(codec.decode_server(frame))
        return True

    def close(self, code: int, reason: str = "") -> None:
        raise AssertionError(code, reason)

    abort = close


class Desk:
    """A connection from an address, and the handler that serves it."""

    def __init__(self, address: str, key: HouseKey | None = KEY) -> None:
        self.rooms, self.wire, metrics = SimpleRooms(), Wire(), Metrics()
        people = SimplePeople(SimpleStore())
        self.handler = Handler(
            self.rooms, people, SimpleLobby(self.rooms), metrics, LIMITS, house_key=key
        )
        allowances = Allowances(Rates(RATE, RATE, RATE, RATE))
        session = Session(SETTINGS, Subprotocol.MSGPACK, allowances, bytes, 0.0)
        self.connection = Connection(session, self.wire, metrics, address)

    async def enter(self, key: str) -> Any:
        greet = self.connection.session.receive(
            codec.encode(messages.Hello(1, 1, TOKEN, "Ada")), 0.0
        )
        assert isinstance(greet, Greet)
        assert await self.handler.greet(self.connection, greet, 0.0)
        await self.handler.do(self.connection, messages.EnterHouse(1, key))
        return self.wire.heard[-1]


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", ""])
async def test_a_bot_of_this_machine_with_the_key_is_let_in(address: str) -> None:
    desk = Desk(address)
    assert await desk.enter(KEY.key) == messages.Ok(1)
    assert desk.rooms.house == [desk.connection]
    assert desk.connection.person.is_house


@pytest.mark.parametrize(
    ("address", "key", "said"),
    [
        ("192.0.2.1", KEY, KEY.key),
        ("127.0.0.1", KEY, KEY.key[:-1]),
        ("127.0.0.1", KEY, ""),
        ("127.0.0.1", KEY, "ключ"),
        ("127.0.0.1", None, KEY.key),
    ],
)
async def test_nobody_else_is(address: str, key: HouseKey | None, said: str) -> None:
    desk = Desk(address, key)
    with capture_logs() as logs:
        answer = await desk.enter(said)
    assert answer.code is ErrorCode.NOT_HOUSE
    assert not desk.rooms.house
    assert not desk.connection.person.is_house
    assert KEY.key not in str(logs) + str(answer)


async def test_no_rate_holds_for_a_house_bot() -> None:
    desk = Desk("127.0.0.1")
    await desk.enter(KEY.key)
    frame = codec.encode(messages.Unfollow(2, ROOM))
    for _ in range(100):
        assert isinstance(desk.connection.session.receive(frame, 0.0), Do)


def test_a_key_is_long_new_each_time_and_shown_nowhere() -> None:
    other = HouseKey.drawn()
    assert len(KEY.key) == 43
    assert KEY.key != other.key
    assert not KEY.fits(other.key)
    assert KEY.key not in f"{KEY!r} {KEY}"
