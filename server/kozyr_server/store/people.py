"""Guests: the name under which somebody was here."""

from typing import Final

from kozyr_protocol.ids import PlayerId
from kozyr_server.store import keys
from kozyr_server.store.calls import Calls

GUEST_S: Final = 90 * 24 * 3600
"""A guest is remembered so long after he was last saved."""


class People:
    """Names of guests. Every call may raise `StoreUnavailableError`."""

    def __init__(self, calls: Calls, guest_s: int = GUEST_S) -> None:
        self._calls = calls
        self._guest_s = guest_s

    async def save_guest(self, player: PlayerId, name: str) -> None:
        """See `Store.save_guest`."""
        await self._calls.ask("SET", keys.guest(player), name, "EX", self._guest_s)

    async def guest_name(self, player: PlayerId) -> str | None:
        """See `Store.guest_name`."""
        name = await self._calls.ask("GET", keys.guest(player))
        return None if name is None else name.decode()
