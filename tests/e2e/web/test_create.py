"""The form of a new table: what it says of what cannot be, and how it stands on small phones."""

import re

import pytest
from playwright.async_api import expect

from kozyr_testing.browsers import DESKTOP, PHONE, People

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

HEADER = "() => document.querySelector('header').getBoundingClientRect().bottom"


async def test_a_wrong_number_is_said_also_where_it_is_folded_away(people: People) -> None:
    page = (await people.come("/create?game=oh_well", size=PHONE)).page
    more = page.locator("summary", has_text="More about the rules")
    await more.click()
    target = page.locator("[data-option=target] input")
    await target.fill("-5")
    await more.click()
    await expect(target).to_be_hidden()
    submit = page.get_by_role("button", name="Open the table")
    await submit.click()
    alert = page.locator("[data-option=target]").get_by_role("alert")
    await expect(alert).to_have_text("A whole number from 1 to 1,000.")
    await expect(target).to_be_focused()
    box = await target.bounding_box()
    assert box is not None
    assert box["y"] > await page.evaluate(HEADER)

    await target.fill("50")
    await expect(alert).to_be_hidden()
    await submit.click()
    await expect(page).to_have_url(re.compile("/table/"))


async def test_the_cards_of_a_game_stay_in_its_tile(people: People) -> None:
    page = (await people.come("/create", size=DESKTOP)).page
    for width in (320, 360, 820, 1280):
        await page.set_viewport_size({"width": width, "height": 740})
        await expect(page.locator(".tile").first).to_be_visible()
        assert (
            await page.evaluate(
                """() => [...document.querySelectorAll(".tile")].filter((tile) => {
                const box = tile.getBoundingClientRect();
                return [...tile.querySelectorAll(".card")].some((card) => {
                    const { left, right, top } = card.getBoundingClientRect();
                    return left < box.left || box.right < right || top < box.top;
                });
            }).length"""
            )
            == 0
        ), f"at {width}"
