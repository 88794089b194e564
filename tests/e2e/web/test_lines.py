"""Lines of browsers are lost: a server dies, a second tab takes the seat."""

import time
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from kozyr_client import Client, connect
from kozyr_testing import node
from kozyr_testing.browsers import People
from kozyr_testing.processes import kozyr_serve
from kozyr_testing.web_tables import finished, opened, sit

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

FAST = ("--durability", "everysec", "--house-bots", "4", "--house-think-ms", "0")
REFUSED = r"ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket connection"
TAKEN = "You are playing in another window"


def cards(page: Page) -> Locator:
    """The own hand."""
    return page.locator("section .hand button")


def lit(page: Page) -> Locator:
    """The cards that may be played now."""
    return page.locator("section .hand button[aria-disabled=false]")


async def names(page: Page) -> list[str]:
    return [await each.get_attribute("aria-label") or "" for each in await cards(page).all()]


async def on_turn(people: People, room_id: str, **more: str) -> Page:
    """Somebody at a table whose turn it is, with a card to be played."""
    person = await people.come(f"/table/{room_id}", expected=tuple(more.values()))
    await sit(person.page)
    await expect(lit(person.page).first).to_be_visible()
    return person.page


async def test_a_killed_server_takes_no_card(browser: Browser, tmp_path: Path) -> None:
    await node.build_web()
    options = ("--data", str(tmp_path / "data"), *FAST)
    async with (
        kozyr_serve(*options, log=tmp_path / "log") as server,
        connect(server.socket_url, name="Host") as host,
    ):
        people = People(browser, server.http_url)
        try:
            room = await opened(host, "knaves", seats=3, bots=2, options={"target": 1})
            page = await on_turn(people, room.id, refused=REFUSED)
            before = await names(page)
            await server.kill()
            await expect(page.get_by_text("Connection lost, coming back…").first).to_be_attached()
            await server.start()
            killed = time.monotonic()
            await expect(lit(page).first).to_be_visible()
            assert await names(page) == before
            print(f"back at the table: {time.monotonic() - killed:.2f} s after the start")
            (person,) = people._all
            await person.plays()
            await finished(room, 60)
        finally:
            await people.leave()


async def test_a_second_tab_takes_the_seat(people: People, host: Client) -> None:
    room = await opened(host, "knaves", seats=3, bots=2, options={"target": 1})
    page = await on_turn(people, room.id)
    (person,) = people._all
    held = await names(page)
    second = await person.context.new_page()
    person.hear(second)
    began = time.monotonic()
    await second.goto(page.url)
    await expect(lit(second).first).to_be_visible()
    print(
        f"from the address to the first card that may be played: {time.monotonic() - began:.2f} s"
    )
    assert await names(second) == held
    await expect(page.get_by_role("alert").filter(has_text=TAKEN)).to_be_visible()

    await page.get_by_role("button", name="Take it back").click()
    await expect(lit(page).first).to_be_visible()
    await expect(second.get_by_role("alert").filter(has_text=TAKEN)).to_be_visible()
    await person.plays()
    await finished(room, 60)


async def test_a_page_loaded_again_is_at_the_same_place(people: People, host: Client) -> None:
    room = await opened(host, "knaves", seats=3, bots=2, options={"target": 1})
    page = await on_turn(people, room.id)
    held = await names(page)
    await page.reload()
    await expect(lit(page).first).to_be_visible()
    assert await names(page) == held
