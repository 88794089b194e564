"""Lines of `kozyr_client.transport`: the WebSocket over real sockets, and the pair in memory."""

import asyncio
import logging
from contextlib import closing
from http import HTTPStatus
from socket import create_server

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from kozyr_client.errors import DialFailed, TransportClosed
from kozyr_client.transport import MemoryTransport, WebSocketTransport
from kozyr_protocol import messages
from kozyr_protocol.codec import encode
from kozyr_testing.sdk import SECRET, Line, ScriptedServer, welcome


async def test_frames_go_both_ways() -> None:
    async def script(line: Line) -> None:
        await line.greet()
        await line.until_closed()

    async with ScriptedServer(script) as server:
        line = await WebSocketTransport.dial(server.url)
        await line.send(encode(messages.Hello(1, 1)))
        assert await line.recv() == encode(welcome())
        await line.close()
        with pytest.raises(TransportClosed):
            await line.recv()
        with pytest.raises(TransportClosed):
            await line.send(b"late")
        await line.close()


@pytest.mark.parametrize("code", [4000, 4502])
async def test_the_close_code_arrives(code: int) -> None:
    async with ScriptedServer(lambda line: line.close(code, "because")) as server:
        line = await WebSocketTransport.dial(server.url)
        with pytest.raises(TransportClosed) as caught:
            await line.recv()
        assert (caught.value.code, caught.value.reason) == (code, "because")
        await line.close()


async def test_a_cut_has_the_code_of_no_close_frame() -> None:
    async def script(line: Line) -> None:
        line.cut()

    async with ScriptedServer(script) as server:
        line = await WebSocketTransport.dial(server.url)
        with pytest.raises(TransportClosed) as caught:
            await line.recv()
        assert caught.value.code == 1006
        await line.close()


async def test_nobody_there_may_pass() -> None:
    with closing(create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(DialFailed) as caught:
        await WebSocketTransport.dial(f"ws://127.0.0.1:{port}/ws")
    assert not caught.value.is_final


@pytest.mark.parametrize(
    ("status", "final"),
    [
        (HTTPStatus.NOT_FOUND, True),
        (HTTPStatus.FORBIDDEN, True),
        (HTTPStatus.TOO_MANY_REQUESTS, False),
        (HTTPStatus.SERVICE_UNAVAILABLE, False),
    ],
)
async def test_what_is_no_such_server_is_final(status: HTTPStatus, final: bool) -> None:
    def answer(connection: ServerConnection, _request: Request) -> Response:
        return connection.respond(status, "no\n")

    async def never(_connection: ServerConnection) -> None:
        raise AssertionError

    async with serve(never, "127.0.0.1", 0, process_request=answer) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        with pytest.raises(DialFailed) as caught:
            await WebSocketTransport.dial(f"ws://127.0.0.1:{port}/ws")
    assert caught.value.is_final is final


@pytest.mark.parametrize("url", ["http://127.0.0.1/ws", "nonsense"])
async def test_what_is_no_address_is_final(url: str) -> None:
    with pytest.raises(DialFailed) as caught:
        await WebSocketTransport.dial(url)
    assert caught.value.is_final


async def test_no_frame_and_so_no_token_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def script(line: Line) -> None:
        await line.greet()

    with caplog.at_level(logging.DEBUG):
        async with ScriptedServer(script) as server:
            line = await WebSocketTransport.dial(server.url)
            await line.send(encode(messages.Hello(1, 1, SECRET)))
            await line.recv()
            await line.close()
    mine = [each for each in caplog.records if each.name.startswith("kozyr")]
    assert not any(SECRET in each.getMessage() for each in mine)
    assert not any("BINARY" in each.getMessage() for each in mine)


async def test_memory_keeps_order_and_ends_for_both() -> None:
    one, other = MemoryTransport.pair()
    await one.send(b"1")
    await one.send(b"2")
    one.cut(4000, "restart")
    assert [await other.recv(), await other.recv()] == [b"1", b"2"]
    for end in (one, other):
        for _ in range(2):
            with pytest.raises(TransportClosed) as caught:
                await end.recv()
            assert caught.value.code == 4000
        with pytest.raises(TransportClosed):
            await end.send(b"3")
    await other.close()


async def test_a_full_line_waits_and_is_let_go_by_its_end() -> None:
    one, other = MemoryTransport.pair()
    for _ in range(MemoryTransport.CAPACITY):
        await one.send(b"x")
    waiting = asyncio.ensure_future(one.send(b"y"))
    await asyncio.sleep(0)
    assert not waiting.done()
    await other.recv()
    await waiting
    waiting = asyncio.ensure_future(one.send(b"z"))
    await asyncio.sleep(0)
    other.cut()
    with pytest.raises(TransportClosed):
        await waiting
