"""What goes wrong and what is told of it, for `make screenshots`."""

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from typing import Final

import httpx
from playwright.async_api import FilePayload, Page, WebSocketRoute

from kozyr_client import Client, Room, Stale, connect
from kozyr_protocol import codec, messages
from kozyr_protocol.people import Sanction
from kozyr_protocol.rooms import Clock
from kozyr_testing.page_scenes import rated
from kozyr_testing.processes import Kozyr
from kozyr_testing.scenes import INVITE, VERIFY, Hook, Scene
from kozyr_testing.web_tables import code_of, opened

BANNED: Final = 4504
SIGNED_OUT: Final = 4505
IN_AN_HOUR_MS: Final = int(time.time() * 1000) + 3_600_000
SHORT: Final = Clock(turn_ms=2500, bank_ms=0)
BOT_LATE_MS: Final = 9000
"""A bit more than the page waits for a bot before it says something."""


@dataclass
class Wire:
    """The line of a page, which can be cut and spoken into.

    Attributes:
        is_dead: no line is ever opened.
    """

    is_dead: bool = False
    _is_cut: bool = False
    _lines: list[tuple[WebSocketRoute, WebSocketRoute]] = field(default_factory=list)

    async def lay(self, page: Page) -> None:
        """Stand between the page and the server from now on."""
        self._is_cut = self.is_dead
        self._lines.clear()
        await page.route_web_socket(re.compile(r"/ws$"), self._opened)

    async def _opened(self, line: WebSocketRoute) -> None:
        if self._is_cut:
            await line.close()
            return
        self._lines.append((line, line.connect_to_server()))

    async def cut(self, page: Page) -> None:
        """The line is lost, and none comes."""
        self._is_cut = True
        await self._close(None)
        await told(page)

    async def _close(self, code: int | None) -> None:
        for line, server in self._lines:
            await line.close(code=code)
            await server.close()
        self._lines.clear()

    def says(self, message: messages.ServerMessage) -> Hook:
        """The server says something to the page."""

        async def say(page: Page) -> None:
            for line, _ in self._lines:
                line.send(codec.encode(message))
            await told(page)

        return say

    def ends(self, code: int, message: messages.ServerMessage | None = None) -> Hook:
        """The server closes the line for good."""

        async def end(page: Page) -> None:
            if message is not None:
                for line, _ in self._lines:
                    line.send(codec.encode(message))
            await self._close(code)
            await told(page)

        return end


async def told(page: Page) -> None:
    """A bar says what is wrong."""
    bar = page.locator(".bar[role]").first
    await bar.wait_for()
    await bar.scroll_into_view_if_needed()


async def _second(page: Page) -> None:
    """Another tab opens the same table."""
    other = await page.context.new_page()
    await other.goto(page.url)
    await other.locator("section .hand button").first.wait_for()
    await page.bring_to_front()
    await page.locator("[role=alert]").first.wait_for()


def _gives(name: str, text: str) -> Hook:
    """A file is given to the page of replays."""

    async def give(page: Page) -> None:
        file = FilePayload(name=name, mimeType="application/json", buffer=text.encode())
        await page.locator("input[type=file]").set_input_files(file)

    return give


async def _searches(page: Page) -> None:
    for n in (1, 4):
        await page.locator(".match .chip input").nth(n).check()
    await page.locator(".match button[type=submit]").click()
    await page.locator(".match form").wait_for(state="detached")


async def _bots_offered(page: Page) -> None:
    await _searches(page)
    await page.get_by_role("button", name=re.compile("^(Begin with|Начать с)")).wait_for()


async def _line_scenes(server: Kozyr) -> AsyncIterator[Scene]:
    """The line is lost, never there, or closed."""
    wire, dead = Wire(), Wire(is_dead=True)
    async with connect(server.socket_url, name="Анна") as client:
        own = client.token
        room = await opened(client, "king", seats=4, bots=3, options={"draw": "off"})
        await room.join()
        await room.ready()
        await anext(aiter(room.turns()))
        path = f"/table/{room.id}"
    yield Scene("fault-1-lost-lobby", "/", before=wire.lay, after=wire.cut)
    yield Scene("fault-1-lost-table", path, own, before=wire.lay, after=wire.cut)
    yield Scene("fault-1-unreachable", "/", before=dead.lay, after=told)
    yield Scene("fault-1-unreachable-table", path, own, before=dead.lay, after=told)
    yield Scene("fault-1-second-tab", path, own, after=_second)
    for name, place, said in (
        ("draining", path, messages.Notice("draining", "", 20_000)),
        ("announcement", path, messages.Notice("announcement", LONG_WORDS)),
        ("warning", "/", messages.Notice("warning", "Пожалуйста, спокойнее.")),
        ("muted", "/", messages.Sanctioned(Sanction("mute", IN_AN_HOUR_MS, "Спам."))),
    ):
        token = own if place == path else None
        yield Scene(f"fault-2-{name}", place, token, before=wire.lay, after=wire.says(said))
    ban = messages.Sanctioned(Sanction("ban", IN_AN_HOUR_MS, "Спам."))
    yield Scene("fault-2-banned", "/", before=wire.lay, after=wire.ends(BANNED, ban))
    yield Scene("fault-2-signed-out", "/me", before=wire.lay, after=wire.ends(SIGNED_OUT))


