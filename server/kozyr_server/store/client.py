"""The store itself: `Store` over a standalone Redis or Valkey."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from math import inf
from pathlib import Path
from typing import Final

from msgspec import Struct

from kozyr_protocol.ids import PlayerId, RoomId
from kozyr_protocol.limits import CHAT_LINES
from kozyr_protocol.messages import ChatLine, RoomSummary
from kozyr_server.store import address, checks, figures, formats, library, people_scripts
from kozyr_server.store.archive import Archive
from kozyr_server.store.beside import Beside
from kozyr_server.store.calls import Calls
from kozyr_server.store.checks import Durability
from kozyr_server.store.committer import Committer
from kozyr_server.store.errors import StoreUnreachableError
from kozyr_server.store.fullness import Fullness
from kozyr_server.store.house import House
from kozyr_server.store.library import Library
from kozyr_server.store.lobby import Lobby
from kozyr_server.store.lobby_chat import LobbyChat
from kozyr_server.store.model import (
    Commit,
    CommitResult,
    HiddenLine,
    HostAct,
    HouseNews,
    ProcessId,
    ReconnectListener,
    RoomListener,
    SideListener,
    StoredRoom,
    StoreUnavailableError,
    Tick,
    TooSoon,
)
from kozyr_server.store.people import GUEST_S, People
from kozyr_server.store.people_store import PeopleStore
from kozyr_server.store.persons import PERSON_S
from kozyr_server.store.play_time import PlayTime
from kozyr_server.store.presence import Presence
from kozyr_server.store.ratings import Ratings
from kozyr_server.store.records import MAX_RECORDS, Records
from kozyr_server.store.reports import Act
from kozyr_server.store.rooms import Rooms
from kozyr_server.store.subscriber import Subscriber
from kozyr_server.store.tickets import Tickets
from kozyr_server.store.upkeep import Upkeep

MIN_FREE_DISK_BYTES: Final = 256 * 2**20
"""With less free disk only rooms that close are written: with `always` a full disk ends Valkey."""


class StoreOptions(Struct, frozen=True):
    """How a store is used."""

    durability: Durability = "always"
    """Less than this is refused."""
    archive: Path | None = None
    """Folder of the archive; None: none is written."""
    free_disk: Callable[[], int] | None = None
    """Free bytes of the disk that the store writes to, where that is known."""
    min_free_bytes: int = MIN_FREE_DISK_BYTES
    """With less of them only rooms that close are written."""
    max_records: int = MAX_RECORDS
    """Finished games that are kept; the oldest go first."""
    records_s: int = library.MAX_RECORD_AGE_S
    """Seconds that a finished game is kept."""
    guest_s: int = GUEST_S
    """Seconds that a guest is remembered after he was last saved."""
    person_s: int = PERSON_S
    """Seconds that claimed names and tokens are kept after the last visit."""
    chat_lines: int = CHAT_LINES
    """Lines that a room keeps."""
    clock: str | None = None
    """Lua source of `now_ms()`, for tests; None: the store's clock."""


