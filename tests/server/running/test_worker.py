"""One of several processes (`kozyr_server.running.worker`)."""

import os
import subprocess
import sys
from pathlib import Path

import httpx
import msgspec
import pytest

from kozyr_server.running import worker
from kozyr_server.running.listening import listen
from kozyr_server.running.starting import StoreChoice
from kozyr_server.settings import Settings
from kozyr_testing.stores import embedded_valkey


def _start(order: worker.Order) -> "subprocess.Popen[bytes]":
    process = subprocess.Popen(
        [sys.executable, "-m", worker.__name__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        pass_fds=order.sockets,
    )
    assert process.stdin is not None
    process.stdin.write(worker.encode(order))
    process.stdin.flush()
    return process


def test_an_order_is_one_line_and_comes_back_whole() -> None:
    order = worker.Order(
        Settings(data=Path("/srv/k"), valkey=Path("/bin/v"), origins=("https://a.example",)),
        StoreChoice("redis://:secret@host/0", "/srv/k"),
        (5, 7),
    )
    line = worker.encode(order)
    assert line.count(b"\n") == 1
    assert worker.decode(line) == order
    with pytest.raises(msgspec.MsgspecError):
        worker.decode(b"{}")


async def test_a_worker_serves_until_its_parent_is_gone(tmp_path: Path) -> None:
    async with embedded_valkey() as url:
        (sock,) = listen("127.0.0.1", 0)
        settings = Settings(durability="everysec", data=tmp_path)
        process = _start(worker.Order(settings, StoreChoice(url), (sock.fileno(),)))
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == b"ready\n"
            port = sock.getsockname()[1]
            async with httpx.AsyncClient() as http:
                answer = await http.get(f"http://127.0.0.1:{port}/readyz")
            assert answer.status_code == 200
            process.stdin.close()
            assert process.wait(20) == 0
        finally:
            process.kill()
            process.wait(30)
            process.stdout.close()
            sock.close()


def test_what_prevents_the_start_is_told_to_the_parent(tmp_path: Path) -> None:
    (sock,) = listen("127.0.0.1", 0)
    order = worker.Order(
        Settings(data=tmp_path),
        StoreChoice("redis://:hunter2@127.0.0.1:1/0"),
        (sock.fileno(),),
    )
    process = _start(order)
    try:
        out, _ = process.communicate(timeout=30)
    finally:
        process.kill()
        process.wait(30)
        sock.close()
    assert process.returncode == worker.START_FAILED
    assert out.startswith(b"error the store at 127.0.0.1:1 ")
    assert b"hunter2" not in out


def test_a_parent_that_dies_at_once_leaves_no_worker() -> None:
    process = subprocess.run(
        [sys.executable, "-m", worker.__name__],
        input=b"",
        capture_output=True,
        env=dict(os.environ),
        check=False,
        timeout=30,
    )
    assert process.returncode != 0
