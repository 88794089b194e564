"""House bots fill seats and stand in, over restarts of either side (`kozyr serve`)."""

import asyncio
import os
import signal
from pathlib import Path

import httpx
import pytest

from kozyr_client import Client, Refused, Room, connect
from kozyr_protocol import messages
from kozyr_protocol import record as records
from kozyr_protocol.ids import PlayerId
from kozyr_protocol.record import By
from kozyr_protocol.rooms import Clock
from kozyr_server.running import personas
from kozyr_testing.ports import own_address
from kozyr_testing.processes import Kozyr, kozyr_serve
from kozyr_testing.stores import embedded_valkey
from kozyr_testing.waiting import until

FAST = ("--house-bots", "4", "--house-think-ms", "0", "--durability", "everysec")


async def playing(room: Room) -> None:
    """Play the own seat to the end of the game, anyhow."""
    async for turn in room.turns():
        await room.act(0, turn=turn)


def house_pid(server: Kozyr) -> int | None:
    """The process of the server's house bots."""
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        try:
            command = (entry / "cmdline").read_bytes()
            status = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if b"kozyr_bots.house" in command and int(status[1]) == server.pid:
            return int(entry.name)
    return None


async def table(client: Client, bots: int, clock: Clock | None = None) -> Room:
    async with asyncio.timeout(20):
        while True:
            try:
                room = await client.create_room(
                    "oh_well", seats=3, options={"deals": 2}, bots=bots, clock=clock
                )
                break
            except Refused as refused:
                # The bots come a moment after the server.
                if refused.code != "no_bots":
                    raise
                await asyncio.sleep(0.05)
    await room.join()
    await room.ready()
    return room


@pytest.fixture
def options(tmp_path: Path) -> tuple[str, ...]:
    return ("--data", str(tmp_path), *FAST)


