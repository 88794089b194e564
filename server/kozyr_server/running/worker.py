"""`python -m kozyr_server.running.worker`: one of several processes that share a port.

The parent writes one line of JSON, an `Order`, to the standard input and keeps it open: its end
means that the parent is gone. The worker answers on the standard output, a line each: `ready`, or
`error` and a sentence.
"""

import asyncio
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from kozyr_server import telemetry
from kozyr_server.running.listening import raise_file_limit
from kozyr_server.running.process import serve_process
from kozyr_server.running.starting import StartError, StoreChoice, new_loop, uncollected
from kozyr_server.running.stopping import Stop
from kozyr_server.settings import Settings
from kozyr_server.store.errors import StoreError
from kozyr_server.transport.house_key import HouseKey

START_FAILED = 2
"""Exit code after an `error` line."""


class Order(Struct, frozen=True):
    """What a worker is told."""

    settings: Settings
    store: StoreChoice
    sockets: tuple[int, ...]
    """Descriptors of the listening sockets, inherited."""
    house_key: HouseKey | None = None


def encode(order: Order) -> bytes:
    """The line for a worker; it may hold a password, so it goes through a pipe and nowhere else."""
    return msgspec.json.encode(order, enc_hook=str) + b"\n"


def decode(line: bytes) -> Order:
    """The order in a line.

    Raises:
        msgspec.MsgspecError: it is none.
    """
    return msgspec.json.decode(line, type=Order, dec_hook=_path)


def main() -> int:
    """Serve until asked to stop, or until the parent is gone."""
    order = decode(_first_line(sys.stdin.fileno()))
    telemetry.set_up_log(order.settings.log_level, order.settings.log_format)
    raise_file_limit()
    with uncollected(), asyncio.Runner(loop_factory=new_loop) as runner:
        return runner.run(_serve(order))


async def _serve(order: Order) -> int:
    stop = Stop()
    sockets = [socket.socket(fileno=number) for number in order.sockets]
    loop = asyncio.get_running_loop()
    loop.add_reader(sys.stdin.fileno(), _parent_gone, loop, stop)
    with stop.by_signals():
        try:
            await serve_process(
                order.settings, order.store, sockets, stop, lambda: _say("ready"), order.house_key
            )
        except (StoreError, StartError) as error:
            _say(f"error {error}")
            return START_FAILED
    return 0


def _parent_gone(loop: asyncio.AbstractEventLoop, stop: Stop) -> None:
    # The parent writes no more than its first line: what is readable now is the end.
    loop.remove_reader(sys.stdin.fileno())
    stop.ask_to_hurry()


def _first_line(fd: int, read: Callable[[int, int], bytes] = os.read) -> bytes:
    """Read one line and nothing beyond it: the rest of the pipe is the loop's."""
    line = b""
    while not line.endswith(b"\n"):
        byte = read(fd, 1)
        if not byte:
            return line
        line += byte
    return line


def _say(line: str) -> None:
    # A parent that is gone reads no more, and that is seen elsewhere.
    os.write(sys.stdout.fileno(), line.encode() + b"\n")


def _path(kind: type, value: Any) -> Any:
    if kind is not Path:
        raise NotImplementedError
    return Path(value)


if __name__ == "__main__":
    sys.exit(main())
