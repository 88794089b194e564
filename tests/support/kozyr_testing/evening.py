"""An evening of a public lobby: who comes, and what must be true of the servers and the store."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx

from kozyr_games.registry import GAMES
from kozyr_protocol import record as records
from kozyr_protocol.ids import GameKey, PlayerId, RoomId
from kozyr_protocol.record import Record
from kozyr_server.ratings import reckoning
from kozyr_server.ratings.keeper import packed
from kozyr_server.rooms.room import Table, decode
from kozyr_server.store.client import RedisStore, StoreOptions, open_store
from kozyr_server.store.model import ProcessId
from kozyr_testing import evening_guests as kind
from kozyr_testing import evening_rude as rude
from kozyr_testing import log_search
from kozyr_testing.evening_guests import Guest
from kozyr_testing.fast_time import FastHouse, FastServer
from kozyr_testing.steps import CLOCK
from kozyr_testing.waiting import until_true

Doing = Callable[[], Awaitable[None]]

SPEED = 4.0
"""While people play the clock goes so much faster than this machine's: each of them takes some of
this machine's time to think, and would be late in a faster world."""

WAVE_S = 300.0
QUIET_S = 60.0
RESERVE = 8
"""Connections to the store that a process may keep for the next crowd."""
MOST_MEMORY = 1.1
LONGEST_MS = 30 * 60_000
"""After so long nothing is left of who has gone."""

STAYS = {
    "kozyr:format",
    "kozyr:{processes}:alive",
    "kozyr:{processes}:clock",
    "kozyr:{processes}:told",
    "kozyr:{ratings}:cursor",
    "kozyr:{lobby}:tickets:n",
    "kozyr:{moderation}:sanctions",
    "kozyr:{moderation}:reports",
    "kozyr:{moderation}:reports:times",
    "kozyr:{moderation}:reports:resolved",
    "kozyr:{moderation}:audit",
    "kozyr:{moderation}:audit:hosts",
    "kozyr:{lobby}:chat",
    "test:now_ms",
}
"""One each, whoever comes."""
BOUNDED = ("}:lobby:n", "}:records", "}:records:public", "kozyr:{ratings}:board:")
"""One a shard or a game, and bounded each."""


