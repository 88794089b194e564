"""What a store that is nearly full refuses, `kozyr_server.store.fullness`."""

import shutil
from collections.abc import Awaitable, Callable
from math import inf
from pathlib import Path
from typing import Any

import pytest

from kozyr_protocol.ids import PlayerId
from kozyr_protocol.messages import ChatLine
from kozyr_server.store.client import RedisStore, StoreOptions, open_store
from kozyr_server.store.data_folder import STORE_RECORD
from kozyr_server.store.embedded import free_disk_bytes
from kozyr_server.store.fullness import CHAT_PART, NEW_PART
from kozyr_server.store.model import ProcessId, Status, StoreFullError
from kozyr_testing.steps import room_id, step
from kozyr_testing.waiting import until_true

ROOM, OTHER = room_id(), room_id(1)
LINE = ChatLine(0, PlayerId("p1"), "Ann", None, "hello", 0)
FILLER = "filler"


async def bound_at(raw: Any, part: float) -> None:
    """Have the store use this part of the memory that it may."""
    # Beside so much the buffers of connections, which come and go, are nothing. Not sent: that
    # would need such a buffer.
    await raw.setrange(FILLER, 2**24, "x")
    info = await raw.info("memory")
    used = info["used_memory"] - info["mem_not_counted_for_evict"]
    await raw.config_set("maxmemory", int(used / part))


async def until_seen(store: RedisStore, seen: Callable[[], Awaitable[bool]]) -> None:
    """Tick, as a server does, until it has looked."""

    async def ticked() -> bool:
        await store.tick()
        return await seen()

    await until_true(ticked, 5)


def is_full(store: RedisStore, version: int = 0, **changes: Any) -> Callable[[], Awaitable[bool]]:
    """Whether a step of another room, which is never written, is refused as too much."""

    async def seen() -> bool:
        result = await store.commit(step(OTHER, version, tag="not so", **changes))
        return result.status is Status.FULL and result.of_memory

    return seen


async def test_nothing_new_begins_in_the_last_tenth_of_the_memory(
    store: RedisStore, raw: Any
) -> None:
    await store.commit(step(ROOM))
    await bound_at(raw, NEW_PART + 0.02)
    await until_seen(store, is_full(store))
    assert await is_full(store, 1, fresh_deals=True)()
    # What plays goes on, and so do chat, reading and closing.
    assert (await store.commit(step(ROOM, 1))).status is Status.OK
    said = await store.say(ROOM, LINE)
    assert isinstance(said, ChatLine)
    assert said.n == 1
    assert (await store.commit(step(ROOM, 2, state=None))).status is Status.OK
    await bound_at(raw, NEW_PART - 0.1)

    async def opened() -> bool:
        return (await store.commit(step(OTHER))).status is Status.OK

    await until_seen(store, opened)


async def test_nobody_chats_in_the_last_of_it(store: RedisStore, raw: Any) -> None:
    await store.commit(step(ROOM))
    await bound_at(raw, CHAT_PART + 0.02)
    await until_seen(store, is_full(store))
    with pytest.raises(StoreFullError):
        await store.say(ROOM, LINE)
    assert (await store.commit(step(ROOM, 1))).status is Status.OK


async def test_a_folder_that_was_removed_keeps_nothing(url: str, tmp_path: Path) -> None:
    folder = tmp_path / "data"

    def begin(name: str) -> None:
        folder.mkdir()
        (folder / name).touch()

    begin(STORE_RECORD)
    options = StoreOptions("everysec", free_disk=lambda: free_disk_bytes(folder))
    async with open_store(url, ProcessId("b" * 12), options) as store:
        assert (await store.commit(step(ROOM))).status is Status.OK
        shutil.rmtree(folder)

        async def refused() -> bool:
            return (await store.commit(step(OTHER, 7))).status is Status.FULL

        await until_seen(store, refused)
        assert store.ticked_ago_s() == inf
        # Whoever makes a folder of that name does not bring the store's files back.
        begin("kozyr.toml")
        assert (await store.commit(step(ROOM, 1))).status is Status.FULL
        assert (await store.commit(step(ROOM, 1, state=None))).status is Status.OK


async def test_full_memory_stops_no_clock_and_is_told_apart(store: RedisStore, raw: Any) -> None:
    await store.commit(step(ROOM, due_ms=1))
    await store.commit(step(OTHER, due_ms=1))
    await raw.config_set("maxmemory", "1mb")
    ticks = store.counts()["ticks"]
    tick = await store.tick()
    # Rooms whose time is over are seen, and close.
    assert set(tick.due) == {ROOM, OTHER}
    assert store.counts()["ticks"] == ticks + 1
    refused = await store.commit(step(ROOM, 1))
    assert (refused.status, refused.of_memory) == (Status.FULL, True)
    with pytest.raises(StoreFullError):
        await store.save_guest(PlayerId("p1"), "Ann")
    assert await store.guest_name(PlayerId("p1")) is None
    for room in (ROOM, OTHER):
        assert (await store.commit(step(room, 1, state=None))).status is Status.OK


async def test_a_server_starts_over_a_store_that_is_full(
    url: str, store: RedisStore, raw: Any
) -> None:
    await store.commit(step(ROOM, due_ms=1))
    await raw.config_set("maxmemory", "1mb")
    async with open_store(url, ProcessId("b" * 12), StoreOptions("everysec")) as second:
        assert second.ticked_ago_s() < 5
        assert (await second.tick()).due == (ROOM,)
