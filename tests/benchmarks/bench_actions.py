"""CPU for each committed action: server and store together, bots without think time.

    make bench ONLY=bench_actions                              # the whole list, some minutes
    make bench ONLY=bench_actions ARGS="--game king --tables 64 --seconds 8"

User and system time of the server's and the store's processes is read before and after stretches of
play and divided by the actions that were acknowledged in them; the bots' own time does not count.
The parts are measured alone, on the same game in this process: deciding, projecting, encoding, and
committing with as many commits a call as the server made. What is left of the server's time is the
sockets and the event loop. `BENCHMARKS.md` says how to read it.
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
from typing import NamedTuple, TypeVar

import bench_store  # type: ignore[import-not-found]  # beside this program
import msgspec
import uvloop
from redis.asyncio import Redis

from kozyr_games.registry import GAMES
from kozyr_protocol import messages
from kozyr_protocol.ids import ActionKey, GameKey, PlayerId
from kozyr_server.rooms import committing, core, projection
from kozyr_server.rooms.decision import ByPlayer, Chance, Decision, Now, RoomOrder
from kozyr_server.rooms.room import Line, Table
from kozyr_server.store.client import StoreOptions, open_store
from kozyr_server.store.keys import room_id
from kozyr_server.store.model import ProcessId
from kozyr_testing.bare_bots import Counts, TablePlan, play_tables
from kozyr_testing.stores import embedded_valkey

T = TypeVar("T")
TICKS = os.sysconf("SC_CLK_TCK")
STRETCHES = 5
KOZYR = (str(Path(sys.executable).with_name("kozyr")),)
"""The command, beside this interpreter."""
KEY = ActionKey("k" * 20)


class Case(NamedTuple):
    """What is measured."""

    game: str
    seats: int
    tables: int
    actions_per_s: float = 0.0
    """0: as fast as possible."""
    sockets: str = "auto"
    workers: int = 1
    durability: str = "always"


CASES = (
    Case("knaves", 3, 64),
    Case("king", 4, 64),
    Case("oh_well", 4, 64),
    Case("twenty_nine", 4, 64),
    Case("gin_rummy", 2, 64),
    Case("knaves", 3, 1),
    Case("knaves", 3, 8),
    Case("knaves", 3, 64, 1000.0),
    Case("knaves", 3, 64, sockets="uvicorn"),
    Case("knaves", 3, 64, workers=2),
    Case("knaves", 3, 64, durability="everysec"),
)


def cpu_s(pid: int) -> float:
    """User and system time of a process, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def family(pid: int) -> list[int]:
    """A process and all that it started."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(each for child in listed for each in family(int(child)))]


def is_store(pid: int) -> bool:
    """Whether a process is the bundled store."""
    return "valkey" in Path(f"/proc/{pid}/comm").read_text()


@contextlib.contextmanager
def serving(case: Case) -> Iterator[tuple[str, int, Path]]:
    """A server of its own on an empty data folder: (url, pid, data folder)."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        program = [*KOZYR, "serve", "--port", str(port)]
        program += ["--data", folder, "--commands-per-s", "0", "--log-level", "warning"]
        program += ["--sockets", case.sockets, "--workers", str(case.workers)]
        program += ["--durability", case.durability, "--house-bots", "0"]
        server = subprocess.Popen(program, stdout=subprocess.DEVNULL)
        try:
            await_port(port)
            yield f"ws://127.0.0.1:{port}/ws", server.pid, Path(folder)
        finally:
            server.terminate()
            server.wait(20)


