"""No card leaves the server for who may not see it: every byte that came is searched.

Nor does its log tell anything: neither cards nor what else people keep for themselves.
"""

import asyncio
import base64
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import msgspec
import pytest
from redis.asyncio import Redis

from kozyr_client import Changed, Client, Parts, Room, Turn, WebSocketTransport, connect
from kozyr_games.registry import GAMES
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import RoomId, Tag
from kozyr_protocol.record import Record
from kozyr_protocol.rooms import Clock, TimedOut
from kozyr_server.rooms.room import decode
from kozyr_server.store import keys
from kozyr_server.store.data_folder import STORE_RECORD, StoreRecord
from kozyr_server.store.model import StoredRoom
from kozyr_testing import log_search
from kozyr_testing.hidden_tables import TABLES, HiddenTable, bids_told, no_missed_chance, other_bids
from kozyr_testing.leaks import Truth, cards_in, leaks, same
from kozyr_testing.players import PATIENCE, Player, check_record, fetched, play, players_of
from kozyr_testing.probes import probe
from kozyr_testing.processes import kozyr_serve
from kozyr_testing.taps import Tap
from kozyr_testing.waiting import until

SEED = 20_261_107

CLOCK = Clock(turn_ms=60_000, bank_ms=0, away_ms=0)

OPTIONS = ("--durability", "everysec", "--commands-per-s", "0", "--log-level", "debug")

LEAVES_AFTER = 6
"""Actions of the player who leaves in the game and comes back."""
CUT_EVERY = 25
"""Actions after which a line is cut."""
PROBE_EVERY = 7
"""Actions after which something wrong is tried."""

TABLE_NAME = "Table of the curious"
LINE = "Whoever has the ace keeps it"
"""Said in the room."""

PAGES = ("/api/v1/rooms", "/api/v1/records", "/readyz", "/metrics")


@dataclass
class Curious(Player):
    """Tries what is refused, loses its line, and leaves the game for a while.

    Attributes:
        refused: codes that it was refused with.
    """

    tap: Tap = field(default_factory=Tap)
    watcher: "Watcher | None" = None
    """Set for who leaves."""
    refused: set[str] = field(default_factory=set)

    async def act(self, room: Room, turn: Turn) -> None:
        count = len(self.acted)
        if count % PROBE_EVERY == 1:
            self.refused |= await probe(self.client, room, turn)
        if self.watcher is not None and count == LEAVES_AFTER:
            watcher, self.watcher = self.watcher, None
            await room.leave()
            assert not _is_seated(room)
            late = watcher.late
            await until(lambda: watcher.late >= late + 2 or room.view.ended is not None, 60)
            if room.view.ended is not None:
                # The clock and the others played to the end meanwhile.
                return
            await self.client.follow(room.id, "views")
            assert _is_seated(room)
            self.may_be_stale = True
            return
        await super().act(room, turn)
        if count % CUT_EVERY == CUT_EVERY - 1:
            await self.tap.cut()


def _is_seated(room: Room) -> bool:
    return room.seat is not None


@dataclass
class Watcher:
    """A spectator.

    Attributes:
        late: actions of the clock that it saw.
    """

    client: Client
    tap: Tap
    late: int = 0

    async def watch(self, room: Room) -> None:
        async for news in room:
            if isinstance(news, Changed):
                self.late += sum(isinstance(event, TimedOut) for event in news.events)


@asynccontextmanager
async def _watching(url: str) -> AsyncIterator[Watcher]:
    tap = Tap()
    parts = Parts(dial=tap.on(WebSocketTransport.dial))
    async with connect(url, name="Watcher", patience=PATIENCE, parts=parts) as client:
        yield Watcher(client, tap)


async def _need_bare_pages(http_url: str, room: str) -> None:
    """What anybody may ask for by HTTP tells nothing of a game that is played."""
    async with httpx.AsyncClient(base_url=http_url) as http:
        for page in PAGES:
            answer = await http.get(page)
            assert answer.status_code == 200
            assert cards_in(answer.text) == set()
        assert (await http.get(f"/api/v1/records/{room}-1")).status_code == 404


async def _seeds(data: Path, room: RoomId) -> list[bytes]:
    """What the decks of a room are made of, from the store itself."""
    record = msgspec.json.decode((data / STORE_RECORD).read_bytes(), type=StoreRecord)
    async with Redis(unix_socket_path=record.socket) as store:
        state = await store.hget(keys.state(room), "s")
    assert isinstance(state, bytes)
    stored = decode(StoredRoom(1, Tag("t" * 16), state), GAMES).room
    return [stored.seed, stored.near]


def _links(record: Record) -> set[str]:
    """All links of a game."""
    fair = [deal.fairness for deal in record.deals]
    links = {link for each in fair for link in (each.server_link, *each.seat_links)}
    return {link for link in links if link is not None}


def _need_discreet_log(log: str, secrets: Sequence[str | bytes], frames: Sequence[bytes]) -> None:
    """Nothing of a game or of its players is in the log of the server.

    Args:
        log: at the level `debug`.
        secrets: none may be in it.
        frames: some that the server sent, with cards and the first of the secrets in them.
    """
    assert "connection opened" in log
    assert log_search.found(log, secrets) == set()
    assert log_search.cards(log) == set()
    # The search finds what is there: a line with a frame in it would tell.
    for bad in (
        "".join(repr(frame) for frame in frames),
        repr([repr(frame) for frame in frames]),
        " ".join(frame.hex() for frame in frames),
        " ".join(f"x{base64.b64encode(frame).decode()}" for frame in frames),
    ):
        assert log_search.found(bad, secrets) >= {secrets[0]}
        assert log_search.cards(bad)
    for secret in secrets:
        assert log_search.found(f"secret={secret!r}", secrets) == {secret}


