"""The lobby as the transport uses it: commands in, answers out, messages to the peers."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import structlog
from msgspec import Struct

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import RoomId
from kozyr_protocol.limits import LIST_PAGE, MAX_CHAT_CHARS
from kozyr_server.lobby.attendance import Attendance
from kozyr_server.lobby.hooks import Hooks
from kozyr_server.lobby.live import LiveRooms
from kozyr_server.lobby.matching import Matchmaker, MatchParts, MatchSettings, Step, nothing_happens
from kozyr_server.lobby.pages import Filter
from kozyr_server.lobby.talk import Talk
from kozyr_server.lobby.waiting import WaitingRoom
from kozyr_server.rooms import core
from kozyr_server.rooms.decision import Games
from kozyr_server.rooms.due import PATIENCE
from kozyr_server.rooms.due import Patience as RoomPatience
from kozyr_server.rooms.matched import COME_WITHIN_MS, MatchedRooms
from kozyr_server.rooms.peers import Peer, RefusedError
from kozyr_server.store import lobby_keys, tickets
from kozyr_server.store.lobby_stores import LobbyStore
from kozyr_server.store.model import StoreUnavailableError
from kozyr_server.telemetry import Metrics

ROUND_S: Final = 1.0
"""What changed in the lobby is told so often."""

LEAVE_S: Final = 1.0
"""A server that stops says so long at most who has gone."""

_CHAT, _MATCH = b"cm"
_NO_ROOM: Final = RoomId("")
"""Play time is the same for all rooms."""

_log = structlog.get_logger("kozyr.lobby")


class LobbySettings(Struct, frozen=True):
    """What a host may set of the lobby."""

    max_pages: int = 256
    """Different pages that the people of one process look at."""
    round_s: float = ROUND_S
    chat_chars: int = MAX_CHAT_CHARS
    come_within_ms: int = COME_WITHIN_MS
    """Time to come to a table that quick match found."""
    rooms: RoomPatience = PATIENCE
    match: MatchSettings = MatchSettings()


USUAL: Final = LobbySettings()
_UNHOOKED: Final = Hooks()


class LobbyService:
    """The lobby, as far as this process serves it.

    Args:
        games: the registry.
        store: the truth: its list of rooms, its commits, and the stores of the lobby.
        metrics: counts.
        settings: bounds.
        hooks: what others know of people.
        step: for tests, see `kozyr_server.lobby.matching`.
    """

    def __init__(
        self,
        games: Games,
        store: LobbyStore,
        metrics: Metrics,
        settings: LobbySettings = USUAL,
        hooks: Hooks = _UNHOOKED,
        step: Step = nothing_happens,
    ) -> None:
        """Nothing runs before `start`."""
        self._games = games
        self._store = store
        self._settings = settings
        self._metrics = metrics
        self._manners = hooks.manners
        self.rooms = LiveRooms(store, settings.max_pages, metrics.people.limits)
        self.attendance = Attendance(store.presence, hooks.whereabouts, hooks.manners)
        self.talk = Talk(
            store.lobby_chat, hooks.manners, lambda: self.rooms.peers, settings.chat_chars
        )
        parts = MatchParts(
            games,
            store.tickets,
            MatchedRooms(games, store, settings.rooms, settings.come_within_ms),
            WaitingRoom(self.attendance.peers),
            lambda: store.play_ms(_NO_ROOM),
            lambda: self.attendance.bots,
            metrics,
            step,
        )
        self.matchmaker = Matchmaker(parts, settings.match)
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Hear the store and begin the work in the background."""
        self._store.hear(lobby_keys.LOBBY_MESSAGES, self._heard)
        loop = asyncio.get_running_loop()
        self._tasks = [
            loop.create_task(self._rounds(), name="kozyr lobby"),
            loop.create_task(self.matchmaker.run(), name="kozyr quick match"),
        ]

    async def stop(self) -> None:
        """End it. Others take those out who are still here 5 s later, by our silence."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        # Those who were sent elsewhere are not to be shown here until we are known to be dead.
        with suppress(StoreUnavailableError, TimeoutError):
            async with asyncio.timeout(LEAVE_S):
                await self.attendance.round()

    # --- Connections

    def greeted(self, peer: Peer) -> None:
        """A connection said `hello` and was answered."""
        self.attendance.came(peer)
        self.matchmaker.came(peer)

    def touched(self, peer: Peer) -> None:
        """Somebody did what may change how others see him."""
        self.attendance.touched(peer)

    def dropped(self, peer: Peer) -> None:
        """A greeted connection ended. Never raises."""
        self.rooms.leave(peer)
        self.attendance.went(peer)
        self.matchmaker.went(peer)

    # --- Commands

    async def do(self, peer: Peer, command: messages.LobbyCommand) -> messages.ServerMessage:
        """Do a command.

        Returns:
            Its answer.

        Raises:
            RefusedError: with the code of the wire.
            StoreUnavailableError: the store is away.
        """
        match command:
            case messages.ListRooms():
                return await self.list_rooms(command)
            case messages.WatchLobby():
                return await self._watch(peer, command)
            case messages.LeaveLobby():
                self.rooms.leave(peer)
                return messages.Ok(command.id)
            case messages.LobbyChat():
                if peer not in self.rooms:
                    raise RefusedError(ErrorCode.NOT_IN_LOBBY, "come into the `lobby` first")
                await self.talk.say(peer, command)
                return messages.Ok(command.id)
            case messages.ListPeople():
                page = await self._store.presence.page(command.after, LIST_PAGE)
                return messages.People(command.id, page.people, page.next, page.total)
            case messages.FindMatch():
                return await self.matchmaker.find(peer, command)
            case messages.StopMatch():
                await self.matchmaker.stop(peer)
                return messages.Ok(command.id)

    async def list_rooms(self, command: messages.ListRooms) -> messages.Rooms:
        """A page of the public rooms.

        Raises:
            RefusedError: `unknown_game`, `unknown_preset`.
            StoreUnavailableError: the store is away.
        """
        wanted = self._wanted(command)
        page = await self.rooms.page(wanted, command.after)
        return messages.Rooms(command.id, page.rooms, page.next)

    async def _watch(self, peer: Peer, command: messages.WatchLobby) -> messages.Lobby:
        wanted = self._wanted(command)
        rules = self._manners.rules()
        await self.talk.refresh()
        online = max(1, self.attendance.online)
        page = await self.rooms.watch(peer, (wanted, command.after), online, rules)
        return messages.Lobby(
            command.id,
            page.rooms,
            page.next,
            page.total,
            online,
            # Not awaited: what is said from here on is told to this peer as well.
            self.talk.lines(peer),
            rules.read_only,
            rules.slow_s,
            rules.announcement,
        )

    def _wanted(self, command: messages.ListRooms | messages.WatchLobby) -> Filter:
        game, preset = command.game, command.preset
        if game is not None and game not in self._games:
            raise core.unknown_game(self._games, game)
        known = _presets(self._games) if game is None else self._games[game].presets
        if preset is not None and preset not in known:
            raise RefusedError(
                ErrorCode.UNKNOWN_PRESET,
                f"there is no preset {preset[:40]!r}",
                {"presets": list(known)},
            )
        return Filter.of(command)

    # --- By itself

    def _heard(self, payload: bytes) -> None:
        if payload[0] == _CHAT:
            self.talk.heard(payload[1:])
        elif payload[0] == _MATCH:
            self.matchmaker.told(tickets.told(payload[1:]))

    async def _rounds(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            next_at = loop.time() + self._settings.round_s
            try:
                await self.round()
            except StoreUnavailableError as error:
                _log.debug("the lobby waits for the store", error=str(error))
            except Exception:
                self._metrics.faults.labels("lobby").inc()
                _log.exception("a round of the lobby failed")
            await asyncio.sleep(max(0.05, next_at - loop.time()))

    async def round(self) -> None:
        """Tell the store who is here, and the lobby what changed.

        Raises:
            StoreUnavailableError: the store is away; the next round does it.
        """
        await self.attendance.round()
        await self.rooms.tell(self.attendance.online, self._manners.rules())
        self._metrics.lobby_watchers.set(len(self.rooms))
        self._metrics.lobby_pages.set(self.rooms.pages)


def _presets(games: Games) -> Mapping[str, object]:
    return {name: None for spec in games.values() for name in spec.presets}
