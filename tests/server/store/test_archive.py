"""The archive, `kozyr_server.store.archive`, and what drives it, `kozyr_server.store.upkeep`."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from kozyr_server.store import archive, keys, library
from kozyr_server.store.archive import Archive
from kozyr_server.store.client import RedisStore, StoreOptions, open_store
from kozyr_server.store.model import FinishedGame, ProcessId
from kozyr_testing.steps import CLOCK, CLOCK_KEY, room_id, step
from kozyr_testing.waiting import until

FIRST, SECOND = ProcessId("aaaaaaaaaaaa"), ProcessId("bbbbbbbbbbbb")


async def finish(store: RedisStore, number: int) -> bytes:
    room = room_id(number)
    game = FinishedGame(f"{room}-1", b'{"room":"%s"}' % room.encode(), public=False)
    await store.commit(step(room, state=None, game=game))
    return b'{"room":"%s","deals":[]}' % room.encode()


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob("records-*.jsonl"))


def lines(folder: Path) -> Counter[bytes]:
    return Counter(line for path in files(folder) for line in path.read_bytes().splitlines())


def archive_of(
    store: RedisStore, folder: Path, process: ProcessId, clock: str | None = None
) -> Archive:
    return Archive(folder, process, store._calls, library.load(clock), store._records)


async def test_every_game_is_written_once_and_unmarked(
    store: RedisStore, raw: Any, tmp_path: Path
) -> None:
    expected = [await finish(store, number) for number in range(archive.ROUND + 10)]
    writer = archive_of(store, tmp_path / "new" / "folder", FIRST)
    assert await writer.write_round() == archive.ROUND
    assert await writer.write_round() == 10
    assert await writer.write_round() == 0
    assert lines(tmp_path / "new" / "folder") == Counter(expected)
    assert writer.archived == len(expected)
    assert len(files(tmp_path / "new" / "folder")) == 1
    assert all([await raw.zcard(keys.unarchived(name)) == 0 for name in keys.SHARD_NAMES])


async def test_two_processes_share_the_games(store: RedisStore, tmp_path: Path) -> None:
    expected = [await finish(store, number) for number in range(2 * archive.ROUND)]
    writers = [archive_of(store, tmp_path, process) for process in (FIRST, SECOND)]
    for writer in writers:
        assert await writer.write_round() == archive.ROUND
    assert lines(tmp_path) == Counter(expected)
    assert len(files(tmp_path)) == 2


async def test_what_a_dead_process_took_is_written_by_another(
    url: str, raw: Any, tmp_path: Path
) -> None:
    await raw.set(CLOCK_KEY, 1_700_000_000_000)
    async with open_store(url, FIRST, StoreOptions("everysec", clock=CLOCK)) as store:
        expected = await finish(store, 1)
        (tmp_path / "file").touch()
        broken = archive_of(store, tmp_path / "file" / "folder", FIRST, CLOCK)
        with pytest.raises(OSError):
            await broken.write_round()
        writer = archive_of(store, tmp_path, SECOND, CLOCK)
        assert await writer.write_round() == 0
        await raw.set(CLOCK_KEY, 1_700_000_000_000 + archive.CLAIM_MS)
        assert await writer.write_round() == 1
        assert lines(tmp_path) == Counter([expected])


async def test_mark_without_a_record_goes(store: RedisStore, raw: Any, tmp_path: Path) -> None:
    await finish(store, 1)
    await raw.delete(keys.record(f"{room_id(1)}-1"))
    writer = archive_of(store, tmp_path, FIRST)
    assert await writer.write_round() == 1
    assert await writer.write_round() == 0
    assert lines(tmp_path) == Counter()


async def test_open_store_archives_by_itself(url: str, tmp_path: Path) -> None:
    async with open_store(url, FIRST, StoreOptions("everysec", archive=tmp_path)) as store:
        expected = [await finish(store, number) for number in range(3)]
        await until(lambda: sum(lines(tmp_path).values()) == 3)
        assert lines(tmp_path) == Counter(expected)
        await until(lambda: store.upkeep.archived == 3)
