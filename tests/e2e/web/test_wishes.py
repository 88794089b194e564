"""What people ask of one another at a table: time, a pause, an end; and who is left alone."""

import asyncio
import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from kozyr_client import Client, connect
from kozyr_protocol.rooms import Clock
from kozyr_testing import node
from kozyr_testing.browsers import DESKTOP, PHONE, Language, People, Person, too_wide
from kozyr_testing.fast_time import fast_servers
from kozyr_testing.waiting import until
from kozyr_testing.web_axe import judged
from kozyr_testing.web_tables import LONG, READY, sit
from kozyr_testing.web_texts import foreign, said

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

AWAY_S = 125.0
"""Who is away so long is waited for no more."""


def hand(page: Page) -> Locator:
    return page.locator("section .hand button.place")


async def menu(page: Page, name: str | re.Pattern[str], label: str = "More at this table") -> None:
    """Choose something of the menu of a table."""
    await page.get_by_role("button", name=label).click()
    await page.get_by_role("menuitem", name=name).click()


def seen(anna: Person, boris: Person) -> list[tuple[Person, Language]]:
    """Both of them with their languages."""
    return [(anna, "en"), (boris, "ru")]


async def clean(person: Person, language: Language) -> None:
    assert await too_wide(person.page) == []
    assert await foreign(person.page, language) == []
    assert await judged(person.page) == []


async def two(people: People, host: Client, clock: Clock = LONG) -> tuple[Person, Person]:
    """Two people over a deal of Gin: Anna at a desk, and Boris in Russian on a phone."""
    room = await host.create_room("gin_rummy", options={"draw": "off"}, clock=clock)
    anna = await people.come(f"/table/{room.id}", size=DESKTOP)
    boris = await people.come(f"/table/{room.id}", size=PHONE, language="ru", theme="dark")
    for person in (anna, boris):
        await sit(person.page)
    for person in (anna, boris):
        await expect(hand(person.page)).to_have_count(10)
    await room.unfollow()
    return anna, boris


async def test_a_player_is_given_time(people: People, host: Client) -> None:
    # Without the draw seat 0 deals, and the other one is on turn; his seconds are counted down.
    anna, boris = await two(people, host, Clock(turn_ms=9_000, bank_ms=0))
    for person in (anna, boris):
        await expect(person.page.locator(".time")).to_have_text([re.compile(r"^\s*\d\s*$")])
    await menu(anna.page, re.compile("^Give .* a minute"))
    await expect(boris.page.get_by_text("даёт вам минуту").first).to_be_visible()
    await expect(anna.page.get_by_text("a minute").first).to_be_visible()
    # The minute comes after what was left of the turn.
    for person in (anna, boris):
        await expect(person.page.locator(".time")).to_have_text([re.compile(r"\+(1:00|0?:?5\d)")])
    await clean(boris, "ru")


async def test_a_pause_is_agreed_upon(people: People, host: Client) -> None:
    anna, boris = await two(people, host)
    await menu(anna.page, said("en", "room-pause-ask"))
    await expect(anna.page.get_by_text("1 of 2 agree")).to_be_visible()
    await clean(boris, "ru")
    await boris.page.get_by_role("button", name=said("ru", "room-agree")).click()
    for person, language in seen(anna, boris):
        paused = person.page.get_by_role("region", name=said(language, "room-paused"))
        await expect(paused.get_by_role("timer")).to_be_visible()
        await expect(person.page.locator(".hand button[aria-disabled=false]")).to_have_count(0)
    await clean(boris, "ru")
    # What is said in a pause is read in it.
    await boris.page.get_by_role("button", name=said("ru", "talk-title")).click()
    await expect(boris.page.get_by_role("dialog")).to_be_visible()
    await boris.page.keyboard.press("Escape")
    await anna.page.get_by_role("button", name=said("en", "room-go-on")).click()
    for person, language in seen(anna, boris):
        paused = person.page.get_by_role("region", name=said(language, "room-paused"))
        await expect(paused).to_have_count(0)
    await expect(anna.page.get_by_text("1 of 2 agree")).to_have_count(0)


