"""Players over the SDK who remember what was acknowledged, and how a record is held against it."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

import httpx
import msgspec

from kozyr_client import (
    Client,
    Dial,
    DialFailed,
    Parts,
    Patience,
    Room,
    Stale,
    Transport,
    Turn,
    WebSocketTransport,
    connect,
)
from kozyr_games.replay import verify
from kozyr_protocol import record as records
from kozyr_protocol.ids import RoomId
from kozyr_protocol.record import By, Record
from kozyr_protocol.rooms import Clock, Phase
from kozyr_testing.waiting import until

PATIENCE = Patience(
    back_first_s=0.02,
    back_most_s=0.2,
    retry_first_s=0.02,
    retry_most_s=0.2,
    give_up_after_s=60.0,
)
"""Comes back fast: the servers of tests are back in a moment."""

CALM = Clock(turn_ms=3_600_000, bank_ms=0, away_ms=3_600_000)
"""Nobody is ever late."""


@dataclass(frozen=True)
class Acted:
    """An action that was acknowledged."""

    room: RoomId
    name: str
    version: int
    action: str
    """Its JSON, keys sorted."""


@dataclass
class Player:
    """Plays at random whatever is legal.

    Attributes:
        acted: All that was acknowledged, in order.
    """

    name: str
    client: Client
    rng: random.Random
    acted: list[Acted] = field(default_factory=list)
    may_be_stale: bool = False
    """The store is put back in time: what was on its way then may be for another history."""

    async def play(self, room: Room) -> None:
        """Play until the game is over."""
        async for turn in room.turns():
            await self.act(room, turn)

    async def act(self, room: Room, turn: Turn) -> None:
        """Answer one prompt, and remember what came of it."""
        choice = chosen(turn, self.rng)
        try:
            version = await room.act(choice, turn=turn)
        except Stale:
            if not self.may_be_stale:
                raise
            return
        assert version is not None
        self.acted.append(Acted(room.id, self.name, version, canonical(turn.legal[choice])))


PlayerT = TypeVar("PlayerT", bound=Player)


def chosen(turn: Turn, rng: random.Random) -> int:
    """A legal action at random; in Gin low cards are held, and knocks made.

    Chance alone sees ten void hands in a row now and then, which end the game by its limit.
    """
    places = range(len(turn.legal))
    knocks = [place for place in places if turn.legal[place]["type"] == "knock"]
    if knocks:
        return rng.choice(knocks)
    discards = [place for place in places if turn.legal[place]["type"] == "discard"]
    if discards:
        return max(discards, key=lambda place: _POINTS.find(turn.legal[place]["card"][0]))
    return rng.choice(places)


_POINTS = "A23456789TJQK"


def canonical(action: Any) -> str:
    """One text for equal actions."""
    return msgspec.json.encode(action, order="sorted").decode()


def dial_any(urls: Sequence[str]) -> Dial:
    """Opens a line to the first address that answers, beginning with the one asked for."""

    async def dial(url: str) -> Transport:
        first = urls.index(url)
        for other in (*urls[first:], *urls[:first]):
            try:
                return await WebSocketTransport.dial(other)
            except DialFailed as error:
                failed = error
        raise failed

    return dial


@asynccontextmanager
async def players_of(
    kind: Callable[[str, Client, random.Random], PlayerT],
    urls: Sequence[str],
    count: int,
    seed: int,
    *,
    patience: Patience = PATIENCE,
    dials: Sequence[Dial] = (WebSocketTransport.dial,),
) -> AsyncIterator[list[PlayerT]]:
    """So many players, spread over the servers at these `ws://` addresses.

    Args:
        kind: what they are.
        urls: the servers.
        count: how many.
        seed: of their play; also in their names.
        patience: of their clients.
        dials: how their lines are opened, in turn.
    """
    async with AsyncExitStack() as stack:
        found = []
        for number in range(count):
            name = f"Player {number} of {seed}"
            url = urls[number % len(urls)]
            parts = Parts(dial=dials[number % len(dials)])
            client = await stack.enter_async_context(
                connect(url, name=name, patience=patience, parts=parts)
            )
            found.append(kind(name, client, random.Random(f"{seed}/{number}")))
        yield found


@asynccontextmanager
async def players(
    urls: Sequence[str],
    count: int,
    seed: int,
    *,
    patience: Patience = PATIENCE,
    dials: Sequence[Dial] = (WebSocketTransport.dial,),
) -> AsyncIterator[list[Player]]:
    """So many plain players; see `players_of`."""
    async with players_of(Player, urls, count, seed, patience=patience, dials=dials) as found:
        yield found


async def seated(
    table: Sequence[Player],
    game: str = "twenty_nine",
    *,
    preset: str | None = None,
    options: Mapping[str, Any] | None = None,
    clock: Clock = CALM,
    mode: str = "events",
) -> list[Room]:
    """Open a room and have everybody ready in it; the room of each, in the players' order."""
    host = await table[0].client.create_room(
        game, preset, options=options or {}, seats=len(table), clock=clock, mode=mode
    )
    rooms = [host, *[await player.client.follow(host.id, mode) for player in table[1:]]]
    for room in rooms:
        await room.join()
    for room in rooms:
        await room.ready()
    return rooms


