"""The rules of the lobby in the store (`kozyr_server.store.rules`)."""

from typing import Any

from kozyr_server.store import people_keys
from kozyr_server.store.client import RedisStore
from kozyr_server.store.rules import LobbyRules


async def test_rules_are_the_usual_ones_until_they_are_set(store: RedisStore, raw: Any) -> None:
    rules = store.people.rules
    assert await rules.read() == LobbyRules()
    await rules.write(LobbyRules(read_only=True, slow_s=5.0, announcement="Кубок"))
    assert await rules.read() == LobbyRules(True, 5.0, "Кубок")
    await raw.set(people_keys.LOBBY_RULES, '{"read_only": 7}')
    assert await rules.read() == LobbyRules()
