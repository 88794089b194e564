"""Lines of browsers end: a server dies or restarts, another tab has the seat, one is sent out."""

import asyncio
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Browser, Locator, Page, expect

from kozyr_client import Client, KozyrError, connect
from kozyr_protocol import messages
from kozyr_server.moderation.admin_token import NAME
from kozyr_testing import node
from kozyr_testing.browsers import Language, People
from kozyr_testing.processes import Kozyr, kozyr_serve
from kozyr_testing.web_tables import finished, opened, sit
from kozyr_testing.web_texts import said

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

FAST = ("--durability", "everysec", "--house-bots", "4", "--house-think-ms", "0")
REFUSED = r"ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket connection"
LANGUAGES: tuple[Language, Language] = ("en", "ru")
TAKEN = "You are playing in another window"


def cards(page: Page) -> Locator:
    """The own hand."""
    return page.locator("section .hand button")


def lit(page: Page) -> Locator:
    """The cards that may be played now."""
    return page.locator("section .hand button[aria-disabled=false]")


async def names(page: Page) -> list[str]:
    """The own cards, without why one may not be played."""
    labels = [await each.get_attribute("aria-label") or "" for each in await cards(page).all()]
    return [each.split(".")[0] for each in labels]


async def on_turn(people: People, room_id: str, **more: str) -> Page:
    """Somebody at a table whose turn it is, with a card to be played."""
    person = await people.come(f"/table/{room_id}", expected=tuple(more.values()))
    await sit(person.page)
    await expect(lit(person.page).first).to_be_visible()
    return person.page


async def test_a_server_that_dies_or_restarts_takes_no_card(
    browser: Browser, tmp_path: Path
) -> None:
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

            stopping = asyncio.create_task(server.stop())
            await expect(page.get_by_text(said("en", "draining-text")).first).to_be_visible()
            await stopping
            card = await lit(page).first.get_attribute("aria-label")
            await lit(page).first.click(position={"x": 6, "y": 30})
            await expect(page.get_by_text(said("en", "room-kept"))).to_be_visible()
            assert await names(page) == before
            await server.start()
            await expect(lit(page).first).to_be_visible()
            assert await names(page) == [each for each in before if each != card]
            await expect(page.get_by_text(said("en", "room-kept"))).to_have_count(0)
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
    await page.get_by_role("button", name=said("en", "settings"), exact=True).click()
    await page.get_by_role("switch", name=said("en", "settings-confirm")).check()
    await page.keyboard.press("Escape")
    await page.reload()
    await expect(lit(page).first).to_be_visible()
    assert await names(page) == held

    # Plays are confirmed: the first tap lifts a card, the second one plays it.
    card = lit(page).first
    name = await card.get_attribute("aria-label")
    await card.click(position={"x": 6, "y": 30})
    lifted = page.locator("section .hand button.lifted")
    await expect(lifted).to_have_attribute("aria-label", name or "")
    assert await names(page) == held
    await lifted.click(position={"x": 6, "y": 30})
    await expect(cards(page)).to_have_count(len(held) - 1)
    assert name not in await names(page)


async def test_who_is_sent_out_while_playing_is_told_why(
    server: Kozyr, data: Path, people: People, host: Client
) -> None:
    room = await opened(host, "knaves", seats=3, bots=1, options={"target": 1})
    anna, boris = [await people.come(f"/table/{room.id}", language=each) for each in LANGUAGES]
    for person in (anna, boris):
        await sit(person.page)
    for person in (anna, boris):
        await expect(cards(person.page).first).to_be_visible()

    token = await boris.page.evaluate("localStorage.getItem('kozyr.token')")
    async with connect(server.socket_url, token=token) as device:
        answer = await device.ask(messages.ListTokens(0))
        assert isinstance(answer, messages.Tokens)
        with suppress(KozyrError):
            # This line ends with the token, too.
            await device.ask(messages.RevokeToken(0, answer.tokens[0].token))
        told = boris.page.get_by_text(said("ru", "signed-out"))
        await expect(told).to_be_visible()
    await boris.page.get_by_role("button", name=said("ru", "signed-out-go")).click()
    await expect(told).to_have_count(0)
    await boris.page.wait_for_function(
        "old => localStorage.getItem('kozyr.token') !== old", arg=token
    )

    player = room.view.seats[0].player
    headers = {"authorization": f"Bearer {(data / NAME).read_text().strip()}"}
    async with httpx.AsyncClient(base_url=server.http_url, headers=headers) as admin:
        body = {"kind": "ban", "why": "Shouting at the table"}
        done = await admin.post(f"/api/v1/admin/people/{player}/punish", json=body)
    assert done.status_code == 200, done.text
    await expect(anna.page.get_by_text(said("en", "banned-title"))).to_be_visible()
    await expect(anna.page.get_by_text("Shouting at the table")).to_be_visible()
