"""The endpoint `/ws` on a real socket (`kozyr_server.transport.socket`)."""

import asyncio
import json
import os
import socket as sockets
from random import Random

import httpx
import msgpack
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from kozyr_protocol import codec, messages
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.codec import Subprotocol
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId
from kozyr_testing.serving import HELLO, ROOM, TOKEN, Client, served, with_
from kozyr_testing.waiting import until

pytestmark = pytest.mark.usefixtures("layer")

BOTH = pytest.mark.parametrize("subprotocol", list(Subprotocol))


# --- The handshake


@BOTH
async def test_hello_is_answered_by_welcome(subprotocol: Subprotocol) -> None:
    async with served() as server, server.client(None, subprotocol) as client:
        assert client.socket.subprotocol == str(subprotocol)
        welcome = await client.ask(messages.Hello(1, 3, name=" Anna "))
        assert isinstance(welcome, messages.Welcome)
        assert (welcome.version, welcome.name, welcome.durability) == (1, "Anna", "everysec")
        assert welcome.limits.frame_bytes == 8192
        assert welcome.token is not None
        async with server.client(None, subprotocol) as again:
            back = await again.ask(messages.Hello(1, 1, welcome.token))
            assert (back.player, back.token) == (welcome.player, None)


async def test_without_a_subprotocol_msgpack_is_spoken() -> None:
    async with served() as server, server.dial() as socket:
        assert socket.subprotocol is None
        assert isinstance(await Client(socket, Subprotocol.MSGPACK).ask(HELLO), messages.Welcome)


async def test_the_first_subprotocol_that_is_known_is_taken() -> None:
    offers = ["other", "kozyr.json", "kozyr.msgpack"]
    async with served() as server, server.dial(offers) as socket:
        assert socket.subprotocol == "kozyr.json"
        await socket.send('{"type":"hello","min_version":1,"max_version":1}')
        assert json.loads(await socket.recv())["type"] == "welcome"


async def test_unknown_subprotocols_are_closed_with_a_code_that_browsers_see() -> None:
    async with served() as server, server.dial(["mqtt", "soap"]) as socket:
        # A browser would drop the connection if none of its offers was taken.
        assert socket.subprotocol == "mqtt"
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        assert socket.close_code == CloseCode.UNKNOWN_SUBPROTOCOL


async def test_no_common_version() -> None:
    async with served() as server, server.client(None) as client:
        error = await client.ask(messages.Hello(7, 9))
        assert error.code is ErrorCode.UNSUPPORTED_VERSION
        assert await client.close_code() == CloseCode.UNSUPPORTED_VERSION


@BOTH
@pytest.mark.parametrize(
    ("hello", "code"),
    [
        (messages.Hello(1, 1, "no-token"), ErrorCode.BAD_TOKEN),
        (messages.Hello(1, 1, name="x" * 25), ErrorCode.BAD_NAME),
        (messages.ListRooms(1), ErrorCode.NOT_GREETED),
    ],
)
async def test_a_bad_hello(
    subprotocol: Subprotocol, hello: messages.ClientMessage, code: ErrorCode
) -> None:
    async with served() as server, server.client(None, subprotocol) as client:
        assert (await client.ask(hello)).code is code
        assert await client.close_code() == CloseCode.BAD_HELLO
        await until(lambda: len(server.application.connections) == 0)
        assert server.rooms.gone == []


async def test_hello_must_come_in_time() -> None:
    settings = with_(hello_timeout_s=0.2)
    async with served(settings) as server, server.client(None) as client:
        assert await client.close_code() == CloseCode.NO_HELLO


async def test_only_the_origins_that_were_named() -> None:
    async with served(with_(origins=("https://a.example",))) as server:
        async with server.dial(origin="https://A.example"), server.dial(origin=None):
            pass
        for other in ("https://b.example", "null"):
            with pytest.raises(InvalidStatus) as caught:
                async with server.dial(origin=other):
                    pass
            assert caught.value.response.status_code == 403
        text = server.metrics.exposition().decode()
        assert 'kozyr_connections_refused_total{reason="origin"} 2.0' in text
    async with served() as server, server.dial(origin="https://b.example"):
        pass


async def test_a_full_server_says_so() -> None:
    async with served(with_(max_connections=1)) as server, server.client() as first:
        async with server.client(None) as second:
            assert await second.close_code() == CloseCode.TOO_MANY_CONNECTIONS
        assert isinstance(await first.ask(messages.Ping(1)), messages.ServerPong)


# --- Commands


@BOTH
async def test_commands_are_answered_in_their_order(subprotocol: Subprotocol) -> None:
    async with served() as server, server.client(subprotocol=subprotocol) as client:
        await client.say(messages.Follow(1, ROOM))
        for n in range(2, 40):
            await client.say(messages.Leave(n, ROOM))
        heard = [await client.hear() for _ in range(39)]
        assert [message.id for message in heard] == list(range(1, 40))
        server.rooms.shout(messages.Watchers(ROOM, 3))
        assert await client.hear() == messages.Watchers(ROOM, 3)