async def test_bots_fill_seats_and_a_game_is_played(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    async with kozyr_serve(*options, log=tmp_path / ".log") as server:
        async with connect(server.socket_url, name="Anna") as client:
            room = await table(client, 2)
            async with asyncio.timeout(60):
                await playing(room)
                await until(lambda: room.view.record is not None, 10)
            assert [seat.bot for seat in room.view.seats].count("strong") == 2
            names = sorted(seat.name or "" for seat in room.view.seats)
            assert [name.endswith(" ♣") for name in names].count(True) == 2, names
            with pytest.raises(Refused, match="kept for the server"):
                await client.ask(messages.Rename(0, "Ada ♣"))
            line = await record_of(server, room)
        assert sorted(seat.kind for seat in line.seats) == ["bot", "bot", "human"]


async def test_bots_play_at_whatever_address_the_server_listens_on(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    async with (
        kozyr_serve(*options, log=tmp_path / ".log", host=own_address()) as server,
        connect(server.socket_url, name="Anna") as client,
    ):
        room = await table(client, 2)
        await until(lambda: room.turn is not None, 20)


async def test_a_bot_stands_in_until_its_owner_is_back(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    async with (
        kozyr_serve(*options, log=tmp_path / ".log") as server,
        connect(server.socket_url, name="Anna") as client,
        connect(server.socket_url, name="Boris") as other,
    ):
        room = await table(client, 1, Clock(turn_ms=60_000))
        watched = await other.follow(room.id)
        await watched.join()
        await watched.ready()
        others = asyncio.create_task(playing(watched))
        await until(lambda: room.turn is not None, 20)
        seat = room.seat
        assert seat is not None
        await room.leave()
        await until(lambda: watched.view.seats[seat].stand_in, 20)
        stood_in = watched.version
        await until(lambda: (watched.version or 0) > (stood_in or 0) + 10, 20)
        again = await client.follow(room.id)
        await until(lambda: not watched.view.seats[seat].stand_in, 20)
        async with asyncio.timeout(60):
            await asyncio.gather(playing(again), others)
            await until(lambda: watched.view.record is not None, 10)
        line = await record_of(server, watched)
    made = {act.by for deal in line.deals for act in deal.actions if act.seat == seat}
    assert {By.STAND_IN, By.PLAYER} <= made
    (stretch,) = line.seats[seat].stand_ins
    assert stretch.deal == 1
    assert stretch.to_ms is not None
    assert stretch.to_ms > stretch.from_ms
    assert line.seats[seat].kind == "human"


async def killed(server: Kozyr) -> None:
    """Kill the process of the house bots, and wait for the next one."""
    await until(lambda: house_pid(server) is not None, 20)
    pid = house_pid(server)
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    await until(lambda: house_pid(server) not in {None, pid}, 20)


def players(room: Room) -> list[str | None]:
    return [seat.player for seat in room.players]


async def need_played_by_themselves(server: Kozyr, room: Room, sat: list[str | None]) -> None:
    """The game is over, and each seat was played by whoever sat there at its beginning."""
    await until(lambda: room.view.record is not None, 10)
    assert room.view.ended == "complete"
    line = await record_of(server, room)
    assert [seat.player for seat in line.seats] == sat
    assert not any(seat.stand_ins for seat in line.seats)
    assert {act.by for deal in line.deals for act in deal.actions} == {By.PLAYER}


async def test_the_same_bots_play_on_when_their_process_is_killed_again_and_again(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    async with (
        kozyr_serve(*options, log=tmp_path / ".log") as server,
        connect(server.socket_url, name="Anna") as client,
    ):
        room = await table(client, 2, Clock(turn_ms=60_000))
        await until(lambda: room.turn is not None, 20)
        sat = players(room)
        await killed(server)
        # Those who are back have hardly sat down.
        await killed(server)
        async with asyncio.timeout(60):
            await playing(room)
        await need_played_by_themselves(server, room, sat)
        secret = (tmp_path / personas.name(0)).read_bytes().strip()
        process = Path("/proc") / str(house_pid(server))
        for told in (process / "cmdline", process / "environ", tmp_path / ".log"):
            assert secret not in told.read_bytes()


async def test_the_same_bots_play_on_when_the_server_is_killed(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    async with (
        kozyr_serve(*options, log=tmp_path / ".log") as server,
        connect(server.socket_url, name="Anna") as client,
    ):
        room = await table(client, 2, Clock(turn_ms=60_000))
        await until(lambda: room.turn is not None, 20)
        sat = players(room)
        acted = asyncio.create_task(playing(room))
        await killed(server)
        await server.kill()
        await server.start()
        async with asyncio.timeout(90):
            await acted
        await need_played_by_themselves(server, room, sat)


async def test_two_servers_with_one_data_folder_have_bots_of_their_own(tmp_path: Path) -> None:
    async with embedded_valkey() as store:
        options = ("--data", str(tmp_path), "--redis", store, "--durability", "unverified")
        two = ("--house-bots", "2")
        async with (
            kozyr_serve(*options, *two, log=tmp_path / "log1") as first,
            kozyr_serve(*options, *two, log=tmp_path / "log2") as second,
            connect(first.socket_url, name="Anna") as client,
        ):
            before = await bots(client, 4)
            await second.kill()
            assert await bots(client, 2) < before
            await second.start()
            # They are those of before again, and nobody else's.
            assert await bots(client, 4) == before


async def bots(client: Client, count: int) -> set[PlayerId]:
    """All house bots, once there are so many."""
    async with asyncio.timeout(30):
        while True:
            found = {one.player async for one in client.lobby.people() if one.bot}
            if len(found) == count:
                return found
            await asyncio.sleep(0.5)


async def record_of(server: Kozyr, room: Room) -> records.Record:
    """The record of the room's last game."""
    async with httpx.AsyncClient() as http:
        answer = await http.get(f"{server.http_url}/api/v1/records/{room.view.record}")
    assert answer.status_code == 200, answer.text
    return records.loads(answer.content)
