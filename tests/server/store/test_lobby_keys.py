"""`kozyr_server.store.lobby_keys`."""

from kozyr_protocol.ids import PlayerId
from kozyr_server.store import lobby_keys


def test_all_lie_in_one_slot() -> None:
    names = [value for name, value in vars(lobby_keys).items() if name.isupper()]
    names.append(lobby_keys.lobby_slow(PlayerId("p1")))
    assert len(names) == len(set(names)) == 15
    assert all(name.startswith("kozyr:{lobby}:") for name in names)
