"""What pages and games look like beside the lobby's: bids, piles, waiting, the door, dialogs."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import httpx
import pytest
from playwright.async_api import Page, expect

from kozyr_client import Client, Turn, connect
from kozyr_testing.browsers import DESKTOP, PHONE, Language, People, Theme, too_wide
from kozyr_testing.processes import Kozyr
from kozyr_testing.steering import seated, steered
from kozyr_testing.waiting import until_true
from kozyr_testing.web_axe import judged
from kozyr_testing.web_tables import LONG, finished, opened
from kozyr_testing.web_texts import foreign, said

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

LOOKS: tuple[tuple[tuple[int, int], Language, Theme], ...] = (
    (DESKTOP, "en", "light"),
    (PHONE, "ru", "dark"),
)
IDS = ("desktop-en-light", "phone-ru-dark")
looks = pytest.mark.parametrize(("size", "language", "theme"), LOOKS, ids=IDS)


async def clean(page: Page, language: Language) -> None:
    assert await too_wide(page) == []
    assert await foreign(page, language) == []
    assert await judged(page) == []


@asynccontextmanager
async def dialog(page: Page, language: Language) -> AsyncIterator[None]:
    """What is opened in the block is looked at, and closed."""
    yield
    await expect(page.locator("dialog[open]")).to_be_visible()
    await expect(page.locator("dialog[open] .skeleton")).to_have_count(0)
    await clean(page, language)
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog[open]")).to_have_count(0)


async def menu(page: Page, language: Language, key: str) -> None:
    await page.get_by_role("button", name=said(language, "room-menu")).click()
    await page.get_by_role("menuitem", name=said(language, key)).first.click()


async def rules(page: Page, language: Language) -> None:
    """Opened: beside the table of a desk, over that of a phone; looked at, and closed."""
    name = said(language, "rules")
    shown = page.get_by_role("complementary", name=name).or_(page.locator("dialog[open]"))
    await page.get_by_role("button", name=name).first.click()
    await expect(shown).to_be_visible()
    await expect(shown.locator(".skeleton")).to_have_count(0)
    await clean(page, language)
    await page.keyboard.press("Escape")
    await expect(shown).to_have_count(0)


@looks
async def test_before_a_game(
    server: Kozyr, people: People, size: tuple[int, int], language: Language, theme: Theme
) -> None:
    async with connect(server.socket_url, name="Anna") as anna:
        room = await anna.create_room("king_jokers", access="knock", clock=LONG)
        await room.join()
        for path in (f"/room/{room.id}", f"/table/{room.id}"):
            guest = await people.come(path, size=size, language=language, theme=theme)
            await expect(guest.page.locator("main h1, main h2").first).to_be_visible()
            await clean(guest.page, language)
        await rules(guest.page, language)


@looks
@pytest.mark.parametrize(
    ("game", "reached", "shown"),
    [
        ("oh_well", lambda turn: True, "section .decision button"),
        ("twenty_nine", lambda turn: len(turn.table.pile) > 1, "section .hand button"),
    ],
    ids=("bid", "pile"),
)
async def test_a_turn(
    server: Kozyr,
    people: People,
    *,
    game: str,
    reached: Callable[[Turn], bool],
    shown: str,
    size: tuple[int, int],
    language: Language,
    theme: Theme,
) -> None:
    async with seated(server, game, 3, {}) as (clients, rooms):
        seat = await steered(rooms, lambda _, turn: turn.legal[0], lambda _, turn: reached(turn))
        person = await people.come(
            f"/table/{rooms[0].id}",
            token=clients[seat].token,
            size=size,
            language=language,
            theme=theme,
        )
        await expect(person.page.locator(shown).first).to_be_visible()
        await clean(person.page, language)


@looks
async def test_dialogs_over_a_game(
    server: Kozyr, people: People, size: tuple[int, int], language: Language, theme: Theme
) -> None:
    async with seated(server, "gin_rummy", 2, {}) as (clients, rooms):
        person = await people.come(
            f"/table/{rooms[0].id}",
            token=clients[0].token,
            size=size,
            language=language,
            theme=theme,
        )
        page = person.page
        await expect(page.locator("section .hand button").first).to_be_visible()
        for key in ("room-facts-title", "fair-title", "table-leave", "room-end"):
            async with dialog(page, language):
                await menu(page, language, key)
        await rules(page, language)


@looks
async def test_a_player(
    server: Kozyr,
    host: Client,
    people: People,
    size: tuple[int, int],
    language: Language,
    theme: Theme,
) -> None:
    room = await opened(host, "knaves", seats=3, bots=2, options={"target": 1})
    await room.join()
    await room.ready()
    async for turn in room.turns():
        await room.act(0, turn=turn)
    await finished(room, 20)
    await room.unfollow()
    # A finished game is taken into the pages of its players some seconds later.
    async with httpx.AsyncClient(base_url=server.http_url, trust_env=False) as http:

        async def is_known() -> bool:
            shown = await http.get(f"/api/v1/players/{host.player}")
            return shown.is_success and bool(shown.json()["results"])

        await until_true(is_known, 30)
    person = await people.come(f"/player/{host.player}", size=size, language=language, theme=theme)
    page = person.page
    more = page.get_by_role("button", name="Host")
    await expect(more.first).to_be_visible()
    await clean(page, language)
    async with dialog(page, language):
        await more.first.click()
    await more.first.click()
    report = page.get_by_role("button", name=said(language, "person-report"), exact=True)
    async with dialog(page, language):
        await report.click()
        await expect(report).to_have_count(0)
