"""`make screenshots`: every page and game, on phones and desktops, in both languages and themes.

    python tests/e2e/web/screenshots.py [--only NAME] [--look LOOK]

NAME is a beginning of the name of a scene (`king`, `page-rules`); LOOK a part of `phone-ru-dark`,
or several with commas between.
Pictures and an `index.html` that lays them side by side go to `build/screenshots`.
"""

import argparse
import asyncio
import html
import itertools
import re
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from playwright.async_api import Browser, Error, Page

from kozyr_testing import node
from kozyr_testing.admin_scenes import admin_scenes
from kozyr_testing.browsers import DESKTOP, LANDSCAPE, PHONE, SMALL, People, launched
from kozyr_testing.fault_scenes import fault_scenes
from kozyr_testing.gin_scenes import gin_scenes
from kozyr_testing.king_scenes import king_scenes
from kozyr_testing.page_scenes import page_scenes, people_scenes
from kozyr_testing.processes import Kozyr, kozyr_serve
from kozyr_testing.project import ROOT
from kozyr_testing.scenes import BARRED, FOLDED, Scene, game_scenes, games
from kozyr_testing.trick_scenes import trick_games

FOLDER: Final = ROOT / "build/screenshots"
OPTIONS: Final = (
    *("--durability", "everysec", "--house-bots", "8", "--house-think-ms", "0"),
    *("--stand-in-after-s", "3600"),
)
SIZES: Final = {
    "small": SMALL,
    "phone": PHONE,
    "landscape": LANDSCAPE,
    "tablet": (820, 1180),
    "desktop": DESKTOP,
}
SETTLED_MS: Final = 600
PRESS_MS: Final = 4000
BARE: Final = """() => {
  const { style } = document.documentElement;
  style.scrollbarGutter = "auto";
  style.scrollbarWidth = "none";
}"""
"""As on phones and tablets: bars for scrolling take no room."""


async def scenes(server: Kozyr, data: Path, only: str) -> AsyncIterator[Scene]:
    """All that there is to be seen, games first: their records are on the pages."""
    parts: dict[str, Callable[[], AsyncIterator[Scene]]] = {
        game.name: partial(game_scenes, server, game) for game in (*trick_games(), *games())
    }
    for key in ("king", "king_jokers"):
        parts[f"{key}-more"] = partial(king_scenes, server, key)
    parts["gin_rummy"] = partial(gin_scenes, server)
    parts["people"] = partial(people_scenes, server)
    parts["page"] = partial(page_scenes, server)
    parts["fault"] = partial(fault_scenes, server)
    parts["admin"] = partial(admin_scenes, server, data)
    for key, part in parts.items():
        if not only or key.startswith(only) or f"{only}-".startswith(f"{key}-"):
            async for scene in part():
                yield scene


async def press(page: Page, name: str) -> None:
    """Press what is called so, all that is folded up, or a card that may not be played."""
    if name == FOLDED:
        for summary in await page.locator("summary").all():
            await summary.click()
    elif name == BARRED:
        # Another card may lie over its middle.
        await page.locator(name).first.dispatch_event("click")
    else:
        pattern = re.compile(name)
        button = page.get_by_role("button", name=pattern).or_(page.get_by_role("tab", name=pattern))
        # A card that may not be played is touched all the same, to be told why.
        if await button.first.get_attribute("aria-disabled", timeout=PRESS_MS) == "true":
            await button.first.dispatch_event("click")
        else:
            await button.first.click(timeout=PRESS_MS)
    await page.wait_for_timeout(SETTLED_MS)


async def draw(browser: Browser, server: Kozyr, scene: Scene, look: str) -> None:
    """One picture of a scene."""
    size, language, theme = look.split("-")
    people = People(browser, server.http_url)
    person = await people.come(
        scene.path,
        size=SIZES[size],
        language="ru" if language == "ru" else "en",
        theme="dark" if theme == "dark" else "light",
        token=scene.token,
        expected=(r"status of 404", r"WebSocket"),
        before=scene.before,
    )
    page = person.page
    if size != "desktop":
        await page.evaluate(BARE)
    await page.locator("main .page, #door").first.wait_for()
    with suppress(Error):  # Where the server cannot be reached there is nothing else.
        await page.locator(".skeleton").first.wait_for(state="detached", timeout=PRESS_MS)
    await page.wait_for_timeout(SETTLED_MS)
    if scene.after is not None:
        await scene.after(page)
        await page.wait_for_timeout(SETTLED_MS)
    for pressed in scene.presses:
        await press(page, pressed)
    picture = FOLDER / f"{scene.name}--{look}.png"
    is_whole = scene.name.startswith("page-") and scene.presses in ((), (FOLDED,))
    await page.screenshot(path=picture, full_page=is_whole)
    try:
        await people.leave()
    except AssertionError as wrong:
        sys.stdout.write(f"{picture.name}: {wrong}\n")


_STYLE: Final = """
body { font: 14px sans-serif; margin: 1rem; background: #777; color: #fff }
div { display: flex; gap: 12px; overflow-x: auto }
figure { margin: 0 }
img { height: 420px; border: 1px solid #333 }
a { color: #fff }
"""


def _index(names: list[str], looks: list[str]) -> str:
    """A page that lays the pictures of each scene side by side."""
    parts = [
        '<!doctype html><meta charset="utf-8"><title>kozyr</title>',
        f"<style>{_STYLE}</style>",
    ]
    for name in names:
        parts.append(f"<h2>{html.escape(name)}</h2><div>")
        for look in looks:
            file = f"{name}--{look}.png"
            parts.append(
                f'<figure><a href="{file}"><img loading="lazy" src="{file}" alt="{look}"></a>'
                f"<figcaption>{look}</figcaption></figure>"
            )
        parts.append("</div>")
    return "\n".join([*parts, ""])


async def main(only: str, wanted: str) -> None:
    """Draw all, or what was asked for."""
    parts = itertools.product(SIZES, ("en", "ru"), ("light", "dark"))
    looks = [
        look
        for each in parts
        if any(part in (look := "-".join(each)) for part in wanted.split(","))
    ]
    if not only:
        shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    await node.build_web()
    names: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        options = ("--data", str(data), *OPTIONS)
        async with (
            launched() as browser,
            kozyr_serve(*options, log=Path(folder) / "log") as server,
        ):
            async for scene in scenes(server, data, only):
                if not scene.name.startswith(only):
                    continue
                names.append(scene.name)
                for look in looks:
                    try:
                        await draw(browser, server, scene, look)
                    except Error as error:
                        sys.stdout.write(f"{scene.name} {look}: {error}\n")
                sys.stdout.write(f"{scene.name}\n")
    (FOLDER / "index.html").write_text(_index(names, looks), "utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="beginning of a scene's name")
    parser.add_argument("--look", default="", help="parts of looks: phone, ru-dark,desktop-en")
    given = parser.parse_args()
    asyncio.run(main(given.only, given.look))
