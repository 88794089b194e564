"""HTTP connections are few and short (`kozyr_server.transport.http_protocol`)."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from urllib.parse import urlsplit

import pytest

from kozyr_server.proxies import TrustedProxies
from kozyr_server.transport import http_protocol
from kozyr_server.transport.http_protocol import Door
from kozyr_server.transport.limits import Addresses
from kozyr_testing.serving import Served, served, with_
from kozyr_testing.waiting import until

HASTY = with_(request_timeout_s=0.3)
STARTS = {
    "nothing": b"",
    "half a line": b"GET /heal",
    "no end of the headers": b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: b\r\n",
    "half a handshake": b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConn",
}
WHOLE = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def _line(server: Served) -> AsyncIterator[Line]:
    place = urlsplit(server.url)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def _ended(reader: asyncio.StreamReader) -> bytes:
    """All that still comes."""
    async with asyncio.timeout(5):
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""


def _bites(server: Served, limit: str) -> float:
    server.metrics.flush()
    found = server.metrics.registry.get_sample_value("kozyr_limits_total", {"limit": limit})
    return found or 0.0


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
async def test_a_request_that_does_not_come_is_not_waited_for(start: bytes) -> None:
    async with served(HASTY) as server, _line(server) as (reader, writer):
        writer.write(start)
        began = asyncio.get_running_loop().time()
        await _ended(reader)
        assert 0.2 < asyncio.get_running_loop().time() - began < 3
        assert _bites(server, "request_timeout_s") == 1


@pytest.mark.parametrize(
    ("start", "drop"),
    [
        (b"GET /healthz HTTP/1.1\r\n", b"X-A: b\r\n"),
        (b"POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n", b"a"),
    ],
    ids=["headers", "a body that nobody reads"],
)
async def test_a_trickle_wins_no_time(start: bytes, drop: bytes) -> None:
    async with served(HASTY) as server, _line(server) as (reader, writer):
        loop = asyncio.get_running_loop()
        until_s, ended = loop.time() + 3, asyncio.create_task(_ended(reader))
        writer.write(start)
        while loop.time() < until_s and not ended.done():
            writer.write(drop)
            await asyncio.wait({ended}, timeout=0.05)
        assert ended.done()
        await ended


async def test_the_second_request_of_a_connection_has_its_time_too() -> None:
    async with served(HASTY) as server, _line(server) as (reader, writer):
        writer.write(WHOLE)
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        await reader.readuntil(b"ok\n")
        writer.write(WHOLE[:9])
        assert await _ended(reader) == b""
        assert _bites(server, "request_timeout_s") == 1


async def test_a_whole_request_and_a_socket_are_left_alone() -> None:
    async with (
        served(HASTY) as server,
        server.client() as client,
        _line(server) as (reader, writer),
    ):
        for _ in range(3):
            writer.write(WHOLE)
            await reader.readuntil(b"ok\n")
            await asyncio.sleep(0.15)
        assert client.socket.close_code is None
        assert _bites(server, "request_timeout_s") == 0


async def test_who_takes_no_answer_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "ANSWER_S", 0.5)
    async with served(HASTY) as server, _line(server) as (reader, writer):
        writer.transport.pause_reading()  # type: ignore[attr-defined]  # of a socket
        ask = b"GET /protocol/v1/README.md HTTP/1.1\r\nHost: x\r\n\r\n"
        loop = asyncio.get_running_loop()
        until_s = loop.time() + 8
        while not _bites(server, "request_timeout_s") and loop.time() < until_s:
            writer.write(ask * 20)
            await asyncio.sleep(0.05)
        assert _bites(server, "request_timeout_s") == 1
        assert reader is not None


async def test_bad_requests_fill_no_log(caplog: pytest.LogCaptureFixture) -> None:
    async with served(HASTY) as server:
        for nonsense in (b"\x16\x03\x01\x02\x00", b"GET  \x00 HTTP/1.1\r\n\r\n", b"A" * 70_000):
            async with _line(server) as (reader, writer):
                writer.write(nonsense)
                await _ended(reader)
        async with _line(server) as (reader, writer):
            writer.write(
                WHOLE.replace(b"\r\n\r\n", b"\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n")
            )
            await reader.readuntil(b"ok\n")
    assert caplog.text == ""


async def test_the_slowest_make_room_for_the_honest() -> None:
    most = 8
    async with served(with_(max_requests=most)) as server, AsyncExitStack() as stack:
        idle = [await stack.enter_async_context(_line(server)) for _ in range(most)]
        for _ in range(3):
            async with _line(server) as (reader, writer):
                writer.write(WHOLE)
                await reader.readuntil(b"ok\n")
        await until(lambda: _bites(server, "max_requests") >= 1)
        assert await _ended(idle[0][0]) == b""
        assert not idle[-1][0].at_eof()


class _Visit:
    """A connection that only stands at the door."""

    def __init__(self, *, is_waiting: bool = True) -> None:
        self.is_waiting = is_waiting
        self.is_cut = False

    def cut(self) -> None:
        self.is_cut = True


def _door(most: int = 100, most_each: int = 2, trusted: str = "10.0.0.0/8") -> Door:
    return Door(most, Addresses(most_each), 1.0, TrustedProxies.from_text(trusted), Counter())


def test_an_address_has_its_number_and_a_trusted_proxy_any() -> None:
    door = _door()
    visits = [_Visit() for _ in range(3)]
    assert [door.enter(visit, "203.0.113.7") for visit in visits] == [True, True, False]
    assert door.enter(_Visit(), "203.0.113.8")
    assert all(door.enter(_Visit(), "10.1.2.3") for _ in range(9))
    assert all(door.enter(_Visit(), "127.0.0.1") for _ in range(9))
    door.leave(visits[0])
    door.leave(visits[0])
    assert door.enter(_Visit(), "203.0.113.7")
    assert not door.enter(_Visit(), "203.0.113.7")


def test_with_requests_in_work_alone_a_full_door_stays_shut() -> None:
    door = _door(most=2, most_each=9)
    busy, waiting, new = _Visit(is_waiting=False), _Visit(), _Visit(is_waiting=False)
    assert all(door.enter(visit, "203.0.113.7") for visit in (busy, waiting, new))
    assert (busy.is_cut, waiting.is_cut, len(door)) == (False, True, 2)
    assert not door.enter(_Visit(), "203.0.113.7")
    assert len(door) == 2
