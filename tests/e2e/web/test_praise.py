"""Praise deals of King in browsers: what is said, sold, bought at auction and split."""

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import Page, expect

from kozyr_client import Room, Turn
from kozyr_testing.browsers import DESKTOP, PHONE, Language, People, Person, too_wide
from kozyr_testing.processes import Kozyr
from kozyr_testing.steering import Action, seated, steered
from kozyr_testing.web_axe import judged
from kozyr_testing.web_texts import foreign, said

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

SEATS = 4
FIRST = 8
"""The first praise deal."""
LANGUAGES: tuple[Language, ...] = ("en", "ru")


def wanted(turn: Turn, *wishes: Mapping[str, Any]) -> Action:
    """The first wish that is legal, else the first legal action."""
    for wish in wishes:
        for each in turn.legal:
            if wish.items() <= each.items():
                return each
    return turn.legal[0]


@asynccontextmanager
async def praising(
    server: Kozyr,
    people: People,
    decision: str,
    language: Language,
    *wishes: Mapping[str, Any],
    **options: Any,
) -> AsyncIterator[tuple[Person, list[Room]]]:
    """Somebody who has such a decision in the first praise deal, and the others at his table."""
    async with seated(server, "king", SEATS, options) as (clients, rooms):
        seat = await steered(
            rooms,
            lambda _, turn: wanted(turn, *wishes),
            lambda _, turn: turn.table.deal == FIRST and turn.decision == decision,
        )
        person = await people.come(
            f"/table/{rooms[0].id}",
            token=clients[seat].token,
            size=PHONE if language == "ru" else DESKTOP,
            language=language,
            theme="dark" if language == "ru" else "light",
        )
        await expect(buttons(person.page).first).to_be_visible()
        await clean(person, language)
        assert await judged(person.page) == []
        yield person, [room for other, room in enumerate(rooms) if other != seat]
        await clean(person, language)


def buttons(page: Page) -> Any:
    return page.locator("section .decision button")


async def clean(person: Person, language: Language) -> None:
    assert await too_wide(person.page) == []
    assert await foreign(person.page, language) == []


async def until(others: list[Room], *wishes: Mapping[str, Any], decision: str) -> None:
    """The others go on as they wish until one of them has such a decision."""
    await steered(
        others, lambda _, turn: wanted(turn, *wishes), lambda _, turn: turn.decision == decision
    )


def scored(room: Room) -> bool:
    """Whether the first praise deal is on the sheet."""
    return len(room.table.sheet) >= FIRST


async def until_phase(others: list[Room], phase: str, *wishes: Mapping[str, Any]) -> None:
    """The others go on as they wish until the game waits for something."""
    await steered(
        others,
        lambda _, turn: wanted(turn, *wishes),
        lambda _, turn: turn.table.phase == phase,
        over=lambda: others[0].table.phase == phase,
    )


async def until_scored(others: list[Room], *wishes: Mapping[str, Any]) -> None:
    """The others go on as they wish until the first praise deal is over."""
    await steered(
        others,
        lambda _, turn: wanted(turn, *wishes),
        lambda _, turn: turn.table.deal > FIRST,
        over=lambda: scored(others[0]),
    )


SPLIT = {"type": "declare", "call": "split"}
YES = {"type": "agree", "yes": True}
SELL = {"type": "sale", "open": True}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_all_agree_to_a_split(server: Kozyr, people: People, language: Language) -> None:
    async with praising(
        server, people, "agree", language, SPLIT, split="needs_all", sale="off"
    ) as (person, others):
        agree = buttons(person.page).first
        await agree.click()
        await until_scored(others, YES)
        assert others[0].table.sheet[FIRST - 1].scores == (6, 6, 6, 6)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_split_is_refused(server: Kozyr, people: People, language: Language) -> None:
    async with praising(
        server, people, "agree", language, SPLIT, split="needs_all", sale="off"
    ) as (person, others):
        await person.page.get_by_role("button", name=said(language, "king-refuse")).click()
        await until(others, decision="declare")
        assert not scored(others[0])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("splits", [True, False], ids=["split", "played"])
async def test_a_split_with_all_cards(
    server: Kozyr, people: People, language: Language, splits: bool
) -> None:
    async with praising(server, people, "split", language, split_full_hand=True, sale="off") as (
        person,
        others,
    ):
        await expect(person.page.locator("section .hand button")).to_have_count(8)
        name = said(language, "king-play-on")
        if splits:
            await buttons(person.page).filter(has_not_text=name).first.click()
            await until_scored(others)
            assert others[0].table.sheet[FIRST - 1].scores == (6, 6, 6, 6)
        else:
            await person.page.get_by_role("button", name=name).click()
            lit = person.page.locator("section .hand button[aria-disabled=false]")
            await expect(lit.first).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("when", ["after_declaration", "before_declaration"])
async def test_a_game_is_sold(server: Kozyr, people: People, language: Language, when: str) -> None:
    async with praising(server, people, "sale", language, {"type": "declare"}, sale=when) as (
        person,
        others,
    ):
        page = person.page
        await page.get_by_role("button", name=said(language, "king-sale-open")).click()
        await until(others, {"type": "offer", "tricks": 3}, {"type": "pass"}, decision="declare")
        await until_phase(others, "play", {"type": "declare", "call": "misere"})
        sale = others[0].table.sale
        assert sale is not None
        buyer = others[0].view.seats[sale.buyer].name
        sold = page.get_by_text(re.compile(rf"{buyer}.*{sale.tricks}"))
        await expect(sold.first).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_game_is_kept(server: Kozyr, people: People, language: Language) -> None:
    async with praising(
        server, people, "sale", language, {"type": "declare", "call": "by_last"}
    ) as (person, others):
        await person.page.get_by_role("button", name=said(language, "king-sale-keep")).click()
        await expect(person.page.locator("section .hand button")).to_have_count(8)
        assert others[0].table.sale is None
        assert others[0].table.last_card is not None
        turned = person.page.get_by_text(said(language, "king-turned"))
        await expect(turned.first).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_game_is_bought(server: Kozyr, people: People, language: Language) -> None:
    async with praising(server, people, "auction", language, {"type": "declare"}, SELL) as (
        person,
        others,
    ):
        page = person.page
        offers = page.get_by_role("group", name=said(language, "king-offer-label"))
        await expect(offers.get_by_role("button")).to_have_count(8)
        await offers.get_by_role("button").nth(2).click()
        await until_phase(others, "declare", {"type": "pass"})
        await expect(buttons(page).first).to_be_visible()
        await clean(person, language)
        suits = page.get_by_role("group", name=said(language, "king-call-trump"))
        await suits.get_by_role("button").first.click()
        await expect(page.locator("section .hand button")).to_have_count(8)
        assert others[0].table.trump == "S"
