"""The lobby over real sockets, on two server processes and one store, with the Python SDK."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from pathlib import Path
from urllib.request import urlopen

import msgspec
import pytest

from kozyr_client import Client, LobbyPicture, connect
from kozyr_games.registry import GAMES
from kozyr_protocol.ids import GameKey
from kozyr_protocol.messages import Matching, Wish
from kozyr_protocol.rooms import Phase
from kozyr_server.rooms.service import Rooms
from kozyr_server.store.client import StoreOptions, open_store
from kozyr_server.store.model import ProcessId
from kozyr_testing.processes import kozyr_serve
from kozyr_testing.serving import over
from kozyr_testing.stores import embedded_valkey
from kozyr_testing.waiting import until, until_true

KNAVES = Wish(GameKey("knaves"))


@asynccontextmanager
async def serving(url: str) -> AsyncIterator[str]:
    name = ProcessId(secrets.token_hex(6))
    async with (
        open_store(url, name, StoreOptions("everysec")) as store,
        over(store, Rooms(GAMES, store, name)) as http_url,
    ):
        yield http_url


@pytest.fixture
async def servers() -> AsyncIterator[list[str]]:
    """Addresses of two servers on one store."""
    async with embedded_valkey() as url, serving(url) as first, serving(url) as second:
        yield [first, second]


async def people(stack: AsyncExitStack, servers: list[str], count: int) -> list[Client]:
    """So many guests, by turns on the servers."""
    return [
        await stack.enter_async_context(connect(_socket(servers[n % 2]), name=f"Guest {n}"))
        for n in range(count)
    ]


def _socket(http_url: str) -> str:
    return http_url.replace("http", "ws") + "/ws"


async def seen(watcher: Client, condition: Callable[[LobbyPicture], bool]) -> LobbyPicture:
    """The first picture of the lobby of which something is true."""
    async with asyncio.timeout(15), aclosing(watcher.lobby.watch()) as pictures:
        async for picture in pictures:
            if condition(picture):
                return picture
    raise AssertionError("the lobby ended")


async def test_strangers_get_a_table_and_the_lobby_sees_it(servers: list[str]) -> None:
    async with AsyncExitStack() as stack:
        watcher, *guests = await people(stack, servers, 4)
        watching = asyncio.create_task(
            seen(watcher, lambda picture: any(r.phase is Phase.PLAYING for r in picture.rooms))
        )
        found = await asyncio.gather(*(guest.lobby.match(KNAVES) for guest in guests))
        assert len({one.room for one in found}) == 1
        rooms = [await guest.follow(found[0].room) for guest in guests]
        assert sorted(room.seat for room in rooms if room.seat is not None) == [0, 1, 2]
        for room in rooms:
            await room.ready()
        await until(lambda: all(room.view.phase is Phase.PLAYING for room in rooms))
        (shown,) = (await watching).rooms
        assert (shown.room, shown.taken, shown.host) == (found[0].room, 3, shown.host)
        assert shown.host in {guest.name for guest in guests}
        await _are_playing(watcher, found[0].room)


async def _are_playing(watcher: Client, room: str) -> None:
    expected = {"Guest 0": ("lobby", None)} | {f"Guest {n}": ("playing", room) for n in (1, 2, 3)}

    async def are_shown() -> bool:
        listed = [person async for person in watcher.lobby.people()]
        return {person.name: (person.doing, person.room) for person in listed} == expected

    await until_true(are_shown, 15)


async def test_a_line_reaches_the_other_server(servers: list[str]) -> None:
    async with AsyncExitStack() as stack:
        anna, boris = await people(stack, servers, 2)
        hearing = asyncio.create_task(seen(boris, lambda picture: bool(picture.chat)))
        speaking = anna.lobby.watch()
        await anext(speaking)
        await anna.lobby.say("Anybody there?")
        assert [line.text for line in (await hearing).chat] == ["Anybody there?"]
        await speaking.aclose()


async def test_rooms_are_filtered_over_http(servers: list[str]) -> None:
    async with AsyncExitStack() as stack:
        anna, _ = await people(stack, servers, 2)
        room = await anna.create_room("king", language="ru")

        async def listed(query: str) -> list[str]:
            def fetch() -> bytes:
                with urlopen(f"{servers[1]}/api/v1/rooms{query}") as answer:
                    body: bytes = answer.read()
                    return body

            return [
                one["room"] for one in msgspec.json.decode(await asyncio.to_thread(fetch))["rooms"]
            ]

        async def is_listed() -> bool:
            return await listed("") == [room.id]

        await until_true(is_listed)
        assert await listed("?game=king&language=ru&free=true") == [room.id]
        assert await listed("?language=en") == []
        assert await listed("?game=knaves") == []
        assert await listed("?preset=king/seed") == []


async def test_alone_one_is_offered_bots_and_plays_with_them(tmp_path: Path) -> None:
    options = ("--data", str(tmp_path / "data"), "--house-bots", "2", "--durability", "everysec")
    async with (
        kozyr_serve(*options, "--match-bots-after-s", "1", log=tmp_path / "log") as server,
        connect(server.socket_url, name="Anna") as anna,
    ):
        offered = asyncio.Event()

        def waiting(matching: Matching) -> None:
            if matching.bots_offered:
                offered.set()

        looking = asyncio.create_task(anna.lobby.match(KNAVES, waiting=waiting))
        async with asyncio.timeout(20):
            await offered.wait()
        looking.cancel()
        async with asyncio.timeout(20):
            found = await anna.lobby.match(KNAVES, bots=True)
            room = await anna.follow(found.room)
            await room.ready()
        await until(lambda: room.view.phase is Phase.PLAYING, 20)
        assert [seat.bot is not None for seat in room.view.seats] == [False, True, True]
