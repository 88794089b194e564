"""What is read of rooms."""

from collections.abc import Sequence
from typing import Final

from kozyr_protocol.ids import RoomId, Tag
from kozyr_server.store import keys
from kozyr_server.store.calls import Calls
from kozyr_server.store.model import StoredRoom

MAX_LOG_ENTRIES: Final = 1000
"""Entries in one answer of `log`."""


class Rooms:
    """Reads states and logs. Every call may raise `StoreUnavailableError`."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def read(self, room: RoomId) -> StoredRoom | None:
        """See `Store.read`."""
        version, tag, state = await self._calls.ask("HMGET", keys.state(room), "v", "t", "s")
        if version is None:
            return None
        return StoredRoom(int(version), Tag(tag.decode()), state)

    async def confirm(self, rooms: Sequence[RoomId]) -> Sequence[tuple[int, str]]:
        """See `Store.confirm`."""
        asked = [("HMGET", keys.state(room), "v", "t") for room in rooms]
        # One room is the usual case, and a pipeline costs more.
        found = [await self._calls.ask(*asked[0])] if len(asked) == 1 else []
        if len(asked) > 1:
            found = await self._calls.ask_all(asked)
        return [(int(version or 0), (tag or b"").decode()) for version, tag in found]

    async def log(self, room: RoomId, after: int) -> Sequence[bytes]:
        """See `Store.log`."""
        entries = await self._calls.ask(
            "XRANGE", keys.log(room), f"{after + 1}-0", "+", "COUNT", MAX_LOG_ENTRIES
        )
        return [fields[b"e"] for _, fields in entries]

    async def log_entry(self, room: RoomId, version: int) -> bytes | None:
        """See `Store.log_entry`."""
        entries = await self._calls.ask("XRANGE", keys.log(room), f"{version}-0", f"{version}-0")
        entry: bytes | None = entries[0][1][b"e"] if entries else None
        return entry
