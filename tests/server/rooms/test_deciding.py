"""`kozyr_server.rooms.deciding`: commits that are lost, beaten, or heard of before their reply."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, cast

import msgspec
import pytest
from msgspec import Raw
from structlog.testing import capture_logs

from kozyr_games.registry import GAMES
from kozyr_protocol import codec, messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import ActionKey, GameKey, RoomId
from kozyr_protocol.messages import ChatLine, Followed, Prompts, Turn, Update
from kozyr_protocol.rooms import Phase
from kozyr_server.rooms import views
from kozyr_server.rooms.deciding import ATTEMPTS, fresh_chance
from kozyr_server.rooms.service import Rooms
from kozyr_server.store.client import RedisStore, StoreOptions, open_store
from kozyr_server.store.model import (
    Commit,
    CommitResult,
    ProcessId,
    Status,
    Store,
    StoredRoom,
    StoreUnavailableError,
    StoreUnknownError,
    TooSoon,
)
from kozyr_server.telemetry import Metrics
from kozyr_testing.desk import player
from kozyr_testing.room_client import (
    QUICK,
    Client,
    Process,
    begun,
    code,
    on_turn,
    seated,
    version,
)
from kozyr_testing.waiting import until


class BentStore:
    """The real store, whose next commits end as the test wants.

    Attributes:
        is_away: Reads fail, and chat loses its answer.
        verdicts: What the next commits end with; empty: with what is true.
        after: Whether they are written all the same.
        commits: How many were asked for.
        confirms: How often a version was asked for.
        during_chat: Awaited once while chat is read.
    """

    def __init__(self, store: RedisStore) -> None:
        self._store = store
        self.verdicts: list[Status | CommitResult] = []
        self.is_away = False
        self.after = False
        self.commits = 0
        self.confirms = 0
        self.metrics = Metrics()
        self.during_chat: Callable[[], Awaitable[None]] | None = None

    async def confirm(self, rooms: Sequence[RoomId]) -> Sequence[tuple[int, str]]:
        self.confirms += 1
        return await self._store.confirm(rooms)

    async def chat(self, room: RoomId) -> Sequence[ChatLine]:
        during, self.during_chat = self.during_chat, None
        if during is not None:
            await during()
        return await self._store.chat(room)

    async def commit(self, commit: Commit) -> CommitResult:
        self.commits += 1
        if not self.verdicts:
            return await self._store.commit(commit)
        verdict = self.verdicts.pop(0)
        if self.after:
            await self._store.commit(commit)
        return CommitResult(verdict) if isinstance(verdict, Status) else verdict

    async def read(self, room: RoomId) -> StoredRoom | None:
        if self.is_away:
            raise StoreUnavailableError
        return await self._store.read(room)

    async def say(self, room: RoomId, line: ChatLine, slow_ms: int = 0) -> ChatLine | TooSoon:
        if self.is_away:
            raise StoreUnknownError
        return await self._store.say(room, line, slow_ms)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


@pytest.fixture
async def bent(url: str) -> AsyncIterator[tuple[Process, BentStore]]:
    name = ProcessId(f"{7:012x}")
    async with open_store(url, name, StoreOptions("everysec")) as plain:
        store = BentStore(plain)
        rooms = Rooms(GAMES, cast("Store", store), name, store.metrics)
        await rooms.start()
        try:
            yield Process(rooms, plain), store
        finally:
            await rooms.stop()


async def _acts(client: Client) -> Any:
    turn = client.turn
    assert turn is not None
    assert turn.legal is not None
    return await client.act(turn, turn.legal[0])


async def test_a_commit_that_is_always_beaten_ends_busy(bent: tuple[Process, BentStore]) -> None:
    server, store = bent
    clients = await begun(server)
    client = on_turn(clients)
    before, store.commits = client.version, 0
    store.verdicts = [Status.CONFLICT] * ATTEMPTS
    assert code(await _acts(client)) is ErrorCode.BUSY
    assert store.commits == ATTEMPTS
    assert version(await _acts(client)) == before + 1
    await client.check()


async def test_a_commit_that_is_beaten_once_is_decided_again(
    bent: tuple[Process, BentStore],
) -> None:
    server, store = bent
    clients = await begun(server)
    client = on_turn(clients)
    before, store.commits = client.version, 0
    store.verdicts = [Status.CONFLICT]
    assert version(await _acts(client)) == before + 1
    assert store.commits == 2
    assert b"kozyr_decisions_repeated_total 1.0" in store.metrics.exposition()


@pytest.mark.parametrize("happened", [True, False])
async def test_an_unknown_outcome_is_found_out_for_the_members(
    bent: tuple[Process, BentStore], happened: bool
) -> None:
    server, store = bent
    clients = await begun(server)
    client = on_turn(clients)
    others = [each for each in clients if each is not client]
    before = client.version
    store.verdicts, store.after = [Status.UNKNOWN], happened
    turn = client.turn
    assert turn is not None
    assert turn.legal is not None
    assert code(await client.act(turn, turn.legal[0], key="u" * 16)) is ErrorCode.OUTCOME_UNKNOWN
    if happened:
        await until(lambda: all(each.version == before + 1 for each in others))
    again = await client.act(turn, turn.legal[0], key="u" * 16)
    assert version(again) == before + 1, "the same key: played once, whatever had happened"
    await until(lambda: all(each.version == before + 1 for each in clients))
    for each in clients:
        await each.check()


LOST = CommitResult(Status.CONFLICT, was_lost=True)
BEATEN = CommitResult(Status.CONFLICT)


@pytest.mark.parametrize(
    ("last", "expected"), [(LOST, ErrorCode.OUTCOME_UNKNOWN), (BEATEN, ErrorCode.BUSY)]
)
async def test_after_the_last_attempt_only_what_is_known_is_said(
    bent: tuple[Process, BentStore], last: CommitResult, expected: ErrorCode
) -> None:
    server, store = bent
    client = on_turn(await begun(server))
    store.verdicts = [*[LOST] * (ATTEMPTS - 1), last]
    assert code(await _acts(client)) is expected


@pytest.mark.parametrize(
    ("first", "expected"),
    [(LOST, ErrorCode.OUTCOME_UNKNOWN), (BEATEN, ErrorCode.STORE_UNAVAILABLE)],
)
async def test_a_store_that_goes_away_between_two_attempts(
    bent: tuple[Process, BentStore], first: CommitResult, expected: ErrorCode
) -> None:
    server, store = bent
    client = on_turn(await begun(server))
    store.verdicts, store.is_away = [first], True
    assert code(await _acts(client)) is expected
    store.is_away = False


@pytest.mark.parametrize(
    ("last", "expected"), [(LOST, ErrorCode.OUTCOME_UNKNOWN), (BEATEN, ErrorCode.BUSY)]
)
async def test_a_room_that_perhaps_was_opened(
    bent: tuple[Process, BentStore], last: CommitResult, expected: ErrorCode
) -> None:
    server, store = bent
    client = Client(server, player(0))
    store.verdicts = [*[BEATEN] * (ATTEMPTS - 1), last]
    create = messages.Create(id=1, key=ActionKey("k" * 16), game=GameKey("twenty_nine"))
    assert code(await client.do(create)) is expected


async def test_a_line_of_chat_that_perhaps_was_said(bent: tuple[Process, BentStore]) -> None:
    server, store = bent
    clients = await seated(server)
    store.is_away = True
    chat = messages.Chat(id=clients[0].next_id(), room=clients[0].room, text="hi")
    assert code(await clients[0].do(chat)) is ErrorCode.OUTCOME_UNKNOWN


@pytest.mark.parametrize("verdict", [Status.UNAVAILABLE, Status.FULL, Status.ERROR])
async def test_what_could_not_be_tried_is_said_and_nothing_is_changed(
    bent: tuple[Process, BentStore], verdict: Status
) -> None:
    server, store = bent
    clients = await begun(server)
    client = on_turn(clients)
    before = client.version
    store.verdicts = [verdict]
    expected = {
        Status.UNAVAILABLE: ErrorCode.STORE_UNAVAILABLE,
        Status.FULL: ErrorCode.STORE_FULL,
        Status.ERROR: ErrorCode.INTERNAL,
    }
    assert code(await _acts(client)) is expected[verdict]
    assert version(await _acts(client)) == before + 1
    await client.check()


async def test_the_log_has_one_line_for_each_game_that_ends(server: Process) -> None:
    clients = await seated(server)
    room = clients[0].room
    with capture_logs() as logs:
        for _ in range(2):
            for client in clients:
                await client.ready()
            await asyncio.gather(*(client.play() for client in clients))
            version(await clients[0].do(messages.Rematch(id=clients[0].next_id(), room=room)))
            await until(lambda: all(client.phase is Phase.WAITING for client in clients))
    finished = [line for line in logs if line["event"] == "room finished"]
    about = {"event": "room finished", "log_level": "info", "room": room, "ended": "complete"}
    about["game"] = "twenty_nine"
    assert finished == [about | {"record": f"{room}-{number}"} for number in (1, 2)]


async def test_each_step_is_told_once_though_its_message_comes_as_well(server: Process) -> None:
    clients = await begun(server)
    for _ in range(10):
        await _acts(on_turn(clients))
    for client in clients:
        told = [update.version for update in client.of(Update)]
        assert told == sorted(set(told))
        await client.check()


# --- Only the store may refuse


async def test_a_seat_that_was_freed_unheard_is_not_called_taken(
    server: Process, other: Process
) -> None:
    vera = Client(other, player(2))
    clients = [Client(server, player(0)), Client(server, player(1)), vera]
    room = await clients[0].create()
    for client in clients:
        version(await client.sit(room))
    guest = Client(server, player(9))
    await guest.follow(room)
    await until(lambda: guest.version == vera.version)
    await server.store.unsubscribe(room)
    version(await vera.leave())
    version(await guest.join())
    await guest.check()


async def test_a_prompt_that_opened_unheard_is_not_called_stale(
    server: Process, other: Process
) -> None:
    anna = Client(server, player(0))
    others = [Client(other, player(1)), Client(other, player(2))]
    room = await anna.create(options=QUICK)
    for client in (anna, *others):
        version(await client.sit(room))
    for client in (anna, *others):
        version(await client.ready())
    await server.store.unsubscribe(room)
    if anna.turn is not None:
        version(await _acts(anna))
    while (turn := await _turn_in_store(other, anna)) is None:
        await until(lambda: any(client.turn is not None for client in others))
        version(await _acts(on_turn(others)))
    assert turn.legal is not None
    assert turn != anna.turn
    version(await anna.act(turn, turn.legal[0]))
    await anna.check()


async def _turn_in_store(server: Process, client: Client) -> Turn | None:
    table = await server.table(client.room)
    seat = table.seat_of(client.person.player)
    now_ms = server.store.play_ms(client.room)
    shown = codec.pack(views.prompts(GAMES[table.room.game], table, seat, now_ms))
    prompts = msgspec.msgpack.decode(shown, type=Prompts)
    return next((turn for turn in prompts.turns if turn.seat == seat and turn.legal), None)


async def test_only_a_prompt_that_is_surely_followed_is_believed(
    bent: tuple[Process, BentStore],
) -> None:
    server, store = bent
    client = on_turn(await begun(server))
    turn = client.turn
    assert turn is not None
    before = store.confirms
    assert code(await client.act(turn, Raw(b"\x80"))) is ErrorCode.ILLEGAL
    assert store.confirms == before
    server.rooms._hub.rooms[client.room].doubtful = True
    assert code(await client.act(turn, Raw(b"\x80"))) is ErrorCode.ILLEGAL
    assert store.confirms == before + 1


async def test_nobody_slips_into_a_room_whose_game_begins_while_he_comes(
    bent: tuple[Process, BentStore], other: Process
) -> None:
    server, store = bent
    clients = await seated(other, spectators=False)
    guest, room = Client(server, player(9)), clients[0].room

    async def begin() -> None:
        for client in clients:
            version(await client.ready())
        followed = server.rooms._hub.rooms[room]
        await until(lambda: followed.version == clients[0].version)

    store.during_chat = begin
    assert code(await guest.follow(room)) is ErrorCode.WATCHING_REFUSED
    assert guest.of(Followed) == []
    assert server.rooms._hub.rooms[room].members == {}


def test_chance_is_fresh_and_shows_nothing() -> None:
    drawn = {fresh_chance().seed for _ in range(100)}
    assert len(drawn) == 100
    assert repr(fresh_chance()) == "Chance()"
