"""Games, and their rare decisions, by the keyboard alone: Tab, arrows and Enter."""

import asyncio

import pytest
from playwright.async_api import Page, expect

from kozyr_client import Client, Turn
from kozyr_testing.browsers import PLAYER, People
from kozyr_testing.processes import Kozyr
from kozyr_testing.steering import Gin, but_joker, may_follow_with_joker, seated, steered
from kozyr_testing.web_tables import opened, recorded, result_of, tells_result

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

MOST_TABS = 60
_AT = """() => {
  const at = document.activeElement;
  return (at?.getAttribute("aria-label") ?? at?.textContent ?? "").trim();
}"""
_CHOICES = "() => window.kozyrPlayer.choices().length"
_IS_CHOICE = "() => window.kozyrPlayer.choices().includes(document.activeElement)"
_AT_GAME = "() => document.activeElement.closest('.decision, .hand') !== null"
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


async def choose(page: Page) -> bool:
    """Come to something that may be chosen now, and press Enter; whether it was."""
    tab = "Tab"
    for _ in range(MOST_TABS):
        if await page.evaluate(_IS_CHOICE):
            await page.keyboard.press("Enter")
            return True
        if await page.evaluate(_IN_HAND):
            await page.keyboard.press("ArrowRight")
        else:
            # What is to be decided stands above the hand.
            tab = "Shift+Tab" if await page.evaluate(_AT_GAME) else tab
            await page.keyboard.press(tab)
        if await page.evaluate(_CHOICES) == 0:
            return False
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
                # The focus of the button that said "Ready", of a bid or of a card that was played
                # has gone to what there is to do next.
                await page.wait_for_function(f"() => ({_CHOICES})() === 0 || ({_AT_GAME})()")
                await choose(page)
            await asyncio.sleep(0.02)
    await expect(result_of(page, "en")).to_be_visible()
    await tells_result(page, "en", await recorded(page, room))


def first(_: int, turn: Turn) -> dict[str, object]:
    return dict(turn.legal[0])


async def test_king_is_declared_by_keys(server: Kozyr, people: People) -> None:
    async with seated(server, "king", 4, {"sale": "off"}) as (clients, rooms):
        seat = await steered(rooms, first, lambda _, turn: turn.decision == "declare")
        person = await people.come(f"/table/{rooms[0].id}", token=clients[seat].token)
        await expect(person.page.locator("section .decision button").first).to_be_visible()
        await tab_to(person.page, "hearts")
        await person.page.keyboard.press("Enter")
        await expect(person.page.locator("section .hand button")).to_have_count(8)
        assert rooms[(seat + 1) % 4].table.trump == "H"


async def test_a_joker_is_played_by_keys(server: Kozyr, people: People) -> None:
    async with seated(server, "king_jokers", 4, {}) as (clients, rooms):
        seat = await steered(
            rooms, lambda _, turn: but_joker(turn), lambda _, turn: may_follow_with_joker(turn)
        )
        person = await people.come(f"/table/{rooms[0].id}", token=clients[seat].token)
        page = person.page
        jokers = page.locator("section .hand button[aria-label^=joker]")
        await expect(jokers.first).to_be_visible()
        held = await jokers.count()
        while not await page.evaluate("() => document.activeElement?.closest('.hand') !== null"):
            await page.keyboard.press("Tab")
        for _ in range(8):
            if str(await page.evaluate(_AT)).startswith("joker"):
                break
            await page.keyboard.press("ArrowRight")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("group", name="How do you play the joker?")).to_be_visible()
        await tab_to(page, "low")
        await page.keyboard.press("Enter")
        await expect(jokers).to_have_count(held - 1)


async def test_gin_is_knocked_by_keys(server: Kozyr, people: People) -> None:
    async with seated(server, "gin_rummy", 2, {"target": 1000}) as (clients, rooms):

        def may_knock(seat: int, turn: Turn) -> bool:
            return seat == 0 and any(each["type"] == "knock" for each in turn.legal)

        await steered(rooms, Gin(rooms).choose, may_knock)
        person = await people.come(f"/table/{rooms[0].id}", token=clients[0].token)
        page = person.page
        await expect(page.locator("section .decision button").first).to_be_visible()
        await tab_to(page, "Knock with", "Gin!")
        await page.keyboard.press("Enter")
        knock = page.get_by_role("dialog", name="Knock", exact=True)
        finished = page.get_by_role("dialog", name="Deal 1")
        await expect(knock.or_(finished).first).to_be_visible()
        if await knock.is_visible():
            await tab_to(page, "Knock with", "Gin!")
            await page.keyboard.press("Enter")
        await expect(finished).to_be_visible()
        await tab_to(page, "Continue")
        await page.keyboard.press("Enter")
        await expect(page.locator("section .hand button.place")).to_have_count(10)
        assert len(rooms[1].table.sheet) == 1


async def test_cards_are_added_by_keys(server: Kozyr, people: People) -> None:
    async with seated(server, "twenty_nine", 3, {}) as (clients, rooms):
        seat = await steered(rooms, first, lambda _, turn: len(turn.table.pile) == 1)
        others = [room for other, room in enumerate(rooms) if other != seat]
        person = await people.come(f"/table/{rooms[0].id}", token=clients[seat].token)
        page = person.page
        hand = page.locator("section .hand button.place")
        await expect(hand.first).to_be_visible()
        await page.evaluate(PLAYER.read_text("utf-8"))
        for _ in range(2):
            held = await hand.count()
            await page.wait_for_function(f"({_CHOICES})() > 0")
            await choose(page)
            await expect(hand).to_have_count(held - 1)
            await steered(
                others, first, lambda *_: False, over=lambda: others[0].table.turn == seat
            )
