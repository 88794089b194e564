"""Addresses that lead to nothing say so, and what to do; a moment of a replay has an address."""

from urllib.parse import urlsplit

import pytest
from playwright.async_api import expect

from kozyr_client import Client
from kozyr_testing.browsers import PHONE, Language, People, too_wide
from kozyr_testing.web_tables import LONG, finished, opened, played
from kozyr_testing.web_texts import foreign

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

NO_PAGE = r"status of 404"
LONG_ID = "a" * 300
NOWHERE = {
    "/rules/nope": ("no such game", "Такой игры"),
    "/leaderboard/nope": ("no such game", "Такой игры"),
    "/nope": ("no such page", "Такой страницы нет"),
    "/nope/at/all": ("no such page", "Такой страницы нет"),
    "/table/%E0%A4%A": ("no such page", "Такой страницы нет"),
    "/replay/nope": ("no such record", "Такого протокола нет"),
    "/table/nope": ("no such table", "Такого стола нет"),
    f"/table/{LONG_ID}": ("no such table", "Такого стола нет"),
    f"/room/{LONG_ID}": ("no such table", "Такого стола нет"),
    f"/room/{LONG_ID}#{LONG_ID}": ("no such table", "Такого стола нет"),
}


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_nowhere_is_told(people: People, language: Language) -> None:
    person = await people.come("/", size=PHONE, language=language, expected=(NO_PAGE,))
    page = person.page
    for path, words in NOWHERE.items():
        await page.goto(people.url + path)
        said = page.locator("main").get_by_text(words[language == "ru"])
        await expect(said.first, path).to_be_visible()
        onward = page.locator("main a[href^='/'], main button").first
        await expect(onward, path).to_be_visible()
        assert await too_wide(page) == [], path
        assert await foreign(page, language) == [], path


@pytest.mark.parametrize("code", ["", "#nope", f"#{LONG_ID}", "#%20no%20code"])
@pytest.mark.parametrize("page_of", ["table", "room"])
async def test_a_code_that_opens_nothing(
    people: People, host: Client, page_of: str, code: str
) -> None:
    room = await host.create_room("knaves", seats=3, public=False, clock=LONG)
    person = await people.come(f"/{page_of}/{room.id}{code}", size=PHONE)
    page = person.page
    words = "its code is mistyped" if code else "ask who invited you"
    await expect(page.get_by_role("alert").filter(has_text=words)).to_be_visible()
    assert urlsplit(page.url).fragment == ""
    field = page.get_by_label("Link or code of the invitation")
    await field.fill("what was it?")
    await page.get_by_role("button", name="Come in").click()
    await expect(page.get_by_text("This is no link and no code")).to_be_visible()


async def test_a_moment_of_a_replay_has_a_link(people: People, host: Client) -> None:
    room = await opened(host, "oh_well", seats=3, bots=2, options={"hand_plan": "up", "deals": 2})
    await room.join()
    await room.ready()
    await played(room)
    await finished(room, 20)
    record = room.view.record
    await room.unfollow()
    person = await people.come(f"/replay/{record}?at=2.3")
    page = person.page
    line = page.get_by_role("slider")
    await expect(line).to_have_value("3")
    await expect(page.get_by_label("Deal", exact=True)).to_have_value("1")
    await page.keyboard.press("ArrowRight")
    await person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await page.get_by_role("button", name="Copy a link to this moment").click()
    await expect(page.get_by_text("The link to this moment is copied.").first).to_be_visible()
    link = await page.evaluate("() => navigator.clipboard.readText()")
    assert link == f"{people.url}/replay/{record}?at=2.4"
    await page.goto(link)
    await expect(line).to_have_value("4")
    for odd in ("?at=9.9999", "?at=x", "?at=1.-1"):
        await page.goto(f"{people.url}/replay/{record}{odd}")
        await expect(line).to_be_visible()
        await expect(page.get_by_label("Deal", exact=True)).to_have_value("0")
