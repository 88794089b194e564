"""Bytecodes that Python runs for one action, by function: a measure that no other load disturbs.

    make bench ONLY=bench_bytecodes
    make bench ONLY=bench_bytecodes ARGS="--game king --rows 40"

Tables of people on connections without sockets, over the embedded store, play in turns in this
process; every bytecode is traced from an action's frame to the frames of all who see it. A bytecode
takes some 20 to 25 ns of a server's CPU, what it calls in C included, so that a function's share
here is its share there; the time of the system and of long calls in C (encoding above all) shows in
`bench_actions.py` only. The count depends on the version of Python and, but for a few in a hundred,
on nothing else.
"""

import argparse
import itertools
import random
import secrets
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import msgspec
import uvloop
from msgspec.structs import replace
from rich.console import Console
from rich.table import Table as Grid

from kozyr_games.registry import GAMES
from kozyr_games.spec import AnyGame
from kozyr_protocol import codec, messages
from kozyr_protocol.ids import ActionKey, GameKey, PlayerId, RoomId
from kozyr_server import app
from kozyr_server.people.callers import Person
from kozyr_server.rooms.service import Rooms
from kozyr_server.settings import Settings
from kozyr_server.store.client import StoreOptions, open_store
from kozyr_server.store.model import ProcessId, Store
from kozyr_server.telemetry import Metrics, set_up_log
from kozyr_server.transport.connections import Connections
from kozyr_server.transport.fast_socket import Listener
from kozyr_server.transport.handler import Handler
from kozyr_server.transport.limits import Addresses, Allowances
from kozyr_server.transport.reception import Reception, SocketSettings, choice
from kozyr_server.transport.session import VERSIONS
from kozyr_testing.stores import embedded_valkey

PROCESS = ProcessId("bytecodes000")
WARM = 4
"""Rounds of all tables before the count."""
ROOT = Path(__file__).parents[2]
HERE = __file__


class Sink:
    """A `Wire` that goes nowhere."""

    is_closing = False

    def write(self, frame: bytes | str) -> bool:
        """Take it."""
        return bool(frame)

    def close(self, code: int, reason: str = "") -> None:
        """A connection is never closed here but by a fault."""
        raise SystemExit(f"a connection was closed: {code} {reason}")

    abort = close


class Nobody:
    """People and a lobby that take no part in actions."""

    def touched(self, peer: object) -> None:
        """Not shown anywhere."""

    async def remember(self, caller: object) -> None:
        """Not kept anywhere."""


class Game(NamedTuple):
    """One table in play."""

    room: RoomId
    people: dict[PlayerId, Listener]


