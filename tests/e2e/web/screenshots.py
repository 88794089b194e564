"""`make screenshots`: every page and game, on phones and desktops, in both languages and themes.

    python tests/e2e/web/screenshots.py [--only NAME] [--look LOOK]

NAME is a beginning of the name of a scene (`king`, `page-rules`), LOOK a part of `phone-ru-dark`.
Pictures and an `index.html` that lays them side by side go to `build/screenshots`.
"""

import argparse
import asyncio
import html
import itertools
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Browser, Error

from kozyr_client import Room, Turn, connect
from kozyr_testing import node
from kozyr_testing.browsers import DESKTOP, PHONE, People, launched
from kozyr_testing.processes import Kozyr, kozyr_serve
from kozyr_testing.project import ROOT
from kozyr_testing.web_tables import finished, opened

FOLDER: Final = ROOT / "build/screenshots"
OPTIONS: Final = (
    *("--durability", "everysec", "--house-bots", "8", "--house-think-ms", "0"),
    *("--stand-in-after-s", "3600"),
)
SIZES: Final = {"phone": PHONE, "desktop": DESKTOP}
SETTLED_MS: Final = 700
PAGES: Final = ("/", "/create", "/me", "/leaderboard", "/replay", "/rules", "/rules/king")

Reached = Callable[[Turn], bool]


@dataclass(frozen=True)
class Scene:
    """Something to be seen: a page, and who looks at it."""

    name: str
    path: str
    token: str | None = None


@dataclass(frozen=True)
class Game:
    """A game with the moments at which its table is drawn."""

    key: str
    seats: int
    moments: dict[str, Reached]
    options: dict[str, Any]


def _played(count: int) -> Reached:
    """The first turn after so many own ones."""
    seen = itertools.count()
    return lambda _: next(seen) >= count


def _decides(word: str) -> Reached:
    return lambda turn: turn.decision == word


def _games() -> list[Game]:
    off = {"draw": "off"}
    return [
        Game("oh_well", 4, {"bid": _played(0), "play": _played(5)}, {"deals": 1}),
        Game("knaves", 3, {"play": _played(6)}, {"target": 1}),
        Game(
            "king",
            4,
            {
                "play": _played(3),
                "declare": _decides("declare"),
                "sale": _decides("sale"),
                "auction": _decides("auction"),
            },
            off,
        ),
        Game("king_jokers", 4, {"play": _has_joker, "declare": _decides("declare")}, off),
        Game(
            "gin_rummy",
            2,
            {"draw": _decides("draw"), "discard": _decides("discard"), "knock": _may_knock},
            {"target": 1},
        ),
        Game("twenty_nine", 4, {"play": _played(4)}, {}),
    ]


def _has_joker(turn: Turn) -> bool:
    return any(str(action.get("card", "")).startswith("X") for action in turn.legal)


def _may_knock(turn: Turn) -> bool:
    return any(action["type"] == "knock" for action in turn.legal)


async def _until(room: Room, reached: Reached) -> bool:
    """Play the own seat until such a turn is open; whether there was one before the end."""
    async for turn in room.turns():
        if reached(turn):
            return True
        ending = [n for n, each in enumerate(turn.legal) if each["type"] == "knock"]
        await room.act((ending or [0])[0], turn=turn)
    return False


async def game_scenes(server: Kozyr, game: Game) -> AsyncIterator[Scene]:
    """The table of a game: while people wait, at its moments, and at its end."""
    async with connect(server.socket_url, name="Анна") as client:
        token = client.token
        room = await opened(
            client, game.key, seats=game.seats, bots=game.seats - 1, options=game.options
        )
        await room.join()
        room_id = room.id
        await room.unfollow()
    path = f"/table/{room_id}"
    yield Scene(f"{game.key}-0-waiting", path, token)
    number = 0
    for name, reached in game.moments.items():
        async with connect(server.socket_url, token=token) as client:
            room = await client.follow(room_id)
            if room.view.phase == "waiting":
                await room.ready()
            is_there = await _until(room, reached)
        if is_there:
            number += 1
            yield Scene(f"{game.key}-{number}-{name}", path, token)
    async with connect(server.socket_url, token=token) as client:
        room = await client.follow(room_id)
        await _until(room, lambda _: False)
        await finished(room, 60)
        record = room.view.record
    yield Scene(f"{game.key}-8-end", path, token)
    yield Scene(f"{game.key}-9-replay", f"/replay/{record}", token)


async def scenes(server: Kozyr, only: str) -> AsyncIterator[Scene]:
    """All that there is to be seen, games first: their records are on the pages."""
    for game in _games():
        if game.key.startswith(only) or only.startswith(game.key) or not only:
            async for scene in game_scenes(server, game):
                yield scene
    async with connect(server.socket_url, name="Борис") as client:
        for key in ("king", "oh_well", "gin_rummy"):
            room = await opened(client, key, seats={"gin_rummy": 2}.get(key, 4))
        yield Scene("page-door", f"/room/{room.id}")
        yield Scene("page-free-seats", f"/table/{room.id}")
        for path in PAGES:
            name = path.strip("/").replace("/", "-") or "lobby"
            yield Scene(f"page-{name}", path)
        yield Scene("page-no-such-table", "/table/nothing")
        yield Scene("page-no-such-page", "/create/nothing")


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
        expected=(r"status of 404",),
    )
    await person.page.locator("main :is(h1, h2, section)").first.wait_for()
    await person.page.wait_for_timeout(SETTLED_MS)
    picture = FOLDER / f"{scene.name}--{look}.png"
    await person.page.screenshot(path=picture, full_page=scene.name.startswith("page-"))
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
    looks = [look for each in parts if wanted in (look := "-".join(each))]
    if not only:
        shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    await node.build_web()
    names: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        options = ("--data", f"{folder}/data", *OPTIONS)
        async with (
            launched() as browser,
            kozyr_serve(*options, log=Path(folder) / "log") as server,
        ):
            async for scene in scenes(server, only):
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
    parser.add_argument("--look", default="", help="part of a look: phone, ru-dark, desktop-en")
    given = parser.parse_args()
    asyncio.run(main(given.only, given.look))
