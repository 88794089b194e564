"""CPU for each committed action: server and store together, 64 tables of bots, no think time.

    make bench ONLY=bench_actions ARGS="--game twenty_nine --tables 64 --seconds 8"

User and system time of the server's and the store's processes is read before and after a stretch of
play and divided by the actions that were acknowledged in it; the bots' own time does not count. The
parts are measured alone, on the same game in this process: what is left of the server's time is the
socket and the event loop.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import msgspec
import uvloop

from kozyr_games.registry import GAMES
from kozyr_protocol import messages
from kozyr_protocol.ids import PlayerId
from kozyr_server.rooms import committing, core, projection
from kozyr_server.rooms.decision import ByPlayer, Chance, Decision, Now, RoomOrder
from kozyr_server.rooms.room import Line, Table
from kozyr_server.store.keys import room_id
from kozyr_testing.bare_bots import Counts, TablePlan, play_tables

T = TypeVar("T")
TICKS = os.sysconf("SC_CLK_TCK")


def cpu_s(pid: int) -> float:
    """User and system time of a process, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def children(pid: int) -> list[int]:
    """Processes that a process started."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in listed]


def is_store(pid: int) -> bool:
    """Whether a process is the bundled store."""
    return "valkey" in Path(f"/proc/{pid}/comm").read_text()


@contextlib.contextmanager
def serving(extra: list[str]) -> Iterator[tuple[str, int]]:
    """A server of its own on an empty data folder: (url, pid)."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        program = [str(Path(sys.executable).with_name("kozyr")), "serve", "--port", str(port)]
        program += ["--data", folder, "--commands-per-s", "0", "--log-level", "warning", *extra]
        server = subprocess.Popen(program, stdout=subprocess.DEVNULL)
        try:
            _await_port(port)
            yield f"ws://127.0.0.1:{port}/ws", server.pid
        finally:
            server.terminate()
            server.wait(20)


def _await_port(port: int) -> None:
    until = time.monotonic() + 20
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise SystemExit("the server did not start")


async def measure(
    url: str, pid: int, plan: TablePlan, tables: int, seconds: float
) -> dict[str, float]:
    """Play, and divide what it cost by what was done."""
    counts, stop = Counts(), asyncio.Event()
    playing = asyncio.create_task(play_tables(plan, tables, counts, stop))
    while counts.actions < tables * 20 and not playing.done():  # noqa: ASYNC110  others count
        await asyncio.sleep(0.05)
    everyone = [pid, *children(pid)]
    servers = [p for p in everyone if not is_store(p)]
    stores = [p for p in everyone if is_store(p)]
    rows = []
    for _ in range(5):
        before = counts.actions, sum(map(cpu_s, servers)), sum(map(cpu_s, stores))
        started = time.monotonic()
        await asyncio.sleep(seconds / 5)
        actions = counts.actions - before[0]
        rows.append(
            (
                (sum(map(cpu_s, servers)) - before[1]) / actions * 1e6,
                (sum(map(cpu_s, stores)) - before[2]) / actions * 1e6,
                actions / (time.monotonic() - started),
            )
        )
    stop.set()
    await playing
    totals = [server + store for server, store, _ in rows]
    return {
        "server_us": statistics.median(row[0] for row in rows),
        "store_us": statistics.median(row[1] for row in rows),
        "total_us": statistics.median(totals),
        "least_us": min(totals),
        "most_us": max(totals),
        "actions_per_s": statistics.median(row[2] for row in rows),
        "answer_p50_ms": statistics.median(counts.delays_s) * 1000,
    }


def parts(game: str, seats: int, options: dict[str, object]) -> dict[str, float]:
    """CPU of deciding, projecting and encoding one action, each alone, in microseconds."""
    chance = random.Random(1)
    spec = GAMES[game]  # type: ignore[index]  # a key from the command line
    room = room_id(PlayerId("p0"), "k" * 20)
    command = messages.Create(id=1, key="k" * 20, game=spec.key, seats=seats, options=options)  # type: ignore[arg-type]
    opened = core.open_room(GAMES, room, PlayerId("p0"), command, Now(1, 1), _chance())
    table = opened.after
    for seat in range(seats):
        table = _did(table, _order(seat, messages.Join(id=1, room=room)))[0]
    for seat in range(seats):
        table = _did(table, _order(seat, messages.SetReady(id=1, room=room)))[0]
    spent = {"decide_us": 0.0, "project_us": 0.0, "encode_us": 0.0}
    actions = 0
    while table.room.phase == "playing" and actions < 2000:
        seat = next(i for i, holder in enumerate(table.room.seats) if holder.prompt)
        holder = table.room.seats[seat]
        action = chance.choice(spec.legal_actions(table.state, seat))
        act = messages.Act(
            id=1,
            room=room,
            prompt=holder.prompt,
            key=secrets.token_urlsafe(16),  # type: ignore[arg-type]
            action=msgspec.Raw(msgspec.msgpack.encode(action)),
        )
        assert holder.player is not None
        assert holder.line is not None
        order = ByPlayer(holder.player, "x", holder.line, act)
        table, cost = _did(table, order)
        for name, value in cost.items():
            spent[name] += value
        actions += 1
    return {name: value / actions * 1e6 for name, value in spent.items()}


def _order(seat: int, command: object) -> ByPlayer:
    return ByPlayer(PlayerId(f"p{seat}"), f"N{seat}", Line("0" * 12, seat), command)  # type: ignore[arg-type]


def _chance() -> Chance:
    drawn = secrets.token_bytes(40)
    return Chance(drawn[:8].hex(), drawn[8:])


def _did(table: Table, order: RoomOrder) -> tuple[Table, dict[str, float]]:
    chance = _chance()
    decision, decide_s = _timed(lambda: core.decide(GAMES, table, order, Now(2, 2), chance))
    assert isinstance(decision, Decision)
    spec = GAMES[table.room.game]
    entry, project_s = _timed(lambda: projection.entry(spec, decision))
    _, encode_s = _timed(lambda: committing.commit(decision, entry))
    cost = {"decide_us": decide_s, "project_us": project_s, "encode_us": encode_s}
    return decision.after, cost


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    best, result = float("inf"), None
    for _ in range(3):
        started = time.thread_time()
        result = work()
        best = min(best, time.thread_time() - started)
    return result, best  # type: ignore[return-value]


def main() -> None:
    """Measure and print; `--json FILE` keeps the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="twenty_nine", choices=sorted(GAMES))
    parser.add_argument("--preset")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--durability", default="always")
    parser.add_argument("--workers", default="1")
    parser.add_argument("--sockets", default="auto")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    extra = ["--durability", given.durability, "--workers", given.workers]
    extra += ["--sockets", given.sockets]
    with serving(extra) as (url, pid):
        plan = TablePlan(url, given.game, given.seats, {}, given.preset)
        figures = uvloop.run(measure(url, pid, plan, given.tables, given.seconds))
    figures |= parts(given.game, given.seats, {})
    known = figures["decide_us"] + figures["project_us"] + figures["encode_us"]
    figures["socket_and_commit_us"] = figures["server_us"] - known
    title = f"{given.game}, {given.tables} tables of {given.seats}, {given.durability}"
    print(f"{title}, {given.workers} worker(s)")
    for name, value in figures.items():
        print(f"  {name:22} {value:9.1f}")
    if given.json:
        given.json.write_text(json.dumps({"what": title, **figures}, indent=2) + "\n")


if __name__ == "__main__":
    main()
