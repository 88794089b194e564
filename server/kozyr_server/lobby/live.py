"""The list of rooms as those in the lobby see it: a page each, kept up to date once a second.

Who looks at the same page shares it: what changed is reckoned and encoded once a process.
"""

import asyncio
from collections import Counter
from typing import Final

from kozyr_protocol import codec
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.messages import LobbyChanged
from kozyr_server.lobby.pages import Catalogue, Filter, Page, changes
from kozyr_server.rooms.peers import Peer, RefusedError
from kozyr_server.store.model import Store
from kozyr_server.store.rules import LobbyRules

COUNTS_EACH_S: Final = 5.0
"""New counts alone are told so often: somebody comes or goes in every second."""

Key = tuple[Filter, str | None]


class _Watched:
    """A page that somebody looks at."""

    __slots__ = ("key", "online", "page", "peers", "rules", "told_at")

    def __init__(self, key: Key, page: Page, online: int, rules: LobbyRules, at: float) -> None:
        self.key = key
        self.page = page
        self.online = online
        self.rules = rules
        self.told_at = at
        self.peers: dict[Peer, None] = {}

    def change(
        self, page: Page, online: int, rules: LobbyRules, now: float, counts_each_s: float
    ) -> bytes | None:
        """The message that leads to how it is now; None: there is nothing to tell yet."""
        rooms, gone = ((), ()) if page is self.page else changes(self.page, page)
        is_new = rooms or gone or page.next != self.page.next or not _same(rules, self.rules)
        counts = (page.total, online) != (self.page.total, self.online)
        if not is_new and not (counts and now - self.told_at >= counts_each_s):
            return None
        self.page, self.online, self.rules, self.told_at = page, online, rules, now
        return codec.encode(
            LobbyChanged(rooms, gone, page.next, page.total, online, rules.read_only, rules.slow_s)
        )


def _same(one: LobbyRules, other: LobbyRules) -> bool:
    return (one.read_only, one.slow_s) == (other.read_only, other.slow_s)


class LiveRooms:
    """Pages of rooms, and who looks at them.

    Attributes:
        told: Messages of changes that were sent.
        limits: Times that a bound bit, by its setting.
    """

    def __init__(
        self,
        store: Store,
        max_pages: int,
        limits: Counter[str],
        counts_each_s: float = COUNTS_EACH_S,
    ) -> None:
        """Nobody looks yet."""
        self.limits = limits
        self._counts_each_s = counts_each_s
        self.told = 0
        self._store = store
        self._max_pages = max_pages
        self._catalogue = Catalogue()
        self._watched: dict[Key, _Watched] = {}
        self._where: dict[Peer, _Watched] = {}

    def __len__(self) -> int:
        return len(self._where)

    def __contains__(self, peer: Peer) -> bool:
        return peer in self._where

    @property
    def peers(self) -> list[Peer]:
        """All who are in the lobby."""
        return list(self._where)

    @property
    def pages(self) -> int:
        """Pages that somebody looks at."""
        return len(self._watched)

    async def page(self, wanted: Filter, after: str | None) -> Page:
        """One page as it is now, at most a second old. Raises `StoreUnavailableError`."""
        await self._refresh()
        return self._catalogue.page(wanted, after)

    async def watch(self, peer: Peer, key: Key, online: int, rules: LobbyRules) -> Page:
        """Show a page from now on instead of the one before, if there was one.

        Returns:
            The page; what is told later leads on from it.

        Raises:
            RefusedError: `busy`: too many different pages are looked at.
            StoreUnavailableError: the store is away.
        """
        await self._refresh()
        watched = self._watched.get(key)
        if watched is None:
            if len(self._watched) >= self._max_pages:
                self.limits["lobby_pages"] += 1
                text = "too many different pages of the lobby are looked at; take a simpler filter"
                raise RefusedError(ErrorCode.BUSY, text, {"max": self._max_pages})
            now = asyncio.get_running_loop().time()
            watched = _Watched(key, self._catalogue.page(*key), online, rules, now)
            self._watched[key] = watched
        if self._where.get(peer) is not watched:
            self.leave(peer)
            watched.peers[peer] = None
            self._where[peer] = watched
        return watched.page

    def leave(self, peer: Peer) -> bool:
        """Show nothing any more; False: he was not in the lobby."""
        watched = self._where.pop(peer, None)
        if watched is None:
            return False
        del watched.peers[peer]
        if not watched.peers and self._watched.get(watched.key) is watched:
            del self._watched[watched.key]
        return True

    async def tell(self, online: int, rules: LobbyRules) -> None:
        """Tell what changed, to each page's own; called once a second."""
        if not self._watched:
            return
        await self._refresh()
        now = asyncio.get_running_loop().time()
        for watched in list(self._watched.values()):
            page = self._catalogue.page(*watched.key)
            frame = watched.change(page, online, rules, now, self._counts_each_s)
            if frame is None:
                continue
            self.told += len(watched.peers)
            for peer in list(watched.peers):
                peer.send(frame)
            # Each page is sent in a turn of its own: games go on between them.
            await asyncio.sleep(0)

    async def _refresh(self) -> None:
        rooms = await self._store.list_rooms()
        if rooms is not self._catalogue.rooms:
            self._catalogue.move(rooms)
