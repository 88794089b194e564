"""The programs of the SDK's text run, and what it names is there."""

import asyncio
import re
import sys

import kozyr_client
from kozyr_client import Client, Patience, Room
from kozyr_protocol import messages, rooms
from kozyr_protocol.record import Ended
from kozyr_protocol.rooms import Phase
from kozyr_testing.processes import program
from kozyr_testing.project import ROOT
from kozyr_testing.sdk import ME, ROOM, Line, ScriptedServer, followed, snapshot, update, view

TEXT = (ROOT / "clients/python/README.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


async def test_the_bot_plays_a_game() -> None:
    async def script(line: Line) -> None:
        await line.greet()
        follow = await line.hear(messages.Follow)
        await line.say(followed(follow.id, 1), snapshot(1, view(Phase.WAITING, you=None)))
        join = await line.hear(messages.Join)
        await line.say(update(2, rooms.Joined(0, ME, "Random", True), answer=join.id))
        ready = await line.hear(messages.SetReady)
        await line.say(messages.Ok(ready.id), snapshot(3, prompt=3))
        act = await line.hear(messages.Act)
        ended = rooms.GameEnded(Ended.COMPLETE, (1, 2), (1,), None, "r")
        await line.say(update(4, ended, answer=act.id))
        await line.until_closed()

    async with ScriptedServer(script) as server:
        async with program(sys.executable, "-c", PROGRAMS[0], server.url, ROOM) as bot:
            async with asyncio.timeout(30):
                out, err = await bot.communicate()
        assert (bot.returncode, out) == (0, b"(0, 0)\n"), err.decode()


def test_every_program_is_python() -> None:
    assert len(PROGRAMS) == 2
    for text in PROGRAMS:
        compile(f"async def f():\n{re.sub('^', ' ', text, flags=re.MULTILINE)}", "readme", "exec")


def test_every_name_of_a_call_is_there() -> None:
    for kind, name in re.findall(r"`(?:await |async for \w+ in )?(client|room)\.(\w+)", TEXT):
        assert hasattr({"client": Client, "room": Room}[kind], name), (kind, name)
    for name in re.findall(r"`([A-Z][A-Za-z]+)`", TEXT):
        known = hasattr(kozyr_client, name) or hasattr(rooms, name)
        assert known, name


def test_the_figures_are_those_of_the_defaults() -> None:
    usual = Patience()
    assert (usual.back_first_s, usual.back_most_s, usual.inbox) == (0.1, 10.0, 256)
    assert (usual.give_up_after_s, usual.command_s) == (60.0, 90.0)
