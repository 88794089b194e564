"""`kozyr_server.lobby.hooks`: a lobby that knows nothing of people lets everybody do everything."""

from kozyr_protocol.ids import PlayerId
from kozyr_server.lobby.hooks import Hooks
from kozyr_server.store.rules import LobbyRules
from kozyr_testing.hand_store import TestPeer


def test_without_manners_everybody_may_do_everything() -> None:
    hooks, peer = Hooks(), TestPeer(PlayerId("p1"))
    hooks.manners.need_may_write(peer)
    assert hooks.manners.rules() == LobbyRules()
    assert hooks.manners.hears(peer, PlayerId("p2"))
    assert not hooks.manners.is_moderator(peer)
    assert not hooks.manners.is_claimed(peer)
    assert hooks.whereabouts(peer) == ("lobby", None)
