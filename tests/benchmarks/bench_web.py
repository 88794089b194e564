"""What a phone loads: the largest contentful paint and the bytes of the lobby and of a table.

    make bench ONLY=bench_web                       # some five minutes
    make bench ONLY=bench_web ARGS="--runs 3"

Chromium with a cold cache each time, 360 pixels wide, first as this machine is, then with a quarter
of its speed over a slow line (1.6 Mbit/s, 150 ms there and back). Then the way from the address by
"Play with bots" to the first card that may be played. `BENCHMARKS.md` says how to read it.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from playwright.async_api import Browser, Page
from rich.console import Console
from rich.table import Table as Grid

from kozyr_client import Room, connect
from kozyr_testing import node
from kozyr_testing.browsers import PHONE, launched
from kozyr_testing.processes import Kozyr, kozyr_serve
from kozyr_testing.web_tables import opened

RUNS = 5
SLOWER = 4
"""The processor of a phone, in parts of this one."""
LINE = {"latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
FACES = "/assets/cards"
"""The pictures of the cards, which come after the first paint."""
OPTIONS = (
    *("--durability", "everysec", "--house-bots", "40", "--house-think-ms", "0"),
    *("--creates-per-s", "0"),
    # The hand stays as it was dealt.
    *("--stand-in-after-s", "3600"),
)
THERE_MS = 60_000
KING_WITH_BOTS = "section.start button[data-game=king]:not([disabled])"
LIT = "section .hand button[aria-disabled=false]"
"""A card that may be played."""
PAINTS = """() => new Promise((told) => {
  new PerformanceObserver((list) => told(list.getEntries().at(-1).startTime))
    .observe({ type: "largest-contentful-paint", buffered: true });
})"""


class Way(NamedTuple):
    """What is opened, and when it is there."""

    page: str
    url: str
    token: str | None
    """Who opens it; None: a new guest."""
    press: str | None
    """What he presses as soon as it can be pressed."""
    there: str
    """What the page is about."""


class Seen(NamedTuple):
    """One load of a page."""

    there_ms: float
    """What it is about is there, from the navigation on."""
    paint_ms: float
    """The largest contentful paint, from the navigation on."""
    bytes: int
    """What came over the line, headers included, without the faces of the cards."""
    faces: int


class Figure(NamedTuple):
    """All loads of a page in one profile."""

    page: str
    profile: str
    runs: int
    there_median_ms: float
    there_most_ms: float
    paint_median_ms: float
    paint_most_ms: float
    kilobytes: float
    faces_kilobytes: float


async def weighed(page: Page) -> dict[str, int]:
    """Count what the page receives from now on: `page` and `faces`, in bytes."""
    line = await page.context.new_cdp_session(page)
    await line.send("Network.enable")
    urls, counted = dict[str, str](), {"page": 0, "faces": 0}

    def begun(event: dict[str, Any]) -> None:
        urls[event["requestId"]] = event["request"]["url"]

    def finished(event: dict[str, Any]) -> None:
        kind = "faces" if FACES in urls.get(event["requestId"], "") else "page"
        counted[kind] += int(event["encodedDataLength"])

    line.on("Network.requestWillBeSent", begun)
    line.on("Network.loadingFinished", finished)
    return counted


async def loaded(browser: Browser, way: Way, *, is_slow: bool) -> Seen:
    """Load a page once, with a cold cache, until what it is about is there."""
    context = await browser.new_context(
        viewport={"width": PHONE[0], "height": PHONE[1]}, device_scale_factor=2, has_touch=True
    )
    try:
        if way.token is not None:
            await context.add_init_script(f"localStorage.setItem('kozyr.token', '{way.token}')")
        page = await context.new_page()
        counted = await weighed(page)
        if is_slow:
            line = await context.new_cdp_session(page)
            await line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            await line.send("Network.emulateNetworkConditions", {"offline": False, **LINE})
        began = time.monotonic()
        await page.goto(way.url, wait_until="commit")
        if way.press is not None:
            await page.locator(way.press).click(timeout=THERE_MS)
        await page.locator(way.there).first.wait_for(timeout=THERE_MS)
        there_ms = (time.monotonic() - began) * 1000
        await page.wait_for_load_state("networkidle", timeout=THERE_MS)
        paint_ms = float(await page.evaluate(PAINTS))
        return Seen(there_ms, paint_ms, counted["page"], counted["faces"])
    finally:
        await context.close()


async def in_play(server: Kozyr) -> tuple[str, str]:
    """A table with three bots at which somebody has a hand: its address, and his token."""
    async with connect(server.socket_url, name="Anna") as client:
        room: Room = await opened(client, "king", seats=4, bots=3, options={"draw": "off"})
        await room.join()
        await room.ready()
        async for _ in room.turns():
            break
        assert client.token is not None
        return f"{server.http_url}/table/{room.id}", client.token


async def measured(runs: int) -> list[Figure]:
    """All pages in both profiles."""
    await node.build_web()
    found = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        options = ("--data", str(folder / "data"), *OPTIONS)
        async with launched() as browser, kozyr_serve(*options, log=folder / "log") as server:
            table, token = await in_play(server)
            ways = (
                Way("lobby", server.http_url, None, None, "section.start button"),
                Way("table", table, token, None, "section .hand button"),
                Way("first card", server.http_url, None, KING_WITH_BOTS, LIT),
            )
            for way in ways:
                for profile in ("this machine", "phone"):
                    seen = [
                        await loaded(browser, way, is_slow=profile == "phone") for _ in range(runs)
                    ]
                    found.append(figure(way.page, profile, seen))
    return found


def figure(page: str, profile: str, seen: list[Seen]) -> Figure:
    """The median of the loads; bytes hardly differ."""
    paints, there = [each.paint_ms for each in seen], [each.there_ms for each in seen]
    return Figure(
        page,
        profile,
        len(seen),
        round(statistics.median(there)),
        round(max(there)),
        round(statistics.median(paints)),
        round(max(paints)),
        round(statistics.median(each.bytes for each in seen) / 1000, 1),
        round(statistics.median(each.faces for each in seen) / 1000, 1),
    )


def shown(figures: list[Figure]) -> Grid:
    """A row for each page and profile."""
    grid = Grid(
        *("page", "profile", "runs", "there, median", "most"),
        *("LCP, median", "most", "bytes", "card faces"),
    )
    for each in figures:
        row = [each.page, each.profile, str(each.runs)]
        row += [f"{each.there_median_ms:,.0f} ms", f"{each.there_most_ms:,.0f} ms"]
        row += [f"{each.paint_median_ms:,.0f} ms", f"{each.paint_most_ms:,.0f} ms"]
        grid.add_row(*row, f"{each.kilobytes:.1f} KB", f"{each.faces_kilobytes:.1f} KB")
    return grid


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--out", type=Path, help="write the figures there, as JSON")
    given = parser.parse_args()
    figures = asyncio.run(measured(given.runs))
    Console().print(shown(figures))
    if given.out is not None:
        given.out.write_text(json.dumps([each._asdict() for each in figures], indent=1) + "\n")


if __name__ == "__main__":
    main()
