"""A server for the tests of clients that play whole games: a process of its own, one for all."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack

import pytest

from kozyr_testing.processes import Kozyr, kozyr_serve

NO_LIMITS = ("--durability", "everysec", "--commands-per-s", "0", "--creates-per-s", "0")


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kozyr]:
    """A server that runs until the tests have ended."""
    folder = tmp_path_factory.mktemp("live")
    options = ("--data", str(folder / "data"), *NO_LIMITS)
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        server = runner.run(stack.enter_async_context(kozyr_serve(*options, log=folder / "log")))
        yield server
        runner.run(stack.aclose())
    assert "Traceback" not in server.log.read_text()


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may read Russian; they read English."""
    monkeypatch.setenv("KOZYR_LANG", "en")
