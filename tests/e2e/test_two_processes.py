"""Any process serves any room: two of them over one store, and what is left when one dies."""

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.rooms import SeatView
from kozyr_testing.players import (
    check_record,
    dial_any,
    fetched,
    more_acted,
    players,
    playing_on,
    seated,
)
from kozyr_testing.processes import Kozyr, kozyr_serve, worker_pids
from kozyr_testing.raw_clients import raw_client
from kozyr_testing.stores import embedded_valkey
from kozyr_testing.waiting import until

SEED = 20_261_105
LOST_WITHIN_S = 8.0
"""A process is dead after 5 s of silence, and each looks once a second; the rest is for a busy
machine."""

JOINS = 200


@pytest.fixture
async def two(tmp_path: Path) -> AsyncIterator[tuple[Kozyr, Kozyr]]:
    """Two servers over one store."""
    async with embedded_valkey() as url:
        options = ("--redis", url, "--durability", "everysec", "--commands-per-s", "0")
        async with (
            kozyr_serve(*options, "--data", str(tmp_path / "1"), log=tmp_path / "log1") as first,
            kozyr_serve(*options, "--data", str(tmp_path / "2"), log=tmp_path / "log2") as second,
        ):
            yield first, second
    for server in (first, second):
        assert "Traceback" not in server.log.read_text()


async def test_the_players_of_a_killed_process_go_on_with_the_other(
    two: tuple[Kozyr, Kozyr],
) -> None:
    urls = [server.socket_url for server in two]
    async with players(urls, 4, SEED, dials=[dial_any(urls)]) as table:
        async with playing_on(table) as finished:
            await more_acted(table, 40)
            await two[1].kill()
            await more_acted(table, 40)
            # Whoever comes back to it finds every room there.
            await two[1].start()
            await two[0].kill()
            await more_acted(table, 40)
        for record in finished:
            check_record(await fetched(two[1].http_url, record), table)
        assert [player.client.counts.lines > 1 for player in table] == [True] * 4


async def test_the_lines_of_a_dead_process_are_lost_to_the_others(two: tuple[Kozyr, Kozyr]) -> None:
    async with players([server.socket_url for server in two], 3, SEED) as table:
        rooms = await seated(table)
        seat = rooms[1].seat
        assert seat is not None

        def shown() -> SeatView:
            return rooms[0].players[seat]

        await until(lambda: shown().connected)
        began = time.monotonic()
        await two[1].kill()
        await until(lambda: not shown().connected, LOST_WITHIN_S)
        # Not before it is dead: a process that is slow keeps its lines.
        assert time.monotonic() - began > 3.5
        assert not shown().left
        await two[1].start()
        await until(lambda: shown().connected)


async def test_workers_share_a_port_and_one_of_them_may_die(tmp_path: Path) -> None:
    options = ("--data", str(tmp_path), "--workers", "2", "--durability", "everysec")
    async with (
        kozyr_serve(*options, "--commands-per-s", "0", log=tmp_path / ".log") as server,
        players([server.socket_url], 9, SEED) as everybody,
        AsyncExitStack() as stack,
    ):
        tables = [everybody[:3], everybody[3:6], everybody[6:]]
        results = [await stack.enter_async_context(playing_on(table)) for table in tables]
        await more_acted(everybody, 100)
        pids = await worker_pids(server.pid)
        assert len(pids) == 2
        os.kill(pids[0], signal.SIGKILL)
        await asyncio.gather(*(more_acted(table, 40) for table in tables))
        await stack.aclose()
        moved = Counter(player.client.counts.lines > 1 for player in everybody)
        assert moved[True], "all were at one worker"
        assert moved[False], "all were at one worker"
        for table, finished in zip(tables, results, strict=True):
            for record in finished:
                check_record(await fetched(server.http_url, record), table)
        await server.stop()
    assert "Traceback" not in server.log.read_text()


async def test_of_200_who_join_at_once_exactly_four_sit(two: tuple[Kozyr, Kozyr]) -> None:
    urls = [server.socket_url for server in two]
    async with AsyncExitStack() as stack:
        crowd = [
            await stack.enter_async_context(raw_client(urls[number % 2])) for number in range(JOINS)
        ]
        key = "k" * 16
        command = messages.Create(1, key, "twenty_nine", seats=4)  # type: ignore[arg-type]
        created = await crowd[0].answer(command)
        assert isinstance(created, messages.Created)
        room = created.room

        for client in crowd:
            followed = await client.answer(messages.Follow(2, room))
            assert isinstance(followed, messages.Followed), followed
        answers = await asyncio.gather(
            *(client.answer(messages.Join(3, room), 30) for client in crowd)
        )
        codes = Counter(
            answer.code if isinstance(answer, messages.Error) else "sits" for answer in answers
        )
        assert codes["sits"] == 4
        assert codes.total() == JOINS
        assert set(codes) <= {"sits", ErrorCode.ROOM_FULL, ErrorCode.BUSY}, codes
        # All see the same four.
        for client in crowd:
            looked = await client.answer(messages.Follow(4, room))
            assert isinstance(looked, messages.Followed)
        shown = set()
        for client in crowd:
            while not isinstance(snapshot := await client.hear(), messages.Snapshot):
                pass
            assert snapshot.reason == "asked"
            shown.add(tuple(seat.player for seat in snapshot.view.seats))
        assert len(shown) == 1
        assert None not in shown.pop()
