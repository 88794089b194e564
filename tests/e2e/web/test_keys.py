"""A whole game by the keyboard alone: Tab, arrows and Enter."""

import asyncio

import pytest
from playwright.async_api import Page

from kozyr_client import Client
from kozyr_testing.browsers import PLAYER, People
from kozyr_testing.web_tables import opened

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

MOST_TABS = 60
_AT = """() => {
  const at = document.activeElement;
  return (at?.getAttribute("aria-label") ?? at?.textContent ?? "").trim();
}"""
_CHOICES = "() => window.kozyrPlayer.choices().length"
_IS_CHOICE = "() => window.kozyrPlayer.choices().includes(document.activeElement)"
_IN_HAND = """() => {
  const hand = document.activeElement?.closest(".hand") ?? null;
  return hand !== null && window.kozyrPlayer.choices().some((each) => hand.contains(each));
}"""


async def tab_to(page: Page, *beginnings: str) -> None:
    """Press Tab until a button with such a name is reached."""
    for _ in range(MOST_TABS):
        await page.keyboard.press("Tab")
        at = str(await page.evaluate(_AT))
        if at.startswith(beginnings):
            return
    raise AssertionError(f"Tab does not come to {beginnings}")


async def choose(page: Page) -> None:
    """Come to something that may be chosen now, and press Enter."""
    for _ in range(MOST_TABS):
        if await page.evaluate(_IS_CHOICE):
            await page.keyboard.press("Enter")
            return
        key = "ArrowRight" if await page.evaluate(_IN_HAND) else "Tab"
        await page.keyboard.press(key)
        if await page.evaluate(_CHOICES) == 0:
            return
    raise AssertionError("no key comes to what may be chosen")


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("oh_well", 3, {"hand_plan": "up", "deals": 3}),
        ("knaves", 3, {"target": 1}),
    ],
)
async def test_a_game_by_keys(
    people: People, host: Client, game: str, seats: int, options: dict[str, object]
) -> None:
    room = await opened(host, game, seats=seats, bots=seats - 1, options=options)
    person = await people.come(f"/table/{room.id}")
    page = person.page
    await page.get_by_role("button", name="Sit down").first.wait_for()
    await tab_to(page, "Sit down")
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="Ready").first.wait_for()
    await tab_to(page, "Ready")
    await page.keyboard.press("Enter")
    await page.evaluate(PLAYER.read_text("utf-8"))
    async with asyncio.timeout(60):
        while room.view.phase != "finished":
            if await page.evaluate(_CHOICES) > 0:
                await choose(page)
            await asyncio.sleep(0.02)