class RedisStore:
    """A `Store`; made by `open_store`.

    Attributes:
        durability: What an acknowledgement survives.
        upkeep: The task that archives and trims; entered by `open_store`.
        people: Names, tokens, sanctions, reports; its news are entered by `open_store`.
        lobby_chat: The lobby's chat.
        presence: Who is connected, over all processes.
        tickets: Who looks for a table.
        ratings: Standings, leaderboards and results.
    """

    def __init__(
        self,
        calls: Calls,
        lib: Library,
        process: ProcessId,
        hot: tuple[Committer, Subscriber],
        options: StoreOptions,
        people: PeopleStore,
    ) -> None:
        self.durability: str = options.durability
        self._calls = calls
        self._committer, self._subscriber = hot
        self._fullness = Fullness(calls, options.free_disk, options.min_free_bytes)
        self._rooms = Rooms(calls)
        self._beside = Beside(calls, lib, process, options.chat_lines)
        self._time = PlayTime(calls, lib, process)
        self._lobby = Lobby(calls)
        self._house = House(calls)
        self._people = People(calls, options.guest_s)
        self.people = people
        self._records = Records(calls, lib, options.max_records, options.records_s)
        archive = None
        if options.archive is not None:
            archive = Archive(options.archive, process, calls, lib, self._records)
        self.upkeep = Upkeep(self._records, archive)
        self.lobby_chat = LobbyChat(calls, lib, options.chat_lines)
        self.presence = Presence(calls, lib, process)
        self.tickets = Tickets(calls, lib)
        self.ratings = Ratings(calls, lib, process)

    def commit(self, commit: Commit) -> Awaitable[CommitResult]:
        """See `Store.commit`."""
        refusal = self._fullness.refusal(commit)
        if refusal is not None:
            refused: asyncio.Future[CommitResult] = asyncio.get_running_loop().create_future()
            refused.set_result(refusal)
            self._committer.counters[refusal.status] += 1
            return refused
        return self._committer.commit(commit)

    async def read(self, room: RoomId) -> StoredRoom | None:
        """See `Store.read`."""
        return await self._rooms.read(room)

    async def confirm(self, rooms: Sequence[RoomId]) -> Sequence[tuple[int, str]]:
        """See `Store.confirm`."""
        return await self._rooms.confirm(rooms)

    async def log(self, room: RoomId, after: int) -> Sequence[bytes]:
        """See `Store.log`."""
        return await self._rooms.log(room, after)

    async def log_entry(self, room: RoomId, version: int) -> bytes | None:
        """See `Store.log_entry`."""
        return await self._rooms.log_entry(room, version)

    async def subscribe(self, room: RoomId) -> None:
        """See `Store.subscribe`."""
        await self._subscriber.subscribe(room)

    async def unsubscribe(self, room: RoomId) -> None:
        """See `Store.unsubscribe`."""
        await self._subscriber.unsubscribe(room)

    def listen(
        self, room: RoomListener, side: SideListener, reconnected: ReconnectListener
    ) -> None:
        """See `Store.listen`."""
        self._subscriber.listen(room, side, reconnected)

    def hear(self, channel: str, listener: Callable[[bytes], None]) -> None:
        """See `Subscriber.hear`."""
        self._subscriber.hear(channel, listener)

    async def tick(self) -> Tick:
        """See `Store.tick`; looks at the disk and the memory, too."""
        tick = await self._time.tick()
        await self._fullness.look()
        return tick

    def play_ms(self, room: RoomId) -> int:
        """See `Store.play_ms`."""
        return self._time.play_ms()

    def ticked_ago_s(self) -> float:
        """See `Store.ticked_ago_s`."""
        return inf if self._fullness.is_gone else self._time.ticked_ago_s()

    async def look_for_bots(
        self, wanted: Mapping[RoomId, int], places: int | None = None
    ) -> HouseNews:
        """See `Store.look_for_bots`."""
        return await self._house.look(wanted, places)

    async def say(self, room: RoomId, line: ChatLine, slow_ms: int = 0) -> ChatLine | TooSoon:
        """See `Store.say`; number 0 where there is no such room: nothing was kept or published."""
        self._fullness.need_chat()
        return await self._beside.say(room, line, slow_ms)

    async def hide(self, room: RoomId, number: int) -> HiddenLine | None:
        """See `Store.hide`."""
        return await self.people.chat.hide(room, number, by_host=True)

    async def note_host(self, act: HostAct) -> None:
        """See `Store.note_host`."""
        noted = Act(act.at_ms, act.name, act.what, act.target, why="", host=act.host)
        await self.people.host_audit.add(noted)

    async def chat(self, room: RoomId) -> Sequence[ChatLine]:
        """See `Store.chat`."""
        return await self._beside.chat(room)

    async def set_watchers(self, counts: Mapping[RoomId, int]) -> None:
        """See `Store.set_watchers`."""
        await self._beside.set_watchers(counts)

    async def watchers(self, room: RoomId) -> int:
        """See `Store.watchers`."""
        return await self._beside.watchers(room)

    async def list_rooms(self) -> Sequence[RoomSummary]:
        """See `Store.list_rooms`."""
        return await self._lobby.list_rooms()

    async def save_guest(self, player: PlayerId, name: str) -> None:
        """See `Store.save_guest`."""
        await self._people.save_guest(player, name)

    async def guest_name(self, player: PlayerId) -> str | None:
        """See `Store.guest_name`."""
        return await self._people.guest_name(player)

    async def records(self, count: int, before: str | None = None) -> Sequence[str]:
        """See `Store.records`."""
        return await self._records.records(count, before)

    async def record(self, record: str, *, private: bool = False) -> bytes | None:
        """See `Store.record`."""
        return await self._records.record(record, private=private)

    def counts(self) -> Mapping[str, float]:
        """See `Store.counts`."""
        own = {
            **{f"commits_{name}": count for name, count in self._committer.counters.items()},
            **{f"messages_{name}": count for name, count in self._subscriber.counters.items()},
            "ticks": self._time.ticks,
            "archived": self.upkeep.archived,
        }
        return {name: float(count) for name, count in own.items()}

    async def metrics(self) -> Mapping[str, float]:
        """See `Store.metrics`."""
        return {**await figures.asked(self._calls), **self.counts()}

    def commit_seconds(self) -> list[float]:
        """See `Store.commit_seconds`."""
        seconds = list(self._committer.seconds)
        self._committer.seconds.clear()
        return seconds

    @property
    def waiting_commits(self) -> int:
        """Commits of this process that wait for a call to the store."""
        return self._committer.waiting


@asynccontextmanager
async def open_store(
    url: str, process: ProcessId, options: StoreOptions | None = None
) -> AsyncIterator[RedisStore]:
    """Connect to a store, check that it is fit, and serve it inside `async with`.

    Args:
        url: `redis://`, `rediss://` or `unix://`.
        process: This process; its first stamp is set before this returns.
        options: How the store is used; None: as by default.

    Raises:
        StoreSettingsError: The store cannot be used as asked; the text is one sentence.
    """
    options = options or StoreOptions()
    place = address.parse(url)
    lib = library.load(options.clock, options.records_s)
    async with AsyncExitStack() as stack:
        calls = Calls(place, f"kozyr-{process}-calls")
        stack.push_async_callback(calls.close)
        await checks.check(calls, place, options.durability)
        try:
            await formats.settle(calls)
        except StoreUnavailableError as error:
            raise StoreUnreachableError(place.place, str(error)) from None
        subscriber = await stack.enter_async_context(Subscriber(place, f"kozyr-{process}-messages"))
        committer = await stack.enter_async_context(
            Committer(place, f"kozyr-{process}-commits", lib.commit, subscriber)
        )
        scripts = people_scripts.load(options.clock)
        people = PeopleStore(calls, scripts, place, f"kozyr-{process}-news", options.person_s)
        await stack.enter_async_context(people.news)
        store = RedisStore(calls, lib, process, (committer, subscriber), options, people)
        try:
            await store.tick()
        except StoreUnavailableError as error:
            raise StoreUnreachableError(place.place, str(error)) from None
        await stack.enter_async_context(store.upkeep)
        yield store
