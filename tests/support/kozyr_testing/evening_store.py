"""What lies in the store and in the processes from hour to hour, and what is left after weeks."""

import asyncio
import re
from collections import Counter
from dataclasses import dataclass

from kozyr_testing import evening_guests as kind
from kozyr_testing import evening_rude as rude
from kozyr_testing.evening import MOST_MEMORY, RESERVE, Evening, figures, held
from kozyr_testing.fast_time import FastHouse, FastServer
from kozyr_testing.waiting import until_true

_PER_GAME = re.compile(r"kozyr:\{s..\}:record:")
_PER_PERSON = re.compile(
    r"kozyr:(guest:|person:|token:|name:|tries:|\{ratings\}:(player|results):|\{lobby\}:slow:)"
)
_PER_SHARD = re.compile(r"kozyr:\{s..\}:(lobby:n|lobby|timers|records|records:public|unarchived)$")
KEYS_A_PERSON = 12
SHARDS, BOTS = 256, 8
DAY_S = 86_400


@dataclass(frozen=True)
class Tally:
    """At the end of an hour, when its crowd has gone."""

    guests: int
    games: int
    by_game: int
    by_person: int
    by_shard: int
    others: frozenset[str]
    processes: tuple[dict[str, int], ...]
    """kB resident and descriptors."""
    held: tuple[dict[str, int], ...]
    """Tasks by name, rooms, connections."""

    def __repr__(self) -> str:
        return (
            f"{self.guests} guests, {self.games} games; keys: {self.by_game} of games, "
            f"{self.by_person} of people, {self.by_shard} of shards, {len(self.others)} others; "
            f"{self.processes}"
        )


async def tally(house: FastHouse, guests: int, games: int) -> Tally:
    """Count."""
    by: Counter[str] = Counter()
    others = set()
    async for raw in house.store.scan_iter(count=1000):
        key = raw.decode()
        if _PER_GAME.match(key):
            by["game"] += 1
        elif _PER_PERSON.match(key):
            by["person"] += 1
        elif _PER_SHARD.match(key):
            by["shard"] += 1
        else:
            others.add(key)
    return Tally(
        guests,
        games,
        by["game"],
        by["person"],
        by["shard"],
        frozenset(others),
        tuple([figures(server) for server in house.servers]),
        tuple([await held(server) for server in house.servers]),
    )


async def need_bounded(house: FastHouse, hours: list[Tally]) -> None:
    """From hour to hour nothing grows but what people leave: games and themselves."""
    for hour in hours:
        assert hour.by_game <= hour.games
        assert hour.by_person <= KEYS_A_PERSON * hour.guests
        assert hour.by_shard <= 6 * SHARDS
    first, last = hours[0], hours[-1]
    # The keys of rooms are those of the same rooms, or of fewer.
    grown = {key for key in last.others - first.others if "{ratings}:board:" not in key}
    assert not grown, grown
    for was, now in zip(first.processes, last.processes, strict=True):
        assert now["kb"] <= was["kb"] * MOST_MEMORY, (was, now)
        assert now["fds"] <= was["fds"] + RESERVE, (was, now)
    for was, server in zip(first.held, house.servers, strict=True):
        more = await _more_than(was, server)
        async with asyncio.timeout(20):
            while more:
                # What somebody asked for a moment ago is being done.
                print("more than in the first hour", more)
                await asyncio.sleep(0.5)
                more = await _more_than(was, server)


async def _more_than(was: dict[str, int], server: FastServer) -> dict[str, int]:
    now = await held(server)
    return {name: n for name, n in now.items() if n > was.get(name, 0)}


async def need_nothing_old(house: FastHouse, evening: Evening) -> None:
    """After a month the games are gone; people are who they were, and the banned are not let in."""
    for each in evening.long_banned[-1:]:
        assert not await rude.is_let_in(each)
    await house.dial.leap(31 * DAY_S)
    await house.dial.forward(180)
    records = [key async for key in house.store.scan_iter(match="kozyr:{s*}:record*", count=1000)]
    assert records == []
    for guest in [guest for guest in evening.guests if guest.claimed][:3]:
        await kind.is_known(guest)
    for guest in [guest for guest in evening.guests if guest.token][:3]:
        # Who he is, is held against what he was.
        async with guest.client():
            pass
    for each in evening.long_banned:
        assert await rude.is_let_in(each)
    forever = [rogue for rogue in evening.rogues if rogue.is_banned]
    assert forever
    for rogue in forever:
        assert not await rude.is_let_in(rogue)

    async def are_bots_alone() -> bool:
        return int(await house.store.zcard("kozyr:{lobby}:people:names")) == BOTS

    await until_true(are_bots_alone, 20)