async def test_frames_go_out_while_a_command_is_in_work() -> None:
    async with served() as server, server.client() as client:
        await client.ask(messages.Follow(1, ROOM))
        server.rooms.gate.clear()
        await client.say(messages.Leave(2, ROOM))
        await until(lambda: len(server.rooms.commands) == 1)
        server.rooms.shout(messages.Watchers(ROOM, 1))
        assert await client.hear() == messages.Watchers(ROOM, 1)
        server.rooms.gate.set()
        assert await client.hear() == messages.Ok(2, ROOM, 7)


async def test_rooms_hear_once_that_a_connection_ended() -> None:
    async with served() as server:
        async with server.client() as client:
            await client.ask(messages.Follow(1, ROOM))
            (peer,) = server.rooms.members
        await until(lambda: server.rooms.gone == [peer])
        await until(lambda: len(server.application.connections) == 0)
        async with server.client() as client:
            await client.ask(messages.Follow(1, ROOM))
            client.socket.transport.abort()
            await until(lambda: len(server.rooms.gone) == 2)


async def test_a_store_that_is_away_lets_a_player_come_back_later() -> None:
    async with served() as server:
        server.store.is_away = True
        async with server.client(None) as client:
            error = await client.ask(messages.Hello(1, 1, TOKEN))
            assert error.code is ErrorCode.STORE_UNAVAILABLE
            assert await client.close_code() == CloseCode.INTERNAL


# --- Hostile frames


@BOTH
async def test_bad_frames_are_answered_and_the_connection_lives(subprotocol: Subprotocol) -> None:
    random = Random(4501)
    whole = msgpack.packb({"type": "join", "id": 3, "room": ROOM})
    frames: list[bytes | str] = [
        b"",
        b"\x91" * 8192,
        b"[" * 8192,
        b'{"id":' + b"9" * 5000 + b"}",
        b"\xff\xfe\xfd",
        "not binary",
        *(whole[:cut] for cut in range(1, len(whole))),
        *(random.randbytes(random.randrange(1, 200)) for _ in range(60)),
    ]
    settings = with_(max_refusals=10_000, commands_per_s=0.0)
    async with (
        served(settings) as server,
        server.client(subprotocol=subprotocol) as client,
    ):
        for frame in frames:
            await client.send(frame)
            error = await client.hear()
            assert isinstance(error, messages.Error), frame
            assert error.code in {ErrorCode.MALFORMED, ErrorCode.UNKNOWN_MESSAGE}
            assert error.id is None
        assert await client.ask(messages.Ping(5)) == messages.ServerPong(5)


async def test_a_frame_over_the_bound_is_closed_by_its_standard_code() -> None:
    async with served() as server, server.client() as client, server.client() as other:
        await client.send(os.urandom(8192))
        assert isinstance(await client.hear(), messages.Error)
        await client.send(os.urandom(9 * 1024))
        assert await client.close_code() == 1009
        assert isinstance(await other.ask(messages.Ping(1)), messages.ServerPong)


async def test_a_flood_is_closed() -> None:
    async with served(with_(max_refusals=50)) as server, server.client() as client:
        for _ in range(60):
            await client.send(b"\xc1")
        heard = [await client.hear() for _ in range(51)]
        assert all(error.code is ErrorCode.MALFORMED for error in heard)
        assert await client.close_code() == CloseCode.FLOOD


async def test_too_many_commands_are_told_when_to_come_again() -> None:
    async with served(with_(commands_per_s=1.0)) as server, server.client() as client:
        for n in range(12):
            await client.say(messages.Leave(n, ROOM))
        heard = [await client.hear() for _ in range(12)]
        assert [type(message) for message in heard] == [messages.Ok] * 10 + [messages.Error] * 2
        assert heard[10].code is ErrorCode.TOO_FAST
        assert 0 < heard[10].facts["retry_ms"] <= 1000


async def test_bots_without_think_time_are_not_held_back() -> None:
    async with served(with_(commands_per_s=0.0)) as server, server.client() as client:
        for n in range(1000):
            assert await client.ask(messages.Leave(n, ROOM)) == messages.Ok(n, ROOM, 7)


# --- Silence


async def test_a_quiet_client_is_asked_and_kept_while_it_answers() -> None:
    settings = with_(ping_interval_s=0.2, gone_after_s=3.0)
    async with served(settings) as server, server.client() as client:
        loop = asyncio.get_running_loop()
        until_s = loop.time() + 4.0
        while loop.time() < until_s:
            assert await client.hear() == messages.ServerPing(0)
            await client.say(messages.Pong(0))


async def test_a_silent_client_is_closed() -> None:
    settings = with_(ping_interval_s=0.2, gone_after_s=1.5)
    async with served(settings) as server, server.client() as client:
        assert await client.hear() == messages.ServerPing(0)
        assert await client.close_code() == CloseCode.SILENT


# --- Slow readers


