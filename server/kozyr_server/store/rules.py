"""What the host has set for the lobby: who may write there, how often, and what he says to all."""

from typing import Final

import msgspec
from msgspec import Struct

from kozyr_server.store import people_keys
from kozyr_server.store.calls import Calls

MAX_SLOW_S: Final = 3600.0


class LobbyRules(Struct, frozen=True, omit_defaults=True):
    """The rules of the lobby's chat."""

    read_only: bool = False
    """Nobody but the admins may write there."""
    slow_s: float = 0.0
    """Seconds that everybody has to wait between two lines, at most an hour; 0: none."""
    announcement: str = ""
    """What the host has to say to all, now and to whoever comes; empty: nothing."""


_decoder = msgspec.json.Decoder(LobbyRules)
_encoder = msgspec.json.Encoder()


class Rules:
    """The one value in the store. Every call may raise `StoreUnavailableError`."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def read(self) -> LobbyRules:
        """The rules; the usual ones where none were set, or a newer server wrote others."""
        packed = await self._calls.ask("GET", people_keys.LOBBY_RULES)
        if packed is None:
            return LobbyRules()
        try:
            return _decoder.decode(packed)
        except msgspec.MsgspecError:
            return LobbyRules()

    async def write(self, rules: LobbyRules) -> None:
        """Set them, until they are set otherwise."""
        await self._calls.ask("SET", people_keys.LOBBY_RULES, _encoder.encode(rules))
