"""`kozyr_server.transport.fast_socket`: what picows leaves to us, on real sockets."""

import asyncio
import gc
from importlib.metadata import version
from typing import Any

import pytest
from msgspec.structs import replace
from picows.picows import WSProtocol  # type: ignore[attr-defined]  # its stub leaves it out
from structlog.testing import capture_logs
from websockets.exceptions import InvalidStatus
from websockets.frames import Opcode

from kozyr_protocol import codec, messages
from kozyr_server.app import SOCKET_PATH
from kozyr_server.transport.connections import Connections
from kozyr_server.transport.fast_socket import MAX_READ_BYTES, FastWire
from kozyr_server.transport.inbox import (
    CROWDED_BYTES,
    CROWDED_FRAMES,
    MAX_BYTES,
    MAX_FRAMES,
    Inbox,
)
from kozyr_testing import serving
from kozyr_testing.serving import HELLO, ROOM, served, with_
from kozyr_testing.waiting import until


@pytest.fixture(autouse=True)
def layer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "LAYER", "picows")


def test_the_constructor_that_nobody_promised() -> None:
    assert version("picows") == "2.3.1", "look at the constructor again, then change this"
    for name in ("connection_made", "get_buffer", "buffer_updated"):
        assert callable(getattr(WSProtocol, name))


async def test_a_message_in_several_frames_is_one_message() -> None:
    async with served() as server, server.client() as client:
        packed = codec.encode(messages.Leave(5, ROOM))
        await client.socket.send([packed[:3], packed[3:9], packed[9:]])
        assert await client.hear() == messages.Ok(5, ROOM, 7)
        assert await client.ask(messages.Leave(6, ROOM)) == messages.Ok(6, ROOM, 7)


async def test_many_small_frames_do_not_make_a_message_too_large() -> None:
    async with served() as server, server.client() as client:
        await client.socket.send([b"x" * 1000] * 9)
        assert await client.close_code() == 1009


async def test_a_continuation_of_nothing_is_an_error() -> None:
    async with served() as server, server.client() as client:
        frame = _frame(Opcode.CONT, b"abc")
        client.socket.transport.write(frame)
        assert await client.close_code() == 1002


async def test_text_that_is_no_utf8_is_an_error() -> None:
    async with served() as server, server.client() as client:
        client.socket.transport.write(_frame(Opcode.TEXT, b"\xff\xfe"))
        assert await client.close_code() == 1007


def _frame(opcode: Opcode, payload: bytes) -> bytes:
    """A final masked frame with a mask of zeros."""
    return bytes((0x80 | opcode, 0x80 | len(payload), 0, 0, 0, 0)) + payload


async def test_a_websocket_elsewhere_is_not_found() -> None:
    async with served() as server:
        elsewhere = replace(server, url=server.url + "/other")
        with pytest.raises(InvalidStatus) as refused:
            async with elsewhere.dial():
                raise AssertionError("it was accepted")
        assert refused.value.response.status_code == 404


async def test_http_is_served_on_the_same_port() -> None:
    async with served() as server:
        port = int(server.url.rsplit(":", 1)[1])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert (await reader.read()).startswith(b"HTTP/1.1 200")
        writer.close()


async def test_the_address_before_a_trusted_proxy_counts() -> None:
    settings = with_(connections_per_address=1)
    async with served(settings) as server:
        headers = {"X-Forwarded-For": "198.51.100.7"}
        async with server.client(additional_headers=headers):
            async with server.dial(additional_headers=headers) as second:
                await second.wait_closed()
                assert second.close_code == 4006
            async with server.client(additional_headers={"X-Forwarded-For": "198.51.100.8"}):
                pass


async def test_an_untrusted_peer_cannot_choose_its_address() -> None:
    settings = with_(connections_per_address=1, trusted_proxies="192.0.2.1")
    with capture_logs() as lines:
        async with served(settings) as server:
            headers = {"X-Forwarded-For": "198.51.100.7"}
            async with (
                server.client(additional_headers=headers),
                server.client(additional_headers=headers),
            ):
                assert len(_connections(server)) == 2, "both count as loopback, which is free"
    warned = [line["proxy"] for line in lines if "trusted_proxies" in line["event"]]
    assert warned == ["127.0.0.1"], "the host is told once"


def _connections(server: serving.Served) -> Connections:
    return server.application.connections


def _inbox() -> Inbox:
    """That of the one connection there is; an empty one where nothing waits."""
    found = _inboxes()
    assert len(found) <= 1
    return found[0] if found else Inbox()


def _inboxes() -> list[Inbox]:
    # What lived half a second after a server's start is frozen, and would not be found.
    gc.unfreeze()
    return [each for each in gc.get_objects() if type(each) is Inbox]