def await_port(port: int) -> None:
    """Return when somebody listens on it."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise SystemExit("the server did not start")


class Stretch(NamedTuple):
    """A few seconds of play; microseconds for each action."""

    server_us: float
    store_us: float
    actions_per_s: float
    commits_a_call: float


async def played(case: Case, seconds: float) -> dict[str, float]:
    """Play, and divide what it cost by what was done."""
    with serving(case) as (url, pid, data):
        think_s = case.tables / case.actions_per_s if case.actions_per_s else 0.0
        plan = TablePlan(url, case.game, case.seats, {}, think_s=think_s)
        counts, stop = Counts(), asyncio.Event()
        playing = asyncio.create_task(play_tables(plan, case.tables, counts, stop))
        await _warm(counts, case, playing)
        store = json.loads((data / "store.json").read_text())
        async with Redis(unix_socket_path=store["socket"]) as redis:
            counts.delays_s.clear()
            rows = [
                await _stretch(counts, family(pid), redis, seconds / STRETCHES)
                for _ in range(STRETCHES)
            ]
        stop.set()
        await playing
    totals = [row.server_us + row.store_us for row in rows]
    return {
        "total_us": statistics.median(totals),
        "least_us": min(totals),
        "most_us": max(totals),
        "server_us": statistics.median(row.server_us for row in rows),
        "store_us": statistics.median(row.store_us for row in rows),
        "actions_per_s": statistics.median(row.actions_per_s for row in rows),
        "commits_a_call": statistics.median(row.commits_a_call for row in rows),
        "answer_p50_ms": statistics.median(counts.delays_s) * 1000,
        "answer_p99_ms": statistics.quantiles(counts.delays_s, n=100)[98] * 1000,
    }


async def _warm(counts: Counts, case: Case, playing: "asyncio.Task[None]") -> None:
    while counts.actions < case.tables * 20 and not playing.done():  # noqa: ASYNC110  others count
        await asyncio.sleep(0.05)


async def _stretch(counts: Counts, pids: list[int], redis: Redis, seconds: float) -> Stretch:
    servers = [pid for pid in pids if not is_store(pid)]
    stores = [pid for pid in pids if is_store(pid)]
    calls, actions = await _script_calls(redis), counts.actions
    server_s, store_s = sum(map(cpu_s, servers)), sum(map(cpu_s, stores))
    started = time.monotonic()
    await asyncio.sleep(seconds)
    done = counts.actions - actions
    return Stretch(
        (sum(map(cpu_s, servers)) - server_s) / done * 1e6,
        (sum(map(cpu_s, stores)) - store_s) / done * 1e6,
        done / (time.monotonic() - started),
        done / max(1, await _script_calls(redis) - calls),
    )


async def _script_calls(redis: Redis) -> int:
    stats = await redis.info("commandstats")
    return int(stats["cmdstat_evalsha"]["calls"])


async def committed(commits_a_call: float) -> float:
    """CPU of the client of one commit, alone, with about so many commits a call; microseconds."""
    name = ProcessId("bench0000000")
    async with (
        embedded_valkey("everysec") as url,
        Redis.from_url(url) as redis,
        open_store(url, name, StoreOptions(durability="everysec")) as store,
    ):
        together = max(1, round(commits_a_call))
        cost = await bench_store.measure(store, redis, together, b"s" * 2000)
        return float(cost.client_us)


def parts(game: str, seats: int, options: dict[str, object]) -> dict[str, float]:
    """CPU of deciding, projecting and encoding one action, each alone, in microseconds."""
    chance = random.Random(1)
    spec = GAMES[GameKey(game)]
    room = room_id(PlayerId("p0"), KEY)
    command = messages.Create(id=1, key=KEY, game=spec.key, seats=seats, options=options)
    table = core.open_room(GAMES, room, PlayerId("p0"), command, Now(1, 1), _chance()).after
    for wanted in (messages.Join(id=1, room=room), messages.SetReady(id=1, room=room)):
        for seat in range(seats):
            table = _did(table, _order(seat, wanted))[0]
    spent = {"decide_us": 0.0, "project_us": 0.0, "encode_us": 0.0}
    actions = 0
    while table.room.phase == "playing" and actions < 2000:
        seat = next(i for i, holder in enumerate(table.room.seats) if holder.prompt)
        holder = table.room.seats[seat]
        action = chance.choice(spec.legal_actions(table.state, seat))
        key = ActionKey(secrets.token_urlsafe(16))
        packed = msgspec.Raw(msgspec.msgpack.encode(action))
        act = messages.Act(id=1, room=room, prompt=holder.prompt, key=key, action=packed)
        assert holder.player is not None
        assert holder.line is not None
        table, cost = _did(table, ByPlayer(holder.player, "x", holder.line, act))
        for name, value in cost.items():
            spent[name] += value
        actions += 1
    return {name: value / actions * 1e6 for name, value in spent.items()}


def _order(seat: int, command: messages.RoomCommand) -> ByPlayer:
    return ByPlayer(PlayerId(f"p{seat}"), f"N{seat}", Line(ProcessId("0" * 12), seat), command)


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
    times = []
    for _ in range(3):
        started = time.thread_time()
        result = work()
        times.append(time.thread_time() - started)
    return result, min(times)


def measured(case: Case, seconds: float) -> dict[str, float]:
    """All figures of a case."""
    figures = uvloop.run(played(case, seconds))
    figures |= parts(case.game, case.seats, {})
    figures["commit_us"] = uvloop.run(committed(figures["commits_a_call"]))
    known = sum(figures[name] for name in ("decide_us", "project_us", "encode_us", "commit_us"))
    figures["socket_us"] = figures["server_us"] - known
    return {name: round(value, 2) for name, value in figures.items()}


def commit_id() -> str:
    """The commit that is measured."""
    asked = ["git", "describe", "--always", "--dirty"]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()


def main() -> None:
    """Measure and print; `--json FILE` keeps the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=sorted(GAMES), help="one case instead of the list")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--actions-per-s", type=float, default=0.0)
    parser.add_argument("--sockets", default="auto")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--durability", default="always")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    cases: tuple[Case, ...] = CASES
    if given.game is not None:
        seats = given.seats or GAMES[GameKey(given.game)].usual_seats
        rest = (given.tables, given.actions_per_s, given.sockets, given.workers, given.durability)
        cases = (Case(given.game, seats, *rest),)
    kept = []
    for case in cases:
        figures = measured(case, given.seconds)
        kept.append({**case._asdict(), **figures})
        print(", ".join(f"{name} {value}" for name, value in case._asdict().items()))
        for name, value in figures.items():
            print(f"  {name:16} {value:9.1f}")
    if given.json is not None:
        result = {"commit": commit_id(), "load": os.getloadavg(), "cases": kept}
        given.json.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
