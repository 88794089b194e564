"""`kozyr_server.lobby.matching`: tables form, in time, over two processes."""

import asyncio
import random
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import GameKey, RoomId
from kozyr_protocol.rooms import Phase
from kozyr_server.store.tickets import Kind
from kozyr_testing.lobbies import (
    GIN,
    HASTY,
    KING,
    KNAVES,
    LobbyProcess,
    Visitor,
    last,
    lobby_process,
    wish,
)
from kozyr_testing.waiting import until, until_true

IN_TIME_S = 2.0
"""A table that could begin is there within so long."""


async def test_three_people_on_two_processes_get_a_table(
    server: LobbyProcess, other: LobbyProcess
) -> None:
    people = [Visitor((server, other)[number % 2], number) for number in range(3)]
    answers = [await person.match(wish()) for person in people]
    assert all(1 <= answer.waiting <= 3 for answer in answers)
    found = [await person.seated(IN_TIME_S) for person in people]
    assert {one.room for one in found} == {found[0].room}
    assert sorted(one.seat for one in found) == [0, 1, 2]
    people.sort(key=lambda person: (person.found or found[0]).seat)
    room = (await server.table(found[0].room)).room
    assert (room.phase, room.host, room.public) == (
        Phase.WAITING,
        people[0].person.player,
        True,
    )
    assert [seat.player for seat in room.seats] == [person.person.player for person in people]
    assert [seat.name for seat in room.seats] == [person.person.name for person in people]
    assert not any(seat.line for seat in room.seats)
    assert await server.store.tickets.all() == []
    assert all(len(person.of(messages.Matched)) == 1 for person in people)


async def test_nobody_meets_himself(server: LobbyProcess, other: LobbyProcess) -> None:
    anna, again, boris = Visitor(server, 1), Visitor(other, 1), Visitor(other, 2)
    await anna.match(wish(GIN, 2))
    assert (await again.match(wish(GIN, 2))).waiting == 1
    assert len(await server.store.tickets.all()) == 1
    await boris.match(wish(GIN, 2))
    tables = [await person.seated(IN_TIME_S) for person in (anna, again, boris)]
    assert tables[0] == tables[1]
    assert tables[0].room == tables[2].room


async def test_asked_again_a_ticket_keeps_its_place(
    server: LobbyProcess, other: LobbyProcess
) -> None:
    anna, boris, vera = (Visitor(server, number) for number in range(3))
    await anna.match(wish(GIN, 2))
    await anna.match(wish(KNAVES, 3), wish(GIN, 2))
    await boris.match(wish(KNAVES, 3))
    await vera.match(wish(GIN, 2))
    assert (await anna.seated(IN_TIME_S)).seat == 0
    assert (await vera.seated(IN_TIME_S)).seat == 1


async def test_who_does_not_want_it_any_more_gets_no_table(
    server: LobbyProcess, other: LobbyProcess
) -> None:
    anna, boris = Visitor(server, 1), Visitor(other, 2)
    await anna.match(wish(GIN, 2))
    assert isinstance(await anna.ask(messages.StopMatch), messages.Ok)
    assert isinstance(await anna.ask(messages.StopMatch), messages.Ok)
    assert (await boris.match(wish(GIN, 2))).waiting == 1
    for process in (server, other):
        await process.lobby.matchmaker.round()
    assert anna.found is None
    assert boris.found is None


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        ((messages.Wish(GameKey("chess")),), ErrorCode.UNKNOWN_GAME),
        ((wish(KNAVES, None, "knaves/none"),), ErrorCode.UNKNOWN_PRESET),
        ((wish(GIN, 2), wish(KING, 9)), ErrorCode.BAD_SEATS),
    ],
)
async def test_tables_that_cannot_be_are_refused(
    server: LobbyProcess, wishes: Any, code: ErrorCode
) -> None:
    assert await Visitor(server, 1).match(*wishes) is code
    assert await server.store.tickets.all() == []


async def test_people_hear_how_many_wait_for_the_same(
    server: LobbyProcess, other: LobbyProcess
) -> None:
    anna, boris = Visitor(server, 1), Visitor(other, 2)
    await anna.match(wish())
    await boris.match(wish(), wish(GIN, 2))
    await until(lambda: bool(anna.of(messages.Matching)))
    assert last(anna, messages.Matching) == messages.Matching(None, 2)
    boris.go()


async def test_a_ticket_without_a_connection_ends(url: str) -> None:
    patience = replace_patience(unseen_ms=600)
    async with lobby_process(url, 1, patience) as server, lobby_process(url, 2, patience) as other:
        anna, boris = Visitor(server, 1), Visitor(server, 2)
        await anna.match(wish(GIN, 2))
        await boris.match(wish(KING, 4))
        elsewhere = Visitor(other, 2)
        anna.go()
        boris.go()
        await until_true(lambda: _count(server, 1))
        (left,) = await server.store.tickets.all()
        assert left.player == "p2"
        elsewhere.go()
        await until_true(lambda: _count(server, 0))


