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
from kozyr_server.transport.house_key import HouseKey, is_near
from kozyr_server.transport.limits import Allowances, Rate, Rates
from kozyr_server.transport.session import Do, Greet, Session, SessionSettings
from kozyr_testing import serving
from kozyr_testing.ports import own_address
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
    """A connection, and the handler that serves it."""

    def __init__(self, *, is_near: bool, key: HouseKey | None = KEY) -> None:
        self.rooms, self.wire, metrics = SimpleRooms(), Wire(), Metrics()
        people = SimplePeople(SimpleStore())
        self.handler = Handler(
            self.rooms, people, SimpleLobby(self.rooms), metrics, LIMITS, house_key=key
        )
        allowances = Allowances(Rates(RATE, RATE, RATE, RATE))
        session = Session(SETTINGS, Subprotocol.MSGPACK, allowances, bytes, 0.0)
        self.connection = Connection(session, self.wire, metrics, is_near=is_near)

    async def enter(self, key: str, name: str | None = None) -> Any:
        greet = self.connection.session.receive(
            codec.encode(messages.Hello(1, 1, TOKEN, "Ada")), 0.0
        )
        assert isinstance(greet, Greet)
        assert await self.handler.greet(self.connection, greet, 0.0)
        await self.handler.do(self.connection, messages.EnterHouse(1, key, name))
        return self.wire.heard[-1]


async def test_a_bot_of_this_machine_with_the_key_is_let_in() -> None:
    desk = Desk(is_near=True)
    assert await desk.enter(KEY.key) == messages.Ok(1)
    assert desk.rooms.house == [desk.connection]
    assert desk.connection.person.is_house
    assert desk.connection.person.name == "Ada"


async def test_a_bot_gets_its_own_name_with_the_key_alone() -> None:
    desk = Desk(is_near=True)
    assert await desk.enter(KEY.key, "Ada ♣") == messages.Ok(1)
    assert desk.connection.person.name == "Ada ♣"
    stranger = Desk(is_near=False)
    await stranger.enter(KEY.key, "Ada ♣")
    assert stranger.connection.person.name == "Ada"


@pytest.mark.parametrize(
    ("near", "key", "said"),
    [
        (False, KEY, KEY.key),
        (True, KEY, KEY.key[:-1]),
        (True, KEY, ""),
        (True, KEY, "ключ"),
        (True, None, KEY.key),
    ],
)
async def test_nobody_else_is(near: bool, key: HouseKey | None, said: str) -> None:
    desk = Desk(is_near=near, key=key)
    with capture_logs() as logs:
        answer = await desk.enter(said)
    assert answer.code is ErrorCode.NOT_HOUSE
    assert not desk.rooms.house
    assert not desk.connection.person.is_house
    assert KEY.key not in str(logs) + str(answer)


async def test_no_rate_holds_for_a_house_bot() -> None:
    desk = Desk(is_near=True)
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


@pytest.mark.parametrize(
    ("peer", "here", "near"),
    [
        ("127.0.0.1", "127.0.0.1", True),
        ("::1", "::1", True),
        ("", "", True),
        ("192.0.2.7", "192.0.2.7", True),
        ("2001:db8::7", "2001:db8::7", True),
        ("192.0.2.8", "192.0.2.7", False),
        ("192.0.2.8", "", False),
    ],
)
def test_a_program_of_this_machine_has_its_address_at_both_ends(
    peer: str, here: str, near: bool
) -> None:
    assert is_near(peer, here, is_forwarded=False) is near
    assert not is_near(peer, here, is_forwarded=True)


@pytest.mark.parametrize("layer", ["picows", "uvicorn"])
async def test_bots_come_in_at_any_address_of_the_machine_but_through_no_proxy(
    layer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "LAYER", layer)
    address = own_address()
    settings = serving.with_(trusted_proxies="*")
    async with serving.served(settings, house_key=KEY, host=address) as server:
        async with server.client() as bot:
            assert await bot.ask(messages.EnterHouse(1, KEY.key)) == messages.Ok(1)
        for said in ("127.0.0.1", address, "203.0.113.9", "nonsense"):
            forwarded: Any = {"additional_headers": {"X-Forwarded-For": said}}
            async with server.client(**forwarded) as stranger:
                answer = await stranger.ask(messages.EnterHouse(1, KEY.key))
                assert answer.code is ErrorCode.NOT_HOUSE, said
    assert len(server.rooms.house) == 1
