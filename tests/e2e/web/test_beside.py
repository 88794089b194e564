"""Rules beside a table: the game goes on, and keys go to and fro."""

import pytest
from playwright.async_api import expect

from kozyr_testing.browsers import PHONE, People, too_wide
from kozyr_testing.processes import Kozyr
from kozyr_testing.steering import seated, steered
from kozyr_testing.web_axe import judged

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


async def test_a_bid_is_made_while_rules_are_read(server: Kozyr, people: People) -> None:
    async with seated(server, "oh_well", 4, {}) as (clients, rooms):
        seat = await steered(rooms, lambda _, turn: turn.legal[0], lambda *_: True)
        person = await people.come(f"/table/{rooms[0].id}", token=clients[seat].token)
        page = person.page
        await expect(page.locator("section .decision button").first).to_be_visible()
        button = page.get_by_role("button", name="Rules", exact=True)
        await button.focus()
        await page.keyboard.press("Enter")
        beside = page.get_by_role("complementary", name="Rules")
        # At what is going on, with the keys in it.
        await expect(beside.get_by_role("heading", name="Bidding")).to_be_in_viewport()
        await expect(beside.get_by_role("region")).to_be_focused()
        await expect(button).to_have_attribute("aria-expanded", "true")
        await expect(page.locator("dialog[open]")).to_have_count(0)
        assert await judged(page) == []
        assert await too_wide(page) == []
        # The hand is before it, and is reached by keys.
        for _ in range(4):
            await page.keyboard.press("Shift+Tab")
            if await page.evaluate("() => document.activeElement?.closest('.hand') !== null"):
                break
        else:
            raise AssertionError("no key comes from the rules to the hand")
        bid = page.locator("section .decision button[aria-disabled=false]").first
        await bid.click()
        await expect(page.locator("section .decision button")).to_have_count(0)
        await expect(beside).to_be_visible()
        await beside.get_by_role("region").focus()
        await page.keyboard.press("Escape")
        await expect(beside).to_have_count(0)
        await expect(button).to_be_focused()


async def test_rules_become_a_sheet_in_a_narrow_window(server: Kozyr, people: People) -> None:
    async with seated(server, "knaves", 3, {}) as (clients, rooms):
        person = await people.come(f"/table/{rooms[0].id}", token=clients[0].token)
        page = person.page
        await page.get_by_role("button", name="Rules", exact=True).click()
        beside = page.get_by_role("complementary", name="Rules")
        await expect(beside).to_be_visible()
        await page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        await expect(page.get_by_role("dialog", name="Rules")).to_be_visible()
        await expect(beside).to_have_count(0)
