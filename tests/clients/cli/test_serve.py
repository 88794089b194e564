"""`kozyr serve` as people run it (`kozyr_cli.serve`, over `kozyr_server.running.serve`)."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from kozyr_cli import words
from kozyr_cli.__main__ import run
from kozyr_server.settings import DURABILITIES, OPTIONS

COMMAND = [sys.executable, "-m", "kozyr_cli", "serve"]
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if not name.startswith("KOZYR_")},
    "KOZYR_HOUSE_BOTS": "0",
}


class Kozyr:
    """A server that was started from the command line."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout is not None
        self.process = process
        self.banner = [process.stdout.readline()]
        while not self.banner[-1].startswith(("archive", "{")):
            self.banner.append(process.stdout.readline())
            assert self.banner[-1], "it ended before it served"
        found = re.search(r"http://[\d.:]+", self.banner[0])
        assert found is not None, self.banner
        self.url = found.group()


@contextmanager
def kozyr(*options: str) -> Iterator[Kozyr]:
    process = subprocess.Popen(
        [*COMMAND, "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    )
    try:
        yield Kozyr(process)
    finally:
        process.kill()
        process.communicate(timeout=30)


def _refused(*options: str) -> str:
    done = subprocess.run(
        [*COMMAND, *options],
        capture_output=True,
        check=False,
        text=True,
        env=ENVIRONMENT,
        timeout=60,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr.strip()


def test_every_option_is_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--help"]) == 0
    text = capsys.readouterr().out
    for option in OPTIONS:
        assert f"{option.flag} " in text
    assert all(words.has(f"serve-durability-{each}") for each in DURABILITIES)


def test_it_serves_says_so_and_stops_when_asked(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with kozyr("--data", str(data), "--drain-s", "1") as server:
        banner = "".join(server.banner)
        assert f"embedded, in {data}" in banner
        assert "always: an acknowledged action is on disk" in banner
        assert re.search(r"^sockets +picows$", banner, re.MULTILINE)
        figures = httpx.get(server.url + "/metrics").text
        assert 'kozyr_sockets_info{layer="picows"} 1.0' in figures
        ready = httpx.get(server.url + "/readyz")
        assert ready.status_code == 200
        assert ready.json()["store"]["durability"] == "always"
        busy = _refused("--port", "0", "--data", str(data))
        assert busy == (
            f"kozyr: the data folder {data} is in use by the server with pid {server.process.pid}"
        )
        port = server.url.rsplit(":", 1)[1]
        other = _refused("--port", port, "--data", str(tmp_path / "other"))
        assert other.startswith(f"kozyr: --port: {port} is in use on 127.0.0.1")
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(30) == 0
    # The folder is free again, and nothing of the store was left running.
    with kozyr("--data", str(data), "--log-format", "json") as server:
        assert httpx.get(server.url + "/readyz").status_code == 200
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(30) == 0
        # A collector of logs takes both streams: every line of them is for machines.
        told = [json.loads(line) for line in (*server.banner, *_rest(server.process))]
    assert all({"event", "level", "timestamp"} <= line.keys() for line in told)
    assert (told[0]["event"], told[0]["durability"]) == ("serving", "always")
    assert told[0]["data"] == str(data)


def _rest(process: "subprocess.Popen[str]") -> list[str]:
    return [line for text in process.communicate(timeout=30) for line in text.splitlines()]


def test_two_workers_serve_one_port(tmp_path: Path) -> None:
    options = ("--data", str(tmp_path), "--workers", "2", "--drain-s", "1")
    with kozyr(*options, "--durability", "everysec") as server:
        assert "everysec: a power cut can lose the last second" in "".join(server.banner)
        for _ in range(4):
            assert httpx.get(server.url + "/readyz").json()["ready"] is True
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(30) == 0


def test_a_store_that_is_not_there_is_one_line_without_its_password() -> None:
    line = _refused("--port", "0", "--redis", "redis://:hunter2@127.0.0.1:1/0")
    assert line.startswith("kozyr: the store at 127.0.0.1:1 ")
    assert "hunter2" not in line


def test_a_wrong_value_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KOZYR_PORT", "eighty")
    assert run(["serve"]) == 2
    assert capsys.readouterr().err == (
        "kozyr: KOZYR_PORT: 'eighty' is not a whole number from 0 to 65535\n"
    )
