"""An evening of a public lobby: strangers of all kinds over two server processes, in fast time."""

import os
import random
import time
from collections import Counter
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

import pytest

from kozyr_testing import evening_guests as kind
from kozyr_testing import evening_rude as rude
from kozyr_testing.evening import (
    QUIET_S,
    Evening,
    everybody_is_gone,
    figures,
    finished,
    held,
    is_quiet,
    leftovers,
    need_discreet,
    need_right_ratings,
)
from kozyr_testing.evening_hours import Hour, lasting
from kozyr_testing.evening_store import Tally, need_bounded, need_nothing_old, tally
from kozyr_testing.fast_time import FastHouse, fast_servers, house_bots

HOURS = 5
"""Each is 66 minutes of play after its crowd, which takes some 15 with all that is left of it, and
20 without a store: over eight hours by the wall's clock."""

TOLD_OFF = {"too_fast", "malformed", "closed 4502"}


async def warm_up(house: FastHouse, evening: Evening, tables: int) -> None:
    """Everything that the servers do they have done once."""
    hashing = [partial(rude.has_all_threads_hash, evening.rogue()) for _ in house.servers]
    await evening.runs(*evening.polite(tables), *evening.rough(), *hashing)
    await everybody_is_gone(house)


async def need_end(
    house: FastHouse,
    evening: Evening,
    folder: Path,
    before: list[tuple[dict[str, int], dict[str, int]]],
) -> None:
    """Nothing is left of all who were there but what they played."""
    left_at = time.monotonic()
    await everybody_is_gone(house)
    for server, (kept, used) in zip(house.servers, before, strict=True):
        await is_quiet(server, kept, used, left_at + QUIET_S)
    print("quiet after", round(time.monotonic() - left_at, 1))
    assert await leftovers(house) == []
    games = finished(folder)
    for one in games:
        players = [seat.player for seat in one.seats if seat.player]
        assert len(players) == len(set(players))
    async with evening.store() as store:
        rated = await need_right_ratings(store, games)
    told = sum((guest.told for guest in evening.guests), Counter[str]())
    print(len(evening.guests), "guests", len(games), "games", rated, "rated people", told)
    assert not TOLD_OFF & set(told), told
    need_discreet(folder, house, evening)


async def test_an_evening_of_strangers(tmp_path: Path) -> None:
    seed = int(os.environ.get("KOZYR_SEED", "20261130"))
    print("seed", seed)
    async with (
        fast_servers(tmp_path, 2) as house,
        house_bots(house.servers[0].url, house.house_key, 8),
    ):
        evening = Evening(house, seed)
        await warm_up(house, evening, 1)
        before = [(await held(server), figures(server)) for server in house.servers]
        muted, banned = evening.guest(), evening.rogue()
        async with muted.client() as client, banned.client():
            assert client.player is not None
            await evening.punish(client.player, "mute", 30)
        # The store is away while the muted one sleeps: what ends by the wall's clock has ended.
        await house.dial.leap(31 * 60)
        await evening.runs(*evening.polite(1), *evening.known(), partial(kind.chatter, muted))
        await need_end(house, evening, tmp_path, before)


@pytest.mark.soak
async def test_a_long_evening_of_two_hundred_strangers(tmp_path: Path) -> None:
    seed = int(os.environ.get("KOZYR_SEED", str(random.randrange(10**6))))
    print("seed", seed)
    async with (
        fast_servers(tmp_path, 2) as house,
        house_bots(house.servers[0].url, house.house_key, 8),
    ):
        began = time.monotonic()
        evening = Evening(house, seed)
        await warm_up(house, evening, 2)
        before = [(await held(server), figures(server)) for server in house.servers]
        print("warm after", round(time.monotonic() - began, 1), before)
        tallies: list[Tally] = []
        async with lasting(evening) as stays:
            for number in range(HOURS):
                rough = evening.rough() if number % 2 else []
                await evening.runs(*evening.polite(2), *evening.known(), *rough)
                async with AsyncExitStack() as stack:
                    await Hour(evening, stays, stack).run()
                await stays.need_present()
                tallies.append(await tally(house, len(evening.guests), len(finished(tmp_path))))
                print("hour", number, round(time.monotonic() - began, 1), tallies[-1])
            await need_bounded(house, tallies)
            await stays.end(lambda: finished(tmp_path))
        await need_end(house, evening, tmp_path, before)
        await need_nothing_old(house, evening)
        print("over after", round(time.monotonic() - began, 1), house.dial.hours())
    need_discreet(tmp_path, house, evening)
