"""Each game is played to its end in browsers, against one another and the bots of the house."""

import asyncio
import re
import time
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.async_api import Page, expect

from kozyr_client import Client
from kozyr_testing.browsers import DESKTOP, PHONE, People, too_wide
from kozyr_testing.web_tables import AGAIN, finished, opened, sit

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

CONTINUE = re.compile(r"^(Continue|Дальше)$")


@dataclass(frozen=True)
class Short:
    """A game with the options that make it short."""

    game: str
    seats: int
    people: int
    options: dict[str, Any] = field(default_factory=dict)
    spectators: int = 0
    within_s: float = 80.0


SHORT = [
    Short("oh_well", seats=4, people=3, options={"hand_plan": "up", "deals": 3}),
    Short("knaves", seats=3, people=2, options={"target": 1}),
    Short("twenty_nine", seats=4, people=2),
    Short("gin_rummy", seats=2, people=1, spectators=1, options={"target": 1}),
]
LONG = [
    Short("king", seats=4, people=2, within_s=240),
    Short("king_jokers", seats=4, people=4, within_s=240),
]


async def play(people: People, host: Client, short: Short) -> None:
    bots = short.seats - short.people
    room = await opened(host, short.game, seats=short.seats, bots=bots, options=short.options)
    began = time.monotonic()
    everybody = [
        await people.come(
            f"/table/{room.id}",
            size=PHONE if n % 2 else DESKTOP,
            language="ru" if n % 2 else "en",
            theme="dark" if n % 2 else "light",
        )
        for n in range(short.people + short.spectators)
    ]
    watching = everybody[short.people :]
    del everybody[short.people :]
    for person in everybody:
        await sit(person.page)
    for n, person in enumerate(everybody[1:], start=2):
        await person.plays(n)
    await everybody[0].plays(1)
    await finished(room, short.within_s)
    print(f"{short.game}: {time.monotonic() - began:.1f} s")
    for person in everybody:
        done = await person.played()
        assert done["presses"] > 0
        assert done["covered"] == []
        assert await too_wide(person.page) == []
    await asyncio.gather(*(expect_end(person.page) for person in everybody))
    for person in watching:
        await expect(person.page.locator("section .hand button")).to_have_count(0)
        assert await too_wide(person.page) == []


async def expect_end(page: Page) -> None:
    """The end is told, and how to play again; in Gin after how the last deal went."""
    again = page.get_by_role("button", name=AGAIN).first
    deal = page.get_by_role("dialog").get_by_role("button", name=CONTINUE)
    await expect(again.or_(deal)).to_be_visible()
    if await deal.is_visible():
        await deal.click()
    await expect(again).to_be_visible()


@pytest.mark.parametrize("short", SHORT, ids=lambda each: each.game)
async def test_a_game_to_its_end(people: People, host: Client, short: Short) -> None:
    await play(people, host, short)


@pytest.mark.soak
@pytest.mark.parametrize("short", LONG, ids=lambda each: each.game)
async def test_a_long_game_to_its_end(people: People, host: Client, short: Short) -> None:
    await play(people, host, short)
