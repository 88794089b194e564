"""Rare moments of Gin Rummy in browsers: big gin, Oklahoma, lay-offs, the end of the stock."""

import re

import pytest
from playwright.async_api import Locator, Page, expect

from kozyr_client import Turn
from kozyr_testing.browsers import DESKTOP, PHONE, Language, People, Person, too_wide
from kozyr_testing.processes import Kozyr
from kozyr_testing.steering import Gin, seated, steered
from kozyr_testing.web_axe import judged
from kozyr_testing.web_texts import foreign, said

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

LANGUAGES: tuple[Language, ...] = ("en", "ru")


def hand(page: Page) -> Locator:
    return page.locator("section .hand button.place")


async def seen(
    people: People, room: str, token: str | None, language: Language, size: tuple[int, int] = PHONE
) -> Person:
    """The table with the cards of whoever has this token."""
    person = await people.come(f"/table/{room}", token=token, size=size, language=language)
    await expect(hand(person.page).first).to_be_visible()
    return person


async def named(page: Page) -> list[str]:
    """The own cards as they lie, without a word on their melds."""
    labels = [await each.get_attribute("aria-label") or "" for each in await hand(page).all()]
    return [each.split(",")[0] for each in labels]


async def clean(person: Person, language: Language) -> None:
    assert await too_wide(person.page) == []
    assert await foreign(person.page, language) == []
    assert await judged(person.page) == []


def has(turn: Turn, kind: str) -> bool:
    return any(each["type"] == kind for each in turn.legal)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_big_gin(server: Kozyr, people: People, language: Language) -> None:
    async with seated(server, "gin_rummy", 2, {"big_gin": 31}) as (clients, rooms):
        gin = Gin(rooms, helps=True)

        def is_big(seat: int, turn: Turn) -> bool:
            return seat == 0 and any(
                each["type"] == "knock" and each.get("card") is None for each in turn.legal
            )

        await steered(rooms, gin.choose, is_big)
        person = await seen(people, rooms[0].id, clients[0].token, language)
        page = person.page
        await page.get_by_role("button", name=said(language, "gin-do-big_gin")).click()
        knock = page.get_by_role("dialog", name=said(language, "gin-knock"))
        finished = page.get_by_role("dialog").filter(has_text=said(language, "gin-kind-big_gin"))
        # A hand that can be shown in several ways is asked about.
        await expect(knock.or_(finished).first).to_be_visible()
        if await knock.is_visible():
            await clean(person, language)
            await knock.get_by_role("button", name=said(language, "gin-do-big_gin")).click()
        await expect(finished.get_by_text(said(language, "gin-kind-big_gin")).first).to_be_visible()
        assert rooms[1].table.sheet[-1].scores[0] >= 31
        await clean(person, language)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_oklahoma_and_doubled_deals(
    server: Kozyr, people: People, language: Language
) -> None:
    options = {"oklahoma": "on", "spades_double": True, "target": 1000}
    async with seated(server, "gin_rummy", 2, options) as (clients, rooms):
        gin = Gin(rooms, knocks=(0, 1))
        await steered(rooms, gin.choose, lambda seat, turn: seat == 0 and turn.table.doubled)
        person = await seen(people, rooms[0].id, clients[0].token, language)
        page = person.page
        await expect(page.get_by_text(said(language, "gin-doubled"))).to_be_visible()
        limit = rooms[1].table.limit
        await expect(page.get_by_text(str(limit)).first).to_be_visible()
        await clean(person, language)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_gin_alone_may_be_knocked_with(
    server: Kozyr, people: People, language: Language
) -> None:
    words = {"en": "Gin only", "ru": "Только джин"}
    async with seated(server, "gin_rummy", 2, {"straight": True}) as (clients, rooms):
        person = await seen(people, rooms[0].id, clients[0].token, language)
        await expect(person.page.get_by_text(words[language])).to_be_visible()
        await clean(person, language)


async def test_cards_are_arranged_by_dragging(server: Kozyr, people: People) -> None:
    async with seated(server, "gin_rummy", 2, {}) as (clients, rooms):
        # Boris is on turn to take the first card, and may put his own in order all the same.
        person = await seen(people, rooms[1].id, clients[1].token, "en", DESKTOP)
        page = person.page
        before = await named(page)
        first, last = hand(page).first, hand(page).last
        start, end = await first.bounding_box(), await last.bounding_box()
        assert start is not None
        assert end is not None
        await page.mouse.move(start["x"] + 8, start["y"] + 40)
        await page.mouse.down()
        await page.mouse.move(end["x"], end["y"] + 40, steps=5)
        await page.mouse.move(end["x"] + end["width"] * 0.6, end["y"] + 40)
        await page.mouse.up()
        await expect(hand(page).last).to_have_accessible_name(before[0])
        assert await named(page) == [*before[1:], before[0]]
        # Nothing was played by it.
        assert len(rooms[1].table.hand) == len(before)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_cards_are_laid_off_by_hand(
    server: Kozyr, people: People, language: Language
) -> None:
    options = {"auto_lay_off": False, "target": 1000}
    async with seated(server, "gin_rummy", 2, options) as (clients, rooms):
        gin = Gin(rooms, knocks=(1,))
        await steered(rooms, gin.choose, lambda seat, turn: seat == 0 and has(turn, "lay_off"))
        person = await seen(people, rooms[0].id, clients[0].token, language)
        page = person.page
        lit = page.locator("section .hand button.place[aria-disabled=false]")
        await expect(lit.first).to_be_visible()
        await clean(person, language)
        before = await hand(page).count()
        # The other cards fit nowhere, and say so.
        stuck = page.locator("section .hand button.place[aria-disabled=true]").first
        await expect(stuck).to_have_accessible_name(
            # It is a sentence of the hand with the reason in it.
            re.compile(said(language, "gin-fits-nowhere"))
        )
        await lit.first.click(position={"x": 6, "y": 30})
        targets = page.locator("section .decision").get_by_role("button").filter(has_text="1")
        if await hand(page).count() == before and await targets.count() > 0:
            await targets.first.click()
        await expect(hand(page)).to_have_count(before - 1)
        await page.get_by_role("button", name=said(language, "gin-done"), exact=True).click()
        dialog = page.get_by_role("dialog")
        await expect(dialog).to_be_visible()
        await expect(dialog.get_by_text("Anna").first).to_be_visible()
        await clean(person, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("take", [False, True], ids=["void", "taken"])
async def test_the_stock_ends(
    server: Kozyr, people: People, language: Language, take: bool
) -> None:
    async with seated(server, "gin_rummy", 2, {"wall_take": take}) as (clients, rooms):
        gin = Gin(rooms)

        def is_last(seat: int, turn: Turn) -> bool:
            if take:
                return bool(turn.table.phase == "wall")
            return bool(turn.table.stock == 2) and has(turn, "discard")

        seat = await steered(rooms, gin.choose, is_last)
        person = await seen(people, rooms[seat].id, clients[seat].token, language)
        page = person.page
        await clean(person, language)
        if take:
            await page.get_by_role("button", name=said(language, "gin-pass")).click()
        else:
            await page.locator("section .hand button.place[aria-disabled=false]").last.click()
        dialog = page.get_by_role("dialog")
        await expect(dialog.get_by_text(said(language, "gin-finished-void"))).to_be_visible()
        await clean(person, language)
        await dialog.get_by_role("button", name=said(language, "gin-continue")).click()
        # The next deal is there.
        await expect(hand(page)).to_have_count(10)
