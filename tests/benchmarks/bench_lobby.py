"""CPU of a change of the lobby, and of the list of people.

Run it alone on a quiet machine: `python tests/benchmarks/bench_lobby.py`.

A process with 1,000 connections in the lobby and 2,000 rooms in a real store; each round some rooms
change, the index is read and every page is told. The sockets are left out: a frame ends at the
connection's wire.
"""

import asyncio
import random
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable

import msgspec
import redis.asyncio

from kozyr_protocol import messages
from kozyr_protocol.codec import Subprotocol
from kozyr_protocol.ids import GameKey, PlayerId, RoomId
from kozyr_protocol.messages import PersonSummary, RoomSummary
from kozyr_protocol.rooms import Phase
from kozyr_server.lobby.live import LiveRooms
from kozyr_server.lobby.pages import Filter
from kozyr_server.store import keys
from kozyr_server.store.client import RedisStore, StoreOptions, open_store
from kozyr_server.store.model import ProcessId
from kozyr_server.store.rules import LobbyRules
from kozyr_server.telemetry import Metrics
from kozyr_server.transport.connection import Connection
from kozyr_server.transport.limits import Allowances, Rate, Rates
from kozyr_server.transport.session import Session, SessionSettings
from kozyr_testing.stores import embedded_valkey

WATCHERS, ROOMS, CHANGES, ROUNDS, PEOPLE = 1_000, 2_000, 40, 20, 18_000
GAMES = ("king", "knaves", "oh_well", "gin_rummy", "twenty_nine", "king_jokers")
LIMITS = messages.Limits(8192, 262_144, 32, 24, 400, 20.0, 45.0, 100.0, 1000)


class Nowhere:
    """A wire that takes everything."""

    def write(self, frame: bytes | str) -> bool:
        """Take a frame."""
        return True

    def close(self, code: int, reason: str = "") -> None:
        """End."""

    def abort(self, code: int, reason: str = "") -> None:
        """End."""


def room(rng: random.Random, number: int) -> RoomSummary:
    """Some room."""
    name = RoomId(f"{number % 256:02x}{number:012}".replace("0", "a").replace("1", "b"))
    return RoomSummary(
        name,
        GameKey(rng.choice(GAMES)),
        None,
        f"Table {number}",
        Phase.WAITING,
        4,
        rng.randrange(5),
        spectators=True,
        language=rng.choice((None, "en", "ru")),
        host="Somebody",
    )


def connections(count: int) -> list[Connection]:
    """Greeted ones."""
    rate = Rate(0.0, 1)
    settings = SessionSettings(LIMITS, "everysec", 5.0, rate, 200)
    allowances, metrics = Allowances(Rates(rate, rate, rate, rate)), Metrics()
    sessions = [
        Session(settings, Subprotocol.MSGPACK, allowances, bytes, 0.0) for _ in range(count)
    ]
    return [Connection(session, Nowhere(), metrics) for session in sessions]


Put = Callable[..., Awaitable[None]]


async def main() -> None:
    """Measure, and print."""
    rng = random.Random("lobby")
    encode = msgspec.msgpack.Encoder().encode
    async with (
        embedded_valkey() as url,
        open_store(url, ProcessId("a" * 12), StoreOptions("everysec")) as store,
        redis.asyncio.from_url(url) as raw,
    ):

        async def put(*rooms: RoomSummary) -> None:
            pipeline = raw.pipeline(transaction=False)
            for one in rooms:
                pipeline.hset(keys.lobby(one.room[:2]), one.room, encode(one))
                pipeline.incr(keys.lobby_counter(one.room[:2]))
            await pipeline.execute()

        await put(*(room(rng, number) for number in range(ROOMS)))
        for pages in (1, 18, 200):
            await _changes(store, put, pages, rng)
        await _people(store)


def _keys(pages: int) -> list[tuple[Filter, str | None]]:
    """So many different pages that somebody may look at."""
    filters = [
        Filter(None if game is None else GameKey(game), None, language, free)
        for game in (*GAMES, None)
        for language in (None, "en", "ru")
        for free in (False, True)
    ]
    places = [None, *(f"0{number:02x}" for number in range(256))]
    return [(filters[n % len(filters)], places[n // len(filters)]) for n in range(pages)]


async def _changes(store: RedisStore, put: Put, pages: int, rng: random.Random) -> None:
    live, asked = LiveRooms(store, 1_000, Counter[str]()), _keys(pages)
    for number, peer in enumerate(connections(WATCHERS)):
        await live.watch(peer, asked[number % pages], 1, LobbyRules())
    spent: list[float] = []
    for number in range(ROUNDS):
        await put(*(room(rng, rng.randrange(ROOMS)) for _ in range(CHANGES)))
        # The store's index is read once a second.
        await asyncio.sleep(1.0)
        before, told = time.process_time(), live.told
        await live.tell(number, LobbyRules())
        spent.append((time.process_time() - before) * 1000)
        told = live.told - told
    spent.sort()
    _say(
        f"{pages} pages, {WATCHERS:,} watchers, {ROOMS:,} rooms, {CHANGES} of them changed: "
        f"{spent[len(spent) // 2]:.1f} ms of CPU a second, {spent[-1]:.1f} at most; told {told:,}"
    )


async def _people(store: RedisStore) -> None:
    people = [PersonSummary(PlayerId(f"p{n:016}"), f"Person {n}") for n in range(PEOPLE)]
    before = time.process_time()
    for start in range(0, len(people), 500):
        await store.presence.tell({one.player: one for one in people[start : start + 500]}, 0)
    _say(f"{PEOPLE:,} people come at once: {(time.process_time() - before) * 1000:.0f} ms of CPU")
    for count in (0, 100):
        some = {one.player: one for one in people[:count]}
        before = time.process_time()
        for _ in range(50):
            await store.presence.tell(some, 0)
        _say(f"{count} of them changed: {(time.process_time() - before) * 20:.2f} ms of CPU")
    before = time.process_time()
    for _ in range(50):
        await store.presence.page("person 5", 50)
    _say(f"a page of people: {(time.process_time() - before) * 20:.2f} ms of CPU")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    asyncio.run(main())
