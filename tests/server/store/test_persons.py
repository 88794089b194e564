"""Names, tokens and the ignored in the store, `kozyr_server.store.persons`."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest

from kozyr_protocol.ids import PlayerId
from kozyr_server.store import people_keys, persons
from kozyr_server.store.client import RedisStore, StoreOptions, open_store
from kozyr_server.store.model import ProcessId
from kozyr_server.store.persons import MAX_IGNORED, MAX_TOKENS, Persons

ANNA, BOB = PlayerId("p" + "a" * 16), PlayerId("p" + "b" * 16)
CLOCK = "local function now_ms() return tonumber(redis.call('GET', 'test:clock') or 1000) end\n"


def _digest(number: int) -> str:
    return f"{number:032x}"


@pytest.fixture
async def two(url: str) -> AsyncIterator[tuple[Persons, Persons]]:
    """The persons of two processes, whose store's clock stands."""
    async with AsyncExitStack() as stack:
        options = StoreOptions("everysec", clock=CLOCK)
        stores = [
            await stack.enter_async_context(open_store(url, ProcessId(each * 12), options))
            for each in "ab"
        ]
        yield stores[0].people.persons, stores[1].people.persons


async def test_of_two_who_claim_a_name_at_once_one_has_it(two: tuple[Persons, Persons]) -> None:
    for number in range(30):
        name = f"name{number}"
        won = await asyncio.gather(
            two[0].claim(ANNA, name, name, "hash a"), two[1].claim(BOB, name, name, "hash b")
        )
        assert sorted(won) == [False, True], number
        winner = ANNA if won[0] else BOB
        assert await two[1].holder(name) == winner
        people = [await two[0].read(each) for each in (ANNA, BOB)]
        assert [each.is_claimed for each in people if each.player == winner] == [True]
        for each in people:
            if each.claimed:
                await two[0].give_up(each.player, each.claimed)
        assert await two[0].holder(name) is None


async def test_a_new_name_frees_the_old_one(two: tuple[Persons, Persons]) -> None:
    mine, others = two
    assert await mine.claim(ANNA, "anna", "Anna", "hash")
    assert await mine.claim(ANNA, "anya", "Anya", "hash")
    assert await others.holder("anna") is None
    assert (await others.read(ANNA)).name == "Anya"
    assert await others.claim(BOB, "anna", "Anna", "hash")
    assert not await mine.claim(ANNA, "anna", "Anna", "hash")
    assert (await mine.read(ANNA)).name == "Anya"


@pytest.mark.parametrize("steps", ["intent", "person"])
async def test_a_claim_that_was_cut_short_is_finished_or_dissolved(
    two: tuple[Persons, Persons], raw: Any, steps: str
) -> None:
    key = people_keys.name_key("anna")
    await raw.set("test:clock", 10_000)
    await raw.set(people_keys.name(key), f"{ANNA}?10000")
    if steps == "person":
        await raw.hset(people_keys.person(ANNA), mapping={"key": key, "name": "Anna", "pass": "h"})
    assert await two[1].holder("anna") == ANNA, "he has five seconds"
    await raw.set("test:clock", 10_000 + persons.INTENT_MS)
    if steps == "person":
        assert await two[1].holder("anna") == ANNA
        assert await raw.get(people_keys.name(key)) == ANNA.encode()
        assert not await two[1].claim(BOB, "anna", "Anna", "hash")
    else:
        assert await two[1].holder("anna") is None
        assert await two[1].claim(BOB, "anna", "Anna", "hash")
        assert not (await two[1].read(ANNA)).is_claimed


async def test_who_was_dissolved_while_he_slept_has_no_claim(
    two: tuple[Persons, Persons], raw: Any
) -> None:
    assert await two[0].claim(BOB, "anna", "Anna", "hash")
    key = people_keys.name_key("anna")
    # The last steps of a process that was stopped for a while.
    await raw.hset(people_keys.person(ANNA), mapping={"key": key, "name": "Anna", "pass": "h"})
    person = await two[1].read(ANNA)
    assert (person.is_claimed, person.name, person.passphrase) == (False, None, "")
    assert await two[1].holder("anna") == BOB


async def test_every_key_of_a_person_goes_some_day(store: RedisStore, raw: Any) -> None:
    mine = store.people.persons
    assert await mine.claim(ANNA, "anna", "Anna", "hash")
    await mine.touch(await mine.read(ANNA), _digest(1), "test/1", 5)
    await mine.add_token(ANNA, _digest(2), "test/1", 5)
    await mine.revoke(ANNA, _digest(1))
    await mine.ignore(ANNA, BOB, 5)
    await mine.count("sign in", "anna", 60)
    found = [key async for key in raw.scan_iter("kozyr:*{*") if b"{processes}" not in key]
    kinds = sorted(key.decode().split("{")[0] for key in found)
    assert kinds == [
        *("kozyr:name:", "kozyr:person:", "kozyr:person:", "kozyr:person:"),
        *("kozyr:token:", "kozyr:token:", "kozyr:tries:"),
    ]
    for key in found:
        assert 0 < await raw.ttl(key) <= persons.PERSON_S, key


