"""`kozyr_testing.fast_server`: one server process whose store's clock is a key that tests move.

The first line of the standard input is an `Order`. Then each `report` is answered by a line of
JSON, a `Report`. The end of the input ends the server. It is put together as `kozyr serve` does
it, and ticks without a pause, so that a test may let hours pass in a minute: what it does each
second of its own clock beside, such as saying who is connected, it does each second of the store's
as well.
"""

import asyncio
import gc
import secrets
import sys
from collections import Counter
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kozyr_games.registry import GAMES
from kozyr_server import telemetry
from kozyr_server.app import create_app
from kozyr_server.lobby.assembly import lobby_from
from kozyr_server.lobby.hooks import Hooks
from kozyr_server.lobby.service import LobbyService
from kozyr_server.moderation.assembly import admin_routes, drainer
from kozyr_server.people.assembly import people_from
from kozyr_server.ratings.keeper import Keeper
from kozyr_server.rooms import bounds
from kozyr_server.rooms.service import Rooms
from kozyr_server.rooms.timers import Timers
from kozyr_server.running.listening import listen
from kozyr_server.running.process import Server
from kozyr_server.running.starting import new_loop
from kozyr_server.running.stopping import Stop
from kozyr_server.settings import Settings
from kozyr_server.store.client import RedisStore, StoreOptions, open_store
from kozyr_server.store.model import ProcessId, StoreUnavailableError
from kozyr_server.telemetry import Metrics
from kozyr_server.transport.house_key import HouseKey
from kozyr_testing.steps import CLOCK, CLOCK_KEY

TICK_S = 0.008
HURRIED_S = 0.0005
"""Between two ticks while hours go by."""
HURRIED_MS = 1_000
"""A clock that went on so far between two ticks is in a hurry, for some ticks more."""
TRIM_MS = 60_000


class Order(Struct, frozen=True):
    """What to run."""

    store: str
    port: int
    data: str
    """Folder of the archive and of the admins' token."""
    house_key: str
    changes: dict[str, float] = {}
    """Settings that are to be otherwise."""


class Report(Struct, frozen=True):
    """What a process holds."""

    tasks: dict[str, int]
    """asyncio's, by name."""
    rooms: int
    """Followed, and kept for a while after."""
    allowances: int
    """Players whose limits are known."""
    connections: int
    queues: dict[str, int]
    """What waits."""


class Process:
    """The parts of a running server that are looked at, and driven by the store's clock.

    Attributes:
        now_ms: What the store's clock shows.
    """

    def __init__(self, store: RedisStore) -> None:
        self.now_ms = 0
        self._store = store
        self._acted_ms = self._trimmed_ms = 0

    async def see(self) -> None:
        """Read the clock."""
        self.now_ms = int(await self._store._calls.ask("GET", CLOCK_KEY))

    async def tick_fast(self, rooms: Rooms, lobby: LobbyService) -> None:
        """Stamp, and do what is due by a clock that runs ahead of this machine's."""
        timers, hub = rooms._timers, rooms._hub
        hurried = 0
        while True:
            try:
                before_ms = self.now_ms
                await self.see()
                hurried = 10 if self.now_ms - before_ms >= HURRIED_MS else hurried - 1
                if hurried > 0:
                    _age_lost_lines(timers, (self.now_ms - before_ms) / 1000)
                timers.after(await self._store.tick())
                await self._each_second(lobby)
            except StoreUnavailableError:
                return
            for followed in list(hub.rooms.values()):
                if 0 < followed.due_ms <= self._store.play_ms(followed.room):
                    timers.due(followed.room)
            await asyncio.sleep(HURRIED_S if hurried > 0 else TICK_S)

    async def _each_second(self, lobby: LobbyService) -> None:
        if self.now_ms - self._acted_ms < 1_000:
            return
        self._acted_ms = self.now_ms
        await lobby.attendance.round()
        lobby.matchmaker._wake.set()
        if self.now_ms - self._trimmed_ms >= TRIM_MS:
            self._trimmed_ms = self.now_ms
            await self._store._records.trim()


def _age_lost_lines(timers: Timers, seconds: float) -> None:
    """A line that was lost is waited for by this machine's clock, which is slow in a hurry."""
    for line, (room, at) in timers._lost.items():
        timers._lost[line] = room, at - seconds


def main() -> int:
    """Run it."""
    telemetry.set_up_log("info", "json")
    order = msgspec.json.decode(sys.stdin.readline(), type=Order)
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(_serve(order))
    return 0


async def _serve(order: Order) -> None:
    stop, metrics, process = Stop(), Metrics(), ProcessId(secrets.token_hex(6))
    settings = replace(
        Settings(),
        data=Path(order.data),
        redis=order.store,
        durability="everysec",
        drain_s=0.0,
        admin_token_file=Path(order.data) / "admin-token",
        **order.changes,
    )
    options = StoreOptions("everysec", settings.archive_dir, clock=CLOCK)
    async with open_store(order.store, process, options) as store, Keeper(store):
        rooms = Rooms(GAMES, store, process, metrics, bounds.from_settings(settings))
        driven = Process(store)
        await driven.see()
        people = people_from(
            settings, store.people, store, store.lobby_chat, clock_ms=lambda: driven.now_ms
        )
        lobby = lobby_from(settings, GAMES, store, metrics, Hooks(rooms.whereabouts, people))
        application = create_app(
            settings,
            store,
            rooms,
            people,
            lobby,
            metrics,
            ratings=store.ratings,
            more=admin_routes(settings, store, rooms, people, metrics, process),
            house_key=HouseKey(order.house_key),
        )
        people.on_drain(drainer(process, application.connections, settings.drain_s))

        def report() -> Report:
            names = (task.get_name() for task in asyncio.all_tasks())
            kinds = Counter("Task" if name.startswith("Task-") else name for name in names)
            connections = application.connections
            queues = {
                "commits": store.waiting_commits,
                "passphrases": people.parts.hasher.waiting,
                "tickets": len(lobby.matchmaker._room.waits),
                "lost lines": len(rooms._timers._lost),
            }
            return Report(
                dict(kinds),
                len(rooms._hub.rooms),
                len(connections.allowances),
                len(connections),
                queues,
            )

        def asked() -> None:
            if not sys.stdin.readline():
                stop.ask_to_hurry()
                return
            gc.collect()
            _say(msgspec.json.encode(report()).decode())

        loop = asyncio.get_running_loop()
        loop.add_reader(sys.stdin.fileno(), asked)
        sockets = listen("127.0.0.1", order.port)
        server = Server(application, settings, stop, lambda: _say("serves"), sockets)
        ticking = asyncio.create_task(driven.tick_fast(rooms, lobby), name="fast ticks")
        await server.run_until_stopped()
        ticking.cancel()
        await asyncio.gather(ticking, return_exceptions=True)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
