"""Deals of King in a browser. The deals before them are played by the SDK in a moment.

`make test` has the first deal, the medley, the first deal with a declaration, the last one, and
a joker; `make soak` has all of both games.
"""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from playwright.async_api import expect

from kozyr_client import Room, connect
from kozyr_testing.browsers import DESKTOP, PHONE, Language, People, too_wide
from kozyr_testing.processes import Kozyr
from kozyr_testing.steering import but_joker, may_follow_with_joker, seated, steered
from kozyr_testing.web_axe import judged
from kozyr_testing.web_tables import LONG, result_of, signed
from kozyr_testing.web_texts import foreign, said

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

SEATS = 4
IN_MAKE_TEST = (1, 7, 8, 12)
DEAL_S = 60.0
LANGUAGES: tuple[Language, Language] = ("en", "ru")
BOYS = {"en": "Take no boys: jacks", "ru": "Не брать мальчиков: валетов"}
"""The one text that depends on an option."""


async def play(room: Room, seed: int, before: int | None = None) -> None:
    """Play a seat anyhow, to the end of the game or before a deal."""
    chance = random.Random(seed)
    async for turn in room.turns():
        if before is not None and turn.table.deal >= before:
            return
        await room.act(chance.randrange(len(turn.legal)), turn=turn)


async def reached(room: Room, deal: int) -> None:
    """Wait until so many deals were begun, or the game is over."""
    async with asyncio.timeout(DEAL_S):
        while room.view.phase != "finished":
            table = room.table
            if room.view.phase == "playing" and table is not None and table.deal >= deal:
                return
            await asyncio.sleep(0.005)


async def stopped(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def at_deal(server: Kozyr, game: str, deal: int) -> AsyncIterator[tuple[list[Room], str]]:
    """A table in the midst of a game; seat 0 is for whoever has the token."""
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(connect(server.socket_url, name=f"Player {n}"))
            for n in range(SEATS)
        ]
        first = await clients[0].create_room(game, seats=SEATS, options={"draw": "off"}, clock=LONG)
        rooms = [first, *[await client.follow(first.id) for client in clients[1:]]]
        for seat, room in enumerate(rooms):
            await room.join(seat)
            await room.ready()
        tasks = [asyncio.create_task(play(room, seat, deal)) for seat, room in enumerate(rooms)]
        await reached(rooms[1], deal)
        await stopped(tasks)
        token = clients[0].token
        assert token is not None
        yield rooms, token


async def played(server: Kozyr, people: People, game: str, deal: int) -> None:
    async with at_deal(server, game, deal) as (rooms, token):
        person = await people.come(
            f"/table/{rooms[0].id}",
            token=token,
            size=PHONE if deal % 2 else DESKTOP,
            language=LANGUAGES[deal % 2],
            theme="dark" if deal % 2 else "light",
        )
        page, language = person.page, LANGUAGES[deal % 2]
        await expect(page.locator("section .hand button").first).to_be_visible()
        contract = rooms[1].table.contract
        aim = BOYS[language] if contract == "no_boys" else said(language, f"king-aim-{contract}")
        await expect(page.locator(".aim strong")).to_have_text(aim)
        tasks = [asyncio.create_task(play(room, deal)) for room in rooms[1:]]
        await person.plays(deal)
        await reached(rooms[1], deal + 1)
        await stopped(tasks)
        done = await person.played()
        assert done["presses"] >= 1
        assert done["covered"] == []
        row = rooms[1].table.sheet[deal - 1]
        assert row.deal == deal
        if rooms[1].view.phase == "finished":
            await expect(result_of(page, language)).to_be_visible()
            await page.keyboard.press("Escape")
        await page.get_by_role("button", name=said(language, "king-deals"), exact=True).click()
        done_row = page.get_by_role("dialog").get_by_role("listitem").nth(deal - 1)
        names = [seat.name for seat in rooms[1].view.seats]
        scores = [f"{name} {signed(n)}" for name, n in zip(names, row.scores, strict=True)]
        await expect(done_row).to_contain_text(", ".join(scores))


@pytest.mark.parametrize("deal", IN_MAKE_TEST)
async def test_a_deal_of_king(server: Kozyr, people: People, deal: int) -> None:
    await played(server, people, "king", deal)


async def test_a_joker_is_played_on_a_phone(server: Kozyr, people: People) -> None:
    async with seated(server, "king_jokers", SEATS, {}) as (clients, rooms):
        seat = await steered(
            rooms, lambda _, turn: but_joker(turn), lambda _, turn: may_follow_with_joker(turn)
        )
        others = [room for other, room in enumerate(rooms) if other != seat]
        person = await people.come(
            f"/table/{rooms[0].id}", token=clients[seat].token, size=PHONE, language="ru"
        )
        page = person.page
        joker = page.locator("section .hand button[aria-disabled=false][aria-label^=джокер]")
        await joker.first.click(position={"x": 6, "y": 30})
        asked = page.get_by_role("group", name=said("ru", "king-joker"))
        await expect(asked).to_be_visible()
        assert await too_wide(page) == []
        assert await foreign(page, "ru") == []
        assert await judged(page) == []
        await asked.get_by_role("button", name=said("ru", "king-joker-low")).click()
        async with asyncio.timeout(DEAL_S):
            while mode_of(others[0], seat) is None:  # noqa: ASYNC110 - the browser plays
                await asyncio.sleep(0.005)
        assert mode_of(others[0], seat) == "low"


def mode_of(room: Room, seat: int) -> str | None:
    """How a joker that a seat has just played was played."""
    last = room.table.last_trick
    cards = (*(last.cards if last is not None else ()), *room.table.trick)
    return next((str(each.mode) for each in cards if each.seat == seat and each.mode), None)


@pytest.mark.soak
@pytest.mark.parametrize("deal", range(1, 13))
@pytest.mark.parametrize("game", ["king", "king_jokers"])
async def test_every_deal(server: Kozyr, people: People, game: str, deal: int) -> None:
    await played(server, people, game, deal)
