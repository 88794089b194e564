import asyncio
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import redis.asyncio
import uvloop
from structlog.testing import capture_logs

from kozyr_server.store import valkey_process, valkey_program
from kozyr_server.store.data_folder import STORE_RECORD, DataFolder, StoreRecord
from kozyr_server.store.embedded import EmbeddedSettings, EmbeddedStore, free_disk_bytes
from kozyr_server.store.errors import (
    DataFolderBusyError,
    DataFolderError,
    NoStoreProgramError,
    StoreStartError,
)
from kozyr_testing.stores import embedded_valkey, redis_server
from kozyr_testing.waiting import until

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="PR_SET_PDEATHSIG is Linux's")

OWNER = """
import asyncio, sys, uvloop
from pathlib import Path
from kozyr_server.store.embedded import EmbeddedSettings, EmbeddedStore

async def main():
    async with EmbeddedStore(EmbeddedSettings(Path(sys.argv[1]), "always")) as store:
        print("ready", store.url, flush=True)
        await asyncio.Event().wait()

(uvloop if sys.argv[2] == "uvloop" else asyncio).run(main())
"""


@asynccontextmanager
async def client(url: str) -> AsyncIterator[redis.asyncio.Redis]:
    async with redis.asyncio.from_url(url, decode_responses=True) as connection:
        yield connection


def always(folder: Path, program: Path | None = None, timeout_s: float = 60.0) -> EmbeddedStore:
    return EmbeddedStore(EmbeddedSettings(folder, "always", program, timeout_s))


def script(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o700)
    return path


async def test_data_outlive_a_stop(tmp_path: Path) -> None:
    async with always(tmp_path) as store, client(store.url) as c:
        await c.set("room", "1")
        first_socket = store.socket_path
    assert not first_socket.parent.exists()
    assert store.pid is None
    async with always(tmp_path) as store, client(store.url) as c:
        assert await c.get("room") == "1"
        assert store.restarts == 0


async def test_only_the_owner_may_read_the_data(tmp_path: Path) -> None:
    async with always(tmp_path / "data") as store, client(store.url) as c:
        await c.set("room", "1")
        assert store.socket_path.parent.stat().st_mode & 0o077 == 0
        files = list((tmp_path / "data" / "appendonlydir").iterdir())
        assert any(path.name.endswith(".aof") for path in files)
        assert [path for path in files if path.stat().st_mode & 0o077] == []
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0


async def test_ctrl_c_does_not_reach_the_store(tmp_path: Path) -> None:
    async with always(tmp_path) as store:
        assert store.pid is not None
        assert os.getsid(store.pid) == store.pid


async def test_a_killed_store_comes_back_with_its_data_on_its_socket(tmp_path: Path) -> None:
    with capture_logs() as logs:
        async with always(tmp_path) as store, client(store.url) as c:
            await c.set("room", "1")
            killed, socket = store.pid, store.socket_path
            assert killed is not None
            os.kill(killed, signal.SIGKILL)
            await until(lambda: store.restarts == 1 and store.is_ready)
            assert await c.get("room") == "1"
            assert store.socket_path == socket
            assert store.pid not in {None, killed}
    (ended,) = [line for line in logs if line["event"] == "store ended"]
    assert (ended["returncode"], ended["restart_in_s"]) == (-signal.SIGKILL, 0.1)
    assert "Ready to accept connections" in ended["tail"][-1]


async def test_restarts_in_a_row_wait_longer(tmp_path: Path) -> None:
    # Runs while a file is there, so that a test can take it away.
    switch = tmp_path / "switch"
    switch.touch()
    valkey = shlex.quote(str(valkey_program.program_path()))
    fragile = script(
        tmp_path / "store", f"[ -e {switch} ] || {{ echo broken; exit 7; }}; exec {valkey} -"
    )
    with capture_logs() as logs:
        async with always(tmp_path / "data", fragile) as store, client(store.url) as c:
            await c.set("room", "1")
            switch.unlink()
            assert store.pid is not None
            os.kill(store.pid, signal.SIGTERM)
            await until(lambda: sum(line["event"] == "store ended" for line in logs) == 2)
            switch.touch()
            await until(lambda: store.restarts == 2 and store.is_ready)
            assert await c.get("room") == "1"
    ends = [line for line in logs if line["event"] == "store ended"]
    assert [(end["returncode"], end["restart_in_s"]) for end in ends] == [(0, 0.1), (7, 1.0)]
    assert ends[1]["tail"] == ("broken",)


async def test_a_folder_in_use_is_refused_with_the_pid_of_its_holder(tmp_path: Path) -> None:
    async with always(tmp_path) as store, client(store.url) as c:
        with pytest.raises(DataFolderBusyError) as caught:
            await always(tmp_path).__aenter__()
        assert str(tmp_path) in str(caught.value)
        assert f"pid {os.getpid()}" in str(caught.value)
        assert await c.ping()


@linux_only
@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
async def test_the_store_ends_with_a_killed_server(tmp_path: Path, loop: str) -> None:
    owner = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", OWNER, str(tmp_path), loop), stdout=asyncio.subprocess.PIPE
    )
    assert owner.stdout is not None
    try:
        line = b""
        while not line.startswith(b"ready "):
            line = await asyncio.wait_for(owner.stdout.readline(), 20)
            assert line
        url = line.split()[1].decode()
        socket = Path(url.removeprefix("unix://"))
        async with client(url) as c:
            await c.set("room", "1")
    finally:
        owner.kill()
        # Also waits for the end of the output that the store does not hold.
        await owner.communicate()
    await until(lambda: not socket.exists())
    async with always(tmp_path) as store, client(store.url) as c:
        assert await c.get("room") == "1"
    assert not socket.parent.exists(), "the next start tidies up"


