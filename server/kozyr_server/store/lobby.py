"""The lobby index as this process knows it."""

import asyncio
from collections.abc import Sequence
from typing import Final

import msgspec

from kozyr_protocol.messages import RoomSummary
from kozyr_server.store import keys
from kozyr_server.store.calls import Calls

FRESH_S: Final = 1.0
"""The index is read again at most so often."""

_decoder = msgspec.msgpack.Decoder(RoomSummary)


class Lobby:
    """Keeps the index of all shards and reads again only those whose counter moved."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._lock = asyncio.Lock()
        self._counters: dict[str, bytes | None] = dict.fromkeys(keys.SHARD_NAMES)
        self._shards: dict[str, list[RoomSummary]] = {}
        self._sorted: tuple[RoomSummary, ...] = ()
        self._read_at: float | None = None

    async def list_rooms(self) -> Sequence[RoomSummary]:
        """See `Store.list_rooms`. Raises `StoreUnavailableError`."""
        loop = asyncio.get_running_loop()
        async with self._lock:
            if self._read_at is None or loop.time() - self._read_at >= FRESH_S:
                await self._refresh()
                self._read_at = loop.time()
        return self._sorted

    async def _refresh(self) -> None:
        names = keys.SHARD_NAMES
        # The counters first: a change between the two reads is read once more next time.
        # All shards in one call: only a standalone store allows that.
        counters = await self._calls.ask("MGET", *map(keys.lobby_counter, names))
        found: dict[str, bytes | None] = dict(zip(names, counters, strict=True))
        changed = [name for name in names if found[name] != self._counters[name]]
        if not changed:
            return
        answers = await self._calls.ask_all([("HVALS", keys.lobby(name)) for name in changed])
        for name, summaries in zip(changed, answers, strict=True):
            self._shards[name] = [_decoder.decode(summary) for summary in summaries]
            self._counters[name] = found[name]
        rooms = [room for shard in self._shards.values() for room in shard]
        self._sorted = tuple(sorted(rooms, key=_order))


def _order(room: RoomSummary) -> tuple[bool, str]:
    """Those with free seats first, then by id."""
    return room.taken >= room.seats, room.room