async def test_who_sends_faster_than_commands_are_done_is_not_read() -> None:
    count = 20_000
    pings = [messages.Ping(n) for n in range(count)]
    # Not asked whether it is there: while frames wait the server hears nothing of it.
    settings = with_(commands_per_s=0.0, ping_interval_s=600.0, gone_after_s=1200.0)
    async with served(settings) as server, server.client() as client:
        server.rooms.gate.clear()
        await client.say(messages.Leave(1, ROOM))
        sent = b"".join(_frame(Opcode.BINARY, codec.encode(ping)) for ping in pings)
        assert len(sent) > 4 * MAX_BYTES
        client.socket.transport.write(sent)
        await until(lambda: _inbox().is_crowded)
        for _ in range(100):
            await asyncio.sleep(0)
            assert len(_inbox()) < CROWDED_FRAMES + MAX_READ_BYTES / 20
            assert _inbox().waiting_bytes < CROWDED_BYTES + 2 * MAX_READ_BYTES
        assert len(server.rooms.commands) == 1
        server.rooms.gate.set()
        assert await client.hear() == messages.Ok(1, ROOM, 7)
        for n in range(count):
            assert await client.hear() == messages.ServerPong(n)
        assert server.metrics.inbox_overflows._value.get() == 0


async def test_who_fills_one_read_with_nothing_is_a_flood() -> None:
    async with served() as server, server.client() as client:
        # Until its buffer has grown the server reads less at once.
        for _ in range(16):
            await client.send(b"\xc1" * 8000)
        for _ in range(16):
            assert isinstance(await client.hear(), messages.Error)
        server.rooms.gate.clear()
        await client.say(messages.Leave(1, ROOM))
        await until(lambda: len(server.rooms.commands) == 1)
        client.socket.transport.write(_frame(Opcode.BINARY, b"") * 4 * MAX_FRAMES)
        assert await client.close_code() == 4502
        assert len(_inbox()) <= MAX_FRAMES
        assert server.metrics.inbox_overflows._value.get() == 1
        server.rooms.gate.set()
        await until(lambda: len(server.rooms.gone) == 1)


async def test_a_command_in_work_is_finished_when_its_client_is_gone() -> None:
    async with served() as server:
        async with server.client() as client:
            server.rooms.gate.clear()
            await client.say(messages.Leave(1, ROOM))
            await until(lambda: len(server.rooms.commands) == 1)
        assert server.rooms.gone == []
        server.rooms.gate.set()
        await until(lambda: len(server.rooms.gone) == 1)
        assert len(_connections(server)) == 0


async def test_the_client_may_close_first() -> None:
    async with served() as server:
        async with server.client(HELLO) as client:
            await client.socket.close(1000, "bye")
            assert client.socket.close_code == 1000
        await until(lambda: len(server.rooms.gone) == 1)


class _Transport:
    """The underlying transport, which says how much waits in it."""

    def __init__(self) -> None:
        self.waiting = 0
        self.sent: list[tuple[Any, bytes]] = []
        self.aborted = False
        self.underlying_transport = self

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def send(self, kind: Any, message: bytes) -> None:
        self.sent.append((kind, message))

    def abort(self) -> None:
        self.aborted = True


async def test_a_wire_takes_no_more_than_its_bound() -> None:
    transport = _Transport()
    wire = FastWire(transport, 100, 0.01)  # type: ignore[arg-type]  # the part of it that is used
    assert wire.write(b"x" * 100)
    transport.waiting = 60
    assert wire.write(b"y" * 40)
    assert not wire.write(b"y" * 41)
    transport.waiting = 0
    assert wire.write("я" * 50), "a text of 100 bytes"
    assert not wire.write("я" * 51), "bytes are counted, not characters"
    assert [len(message) for _, message in transport.sent] == [100, 40, 100]
    wire.close(4001, "slow")
    assert wire.write(b"after"), "nothing is sent any more, and nobody is told"
    assert transport.sent[-1][1] == (4001).to_bytes(2, "big") + b"slow"
    await until(lambda: transport.aborted)


def test_the_path_is_the_one_of_the_protocol() -> None:
    assert SOCKET_PATH == "/ws"


async def test_a_frame_too_large_was_logged_as_if_it_were_our_fault(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with served() as server, server.client() as client:
        await client.socket.send(b"x" * 9 * 1024)
        assert await client.close_code() == 1009
    assert not caplog.records


async def test_an_idle_connection_has_no_task_and_no_inbox() -> None:
    async with served() as server, server.client() as client:
        assert await client.ask(messages.Leave(1, ROOM)) == messages.Ok(1, ROOM, 7)
        assert await client.ask(messages.Ping(2)) == messages.ServerPong(2)
        names = {task.get_name() for task in asyncio.all_tasks()}
        assert "kozyr command" not in names
        assert not _inboxes()
        assert len(server.application.connections) == 1
