"""The store as a whole, `kozyr_server.store.client`."""

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

import uvloop

from kozyr_server.store.client import (
    MIN_FREE_DISK_BYTES,
    RedisStore,
    StoreOptions,
    open_store,
)
from kozyr_server.store.embedded import EmbeddedSettings, EmbeddedStore
from kozyr_server.store.model import (
    ProcessId,
    Status,
    Store,
    StoredRoom,
    StoreUnavailableError,
)
from kozyr_testing.steps import room_id, step, tag
from kozyr_testing.waiting import until

PROCESS = ProcessId("aaaaaaaaaaaa")
ROOM = room_id()


async def ignored(*_: object) -> None:
    pass


async def test_commit_comes_to_all_processes_and_can_be_read(url: str) -> None:
    heard: list[tuple[Any, ...]] = []
    async with (
        open_store(url, PROCESS, StoreOptions("everysec")) as first,
        open_store(url, ProcessId("bbbbbbbbbbbb"), StoreOptions("everysec")) as second,
    ):
        second.listen(lambda *message: heard.append(message), lambda *_: None, ignored)
        await second.subscribe(ROOM)
        assert (await first.commit(step(ROOM))).status is Status.OK
        assert await second.read(ROOM) == StoredRoom(1, tag(1), b"state 1")
        await until(lambda: bool(heard))
        assert (await second.commit(step(ROOM, 1, state=None))).status is Status.OK
        await until(lambda: len(heard) == 2)
    assert heard == [(ROOM, b"entry 1", b"state 1"), (ROOM, b"entry 2", None)]


async def test_nearly_full_disk_refuses_all_but_closing(url: str) -> None:
    free = [MIN_FREE_DISK_BYTES - 1]
    options = StoreOptions("everysec", free_disk=lambda: free[0])
    async with open_store(url, PROCESS, options) as store:
        assert (await store.commit(step(ROOM))).status is Status.FULL
        free[0] += 1
        # Looked at no more than once a second.
        await store.tick()
        assert (await store.commit(step(ROOM))).status is Status.FULL
        await until_written(store)
        free[0] -= 1
        await until_full(store)
        assert (await store.commit(step(ROOM, 1, state=None))).status is Status.OK


async def until_written(store: RedisStore) -> None:
    async with asyncio.timeout(5):
        while (await store.commit(step(ROOM))).status is Status.FULL:
            await store.tick()


async def until_full(store: RedisStore) -> None:
    async with asyncio.timeout(5):
        while (await store.commit(step(room_id(1), 7))).status is not Status.FULL:
            await store.tick()


async def test_figures_are_numbers(store: RedisStore) -> None:
    await store.commit(step(ROOM))
    figures = await store.metrics()
    assert figures["used_memory"] > 100_000
    assert figures["commits_ok"] == 1
    assert all(type(value) is float for value in figures.values())


async def test_is_what_the_server_asks_for(store: RedisStore) -> None:
    seam: Store = store
    assert seam.durability == "everysec"


def test_killed_store_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    """On uvloop, with `always`: commits, subscriptions and reads go on by themselves."""

    async def main() -> None:
        heard: list[bytes] = []
        back: list[bool] = []

        async def came_back() -> None:
            back.append(True)

        async with (
            EmbeddedStore(EmbeddedSettings(tmp_path, "always")) as embedded,
            open_store(embedded.url, PROCESS) as store,
        ):
            store.listen(lambda _, entry, __: heard.append(entry), lambda *_: None, came_back)
            await store.subscribe(ROOM)
            for version in range(20):
                assert (await store.commit(step(ROOM, version))).status is Status.OK
            assert embedded.pid is not None
            os.kill(embedded.pid, signal.SIGKILL)
            await until(lambda: bool(back))
            assert await read_again(store) == StoredRoom(20, tag(20), b"state 20")
            assert (await store.commit(step(ROOM, 20))).status is Status.OK
            await until(lambda: heard[-1] == b"entry 21")
            assert await store.log(ROOM, 19) == [b"entry 20", b"entry 21"]

    uvloop.run(main())


async def read_again(store: RedisStore) -> StoredRoom | None:
    async with asyncio.timeout(10):
        while True:
            with suppress(StoreUnavailableError):
                return await store.read(ROOM)
            await asyncio.sleep(0.01)
