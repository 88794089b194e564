"""A house bot plays for who has left, over sockets: it is told its seat's cards and no others."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from kozyr_client import (
    Client,
    KozyrError,
    Parts,
    Room,
    RoomEnded,
    Turn,
    WebSocketTransport,
    connect,
)
from kozyr_games.registry import GAMES
from kozyr_games.replay import verify
from kozyr_protocol import messages
from kozyr_protocol.ids import GameKey
from kozyr_protocol.record import By
from kozyr_server.rooms.service import Rooms
from kozyr_server.store.client import StoreOptions, open_store
from kozyr_server.store.model import ProcessId
from kozyr_server.transport.house_key import HouseKey
from kozyr_testing.leaks import Truth, leaks
from kozyr_testing.players import CALM, PATIENCE, Player, chosen, fetched, players_of
from kozyr_testing.serving import over
from kozyr_testing.stores import embedded_valkey
from kozyr_testing.taps import Tap
from kozyr_testing.waiting import until

SEED = 20_261_130
KEY = HouseKey("the-key-of-this-house".ljust(43, "-"))
LEAVES_AFTER = 2
PLAYED_FOR = 4
"""Actions of the stand-in before the owner is back."""


@dataclass
class House:
    """One house bot.

    Attributes:
        acted: Versions in which its actions were accepted.
        ended: Why it does not follow the room any more.
    """

    client: Client
    mode: str
    tap: Tap
    rng: random.Random
    acted: list[int] = field(default_factory=list)
    ended: str | None = None

    async def serve(self) -> None:
        """Take the seat that is offered, and play it for as long as it is its own."""
        async for tidings in self.client.tidings():
            if isinstance(tidings, messages.Offer):
                room = await self.client.follow(tidings.room, self.mode)
                await self.client.ask(messages.StandIn(0, tidings.room, tidings.seat))
                await self._play(room)
                return

    async def _play(self, room: Room) -> None:
        try:
            async for turn in room.turns():
                version = await room.act(chosen(turn, self.rng), turn=turn)
                assert version is not None
                self.acted.append(version)
        except KozyrError:
            await until(lambda: room.ended is not None)
        assert isinstance(room.ended, RoomEnded)
        self.ended = room.ended.reason


@dataclass
class Restless(Player):
    """Leaves in the midst of a game, and is back when a stand-in has played for him."""

    house: House | None = None

    async def act(self, room: Room, turn: Turn) -> None:
        house = self.house
        if house is None or len(self.acted) != LEAVES_AFTER or house.acted:
            await super().act(room, turn)
            return
        await room.leave()
        await until(lambda: len(house.acted) >= PLAYED_FOR or house.ended is not None, 30)
        await self.client.follow(room.id)
        self.may_be_stale = True


@asynccontextmanager
async def two_servers() -> AsyncIterator[list[str]]:
    """Two processes over one store; addresses over HTTP."""
    async with embedded_valkey() as url:
        names = [ProcessId(f"{number:012x}") for number in (1, 2)]
        options = StoreOptions("everysec")
        async with (
            open_store(url, names[0], options) as one,
            open_store(url, names[1], options) as two,
            over(one, Rooms(GAMES, one, names[0]), KEY) as first,
            over(two, Rooms(GAMES, two, names[1]), KEY) as second,
        ):
            yield [first, second]


@pytest.mark.parametrize(
    ("game", "mode"), [("oh_well", "events"), ("twenty_nine", "views"), ("knaves", "events")]
)
async def test_a_stand_in_is_told_what_its_seat_may_know(game: str, mode: str) -> None:
    count = GAMES[GameKey(game)].min_seats
    async with two_servers() as urls:
        sockets = [url.replace("http", "ws", 1) + "/ws" for url in urls]
        watched, heard = Tap(), Tap()
        async with (
            players_of(Restless, sockets[:1], count, SEED) as table,
            connect(sockets[0], name="Watcher", parts=_tapped(watched)) as watcher,
            connect(sockets[1], name="House", parts=_tapped(heard), patience=PATIENCE) as client,
        ):
            house = House(client, mode, heard, random.Random(SEED))
            await client.ask(messages.EnterHouse(0, KEY.key))
            rooms = await _opened(table, game)
            await watcher.follow(rooms[0].id)
            for room in rooms:
                await room.ready()
            table[1].house = house
            async with asyncio.TaskGroup() as tasks, asyncio.timeout(60):
                serving = tasks.create_task(house.serve())
                for player, room in zip(table, rooms, strict=True):
                    tasks.create_task(player.play(room))
                await serving
            assert house.ended == "owner_back"
            record_id = rooms[0].view.record
            assert record_id is not None
            record = await fetched(urls[0], record_id)
    assert verify(record) == []
    (seat,) = [place for place, each in enumerate(record.seats) if each.name == table[1].name]
    assert [len(each.stand_ins) for each in record.seats] == [int(n == seat) for n in range(count)]
    by_bot = [a for deal in record.deals for a in deal.actions if a.by is By.STAND_IN]
    assert len(by_bot) == len(house.acted)
    assert {action.seat for action in by_bot} == {seat}
    acted = [each.version for player in table for each in player.acted] + house.acted
    truth = Truth(record, watched, acted)
    assert leaks(truth, heard, seat) == []
    # The search finds what is there: these bytes would tell anybody else a hand.
    assert leaks(truth, heard, None)
    assert all(KEY.key.encode() not in frame for frame in heard.frames + watched.frames)


async def _opened(table: list[Restless], game: str) -> list[Room]:
    """A room in which all sit; the host takes part in the shuffles, so that each is announced."""
    host = await table[0].client.create_room(
        game, options={"draw": "off"}, seats=len(table), clock=CALM, fair=True
    )
    rooms = [host, *[await player.client.follow(host.id) for player in table[1:]]]
    for room in rooms:
        await room.join()
    return rooms


def _tapped(tap: Tap) -> Parts:
    return Parts(dial=tap.on(WebSocketTransport.dial))
