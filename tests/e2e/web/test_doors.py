"""Who comes in: knocks and passwords, private links, the host's table and what is said there."""

import pytest
from playwright.async_api import Page, expect

from kozyr_client import Client, Room, connect
from kozyr_testing.browsers import DESKTOP, PHONE, Language, People, Person, too_wide
from kozyr_testing.processes import Kozyr
from kozyr_testing.web_axe import judged
from kozyr_testing.web_tables import LONG, READY, SIT, code_of
from kozyr_testing.web_texts import foreign, said

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


async def hosted(people: People, anna: Client, room: Room) -> Page:
    """Anna's table in a browser of hers; she sits at it."""
    await room.join()
    person = await people.come(f"/table/{room.id}", token=anna.token, size=DESKTOP)
    await expect(person.page.get_by_role("heading", name="You are the host")).to_be_visible()
    return person.page


async def clean(person: Person, language: Language) -> None:
    assert await too_wide(person.page) == []
    assert await foreign(person.page, language) == []
    assert await judged(person.page) == []


@pytest.mark.parametrize("way", ["/room/{}?sit", "/table/{}"])
async def test_a_knock_is_answered(server: Kozyr, people: People, way: str) -> None:
    async with connect(server.socket_url, name="Anna") as anna:
        room = await anna.create_room("knaves", seats=3, access="knock", clock=LONG)
        host = await hosted(people, anna, room)
        guest = await people.come(way.format(room.id), size=PHONE, language="ru")
        page = guest.page
        if way.startswith("/table"):
            await page.get_by_role("button", name=said("ru", "room-knock-here")).first.click()
        await expect(page.get_by_text("Вы постучали").first).to_be_visible()
        await clean(guest, "ru")

        knock = host.get_by_role("status").filter(has_text="would like to sit down")
        await knock.get_by_role("button", name="Not now").click()
        await expect(page.get_by_text(said("ru", "door-no-text")).first).to_be_visible()
        again = page.get_by_role("button", name=said("ru", "room-knock-here"))
        await again.first.click()
        await knock.get_by_role("button", name="Let in").click()
        await expect(page.get_by_role("button", name=READY).first).to_be_visible()
        await expect(host.get_by_text("would like to sit down")).to_have_count(0)
        await clean(guest, "ru")


async def test_who_is_sent_away_is_told_so(server: Kozyr, people: People) -> None:
    async with connect(server.socket_url, name="Anna") as anna:
        room = await anna.create_room("knaves", seats=3, clock=LONG)
        host = await hosted(people, anna, room)
        guest = await people.come(f"/table/{room.id}", size=PHONE, language="ru")
        await guest.page.get_by_role("button", name=SIT).first.click()
        await expect(guest.page.get_by_role("button", name=READY).first).to_be_visible()
        await host.get_by_role("button", name="Remove").click()
        told = guest.page.get_by_role("alert").filter(has_text=said("ru", "error-kicked"))
        await expect(told).to_be_visible()
        await clean(guest, "ru")
        await guest.page.reload()
        await expect(told).to_be_visible()
        await told.get_by_role("link").click()
        # Nothing asks whoever was sent away back to that table.
        await expect(guest.page.get_by_role("heading", level=2).first).to_be_visible()
        await expect(guest.page.locator(f"a[href='/table/{room.id}']")).to_have_count(0)


