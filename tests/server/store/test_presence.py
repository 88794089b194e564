"""`kozyr_server.store.presence`: who is connected, told by several processes."""

import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest
from msgspec.structs import replace

from kozyr_protocol.ids import PlayerId
from kozyr_protocol.messages import PersonSummary
from kozyr_server.store import lobby_keys, presence
from kozyr_server.store.client import RedisStore, StoreOptions, open_store
from kozyr_server.store.model import ProcessId
from kozyr_testing.steps import CLOCK, CLOCK_KEY

START_MS = 1_700_000_000_000
NAMES = ("aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc")
ANNA = PersonSummary(PlayerId("p1"), "anna")
BORIS = PersonSummary(PlayerId("p2"), "Boris", claimed=True, doing="playing")
VERA = PersonSummary(PlayerId("p3"), "Вера", bot=True)


@pytest.fixture
async def stores(url: str, raw: Any) -> AsyncIterator[list[RedisStore]]:
    """Three processes on one store whose clock stands still."""
    await raw.set(CLOCK_KEY, START_MS)
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(
                open_store(url, ProcessId(name), StoreOptions("everysec", clock=CLOCK))
            )
            for name in NAMES
        ]


async def told(store: RedisStore, *people: PersonSummary, bots: int = 0) -> presence.Told:
    return await store.presence.tell({person.player: person for person in people}, bots)


async def shown(store: RedisStore) -> list[PersonSummary]:
    return list((await store.presence.page(None, 1000)).people)


async def at(raw: Any, stores: list[RedisStore], after_ms: int) -> None:
    """Time goes on, second by second, while these stores stamp the clock."""
    last = int(await raw.get(CLOCK_KEY))
    for now in range(last + 1000, START_MS + after_ms + 1, 1000):
        await raw.set(CLOCK_KEY, now)
        for store in stores:
            await store.tick()


async def test_people_are_listed_by_name_whatever_its_capitals(stores: list[RedisStore]) -> None:
    first, second, _ = stores
    assert await told(first, BORIS, VERA, bots=1) == presence.Told(False, 2, 1)
    assert await told(second, ANNA) == presence.Told(False, 3, 1)
    assert await told(first, bots=1) == presence.Told(True, 3, 1)
    assert await shown(second) == [ANNA, BORIS, VERA]


async def test_pages_follow_each_other(stores: list[RedisStore]) -> None:
    rng = random.Random("people")
    people = [
        PersonSummary(PlayerId(f"p{number}"), rng.choice(("Ann", "ann b", "Яна", "x y")))
        for number in range(120)
    ]
    await told(stores[0], *people)
    found: list[PersonSummary] = []
    page = await stores[1].presence.page(None, 50)
    while True:
        assert page.total == 120
        found += page.people
        if page.next is None:
            break
        assert len(page.people) == 50
        assert len(page.next) <= 64
        page = await stores[1].presence.page(page.next, 50)
    assert found == sorted(people, key=presence.place)


async def test_who_is_on_two_processes_is_there_once_until_both_lose_him(
    stores: list[RedisStore],
) -> None:
    first, second, _ = stores
    await told(first, ANNA)
    await told(second, replace(ANNA, name="Anya", doing="playing"))
    assert await shown(first) == [replace(ANNA, name="Anya", doing="playing")]
    assert (await second.presence.tell({ANNA.player: None}, 0)).online == 1
    assert (await first.presence.tell({ANNA.player: None}, 0)).online == 0
    assert await shown(first) == []


async def test_people_of_a_dead_process_go(stores: list[RedisStore], raw: Any) -> None:
    first, second, _ = stores
    await told(first, ANNA, BORIS, bots=3)
    await told(second, ANNA, VERA)
    await at(raw, [second], 5000)
    assert (await told(second)).bots == 3
    await at(raw, [second], 6000)
    assert await told(second) == presence.Told(True, 2, 0)
    assert await shown(second) == [ANNA, VERA]


async def test_a_process_that_was_thought_dead_tells_of_all_again(
    stores: list[RedisStore], raw: Any
) -> None:
    first, second, _ = stores
    crowd = [PersonSummary(PlayerId(f"p{number}"), "x") for number in range(700)]
    await told(first, *crowd[:350])
    await told(first, *crowd[350:])
    await told(second)
    await at(raw, [second], 7000)
    # A part of them is taken out in each call, so that none is long.
    assert (await told(second)).online == 700 - 500
    assert not (await told(first, *crowd[:350])).is_known
    assert (await told(first, *crowd[350:])).is_known
    assert (await told(second)).online == 700


async def test_an_absence_of_the_store_kills_nobody(stores: list[RedisStore], raw: Any) -> None:
    first, second, _ = stores
    await told(first, ANNA)
    await told(second, BORIS)
    await raw.set(CLOCK_KEY, START_MS + 3_600_000)
    await second.tick()
    assert await told(second) == presence.Told(True, 2, 0)


async def test_random_comings_and_goings_end_as_they_should(
    stores: list[RedisStore], raw: Any
) -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    rng = random.Random(seed)
    here: list[dict[PlayerId, PersonSummary]] = [{}, {}, {}]
    latest: dict[PlayerId, PersonSummary] = {}
    for _ in range(150):
        number = rng.randrange(3)
        changed: dict[PlayerId, PersonSummary | None] = {}
        for player in {PlayerId(f"p{rng.randrange(12)}") for _ in range(3)}:
            if player in here[number] and rng.random() < 0.5:
                changed[player] = None
                del here[number][player]
            else:
                person = PersonSummary(player, rng.choice(("ann", "bob", "Cy")))
                here[number][player] = latest[player] = person
                changed[player] = person
        said = await stores[number].presence.tell(changed, 0)
        there = set().union(*here)
        assert said.online == len(there)
    found = await shown(stores[0])
    assert {person.player for person in found} == there
    assert [presence.place(person) for person in found] == sorted(map(presence.place, found))
    assert all(person == latest[person.player] for person in found)
    held = await raw.zcard(lobby_keys.PEOPLE_HELD)
    assert held == sum(map(len, here))


async def test_everything_expires(stores: list[RedisStore], raw: Any) -> None:
    await told(stores[0], ANNA)
    async for key in raw.scan_iter("kozyr:{lobby}:*"):
        assert 0 < await raw.ttl(key) <= 3600, key
