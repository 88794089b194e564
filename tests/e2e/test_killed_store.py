"""The store dies or stands still while people play; the server and its lines stay."""

import asyncio
import os
import signal
from collections.abc import Sequence
from pathlib import Path

import pytest

from kozyr_protocol.rooms import Clock
from kozyr_testing.players import Player, check_record, fetched, more_acted, players, playing_on
from kozyr_testing.processes import kozyr_serve, store_pid, until_gone
from kozyr_testing.restartable import restartable_store

SEED = 20_261_103
AWAY_S = 5.0

SHORT_OF_TIME = Clock(turn_ms=3_000, bank_ms=0, away_ms=3_000)
"""Who has to wait for the store through his turn would be late, if play time went on."""


def _need_the_same_lines(table: Sequence[Player]) -> None:
    """Nobody was sent away, and nothing that had been told was taken back."""
    for player in table:
        assert player.client.counts.lines == 1
        assert player.client.counts.rollbacks == 0
        assert player.client.counts.gaps == 0


@pytest.mark.parametrize("durability", ["always", "everysec"])
async def test_a_killed_store_is_started_again_and_the_game_goes_on(
    durability: str, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    options = ("--data", str(data), "--durability", durability, "--commands-per-s", "0")
    async with (
        kozyr_serve(*options, log=tmp_path / "log") as server,
        players([server.socket_url], 3, SEED) as table,
    ):
        async with playing_on(table) as finished:
            for _ in range(2):
                await more_acted(table, 20)
                store = store_pid(data)
                os.kill(store, signal.SIGKILL)
                await until_gone(store)
            await more_acted(table, 20)
        for record in finished:
            check_record(await fetched(server.http_url, record), table)
        for player in table:
            assert player.client.counts.lines == 1
    assert "Traceback" not in server.log.read_text()


async def test_nobody_is_late_because_the_store_stood_still(tmp_path: Path) -> None:
    data = tmp_path / "data"
    options = ("--data", str(data), "--commands-per-s", "0")
    async with (
        kozyr_serve(*options, log=tmp_path / "log") as server,
        players([server.socket_url], 3, SEED) as table,
    ):
        async with playing_on(table, clock=SHORT_OF_TIME) as finished:
            await more_acted(table, 20)
            store = store_pid(data)
            os.kill(store, signal.SIGSTOP)
            try:
                await asyncio.sleep(AWAY_S)
            finally:
                os.kill(store, signal.SIGCONT)
            await more_acted(table, 20)
        for record in finished:
            check_record(await fetched(server.http_url, record), table)
        _need_the_same_lines(table)
    assert "Traceback" not in server.log.read_text()


async def test_nobody_is_late_because_an_external_store_was_away(tmp_path: Path) -> None:
    async with restartable_store() as store:
        options = ("--redis", store.url, "--durability", "everysec", "--commands-per-s", "0")
        async with (
            kozyr_serve(*options, "--data", str(tmp_path), log=tmp_path / "log") as server,
            players([server.socket_url], 3, SEED) as table,
        ):
            async with playing_on(table, clock=SHORT_OF_TIME) as finished:
                await more_acted(table, 20)
                await store.stop()
                await asyncio.sleep(AWAY_S)
                await store.start()
                await more_acted(table, 20)
            for record in finished:
                check_record(await fetched(server.http_url, record), table)
            _need_the_same_lines(table)
        assert "Traceback" not in server.log.read_text()
