"""A server that cannot start says why in one line, and ends with 2."""

import asyncio
import socket
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest

from kozyr_testing.processes import COMMAND, ENVIRONMENT, kozyr_serve
from kozyr_testing.restartable import restartable_store

ENDS_WITHIN_S = 30


async def _refused(*options: str) -> str:
    """The one line of a start that fails."""
    process = await asyncio.create_subprocess_exec(
        *COMMAND, *options, stdout=PIPE, stderr=PIPE, env=ENVIRONMENT
    )
    try:
        async with asyncio.timeout(ENDS_WITHIN_S):
            output, errors = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 2, errors.decode()
    assert output == b""
    lines = errors.decode().splitlines()
    assert len(lines) == 1, lines
    assert lines[0].startswith("kozyr: ")
    return lines[0]


async def test_a_second_server_on_the_same_folder_or_port(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with kozyr_serve("--data", str(data), log=tmp_path / "log") as server:
        line = await _refused("--port", "0", "--data", str(data))
        assert f"{data} is in use by the server with pid {server.pid}" in line
        line = await _refused("--port", str(server.port), "--data", str(tmp_path / "other"))
        assert f"--port: {server.port} is in use" in line
        line = await _refused(
            *("--port", str(server.port), "--workers", "2", "--data", str(tmp_path / "other"))
        )
        assert f"--port: {server.port} is in use" in line


async def test_a_port_that_another_program_uses(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        line = await _refused("--port", str(port), "--data", str(tmp_path))
    assert f"--port: {port} is in use on 127.0.0.1" in line


@pytest.mark.parametrize("workers", ["1", "2"])
async def test_a_store_that_is_not_there(workers: str, tmp_path: Path) -> None:
    options = ("--port", "0", "--data", str(tmp_path), "--workers", workers)
    gone = tmp_path / "gone.sock"
    assert str(gone) in await _refused(*options, "--redis", f"unix://{gone}")
    line = await _refused(*options, "--redis", "redis://:hunter2@127.0.0.1:1/0")
    assert "127.0.0.1:1" in line
    assert "hunter2" not in line


async def test_a_store_that_keeps_less_than_asked_for(tmp_path: Path) -> None:
    async with restartable_store("everysec") as store:
        options = ("--port", "0", "--data", str(tmp_path), "--redis", store.url)
        line = await _refused(*options, "--durability", "always")
    assert "appendfsync" in line


async def test_a_store_program_that_is_none(tmp_path: Path) -> None:
    line = await _refused("--port", "0", "--data", str(tmp_path), "--valkey", str(tmp_path / "no"))
    assert str(tmp_path / "no") in line


async def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    line = await _refused("--port", "0", "--data", str(tmp_path / "file" / "data"))
    assert str(tmp_path / "file") in line
    options = ("--port", "0", "--data", str(tmp_path / "data"))
    line = await _refused(*options, "--archive", str(tmp_path / "file" / "games"))
    assert f"the archive folder {tmp_path}/file/games cannot be used: Not a directory" in line


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--colour", "red"), "--colour"),
        (("--port", "70000"), "--port: '70000' is not a whole number from 0 to 65535"),
        (("--port", "-1"), "--port"),
        (("--port", "8080.5"), "--port"),
        (("--workers", "0"), "--workers: '0' is not a whole number from 1 to 64"),
        (("--durability", "maybe"), "--durability: 'maybe' is not one of always"),
        (("--redis", "http://127.0.0.1"), "--redis"),
        (("--commands-per-s", "nan"), "--commands-per-s"),
        (("--ping-interval-s", "50"), "--ping-interval-s"),
        (("--host", "no.such.host.invalid"), "--host"),
        (("--port",), "--port"),
        (("extra",), "extra"),
    ],
)
async def test_options_that_cannot_be_used(options: tuple[str, ...], says: str) -> None:
    assert says in await _refused(*options)
