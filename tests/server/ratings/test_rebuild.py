"""All ratings anew (`kozyr_server.ratings.rebuild`)."""

import random
from pathlib import Path

from kozyr_games.registry import GAMES
from kozyr_protocol import record as records
from kozyr_protocol.ids import GameKey
from kozyr_server.ratings import reckoning
from kozyr_server.ratings.keeper import Keeper
from kozyr_server.ratings.rebuild import rebuild
from kozyr_server.store import keys
from kozyr_server.store.client import open_store
from kozyr_server.store.model import ProcessId
from kozyr_testing.rated import OPTIONS, all_taken, are_as_recounted, file, keeper
from kozyr_testing.stores import embedded_valkey


async def test_a_rebuild_of_store_and_archive_gives_the_same(tmp_path: Path) -> None:
    rng = random.Random(3)
    async with (
        embedded_valkey() as url,
        open_store(url, ProcessId("one"), OPTIONS) as store,
    ):
        games = [await file(store, number, rng) for number in range(30)]
        old = games[:10]
        await all_taken(keeper(store))
        lines = [records.dumps(each) for each in old]
        # The last line was cut short by a power cut, and the first ones are there twice.
        archived = b"\n".join([*lines, *lines[:3], lines[0][:40]])
        (tmp_path / "records-2026-01-01-one.jsonl").write_bytes(archived)
        for each in old:
            await store._calls.ask("ZREM", keys.public_records(each.room[:2]), f"{each.room}-1")
        await store.ratings.replace({GameKey(game): {} for game in GAMES}, {})
        # A server that runs renews its lease all the time.
        async with Keeper(store, round_s=0.2, behind_ms=-1):
            done = await rebuild(url, tmp_path)
        await are_as_recounted(store, games)
        assert done.files == 1
        assert done.games == sum(reckoning.unrated(each) is None for each in games)
        assert done.games < sum(each.public for each in games), "none had a stand-in"
        assert await store.ratings.lease() is False