async def test_who_is_silenced_sees_why_nothing_can_be_said(server: Kozyr, people: People) -> None:
    async with connect(server.socket_url, name="Anna") as anna:
        room = await anna.create_room("knaves", seats=3, clock=LONG)
        host = await hosted(people, anna, room)
        guest = await people.come(f"/table/{room.id}", size=PHONE, language="ru")
        await guest.page.get_by_role("button", name=SIT).first.click()
        await guest.page.get_by_role("button", name=said("ru", "talk-title")).click()
        line = guest.page.get_by_role("dialog").get_by_role("textbox")
        await line.fill("Shouting!")
        await line.press("Enter")

        await host.get_by_role("button", name="Chat: 1 new line").click()
        await expect(host.get_by_text("Shouting!", exact=True)).to_be_visible()
        await host.get_by_role("button", name="Silence").click()
        dialog = guest.page.get_by_role("dialog")
        await expect(dialog.get_by_text(said("ru", "talk-silenced"))).to_be_visible()
        await expect(dialog.get_by_role("textbox")).to_have_count(0)
        await clean(guest, "ru")
        await host.get_by_role("button", name="write again").click()
        await expect(dialog.get_by_role("textbox")).to_be_visible()


async def test_a_private_link_is_opened_by_a_stranger(server: Kozyr, people: People) -> None:
    async with connect(server.socket_url, name="Anna") as anna:
        room = await anna.create_room("knaves", seats=3, public=False, clock=LONG)
        code = await code_of(anna, room)
        host = await hosted(people, anna, room)
        await host.get_by_role("button", name="Invite").first.click()
        link = await host.get_by_label("Link to the table").input_value()
        assert link == f"{people.url}/room/{room.id}#{code}"
        guest = await people.come(link.removeprefix(people.url), size=PHONE, language="ru")
        await guest.page.get_by_role("button", name=SIT).first.click()
        await expect(guest.page.get_by_role("button", name=READY).first).to_be_visible()
        assert "#" not in guest.page.url
        await guest.page.reload()
        await expect(guest.page.get_by_role("button", name=READY).first).to_be_visible()

        # A link that the host renewed opens nothing any more, and the new one may be written in.
        await host.get_by_role("button", name="New link").click()
        await expect(host.get_by_label("Link to the table")).not_to_have_value(link)
        renewed = await host.get_by_label("Link to the table").input_value()
        late = await people.come(link.removeprefix(people.url), size=PHONE, language="ru")
        await expect(
            late.page.get_by_role("alert").filter(has_text=said("ru", "error-code_refused"))
        ).to_be_visible()
        await clean(late, "ru")
        field = late.page.get_by_label(said("ru", "invite-code"))
        await field.fill(renewed)
        await field.press("Enter")
        await expect(late.page.get_by_role("button", name=SIT).first).to_be_visible()


async def test_a_password_is_asked_for(server: Kozyr, people: People) -> None:
    async with connect(server.socket_url, name="Anna") as anna:
        room = await anna.create_room(
            "knaves", seats=3, access="password", password="sesame", clock=LONG
        )
        languages: tuple[Language, ...] = ("en", "ru")
        for language in languages:
            guest = await people.come(f"/table/{room.id}", size=PHONE, language=language)
            field = guest.page.locator("input[type=password]")
            await field.fill("barley")
            await field.press("Enter")
            await expect(guest.page.get_by_role("alert")).to_be_visible()
            await clean(guest, language)
            await field.fill("sesame")
            await field.press("Enter")
            await expect(guest.page.get_by_role("button", name=SIT).first).to_be_visible()
            await guest.page.reload()
            await expect(guest.page.get_by_role("button", name=SIT).first).to_be_visible()


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_a_table_that_is_not_to_be_watched(
    server: Kozyr, people: People, language: Language
) -> None:
    async with (
        connect(server.socket_url, name="Anna") as anna,
        connect(server.socket_url, name="Boris") as boris,
    ):
        room = await anna.create_room("gin_rummy", spectators=False, clock=LONG)
        other = await boris.follow(room.id)
        for each in (room, other):
            await each.join()
            await each.ready()
        guest = await people.come(f"/table/{room.id}", size=PHONE, language=language)
        words = said(language, "error-watching_refused")
        told = guest.page.get_by_role("alert").filter(has_text=words)
        await expect(told).to_be_visible()
        await expect(told.get_by_role("link")).to_be_visible()
        await clean(guest, language)
