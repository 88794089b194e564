"""The ways to a table: opened by its host, found in the lobby, given by quick match."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from playwright.async_api import Locator, Page, expect

from kozyr_client import Client, connect
from kozyr_testing.browsers import DESKTOP, PHONE, Language, People, too_wide
from kozyr_testing.processes import Kozyr
from kozyr_testing.web_tables import LONG, READY, SIT
from kozyr_testing.web_texts import said

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

PRESSES = 3
AT_A_TABLE = re.compile(r"/table/[^/#]+$")


def hand(page: Page) -> Locator:
    """The own cards."""
    return page.locator("section .hand button.place")


async def choose(page: Page, *values: str) -> None:
    """Choose among the radio buttons of a page."""
    for value in values:
        await page.locator(f"input[type=radio][value='{value}']").check(force=True)


async def test_from_a_new_table_to_the_cards(people: People) -> None:
    host = await people.come("/create?game=king", size=DESKTOP)
    page = host.page
    await choose(page, "gin_rummy", "gin_rummy/modern", "private", "password")
    await page.get_by_text("More about the rules").click()
    await page.locator("[data-option=spades_double] input").check(force=True)
    await page.get_by_label("Password", exact=True).fill("open sesame")
    await page.get_by_label("Name of the table").fill("Two by the fire")
    submit = page.get_by_role("button", name="Open the table")
    await submit.click()
    refused = page.locator("[data-option=spades_double]").get_by_role("alert")
    await expect(refused).to_have_text("This does not go together with “Oklahoma: no”.")
    await expect(page).to_have_url(re.compile("/create"))

    await page.locator("[data-option=oklahoma] select").select_option(label="yes")
    await submit.click()
    dialog = page.get_by_role("dialog", name="Your table is open")
    link = await dialog.get_by_label("Link to the table").input_value()
    assert "#" in link
    await dialog.get_by_role("button", name="To the table").click()
    await expect(page).to_have_url(AT_A_TABLE)
    await expect(page.get_by_role("heading", name="Two by the fire")).to_be_visible()
    await page.get_by_role("button", name=READY).first.click()

    guest = await people.come(link.removeprefix(people.url), size=PHONE, language="ru")
    await guest.page.get_by_label("Пароль стола").fill("wrong")
    await guest.page.get_by_role("button", name="Войти").click()
    await expect(guest.page.get_by_role("alert")).to_be_visible()
    await guest.page.get_by_label("Пароль стола").fill("open sesame")
    await guest.page.get_by_role("button", name="Войти").click()
    await expect(guest.page).to_have_url(AT_A_TABLE)
    await guest.page.get_by_role("button", name=SIT).first.click()
    await guest.page.get_by_role("button", name=READY).first.click()
    await expect(hand(page)).to_have_count(10)
    await expect(hand(guest.page)).to_have_count(10)
    for each in (host, guest):
        await each.plays()
    for each in (host, guest):
        await each.page.wait_for_function("n => window.kozyrPlayer.presses >= n", arg=PRESSES)
        assert (await each.played())["covered"] == []
        assert await too_wide(each.page) == []


GAME = {"en": "Game", "ru": "Игра"}


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_from_the_list_to_a_seat(people: People, host: Client, language: Language) -> None:
    name = f"Jack of {language}"
    room = await host.create_room("knaves", seats=3, name=name, clock=LONG)
    await host.create_room("twenty_nine", seats=3, name="Another", clock=LONG)
    person = await people.come("/", size=PHONE, language=language)
    page = person.page
    rows = page.locator("section[aria-labelledby=tables-title] li")
    await expect(rows.filter(has_text="Another").first).to_be_visible()
    tables = page.locator("section[aria-labelledby=tables-title]")
    await tables.get_by_label(GAME[language], exact=True).select_option("knaves")
    await expect(rows.filter(has_text="Another")).to_have_count(0)
    row = rows.filter(has_text=name)
    await row.get_by_role("button").first.click()
    await expect(page).to_have_url(re.compile(f"/table/{room.id}$"))
    await expect(page.get_by_role("button", name=READY).first).to_be_visible()
    # The list is live: a table that has gone from it is not shown any more.
    await page.goto(people.url)
    await expect(rows.filter(has_text=name)).to_have_count(1)


async def test_quick_match_finds_a_table_of_two(people: People) -> None:
    both = [
        await people.come("/", size=DESKTOP, language="en"),
        await people.come("/", size=PHONE, language="ru"),
    ]
    for person in both:
        match = person.page.locator("section.match")
        await match.locator("input[value=gin_rummy]").check(force=True)
        await match.locator("button[type=submit]").click()
    await asyncio.gather(*(expect(hand(each.page)).to_have_count(10) for each in both))
    assert both[0].page.url == both[1].page.url
    for person in both:
        await person.plays()
    for person in both:
        await person.page.wait_for_function("n => window.kozyrPlayer.presses >= n", arg=PRESSES)


async def test_who_stops_looking_is_given_no_table(people: People) -> None:
    person = await people.come("/")
    match = person.page.locator("section.match")
    await match.get_by_role("checkbox", name="Twenty-Nine").check(force=True)
    await match.get_by_role("button", name="Find a table").click()
    await expect(match.get_by_text("Nobody else waits yet.")).to_be_visible()
    await match.get_by_role("button", name="Stop looking").click()
    await expect(match.get_by_role("button", name="Find a table")).to_be_visible()


async def test_whoever_sits_down_is_looked_for_no_more(people: People) -> None:
    page = (await people.come("/")).page
    match = page.locator("section.match")
    await match.get_by_role("checkbox", name="Gin Rummy").check(force=True)
    await match.get_by_role("button", name="Find a table").click()
    await expect(match.get_by_text("Nobody else waits yet.")).to_be_visible()
    await page.locator("button[data-game=twenty_nine]").click()
    await expect(hand(page)).not_to_have_count(0)
    await expect(page.get_by_text("no other is looked for any more")).to_be_visible()
    rules = page.get_by_role("navigation").get_by_role("link", name="Rules")
    await rules.click()
    back = page.get_by_role("link", name="Back to the table")
    await expect(page.get_by_text("Twenty-Nine: your game goes on.")).to_be_visible()
    await back.click()
    await expect(hand(page)).not_to_have_count(0)
    await expect(back).to_have_count(0)
    await page.get_by_role("link", name="kozyr").click()
    await expect(match.get_by_role("button", name="Find a table")).to_be_visible()


async def test_a_table_in_play_is_watched_from_the_list(
    server: Kozyr, people: People, host: Client
) -> None:
    async with connect(server.socket_url, name="Second") as second:
        room = await host.create_room("gin_rummy", name="To be watched", clock=LONG)
        other = await second.follow(room.id)
        for each in (room, other):
            await each.join()
            await each.ready()
        person = await people.come("/")
        row = person.page.locator("section[aria-labelledby=tables-title] li")
        await row.filter(has_text="To be watched").get_by_role("link").click()
        await expect(person.page.get_by_text("You watch this table.")).to_be_visible()
        await expect(hand(person.page)).to_have_count(0)


@asynccontextmanager
async def in_play(server: Kozyr, host: Client, game: str, seats: int) -> AsyncIterator[str]:
    """A table at which cards are played, by its address."""
    async with AsyncExitStack() as stack:
        rooms = [await host.create_room(game, seats=seats, clock=LONG)]
        for _ in range(seats - 1):
            other = await stack.enter_async_context(connect(server.socket_url, name="Other"))
            rooms.append(await other.follow(rooms[0].id))
        for room in rooms:
            await room.join()
            await room.ready()
        yield f"/table/{rooms[0].id}"


async def test_from_one_table_straight_to_another(
    server: Kozyr, people: People, host: Client
) -> None:
    async with (
        in_play(server, host, "gin_rummy", 2) as gin,
        in_play(server, host, "oh_well", 3) as well,
    ):
        page = (await people.come(gin)).page
        limit = page.get_by_text("Knock with")
        await expect(limit.first).to_be_visible()
        await page.evaluate("path => history.pushState(null, '', path)", well)
        await page.go_back()
        await page.go_forward()
        await expect(page.get_by_text("Bids")).to_be_visible()
        await expect(limit).to_have_count(0)
        await page.go_back()
        await expect(limit.first).to_be_visible()


async def test_people_talk_in_the_lobby(people: People) -> None:
    anna = await people.come("/", size=DESKTOP)
    boris = await people.come("/", size=PHONE, language="ru")
    field = anna.page.get_by_role("textbox", name="Say something")
    await field.fill("Anybody for King?")
    await field.press("Enter")
    await expect(field).to_have_value("")
    for person in (anna, boris):
        log = person.page.get_by_role("log")
        await expect(log.get_by_text("Anybody for King?")).to_be_visible()
    await anna.page.get_by_role("button", name="Quick phrases").click()
    await anna.page.get_by_role("group", name="Quick phrases").get_by_role("button").first.click()
    # A phrase is read by each in his language.
    last = boris.page.get_by_role("log").locator("p").last
    await expect(last).to_contain_text(re.compile("[а-я]"))
    # Who is ignored is read no more, neither what was said nor what will be.
    log = boris.page.get_by_role("log")
    lines = log.locator("p:has(time)")
    others = await lines.count() - 2
    await log.locator("p", has_text="Anybody for King?").get_by_role("button").click()
    dialog = boris.page.get_by_role("dialog")
    await dialog.get_by_role("button", name=said("ru", "person-ignore"), exact=True).click()
    await expect(dialog).to_have_count(0)
    await expect(lines).to_have_count(others)
    await field.fill("Nobody?")
    await field.press("Enter")
    await expect(anna.page.get_by_role("log").get_by_text("Nobody?")).to_be_visible()
    own = boris.page.get_by_role("textbox", name=said("ru", "chat-line"))
    await own.fill("Играю!")
    await own.press("Enter")
    # It was said after hers.
    await expect(lines).to_have_count(others + 1)
    await expect(lines.last).to_contain_text("Играю!")
