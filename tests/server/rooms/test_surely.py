"""`kozyr_server.rooms.surely`: reads that go on until the store is back."""

import asyncio
from typing import cast

from kozyr_server.rooms.surely import confirm_surely, read_surely
from kozyr_server.store.model import Store
from kozyr_testing.desk import ROOM, Desk
from kozyr_testing.hand_store import HandStore
from kozyr_testing.waiting import until


async def test_a_read_is_answered_when_the_store_is_back() -> None:
    store, desk = HandStore(), Desk()
    store.keep(desk, 1)
    store.is_away = True
    reading = asyncio.create_task(read_surely(cast("Store", store), ROOM, lambda: True))
    confirming = asyncio.create_task(confirm_surely(cast("Store", store), [ROOM]))
    await until(lambda: store.asked["read"] >= 2 and store.asked["confirm"] >= 2)
    store.is_away = False
    assert await reading == store.states[ROOM]
    assert await confirming == [(1, desk.table.tag)]


async def test_what_nobody_wants_any_more_is_not_read() -> None:
    store, wanted = HandStore(), [True]
    store.is_away = True
    reading = asyncio.create_task(read_surely(cast("Store", store), ROOM, lambda: wanted[0]))
    await until(lambda: store.asked["read"] == 1)
    wanted[0] = False
    assert await reading is None
    assert store.asked["read"] == 1
