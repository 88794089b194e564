"""`clients/minimal/python/bot.py` as a program, against a scripted server over real sockets."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import pytest

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.record import Ended
from kozyr_protocol.rooms import Phase, RoomView, SeatView
from kozyr_testing.project import ROOT
from kozyr_testing.sdk import (
    ME,
    OTHER,
    PLAYS,
    ROOM,
    SECRET,
    Line,
    ScriptedServer,
    followed,
    prompts,
    refusal,
    snapshot,
    tag,
    view,
)

BOT = ROOT / "clients/minimal/python/bot.py"
FINISHED = view(Phase.FINISHED, ended=Ended.COMPLETE, table=view().table)


def picture(
    version: int, shown: RoomView, prompt: int | None = None, answer: int | None = None
) -> messages.Update:
    """An update as `views` has it."""
    said = None if prompt is None else prompts(prompt)
    given = None if answer is None else messages.Answer(answer)
    return messages.Update(ROOM, version, tag(version), (), said, shown, given)


@asynccontextmanager
async def running(*arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    program = await asyncio.create_subprocess_exec(
        sys.executable, str(BOT), *arguments, stdout=asyncio.subprocess.PIPE
    )
    try:
        yield program
    finally:
        if program.returncode is None:
            program.kill()
        await program.communicate()


async def output(program: asyncio.subprocess.Process) -> str:
    async with asyncio.timeout(30):
        out, _ = await program.communicate()
    return out.decode()


def test_it_is_short_and_needs_nothing_of_ours() -> None:
    text = BOT.read_text()
    assert text.count("\n") < 80
    assert "kozyr_" not in text


async def test_a_game_with_cuts_and_refusals() -> None:
    acts: list[messages.Act] = []

    async def first(line: Line) -> None:
        hello = await line.greet()
        assert hello.token is None
        create = await line.hear(messages.Create)
        assert (create.game, create.seats) == ("twenty_nine", 2)
        await line.say(refusal(create.id, ErrorCode.TOO_FAST, retry_ms=10))
        assert await line.hear(messages.Create) == create
        await line.say(messages.Created(create.id, ROOM))
        follow = await line.hear(messages.Follow)
        assert follow.mode == "views"
        nobody = view(Phase.WAITING, you=None)
        await line.say(followed(follow.id, 1), snapshot(1, nobody))
        join = await line.hear(messages.Join)
        await line.say(picture(2, view(Phase.WAITING), answer=join.id))
        ready = await line.hear(messages.SetReady)
        await line.say(messages.ServerPing(9))
        assert (await line.hear(messages.Pong)).id == 9
        seats = (SeatView(ME, "Ada", ready=True), SeatView(OTHER, "Bob"))
        await line.say(picture(3, view(Phase.WAITING, seats=seats), answer=ready.id))
        await line.say(picture(4, view(), prompt=4))
        acts.append(await line.hear(messages.Act))
        line.cut()

    async def second(line: Line) -> None:
        hello = await line.greet()
        assert hello.token == SECRET
        follow = await line.hear(messages.Follow)
        await line.say(followed(follow.id, 4), snapshot(4, prompt=4))
        acts.append(await line.hear(messages.Act))
        await line.say(refusal(acts[-1].id, ErrorCode.OUTCOME_UNKNOWN))
        follow = await line.hear(messages.Follow)
        await line.say(followed(follow.id, 4), snapshot(4, reason="asked", prompt=4))
        acts.append(await line.hear(messages.Act))
        await line.say(picture(5, view(), answer=acts[-1].id), picture(6, view(), prompt=6))
        acts.append(await line.hear(messages.Act))
        await line.say(refusal(acts[-1].id, ErrorCode.STALE, prompt=None))
        await line.say(picture(7, FINISHED, answer=None))
        await line.until_closed()

    async with (
        ScriptedServer(first, second) as server,
        running(server.url, "--seats", "2") as program,
    ):
        said = await output(program)
        assert program.returncode == 0
    assert f"created {ROOM}" in said
    assert "totals: [0, 0]" in said
    assert SECRET not in said
    assert acts[0] == acts[1] == acts[2]
    assert acts[3].key != acts[0].key
    assert all(each.action in PLAYS for each in acts)


@pytest.mark.parametrize("code", [1000, 4502])
async def test_a_final_close_ends_it(code: int) -> None:
    async def script(line: Line) -> None:
        await line.greet()
        await line.hear(messages.Follow)
        await line.close(code)

    async with ScriptedServer(script) as server, running(server.url, ROOM) as program:
        await output(program)
        assert program.returncode == 1
        assert server.connections == 1


@pytest.mark.parametrize(
    "answer",
    [
        refusal(2, ErrorCode.NO_SUCH_ROOM),
        messages.Unfollowed(ROOM, "line_taken"),
        refusal(2, ErrorCode.ROOM_FULL),
    ],
)
async def test_what_cannot_pass_ends_it(answer: messages.ServerMessage) -> None:
    async def script(line: Line) -> None:
        await line.greet()
        await line.hear(messages.Follow)
        await line.say(answer)
        await line.until_closed()

    async with ScriptedServer(script) as server, running(server.url, ROOM) as program:
        await output(program)
        assert program.returncode == 1


async def test_a_rollback_makes_it_decide_anew() -> None:
    async def script(line: Line) -> None:
        await line.greet()
        follow = await line.hear(messages.Follow)
        await line.say(followed(follow.id, 4), snapshot(4, prompt=4))
        before = await line.hear(messages.Act)
        await line.say(snapshot(4, reason="rolled_back", prompt=4, history=1))
        after = await line.hear(messages.Act)
        assert (before.prompt, after.prompt) == (4, 4)
        assert before.key != after.key
        await line.say(msgspec.structs.replace(snapshot(5), view=FINISHED))
        await line.until_closed()

    async with ScriptedServer(script) as server, running(server.url, ROOM) as program:
        assert "totals" in await output(program)