class Evening:
    """Who is there, and what is found out about it."""

    def __init__(self, house: FastHouse, seed: int) -> None:
        self.house = house
        self.rng = random.Random(seed)
        self.guests: list[Guest] = []
        self.resting: list[Guest] = []
        """Who was here before and may come again."""
        self.rogues: list[rude.Rude] = []
        self.long_banned: list[rude.Rude] = []
        """For 20 hours."""

    @property
    def urls(self) -> list[str]:
        return [server.url for server in self.house.servers]

    def guest(self) -> Guest:
        """Somebody new."""
        number = len(self.guests)
        self.guests.append(Guest(number, self.urls, random.Random(self.rng.random())))
        return self.guests[-1]

    def some(self, count: int) -> list[Guest]:
        """People who come now: where some were here before every second is one of them."""
        return [
            self.resting.pop() if self.resting and self.rng.random() < 0.5 else self.guest()
            for _ in range(count)
        ]

    def rest(self) -> None:
        """All who came so far have gone, and may come again; those with a name do not."""
        self.resting = [guest for guest in self.guests if guest.token and not guest.claimed]
        self.rng.shuffle(self.resting)

    def rogue(self) -> rude.Rude:
        number = len(self.rogues)
        self.rogues.append(rude.Rude(self.urls[number % 2], 10 + number))
        return self.rogues[-1]

    async def punish(self, player: PlayerId, kind: str, minutes: float | None = None) -> None:
        """By an admin, at the other server."""
        body = {"kind": kind, "why": "rude"}
        await self._order(f"people/{player}/punish", body, minutes)

    async def shut_out(self, network: str, minutes: float | None = None) -> None:
        """Ban a range."""
        await self._order("ranges", {"network": network, "why": "rude"}, minutes)

    async def ban(self, player: PlayerId | None, network: str | None) -> None:
        """A person or a range, for good."""
        if player is not None:
            await self.punish(player, "ban")
        else:
            assert network is not None
            await self.shut_out(network)

    async def _order(self, path: str, body: dict[str, Any], minutes: float | None) -> None:
        headers = {"authorization": f"Bearer {self.house.admin_token}"}
        url = self.house.servers[1].http_url
        async with httpx.AsyncClient(base_url=url, headers=headers, trust_env=False) as http:
            answer = await http.post(
                f"/api/v1/admin/{path}", json={**body, "minutes": minutes}, timeout=60
            )
        assert answer.status_code == 200, answer.text

    def polite(self, tables: int) -> list[Doing]:
        """All who mean well, in proportion to a number of tables of each kind."""
        todo: list[Doing] = []
        for number in range(tables):
            todo += [
                partial(kind.private_table, self.some(4)),
                partial(kind.locked_table, self.some(3)),
                partial(kind.knocking_table, self.some(3)),
                partial(kind.public_table, self.some(3), number % 2 == 0, number % 2 == 1),
                partial(kind.public_table, self.some(3), False, number % 2 == 0),
                partial(kind.with_bots, self.some(1)[0]),
                partial(kind.keeps_his_name, self.guest(), self.guest()),
            ]
            todo += [partial(kind.chatter, guest) for guest in self.some(2)]
            todo += [partial(kind.quick_match, guest) for guest in self.some(6)]
        return todo

    def known(self) -> list[Doing]:
        """All who keep a name."""
        return [partial(kind.is_known, guest) for guest in self.guests if guest.claimed]

    def rough(self) -> list[Doing]:
        """All who do not mean well."""
        plain = (
            rude.floods_chat,
            rude.floods_rooms,
            rude.floods_joins,
            rude.floods_names,
            rude.floods_reports,
            rude.guesses_passphrases,
            rude.sends_monsters,
            rude.floods_connections,
            rude.comes_as_somebody_new,
            rude.asks_for_compression,
        )
        banned = partial(rude.comes_back_banned, self.rogue(), self.ban)
        return [*(partial(each, self.rogue()) for each in plain), banned]

    async def runs(self, *todo: Doing) -> None:
        """Everybody comes within some seconds; the clock runs meanwhile."""
        # Told and not cancelled: a call to the store that is cut off may swallow it.
        over = asyncio.Event()
        beside = [self.house.dial.run(over, SPEED), self._watches_seats(over)]
        running = [asyncio.create_task(each) for each in beside]
        spread_s = len(todo) / 25

        async def later(doing: Doing, delay_s: float) -> None:
            await asyncio.sleep(delay_s)
            await doing()

        began, since = time.monotonic(), self.house.dial.now_ms
        try:
            async with asyncio.timeout(WAVE_S), asyncio.TaskGroup() as tasks:
                for doing in todo:
                    tasks.create_task(later(doing, self.rng.random() * spread_s))
        finally:
            over.set()
            await asyncio.gather(*running)
        minutes = (self.house.dial.now_ms - since) / 60_000
        print(f"{len(todo)} parties, {minutes:.1f} min in {time.monotonic() - began:.1f} s")
        self.rest()

    async def _watches_seats(self, over: asyncio.Event) -> None:
        """Nobody sits twice in one room, in no state that the store ever has."""
        while not over.is_set():
            await self.need_single_seats()
            await asyncio.sleep(0.5)

    async def need_single_seats(self) -> None:
        async with self.store() as store:
            for room in await all_rooms(self.house):
                table = await table_of(store, room)
                if table is not None:
                    people = Counter(seat.player for seat in table.room.seats if seat.player)
                    assert not [p for p, count in people.items() if count > 1], people

    def store(self) -> Any:
        options = StoreOptions("everysec", clock=CLOCK)
        return open_store(self.house.store_url, ProcessId("observer"), options)


