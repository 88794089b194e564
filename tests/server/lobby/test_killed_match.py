"""A process that is killed while it makes a table: another one finishes what it began."""

import asyncio
import os
import signal
import sys

import pytest
from msgspec.structs import replace

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_server.rooms.peers import RefusedError
from kozyr_testing.lobbies import HASTY, Visitor, lobby_process, wish
from kozyr_testing.waiting import until


async def killed_at(url: str, step: str) -> None:
    """Run a process that dies there."""
    victim = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "kozyr_testing.match_victim", url, step),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    try:
        async with asyncio.timeout(20):
            assert await victim.wait() == -signal.SIGKILL
    finally:
        if victim.returncode is None:
            victim.kill()
            await victim.wait()


@pytest.mark.parametrize("step", ["claimed", "opened", "told"])
async def test_a_table_is_finished_by_others(url: str, step: str) -> None:
    await killed_at(url, step)
    async with lobby_process(url, 1) as server, lobby_process(url, 2) as other:
        people = [Visitor((server, other)[number % 2], number) for number in range(3)]
        found = [await person.seated() for person in people]
        assert len({one.room for one in found}) == 1
        assert sorted(one.seat for one in found) == [0, 1, 2]
        room = (await server.table(found[0].room)).room
        assert {seat.player for seat in room.seats} == {"p0", "p1", "p2"}
        assert await server.store.tickets.all() == []
        assert (await server.store.tickets.poll([], HASTY.match.patience)).old_intents == ()
        # Each was told of one table, and the room was opened once: nobody can be asked for twice.
        assert all(len(person.of(messages.Matched)) == 1 for person in people)
        assert len(await server.store.list_rooms()) == 1
        # Whoever wants another table is given one.
        for person in people:
            person.forget()
            await person.match(wish())
        again = await people[0].seated()
        assert again.room != found[0].room


async def test_a_table_that_was_not_opened_for_long_gives_its_tickets_back(url: str) -> None:
    await killed_at(url, "claimed")
    at_once = replace(HASTY, match=replace(HASTY.match, hopeless_ms=0))
    async with lobby_process(url, 1, at_once) as server:
        people = [Visitor(server, number) for number in range(3)]
        # They wait again in their old places, which is a table that can begin.
        found = [await person.seated() for person in people]
        assert len({one.room for one in found}) == 1
        assert server.lobby.matchmaker.formed == 1
        assert len(await server.store.list_rooms()) == 1


async def test_a_room_that_the_store_refuses_is_tried_again(url: str) -> None:
    refused: list[str] = []

    async def step(name: str) -> None:
        if name == "claimed" and not refused:
            refused.append(name)
            raise RefusedError(ErrorCode.STORE_FULL, "full")

    async with lobby_process(url, 1, step=step) as server:
        people = [Visitor(server, number) for number in range(3)]
        for person in people:
            await person.match(wish())
        await until(lambda: bool(refused))
        found = [await person.seated() for person in people]
        assert len({one.room for one in found}) == 1
