"""People at a table and every page, for `make screenshots`."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, aclosing
from typing import Final

import httpx

from kozyr_client import Room, connect
from kozyr_protocol import messages
from kozyr_testing.processes import Kozyr
from kozyr_testing.scenes import FOLDED, INVITE, SETTINGS, TALK, Scene, back
from kozyr_testing.waiting import until_true
from kozyr_testing.web_tables import LONG, code_of, finished, opened, played

LONG_NAMES: Final = (
    "Шумящий Широкощёк Щу",
    "Wwwwww Mmmmmm Wwwwww",
    "Константин Константи",
    "Ждущий Щекочущий Жук",
)
LINES: Final = (
    "Всем привет!",
    "Hello! Good to see you all again, it has been quite a while since the last game.",
    "Если будете играть ещё раз, давайте возьмём хваленки с продажей: так интереснее.",
    "Well played.",
    "Спасибо!",
)
GAMES: Final = 5
"""So many rated ones bring somebody on the leaderboard."""


async def _first(room: Room, others: list[Room]) -> None:
    """The others bid until it is this player's turn."""
    async with asyncio.timeout(20):
        while room.turn is None:
            for each in others:
                if each.turn is not None:
                    await each.act(0, turn=each.turn)
            await asyncio.sleep(0.02)


async def people_scenes(server: Kozyr) -> AsyncIterator[Scene]:
    """Four people with long names: who is away, who talks, who wishes a pause."""
    async with AsyncExitStack() as stack:
        async with connect(server.socket_url, name=LONG_NAMES[0]) as host:
            own = host.token
            room = await host.create_room("oh_well", seats=4, clock=LONG, name="Стол у Щукиных")
            await room.join()
            room_id = room.id
        others = [
            await stack.enter_async_context(connect(server.socket_url, name=name))
            for name in LONG_NAMES[1:]
        ]
        rooms = [await each.follow(room_id) for each in others]
        for each in rooms:
            await each.join()
        path = f"/table/{room_id}"
        yield Scene("people-1-waiting", path, own)
        yield Scene("people-1-invite", path, own, (INVITE,))
        async with back(server, own, room_id) as room:
            for each in (room, *rooms):
                await each.ready()
            for n, line in enumerate(LINES * 2):
                await (room, *rooms)[n % 4].say(line)
            await _first(room, rooms)
        yield Scene("people-2-bids", path, own)
        yield Scene("people-2-talk", path, own, (TALK,))
        yield Scene("people-2-person", path, own, (TALK, LONG_NAMES[1]))
        wish = messages.Pause(id=0, room=room_id)
        await others[0].ask(wish)
        yield Scene("people-3-wish", path, own)
        for client in others[1:]:
            await client.ask(wish)
        async with connect(server.socket_url, token=own) as host:
            await host.follow(room_id)
            await host.ask(wish)
        yield Scene("people-4-paused", path, own)
    yield Scene("people-5-away", path, own)


async def rated(server: Kozyr) -> str:
    """Five short games of three people; the player that is looked at then."""
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(connect(server.socket_url, name=name))
            for name in ("Анна", "Борис", "Вера")
        ]
        one_card = {"hand_plan": "up", "deals": 1}
        for _ in range(GAMES):
            first = await opened(clients[0], "oh_well", seats=3, options=one_card)
            rooms = [first, *[await each.follow(first.id) for each in clients[1:]]]
            for room in rooms:
                await room.join()
            for room in rooms:
                await room.ready()
            async with asyncio.timeout(20):
                await asyncio.gather(*map(played, rooms))
            await finished(first, 20)
        player = str(clients[0].player)
    await until_known(server, player)
    return player


async def until_known(server: Kozyr, player: str) -> None:
    """Ratings are counted a while after the games."""
    async with httpx.AsyncClient(base_url=server.http_url, trust_env=False) as http:

        async def is_known() -> bool:
            shown = await http.get(f"/api/v1/players/{player}")
            return shown.is_success and len(shown.json()["results"]) == GAMES

        await until_true(is_known, 30)


async def page_scenes(server: Kozyr) -> AsyncIterator[Scene]:
    """Every page, also where there is nothing to be seen, and what opens over them."""
    yield Scene("page-lobby-empty", "/")
    yield Scene("page-leaderboard-empty", "/leaderboard/knaves")
    player = await rated(server)
    yield Scene("page-player", f"/player/{player}")
    async with connect(server.socket_url, name="Борис") as client:
        async with aclosing(client.lobby.watch()) as pictures:
            await anext(pictures)
            for line in LINES:
                await client.lobby.say(line)
        locked = await client.create_room(
            "king", seats=4, access="password", password="пики", name="Кинг по четвергам"
        )
        knock = await client.create_room("oh_well", seats=7, access="knock", language="ru")
        hidden = await client.create_room("knaves", seats=3, public=False)
        code = await code_of(client, hidden)
        room = await opened(client, "gin_rummy", seats=2)
        yield Scene("page-door-password", f"/room/{locked.id}")
        yield Scene("page-door-knock", f"/room/{knock.id}")
        yield Scene("page-door-code", f"/room/{hidden.id}#{code}")
        yield Scene("page-free-seats", f"/table/{room.id}")
        yield Scene("page-free-many", f"/table/{knock.id}")
        yield Scene("page-lobby", "/")
        yield Scene("page-lobby-people", "/", None, ("^(People|Люди)",))
        yield Scene("page-settings", "/", None, (SETTINGS,))
        for path in ("/create", "/me", "/replay", "/rules", "/rules/king"):
            yield Scene(f"page-{path.strip('/').replace('/', '-')}", path)
        yield Scene("page-create-king", "/create?game=king", None, (FOLDED,))
        yield Scene("page-leaderboard", "/leaderboard/oh_well")
        yield Scene("page-no-such-table", "/table/nothing")
        yield Scene("page-no-such-page", "/create/nothing")
