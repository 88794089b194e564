"""`kozyr_server.store.lobby_stores`: the store of a process is one that the lobby can use."""

from kozyr_server.store.client import RedisStore
from kozyr_server.store.lobby_stores import LobbyStore


async def test_a_store_has_what_the_lobby_keeps(store: RedisStore) -> None:
    lobby: LobbyStore = store
    assert await lobby.lobby_chat.lines() == []
    assert (await lobby.presence.page(None, 1)).total == 0
    assert await lobby.tickets.all() == []
    assert await lobby.list_rooms() == ()
