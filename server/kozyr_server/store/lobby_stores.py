"""The store as the lobby uses it."""

from collections.abc import Callable
from typing import Protocol

from kozyr_server.store.lobby_chat import LobbyChat
from kozyr_server.store.model import Store
from kozyr_server.store.presence import Presence
from kozyr_server.store.tickets import Tickets


class LobbyStore(Store, Protocol):
    """A store with what the lobby keeps beside the rooms."""

    lobby_chat: LobbyChat
    presence: Presence
    tickets: Tickets

    def hear(self, channel: str, listener: Callable[[bytes], None]) -> None:
        """Hear a channel from now on; what comes while the connection is away is lost."""
