"""`kozyr_server.store.tickets`: one ticket a person, and tables that are opened for some."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from msgspec.structs import replace

from kozyr_protocol.ids import GameKey, PlayerId
from kozyr_server.store import keys, lobby_keys
from kozyr_server.store.client import RedisStore, StoreOptions, open_store
from kozyr_server.store.model import ProcessId
from kozyr_server.store.tickets import (
    Found,
    Intent,
    Kind,
    Patience,
    Poll,
    Put,
    Ticket,
    Told,
    Wanted,
    told,
)
from kozyr_testing.steps import CLOCK, CLOCK_KEY
from kozyr_testing.waiting import until

START_MS = 1_700_000_000_000
KIND = Kind(GameKey("knaves"), None, 3)
PATIENCE = Patience()


@pytest.fixture
async def stopped(url: str, raw: Any) -> AsyncIterator[RedisStore]:
    """A store whose clock stands still."""
    await raw.set(CLOCK_KEY, START_MS)
    options = StoreOptions("everysec", clock=CLOCK)
    async with open_store(url, ProcessId("aaaaaaaaaaaa"), options) as store:
        yield store


def ticket(number: int, since_ms: int = START_MS) -> Ticket:
    return Ticket(
        f"{number:016x}",
        PlayerId(f"p{number}"),
        f"Player {number}",
        (Wanted(KIND, since_ms),),
        bots=False,
        created_ms=since_ms,
    )


async def waiting(store: RedisStore, *numbers: int) -> list[Ticket]:
    tickets = [ticket(number) for number in numbers]
    for one in tickets:
        assert await store.tickets.put(one, None, 100) is Put.DONE
    return tickets


def intent(tickets: list[Ticket]) -> Intent:
    return Intent("i" * 32, KIND, tuple(tickets), START_MS)


async def polled(store: RedisStore, *numbers: int) -> Poll:
    players = [PlayerId(f"p{number}") for number in numbers]
    return await store.tickets.poll(players, PATIENCE)


async def later(raw: Any, store: RedisStore, ms: int) -> None:
    for _ in range(ms // 1000):
        await raw.incrby(CLOCK_KEY, 1000)
        await store.tick()


async def test_a_ticket_is_written_over_the_one_that_was_read(stopped: RedisStore) -> None:
    tickets = stopped.tickets
    first, second = ticket(1), replace(ticket(1), id="f" * 16, bots=True)
    assert await tickets.ticket(first.player) is None
    assert await tickets.put(second, first, 100) is Put.CHANGED
    assert await tickets.put(first, None, 100) is Put.DONE
    assert await tickets.put(second, None, 100) is Put.CHANGED
    assert await tickets.ticket(first.player) == first
    assert await tickets.put(second, first, 100) is Put.DONE
    assert await tickets.all() == [second]


async def test_tickets_are_bounded(stopped: RedisStore) -> None:
    (first, _) = await waiting(stopped, 1, 2)
    assert await stopped.tickets.put(ticket(3), None, 2) is Put.FULL
    assert await stopped.tickets.put(replace(first, id="f" * 16), first, 2) is Put.DONE


async def test_all_tickets_of_a_table_are_taken_or_none(stopped: RedisStore) -> None:
    tickets = await waiting(stopped, 1, 2, 3)
    assert not await stopped.tickets.claim(intent([*tickets[:2], ticket(4)]))
    assert not await stopped.tickets.claim(intent([*tickets[:2], replace(tickets[2], id="f" * 16)]))
    assert len(await stopped.tickets.all()) == 3
    assert await stopped.tickets.claim(intent(tickets[:2]))
    assert await stopped.tickets.all() == tickets[2:]
    assert not await stopped.tickets.claim(intent(tickets))


async def test_a_found_table_is_told_once_and_kept_for_a_minute(
    stopped: RedisStore, raw: Any
) -> None:
    heard: list[bytes] = []
    stopped.hear(lobby_keys.LOBBY_MESSAGES, heard.append)
    tickets = await waiting(stopped, 1, 2, 3)
    made = intent(tickets)
    assert await stopped.tickets.claim(made)
    assert (await polled(stopped, 1)).fates == (False,)
    assert await stopped.tickets.found(made)
    assert not await stopped.tickets.found(made)
    assert not await stopped.tickets.dissolve(made)
    where = [Found(made.room, seat, one.id) for seat, one in enumerate(tickets)]
    assert (await polled(stopped, 3, 9, 1)).fates == (where[2], False, where[0])
    if heard:
        assert told(heard[0][1:]) == Told(tuple(one.player for one in tickets), tuple(where))
    await later(raw, stopped, 61_000)
    await polled(stopped)
    assert (await polled(stopped, 1)).fates == (False,)
    assert keys.is_room_id(made.room)


async def test_a_dissolved_table_gives_the_tickets_back(stopped: RedisStore) -> None:
    tickets = await waiting(stopped, 1, 2, 3)
    made = intent(tickets)
    await stopped.tickets.claim(made)
    newer = replace(tickets[1], id="e" * 16)
    await stopped.tickets.put(newer, None, 100)
    before = (await polled(stopped)).counter
    assert await stopped.tickets.dissolve(made)
    found = sorted(await stopped.tickets.all(), key=lambda one: one.player)
    assert found == [tickets[0], newer, tickets[2]]
    assert (await polled(stopped)).counter > before


async def test_a_ticket_ends_when_nobody_sees_its_owner(stopped: RedisStore, raw: Any) -> None:
    await waiting(stopped, 1, 2)
    await later(raw, stopped, 8000)
    poll = await polled(stopped, 1)
    assert (poll.fates, poll.tickets) == ((True,), 2)
    await later(raw, stopped, 3000)
    poll, before = await polled(stopped, 1), poll
    assert (poll.fates, poll.tickets) == ((True,), 1)
    assert poll.counter > before.counter
    assert await stopped.tickets.drop(PlayerId("p1"), PlayerId("p2")) == 1


async def test_an_old_intent_is_anybodys(stopped: RedisStore, raw: Any) -> None:
    tickets = await waiting(stopped, 1, 2, 3)
    made = intent(tickets)
    await stopped.tickets.claim(made)
    await later(raw, stopped, 5000)
    assert (await polled(stopped)).old_intents == ()
    await later(raw, stopped, 1000)
    assert (await polled(stopped)).old_intents == (made,)
    await stopped.tickets.found(made)
    assert (await polled(stopped)).old_intents == ()


async def test_everything_expires(stopped: RedisStore, raw: Any) -> None:
    tickets = await waiting(stopped, 1, 2, 3, 4)
    await stopped.tickets.claim(intent(tickets[:3]))
    await stopped.tickets.found(intent(tickets[:3]))
    async for key in raw.scan_iter("kozyr:{lobby}:*"):
        assert 0 < await raw.ttl(key) <= 86_400, key


async def test_messages_reach_who_hears_them(stopped: RedisStore) -> None:
    heard: list[bytes] = []
    stopped.hear(lobby_keys.LOBBY_MESSAGES, heard.append)
    made = intent(await waiting(stopped, 1, 2, 3))
    for _ in range(200):
        await stopped.tickets.claim(made)
        await stopped.tickets.found(made)
        if heard:
            break
        await waiting(stopped, 1, 2, 3)
    await until(lambda: bool(heard))
    assert heard[0][:1] == b"m"
    assert told(heard[0][1:]).players == tuple(one.player for one in made.tickets)