GAMES_AT_MOST = 6
"""Games of a table until what is searched for was hidden in one: decks are drawn by the server."""


@pytest.mark.parametrize("played", TABLES, ids=str)
async def test_nobody_is_told_what_is_hidden(played: HiddenTable, tmp_path: Path) -> None:
    for number in range(GAMES_AT_MOST):
        folder = tmp_path / str(number)
        folder.mkdir()
        if await _searched(played, folder):
            return
    pytest.fail(f"nothing of it was hidden in {GAMES_AT_MOST} games")


async def _searched(played: HiddenTable, tmp_path: Path) -> bool:
    """Play a game and search all that everybody got; whether it had what is to be hidden."""
    seats = played.seats
    taps = [Tap() for _ in range(seats)]
    dials = [tap.on(WebSocketTransport.dial) for tap in taps]
    # Both forms of the log are searched, each under half of the tables.
    form = ("text", "json")[TABLES.index(played) % 2]
    options = [*OPTIONS, "--data", str(tmp_path), "--log-format", form]
    async with (
        kozyr_serve(*options, log=tmp_path / ".log") as server,
        players_of(Curious, [server.socket_url], seats, SEED, dials=dials) as table,
        _watching(server.socket_url) as by_events,
        _watching(server.socket_url) as by_views,
    ):
        host = await table[0].client.create_room(
            played.game,
            options=played.options,
            seats=seats,
            clock=CLOCK,
            fair=True,
            name=TABLE_NAME,
        )
        watched = [
            await by_events.client.follow(host.id, "events"),
            await by_views.client.follow(host.id, "views"),
        ]
        rooms = [host]
        for place, player in enumerate(table[1:], 1):
            # The one of the last seat leaves, and the picture that it then gets is the server's.
            mode = "views" if place % 2 or place == seats - 1 else "events"
            rooms.append(await player.client.follow(host.id, mode))
            player.tap = taps[place]
        # The host alone takes part in the shuffles, and keeps its line: each of them is announced.
        table[0].tap = by_views.tap
        table[-1].watcher = by_events
        for room in rooms:
            await room.join()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(by_events.watch(watched[0]))
            for room in rooms:
                await room.ready()
            game_on = tasks.create_task(play(table, rooms))
            await until(lambda: len(table[0].acted) > LEAVES_AFTER, 60)
            await _need_bare_pages(server.http_url, host.id)
            seeds = await _seeds(tmp_path, host.id)
            await rooms[1].say(LINE)
            finished = await game_on
            await watched[0].unfollow()
        record = await fetched(server.http_url, finished)
    check_record(record, table, may_be_late=True)
    for player in table:
        assert player.refused >= {ErrorCode.STALE, ErrorCode.ILLEGAL}
    assert "Traceback" not in server.log.read_text()

    acted = [each.version for player in table for each in player.acted]
    truth = Truth(record, by_events.tap, acted)
    came_up = truth.unseen() >= played.places
    if played.twin is not same:
        came_up &= any(played.twin(state, None) is not state for state in truth.states())
    own = {seat.name: place for place, seat in enumerate(record.seats)}
    for player, tap in zip(table, taps, strict=True):
        assert leaks(truth, tap, own[player.name], played.twin) == []
        # The search finds what is there: to anybody else these bytes would tell a hand.
        assert leaks(truth, tap, None)
        if played.twin is no_missed_chance:
            assert not any(b"missed" in frame for frame in tap.frames)
    if played.twin is other_bids:
        # Pictures tell the own bid while others are hidden, but to whom bids last: it is found.
        pairs = [(tap, own[player.name]) for player, tap in zip(table, taps, strict=True)]
        all_bids = [leaks(truth, *pair, lambda state, _: other_bids(state, None)) for pair in pairs]
        came_up &= any(all_bids)
        assert all(bids_told(*pair) == set() for pair in pairs)
        assert bids_told(by_events.tap, None) == set()
        assert bids_told(taps[0], None) == {own[table[0].name]}
    for watcher in (by_events, by_views):
        assert leaks(truth, watcher.tap, None, played.twin) == []
    everything = [(name, frame) for name, tap in _named(table, taps) for frame in tap.frames]
    for player in table:
        token = player.client.token
        assert token is not None
        holders = [name for name, frame in everything if token.encode() in frame]
        assert holders == [player.name], "a token is shown once, to its owner"

    clients = [*(player.client for player in table), by_events.client, by_views.client]
    names = [player.name for player in table]
    texts = [*_tokens(clients), *names, TABLE_NAME, LINE, *_links(record)]
    _need_discreet_log(server.log.read_text(), [*texts, *seeds], taps[0].frames)
    return came_up


def _tokens(clients: Sequence[Client]) -> list[str]:
    return [client.token for client in clients if client.token is not None]


def _named(table: list[Curious], taps: list[Tap]) -> list[tuple[str, Tap]]:
    return [(player.name, tap) for player, tap in zip(table, taps, strict=True)]
