"""The client in one short file, from the protocol's text alone, in a whole game of four.

The server is killed in the middle and started again: the clients come back by themselves.
"""

import ast
import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from kozyr_client import connect
from kozyr_games.replay import verify
from kozyr_protocol.record import By, Ended
from kozyr_protocol.rooms import Phase
from kozyr_testing.players import fetched
from kozyr_testing.processes import kozyr_serve, program
from kozyr_testing.project import ROOT

BOT = ROOT / "clients/minimal/python/bot.py"
PLAYED = 40
"""Versions of the room before the server is killed: the cards are dealt and some are played."""


async def _line(running: Process, begin: str) -> str:
    """The rest of the first line that begins so."""
    assert running.stdout is not None
    async with asyncio.timeout(30):
        while line := (await running.stdout.readline()).decode():
            if line.startswith(begin):
                return line.removeprefix(begin).strip()
    raise AssertionError(f"it ended without {begin!r}")


@asynccontextmanager
async def _running() -> AsyncIterator[list[Process]]:
    """Programs that the block starts; none is left."""
    programs: list[Process] = []
    try:
        yield programs
    finally:
        for each in programs:
            if each.returncode is None:
                each.kill()
            await each.communicate()


async def _started(*arguments: str) -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, str(BOT), *arguments, stdout=PIPE, cwd=BOT.parent
    )


async def _until_played(url: str, room_id: str) -> None:
    async with asyncio.timeout(30), connect(url) as watcher:
        room = await watcher.follow(room_id)
        while room.view.phase is Phase.WAITING or (room.version or 0) < PLAYED:
            await room.changed()
        assert room.view.phase is Phase.PLAYING


async def test_four_of_them_play_to_the_end_over_a_killed_server(tmp_path: Path) -> None:
    options = ("--data", str(tmp_path / "data"))
    async with kozyr_serve(*options, log=tmp_path / "log") as server, _running() as programs:
        programs.append(await _started(server.socket_url, "--seats", "4"))
        room = await _line(programs[0], "created ")
        for _ in range(3):
            programs.append(await _started(server.socket_url, room))
        await _until_played(server.socket_url, room)
        await server.kill()
        await server.start()
        said = [await _line(each, "totals: ") for each in programs]
        async with asyncio.timeout(30):
            assert [await each.wait() for each in programs] == [0] * 4
        record = await fetched(server.http_url, f"{room}-1")
        assert verify(record) == []
        assert record.ended == Ended.COMPLETE
        assert said == [str(list(record.totals))] * 4
        assert {action.by for deal in record.deals for action in deal.actions} == {By.PLAYER}
        await server.stop()
    assert "Traceback" not in server.log.read_text()


async def test_it_stays_short_as_it_is_formatted() -> None:
    assert BOT.read_text().count("\n") < 80
    async with (
        program(sys.executable, "-m", "ruff", "format", "--check", str(BOT)) as ruff,
        asyncio.timeout(30),
    ):
        said, _ = await ruff.communicate()
    assert ruff.returncode == 0, said


def test_it_needs_a_websocket_and_msgpack_and_nothing_else() -> None:
    names = set()
    for node in ast.walk(ast.parse(BOT.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(str(node.module).partition(".")[0])
    assert names - sys.stdlib_module_names == {"websockets", "msgpack"}
