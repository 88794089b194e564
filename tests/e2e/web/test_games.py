"""Each game is played to its end in browsers, against one another and the bots of the house."""

import re
import time
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.async_api import Page, expect

from kozyr_client import Client, Room
from kozyr_protocol.record import Record
from kozyr_protocol.rooms import Phase
from kozyr_testing.browsers import DESKTOP, PHONE, Language, People, Person, too_wide
from kozyr_testing.waiting import until
from kozyr_testing.web_tables import (
    AGAIN,
    finished,
    opened,
    recorded,
    result_of,
    sit,
    tells_result,
    tells_sheet,
)
from kozyr_testing.web_texts import said

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

LANGUAGES: tuple[Language, Language] = ("en", "ru")
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
    Short("gin_rummy", seats=2, people=2, spectators=1, options={"target": 1}),
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
            language=LANGUAGES[n % 2],
            theme="dark" if n % 2 else "light",
        )
        for n in range(short.people + short.spectators)
    ]
    players = everybody[: short.people]
    for person in players:
        await sit(person.page)
    for n, person in enumerate(players):
        await person.plays(n + 1, carefully=short.game == "gin_rummy")
    await finished(room, short.within_s)
    print(f"{short.game}: {time.monotonic() - began:.1f} s")
    game = await recorded(players[0].page, room)
    for n, person in enumerate(everybody):
        if short.game == "gin_rummy" and person not in players:
            read = person.page.get_by_role("dialog").get_by_role("button", name=CONTINUE)
            await read.click()
        await ended(person.page, LANGUAGES[n % 2], game)
        assert await too_wide(person.page) == []
    for person in players:
        done = await person.played()
        assert done["presses"] > 0
        assert done["covered"] == []
    for person in everybody[short.people :]:
        await expect(person.page.locator("section .hand button")).to_have_count(0)
    await again(players, room)


async def ended(page: Page, language: Language, game: Record) -> None:
    """The end is told as it was."""
    result = result_of(page, language)
    await expect(result).to_be_visible()
    await tells_result(page, language, game)
    await page.keyboard.press("Escape")
    await expect(result).to_be_hidden()
    await tells_sheet(page, language, game)


async def again(players: list[Person], room: Room) -> None:
    """All of them wish to play once more, and the next game begins."""
    before = room.view.record
    for n, person in enumerate(players):
        page, language = person.page, LANGUAGES[n % 2]
        await page.get_by_role("button", name=said(language, "room-result"), exact=True).click()
        await result_of(page, language).get_by_role("button", name=AGAIN).click()
        await expect(result_of(page, language)).to_be_hidden()
    await until(lambda: room.view.phase is Phase.PLAYING)
    for person in players:
        await expect(person.page.locator("section .hand button.place").first).to_be_visible()
        await expect(person.page.get_by_role("button", name=AGAIN)).to_have_count(0)
    assert room.view.record != before
    await room.unfollow()


@pytest.mark.parametrize("short", SHORT, ids=lambda each: each.game)
async def test_a_game_to_its_end(people: People, host: Client, short: Short) -> None:
    await play(people, host, short)


@pytest.mark.soak
@pytest.mark.parametrize("short", LONG, ids=lambda each: each.game)
async def test_a_long_game_to_its_end(people: People, host: Client, short: Short) -> None:
    await play(people, host, short)