async def table_of(store: RedisStore, room: RoomId) -> Table | None:
    stored = await store.read(room)
    return None if stored is None else decode(stored, GAMES)


async def all_rooms(house: FastHouse) -> list[RoomId]:
    found = house.store.scan_iter(match="kozyr:{s*}:room:*:state", count=1000)
    return [RoomId(key.decode().split(":")[3]) async for key in found]


async def everybody_is_gone(house: FastHouse, but: frozenset[RoomId] = frozenset()) -> None:
    """Time goes by with nobody there: games are abandoned, then all rooms close."""
    began, since = time.monotonic(), house.dial.now_ms
    while set(await all_rooms(house)) - but:
        await house.dial.forward(60)
        assert house.dial.now_ms - since < LONGEST_MS, "some room stays"
    print(f"{(house.dial.now_ms - since) / 60_000} min in {time.monotonic() - began:.1f} s")


EMPTY = (
    "kozyr:{lobby}:tickets",
    "kozyr:{lobby}:tickets:seen",
    "kozyr:{lobby}:intents",
    "kozyr:{lobby}:intents:at",
    "kozyr:{house}:wanted",
)
"""Queues: nobody is there who waits."""


async def leftovers(house: FastHouse) -> list[str]:
    """Keys that nobody may find after everybody has gone: not known to stay and without an end."""
    found = [key for key in EMPTY if await house.store.exists(key)]
    async for raw in house.store.scan_iter(count=1000):
        key = raw.decode()
        known = key in STAYS or any(part in key for part in BOUNDED)
        if not known and await house.store.ttl(raw) < 0:
            found.append(key)
    return found


def finished(folder: Path) -> list[Record]:
    """Every game of the archive."""
    lines = [
        line
        for file in (folder / "archive").glob("*.jsonl")
        for line in file.read_bytes().splitlines()
    ]
    return [records.loads(line) for line in lines]


async def need_right_ratings(store: RedisStore, games: list[Record]) -> int:
    rated = 0
    for game, standings in reckoning.recount([one for one in games if one.public]).items():
        expected = {player: packed(standing) for player, standing in standings.items()}

        async def are_right(
            game: GameKey = game, expected: dict[PlayerId, bytes] = expected
        ) -> bool:
            return await store.ratings.standings(game, list(expected)) == expected

        await until_true(are_right, 20)
        rated += len(standings)
    return rated


def figures(server: FastServer) -> dict[str, int]:
    return {"kb": server.resident_kb(), "fds": server.descriptors()}


async def held(server: FastServer) -> dict[str, int]:
    report = await server.report()
    rest = {"rooms": report.rooms, "connections": report.connections}
    return report.tasks | rest | {f"waiting {name}": n for name, n in report.queues.items()}


async def is_quiet(
    server: FastServer, kept: dict[str, int], used: dict[str, int], until_s: float
) -> None:
    """Wait until a process holds what it held before anybody came."""
    while True:
        now, figure = await held(server), figures(server)
        more = {name: n for name, n in now.items() if n > kept.get(name, 0)}
        is_less = (
            figure["fds"] <= used["fds"] + RESERVE and figure["kb"] <= used["kb"] * MOST_MEMORY
        )
        if not more and is_less:
            print("quiet", figure, used)
            return
        assert time.monotonic() < until_s, f"it still holds {more}; {figure} and before {used}"
        await asyncio.sleep(1)


def need_discreet(folder: Path, house: FastHouse, evening: Evening) -> None:
    """No log has a card or a secret of anybody."""
    text = "".join(file.read_text() for file in folder.glob("*.log"))
    hidden = {house.house_key, house.admin_token, *(each.token for each in evening.rogues)}
    hidden |= {secret for guest in evening.guests for secret in guest.secrets if secret}
    assert log_search.found(text, hidden) == set()
    assert log_search.cards(text) == set()
    assert '"error"' not in text, [line for line in text.splitlines() if '"error"' in line][:5]