CHAT = messages.ChatSaid(
    ROOM, messages.ChatLine(1, PlayerId("pother"), "Other", None, "x" * 6000, 0)
)


def _small_socket(url: str) -> sockets.socket:
    """A connection that takes little before it must be read."""
    client = sockets.socket()
    client.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    client.connect(("127.0.0.1", int(url.rsplit(":", 1)[1])))
    client.setblocking(False)
    return client


async def test_a_slow_reader_is_closed_and_nobody_else_waits() -> None:
    settings = with_(outbox_bytes=65_536, close_grace_s=20.0)
    async with served(settings) as server, server.client() as quick:
        small = _small_socket(server.url)
        # The client library stops reading its socket after a few messages that nobody takes.
        async with server.client(sock=small, max_queue=1) as slow:
            await slow.ask(messages.Follow(1, ROOM))
            await quick.ask(messages.Follow(1, ROOM))
            loop = asyncio.get_running_loop()
            longest_s, sent = 0.0, 0
            while server.metrics.outbox_overflows._value.get() == 0:
                assert sent < 5000, "the slow reader was never noticed"
                began_s = loop.time()
                server.rooms.shout(CHAT)
                longest_s = max(longest_s, loop.time() - began_s)
                sent += 1
                assert await quick.hear() == CHAT
            assert longest_s < 1.0
            # Whoever reads on before it is cut finds out why.
            assert await slow.close_code() == CloseCode.SLOW
        await until(lambda: len(server.rooms.gone) == 1)
        assert isinstance(await quick.ask(messages.Ping(1)), messages.ServerPong)


async def test_a_reader_that_stopped_for_good_is_cut() -> None:
    settings = with_(outbox_bytes=65_536, close_grace_s=0.2)
    async with served(settings) as server:
        small = _small_socket(server.url)
        async with server.client(sock=small, max_queue=1) as dead:
            await dead.ask(messages.Follow(1, ROOM))
            for _ in range(5000):
                server.rooms.shout(CHAT)
                await asyncio.sleep(0)
                if not server.rooms.members:
                    break
            await until(lambda: len(server.application.connections) == 0)
            assert len(server.rooms.gone) == 1
            # What lies in the system's buffers comes, and then the line is dead.
            assert await dead.close_code() == 1006


# --- The end


async def test_draining_answers_what_was_begun_and_sends_all_away() -> None:
    async with served(with_(drain_s=8.0)) as server:
        async with server.client() as busy, server.client() as idle:
            server.rooms.gate.clear()
            await busy.say(messages.Leave(1, ROOM))
            await until(lambda: len(server.rooms.commands) == 1)
            server.stop.ask()
            for client in (busy, idle):
                notice = await client.hear()
                assert isinstance(notice, messages.Notice)
                assert notice.code == "draining"
                assert 0 < notice.delay_ms <= 8000
            assert await idle.close_code() == CloseCode.RESTART
            async with httpx.AsyncClient() as http:
                ready = await http.get(server.url + "/readyz")
            assert (ready.status_code, ready.json()["draining"]) == (503, True)
            async with server.client(None) as late:
                assert await late.close_code() == CloseCode.RESTART
            server.rooms.gate.set()
            assert await busy.hear() == messages.Ok(1, ROOM, 7)
            assert await busy.close_code() == CloseCode.RESTART
        async with asyncio.timeout(10):
            await server.ended
        assert server.rooms.runs == 0
        assert len(server.rooms.gone) == 2


async def test_commands_behind_the_last_one_are_refused_before_the_end() -> None:
    async with served(with_(drain_s=8.0)) as server, server.client() as client:
        server.rooms.gate.clear()
        commands = [messages.Leave(1, ROOM), messages.Join(2, ROOM), messages.ListRooms(3)]
        packed = [codec.encode(command) for command in commands]
        # All in one write, so that all have come when the first one is done.
        client.socket.transport.write(
            b"".join(bytes((0x82, 0x80 | len(each), 0, 0, 0, 0)) + each for each in packed)
        )
        await until(lambda: len(server.rooms.commands) == 1)
        server.stop.ask()
        assert isinstance(await client.hear(), messages.Notice)
        server.rooms.gate.set()
        assert await client.hear() == messages.Ok(1, ROOM, 7)
        for number, room in ((2, ROOM), (3, None)):
            error = await client.hear()
            assert (error.id, error.code, error.room) == (number, ErrorCode.DRAINING, room)
            assert error.temporary
        assert await client.close_code() == CloseCode.RESTART
        assert len(server.rooms.commands) == 1


async def test_a_second_signal_waits_for_nobody() -> None:
    async with served(with_(drain_s=300.0)) as server, server.client() as busy:
        server.rooms.gate.clear()
        await busy.say(messages.Leave(1, ROOM))
        await until(lambda: len(server.rooms.commands) == 1)
        server.stop.ask()
        assert isinstance(await busy.hear(), messages.Notice)
        server.stop.ask()
        assert await busy.close_code() == CloseCode.RESTART
        server.rooms.gate.set()
        async with asyncio.timeout(10):
            await server.ended
