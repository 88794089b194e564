"""What goes on beside serving, `kozyr_server.store.upkeep`."""

import asyncio
from pathlib import Path
from typing import Any

from structlog.testing import capture_logs

from kozyr_server.store import keys, library, upkeep
from kozyr_server.store.client import RedisStore, StoreOptions, open_store
from kozyr_server.store.model import FinishedGame, ProcessId
from kozyr_server.store.upkeep import Upkeep
from kozyr_testing.proxy import proxy
from kozyr_testing.steps import room_id, step
from kozyr_testing.waiting import until


async def test_records_are_trimmed_every_minute(store: RedisStore, raw: Any) -> None:
    old = f"{room_id(2)}-1"
    index = keys.records(old[:2])
    seconds, _ = await raw.time()
    await raw.zadd(index, {old: (seconds - library.MAX_RECORD_AGE_S - 9) * 1000})
    assert upkeep.ROUND_S * upkeep.TRIM_EVERY == 60
    async with Upkeep(store._records, None, round_s=0.001), asyncio.timeout(10):
        while await raw.zscore(index, old) is not None:  # noqa: ASYNC110 - other process
            await asyncio.sleep(0.01)


async def test_archive_that_cannot_be_written_is_said_and_ends_nothing(
    url: str, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    options = StoreOptions("everysec", archive=tmp_path / "file" / "folder")
    with capture_logs() as logs:
        async with open_store(url, ProcessId("aaaaaaaaaaaa"), options) as store:
            game = FinishedGame(f"{room_id()}-1", b"{}", public=True)
            await store.commit(step(room_id(), state=None, game=game))
            await until(lambda: store.upkeep.failures == 1)
    assert "the archive cannot be written" in [line["event"] for line in logs]


async def test_store_that_is_away_puts_it_off(url: str, tmp_path: Path) -> None:
    options = StoreOptions("everysec", archive=tmp_path)
    async with (
        proxy(url) as between,
        open_store(between.url, ProcessId("aaaaaaaaaaaa"), options) as store,
    ):
        between.refuse = True
        between.cut()
        await until(lambda: store.upkeep.failures > 0)
        between.refuse = False
        game = FinishedGame(f"{room_id()}-1", b'{"a":1}', public=True)
        result = await store.commit(step(room_id(), state=None, game=game))
        assert result.status == "ok"
        await until(lambda: store.upkeep.archived == 1)
