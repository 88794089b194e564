"""Backups of a store (`kozyr_server.store.backup`)."""

import tarfile
from pathlib import Path

import msgspec
import pytest
import redis.asyncio

from kozyr_server.store import backup, formats
from kozyr_server.store.embedded import EmbeddedSettings, EmbeddedStore
from kozyr_server.store.errors import BackupError
from kozyr_server.store.restore import restore

LINES = b'{"a":1}\n{"b":2}\n'


async def _filled(data: Path) -> EmbeddedSettings:
    """A data folder with a key, an archive whose last line is being written, and no server."""
    settings = EmbeddedSettings(data, "everysec")
    async with (
        EmbeddedStore(settings) as store,
        redis.asyncio.from_url(store.url) as client,
    ):
        await client.set("kozyr:test", "value")
    (data / "archive").mkdir()
    (data / "archive/records-2026-01-01-p.jsonl").write_bytes(LINES + b'{"c":')
    (data / "archive/notes.txt").write_text("not ours")
    return settings


async def test_it_holds_the_store_and_whole_lines_of_the_archive(tmp_path: Path) -> None:
    data, target = tmp_path / "data", tmp_path / "b.tar.gz"
    settings = await _filled(data)
    made = await backup.make(settings, data / "archive", target)
    assert target.stat().st_mode & 0o777 == 0o600
    with tarfile.open(target) as tar:
        names = tar.getnames()
        content = tar.extractfile(backup.MANIFEST)
        assert content is not None
        manifest = msgspec.json.decode(content.read(), type=backup.Manifest)
    assert names == ["manifest.json", "store.rdb", "archive/records-2026-01-01-p.jsonl"]
    assert manifest == made
    assert (manifest.kind, manifest.format) == (backup.KIND, formats.FORMAT)
    assert manifest.files[1].size == len(LINES)
    # Nothing is left beside it.
    assert {path.name for path in target.parent.glob("*")} == {"b.tar.gz", "data"}

    again = tmp_path / "again"
    restore(target, again)
    async with (
        EmbeddedStore(EmbeddedSettings(again, "everysec")) as store,
        redis.asyncio.from_url(store.url) as client,
    ):
        assert await client.get("kozyr:test") == b"value"
    assert (again / "archive/records-2026-01-01-p.jsonl").read_bytes() == LINES


async def test_a_running_store_goes_on_and_is_copied_as_it_was(tmp_path: Path) -> None:
    data, target = tmp_path / "data", tmp_path / "b.tar.gz"
    settings = await _filled(data)
    async with (
        EmbeddedStore(settings) as store,
        redis.asyncio.from_url(store.url) as client,
    ):
        await client.set("kozyr:test", "live")
        await backup.make(settings, data / "archive", target)
        await client.set("kozyr:test", "later")
        assert store.restarts == 0
    assert not list(data.rglob("dump*")), "a copy with all hands was left behind"
    again = tmp_path / "again"
    restore(target, again)
    async with (
        EmbeddedStore(EmbeddedSettings(again, "everysec")) as store,
        redis.asyncio.from_url(store.url) as client,
    ):
        assert await client.get("kozyr:test") == b"live"


async def test_what_cannot_be_backed_up_is_one_sentence(tmp_path: Path) -> None:
    data = tmp_path / "data"
    settings = await _filled(data)
    taken = tmp_path / "taken"
    taken.touch()
    for target, words in (
        (taken, "is there already"),
        (tmp_path / "none/b.tar.gz", "none cannot be written: no such file or directory"),
    ):
        with pytest.raises(BackupError, match=words):
            await backup.make(settings, data / "archive", target)
    with pytest.raises(BackupError, match="is no data folder"):
        await backup.make(EmbeddedSettings(tmp_path), data, tmp_path / "b.tar.gz")
    assert not (tmp_path / "kozyr.lock").exists()


async def test_an_archive_without_a_whole_line_is_empty(tmp_path: Path) -> None:
    data, target = tmp_path / "data", tmp_path / "b.tar.gz"
    settings = await _filled(data)
    (data / "archive/records-2026-01-02-p.jsonl").write_bytes(b"x" * 3_000_000)
    made = await backup.make(settings, data / "archive", target)
    assert [part.size for part in made.files[1:]] == [len(LINES), 0]
