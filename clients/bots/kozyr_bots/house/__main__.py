"""`python -m kozyr_bots.house`: the house bots of one server; it reads its order from a pipe."""

import asyncio
import contextlib
import logging
import os
import signal
import sys
from random import Random

from kozyr_bots.house import order, personas
from kozyr_bots.house.resident import Resident


def main() -> int:
    """Play until the server is gone or asks for the end."""
    logging.basicConfig(level=logging.WARNING, format="%(name)s: %(message)s")
    # websockets and the SDK tell each lost line at a lower level.
    wanted = order.read(_first_line(sys.stdin.fileno()))
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_run(wanted))
    return 0


async def _run(wanted: order.Order) -> None:
    task = asyncio.current_task()
    assert task is not None
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, task.cancel)
    loop.add_reader(sys.stdin.fileno(), _server_gone, loop, task)
    chance = Random(int.from_bytes(os.urandom(8), "big"))  # noqa: S311 - play, not secrets
    with contextlib.suppress(asyncio.CancelledError):
        async with asyncio.TaskGroup() as group:
            for number in range(wanted.bots):
                own = Random(chance.getrandbits(64))  # noqa: S311 - play, not secrets
                group.create_task(_resident(wanted, number, own).run())


def _resident(wanted: order.Order, number: int, rng: Random) -> Resident:
    token = None if wanted.secret is None else personas.token(wanted.secret, number)
    return Resident(wanted, personas.name(number), rng, token)


def _server_gone(loop: asyncio.AbstractEventLoop, task: "asyncio.Task[None]") -> None:
    # The server writes no more than its first line: what is readable now is the end.
    loop.remove_reader(sys.stdin.fileno())
    task.cancel()


def _first_line(fd: int) -> bytes:
    """Read one line and nothing beyond it: the rest of the pipe is the loop's."""
    line = b""
    while not line.endswith(b"\n"):
        byte = os.read(fd, 1)
        if not byte:
            return line
        line += byte
    return line


if __name__ == "__main__":
    sys.exit(main())