LONG_WORDS: Final = "Сегодня в 23:00 сервер уйдёт на полчаса: доиграйте до этого времени."


async def _late_scenes(server: Kozyr) -> AsyncIterator[Scene]:
    """A bot plays for somebody who was late twice; the other one takes his time."""
    async with AsyncExitStack() as stack:
        async with connect(server.socket_url, name="Анна") as anna:
            own = anna.token
            room = await anna.create_room("gin_rummy", seats=2, clock=SHORT)
            await room.join()
            other = await stack.enter_async_context(connect(server.socket_url, name="Борис"))
            second = await other.follow(room.id)
            await second.join()
            await room.ready()
            await second.ready()
        playing = asyncio.create_task(_slowly(second))
        yield Scene("fault-3-back", f"/table/{room.id}", own, after=_late)
        playing.cancel()


async def _slowly(room: Room) -> None:
    """Somebody plays, and takes nearly all of his time."""
    async for turn in room.turns():
        await asyncio.sleep(0.8 * SHORT.turn_ms / 1000)
        with suppress(Stale):
            await room.act(0, turn=turn)


async def _late(page: Page) -> None:
    await page.get_by_role("button", name=re.compile("^(I am back|Я здесь)$")).wait_for()


async def _turned_away(host: Client, room: Room, page: Page) -> None:
    while not room.view.knocks:
        await page.wait_for_timeout(50)
    for knock in room.view.knocks:
        await host.ask(messages.AnswerKnock(id=0, room=room.id, player=knock.player, admit=False))


async def _door_scenes(server: Kozyr) -> AsyncIterator[Scene]:
    """Invitations that are old, tables without their code, knocks, and bots that do not come."""
    async with connect(server.socket_url, name="Борис") as host:
        hidden = await host.create_room("knaves", seats=3, public=False)
        await hidden.join()
        old = await code_of(host, hidden)
        await host.ask(messages.Invite(id=0, room=hidden.id, renew=True))
        yield Scene("fault-4-old-code", f"/room/{hidden.id}#{old}")
        yield Scene("fault-4-no-code", f"/table/{hidden.id}")
        asked = await host.create_room("oh_well", seats=4, access="knock", name="У Бориса")
        yield Scene("fault-4-knocking", f"/room/{asked.id}?sit")

        async def refused(page: Page) -> None:
            await _turned_away(host, asked, page)

        yield Scene("fault-4-turned-away", f"/room/{asked.id}?sit", after=refused)
        token = host.token
        rooms = [await opened(host, "oh_well", seats=7, bots=6) for _ in range(4)]
    yield Scene("fault-4-private", f"/table/{hidden.id}", token, (INVITE,))

    async def late(page: Page) -> None:
        await page.wait_for_timeout(BOT_LATE_MS)

    yield Scene("fault-4-no-bot", f"/table/{rooms[-1].id}", token, after=late)


async def _records(server: Kozyr) -> tuple[str, str]:
    """A file that is no record, and a record in which two players changed a card."""
    await rated(server)
    async with httpx.AsyncClient(base_url=server.http_url, trust_env=False) as http:
        newest, *_ = (await http.get("/api/v1/records")).json()["records"]
        true = (await http.get(f"/api/v1/records/{newest}")).json()
    hands = true["deals"][0]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    return '{"kozyr": "record"', json.dumps(true)


async def fault_scenes(server: Kozyr) -> AsyncIterator[Scene]:
    """All that can go wrong, and the search for a table that takes its time."""
    for part in (_line_scenes, _late_scenes, _door_scenes):
        async for scene in part(server):
            yield scene
    broken, forged = await _records(server)
    yield Scene("fault-5-broken-file", "/replay", after=_gives("evening.jsonl", broken))
    yield Scene("fault-5-forged", "/replay", None, (VERIFY,), after=_gives("game.jsonl", forged))
    yield Scene("fault-6-searching", "/", after=_searches)
    yield Scene("fault-6-bots-offered", "/", after=_bots_offered)
