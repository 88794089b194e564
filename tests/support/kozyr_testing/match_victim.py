"""A server process that makes a table for three people and kills itself at one of the steps.

`python -m kozyr_testing.match_victim URL STEP`
"""

import asyncio
import os
import signal
import sys

from kozyr_testing.lobbies import Visitor, lobby_process, wish


async def _run(url: str, last_step: str) -> None:
    async def step(name: str) -> None:
        if name == last_step:
            os.kill(os.getpid(), signal.SIGKILL)

    async with lobby_process(url, 99, step=step) as server:
        people = [Visitor(server, number) for number in range(3)]
        for person in people:
            await person.match(wish())
        await people[0].seated()


if __name__ == "__main__":
    asyncio.run(_run(sys.argv[1], sys.argv[2]))
