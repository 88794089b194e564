"""Sanctions in the store (`kozyr_server.store.sanctions`)."""

import pytest

from kozyr_server.store.client import RedisStore
from kozyr_server.store.sanctions import Sanctions, StoredSanction, TooManySanctionsError


async def test_a_sanction_is_put_read_and_lifted(store: RedisStore) -> None:
    own = store.people.sanctions
    sanction = StoredSanction(7, "loud", "Rita", 5)
    await own.put("mute:p", sanction)
    assert await own.one("mute:p") == sanction
    assert await own.all() == {"mute:p": sanction}
    assert await own.lift("mute:p")
    assert not await own.lift("mute:p")
    assert await own.one("mute:p") is None


async def test_where_room_is_needed_those_that_are_over_go(store: RedisStore) -> None:
    own = Sanctions(store._calls, 3)
    for number in range(3):
        until_ms = 10 if number == 1 else None
        await own.put(f"ban:p{number}", StoredSanction(until_ms, "", "Rita", 5))
    with pytest.raises(TooManySanctionsError):
        await own.put("ban:p3", StoredSanction(None, "", "Rita", 9))
    await own.put("ban:p3", StoredSanction(None, "", "Rita", 10))
    assert set(await own.all()) == {"ban:p0", "ban:p2", "ban:p3"}
