"""What admins do, a method an act: done on every process, told to whom it concerns, noted down."""

from collections.abc import Callable
from typing import Any, Final, Protocol

from msgspec import Struct

from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId, RoomId
from kozyr_server.moderation.journal import Journal
from kozyr_server.people import sanctions, tokens
from kozyr_server.people.callers import RefusedError
from kozyr_server.rooms.decision import ByAdmin
from kozyr_server.store.keys import is_room_id
from kozyr_server.store.lobby_chat import LobbyChat
from kozyr_server.store.people_store import PeopleStore
from kozyr_server.store.reports import Act
from kozyr_server.store.rules import LobbyRules
from kozyr_server.store.sanctions import StoredSanction, TooManySanctionsError

MAX_MINUTES: Final = 5 * 365 * 24 * 60
"""Longer is for good."""

_MINUTE_MS: Final = 60_000


class ModeratedRooms(Protocol):
    """Rooms that admins can reach into."""

    async def moderate(self, room: RoomId, order: ByAdmin) -> None:
        """See `kozyr_server.rooms.service.Rooms.moderate`."""


class Admin(Struct, frozen=True):
    """Who does it, and why."""

    name: str
    """As he calls himself."""
    why: str = ""


class Moderator:
    """All acts. Each may raise `RefusedError` and `StoreUnavailableError`."""

    def __init__(
        self,
        store: PeopleStore,
        lobby: LobbyChat,
        rooms: ModeratedRooms,
        journal: Journal,
        unix_ms: Callable[[], int],
    ) -> None:
        self._store = store
        self._lobby = lobby
        self._rooms = rooms
        self._journal = journal
        self._unix_ms = unix_ms

    # --- People

    async def punish(
        self, admin: Admin, kind: sanctions.Kind, player: PlayerId, minutes: float | None
    ) -> None:
        """Mute or ban somebody; None: until it is lifted."""
        _need_player(player)
        await self._put(admin, kind, sanctions.person_key(kind, player), player, minutes)

    async def lift(self, admin: Admin, kind: sanctions.Kind, player: PlayerId) -> None:
        """Let somebody write, or come in, again."""
        _need_player(player)
        await self._lift(admin, sanctions.person_key(kind, player), player)

    async def ban_range(self, admin: Admin, text: str, minutes: float | None) -> None:
        """Let nobody in from an address or a range of them."""
        network = _network(text)
        await self._put(admin, "ban", sanctions.range_key(network), str(network), minutes)

    async def lift_range(self, admin: Admin, text: str) -> None:
        """Let them in again."""
        network = _network(text)
        await self._lift(admin, sanctions.range_key(network), str(network))

    async def warn(self, admin: Admin, player: PlayerId, text: str) -> None:
        """Say something to one person, on all of his connections."""
        _need_player(player)
        await self._store.news.spread("warn", player, text)
        await self._note(admin, "warn", player, why=text)

    async def _put(
        self, admin: Admin, what: str, key: str, target: str, minutes: float | None
    ) -> None:
        now_ms = self._unix_ms()
        until_ms = None
        if minutes is not None and minutes <= MAX_MINUTES:
            until_ms = now_ms + round(minutes * _MINUTE_MS)
        sanction = StoredSanction(until_ms, admin.why, admin.name, now_ms)
        try:
            await self._store.sanctions.put(key, sanction)
        except TooManySanctionsError:
            raise RefusedError(
                ErrorCode.BUSY, "so many are punished that there is no room for one more"
            ) from None
        await self._store.news.spread("sanction", key)
        await self._note(admin, what, target, until_ms)

    async def _lift(self, admin: Admin, key: str, target: str) -> None:
        if not await self._store.sanctions.lift(key):
            raise RefusedError(ErrorCode.NO_SUCH_PLAYER, "there is no such sanction")
        await self._store.news.spread("sanction", key)
        await self._note(admin, "lift", key)

    # --- Rooms and the lobby

    async def kick(self, admin: Admin, room: RoomId, seat: int) -> None:
        """Send somebody out of a room, for good."""
        await self._rooms.moderate(room, ByAdmin(seat))
        await self._note(admin, "kick", f"{room} seat {seat}")

    async def close(self, admin: Admin, room: RoomId) -> None:
        """End a room; its game counts as abandoned."""
        await self._rooms.moderate(room, ByAdmin())
        await self._note(admin, "close", room)

    async def hide(self, admin: Admin, room: RoomId | None, number: int) -> None:
        """Take a line of chat away; None: of the lobby."""
        if room is not None and not is_room_id(room):
            raise RefusedError(ErrorCode.NO_SUCH_ROOM, "no room has this id")
        if room is None:
            is_hidden = await self._lobby.hide(number)
        else:
            is_hidden = await self._store.chat.hide(room, number) is not None
        if not is_hidden:
            raise RefusedError(ErrorCode.NO_SUCH_LINE, "this line is not kept, or hidden already")
        await self._note(admin, "hide", f"{room or 'lobby'} line {number}")

    async def set_rules(self, admin: Admin, rules: LobbyRules) -> None:
        """Say who may write in the lobby, and how often."""
        await self._store.rules.write(rules)
        await self._store.news.spread("rules")
        shown = f"read_only={rules.read_only} slow_s={rules.slow_s:g}"
        await self._note(admin, "rules", shown)

    async def announce(self, admin: Admin, text: str, *, keeps: bool) -> None:
        """Say something to all who are connected.

        Args:
            admin: who says it.
            text: cleaned.
            keeps: whether the lobby shows it to those who come later, too.
        """
        if keeps:
            rules = await self._store.rules.read()
            new = LobbyRules(rules.read_only, rules.slow_s, text)
            await self._store.rules.write(new)
            await self._store.news.spread("rules")
        if text:
            await self._store.news.spread("announce", text)
        await self._note(admin, "announce", text)

    # --- Reports, and the server

    async def resolve(self, admin: Admin, report: str) -> None:
        """Say that a report was dealt with."""
        done = await self._store.reports.resolve(report, admin.name, admin.why, self._unix_ms())
        if done is None:
            raise RefusedError(ErrorCode.NO_SUCH_PLAYER, "there is no such report")
        await self._note(admin, "resolve", f"{report} about {done.player}")

    async def drain(self, admin: Admin, process: str, *, drains: bool) -> None:
        """Send all clients of a process (empty: of all) elsewhere, or take new ones again."""
        await self._store.news.spread("drain", process, "on" if drains else "off")
        await self._note(admin, "drain" if drains else "undrain", process or "all")

    async def _note(
        self,
        admin: Admin,
        what: str,
        target: str,
        until_ms: int | None = None,
        why: str | None = None,
    ) -> None:
        act = Act(self._unix_ms(), admin.name, what, target, why or admin.why, until_ms)
        await self._journal.note(act)

    async def acts(self, count: int) -> Any:
        """The last acts, the newest first: so many of admins, and so many of rooms' hosts."""
        # Each their own number, so that busy hosts take no room from the admins here either.
        acts = [*await self._store.audit.newest(count), *await self._store.host_audit.newest(count)]
        return sorted(acts, key=lambda act: -act.at_ms)


def _need_player(player: PlayerId) -> None:
    if not tokens.is_player_id(player):
        raise RefusedError(ErrorCode.NO_SUCH_PLAYER, "nobody has this id")


def _network(text: str) -> sanctions.Network:
    try:
        return sanctions.network(text)
    except sanctions.BadNetworkError as error:
        raise RefusedError(ErrorCode.BAD_OPTION, str(error), {"option": "network"}) from None
