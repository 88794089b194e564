"""The rules of the lobby in a process (`kozyr_server.people.lobby_rules`)."""

from kozyr_server.people.lobby_rules import LiveRules
from kozyr_server.store.rules import LobbyRules
from kozyr_testing.crowds import Crowd


async def test_who_listens_hears_of_changes_alone(crowd: Crowd) -> None:
    rules, heard = LiveRules(crowd.store.people.rules), list[LobbyRules]()
    rules.listen(heard.append)
    await rules.refresh()
    assert heard == []
    await crowd.store.people.rules.write(LobbyRules(slow_s=5.0))
    assert rules.current == LobbyRules()
    for _ in range(2):
        await rules.refresh()
    assert heard == [LobbyRules(slow_s=5.0)]
    assert rules.current.slow_s == 5.0
