"""Data of other versions: taken over or refused (`kozyr_server.store.formats`)."""

from pathlib import Path
from typing import Any

import pytest

from kozyr_server.store import formats, keys
from kozyr_server.store.calls import Calls
from kozyr_server.store.client import RedisStore, StoreOptions, open_store
from kozyr_server.store.data_folder import DataFolder
from kozyr_server.store.errors import DataFolderError, FormatError
from kozyr_server.store.model import ProcessId

PROCESS = ProcessId("bbbbbbbbbbbb")


async def test_a_new_store_gets_the_present_number(store: RedisStore, raw: Any) -> None:
    assert await raw.get(keys.FORMAT) == b"%d" % formats.FORMAT
    assert await formats.settle(store._calls) == formats.FORMAT


async def test_a_store_from_before_the_numbers_is_taken_over(store: RedisStore, raw: Any) -> None:
    await store.tick()
    await raw.delete(keys.FORMAT)
    assert await formats.settle(store._calls) == 0
    assert await raw.get(keys.FORMAT) == b"1"


async def test_what_is_older_is_migrated_step_by_step(store: RedisStore, raw: Any) -> None:
    done: list[int] = []

    async def second(calls: Calls) -> None:
        done.append(2)
        await calls.ask("SET", "kozyr:moved", "yes")

    async def third(_: Calls) -> None:
        # What was done before this step is known already, should it be cut off.
        assert await raw.get(keys.FORMAT) == b"2"
        done.append(3)

    assert await formats.settle(store._calls, 3, {1: second, 2: third}) == 1
    assert done == [2, 3]
    assert await raw.get(keys.FORMAT) == b"3"
    assert await raw.get("kozyr:moved") == b"yes"
    assert await formats.settle(store._calls, 3, {1: second, 2: third}) == 3
    assert done == [2, 3]


async def test_what_nothing_can_take_over_is_refused(store: RedisStore) -> None:
    with pytest.raises(FormatError) as caught:
        await formats.settle(store._calls, 3, {2: formats.MIGRATIONS[0]})
    assert str(caught.value) == (
        "the store was written by an older kozyr (format 1) that this one (format 3) cannot take "
        "over: run a version between the two once"
    )


@pytest.mark.parametrize("number", ["2", "77", "two", "-1", "1" * 40])
async def test_what_is_newer_is_refused(url: str, raw: Any, number: str) -> None:
    await raw.set(keys.FORMAT, number)
    with pytest.raises(FormatError, match=r"the store was written by a newer kozyr \(format "):
        async with open_store(url, PROCESS, StoreOptions("everysec")):
            pass
    assert await raw.get(keys.FORMAT) == number.encode()


def test_a_data_folder_says_its_number(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    DataFolder.open(folder).close()
    assert (folder / formats.FOLDER_FILE).read_text() == "1\n"
    DataFolder.open(folder).close()


def test_a_newer_data_folder_is_refused_and_let_go(tmp_path: Path) -> None:
    path = tmp_path / formats.FOLDER_FILE
    path.write_text("2\n")
    with pytest.raises(FormatError) as caught:
        DataFolder.open(tmp_path)
    assert str(caught.value) == (
        f"the data folder {tmp_path} was written by a newer kozyr (format 2, this one knows 1): "
        "run that version, or restore a backup of this one"
    )
    path.write_text("1\n")
    DataFolder.open(tmp_path).close()


def test_an_older_data_folder_is_noted_anew_or_refused(tmp_path: Path) -> None:
    path = tmp_path / formats.FOLDER_FILE
    path.write_text("1\n")
    formats.settle_folder(tmp_path, 2, {1: formats.MIGRATIONS[0]})
    assert path.read_text() == "2\n"
    with pytest.raises(FormatError, match=r"an older kozyr \(format 2\)"):
        formats.settle_folder(tmp_path, 4, {2: formats.MIGRATIONS[0]})
    path.unlink()
    path.mkdir()
    with pytest.raises(DataFolderError):
        formats.settle_folder(tmp_path)
