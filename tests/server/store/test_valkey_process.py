import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kozyr_server.store import valkey_process
from kozyr_server.store.valkey_process import TAIL_LINES, ValkeyProcess
from kozyr_testing.stores import embedded_valkey
from kozyr_testing.waiting import until

Script = Callable[[str], Path]


@pytest.fixture
def script(tmp_path: Path) -> Script:
    def write(text: str) -> Path:
        path = tmp_path / "store"
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o700)
        return path

    return write


async def started(program: Path, config: str = "") -> ValkeyProcess:
    fd = os.open(os.devnull, os.O_RDONLY)
    try:
        return await ValkeyProcess.start(program, config, fd)
    finally:
        os.close(fd)


async def test_the_settings_arrive_on_standard_input(script: Script) -> None:
    process = await started(script("cat; exit 4"), "port 0\n")
    assert await process.wait() == 4
    assert (process.returncode, process.tail) == (4, ("port 0",))


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_a_python_that_this_user_may_not_run_is_one_sentence(loop: str, tmp_path: Path) -> None:
    # An environment made by a Python in somebody's home folder is such a one for the service.
    code = (
        f"import asyncio, pathlib, sys, {loop}\n"
        "from kozyr_server.store.errors import StoreRunError\n"
        "from kozyr_server.store.valkey_process import ValkeyProcess\n"
        "sys.executable = sys.argv[1]\n"
        "async def main():\n"
        "    try:\n"
        "        await ValkeyProcess.start(pathlib.Path('/bin/cat'), '', 0)\n"
        "    except StoreRunError as error:\n"
        "        print(error)\n"
        f"asyncio.Runner(loop_factory={loop}.new_event_loop).run(main())\n"
    )
    python = tmp_path / "python"
    python.write_text("not to be run")
    done = subprocess.run(
        [sys.executable, "-c", code, str(python)], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith(f"the store cannot be started with {python}: Permission denied;")
    assert done.stderr == ""


async def test_only_the_end_of_a_long_log_is_kept(script: Script) -> None:
    process = await started(script("seq 100000"))
    await process.wait()
    assert process.tail == tuple(str(n) for n in range(100001 - TAIL_LINES, 100001))


async def test_an_endless_line_does_not_stop_the_log(script: Script) -> None:
    process = await started(script("head -c 300000 /dev/zero; echo; echo last"))
    await process.wait()
    assert process.tail[-1] == "last"
    assert all(len(line) <= 300 for line in process.tail)


async def test_arguments_of_commands_do_not_reach_the_log(script: Script) -> None:
    process = await started(script("echo 'client->argv[2] = \"KH QS\"'; echo ended"))
    await process.wait()
    assert process.tail == ("ended",)


async def test_a_store_that_ignores_the_request_is_killed(script: Script) -> None:
    process = await started(script("trap '' TERM; echo up; while :; do read x < /dev/zero; done"))
    await until(lambda: process.tail == ("up",))
    await process.stop(patience_s=0.05)
    assert process.returncode == -9


async def test_a_cancelled_stop_kills_at_once(script: Script) -> None:
    process = await started(script("trap '' TERM; echo up; while :; do read x < /dev/zero; done"))
    await until(lambda: process.tail == ("up",))
    stopping = asyncio.create_task(process.stop())
    await asyncio.sleep(0)
    stopping.cancel()
    with pytest.raises(asyncio.CancelledError):
        await stopping
    assert process.returncode == -9


async def test_an_open_log_does_not_keep_an_ended_store_alive(script: Script) -> None:
    process = await started(script("sleep 5 & echo $!"))
    assert await asyncio.wait_for(process.wait(), 4) == 0
    os.kill(int(process.tail[0]), 9)


async def test_the_answers_of_a_store() -> None:
    async with embedded_valkey() as url:
        socket = Path(url.removeprefix("unix://"))
        assert await valkey_process.ping(socket) == "ready"
    assert await valkey_process.ping(socket) == "silent"
    await valkey_process.shut_down(socket)
