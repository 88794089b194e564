"""Reads that must be answered: asked again and again while the store is away."""

import asyncio
from collections.abc import Callable, Sequence

from kozyr_protocol.ids import RoomId
from kozyr_server.store.model import Store, StoredRoom, StoreUnavailableError

STORE_RETRY_S = 0.2
"""A read is tried again after so long."""


async def read_surely(
    store: Store, room: RoomId, is_wanted: Callable[[], bool]
) -> StoredRoom | None:
    """The room's present state, None where there is none or nobody wants it any more.

    Safe to cancel.
    """
    while is_wanted():
        try:
            return await store.read(room)
        except StoreUnavailableError:
            await asyncio.sleep(STORE_RETRY_S)
    return None


async def confirm_surely(store: Store, rooms: Sequence[RoomId]) -> Sequence[tuple[int, str]]:
    """Stored version and tag of each room, as `Store.confirm` tells them. Safe to cancel."""
    while True:
        try:
            return await store.confirm(rooms)
        except StoreUnavailableError:
            await asyncio.sleep(STORE_RETRY_S)