async def test_an_old_ticket_ends_and_its_owner_is_told(url: str) -> None:
    settings = replace_patience(unseen_ms=300, ticket_ms=800)
    async with lobby_process(url, 1, settings) as server:
        anna = Visitor(server, 1)
        await anna.match(wish())
        await until(lambda: bool(anna.of(messages.Matching)))
        assert last(anna, messages.Matching) == messages.Matching(None, 0)
        await until_true(lambda: _count(server, 0))


async def test_tickets_are_bounded(url: str) -> None:
    async with lobby_process(url, 1, replace_patience(max_tickets=2)) as server:
        assert (await Visitor(server, 1).match(wish())).waiting == 1
        assert (await Visitor(server, 2).match(wish())).waiting == 2
        assert await Visitor(server, 3).match(wish()) is ErrorCode.BUSY
        # Who has a ticket may change it.
        assert (await Visitor(server, 2).match(wish(KING, 4))).waiting == 1


async def test_who_comes_back_is_told_what_was_found(
    server: LobbyProcess, other: LobbyProcess
) -> None:
    anna, boris = Visitor(server, 1), Visitor(server, 2)
    await anna.match(wish(GIN, 2))
    anna.go()
    await boris.match(wish(GIN, 2))
    found = await boris.seated(IN_TIME_S)
    back = Visitor(other, 1)
    assert await back.seated() == messages.Matched(found.room, 0)
    assert anna.found is None


async def test_a_person_who_waited_elsewhere_goes_on_waiting_here(
    server: LobbyProcess, other: LobbyProcess
) -> None:
    anna = Visitor(server, 1)
    await anna.match(wish())
    anna.go()
    back = Visitor(other, 1)
    await until(lambda: bool(back.of(messages.Matching)))
    assert last(back, messages.Matching) == messages.Matching(None, 1)


def _rooms(people: list[Visitor]) -> int:
    """Tables that somebody was told of; his companions hear of it in the same message."""
    return len({person.found.room for person in people if person.found is not None})


async def test_without_house_bots_none_are_offered_or_given(server: LobbyProcess) -> None:
    anna = Visitor(server, 1)
    assert await anna.match(wish(), bots=True) is ErrorCode.NO_BOTS
    assert await server.store.tickets.all() == []


async def test_who_waited_is_offered_bots_and_begins_with_them(
    server: LobbyProcess, other: LobbyProcess
) -> None:
    anna, boris = Visitor(server, 1), Visitor(other, 2)
    Visitor(other, 9, is_house=True)
    await anna.match(wish())
    await until(lambda: messages.Matching(None, 1, True) in anna.heard)
    await boris.match(wish())
    answer = await anna.match(wish(), bots=True)
    assert isinstance(answer, messages.Matching)
    found = await anna.seated(IN_TIME_S)
    room = (await server.table(found.room)).room
    assert [seat.player for seat in room.seats] == ["p1", None, None]
    assert [seat.bot is not None for seat in room.seats] == [False, True, True]
    # The other one did not agree to bots: he goes on waiting for people.
    assert boris.found is None


async def _nothing_can_begin(server: LobbyProcess) -> bool:
    tickets = await server.store.tickets.all()
    wanted: Counter[Kind] = Counter(w.kind for one in tickets for w in one.wishes)
    return all(count < kind.seats for kind, count in wanted.items())


async def _count(server: LobbyProcess, count: int) -> bool:
    return len(await server.store.tickets.all()) == count


def replace_patience(**changes: Any) -> Any:
    patience = {k: changes.pop(k) for k in ("unseen_ms", "intent_ms") if k in changes}
    match = replace(HASTY.match, patience=replace(HASTY.match.patience, **patience), **changes)
    return replace(HASTY, match=match)


async def test_whoever_waits_a_table_that_can_begin_is_there_in_time(
    server: LobbyProcess, other: LobbyProcess
) -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    rng = random.Random(seed)
    wishes = [wish(GIN, 2), wish(KNAVES, 3), wish(KING, 4), wish(GIN, 2, "gin_rummy/modern")]
    people: list[Visitor] = []

    async def somebody(number: int) -> None:
        await asyncio.sleep(rng.random() * 2)
        person = Visitor(rng.choice((server, other)), number)
        people.append(person)
        await person.match(*rng.sample(wishes, rng.randint(1, 3)))
        if rng.random() < 0.1:
            await asyncio.sleep(rng.random() / 5)
            await person.ask(messages.StopMatch)

    await asyncio.gather(*(somebody(number) for number in range(60)))
    await until_true(lambda: _nothing_can_begin(server), IN_TIME_S)
    makers = [process.lobby.matchmaker for process in (server, other)]
    await until(lambda: _rooms(people) == sum(maker.formed for maker in makers))
    tickets = await server.store.tickets.all()
    waiting = {one.player for one in tickets}
    tables: dict[str, list[int]] = {}
    for person in people:
        heard = person.of(messages.Matched)
        assert len(heard) <= 1
        if heard:
            assert person.person.player not in waiting
            tables.setdefault(heard[0].room, []).append(heard[0].seat)
    for room, seats in tables.items():
        table = (await server.table(RoomId(room))).room
        assert sorted(seats) == list(range(len(table.seats)))
    assert len(tables) == sum(maker.formed for maker in makers) >= 10
