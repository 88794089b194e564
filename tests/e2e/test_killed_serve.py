"""`kozyr serve` with its own store, killed at any moment and started again on the same folder."""

import random
from pathlib import Path

import pytest

from kozyr_testing.players import check_record, fetched, more_acted, players, playing_on
from kozyr_testing.processes import kozyr_serve, store_pid, until_gone

SEED = 20_261_102
KILLS = 4


@pytest.mark.parametrize("durability", ["always", "everysec"])
async def test_players_go_on_by_themselves_and_nothing_is_lost(
    durability: str, tmp_path: Path
) -> None:
    data, rng = tmp_path / "data", random.Random(f"{SEED}/{durability}")
    options = ("--data", str(data), "--durability", durability, "--commands-per-s", "0")
    async with kozyr_serve(*options, log=tmp_path / "log") as server:
        async with players([server.socket_url], 3, SEED) as table:
            async with playing_on(table) as finished:
                for _ in range(KILLS):
                    await more_acted(table, rng.randint(3, 90))
                    store = store_pid(data)
                    await server.kill()
                    await server.start()
                    await until_gone(store)
            assert finished
            for record in finished:
                check_record(await fetched(server.http_url, record), table)
            assert all(player.client.counts.lines > 1 for player in table)
            assert all(player.client.counts.rollbacks == 0 for player in table)
        await server.stop()
    assert "Traceback" not in server.log.read_text()