async def play(table: Sequence[Player], rooms: Sequence[Room]) -> str:
    """Play a game to its end; the id of its record."""
    async with asyncio.TaskGroup() as tasks:
        for player, room in zip(table, rooms, strict=True):
            tasks.create_task(player.play(room))
    view = rooms[0].view
    assert view.phase is Phase.FINISHED, view.phase
    assert view.record is not None
    return view.record


def acted_by(table: Sequence[Player]) -> int:
    """How many actions of theirs were acknowledged so far."""
    return sum(len(player.acted) for player in table)


@asynccontextmanager
async def playing_on(
    table: Sequence[Player], game: str = "twenty_nine", clock: Clock = CALM
) -> AsyncIterator[list[str]]:
    """Play game after game while the block runs, and the last one to its end after it.

    Gives the list to which the ids of the records are added.
    """
    finished: list[str] = []
    is_over = asyncio.Event()

    async def play_on() -> None:
        while not is_over.is_set():
            rooms = await seated(table, game, clock=clock)
            finished.append(await play(table, rooms))
            # A connection follows so many rooms and no more.
            for room in rooms:
                await room.unfollow()

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(play_on())
        yield finished
        is_over.set()


async def more_acted(table: Sequence[Player], count: int, within_s: float = 20.0) -> None:
    """Wait until so many further actions were acknowledged."""
    goal = acted_by(table) + count
    await until(lambda: acted_by(table) >= goal, within_s)


async def fetched(http_url: str, record: str) -> Record:
    """A finished game, as a server hands it out."""
    async with httpx.AsyncClient(base_url=http_url) as http:
        answer = await http.get(f"/api/v1/records/{record}")
    assert answer.status_code == 200, answer.text
    return records.loads(answer.content)


def check_record(record: Record, table: Sequence[Player], *, may_be_late: bool = False) -> None:
    """What was acknowledged is in the record exactly once and in order, and nothing else is.

    Args:
        record: the game.
        table: who played it.
        may_be_late: whether some actions may be the clock's.
    """
    problems = verify(record)
    assert not problems, problems
    seats = {seat.name: place for place, seat in enumerate(record.seats)}
    versions: Counter[int] = Counter()
    for player in table:
        mine = [each for each in player.acted if each.room == record.room]
        written = [
            canonical(_plain(entry.action))
            for deal in record.deals
            for entry in deal.actions
            if entry.seat == seats[player.name] and entry.by is By.PLAYER
        ]
        assert written == [each.action for each in mine], player.name
        assert [each.version for each in mine] == sorted({each.version for each in mine})
        versions.update(each.version for each in mine)
    assert max(versions.values()) == 1, "two actions in one version"
    late = [e for deal in record.deals for e in deal.actions if e.by is not By.PLAYER]
    assert may_be_late or not late, "the clock played for somebody"


def _plain(action: msgspec.Raw) -> Any:
    """An action of a record as plain maps."""
    return msgspec.json.decode(action)
