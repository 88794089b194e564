"""House bots that are connected to this process, and the seats that they are offered.

A room that wants a bot is told to the store by every process that follows it, again and again: so
nothing is lost with a process. Processes that have bots take such rooms from there.

A bot whose own process was killed comes back as the same player and knows of no room: the seats
that it had are offered to it, and for a while to nobody else, so that no other bot stands in for a
bot which is on its way.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from itertools import islice
from typing import Final

import structlog
from msgspec import Struct

from kozyr_protocol.ids import RoomId
from kozyr_protocol.messages import Offer
from kozyr_protocol.rooms import Phase
from kozyr_server.rooms import standing_in
from kozyr_server.rooms.background import Background
from kozyr_server.rooms.decision import Games
from kozyr_server.rooms.due import Patience
from kozyr_server.rooms.followed import Followed
from kozyr_server.rooms.house_shares import Places, Shares
from kozyr_server.rooms.peers import Peer
from kozyr_server.rooms.room import OutdatedError, Room, Seat, Table, decode
from kozyr_server.rooms.telling import send
from kozyr_server.store.model import Store, StoreUnavailableError

OFFERED_S: Final = 5.0
"""An offer is void after so long, and the seat is offered anew."""

AGAIN_S: Final = 2.0
"""A room that wants a bot is told to the store so often."""

TOLD_AT_ONCE: Final = 256
TAKEN_AT_ONCE: Final = 32
"""Rooms in one call."""

THERE_S: Final = 5.0
"""Whether there are house bots anywhere is asked so often, where it matters."""

STAND_IN_LEVEL: Final = "strong"

OWN_BOT_MS: Final = 15_000
"""In a game another bot stands in for a bot only when that had no line for so long: its process is
started again after half a second, and after two and ten where that fails. Less where people are
waited for less."""

_log = structlog.get_logger("kozyr.house")


class HouseParts(Struct, frozen=True):
    """What the desk works with."""

    games: Games
    store: Store
    rooms: Mapping[RoomId, Followed]
    """All that this process follows."""
    background: Background
    patience: Patience
    following: Callable[[Peer], Collection[RoomId]]
    """Rooms that a connection follows."""
    per_connection: int
    """Rooms that one may follow."""
    per_host: int
    """Seats that bots may have in the rooms of one person."""
    limits: "Counter[str]"
    """Counts what is refused."""


class House:
    """Offers seats to house bots. All of it on the loop."""

    def __init__(self, parts: HouseParts) -> None:
        """Know no bot yet."""
        self._parts = parts
        self._shares = Shares(parts.games, parts.per_host, parts.limits)
        self._peers: set[Peer] = set()
        self._offers: dict[tuple[RoomId, int], tuple[Peer, float]] = {}
        """Seat → whom it is offered to, and until when by the loop's clock."""
        self._tried: dict[tuple[RoomId, int], set[Peer]] = {}
        """Seat → who was offered it and did not come; the others are asked first."""
        self._told_at: dict[RoomId, float] = {}
        self._came: set[Peer] = set()
        """Who has not been offered the seats yet that he has already."""
        self._is_there = False
        self._asked_at = -THERE_S
        self._looking = False

    @property
    def is_there(self) -> bool:
        """Whether house bots are connected to this process."""
        return bool(self._peers)

    def enter(self, peer: Peer) -> None:
        """A connection is a house bot's from now on."""
        if peer not in self._peers:
            self._peers.add(peer)
            self._came.add(peer)
            _log.info("house bot connected", player=peer.person.player)
        self.tick()

    def leave(self, peer: Peer) -> None:
        """A connection ended."""
        self._peers.discard(peer)
        self._came.discard(peer)
        for tried in self._tried.values():
            tried.discard(peer)

    def places(self) -> Places:
        """Seats that the bots of this process can have."""
        free = sum(self._free().values())
        return Places(free, self._parts.per_connection * len(self._peers))

    async def is_anywhere(self) -> bool:
        """Whether house bots are connected to any process.

        Raises:
            StoreUnavailableError: the store is away.
        """
        return self.is_there or (await self._parts.store.look_for_bots({})).is_there

    # --- Rooms

    def wanted(self, followed: Followed) -> None:
        """A room wants a bot now or later: where there is one here it is offered the seat."""
        if self._peers and not self._looking:
            self.tick()

    def tick(self) -> None:
        """Look for what is to be done; called about once a second."""
        if not self._looking:
            self._looking = self._parts.background.run(self._look())

    async def _look(self) -> None:
        try:
            now = asyncio.get_running_loop().time()
            self._offers = {
                seat: offer
                for seat, offer in self._offers.items()
                if offer[1] > now and offer[0] in self._peers
            }
            open_seats = self._offers.keys() | {s for s in self._tried if s[0] in self._parts.rooms}
            self._tried = {seat: who for seat, who in self._tried.items() if seat in open_seats}
            self._shares.count(self._held(), self._parts.rooms)
            self._bring_back()
            wanted = self._wanted_here(now)
            if not (wanted or self._peers):
                return
            left = await self._offer_here(wanted)
            await self._look_into_store(left, now)
        except StoreUnavailableError:
            _log.debug("the store is away; house bots wait")
        finally:
            self._looking = False

    def _wanted_here(self, now: float) -> dict[RoomId, int]:
        """Rooms of this process that want a bot now, if it is time to say so again."""
        self._told_at = {r: at for r, at in self._told_at.items() if now - at < AGAIN_S}
        play_ms = self._parts.store.play_ms
        wanting = [
            followed
            for room, followed in self._parts.rooms.items()
            if 0 < followed.bots_ms <= play_ms(room)
        ]
        if not wanting:
            return {}
        ordered = list(self._shares.order(wanting).items())
        if not self._peers:
            ordered = [(room, since) for room, since in ordered if room not in self._told_at]
        return dict(islice(ordered, TOLD_AT_ONCE))

    async def _offer_here(self, wanted: Mapping[RoomId, int]) -> dict[RoomId, int]:
        """Offer what this process wants to its own bots; what is left."""
        if not self.places().free:
            return dict(wanted)
        return {room: since for room, since in wanted.items() if not await self._offer(room)}

    async def _look_into_store(self, wanted: dict[RoomId, int], now: float) -> None:
        places = None
        if self._peers:
            places = min(TAKEN_AT_ONCE, self.places().free)
        elif not self._is_there and now - self._asked_at < THERE_S:
            return
        elif not self._is_there:
            # Nobody may be there to take them out again.
            self._asked_at = now
            self._is_there = (await self._parts.store.look_for_bots({})).is_there
            if not self._is_there:
                return
        wanted = {room: since for room, since in wanted.items() if room not in self._told_at}
        news = await self._parts.store.look_for_bots(wanted, places)
        self._told_at.update(dict.fromkeys(wanted, now))
        self._is_there = news.is_there
        back = {}
        for room in news.rooms:
            if not await self._offer(room):
                back[room] = self._shares.rank(room, self._parts.store.play_ms(room))
        if back:
            # Bots of other processes may do better.
            await self._parts.store.look_for_bots(back)

    # --- Offers

    async def _offer(self, room: RoomId) -> bool:
        """Offer the seats of a room that want a bot; False: some bot is wanted that is not here."""
        table = await self._table(room)
        if table is None:
            return True
        self._shares.see(table)
        now_ms = self._parts.store.play_ms(room)
        seats = self._wanting(table, now_ms)
        is_played = table.room.phase is Phase.PLAYING
        if not is_played and seats and not self._may_have(table.room, len(seats)):
            return False
        is_done = True
        for index in seats:
            seat = table.room.seats[index]
            tried = self._tried.setdefault((room, index), set())
            peer = self._owner(seat, tried)
            if peer is None and self._is_awaited(seat, now_ms):
                is_done = False
                continue
            if peer is None and is_played and not self._may_have(table.room, 1):
                is_done = False
                continue
            peer = peer or self._best(table, tried)
            if peer is None:
                # Bots of other processes may do better; then it is these ones' turn again.
                tried.clear()
                is_done = False
                continue
            self._make(table, index, peer)
        return is_done

    def _wanting(self, table: Table, now_ms: int) -> list[int]:
        """Seats of a room that want a bot now and are offered to none."""
        found = []
        for index, seat in enumerate(table.room.seats):
            at_ms = standing_in.wanted_ms(table.room, seat, self._parts.patience)
            if 0 < at_ms <= now_ms and (table.room.id, index) not in self._offers:
                found.append(index)
        return found

    def _may_have(self, room: Room, need: int) -> bool:
        now = asyncio.get_running_loop().time()
        return self._shares.may_have(room, need, self.places(), now)

    def _make(self, table: Table, index: int, peer: Peer) -> None:
        """Offer a seat to a bot."""
        self._shares.see(table)
        if table.room.id not in self._parts.following(peer):
            self._shares.took(table.room.id)
        room, seat = table.room, table.room.seats[index]
        until = asyncio.get_running_loop().time() + OFFERED_S
        self._offers[room.id, index] = (peer, until)
        self._tried.setdefault((room.id, index), set()).add(peer)
        own = seat.player in {None, peer.person.player}
        send(peer, Offer(room.id, room.game, index, seat.bot or STAND_IN_LEVEL, own))

    def _bring_back(self) -> None:
        """Offer to bots that came just now the seats which they have, or play for others.

        Rooms that are not followed here, or not read yet, want a bot when they miss its line.
        """
        came = {peer.person.player: peer for peer in self._came}
        self._came.clear()
        if not came:
            return
        for followed in self._parts.rooms.values():
            if not isinstance(followed.source, Table):
                continue
            for index, seat in enumerate(followed.source.room.seats):
                player = seat.player if seat.bot is not None else None
                if seat.stand_in is not None:
                    player = seat.stand_in.player
                peer = None if player is None else came.get(player)
                if peer is not None and self._places(peer) > 0:
                    self._make(followed.source, index, peer)

    def _owner(self, seat: Seat, tried: set[Peer]) -> Peer | None:
        """The bot whose seat it is, where it is here and has no line."""
        player = standing_in.missing_bot(seat)
        if player is None:
            return None
        return next(
            (
                peer
                for peer in self._peers - tried
                if peer.person.player == player and self._places(peer) > 0
            ),
            None,
        )

    def _is_awaited(self, seat: Seat, now_ms: int) -> bool:
        """Whether the seat is a bot's that may be back in a moment."""
        if standing_in.missing_bot(seat) is None:
            return False
        return now_ms < seat.away_since_ms + min(OWN_BOT_MS, self._parts.patience.stand_in_ms)

    async def _table(self, room: RoomId) -> Table | None:
        followed = self._parts.rooms.get(room)
        if followed is not None and isinstance(followed.source, Table):
            # Where it is older than the store the claim is refused, and nothing is lost.
            return followed.source
        stored = await self._parts.store.read(room)
        try:
            return None if stored is None else decode(stored, self._parts.games)
        except OutdatedError:
            return None

    def _best(self, table: Table, tried: set[Peer]) -> Peer | None:
        """The bot that has the least to do, and no seat in the room."""
        room = table.room
        taken = {seat.player for seat in room.seats}
        taken |= {seat.stand_in.player for seat in room.seats if seat.stand_in is not None}
        asked = {peer for (where, _), (peer, _) in self._offers.items() if where == room.id}
        free = self._free()
        fit = [
            peer
            for peer in self._peers
            if peer not in asked | tried and peer.person.player not in taken and free[peer] > 0
        ]
        return min(fit, key=lambda peer: (-free[peer], peer.person.player), default=None)

    def _places(self, peer: Peer) -> int:
        return self._free().get(peer, 0)

    def _free(self) -> dict[Peer, int]:
        """Seats that each bot can still take, those that it is offered counted as taken."""
        following, most = self._parts.following, self._parts.per_connection
        offered = Counter(
            peer
            for room, peer in {(room, peer) for (room, _), (peer, _) in self._offers.items()}
            if room not in following(peer)
        )
        return {peer: max(0, most - len(following(peer)) - offered[peer]) for peer in self._peers}

    def _held(self) -> list[RoomId]:
        """For each seat that a bot has, or is offered, its room: one has one seat of a room."""
        held = {(room, peer) for peer in self._peers for room in self._parts.following(peer)}
        held |= {(room, peer) for (room, _), (peer, _) in self._offers.items()}
        return [room for room, _ in held]