async def test_a_seat_is_played_for_and_taken_back(people: People, host: Client) -> None:
    clock = Clock(turn_ms=2_000, bank_ms=0)
    room = await host.create_room("gin_rummy", options={"draw": "off"}, clock=clock)
    await room.join(0)
    await room.ready()
    person = await people.come(f"/table/{room.id}", size=PHONE, language="ru")
    page = person.page
    await sit(page)
    # Without the draw he is on turn; he is late twice in a row, and the host is not.
    async with asyncio.timeout(30):
        while not room.view.seats[1].stand_in:
            if (turn := room.turn) is not None:
                await room.act(turn.legal[0], turn=turn)
            await asyncio.sleep(0.02)
    told = page.get_by_text(said("ru", "room-bot-plays"))
    await expect(told).to_be_visible()
    await page.get_by_role("button", name=said("ru", "room-i-am-back")).click()
    await expect(told).to_have_count(0)
    await until(lambda: not room.view.seats[1].stand_in)
    await room.leave()


async def test_an_end_is_voted_for(people: People, host: Client) -> None:
    anna, boris = await two(people, host)
    await menu(anna.page, said("en", "room-end"))
    await anna.page.get_by_role("button", name=said("en", "room-end-wish")).click()
    await expect(anna.page.get_by_text("1 of 2 agree")).to_be_visible()
    await clean(boris, "ru")
    await anna.page.get_by_role("button", name=said("en", "room-take-back")).click()
    agree = boris.page.get_by_role("button", name=said("ru", "room-agree"))
    await expect(agree).to_have_count(0)
    await menu(anna.page, said("en", "room-end"))
    await anna.page.get_by_role("button", name=said("en", "room-end-wish")).click()
    await agree.click()
    for person, language in seen(anna, boris):
        dialog = person.page.get_by_role("dialog", name=said(language, "end-title"))
        await expect(dialog.get_by_text(said(language, "end-voted"))).to_be_visible()
        await clean(person, language)


async def test_a_game_begins_with_free_seats(people: People, host: Client) -> None:
    room = await host.create_room("oh_well", seats=5, clock=LONG)
    await room.join()
    owner = await people.come(f"/table/{room.id}", token=host.token, size=PHONE)
    for _ in range(2):
        person = await people.come(f"/table/{room.id}", language="ru")
        await sit(person.page)
    page = owner.page
    start = page.get_by_role("button", name="Start with 3")
    await expect(page.get_by_text("2 seats are free.")).to_be_visible()
    await expect(start).to_have_count(0)
    await page.get_by_role("button", name=READY).first.click()
    await clean(owner, "en")
    await start.click()
    await expect(hand(page).first).to_be_visible()
    await expect(page.get_by_role("group", name=re.compile("^(Guest|Гость)"))).to_have_count(2)


async def test_bots_take_the_free_seats(people: People, host: Client) -> None:
    room = await host.create_room("king", clock=LONG)
    await room.join()
    owner = await people.come(f"/table/{room.id}", token=host.token, size=PHONE)
    page = owner.page
    await page.get_by_role("radio", name="easy").check()
    for left in (3, 2, 1):
        add = page.get_by_role("button", name="Add a bot")
        await expect(add).to_have_count(left)
        await add.first.click()
    await expect(page.get_by_role("button", name="Remove")).to_have_count(3)
    await clean(owner, "en")
    await page.get_by_role("button", name="Remove").first.click()
    await page.get_by_role("button", name="Add a bot").click()
    await page.get_by_role("button", name=READY).first.click()
    await expect(hand(page)).to_have_count(8)


async def test_an_abandoned_table_is_claimed(browser: Browser, tmp_path: Path) -> None:
    await node.build_web()
    async with fast_servers(tmp_path, 1) as house:
        server = house.servers[0]
        people = People(browser, server.http_url)
        try:
            async with connect(server.url, name="Host") as host:
                anna, boris = await two(people, host)
            await boris.page.close()
            page = anna.page
            alone = page.get_by_role("status").filter(has_text="All others are gone")
            await expect(alone).to_be_visible()
            claim = alone.get_by_role("button", name=said("en", "room-claim"))
            await claim.click()
            await expect(page.get_by_text("too early").first).to_be_visible()
            await clean(anna, "en")
            await house.dial.forward(AWAY_S)
            await claim.click()
            dialog = page.get_by_role("dialog", name=said("en", "end-title"))
            await expect(dialog.get_by_text(said("en", "end-abandoned"))).to_be_visible()
            await clean(anna, "en")
        finally:
            await people.leave()
