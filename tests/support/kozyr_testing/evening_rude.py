"""People who come for an evening and mean no good: each is stopped by a limit that he names."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidStatus

from kozyr_protocol import messages
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.codec import Subprotocol
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import ActionKey, GameKey, PlayerId, RoomId
from kozyr_server.settings import Settings
from kozyr_testing.raw_clients import RawClient, dialled

TOO_LARGE = 1009
NO_ROOM = RoomId("48ftkfsjvfnapc")


class Rude:
    """One of them, at one address."""

    def __init__(self, url: str, number: int) -> None:
        self.url = url
        self.address = f"203.0.113.{number}"
        self.token = secrets.token_urlsafe(32)
        self.is_banned = False
        """For good."""

    @asynccontextmanager
    async def line(self, address: str | None = None) -> AsyncIterator[RawClient]:
        """A connection on which nothing was said."""
        headers = {"X-Forwarded-For": address or self.address}
        async with dialled(self.url, additional_headers=headers, open_timeout=30) as socket:
            yield RawClient(socket, Subprotocol.MSGPACK)

    @asynccontextmanager
    async def client(self) -> AsyncIterator[RawClient]:
        """One that was greeted."""
        async with self.line() as client:
            await client.say(messages.Hello(1, 1, self.token))
            assert isinstance(await client.hear(30), messages.Welcome)
            yield client

    async def flood(self, command: Any, count: int) -> set[str]:
        """So many of one command without a pause; the codes that came, and how it ended."""
        seen: set[str] = set()
        async with self.client() as client:
            with suppress(ConnectionClosed):
                for _ in range(count):
                    await client.say(command)
            with suppress(ConnectionClosed):
                await client.say(messages.Me(777))
                while True:
                    heard = await client.hear(30)
                    if isinstance(heard, messages.Error):
                        seen.add(str(heard.code))
                    if getattr(heard, "id", None) == 777:
                        break
            if client.socket.close_code is not None:
                seen.add(str(client.socket.close_code))
        return seen


async def floods_chat(rude: Rude) -> None:
    async with rude.client() as client:
        await client.answer(messages.WatchLobby(1), 30)
    command = messages.LobbyChat(2, "buy now")
    assert str(ErrorCode.TOO_FAST) in await rude.flood(command, 40)


async def floods_rooms(rude: Rude) -> None:
    codes: list[str | None] = []
    limits = Settings()
    loop = asyncio.get_running_loop()
    async with rude.client() as client:
        began_s = loop.time()
        for number in range(60):
            key = ActionKey(f"{number:020}")
            await client.say(messages.Create(number, key, GameKey("king")))
        while len(codes) < 60:
            answer = await client.hear(30)
            codes.append(getattr(answer, "code", None))
        # A slow machine gives him the time to open more.
        seconds = limits.creates_burst_s + loop.time() - began_s
    assert set(codes) <= {None, ErrorCode.TOO_FAST}, codes
    assert codes.count(None) <= limits.creates_per_s * seconds + 1, codes


async def floods_joins(rude: Rude) -> None:
    """More commands than anybody plays: he waits for none of the times that he is told."""
    codes = await rude.flood(messages.Join(1, NO_ROOM), 3_000)
    assert codes >= {str(ErrorCode.TOO_FAST), str(int(CloseCode.FLOOD))}, codes


async def floods_names(rude: Rude) -> None:
    codes = []
    async with rude.client() as client:
        for number in range(9):
            answer = await client.answer(messages.Rename(number, f"Somebody {number}"), 30)
            codes.append(getattr(answer, "code", None))
    assert codes == [None] * 5 + [ErrorCode.TOO_FAST] * 4, codes


async def floods_reports(rude: Rude) -> None:
    codes = []
    async with rude.client() as client:
        for number in range(14):
            whom = PlayerId(f"p{number:016}".replace("0", "a").replace("1", "b")[:17])
            answer = await client.answer(messages.Report(number, whom, "other", "he won"), 30)
            codes.append(getattr(answer, "code", None))
    assert codes.count(ErrorCode.TOO_FAST) == 4, codes


async def guesses_passphrases(rude: Rude) -> None:
    codes = []
    async with rude.client() as client:
        for number in range(13):
            answer = await client.answer(
                messages.SignIn(number, "Kolya 0", f"guess {number:08}"), 60
            )
            codes.append(answer.code)
    assert codes[-1] is ErrorCode.TOO_FAST, codes


async def has_all_threads_hash(rude: Rude, count: int = 12) -> None:
    """So many passphrases at once: each thread that hashes keeps the memory that it took."""

    async def tries(number: int) -> None:
        async with rude.line() as client:
            await client.say(messages.Hello(1, 1))
            await client.hear(30)
            command = messages.SignIn(1, f"Nobody {number} {rude.address[-2:]}", "guess guess")
            assert (await client.answer(command, 60)).code is ErrorCode.WRONG_PASSPHRASE

    async with asyncio.TaskGroup() as tasks:
        for number in range(count):
            tasks.create_task(tries(number))


async def sends_monsters(rude: Rude) -> None:
    """Deep, wrong, endless and oversized frames; the last one ends the line."""
    async with rude.client() as client:
        for frame in (
            b"\x91" * 8_000 + b"\x01",
            b"\xdd\xff\xff\xff\xff",
            b"\xc1",
            b"\x81\xa4type\xa2\xff\xfe",
        ):
            await client.socket.send(frame)
            answer = await client.hear(30)
            assert answer.code is ErrorCode.MALFORMED, answer
        await client.socket.send(b"\xc0" * 9_000)
        assert await client.close_code(30) == TOO_LARGE


async def floods_connections(rude: Rude, most: int = 256) -> None:
    """More lines than an address may have; those who came first stay."""
    async with AsyncExitStack() as stack:
        lines: list[RawClient] = []

        async def dial() -> RawClient:
            line = await stack.enter_async_context(rude.line())
            # Before the others are there: who says nothing for 5 s is closed.
            await line.say(messages.Hello(1, 1, rude.token))
            return line

        # At once, for who says nothing more for 45 s is closed, and machines may be slow.
        while len(lines) < most:
            lines += await asyncio.gather(*(dial() for _ in range(32)))
        for _ in range(10):
            async with rude.line() as more:
                assert await more.close_code(30) == CloseCode.TOO_MANY_CONNECTIONS
        await lines[0].answer(messages.Me(5), 30)
        async with rude.line("203.0.113.250") as neighbour:
            await neighbour.say(messages.Hello(1, 1))
            assert isinstance(await neighbour.hear(30), messages.Welcome)


async def comes_as_somebody_new(
    rude: Rude, count: int = 120, open_rooms: int = 24, each: int = 2
) -> None:
    """On each line as a new guest, without a token or with one that he drew: it wins him nothing.

    All of them together have what their address has, and a neighbour has his own.

    Args:
        rude: who he is at first.
        count: lines, more than an address may have new guests.
        open_rooms: so many of them open rooms.
        each: so many rooms.
    """
    limits = Settings()
    loop = asyncio.get_running_loop()
    began_s, came, opened = loop.time(), 0, 0

    async def once(number: int) -> None:
        nonlocal came, opened
        async with rude.line() as client:
            await client.say(messages.Hello(1, 1, _drawn() if number % 2 else None))
            heard = await client.hear(60)
            if isinstance(heard, messages.Error):
                assert heard.code is ErrorCode.TOO_FAST, heard
                assert heard.facts["retry_ms"] > 0
                assert await client.close_code(30) == CloseCode.TOO_MANY_CONNECTIONS
                return
            came += 1
            opened += await _opens(client, each if came <= open_rooms else 0)

    async with asyncio.TaskGroup() as tasks:
        for number in range(count):
            tasks.create_task(once(number))
    seconds = loop.time() - began_s
    most = limits.guests_per_address_per_min
    assert came <= most + most / 60 * seconds + 1, (came, seconds)
    per_s = limits.address_creates_per_s
    assert opened <= per_s * (limits.creates_burst_s + seconds) + 1, (opened, seconds)
    async with rude.line("203.0.113.251") as neighbour:
        await neighbour.say(messages.Hello(1, 1, _drawn()))
        assert isinstance(await neighbour.hear(30), messages.Welcome)
        assert await _opens(neighbour, 1) == 1


def _drawn() -> str:
    return secrets.token_urlsafe(32)


async def _opens(client: RawClient, count: int) -> int:
    """Ask for so many rooms at once; how many were opened, the others are too fast."""
    for number in range(count):
        key = ActionKey(f"{number:020}")
        await client.say(messages.Create(number, key, GameKey("king")))
    opened, answered = 0, 0
    while answered < count:
        answer = await client.hear(60)
        answered += getattr(answer, "id", None) is not None
        opened += isinstance(answer, messages.Created)
        if isinstance(answer, messages.Error):
            assert answer.code is ErrorCode.TOO_FAST, answer
    return opened


async def asks_for_compression(rude: Rude) -> None:
    """A bomb must be unpacked by somebody: nobody here does."""
    offer = {"Sec-WebSocket-Extensions": "permessage-deflate"}
    async with dialled(rude.url, additional_headers=offer) as socket:
        assert socket.response is not None
        assert "Sec-WebSocket-Extensions" not in socket.response.headers


async def comes_back_banned(rude: Rude, ban: Any) -> None:
    """Banned, he comes by his token and by a new one, from his range and as somebody new."""
    async with rude.client() as client:
        me = await _surely(client, messages.Me(1))
        claimed = await _surely(
            client, messages.ClaimName(2, f"Rogue {rude.address[-2:]}x", rude.token)
        )
        assert isinstance(claimed, messages.You), claimed
        signed = await _surely(client, messages.SignIn(3, claimed.name, rude.token))
        await ban(me.player, None)
        rude.is_banned = True
        assert await client.close_code(30) == CloseCode.BANNED
    for token in (rude.token, signed.token):
        assert await _turned_away(rude, token) == CloseCode.BANNED
    await ban(None, "198.51.100.0/24")
    assert await _turned_away(rude, None, "198.51.100.77") == CloseCode.BANNED


async def is_let_in(rude: Rude, address: str | None = None) -> bool:
    """Whether he is greeted; else he was told that he is banned."""
    async with rude.line(address) as client:
        await client.say(messages.Hello(1, 1, rude.token))
        heard = await client.hear(30)
        if isinstance(heard, messages.Welcome):
            return True
        assert heard.code is ErrorCode.BANNED, heard
        assert await client.close_code(30) == CloseCode.BANNED
        return False


async def _surely(client: RawClient, command: messages.PeopleCommand) -> Any:
    """The answer, asked for again while a crowded server says that it cannot now."""
    while True:
        answer = await client.answer(command, 60)
        if getattr(answer, "code", None) not in {ErrorCode.STORE_UNAVAILABLE, ErrorCode.BUSY}:
            return answer
        await asyncio.sleep(0.2)


async def _turned_away(rude: Rude, token: str | None, address: str | None = None) -> int | None:
    with suppress(InvalidStatus):
        async with rude.line(address) as client:
            await client.say(messages.Hello(1, 1, token))
            heard = await client.hear(30)
            assert isinstance(heard, messages.Error), heard
            return await client.close_code(30)
    return None
