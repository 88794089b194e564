"""`kozyr_testing.faulty_server URL PORT DURABILITY`: servers that die where they are told to.

A line of JSON on the standard input, an `Order`, runs one server process over the store at URL,
on PORT, which stays open from one to the next; acknowledged actions are as durable as DURABILITY
says. The answer is two lines: its process number once it was born, and its exit code once it has
ended. Each server is a fork of this process, which has imported all that is needed: a start takes
tens of milliseconds. The end of the standard input ends everything.
"""

import asyncio
import os
import secrets
import socket
import sys

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kozyr_games.registry import GAMES
from kozyr_server import telemetry
from kozyr_server.app import create_app
from kozyr_server.lobby.assembly import lobby_from
from kozyr_server.lobby.hooks import Hooks
from kozyr_server.people.assembly import people_from
from kozyr_server.rooms.service import Rooms
from kozyr_server.running.listening import listen
from kozyr_server.running.process import Server
from kozyr_server.running.starting import new_loop
from kozyr_server.running.stopping import Stop
from kozyr_server.settings import Settings
from kozyr_server.store.checks import Durability
from kozyr_server.store.client import StoreOptions, open_store
from kozyr_server.store.model import ProcessId
from kozyr_server.telemetry import Metrics
from kozyr_testing.faults import Point, killing

SETTINGS = Settings(commands_per_s=0, creates_per_s=0, drain_s=0.0)


class Order(Struct, frozen=True):
    """What one server is to do."""

    point: Point = Point.BEFORE_COMMIT
    after: int = 0
    """At which commit of an action it dies; 0: it lives."""


def main(url: str, port: int, durability: Durability) -> int:
    """Fork a server for each order, one after the other."""
    telemetry.set_up_log("warning", "text")
    sockets = listen("127.0.0.1", port)
    for line in sys.stdin:
        order = msgspec.json.decode(line, type=Order)
        alive, parent_end = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(parent_end)
            with asyncio.Runner(loop_factory=new_loop) as runner:
                runner.run(_serve(url, durability, sockets, order, alive))
            os._exit(0)
        os.close(alive)
        _say(child)
        _, status = os.waitpid(child, 0)
        os.close(parent_end)
        _say(os.waitstatus_to_exitcode(status))
    return 0


async def _serve(
    url: str, durability: Durability, sockets: list[socket.socket], order: Order, alive: int
) -> None:
    stop, metrics = Stop(), Metrics()
    # Readable means ended: whoever forked this one is gone.
    asyncio.get_running_loop().add_reader(alive, stop.ask_to_hurry)
    process = ProcessId(secrets.token_hex(6))
    async with open_store(url, process, StoreOptions(durability)) as plain:
        store = killing(plain, order.point, order.after)
        settings = replace(SETTINGS, durability=durability)
        people = people_from(settings, plain.people, plain, plain.lobby_chat)
        rooms = Rooms(GAMES, store, process, metrics)
        lobby = lobby_from(settings, GAMES, store, metrics, Hooks(rooms.whereabouts, people))
        application = create_app(settings, store, rooms, people, lobby, metrics)
        with stop.by_signals():
            server = Server(application, settings, stop, lambda: None, sockets)
            await server.run_until_stopped()


def _say(number: int) -> None:
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), msgspec.convert(sys.argv[3], Durability)))
