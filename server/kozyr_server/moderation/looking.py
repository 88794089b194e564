"""What admins are shown: people, rooms without their cards, reports, sanctions."""

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any, Final

from msgspec import Struct

from kozyr_games.spec import AnyGame
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import GameKey, PlayerId, RoomId
from kozyr_protocol.messages import ChatLine, PersonSummary, RoomSummary, Sanction
from kozyr_server.people import tokens
from kozyr_server.people.callers import RefusedError
from kozyr_server.people.sanctions import SanctionBook
from kozyr_server.people.skeletons import skeleton
from kozyr_server.rooms.room import OutdatedError, decode
from kozyr_server.store.client import RedisStore
from kozyr_server.store.keys import is_room_id
from kozyr_server.store.rules import LobbyRules

MAX_SHOWN: Final = 500
"""Rows of a list."""
PEOPLE_PAGE: Final = 500
MAX_SEARCHED: Final = 20_000
"""Connected people that a search looks at."""


class SeatShown(Struct, frozen=True):
    """A seat as admins see it."""

    seat: int
    player: str | None
    name: str | None
    bot: bool
    connected: bool
    left: bool


class RoomShown(Struct, frozen=True):
    """A room as admins see it: no cards, no state of its game."""

    room: str
    game: str
    preset: str | None
    name: str
    phase: str
    public: bool
    host: str | None
    seats: tuple[SeatShown, ...]
    watchers: int
    chat: tuple[ChatLine, ...]


class PersonShown(Struct, frozen=True):
    """Somebody as admins see him."""

    player: str
    name: str | None
    claimed: bool
    tokens: int
    sanctions: tuple[Sanction, ...]


class SanctionShown(Struct, frozen=True):
    """A sanction in force."""

    kind: str
    """`mute`, `ban`, or `range`."""
    whom: str
    until_ms: int | None
    reason: str
    by: str
    at_ms: int


class LobbyShown(Struct, frozen=True):
    """The lobby as admins see it."""

    rules: LobbyRules
    chat: tuple[ChatLine, ...]
    online: int


class Lookout:
    """Reads; every call may raise `RefusedError` and `StoreUnavailableError`."""

    def __init__(
        self,
        store: RedisStore,
        games: Mapping[GameKey, AnyGame],
        book: SanctionBook,
        unix_ms: Callable[[], int],
    ) -> None:
        self._store = store
        self._games = games
        self._book = book
        self._unix_ms = unix_ms

    async def rooms(self) -> tuple[RoomSummary, ...]:
        """The public rooms."""
        return tuple(await self._store.list_rooms())[:MAX_SHOWN]

    async def room(self, room: RoomId) -> RoomShown:
        """One room, public or not."""
        stored = await self._store.read(room) if is_room_id(room) else None
        if stored is None:
            raise RefusedError(ErrorCode.NO_SUCH_ROOM, "no room has this id")
        try:
            found = decode(stored, self._games).room
        except OutdatedError:
            raise RefusedError(ErrorCode.SERVER_OUTDATED, "a newer server wrote it") from None
        return RoomShown(
            room=room,
            game=found.game,
            preset=found.preset,
            name=found.name,
            phase=str(found.phase),
            public=found.public,
            host=found.host,
            seats=tuple(
                SeatShown(
                    index,
                    seat.player,
                    seat.name,
                    seat.bot is not None,
                    seat.line is not None,
                    seat.left,
                )
                for index, seat in enumerate(found.seats)
            ),
            watchers=await self._store.watchers(room),
            chat=tuple(await self._store.people.chat.lines(room)),
        )

    async def lobby(self) -> LobbyShown:
        """The lobby."""
        page = await self._store.presence.page(None, 1)
        lines = tuple(await self._store.lobby_chat.lines())
        return LobbyShown(await self._store.people.rules.read(), lines, page.total)

    async def people(self, find: str) -> tuple[PersonSummary, ...]:
        """Connected people whose name looks like this, or has it in it; empty: all."""
        looks, plain = skeleton(find) if find else "", find.casefold()
        found: list[PersonSummary] = []
        after: str | None = None
        for _ in range(MAX_SEARCHED // PEOPLE_PAGE):
            page = await self._store.presence.page(after, PEOPLE_PAGE)
            for each in page.people:
                name = each.name
                if not find or plain in name.casefold() or looks in skeleton(name):
                    found.append(each)
            after = page.next
            if after is None or len(found) >= MAX_SHOWN:
                break
        return tuple(found[:MAX_SHOWN])

    async def person(self, text: str) -> PersonShown:
        """One person: by his id, or by the name that he has claimed."""
        persons = self._store.people.persons
        player = PlayerId(text)
        if not tokens.is_player_id(text):
            holder = await persons.holder(skeleton(text)) if text.strip() else None
            if holder is None:
                raise RefusedError(ErrorCode.NO_SUCH_PLAYER, "nobody has this id or claimed name")
            player = holder
        person = await persons.read(player)
        return PersonShown(
            player,
            person.name,
            person.is_claimed,
            len(await persons.tokens(player)),
            self._book.of(player, self._unix_ms()),
        )

    def sanctions(self) -> tuple[SanctionShown, ...]:
        """All in force, the newest first."""
        rows = [
            SanctionShown(kind, whom, each.until_ms, each.reason, each.by, each.at_ms)
            for key, each in self._book.all(self._unix_ms())
            for kind, _, whom in (key.partition(":"),)
        ]
        return tuple(islice(sorted(rows, key=lambda row: -row.at_ms), MAX_SHOWN))

    async def reports(self, *, only_open: bool) -> tuple[Any, ...]:
        """Reports, the newest first."""
        found = await self._store.people.reports.newest(1000)
        kept = [each for each in found if not only_open or each.resolved_ms is None]
        return tuple(kept[:MAX_SHOWN])
