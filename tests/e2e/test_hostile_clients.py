"""Clients that mean no good, while others play: each gets a code, nobody else notices."""

import asyncio
import random
import re
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed

from kozyr_protocol import messages
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.codec import Subprotocol, encode, encode_client
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import RoomId
from kozyr_testing import evening_rude
from kozyr_testing.players import check_record, fetched, play, players, playing_on, seated
from kozyr_testing.processes import Kozyr, kozyr_serve
from kozyr_testing.raw_clients import RawClient, dialled, raw_client
from kozyr_testing.waiting import until_true

SEED = 20_261_108
ROOM = RoomId("48ftkfsjvfnapc")
TOO_LARGE = 1009

FLOOD = 5_000
SILENT = 200

_HELLO = encode(messages.Hello(1, 1))
_FOLLOW = msgspec.to_builtins(messages.Follow(7, ROOM)) | {"type": "follow"}

MALFORMED: dict[str, bytes | str] = {
    "nothing": b"",
    "truncated": _HELLO[:-3],
    "more than one message": _HELLO * 2,
    "no map": b"\x93\x01\x02\x03",
    "deep nesting": b"\x91" * 8_000 + b"\x01",
    "a deep map": b"\x81\xa1a" * 2_500 + b"\x01",
    "an endless array": b"\xdd\xff\xff\xff\xff",
    "an endless text": b"\xdb\xff\xff\xff\xff",
    "a wrong type": msgspec.msgpack.encode(_FOLLOW | {"room": 5}),
    "an unknown field": msgspec.msgpack.encode(_FOLLOW | {"colour": "red"}),
    "a huge integer": msgspec.msgpack.encode(_FOLLOW | {"id": 2**64 - 1}),
    "a fraction": msgspec.msgpack.encode(_FOLLOW | {"id": 1.5}),
    "a missing field": msgspec.msgpack.encode({"type": "follow", "id": 3}),
    "binary": msgspec.msgpack.encode(_FOLLOW | {"room": b"\xff\xfe"}),
    "no UTF-8": b"\x81\xa4type\xa2\xff\xfe",
    "a timestamp": b"\x81\xa4type\xd6\xff\x00\x00\x00\x00",
    "text": "hello",
}
MALFORMED_JSON: dict[str, bytes | str] = {
    "nothing": "",
    "truncated": '{"type": "hel',
    "deep nesting": "[" * 8_000,
    "a huge integer": '{"type": "follow", "id": ' + "9" * 8_000 + "}",
    "half a pair": '{"type": "\\ud800"}',
    "not a number": '{"type": "follow", "id": NaN}',
    "binary": b"\xff\xfe\x00",
}


@asynccontextmanager
async def _served(tmp_path: Path, *options: str) -> AsyncIterator[Kozyr]:
    """A server on which a game is played all the while; nobody in it is hurt."""
    folder = ("--data", str(tmp_path / "data"), "--durability", "everysec")
    async with (
        kozyr_serve(*folder, *options, log=tmp_path / ".log") as server,
        players([server.socket_url], 3, SEED) as table,
    ):
        async with playing_on(table) as finished:
            yield server
        for record in finished:
            check_record(await fetched(server.http_url, record), table)
        for player in table:
            assert (player.client.counts.lines, player.client.counts.gaps) == (1, 0)
    # Whatever clients send is no fault of the server's.
    assert server.log.read_text() == ""


async def _need_refused(client: RawClient, frame: bytes | str, *codes: str) -> None:
    await client.socket.send(frame)
    answer = await client.hear()
    assert isinstance(answer, messages.Error), answer
    assert answer.code in codes, answer


async def test_each_bad_frame_gets_its_code_and_the_connection_lives(tmp_path: Path) -> None:
    async with _served(tmp_path) as server:
        for subprotocol, frames in (
            (Subprotocol.MSGPACK, MALFORMED),
            (Subprotocol.JSON, MALFORMED_JSON),
        ):
            async with raw_client(server.socket_url, subprotocol) as client:
                for frame in frames.values():
                    await _need_refused(client, frame, ErrorCode.MALFORMED)
                unknown = msgspec.msgpack.encode({"type": "cheat", "id": 9})
                if subprotocol is Subprotocol.JSON:
                    unknown_text = '{"type": "cheat", "id": 9}'
                    await _need_refused(client, unknown_text, ErrorCode.UNKNOWN_MESSAGE)
                else:
                    await _need_refused(client, unknown, ErrorCode.UNKNOWN_MESSAGE)
                again = encode_client(messages.Hello(1, 1), subprotocol)
                await _need_refused(client, again, ErrorCode.ALREADY_GREETED)
                await client.say(messages.Ping(5))
                assert await client.hear() == messages.ServerPong(5)


async def test_random_bytes_are_refused_or_understood(tmp_path: Path) -> None:
    rng = random.Random(SEED)
    good = [encode(messages.Follow(7, ROOM)), encode(messages.Join(8, ROOM)), _HELLO]
    async with _served(tmp_path) as server:
        for _ in range(6):
            async with raw_client(server.socket_url) as client:
                for number in range(60):
                    if number % 2:
                        frame = rng.randbytes(rng.randint(0, 300))
                    else:
                        bent = bytearray(rng.choice(good))
                        bent[rng.randrange(len(bent))] = rng.randrange(256)
                        frame = bytes(bent)
                    await client.socket.send(frame)
                    answer = await client.hear()
                    assert isinstance(answer, messages.Error | messages.Rooms), answer


