"""Lobbies of server processes over a real store, and people in them without a socket."""

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from kozyr_games.registry import GAMES
from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import GameKey, PlayerId, RoomId
from kozyr_server.lobby.hooks import Hooks
from kozyr_server.lobby.matching import MatchSettings, Step, nothing_happens
from kozyr_server.lobby.service import LobbyService, LobbySettings
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.rooms.room import Table, decode
from kozyr_server.store.client import RedisStore, StoreOptions, open_store
from kozyr_server.store.model import ProcessId
from kozyr_server.store.tickets import Patience
from kozyr_server.telemetry import Metrics
from kozyr_testing.hand_store import TestPeer
from kozyr_testing.waiting import until

KNAVES, KING, GIN = GameKey("knaves"), GameKey("king"), GameKey("gin_rummy")

HASTY = LobbySettings(
    round_s=0.1, match=MatchSettings(offer_after_ms=500, patience=Patience(intent_ms=300))
)
"""Settings for tests that need not wait for real people."""


class LobbyProcess:
    """The lobby of one server process."""

    def __init__(self, lobby: LobbyService, store: RedisStore) -> None:
        self.lobby = lobby
        self.store = store
        self.killed = asyncio.Event()

    async def kill(self) -> None:
        """Do nothing any more, and say nothing, as after `kill -9`."""
        await self.lobby.stop()
        self.killed.set()

    async def table(self, room: RoomId) -> Table:
        """A room as it lies in the store."""
        stored = await self.store.read(room)
        assert stored is not None
        return decode(stored, GAMES)


@asynccontextmanager
async def lobby_process(
    url: str,
    number: int = 1,
    settings: LobbySettings = HASTY,
    hooks: Hooks | None = None,
    step: Step = nothing_happens,
) -> AsyncIterator[LobbyProcess]:
    """Run a process over a store; it stamps itself as a whole server does."""
    name = ProcessId(f"{number:012x}")
    async with open_store(url, name, StoreOptions("everysec")) as store:
        lobby = LobbyService(GAMES, store, Metrics(), settings, hooks or Hooks(), step)
        made = LobbyProcess(lobby, store)
        ticking = asyncio.create_task(_tick(made))
        await lobby.start()
        try:
            yield made
        finally:
            await lobby.stop()
            ticking.cancel()
            await asyncio.gather(ticking, return_exceptions=True)


async def _tick(process: LobbyProcess) -> None:
    while not process.killed.is_set():
        await process.store.tick()
        await asyncio.sleep(0.5)


class Visitor(TestPeer):
    """Somebody on a connection to one process."""

    def __init__(
        self, server: LobbyProcess, number: int, name: str | None = None, *, is_house: bool = False
    ) -> None:
        super().__init__(PlayerId(f"p{number}"), name)
        self.person = replace(self.person, is_house=is_house)
        self.server = server
        self._ids = itertools.count(1)
        server.lobby.greeted(self)

    def go(self) -> None:
        """The connection ends."""
        self.server.lobby.dropped(self)

    async def ask(self, kind: type[Any], **fields: Any) -> Any:
        """The answer to a command; of a refused one its code."""
        command = kind(next(self._ids), **fields)
        try:
            answer = await self.server.lobby.do(self, command)
        except RefusedError as error:
            return error.code
        assert getattr(answer, "id", None) == command.id
        return answer

    async def match(self, *wishes: messages.Wish, bots: bool = False) -> Any:
        """Look for a table."""
        answer = await self.ask(messages.FindMatch, wishes=wishes, bots=bots)
        assert isinstance(answer, messages.Matching | ErrorCode)
        return answer

    @property
    def found(self) -> messages.Matched | None:
        """The last table that was found for him."""
        tables = self.of(messages.Matched)
        return tables[-1] if tables else None

    async def seated(self, within_s: float = 10.0) -> messages.Matched:
        """Wait for a table."""
        await until(lambda: self.found is not None, within_s)
        assert self.found is not None
        return self.found


def last(peer: TestPeer, kind: type[Any]) -> Struct:
    """The last message of a kind."""
    found: list[Struct] = peer.of(kind)
    assert found, f"nothing of {kind.__name__} was heard"
    return found[-1]


def wish(game: GameKey = KNAVES, seats: int | None = 3, preset: str | None = None) -> messages.Wish:
    """A table that somebody would like."""
    return messages.Wish(game, preset, seats)
