"""A program beside the server (`kozyr_server.running.companion`)."""

import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from kozyr_server.running.companion import Companion
from kozyr_testing.waiting import until

PROGRAM = """
import os, sys
line = sys.stdin.readline()
with open(sys.argv[1], "a") as file:
    file.write(f"{os.getpid()} {line}")
sys.stdin.read()
with open(sys.argv[1], "a") as file:
    file.write("gone\\n")
"""


def heard(file: Path) -> list[str]:
    return file.read_text().splitlines() if file.exists() else []


async def test_it_is_told_its_line_and_started_again_when_it_dies(tmp_path: Path) -> None:
    file = tmp_path / "heard"
    companion = Companion(("-c", PROGRAM, str(file)), b"a secret\n")
    running = asyncio.create_task(companion.run())
    await until(lambda: len(heard(file)) == 1, 60)
    assert companion.pid is not None
    assert heard(file) == [f"{companion.pid} a secret"]
    first = companion.pid
    os.kill(first, signal.SIGKILL)
    await until(lambda: len(heard(file)) == 2, 60)
    assert companion.restarts == 1
    second = companion.pid
    assert second is not None
    assert second != first
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    with pytest.raises(ProcessLookupError):
        os.kill(second, 0)


async def test_one_that_does_not_end_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kozyr_server.running.companion.LAST_S", 0.2)
    file = tmp_path / "heard"
    deaf = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + PROGRAM
    companion = Companion(("-c", deaf + "\nimport time; time.sleep(60)", str(file)), b"x\n")
    running = asyncio.create_task(companion.run())
    await until(lambda: len(heard(file)) == 1, 60)
    pid = companion.pid or 0
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_the_end_of_the_server_is_the_end_of_the_pipe(tmp_path: Path) -> None:
    file = tmp_path / "heard"
    host = (
        "import asyncio, sys; from kozyr_server.running.companion import Companion;"
        "asyncio.run(Companion(('-c', sys.argv[1], sys.argv[2]), b'x\\n').run())"
    )
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", host, PROGRAM, str(file))
    await until(lambda: len(heard(file)) == 1, 60)
    process.kill()
    await process.wait()
    await until(lambda: heard(file)[-1] == "gone", 60)
