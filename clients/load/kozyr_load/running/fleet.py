"""The processes of the generator: started, driven and heard by the parent."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable

import msgspec

from kozyr_load.errors import GeneratorError
from kozyr_load.running import messages
from kozyr_load.running.messages import Done, Failed, FromWorker, Go, Plan, Ready, Stop

START_S = 60.0
"""Time for all processes to be ready."""

END_S = 30.0
"""Time for a process to end after it was told to, beside what the scenario gives it."""


class Fleet:
    """The processes of one run.

    Args:
        plans: one for each process.
        heard: gets each message of process number N as `(N, message)`.
    """

    def __init__(self, plans: list[Plan], heard: Callable[[int, FromWorker], None]) -> None:
        """Nothing runs yet."""
        self._plans = plans
        self._heard = heard
        self._processes: list[Process] = []

    async def run(self, begun: Callable[[], None], within_s: float) -> None:
        """Run all plans to their end; cancelled, it leaves no process behind.

        Args:
            begun: called when all processes begin.
            within_s: what the scenario takes.

        Raises:
            GeneratorError: a process cannot do its part, or ended before it had.
        """
        try:
            async with asyncio.timeout(START_S):
                await asyncio.gather(*(self._start(plan) for plan in self._plans))
            begun()
            self._say(Go())
            async with asyncio.timeout(within_s + END_S):
                await asyncio.gather(*map(self._listen, range(len(self._processes))))
        except TimeoutError:
            raise GeneratorError("a process of the generator does not answer") from None
        finally:
            await self._clean_up()

    def stop(self) -> None:
        """Ask all processes to end early."""
        self._say(Stop())

    async def _start(self, plan: Plan) -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "kozyr_load.running.worker", stdin=PIPE, stdout=PIPE
        )
        self._processes.append(process)
        assert process.stdin is not None, "it was asked for"
        process.stdin.write(messages.framed(plan))
        message = await _read(process)
        if isinstance(message, Failed):
            raise GeneratorError(message.reason)
        if not isinstance(message, Ready):
            raise GeneratorError("a process of the generator did not start")

    async def _listen(self, number: int) -> None:
        while True:
            message = await _read(self._processes[number])
            if message is None:
                raise GeneratorError("a process of the generator ended before its time")
            self._heard(number, message)
            if isinstance(message, Done):
                return

    def _say(self, message: messages.ToWorker) -> None:
        for process in self._processes:
            if process.stdin is not None and not process.stdin.is_closing():
                process.stdin.write(messages.framed(message))

    async def _clean_up(self) -> None:
        for process in self._processes:
            if process.stdin is not None:
                process.stdin.close()
        for process in self._processes:
            try:
                async with asyncio.timeout(5):
                    await process.wait()
            except TimeoutError:
                process.kill()
                await process.wait()


async def _read(process: Process) -> FromWorker | None:
    """The next message of a process; None: it has ended."""
    assert process.stdout is not None, "it was asked for"
    try:
        length = int.from_bytes(await process.stdout.readexactly(4), "big")
        return messages.from_worker.decode(await process.stdout.readexactly(length))
    except (asyncio.IncompleteReadError, msgspec.MsgspecError):
        return None
