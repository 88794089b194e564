"""The TypeScript SDK: its own tests, and whole games over real sockets that are cut."""

import asyncio
import json
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from kozyr_games.replay import verify
from kozyr_protocol.record import loads
from kozyr_testing import node
from kozyr_testing.processes import Kozyr

SDK = node.CLIENTS / "typescript"
CUT_AFTER = 6_000
"""Bytes of the server, of about five times as many that a player hears in a whole game."""


@asynccontextmanager
async def cutting(port: int, cuts: int) -> AsyncIterator[str]:
    """An address before a server whose first lines are cut, in the midst of frames."""
    left = [cuts]

    async def forward(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter, bound: int | None
    ) -> None:
        passed = 0
        while data := await reader.read(1024):
            passed += len(data)
            if bound is not None and passed > bound:
                return
            writer.write(data)
            await writer.drain()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        up_reader, up_writer = await asyncio.open_connection("127.0.0.1", port)
        left[0] -= 1
        bound = CUT_AFTER if left[0] >= 0 else None
        tasks = {
            asyncio.create_task(forward(reader, up_writer, None)),
            asyncio.create_task(forward(up_reader, writer, bound)),
        }
        try:
            with suppress(OSError):
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in (writer, up_writer):
                each.transport.abort()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/ws"
    finally:
        server.close()
        await server.wait_closed()


@pytest.fixture
async def built() -> None:
    await node.build("typescript")


def fetched(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return bytes(answer.read())


async def test_its_own_tests() -> None:
    await node.install()
    await node.run("npm", "test", "--silent", folder=SDK)


@pytest.mark.parametrize(
    ("seats", "create"),
    [
        (4, {"game": "twenty_nine", "preset": "twenty_nine/partners"}),
        (2, {"game": "gin_rummy", "options": {"target": 20}}),
    ],
    ids=["twenty_nine", "gin_rummy"],
)
@pytest.mark.usefixtures("built")
async def test_a_game_over_lines_that_are_cut(
    live: Kozyr, seats: int, create: dict[str, Any]
) -> None:
    room = json.dumps({**create, "seats": seats})
    async with cutting(live.port, seats) as url:
        said = await node.run(
            "node", "test/players.ts", url, live.http_url, str(seats), room, folder=SDK
        )
    found = json.loads(said)
    # Players without a plan may see ten void hands of Gin in a row.
    assert found["ended"] in {"complete", "limit"}
    assert found["problems"] == []
    for player in found["players"]:
        assert player["lines"] >= 2
        assert player["acts"] > 5
        assert player["doubts"] == []
    # All take part in the shuffles, but for one that came while a line was away.
    assert max(found["links"]) == seats
    address = f"{live.http_url}/api/v1/records/{found['record']}"
    assert verify(loads(await asyncio.to_thread(fetched, address))) == []


@pytest.mark.usefixtures("built")
async def test_the_example(live: Kozyr) -> None:
    bot = ("node", "examples/bot.ts", live.socket_url)
    process = await asyncio.create_subprocess_exec(
        *bot, cwd=SDK, env=node.ENVIRONMENT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(60):
            first = (await process.stdout.readline()).decode()
            room = first.removeprefix("table ").strip()
            others = await asyncio.gather(*(node.run(*bot, room, folder=SDK) for _ in range(2)))
            said = (await process.stdout.read()).decode()
            assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert said.startswith("totals ")
    assert all(said in other for other in others)
