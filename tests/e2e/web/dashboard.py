"""`make dashboard`: the dashboard of Grafana drawn over a real run, without Grafana.

    python tests/e2e/web/dashboard.py [--to FILE.png] [--seconds N]

A server of its own is played on by `kozyr load`, with lines cut, people who come and go, and some
who keep to no limit. Its `/metrics` are read every three seconds; the queries of the panels are
asked of what was read, and the answers drawn.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import httpx

from kozyr_testing import evening_rude as rude
from kozyr_testing import promql
from kozyr_testing.boards import WIDTH, drawn
from kozyr_testing.browsers import launched
from kozyr_testing.processes import Kozyr, kozyr_serve
from kozyr_testing.project import ROOT
from kozyr_testing.promql import Look, Series

BOARD: Final = ROOT / "server/deploy/grafana/dashboards/kozyr.json"
EVERY_S: Final = 3.0
LOAD: Final = (
    *("--rooms", "12", "--think-ms", "400-1600", "--arrival-per-s", "0.3", "--finish-s", "5"),
    *("--chat-per-min", "6", "--churn-every-s", "40", "--churn-away-s", "6", "--cut-every-s", "60"),
    *("--duplicates", "0.02", "--tab-every-s", "60", "--watchers", "4", "--spectators", "1"),
    *("--seed", "5", "--quiet"),
)
SERVE: Final = ("--durability", "everysec", "--house-bots", "4")
RUDE: Final[Sequence[Callable[[rude.Rude], Awaitable[None]]]] = (
    rude.floods_chat,
    rude.floods_rooms,
    rude.floods_joins,
    rude.sends_monsters,
    rude.asks_for_compression,
)


async def _looks(server: Kozyr, seconds: float) -> list[Look]:
    """The figures of a server until the time is over."""
    job = (("job", "kozyr"), ("instance", f"127.0.0.1:{server.port}"))
    begun, found = time.monotonic(), list[Look]()
    async with httpx.AsyncClient(base_url=server.http_url, trust_env=False) as http:
        while (now := time.monotonic() - begun) < seconds:
            found.append((now, promql.read((await http.get("/metrics")).text, job)))
            await asyncio.sleep(EVERY_S)
    return found


async def _played(server: Kozyr, seconds: float, folder: Path) -> None:
    command = (sys.executable, "-m", "kozyr_cli", "load", "--url", server.socket_url, *LOAD)
    own = ("--duration-s", str(seconds), "--violations", str(folder / "violations.jsonl"))
    process = await asyncio.create_subprocess_exec(*command, *own)
    try:
        assert await process.wait() == 0, "the load test found something wrong"
    finally:
        if process.returncode is None:
            process.kill()


async def _rudely(server: Kozyr, seconds: float) -> None:
    """Each kind of rude people once, one after the other."""
    rng = random.Random(5)
    for number, act in enumerate(RUDE):
        await asyncio.sleep(seconds * rng.uniform(0.08, 0.16))
        await act(rude.Rude(server.socket_url, 30 + number))


async def draw(to: Path, seconds: float) -> None:
    """Run it, and write the picture."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with kozyr_serve(
            "--data", str(folder / "data"), *SERVE, log=folder / "log"
        ) as server:
            looking = asyncio.create_task(_looks(server, seconds + 15))
            await asyncio.gather(_played(server, seconds, folder), _rudely(server, seconds))
            looks = await looking
    took = looks[-1][0] - looks[0][0]
    note = (
        f"Drawn by make dashboard, not by Grafana: {len(looks)} readings of /metrics in "
        f"{took:.0f} s of kozyr load, {datetime.now(UTC):%Y-%m-%d}; the whole time left to right"
    )
    picture = drawn(BOARD, Series(looks), note)
    async with launched() as browser:
        page = await browser.new_page(viewport={"width": WIDTH, "height": 800})
        await page.set_content(f'<body style="margin: 0">{picture}</body>')
        to.parent.mkdir(parents=True, exist_ok=True)
        await page.locator("svg").first.screenshot(path=to)
    print(to)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Draw the dashboard over a real run.")
    parser.add_argument("--to", type=Path, default=ROOT / "build/dashboard.png")
    parser.add_argument("--seconds", type=float, default=200.0)
    given = parser.parse_args()
    asyncio.run(draw(given.to, given.seconds))


if __name__ == "__main__":
    main()