class Table:
    """Opens tables on a server without sockets, and plays at them."""

    def __init__(self, spec: AnyGame, seats: int, store: Store, rooms: Rooms) -> None:
        """Serve nobody yet."""
        settings = replace(Settings(), commands_per_s=0.0)
        metrics = Metrics()
        rates = app._rates(settings)
        session = app._session_settings(settings, store, rates.commands, VERSIONS)
        nobody: Any = Nobody()
        self._spec = spec
        self._seats = seats
        self._rooms = rooms
        self._reception = Reception(
            SocketSettings(session, frozenset(), 1.0, settings.inbox_frames, settings.inbox_bytes),
            Connections(metrics, Allowances(rates), Addresses(1), 100_000, time.monotonic),
            Handler(rooms, nobody, nobody, metrics, session.limits),
            metrics,
            time.monotonic,
            secrets.token_bytes,
        )
        self._ids = itertools.count(1)
        self._rng = random.Random(1)

    async def open(self) -> Game:
        """A game that has just begun."""
        people = {}
        for number in range(self._seats):
            player = PlayerId("p" + secrets.token_hex(10))
            people[player] = self._person(Person(player, f"Name {number}"))
        first = next(iter(people.values()))._connection
        assert first is not None
        made = await self._rooms.create(
            first,
            messages.Create(
                id=next(self._ids),
                key=ActionKey(secrets.token_urlsafe(16)),
                game=self._spec.key,
                seats=self._seats,
            ),
        )
        for kind in (messages.Follow, messages.Join, messages.SetReady):
            for listener in people.values():
                await self._said(listener, kind(id=next(self._ids), room=made.room))
        return Game(made.room, people)

    def _person(self, person: Person) -> Listener:
        chosen = choice(["kozyr.msgpack"])
        listener = Listener(self._reception, chosen, "", is_near=False)
        wire: Any = Sink()
        connection, is_in = self._reception.open(wire, chosen, "", is_near=False)
        assert is_in
        connection.is_saved = True
        session = connection.session
        session._has_hello, session._version = True, max(VERSIONS)
        session._decode = VERSIONS[session._version]
        session.greeted(person, time.monotonic())
        listener._connection, listener._wire = connection, wire
        return listener

    async def _said(self, listener: Listener, command: messages.ClientMessage) -> None:
        listener._take(codec.encode_client(command, codec.DEFAULT_SUBPROTOCOL))
        await done(listener)

    def act(self, game: Game) -> bool:
        """Have the next player act, whatever is legal; False: the game is over."""
        table = self._rooms._hub.known_table(self._rooms._hub.rooms[game.room])
        assert table is not None
        asked = next(((i, seat) for i, seat in enumerate(table.room.seats) if seat.prompt), None)
        if asked is None:
            return False
        index, seat = asked
        action = self._rng.choice(self._spec.legal_actions(table.state, index))
        assert seat.player is not None
        act = messages.Act(
            id=next(self._ids),
            room=game.room,
            prompt=seat.prompt,
            key=ActionKey(secrets.token_urlsafe(16)),
            action=msgspec.Raw(msgspec.msgpack.encode(action)),
        )
        frame = codec.encode_client(act, codec.DEFAULT_SUBPROTOCOL)
        game.people[seat.player]._take(frame)
        return True


async def done(listener: Listener) -> None:
    """Return when nothing of a connection is being done."""
    if listener._working is not None:
        await listener._working


@contextmanager
def traced(into: Counter[CodeType]) -> Iterator[None]:
    """Count every bytecode of this thread; what it slows down is not measured."""

    def trace(frame: FrameType, event: str, _: object) -> Any:
        if event == "call":
            frame.f_trace_opcodes, frame.f_trace_lines = True, False
        elif event == "opcode":
            into[frame.f_code] += 1
        return trace

    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(None)


async def counted(game: GameKey, tables: int, rounds: int) -> tuple[Counter[CodeType], int]:
    """Bytecodes by function, and the actions that they were run for."""
    spec = GAMES[game]
    found: Counter[CodeType] = Counter()
    actions = 0
    options = StoreOptions(durability="everysec")
    async with embedded_valkey("everysec") as url, open_store(url, PROCESS, options) as store:
        rooms = Rooms(GAMES, store, PROCESS)
        await rooms.start()
        table = Table(spec, 3 if game == "knaves" else spec.usual_seats, store, rooms)
        games = [await table.open() for _ in range(tables)]
        for number in range(WARM + rounds):
            is_counted = number >= WARM
            with traced(found if is_counted else Counter()):
                acted = [table.act(each) for each in games]
                for each in games:
                    for listener in each.people.values():
                        await done(listener)
            actions += sum(acted) if is_counted else 0
            games = [
                each if was else await table.open() for each, was in zip(games, acted, strict=True)
            ]
        await rooms.stop()
    return found, actions


def main() -> None:
    """Count, and show the functions with the most."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=sorted(GAMES), default="knaves")
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--rows", type=int, default=25)
    given = parser.parse_args()
    set_up_log("warning")
    found, actions = uvloop.run(counted(GameKey(given.game), given.tables, given.rounds))
    own = {code: count for code, count in found.items() if code.co_filename != HERE}
    grid = Grid(title=f"{given.game}: {sum(own.values()) / actions:,.0f} bytecodes an action")
    grid.add_column("each", justify="right")
    grid.add_column("function")
    for code, count in sorted(own.items(), key=lambda item: -item[1])[: given.rows]:
        path = Path(code.co_filename)
        shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else Path(*path.parts[-2:])
        grid.add_row(f"{count / actions:.1f}", f"{shown}:{code.co_firstlineno} {code.co_qualname}")
    Console().print(grid)


if __name__ == "__main__":
    main()
