"""Pages of the client: for all who look, in both languages and themes, on phones as well."""

import json
from collections.abc import Callable
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from kozyr_client import Client
from kozyr_testing.browsers import DESKTOP, PHONE, Language, People, Theme, too_wide
from kozyr_testing.web_axe import judged
from kozyr_testing.web_tables import AGAIN, finished, opened, sit
from kozyr_testing.web_texts import foreign

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

PAGES = (
    "/",
    "/create",
    "/me",
    "/leaderboard",
    "/leaderboard/knaves",
    "/replay",
    "/replay/{record}",
    "/rules",
    "/rules/king",
    "/table/nothing",
    "/create/nothing",
)
NOT_THERE = r"status of 404"
LOOKS: tuple[tuple[tuple[int, int], Language, Theme], ...] = (
    (DESKTOP, "en", "light"),
    (PHONE, "ru", "dark"),
)
IDS = ("desktop-en-light", "phone-ru-dark")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def record(host: Client) -> str:
    """A game of bots that is over; its record."""
    room = await opened(host, "knaves", seats=3, bots=2, options={"target": 1})
    await room.join()
    await room.ready()
    async for turn in room.turns():
        await room.act(0, turn=turn)
    await finished(room, 20)
    name = room.view.record
    assert name is not None
    await room.unfollow()
    return name


async def settled(page: Page) -> None:
    """Wait until the page shows what it has to show."""
    await expect(page.locator("main h1, main h2, main [role=status]").first).to_be_attached()
    await expect(page.locator("main .skeleton")).to_have_count(0)


@pytest.mark.parametrize(("size", "language", "theme"), LOOKS, ids=IDS)
async def test_pages(
    people: People, record: str, size: tuple[int, int], language: Language, theme: Theme
) -> None:
    person = await people.come(
        "/", size=size, language=language, theme=theme, expected=(NOT_THERE,)
    )
    wrong: dict[str, list[str]] = {}
    for path in PAGES:
        address = path.format(record=record)
        await person.page.goto(people.url + address)
        await settled(person.page)
        found = [
            *await judged(person.page),
            *[f"too wide: {each}" for each in await too_wide(person.page)],
            *[f"not {language}: {each}" for each in await foreign(person.page, language)],
        ]
        if found:
            wrong[path] = found
    assert wrong == {}


@pytest.mark.parametrize(("size", "language", "theme"), LOOKS, ids=IDS)
async def test_a_table_in_play_and_at_its_end(
    people: People, host: Client, size: tuple[int, int], language: Language, theme: Theme
) -> None:
    room = await opened(host, "knaves", seats=3, bots=2, options={"target": 1})
    person = await people.come(f"/table/{room.id}", size=size, language=language, theme=theme)
    page = person.page
    await sit(page)
    await expect(page.locator("section .hand button[aria-disabled=false]").first).to_be_visible()
    wrong = [*await judged(page), *await too_wide(page), *await foreign(page, language)]
    assert wrong == []
    await person.plays()
    await finished(room, 80)
    await expect(page.get_by_role("button", name=AGAIN).first).to_be_visible()
    wrong = [*await judged(page), *await too_wide(page), *await foreign(page, language)]
    assert wrong == []


WORDS = {
    "en": ("Verify this deal", "check out", "does not check out"),
    "ru": ("Проверить эту сдачу", "всё верно", "проверки не прошёл"),
}


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_a_forged_record_is_told_as_such(
    people: People, record: str, language: Language
) -> None:
    person = await people.come(f"/replay/{record}", language=language)
    page = person.page
    button, good, bad = WORDS[language]
    await page.get_by_role("button", name=button).click()
    await expect(page.get_by_role("status").filter(has_text=good)).to_be_visible()

    text = await page.evaluate(
        "async (address) => await (await fetch(address)).text()", f"/api/v1/records/{record}"
    )
    forged = json.loads(text)
    hands = forged["deals"][0]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    files = [
        {
            "name": "forged.jsonl",
            "mimeType": "application/json",
            "buffer": json.dumps(forged).encode(),
        }
    ]
    await page.locator("input[type=file]").set_input_files(files)  # type: ignore[arg-type]
    await page.get_by_role("button", name=button).click()
    await expect(page.get_by_role("alert").filter(has_text=bad)).to_be_visible()


def _twice(forged: dict[str, Any]) -> None:
    """One card twice in a hand."""
    [hand, *_] = forged["deals"][0]["hands"]
    hand[0] = hand[1]


def _nothing(forged: dict[str, Any]) -> None:
    forged["deals"] = [None]


@pytest.mark.parametrize(
    ("forge", "said"), [(_twice, "does not check out"), (_nothing, "this is no record")]
)
async def test_a_broken_record_breaks_no_page(
    people: People, record: str, forge: Callable[[dict[str, Any]], None], said: str
) -> None:
    page = (await people.come(f"/replay/{record}")).page
    verify = page.get_by_role("button", name="Verify this deal")
    await expect(verify).to_be_visible()
    forged = json.loads(
        await page.evaluate(
            "async (address) => await (await fetch(address)).text()", f"/api/v1/records/{record}"
        )
    )
    forge(forged)
    broken = json.dumps(forged).encode()
    await page.locator("input[type=file]").set_input_files(
        {"name": "broken.jsonl", "mimeType": "application/json", "buffer": broken}
    )
    if forge is _twice:
        await expect(page.get_by_role("heading", level=1)).to_be_visible()
        await verify.click()
    await expect(page.get_by_role("alert").filter(has_text=said).first).to_be_visible()


async def test_an_answer_that_is_no_record_is_told(people: People, record: str) -> None:
    page = (await people.come("/")).page
    await page.route("**/api/v1/records/*", lambda route: route.fulfill(json={}))
    await page.evaluate("address => location.assign(address)", f"/replay/{record}")
    await expect(page.get_by_text("The games could not be loaded")).to_be_visible()


async def test_a_game_is_looked_at_by_keys(people: People, record: str) -> None:
    person = await people.come(f"/replay/{record}")
    page = person.page
    line = page.get_by_role("slider")
    await expect(line).to_have_value("0")
    for key, value in (("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1")):
        await page.keyboard.press(key)
        await expect(line).to_have_value(value)
    await page.keyboard.press("End")
    await expect(page.get_by_text("The deal is over.").first).to_be_visible()
    await page.keyboard.press("PageDown")
    await expect(line).to_have_value("0")
    await page.keyboard.press(" ")
    await expect(line).to_have_value("1")