async def test_a_frame_above_8_kib_ends_the_connection(tmp_path: Path) -> None:
    async with _served(tmp_path) as server, raw_client(server.socket_url) as client:
        await client.socket.send(b"\xc0" * 9 * 1024)
        assert await _close_code(client) == TOO_LARGE


async def test_a_bad_first_message_is_answered_and_the_connection_closed(tmp_path: Path) -> None:
    bad_hello = CloseCode.BAD_HELLO
    firsts = (
        (b"\xc1\xc1", ErrorCode.MALFORMED, bad_hello),
        (encode(messages.Follow(7, ROOM)), ErrorCode.NOT_GREETED, bad_hello),
        (encode(messages.Hello(1, 1, "guess")), ErrorCode.BAD_TOKEN, bad_hello),
        (encode(messages.Hello(1, 1, name="\x07")), ErrorCode.BAD_NAME, bad_hello),
        (
            encode(messages.Hello(0, 0)),
            ErrorCode.UNSUPPORTED_VERSION,
            CloseCode.UNSUPPORTED_VERSION,
        ),
    )
    async with _served(tmp_path) as server:
        for frame, code, close in firsts:
            async with dialled(server.socket_url) as line:
                client = RawClient(line, Subprotocol.MSGPACK)
                await _need_refused(client, frame, code)
                assert await _close_code(client) == close


async def test_a_flood_is_slowed_and_then_cut(tmp_path: Path) -> None:
    async with _served(tmp_path) as server, raw_client(server.socket_url) as client:
        frame = encode(messages.ListRooms(4))
        try:
            for _ in range(FLOOD):
                await client.socket.send(frame)
        except ConnectionClosed:
            pass
        codes = set()
        try:
            while True:
                answer = await client.hear()
                codes.add(getattr(answer, "code", None))
        except ConnectionClosed:
            pass
        assert codes <= {None, ErrorCode.TOO_FAST}
        assert client.socket.close_code == CloseCode.FLOOD


async def test_connections_that_say_nothing_are_closed(tmp_path: Path) -> None:
    async with _served(tmp_path, "--hello-timeout-s", "0.5") as server, AsyncExitStack() as stack:
        silent = [
            RawClient(
                await stack.enter_async_context(dialled(server.socket_url)), Subprotocol.MSGPACK
            )
            for _ in range(SILENT)
        ]
        codes = await asyncio.gather(*map(_close_code, silent))
        assert set(codes) == {CloseCode.NO_HELLO}


async def test_nobody_waits_for_a_reader_that_stopped(tmp_path: Path) -> None:
    options = ("--data", str(tmp_path), "--durability", "everysec", "--commands-per-s", "0")
    async with (
        kozyr_serve(*options, "--outbox-bytes", "16384", log=tmp_path / ".log") as server,
        players([server.socket_url], 3, SEED) as table,
    ):
        rooms = await seated(table)
        async with _stuck(server, rooms[0].id) as client:

            async def is_closed() -> bool:
                async with httpx.AsyncClient() as http:
                    figures = (await http.get(server.http_url + "/metrics")).text
                return re.search(r'closed_total\{code="4001"\} 1', figures) is not None

            async with asyncio.TaskGroup() as tasks:
                game = tasks.create_task(play(table, rooms))
                for _ in range(1_500):
                    await client.say(messages.Follow(1, rooms[0].id))
            check_record(await fetched(server.http_url, game.result()), table)
            await until_true(is_closed)
        assert [player.client.counts.lines for player in table] == [1, 1, 1]
    assert server.log.read_text() == ""


@asynccontextmanager
async def _stuck(server: Kozyr, room: RoomId) -> AsyncIterator[RawClient]:
    """A spectator that reads no more once it follows."""
    place = urlsplit(server.socket_url)
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.connect((place.hostname, place.port))
    async with dialled(server.socket_url, sock=sock, max_queue=1, close_timeout=0.1) as line:
        client = RawClient(line, Subprotocol.MSGPACK)
        await client.say(messages.Hello(1, 1))
        await client.hear()
        await client.answer(messages.Follow(1, room))
        yield client


async def _close_code(client: RawClient) -> int | None:
    """Read on to the end of the connection; its code."""
    async with asyncio.timeout(20):
        try:
            while True:
                await client.socket.recv()
        except ConnectionClosed:
            return client.socket.close_code


async def test_who_comes_as_somebody_new_has_no_more_than_his_address(tmp_path: Path) -> None:
    async with _served(tmp_path) as server:
        rude = evening_rude.Rude(server.socket_url, 7)
        await evening_rude.comes_as_somebody_new(rude, each=8)
        async with httpx.AsyncClient(base_url=server.http_url, trust_env=False) as http:
            figures = (await http.get("/metrics")).text
    for limit in ("guests_per_address_per_min", "address_creates_per_s"):
        assert f'kozyr_limits_total{{limit="{limit}"}}' in figures, limit
