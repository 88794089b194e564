"""The web client in a real browser: where one is, and what is heard from its pages."""

import json
import os
import re
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

import pytest
from playwright.async_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    async_playwright,
    expect,
)

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
)
"""It runs as root in containers, draws by itself, and calls nobody."""

HOW_TO_INSTALL: Final = (
    "there is no Chromium: `.venv/bin/playwright install --with-deps chromium` or "
    "`apt-get install chromium` brings one; KOZYR_CHROMIUM names another"
)
PLAYER: Final = Path(__file__).with_name("player.js")

NO_GAMES_YET: Final = r"status of 404 .*/api/v1/players/"
"""Who has no finished game has no page at the server yet; browsers note such an answer."""

Language = Literal["en", "ru"]
Theme = Literal["light", "dark"]

PATIENCE_MS: Final = 20_000
"""What is waited for comes much sooner, but not on a machine that is busy with other tests."""

PHONE: Final = (360, 740)
SMALL: Final = (360, 640)
"""A phone whose browser shows its bars."""
LANDSCAPE: Final = (740, 360)
DESKTOP: Final = (1280, 800)


def found(playwright: Playwright) -> str | None:
    """The browser: Playwright's own, the one that KOZYR_CHROMIUM names, or one on PATH."""
    own = playwright.chromium.executable_path
    if Path(own).exists():
        return own
    named = os.environ.get("KOZYR_CHROMIUM")
    if named:
        return named
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@asynccontextmanager
async def launched() -> AsyncIterator[Browser]:
    """A browser until the block ends; without one the test fails in CI and is skipped elsewhere."""
    async with async_playwright() as playwright:
        path = found(playwright)
        if path is None:
            if os.environ.get("CI"):
                pytest.fail(HOW_TO_INSTALL)
            pytest.skip(HOW_TO_INSTALL)
        browser = await playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            await browser.close()


@dataclass
class Person:
    """Somebody with a browser of his own: his page, and what went wrong in it.

    Attributes:
        page: where he is.
        errors: what the console complained of (warnings too), the policy of the page, and scripts.
    """

    page: Page
    context: BrowserContext
    errors: list[str] = field(default_factory=list)
    expected: tuple[re.Pattern[str], ...] = ()

    def unexpected(self) -> list[str]:
        """Errors that the test did not foresee."""
        return [
            text for text in self.errors if not any(each.search(text) for each in self.expected)
        ]

    def hear(self, page: Page) -> None:
        """Listen to a page of his, the first or another one."""
        page.on(
            "console",
            lambda said: (
                self.errors.append(f"console: {said.text} ({said.location.get('url', '')})")
                if said.type in {"error", "warning"}
                else None
            ),
        )
        page.on("pageerror", lambda error: self.errors.append(f"script: {error}"))

    async def plays(self, seed: int = 1, *, carefully: bool = False) -> None:
        """From now on the page plays its seat: it presses whatever may be pressed at the table.

        Who plays Gin `carefully` keeps what belongs together: else nobody would ever knock.
        """
        await self.page.evaluate(PLAYER.read_text("utf-8"))
        start = "([seed, isCareful]) => window.kozyrPlayer.start(seed, isCareful)"
        await self.page.evaluate(start, [seed, carefully])

    async def played(self) -> dict[str, Any]:
        """What the player of the page did: `presses`, and `covered`, what could not be reached.

        It plays no more.
        """
        done = await self.page.evaluate(
            "() => (window.kozyrPlayer.stop(), window.kozyrPlayer.done())"
        )
        assert isinstance(done, dict)
        return done


class People:
    """Opens browsers for people, and tells at the end what went wrong in them."""

    def __init__(self, browser: Browser, url: str) -> None:
        """`url`: `http://HOST:PORT` of the server."""
        self._browser = browser
        self.url = url
        self._all: list[Person] = []

    async def come(
        self,
        path: str = "/",
        *,
        size: tuple[int, int] = DESKTOP,
        language: Language = "en",
        theme: Theme = "light",
        animations: bool = False,
        less_motion: bool = False,
        token: str | None = None,
        expected: tuple[str, ...] = (),
        before: Callable[[Page], Awaitable[None]] | None = None,
    ) -> Person:
        """Somebody opens a page of the client, as a new guest or with a token.

        With `less_motion` his system asks for less of it; `before` is done before it is loaded.
        """
        context = await self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=size[0] < 900,
            locale=language,
            color_scheme=theme,
            reduced_motion="reduce" if less_motion else "no-preference",
        )
        context.set_default_timeout(PATIENCE_MS)
        expect.set_options(timeout=PATIENCE_MS)
        settings = json.dumps(
            {"language": language, "theme": theme, "animations": animations, "sound": False}
        )
        stored = {"kozyr.settings": settings} | ({"kozyr.token": token} if token else {})
        await context.add_init_script(
            f"for (const [key, value] of Object.entries({json.dumps(stored)}))"
            " if (localStorage.getItem(key) === null) localStorage.setItem(key, value);"
        )
        page = await context.new_page()
        person = Person(
            page, context, expected=tuple(re.compile(each) for each in (NO_GAMES_YET, *expected))
        )
        person.hear(page)
        self._all.append(person)
        if before is not None:
            await before(page)
        await page.goto(self.url + path)
        return person

    async def leave(self) -> None:
        """Close all browsers; what went wrong in them fails the test."""
        try:
            wrong = [text for person in self._all for text in person.unexpected()]
            assert not wrong, "\n".join(wrong)
        finally:
            for person in self._all:
                await person.context.close()
            self._all.clear()


_WIDE = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.querySelectorAll("body *")]
    .filter((each) => each.getBoundingClientRect().right > width + 0.5)
    .map((each) => `${each.tagName} ${each.className} ${(each.textContent ?? "").slice(0, 40)}`)
    .slice(0, 8);
}"""


async def too_wide(page: Page) -> list[str]:
    """What makes a page scroll sideways; nothing should."""
    found = await page.evaluate(_WIDE)
    assert isinstance(found, list)
    return found