# --- Tokens


async def test_a_token_of_a_sign_in_brings_the_same_person(store: RedisStore) -> None:
    mine = store.people.persons
    assert await mine.claim(ANNA, "anna", "Anna", "hash")
    arrived = await mine.arrive(_digest(1), BOB)
    assert (arrived.person.player, arrived.is_original) == (BOB, True)
    assert await mine.add_token(ANNA, _digest(1), "test/1", 5) is None
    arrived = await mine.arrive(_digest(1), BOB)
    assert (arrived.person.player, arrived.person.name) == (ANNA, "Anna")
    assert not arrived.is_original


async def test_a_revoked_token_opens_nothing_even_without_its_tombstone(
    store: RedisStore, raw: Any
) -> None:
    mine = store.people.persons
    await mine.add_token(ANNA, _digest(1), "test/1", 5)
    await mine.touch(await mine.read(ANNA), _digest(2), "test/1", 5)
    await mine.revoke(ANNA, _digest(1))
    # This one was never given out: the player's id derives from it.
    await mine.revoke(ANNA, _digest(2))
    assert await mine.tokens(ANNA) == []
    for number in (1, 2):
        assert (await mine.arrive(_digest(number), ANNA)).is_revoked
    assert await mine.are_revoked([(_digest(1), ANNA, False), (_digest(2), ANNA, True)]) == [
        *(True, True)
    ]
    await raw.delete(people_keys.token(_digest(2)))
    assert (await mine.arrive(_digest(2), ANNA)).is_revoked
    assert await mine.are_revoked([(_digest(2), ANNA, True), (_digest(3), BOB, True)]) == [
        *(True, False)
    ]


async def test_of_too_many_tokens_the_one_unused_for_longest_goes(store: RedisStore) -> None:
    mine = store.people.persons
    hour = persons.HOUR_MS
    for number in range(MAX_TOKENS):
        assert await mine.add_token(ANNA, _digest(number), "test/1", number * hour) is None
    await mine.touch(await mine.read(ANNA), _digest(0), "test/2", MAX_TOKENS * hour + 5)
    gone = await mine.add_token(ANNA, _digest(99), "test/1", (MAX_TOKENS + 1) * hour)
    assert gone is not None
    assert gone.digest == _digest(1)
    assert (await mine.arrive(_digest(1), BOB)).is_revoked
    found = await mine.tokens(ANNA)
    assert len(found) == MAX_TOKENS
    assert [each.digest for each in found[:2]] == [_digest(99), _digest(0)]
    assert (found[1].client, found[1].seen_ms) == ("test/2", MAX_TOKENS * hour)


async def test_a_visit_is_written_once_an_hour(store: RedisStore, raw: Any) -> None:
    mine = store.people.persons
    person = await mine.read(ANNA)
    await mine.touch(person, _digest(1), "test/1", persons.HOUR_MS)
    await raw.config_resetstat()
    for _ in range(5):
        await mine.touch(person, _digest(1), "test/1", persons.HOUR_MS + 5)
    assert "cmdstat_hset" not in await raw.info("commandstats")
    await mine.touch(person, _digest(1), "test/1", 2 * persons.HOUR_MS)
    assert "cmdstat_hset" in await raw.info("commandstats")


# --- The ignored, and tries


async def test_of_too_many_ignored_the_first_is_heard_again(store: RedisStore) -> None:
    mine = store.people.persons
    for number in range(MAX_IGNORED + 1):
        await mine.ignore(ANNA, PlayerId(f"p{number}"), number)
    ignored = (await mine.read(ANNA)).ignored
    assert len(ignored) == MAX_IGNORED
    assert ignored[0] == "p1"
    await mine.hear(ANNA, PlayerId("p1"))
    assert len((await mine.read(ANNA)).ignored) == MAX_IGNORED - 1


async def test_tries_are_counted_over_all_processes(two: tuple[Persons, Persons]) -> None:
    counted = [(await two[n % 2].count("sign in", "anna", 60))[0] for n in range(4)]
    assert counted == [1, 2, 3, 4]
    count, left_ms = await two[0].count("sign in", "anna", 60)
    assert count == 5
    assert 0 < left_ms <= 60_000
    assert (await two[0].count("sign in", "bob", 60))[0] == 1
    await two[1].forget_tries("sign in", "anna")
    assert (await two[0].count("sign in", "anna", 60))[0] == 1
