"""Several workers and who looks after them (`kozyr_server.running.workers`)."""

import asyncio
import os
import re
import signal
import socket
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import httpx
import pytest

from kozyr_server.running.listening import listen_apart
from kozyr_server.running.starting import StartError, StoreChoice
from kozyr_server.running.stopping import Stop
from kozyr_server.running.workers import Workers
from kozyr_server.settings import Settings
from kozyr_testing.stores import embedded_valkey
from kozyr_testing.waiting import until


@pytest.fixture
def sockets() -> Iterator[list[list[socket.socket]]]:
    """One for each of two workers, at one free port."""
    apart = listen_apart("127.0.0.1", 0, 2)
    yield apart
    for sock in chain.from_iterable(apart):
        sock.close()


def _figure(text: str, pattern: str) -> float:
    (found,) = re.findall(rf"^{pattern} (\S+)$", text, re.MULTILINE)
    return float(found)


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    # A worker tells what it used up to a quarter of a second ago.
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") - 0.25


def _resident_bytes(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def test_a_worker_that_dies_is_started_again_and_figures_are_sums(
    tmp_path: Path, sockets: list[list[socket.socket]]
) -> None:
    settings = Settings(durability="everysec", data=tmp_path, workers=2, drain_s=1.0)
    async with embedded_valkey() as url:
        stop, ready = Stop(), asyncio.Event()
        workers = Workers(settings, StoreChoice(url), sockets, stop, ready.set)
        running = asyncio.create_task(workers.run())
        port = sockets[0][0].getsockname()[1]
        async with asyncio.timeout(60):
            await ready.wait()
            first, second = workers.pids
            os.kill(first, signal.SIGKILL)
            await until(lambda: workers.restarts == 1 and len(set(workers.pids) - {first}) == 2, 30)
            assert second in workers.pids
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
                # A connection each: the system may give it to either worker.
                seen: list[float] = []
                for _ in range(8):
                    headers = {"connection": "close"}
                    text = (await http.get("/metrics", headers=headers)).text
                    assert "kozyr_connections 0.0" in text
                    # How many workers say so depends on whether the new one has begun.
                    assert 'kozyr_sockets_info{layer="picows"}' in text
                    seen.append(_figure(text, r'kozyr_store_events_total\{event="ticks"\}'))
                # Sums only grow, whichever worker answers, though one of them began anew.
                assert seen == sorted(seen)
                assert _figure(text, "process_cpu_seconds_total") > sum(map(_cpu_s, workers.pids))
                resident = sum(map(_resident_bytes, workers.pids))
                assert _figure(text, "process_resident_memory_bytes") == pytest.approx(
                    resident, rel=0.1
                )
            pids = workers.pids
            stop.ask()
            await running
        assert workers.pids == ()
        for pid in pids:
            with pytest.raises(ProcessLookupError):
                os.kill(pid, 0)


async def test_workers_that_cannot_start_end_the_server(
    tmp_path: Path, sockets: list[list[socket.socket]]
) -> None:
    settings = Settings(data=tmp_path, workers=2)
    choice = StoreChoice("redis://127.0.0.1:1/0")
    workers = Workers(settings, choice, sockets, Stop(), lambda: None)
    async with asyncio.timeout(60):
        with pytest.raises(StartError, match=r"the store at 127\.0\.0\.1:1"):
            await workers.run()
    assert workers.pids == ()
