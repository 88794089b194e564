"""Loading the client: how much and how fast, and where it does not come, or not the same."""

import gzip
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest
from playwright.async_api import Browser, Page, Response, Route, expect

from kozyr_client import Client
from kozyr_server.transport import web
from kozyr_testing.browsers import PATIENCE_MS, PHONE, People
from kozyr_testing.processes import Kozyr
from kozyr_testing.waiting import until
from kozyr_testing.web_tables import opened, sit

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

FIRST_LOAD_BYTES = 150_000
"""What a phone fetches before anybody has done anything, gzipped, without the faces of cards."""
FACES = "/assets/cards"
FIRST_CARD_S = 20.0
"""From the address to a card that may be played. `bench_web.py` has the figure, which is far less;
this machine may be busy with other tests."""

NOT_THERE = r"ERR_FAILED|status of 404|dynamically imported"
LATE = "It is asked for again."
OLD = "The server was renewed."

BLOCKED = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, {
    get() { throw new DOMException("The request was denied", "SecurityError"); },
  });"""


@asynccontextmanager
async def bare(browser: Browser, *, scripts: bool = True) -> AsyncIterator[Page]:
    """A browser in which nothing was chosen, with a cold cache."""
    context = await browser.new_context(
        viewport={"width": PHONE[0], "height": PHONE[1]}, java_script_enabled=scripts, locale="en"
    )
    context.set_default_timeout(PATIENCE_MS)
    try:
        yield await context.new_page()
    finally:
        await context.close()


async def with_bots(page: Page, game: str = "knaves") -> None:
    """Start a game with bots in the lobby, and wait for a card that may be played."""
    await page.locator(f"section.start button[data-game={game}]").click()
    lit = page.locator("section .hand button[aria-disabled=false]")
    await expect(lit.first).to_be_visible(timeout=PATIENCE_MS)


async def test_the_first_load_is_small(browser: Browser, server: Kozyr) -> None:
    async with bare(browser) as page:
        answers: list[Response] = []

        def heard(answer: Response) -> None:
            answers.append(answer)

        page.on("response", heard)
        await page.goto(server.http_url)
        await expect(page.locator("section.start button").first).to_be_enabled()
        # The page of a table is fetched ahead.
        await until(lambda: any("/table-" in each.url for each in answers))
        await page.wait_for_load_state("networkidle")
        sizes = {
            each.url.removeprefix(server.http_url): len(gzip.compress(await each.body()))
            for each in answers
            if FACES not in each.url and each.status == 200
        }
    print(f"the first load: {sum(sizes.values()):,} bytes in {len(sizes)} files")
    assert sum(sizes.values()) < FIRST_LOAD_BYTES, sizes


async def test_what_a_page_begins_with_is_known_at_once(browser: Browser, server: Kozyr) -> None:
    async with bare(browser) as page:
        await page.goto(server.http_url)
        await expect(page.locator("section.start button").first).to_be_enabled()
        named = await page.evaluate(
            "async () => (await (await fetch('/')).text()).match(/assets\\/[\\w.-]+/g)"
        )
        begun = await page.evaluate(
            """() => performance.getEntriesByType("resource")
              .filter(({ name }) => /assets\\/(?!cards)/.test(name))
              .sort((one, other) => one.startTime - other.startTime)
              .map(({ name }) => name.replace(/.*(?=assets)/, ""))"""
        )
    assert set(begun[: len(named)]) == set(named)


async def test_from_the_address_to_the_first_card(browser: Browser, server: Kozyr) -> None:
    async with bare(browser) as page:
        began = time.monotonic()
        await page.goto(server.http_url)
        await with_bots(page, "king")
        took_s = time.monotonic() - began
    print(f"from the address to the first card that may be played: {took_s:.2f} s")
    assert took_s < FIRST_CARD_S


async def test_a_part_that_is_lost_on_the_way_is_fetched_again(
    people: People, host: Client
) -> None:
    room = await opened(host, "knaves", seats=3, bots=2)
    person = await people.come("/", expected=(NOT_THERE,))
    page = person.page
    await page.route(
        re.compile(r"/assets/(Table|knaves)-.*\.(js|css)"), lambda route: route.abort()
    )
    await page.evaluate("() => { window.isFirst = true; }")
    await page.evaluate("path => { history.pushState(null, '', path); }", f"/table/{room.id}")
    await page.go_back()
    await page.go_forward()
    await sit(page)
    await expect(page.get_by_role("status").filter(has_text=LATE)).to_be_visible()
    await page.unroute_all()
    lit = page.locator("section .hand button[aria-disabled=false]")
    await expect(lit.first).to_be_visible()
    await expect(page.get_by_role("status").filter(has_text=LATE)).to_have_count(0)
    assert await page.evaluate("() => window.isFirst")


async def other_build(route: Route) -> None:
    """The index of a client that was built later."""
    answer = await route.fetch()
    text = re.sub(r"assets/index-[\w-]+\.js", "assets/index-later.js", await answer.text())
    await route.fulfill(response=answer, body=text)


async def test_a_page_that_is_older_than_its_server_begins_anew_once(people: People) -> None:
    person = await people.come("/", expected=(NOT_THERE,))
    page = person.page
    await expect(page.locator("section.start button").first).to_be_enabled()
    loads: list[str] = []
    page.on("domcontentloaded", lambda there: loads.append(there.url))
    gone = re.compile(r"/assets/Rules-")
    index = re.compile(r":\d+/$")
    await page.route(gone, lambda route: route.fulfill(status=404))
    await page.route(index, other_build)
    await page.get_by_role("link", name="Rules").click()
    await page.wait_for_event("domcontentloaded")
    # In the next page the part is missing as well: now it is for the person to decide.
    await expect(page.get_by_role("status").filter(has_text=OLD)).to_be_visible()
    assert len(loads) == 1
    await page.unroute_all()
    await page.get_by_role("button", name="Load again").click()
    await expect(page.get_by_role("heading", name="Rules").first).to_be_visible()
    await expect(page.get_by_role("status").filter(has_text=OLD)).to_have_count(0)


async def test_without_cookies_and_storage_games_are_played(
    browser: Browser, server: Kozyr
) -> None:
    async with bare(browser) as page:
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        await page.add_init_script(BLOCKED)
        await page.goto(server.http_url)
        # The seat is lost with the page, and that is said once.
        told = page.get_by_role("status").filter(has_text="This browser keeps nothing")
        await told.get_by_role("button", name="Close").click()
        await with_bots(page)
        await expect(told).to_have_count(0)
        await page.get_by_role("button", name="Switch colours").click()
        assert wrong == []


async def test_without_scripts_it_says_what_it_needs(browser: Browser, server: Kozyr) -> None:
    async with bare(browser, scripts=False) as page:
        await page.goto(server.http_url)
        told = page.locator("noscript p")
        await expect(told).to_have_text(["kozyr needs JavaScript.", "Для kozyr нужен JavaScript."])
        await expect(told.first).to_be_visible()


async def test_a_browser_that_is_too_old_is_told_so(browser: Browser, server: Kozyr) -> None:
    async with bare(browser) as page:
        # To an old browser the client is no script at all.
        await page.route(
            "**/assets/index-*.js",
            lambda route: route.fulfill(content_type="text/javascript", body="let = #"),
        )
        line = await page.context.new_cdp_session(page)
        await line.send("Animation.enable")
        await line.send("Animation.setPlaybackRate", {"playbackRate": 20})
        await page.goto(server.http_url)
        await expect(page.get_by_text("is too old for kozyr")).to_be_visible()
        await expect(page.get_by_text("слишком стары")).to_be_visible()


@pytest.mark.parametrize("name", [web.HOME, *web.PAGES])
@pytest.mark.parametrize("language", web.LANGUAGES)
async def test_each_page_has_an_index_of_its_own(server: Kozyr, name: str, language: str) -> None:
    async with httpx.AsyncClient(base_url=server.http_url) as http:
        path = "/" if name == web.HOME else f"/{name}/x"
        answer = await http.get(path, headers={"accept-language": language})
    assert f'<html lang="{language}">' in answer.text
    links = re.findall(
        r'rel="modulepreload" crossorigin href="/assets/([\w.-]+)-[\w-]{8}\.js', answer.text
    )
    assert f"texts-{language}" in links
    assert len(links) >= 2