async def test_an_orphan_is_stopped_and_its_data_are_kept(tmp_path: Path) -> None:
    folder = DataFolder.open(tmp_path)
    fd = await folder.claim_store()
    socket = valkey_program.socket_in(valkey_program.make_socket_folder())
    orphan = subprocess.Popen(  # noqa: ASYNC220 - its start must be seen at once
        [valkey_program.program_path(), "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        pass_fds=(fd,),
    )
    try:
        assert orphan.stdin is not None
        with orphan.stdin as stdin:
            config = valkey_program.config_text(tmp_path, socket, "everysec", 2**28)
            stdin.write(config.encode())
        folder.write_record(StoreRecord(str(socket), orphan.pid))
        while await valkey_process.ping(socket) != "ready":
            assert orphan.poll() is None
        async with client(f"unix://{socket}") as c:
            await c.set("room", "1")
        folder.close()
        async with always(tmp_path) as store, client(store.url) as c:
            assert orphan.wait(5) == 0, "asked to stop, not killed"
            assert store.pid != orphan.pid
            assert await c.get("room") == "1"
        assert not socket.parent.exists()
    finally:
        orphan.kill()
        orphan.wait()


async def test_any_data_path_works(tmp_path: Path) -> None:
    folder = tmp_path.joinpath(*["колода 'и' \"козырь\" \\ # $x"] * 8)
    assert len(os.fsencode(folder)) > 300
    for expected in (None, "1"):
        async with always(folder) as store, client(store.url) as c:
            assert await c.get("room") == expected
            await c.set("room", "1")
    assert (folder / "appendonlydir").is_dir()


async def test_a_start_waits_for_loading(tmp_path: Path) -> None:
    async with always(tmp_path / "data") as store, client(store.url) as c:
        pipeline = c.pipeline(transaction=False)
        for n in range(12_000):
            pipeline.set(f"key{n}", n)
        await pipeline.execute()
    valkey = shlex.quote(str(valkey_program.program_path()))
    slow = script(
        tmp_path / "slow",
        f'{{ cat; echo key-load-delay 1; }} > "$0.conf"; exec {valkey} - < "$0.conf"',
    )
    with capture_logs() as logs:
        async with always(tmp_path / "data", slow) as store, client(store.url) as c:
            assert await c.get("key11999") == "11999"
    assert [line["event"] for line in logs].count("store loads its data") == 1


async def test_a_program_that_ends_is_reported_with_its_last_line(tmp_path: Path) -> None:
    broken = script(tmp_path / "store", "echo first; echo no such setting >&2; exit 3")
    with pytest.raises(StoreStartError, match="ended with code 3: no such setting") as caught:
        await always(tmp_path / "data", broken).__aenter__()
    assert caught.value.tail == ("first", "no such setting")
    async with always(tmp_path / "data"):
        pass


async def test_a_program_that_does_not_answer_is_stopped(tmp_path: Path) -> None:
    silent = script(tmp_path / "store", "echo $$; exec sleep 60")
    with pytest.raises(StoreStartError, match="did not answer in time") as caught:
        await always(tmp_path / "data", silent, timeout_s=0.3).__aenter__()
    with pytest.raises(ProcessLookupError):
        os.kill(int(caught.value.tail[0]), 0)


async def test_a_missing_program_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(NoStoreProgramError, match=r"--valkey PATH.*--redis URL"):
        await always(tmp_path, tmp_path / "nowhere").__aenter__()


async def test_a_file_as_folder_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    for folder in (tmp_path / "data", tmp_path / "data" / "deeper"):
        with pytest.raises(DataFolderError, match="cannot be used: it is a file"):
            await always(folder).__aenter__()


def test_it_runs_on_uvloop(tmp_path: Path) -> None:
    async def story() -> None:
        async with always(tmp_path) as store, client(store.url) as c:
            await c.set("room", "1")
            killed = store.pid
            assert killed is not None
            os.kill(killed, signal.SIGKILL)
            await until(lambda: store.restarts == 1 and store.is_ready)
            assert await c.get("room") == "1"
        async with always(tmp_path) as store, client(store.url) as c:
            assert await c.get("room") == "1"

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(story())


@pytest.mark.redis
async def test_redis_takes_the_same_settings() -> None:
    wanted = {
        "appendonly": "yes",
        "appendfsync": "always",
        "save": "",
        "port": "0",
        "unixsocketperm": "700",
        "maxmemory-policy": "noeviction",
        "auto-aof-rewrite-min-size": str(256 * 2**20),
        "aof-use-rdb-preamble": "yes",
        "crash-log-enabled": "no",
    }
    async with embedded_valkey("always") as ours, redis_server("always") as theirs:
        for url in (ours, theirs):
            async with client(url) as c:
                got = await c.config_get(*wanted)
                limits = await c.config_get("client-output-buffer-limit")
            assert got == wanted
            assert f"pubsub {64 * 2**20} {32 * 2**20} 30" in str(limits)


def test_free_disk_is_counted_in_bytes(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=STORE_RECORD):
        free_disk_bytes(tmp_path)
    (tmp_path / STORE_RECORD).touch()
    stat = os.statvfs(tmp_path)
    # Others write to the disk between the two looks.
    assert abs(free_disk_bytes(tmp_path) - stat.f_bavail * stat.f_frsize) < 2**28
