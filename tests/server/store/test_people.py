"""Guests, `kozyr_server.store.people`."""

from typing import Any

from kozyr_protocol.ids import PlayerId
from kozyr_server.store import keys
from kozyr_server.store.client import RedisStore

PLAYER = PlayerId("paaaaaaaaaaaaaaaa")


async def test_guest_is_remembered_for_ninety_days(store: RedisStore, raw: Any) -> None:
    assert await store.guest_name(PLAYER) is None
    await store.save_guest(PLAYER, "Аня")
    await store.save_guest(PLAYER, "Анна")
    assert await store.guest_name(PLAYER) == "Анна"
    assert 89 * 86400 < await raw.ttl(keys.guest(PLAYER)) <= 90 * 86400
