"""Rooms are opened when the first one follows them, and forgotten some time after the last one."""

import asyncio
from collections.abc import Callable

from kozyr_protocol.ids import RoomId
from kozyr_server.rooms.decision import Games
from kozyr_server.rooms.followed import Followed
from kozyr_server.rooms.room import decode
from kozyr_server.store.model import Store

LINGER_S = 10.0
"""A room that nobody follows any more stays subscribed so long: people come back."""


class Opening:
    """Opens and forgets rooms.

    Args:
        games: the registry.
        store: whence rooms are read.
        on_opened: called with a room that has just been read, before anybody is in it.

    Attributes:
        rooms: All that are followed, also while they are being opened.
    """

    def __init__(self, games: Games, store: Store, on_opened: Callable[[Followed], None]) -> None:
        """Follow nothing yet."""
        self._games = games
        self._store = store
        self._on_opened = on_opened
        self.rooms: dict[RoomId, Followed] = {}
        self._opening: dict[RoomId, asyncio.Task[Followed | None]] = {}

    async def open(self, room: RoomId) -> Followed | None:
        """The room, followed from now on; None where there is no such room.

        The caller owns one use of it and must give it back by `release`. Safe to cancel.

        Raises:
            StoreUnavailableError: the store is away.
            OutdatedError: a newer server wrote the room.
        """
        opening = self._opening.get(room)
        followed = self.rooms.get(room)
        if followed is None or opening is not None:
            if opening is None:
                opening = asyncio.get_running_loop().create_task(self._open(room))
                self._opening[room] = opening
                opening.add_done_callback(lambda _: self._opening.pop(room, None))
            followed = await asyncio.shield(opening)
        if followed is not None:
            followed.users += 1
        return followed

    async def _open(self, room: RoomId) -> Followed | None:
        followed = Followed(room, asyncio.get_running_loop().time())
        followed.refreshing = True
        self.rooms[room] = followed
        try:
            await self._store.subscribe(room)
            stored = await self._store.read(room)
            if stored is not None:
                table = decode(stored, self._games)
                followed.move_to(stored.version, stored.tag, table)
        except BaseException:
            self.rooms.pop(room, None)
            await self._store.unsubscribe(room)
            raise
        followed.refreshing = False
        if stored is None:
            self.rooms.pop(room, None)
            await self._store.unsubscribe(room)
            return None
        self._on_opened(followed)
        return followed

    def release(self, followed: Followed) -> None:
        """Give one use back."""
        followed.users -= 1
        if not followed.members:
            followed.empty_since = asyncio.get_running_loop().time()

    async def drop_empty(self) -> None:
        """Stop following rooms without members; called about once a second. The others rest."""
        now = asyncio.get_running_loop().time()
        for followed in list(self.rooms.values()):
            followed.rest()
            if followed.members or followed.users or followed.refreshing:
                continue
            if followed.watchers_told:
                # The store would go on counting those who have left.
                continue
            if now - followed.empty_since >= LINGER_S:
                self.forget(followed)
                await self.unsubscribe(followed.room)

    def forget(self, followed: Followed) -> None:
        """Follow the room no longer, whoever is in it."""
        followed.cancel_timers()
        if self.rooms.get(followed.room) is followed:
            del self.rooms[followed.room]

    async def unsubscribe(self, room: RoomId) -> None:
        """No more messages of a room that was forgotten."""
        # Somebody may have opened it again.
        if room not in self.rooms and room not in self._opening:
            await self._store.unsubscribe(room)
