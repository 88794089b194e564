"""All connections of a process (`kozyr_server.transport.connections`)."""

import asyncio

from kozyr_protocol import codec, messages
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.codec import Subprotocol
from kozyr_server.people import tokens
from kozyr_server.people.callers import Person
from kozyr_server.telemetry import Metrics
from kozyr_server.transport.connection import Connection
from kozyr_server.transport.connections import Connections
from kozyr_server.transport.limits import Addresses, Allowances, Rate, Rates
from kozyr_server.transport.session import Session, SessionSettings
from kozyr_testing.waiting import until

RATE = Rate(1.0, 1)
SETTINGS = SessionSettings(
    limits=messages.Limits(8192, 262_144, 32, 24, 400, 20.0, 45.0, 0.0, 1),
    durability="always",
    hello_timeout_s=5.0,
    rate=Rate(0.0, 1),
    max_refusals=10,
)


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


class Wire:
    """Remembers what was written."""

    def __init__(self) -> None:
        self.messages: list[object] = []
        self.codes: list[int] = []

    def write(self, frame: bytes | str) -> bool:
        self.messages.append(codec.decode_server(frame))
        return True

    def close(self, code: int, reason: str = "") -> None:
        self.codes.append(code)

    def abort(self, code: int, reason: str = "") -> None:
        self.codes.append(code)


class Desk:
    """Connections with a clock in hand."""

    def __init__(self, max_connections: int = 100, max_each: int = 2) -> None:
        self.clock = Clock()
        self.metrics = Metrics()
        self.allowances = Allowances(Rates(RATE, RATE, RATE, RATE))
        rates = Rates(RATE, RATE, RATE, RATE)
        self.addresses = Addresses(max_each, rates=rates)
        self.connections = Connections(
            self.metrics, self.allowances, self.addresses, max_connections, self.clock
        )

    def open(
        self, address: str = "192.0.2.1", *, is_greeted: bool = True
    ) -> tuple[Connection, Wire, CloseCode | None]:
        wire = Wire()
        session = Session(SETTINGS, Subprotocol.MSGPACK, self.allowances, bytes, self.clock.now_s)
        connection = Connection(session, wire, self.metrics)
        if is_greeted:
            session.receive(codec.encode(messages.Hello(1, 1)), self.clock.now_s)
            player = tokens.player_id(tokens.from_bytes(bytes(32)))
            session.greeted(Person(player, "Anna"), self.clock.now_s)
        return connection, wire, self.connections.add(connection, address)

    def pass_time(self, seconds: float) -> None:
        for _ in range(round(seconds * 4)):
            self.clock.now_s += 0.25
            self.connections.beat(self.clock.now_s)


def test_one_address_and_the_whole_have_their_bounds() -> None:
    desk = Desk(max_connections=3, max_each=2)
    first, _, refused = desk.open()
    assert refused is None
    assert desk.open()[2] is None
    assert desk.open()[2] is CloseCode.TOO_MANY_CONNECTIONS
    assert desk.open("192.0.2.2")[2] is None
    assert desk.open("127.0.0.1")[2] is CloseCode.TOO_MANY_CONNECTIONS
    desk.connections.remove(first)
    assert desk.open()[2] is None
    assert "kozyr_connections 3.0" in desk.metrics.exposition().decode()


def test_heartbeats_of_all_connections_come_from_one_place() -> None:
    desk = Desk(max_each=10)
    quiet, quiet_wire, _ = desk.open()
    _, mute_wire, _ = desk.open(is_greeted=False)
    desk.pass_time(6)
    assert mute_wire.codes == [CloseCode.NO_HELLO]
    assert quiet_wire.messages == []
    desk.pass_time(15)
    assert quiet_wire.messages == [messages.ServerPing(0)]
    quiet.session.receive(codec.encode(messages.Pong(0)), desk.clock.now_s)
    desk.pass_time(40)
    assert quiet_wire.codes == []
    desk.pass_time(6)
    assert quiet_wire.codes == [CloseCode.SILENT]
    assert quiet_wire.messages == [messages.ServerPing(0)] * 3


def test_a_connection_that_ended_is_not_looked_at() -> None:
    desk = Desk()
    connection, wire, _ = desk.open()
    desk.connections.remove(connection)
    desk.pass_time(100)
    assert wire.messages == []
    assert wire.codes == []


def test_allowances_live_as_long_as_they_say_something() -> None:
    desk = Desk()
    connection, _, _ = desk.open()
    desk.pass_time(10)
    assert len(desk.allowances) == 1
    desk.connections.remove(connection)
    desk.pass_time(10)
    assert len(desk.allowances) == 0


async def test_draining_sends_all_away_at_different_moments() -> None:
    desk = Desk(max_each=10)
    opened = [desk.open() for _ in range(4)]
    drained = asyncio.create_task(desk.connections.drain(2.0))
    await asyncio.sleep(0)
    assert desk.connections.is_draining
    notices = [wire.messages[0] for _, wire, _ in opened]
    assert [notice.delay_ms for notice in notices if isinstance(notice, messages.Notice)] == [
        500,
        1000,
        1500,
        2000,
    ]
    assert all(wire.codes == [CloseCode.RESTART] for _, wire, _ in opened)
    assert desk.open()[2] is CloseCode.RESTART
    for connection, _, _ in opened:
        desk.connections.remove(connection)
    async with asyncio.timeout(10):
        await drained


async def test_draining_waits_for_work_and_not_for_ever() -> None:
    desk = Desk()
    busy, wire, _ = desk.open()
    busy.is_busy = True
    drained = asyncio.create_task(desk.connections.drain(2.0))
    await asyncio.sleep(0.05)
    assert wire.codes == []
    assert not drained.done()
    desk.clock.now_s += 2.0
    async with asyncio.timeout(10):
        await drained
    assert wire.codes == [CloseCode.RESTART]


async def test_in_a_hurry_nobody_is_waited_for() -> None:
    desk = Desk()
    busy, wire, _ = desk.open()
    busy.is_busy = True
    hurry = asyncio.Event()
    hurry.set()
    async with asyncio.timeout(10):
        await desk.connections.drain(1000.0, hurry)
    assert wire.codes == [CloseCode.RESTART]


async def test_the_heartbeat_survives_a_fault() -> None:
    desk = Desk()
    connection, wire, _ = desk.open()
    calls = []

    def broken(now_s: float) -> float:
        calls.append(now_s)
        raise RuntimeError

    class Broken(Connection):
        __slots__ = ()

        def beat(self, now_s: float) -> float | None:
            return broken(now_s)

    bad = Broken(connection.session, wire, desk.metrics)
    assert desk.connections.add(bad, "192.0.2.1") is None
    desk.clock.now_s = 21.0
    task = asyncio.create_task(desk.connections.run())
    await until(lambda: bool(calls))
    desk.clock.now_s = 46.0
    await until(lambda: wire.codes == [CloseCode.SILENT])
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()
    assert 'kozyr_faults_total{place="heartbeat"} 1.0' in desk.metrics.exposition().decode()


def test_what_an_address_has_left_is_forgotten_after_it_left() -> None:
    desk = Desk()
    connection, _, _ = desk.open("192.0.2.1")
    mine = desk.connections.shared_by("192.0.2.1")
    assert mine is not None
    assert desk.connections.shared_by("192.0.2.2") is not mine
    assert desk.connections.shared_by("127.0.0.1") is None
    desk.pass_time(6)
    assert desk.addresses.remembered() == 1
    assert desk.connections.shared_by("192.0.2.1") is mine
    desk.connections.remove(connection)
    desk.pass_time(6)
    assert desk.addresses.remembered() == 0
