"""Two servers over one store, restarted one after the other under play: nobody loses anything."""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest

from kozyr_client import Parts, Transport, connect
from kozyr_protocol import messages
from kozyr_protocol.close_codes import CloseCode
from kozyr_testing.players import (
    PATIENCE,
    acted_by,
    check_record,
    dial_any,
    fetched,
    more_acted,
    play,
    seated,
)
from kozyr_testing.processes import Kozyr, kozyr_serve
from kozyr_testing.raw_clients import raw_client
from kozyr_testing.stores import embedded_valkey
from kozyr_testing.thinkers import Thinker

SEED = 20_261_140
SEATS = 3
ONE_DEAL = {"length": "single"}
DRAIN_S = 2.0
OPTIONS = ("--durability", "everysec", "--commands-per-s", "0", "--drain-s", f"{DRAIN_S:g}")


class Watched:
    """Opens lines, and remembers how they were closed."""

    def __init__(self, urls: list[str]) -> None:
        self._dial = dial_any(urls)
        self.lines: list[Transport] = []

    async def dial(self, url: str) -> Transport:
        """See `Dial`."""
        line = await self._dial(url)
        self.lines.append(line)
        return line


@pytest.fixture
async def two(tmp_path: Path) -> AsyncIterator[tuple[Kozyr, Kozyr]]:
    """Two servers over one store."""
    async with embedded_valkey() as url, AsyncExitStack() as stack:
        servers = [
            await stack.enter_async_context(
                kozyr_serve(
                    *("--redis", url, "--data", str(tmp_path / name), *OPTIONS),
                    log=tmp_path / f"log{name}",
                )
            )
            for name in "12"
        ]
        yield servers[0], servers[1]
    for server in servers:
        assert "Traceback" not in server.log.read_text()


async def _play_through_a_rolling_restart(two: tuple[Kozyr, Kozyr], tables: int) -> None:
    urls = [server.socket_url for server in two]
    watched = Watched(urls)
    async with AsyncExitStack() as stack:
        people: list[list[Thinker]] = []
        for number in range(tables):
            table = []
            for seat in range(SEATS):
                name = f"T{number} P{seat}"
                url = urls[(number + seat) % 2]
                client = await stack.enter_async_context(
                    connect(url, name=name, patience=PATIENCE, parts=Parts(dial=watched.dial))
                )
                table.append(Thinker(name, client, random.Random(f"{SEED}/{name}"), think_s=1.0))
            people.append(table)
        rooms = [await seated(table, options=ONE_DEAL) for table in people]
        everybody = [player for table in people for player in table]
        opened = len(watched.lines)
        assert opened == tables * SEATS
        async with asyncio.TaskGroup() as tasks:
            games = [
                tasks.create_task(play(table, places))
                for table, places in zip(people, rooms, strict=True)
            ]
            for server in two:
                await more_acted(everybody, tables, 60)
                began = time.monotonic()
                await server.stop()
                assert time.monotonic() - began < DRAIN_S + 5
                await more_acted(everybody, tables, 60)
                await server.start()
            assert not any(game.done() for game in games), "they were over too soon"
            for player in everybody:
                player.think_s = 0
        for table, game in zip(people, games, strict=True):
            check_record(await fetched(two[0].http_url, game.result()), table)
        # Everybody was sent elsewhere at least once, and came back each time.
        assert len(watched.lines) >= 2 * opened
        assert all(player.client.counts.lines > 1 for player in everybody)
        assert all(player.client.counts.rollbacks == 0 for player in everybody)
    assert acted_by(everybody) > 0


async def test_60_tables_play_through_a_rolling_restart(two: tuple[Kozyr, Kozyr]) -> None:
    await _play_through_a_rolling_restart(two, 60)


@pytest.mark.soak
async def test_300_tables_play_through_a_rolling_restart(two: tuple[Kozyr, Kozyr]) -> None:
    await _play_through_a_rolling_restart(two, 300)


async def test_a_draining_server_says_so_and_spreads_the_delays(two: tuple[Kozyr, Kozyr]) -> None:
    server = two[0]
    async with AsyncExitStack() as stack:
        crowd = [await stack.enter_async_context(raw_client(server.socket_url)) for _ in range(20)]
        async with httpx.AsyncClient(base_url=server.http_url) as http:
            assert (await http.get("/readyz")).status_code == 200
        began = time.monotonic()
        stopping = asyncio.create_task(server.stop())
        delays = []
        for client in crowd:
            while not isinstance(told := await client.hear(), messages.Notice):
                pass
            assert told.code == "draining"
            delays.append(told.delay_ms)
            assert await client.close_code() == CloseCode.RESTART
        await stopping
        assert time.monotonic() - began < DRAIN_S + 5
    assert len(set(delays)) == 20
    assert 0 < min(delays) <= 0.1 * DRAIN_S * 1000
    assert max(delays) == DRAIN_S * 1000
    await server.start()
