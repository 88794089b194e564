"""What the lobby must know of people and rooms; others fill it in."""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from kozyr_protocol.ids import PlayerId, RoomId
from kozyr_server.rooms.peers import Peer
from kozyr_server.store.rules import LobbyRules

Whereabouts = Callable[[Peer], tuple[str, RoomId | None]]
"""What somebody does on a connection, in the words of `PersonSummary.doing`, and in which public
room."""


class Manners(Protocol):
    """Who may write, who is heard, and who somebody is."""

    def rules(self) -> LobbyRules:
        """The rules of the lobby now."""

    def need_may_write(self, peer: Peer) -> None:
        """Whether somebody may write at all.

        Raises:
            RefusedError: `muted`.
        """

    def is_moderator(self, peer: Peer) -> bool:
        """Whether he may write where only admins may."""

    def hears(self, peer: Peer, author: PlayerId) -> bool:
        """Whether a connection wants to read what somebody writes."""

    def is_claimed(self, peer: Peer) -> bool:
        """Whether its person keeps the name that he goes by."""


class NoManners:
    """A lobby where everybody may do everything."""

    def rules(self) -> LobbyRules:
        """See `Manners.rules`."""
        return LobbyRules()

    def need_may_write(self, peer: Peer) -> None:
        """See `Manners.need_may_write`."""

    def is_moderator(self, peer: Peer) -> bool:
        """See `Manners.is_moderator`."""
        return False

    def hears(self, peer: Peer, author: PlayerId) -> bool:
        """See `Manners.hears`."""
        return True

    def is_claimed(self, peer: Peer) -> bool:
        """See `Manners.is_claimed`."""
        return False


def nowhere(_: Peer) -> tuple[str, RoomId | None]:
    """Everybody is in the lobby."""
    return "lobby", None


class Hooks(Struct, frozen=True):
    """What the rest of the server tells the lobby."""

    whereabouts: Whereabouts = nowhere
    manners: Manners = NoManners()
