"""Who may not write, or not come in, as it lies in the store."""

from typing import Final

import msgspec
from msgspec import Struct

from kozyr_server.store import people_keys
from kozyr_server.store.calls import Calls

MAX_SANCTIONS: Final = 20_000
"""All together; every process knows all of them."""


class StoredSanction(Struct, frozen=True):
    """One punishment; its key in the store says of whom and what."""

    until_ms: int | None
    """Unix time, ms; None: until it is lifted."""
    reason: str
    by: str
    """The admin, as he called himself."""
    at_ms: int


class TooManySanctionsError(Exception):
    """There is no room for one more."""


_decoder = msgspec.json.Decoder(StoredSanction)
_encoder = msgspec.json.Encoder()


class Sanctions:
    """Every call may raise `StoreUnavailableError`."""

    def __init__(self, calls: Calls, max_sanctions: int = MAX_SANCTIONS) -> None:
        self._calls = calls
        self._max = max_sanctions

    async def all(self) -> dict[str, StoredSanction]:
        """All by their key, those that are over too."""
        found = await self._calls.ask("HGETALL", people_keys.SANCTIONS)
        return {key.decode(): _decoder.decode(packed) for key, packed in found.items()}

    async def one(self, key: str) -> StoredSanction | None:
        """The one of this key."""
        packed = await self._calls.ask("HGET", people_keys.SANCTIONS, key)
        return None if packed is None else _decoder.decode(packed)

    async def put(self, key: str, sanction: StoredSanction) -> None:
        """Punish, or otherwise than before.

        Raises:
            TooManySanctionsError: nothing was done.
        """
        if await self._calls.ask("HLEN", people_keys.SANCTIONS) >= self._max:
            over = [
                each
                for each, found in (await self.all()).items()
                if found.until_ms is not None and found.until_ms <= sanction.at_ms
            ]
            if not over:
                raise TooManySanctionsError
            await self._calls.ask("HDEL", people_keys.SANCTIONS, *over)
        await self._calls.ask("HSET", people_keys.SANCTIONS, key, _encoder.encode(sanction))

    async def lift(self, key: str) -> bool:
        """Punish no longer; whether there was something to lift."""
        return bool(await self._calls.ask("HDEL", people_keys.SANCTIONS, key))
