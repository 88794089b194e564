"""A flood of rooms fills the embedded store's memory: the game that is played goes on."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import redis.asyncio

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import ActionKey, GameKey
from kozyr_server.store.data_folder import STORE_RECORD, StoreRecord
from kozyr_server.store.fullness import NEW_PART
from kozyr_testing.players import check_record, fetched, more_acted, play, players, seated
from kozyr_testing.processes import kozyr_serve
from kozyr_testing.raw_clients import RawClient, raw_client
from kozyr_testing.waiting import until_true

SEED = 20_261_162
MEMORY_MB = 64
"""The least that can be set."""
LEFT_BYTES = 400_000
"""What is left for the flood."""
MOST_ROOMS = 2_000
TICKS = 'kozyr_store_events_total{event="ticks"}'
FIND_MATCH = messages.FindMatch(3, (messages.Wish(GameKey("king")),))
EMPTY_S = 4
"""Rooms of nobody close then."""


def _create(number: int) -> messages.Create:
    return messages.Create(number, ActionKey(f"{number:016}"), GameKey("twenty_nine"))


@asynccontextmanager
async def _store(data: Path) -> AsyncIterator[Any]:
    record = msgspec.json.decode((data / STORE_RECORD).read_bytes(), type=StoreRecord)
    async with redis.asyncio.from_url(f"unix://{record.socket}") as raw:
        yield raw


async def _fill(raw: Any) -> None:
    """Leave so much and no more until rooms are refused."""
    await raw.setrange("filler", 2**25, "x")
    info = await raw.info("memory")
    assert info["maxmemory"] == MEMORY_MB * 2**20
    used = info["used_memory"] - info["mem_not_counted_for_evict"]
    left = int(NEW_PART * info["maxmemory"]) - used - LEFT_BYTES
    # Many small ones: a large one would be copied as it grows.
    await raw.eval(
        "for i = 1, ARGV[1] do redis.call('SETRANGE', 'filler' .. i, 65000, 'x') end",
        0,
        left // 65_600,
    )


async def _flood(guest: RawClient) -> tuple[int, messages.Error]:
    """Open rooms until one is refused: how many there were, and how it was told."""
    for number in range(1, MOST_ROOMS):
        answer = await guest.answer(_create(number))
        if isinstance(answer, messages.Error):
            return number - 1, answer
        assert isinstance(answer, messages.Created)
    raise AssertionError("no room was refused")


async def test_a_flood_of_rooms_ends_no_game(tmp_path: Path) -> None:
    data = tmp_path / "data"
    options = (
        *("--data", str(data), "--store-memory-mb", str(MEMORY_MB), "--durability", "everysec"),
        *("--commands-per-s", "0", "--creates-per-s", "0", "--empty-closes-s", str(EMPTY_S)),
    )
    async with (
        kozyr_serve(*options, log=tmp_path / "log") as server,
        players([server.socket_url], 3, SEED) as table,
        httpx.AsyncClient(base_url=server.http_url) as http,
        raw_client(server.socket_url) as guest,
        _store(data) as raw,
    ):
        rooms = await seated(table)
        await _fill(raw)
        opened, refused = await _flood(guest)
        assert opened > 10
        assert (refused.code, refused.temporary) == (ErrorCode.STORE_FULL, True)

        record = await play(table, rooms)
        check_record(await fetched(server.http_url, record), table)

        text = (await http.get("/metrics")).text
        assert float(_figure(text, "kozyr_store_maxmemory")) == MEMORY_MB * 2**20
        assert float(_figure(text, "kozyr_store_used_memory")) > 0.85 * MEMORY_MB * 2**20
        assert float(_figure(text, 'kozyr_limits_total{limit="store_memory_mb"}')) >= 1

        async def is_opened() -> bool:
            return isinstance(await guest.answer(_create(MOST_ROOMS)), messages.Created)

        # The flood's rooms are empty, and close.
        await until_true(is_opened, 30)
    assert "Traceback" not in server.log.read_text()


def _figure(text: str, series: str) -> str:
    (found,) = re.findall(rf"^{re.escape(series)} (\S+)$", text, re.MULTILINE)
    return str(found)


async def test_memory_that_is_used_up_stops_a_game_and_it_goes_on_after(tmp_path: Path) -> None:
    data = tmp_path / "data"
    options = ("--data", str(data), "--durability", "everysec", "--commands-per-s", "0")
    async with (
        kozyr_serve(*options, log=tmp_path / "log") as server,
        players([server.socket_url], 3, SEED) as table,
        httpx.AsyncClient(base_url=server.http_url) as http,
        raw_client(server.socket_url) as guest,
        _store(data) as raw,
    ):
        rooms = await seated(table)
        async with asyncio.TaskGroup() as tasks:
            playing = tasks.create_task(play(table, rooms))
            await more_acted(table, 10)
            assert isinstance(await guest.answer(messages.WatchLobby(5)), messages.Lobby)
            await raw.config_set("maxmemory", "1mb")

            async def is_stopped() -> bool:
                text = (await http.get("/metrics")).text
                return _refusals(text) >= 10

            await until_true(is_stopped, 20)
            # Nobody is told that it was done, and whoever asks hears why.
            for command in (_create(1), messages.LobbyChat(2, "hello"), FIND_MATCH):
                answer = await guest.answer(command)
                assert (answer.code, answer.temporary) == (ErrorCode.STORE_FULL, True), command
            assert isinstance(await guest.answer(messages.ListRooms(4)), messages.Rooms)
            # What is done in the background meanwhile fails, too, and is done again.
            before = _figure((await http.get("/metrics")).text, TICKS)

            async def has_ticked() -> bool:
                text = (await http.get("/metrics")).text
                return float(_figure(text, TICKS)) >= float(before) + 3

            await until_true(has_ticked, 20)
            assert (await http.get("/readyz")).status_code == 200
            await raw.config_set("maxmemory", "0")
        check_record(await fetched(server.http_url, playing.result()), table)
        assert all(player.client.counts.lines == 1 for player in table)
    assert "Traceback" not in server.log.read_text()


def _refusals(text: str) -> float:
    found = re.findall(r'^kozyr_limits_total\{limit="store_memory_mb"\} (\S+)$', text, re.MULTILINE)
    return float(found[0]) if found else 0.0
