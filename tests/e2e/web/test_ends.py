"""The end of a game: told to whoever comes back, with names and chips, until the next begins."""

import asyncio

import pytest
from playwright.async_api import Locator, Page, expect

from kozyr_client import Client, Room, connect
from kozyr_protocol import messages
from kozyr_testing.browsers import PHONE, Language, People
from kozyr_testing.processes import Kozyr
from kozyr_testing.steering import Gin, seated, steered
from kozyr_testing.web_axe import judged
from kozyr_testing.web_tables import LONG, READY, code_of, finished, played
from kozyr_testing.web_texts import said

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

ONE_CARD = {"hand_plan": "up", "deals": 1, "stake": 5}
TITLE = {"en": "The game is over", "ru": "Партия окончена"}
RESULT = {"en": "Result", "ru": "Итог"}
SEATS = 3
LAST_LOOK_MS = 3500
"""The result comes sooner after the last card where nothing is read."""


def result(page: Page, language: Language = "en") -> Locator:
    """The panel of the end."""
    return page.get_by_role("dialog", name=TITLE[language])


async def over(host: Client, others: list[Client], *, public: bool = True) -> list[Room]:
    """A short game of these people that is over; the table as each of them sees it."""
    first = await host.create_room(
        "oh_well", seats=SEATS, options=ONE_CARD, clock=LONG, public=public
    )
    code = None if public else await code_of(host, first)
    rooms = [first, *[await each.follow(first.id, code=code) for each in others]]
    for room in rooms:
        await room.join()
        await room.ready()
    async with asyncio.timeout(20):
        await asyncio.gather(*map(played, rooms))
    await finished(first, 20)
    return rooms


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_the_end_is_told_to_who_comes_back(
    server: Kozyr, people: People, language: Language
) -> None:
    async with (
        connect(server.socket_url, name="Anna") as anna,
        connect(server.socket_url, name="Boris") as boris,
        connect(server.socket_url, name="Vera") as vera,
    ):
        rooms = await over(anna, [boris, vera])
        await rooms[1].leave()
        person = await people.come(
            f"/table/{rooms[0].id}", token=anna.token, size=PHONE, language=language
        )
        page = person.page
        for _ in range(2):
            await expect(result(page, language)).to_be_visible()
            rows = result(page, language).locator("tbody tr")
            await expect(rows).to_have_count(SEATS)
            for name in ("Anna", "Boris", "Vera"):
                await expect(rows.filter(has_text=name)).to_have_count(1)
            chips = await rows.locator("td:last-child").all_inner_texts()
            assert sum(int(each.replace("−", "-")) for each in chips) == 0
            assert any(each.startswith("+") for each in chips)
            assert await judged(page) == []
            await page.reload()
        await expect(result(page, language)).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(result(page, language)).to_be_hidden()
        await page.get_by_role("button", name=RESULT[language]).click()
        await expect(result(page, language)).to_be_visible()


async def test_who_left_a_private_table_has_a_name(server: Kozyr, people: People) -> None:
    async with (
        connect(server.socket_url, name="Anna") as anna,
        connect(server.socket_url, name="Boris") as boris,
        connect(server.socket_url, name="Vera") as vera,
    ):
        rooms = await over(anna, [boris, vera], public=False)
        person = await people.come(f"/table/{rooms[0].id}", token=anna.token)
        await expect(result(person.page).locator("tbody tr", has_text="Boris")).to_have_count(1)
        await rooms[1].leave()
        await rooms[2].rematch()
        await person.page.reload()
        await expect(person.page.get_by_role("button", name=READY).first).to_be_visible()
        await person.page.get_by_role("button", name=RESULT["en"]).click()
        for name in ("Anna", "Boris", "Vera"):
            await expect(result(person.page).locator("tbody tr", has_text=name)).to_have_count(1)


async def test_what_was_written_is_told_of_a_game_that_was_broken_off(
    server: Kozyr, people: People
) -> None:
    async with (
        connect(server.socket_url, name="Anna") as anna,
        connect(server.socket_url, name="Boris") as boris,
        connect(server.socket_url, name="Vera") as vera,
    ):
        options = {"hand_plan": "up", "deals": 5, "stake": 5}
        first = await anna.create_room("oh_well", seats=SEATS, options=options, clock=LONG)
        rooms = [first, *[await each.follow(first.id) for each in (boris, vera)]]
        for room in rooms:
            await room.join()
            await room.ready()
        tasks = [asyncio.create_task(played(room, before=2)) for room in rooms]
        # Whoever bids first in the second deal leaves off; the others wait for him.
        _, waiting = await asyncio.wait(tasks, timeout=20, return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for each in (anna, boris, vera):
            await each.ask(messages.VoteEnd(id=0, room=first.id))
        await finished(first, 20)
        person = await people.come(f"/table/{first.id}", token=anna.token)
        for _ in range(2):
            await expect(result(person.page).get_by_text("by common wish")).to_be_visible()
            rows = result(person.page).locator("tbody tr")
            await expect(rows).to_have_count(SEATS)
            points = await rows.locator("td:nth-child(3)").all_inner_texts()
            assert sorted(map(int, points)) == sorted(first.table.totals)
            await person.page.reload()


async def test_the_result_waits_until_the_last_deal_is_read(server: Kozyr, people: People) -> None:
    async with seated(server, "gin_rummy", 2, {"target": 10}) as (_, rooms):
        person = await people.come(f"/table/{rooms[0].id}")
        page = person.page
        await expect(page.get_by_text("You watch this table.")).to_be_visible()
        await page.clock.install()
        play = Gin(rooms, knocks=(0, 1))
        await steered(
            rooms,
            play.choose,
            lambda _seat, _turn: False,
            over=lambda: rooms[0].view.phase == "finished",
        )
        deal = page.get_by_role("button", name=said("en", "gin-continue"))
        await expect(deal).to_be_visible()
        # On the page's own clock the result would have come over it.
        await page.clock.fast_forward(LAST_LOOK_MS)
        await expect(result(page)).to_be_hidden()
        await deal.click()
        await expect(result(page)).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(result(page)).to_be_hidden()
