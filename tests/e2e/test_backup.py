"""A backup that is made while people play, put back elsewhere: the game goes on from it."""

import asyncio
import random
import sys
import time
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest
import redis.asyncio

from kozyr_client import connect
from kozyr_games.replay import verify
from kozyr_protocol.rooms import Phase
from kozyr_server.store import keys
from kozyr_server.store.data_folder import last_record
from kozyr_testing.players import Player, acted_by, fetched, more_acted, play, players_of, seated
from kozyr_testing.processes import Kozyr, kozyr_serve, program
from kozyr_testing.project import ROOT
from kozyr_testing.thinkers import Thinker
from kozyr_testing.waiting import until

SEED = 20_261_130
GAP_S = 3.5
"""Play time notices a gap over three seconds."""

OLD = ROOT / "tests/e2e/backups"


async def _kozyr(*arguments: str) -> str:
    async with program(sys.executable, "-m", "kozyr_cli", *arguments) as process:
        out, errors = await process.communicate()
    assert process.returncode == 0, errors.decode()
    return out.decode()


def _same_place(server: Kozyr, data: Path, log: Path) -> Kozyr:
    """Another server, on another folder and the same port."""
    other = Kozyr(("--data", str(data), "--commands-per-s", "0"), log)
    other.port = server.port
    return other


async def _lost_ms(data: Path) -> int:
    record = last_record(data)
    assert record is not None
    async with redis.asyncio.Redis(unix_socket_path=record.socket) as client:
        return int(await client.hget(keys.CLOCK, "lost") or 0)


async def test_the_game_goes_on_from_a_backup(tmp_path: Path) -> None:
    first, second, backup = tmp_path / "first", tmp_path / "second", tmp_path / "b.tar.gz"
    options = ("--data", str(first), "--commands-per-s", "0")
    async with (
        kozyr_serve(*options, log=tmp_path / "log") as server,
        players_of(Thinker, [server.socket_url], 4, SEED) as table,
    ):
        rooms = await seated(table, "king")
        async with asyncio.TaskGroup() as tasks:
            game = tasks.create_task(play(table, rooms))
            await more_acted(table, 30)
            said = await _kozyr("backup", str(backup), "--data", str(first))
            assert said.startswith(f"{backup}: the store as of 20")
            made, before = time.monotonic(), acted_by(table)
            await until(lambda: time.monotonic() > made + GAP_S, GAP_S + 5)
            assert acted_by(table) > before, "nobody played on"
            assert not game.done()
            await server.kill()
            for player in table:
                player.may_be_stale = True
            said = await _kozyr("restore", str(backup), "--data", str(second))
            assert said.startswith(f"{second}: the store as of 20")
            other = _same_place(server, second, tmp_path / "log2")
            try:
                await other.start()
                for player in table:
                    player.think_s = 0
                record = await fetched(other.http_url, await game)
                assert await _lost_ms(second) > GAP_S * 1000
            finally:
                await other.clean_up()
        assert verify(record) == []
        assert {entry.by for deal in record.deals for entry in deal.actions} == {"player"}
        assert [player.client.counts.rollbacks for player in table] == [1] * 4
    for name in ("log", "log2"):
        assert "Traceback" not in (tmp_path / name).read_text()


@pytest.mark.parametrize("backup", sorted(OLD.glob("*.tar.gz")), ids=lambda path: path.name)
async def test_backups_of_every_format_are_served(backup: Path, tmp_path: Path) -> None:
    """They were made in the middle of a game, and are never made anew."""
    data = tmp_path / "data"
    await _kozyr("restore", str(backup), "--data", str(data))
    told = msgspec.json.decode((backup.with_suffix("").with_suffix(".json")).read_bytes())
    async with AsyncExitStack() as stack:
        options = ("--data", str(data), "--commands-per-s", "0")
        server = await stack.enter_async_context(kozyr_serve(*options, log=tmp_path / "log"))
        table, rooms = [], []
        for number, token in enumerate(told["tokens"]):
            client = await stack.enter_async_context(connect(server.socket_url, token=token))
            table.append(Player(f"{number}", client, random.Random(number)))
            rooms.append(await client.follow(told["room"]))
        assert rooms[0].view.phase is Phase.PLAYING
        record = await fetched(server.http_url, await play(table, rooms))
    assert verify(record) == []
    assert "Traceback" not in (tmp_path / "log").read_text()
