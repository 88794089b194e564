"""A whole server, store included (`kozyr_server.running.serve`)."""

import gc
import logging
import os
import resource
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import structlog

from kozyr_server.running.listening import ListenError
from kozyr_server.running.serve import Started, serve
from kozyr_server.settings import Settings
from kozyr_server.store.errors import StoreError


@pytest.fixture(autouse=True)
def _process_as_before() -> Iterator[None]:
    """What belongs to a process that only serves is given back to the tests."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    files = resource.getrlimit(resource.RLIMIT_NOFILE)
    thresholds = gc.get_threshold()
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()
    resource.setrlimit(resource.RLIMIT_NOFILE, files)
    gc.unfreeze()
    gc.set_threshold(*thresholds)


def _settings(folder: Path) -> Settings:
    return Settings(port=0, data=folder, durability="everysec", drain_s=0.5)


def test_it_says_what_it_is_and_ends_by_a_signal(tmp_path: Path) -> None:
    said: list[Started] = []

    def announce(started: Started) -> None:
        said.append(started)
        os.kill(os.getpid(), signal.SIGTERM)

    serve(_settings(tmp_path), announce)
    (started,) = said
    assert started.url.startswith("http://127.0.0.1:")
    assert started.store == "embedded"
    assert (started.data_dir, started.archive_dir) == (tmp_path, tmp_path / "archive")
    assert (started.durability, started.workers) == ("everysec", 1)
    assert started.sockets == "picows", "the faster layer is there and nobody asked for another"
    with pytest.raises(httpx.ConnectError):
        httpx.get(started.url)
    # The folder was let go: the same server can be started again.
    serve(_settings(tmp_path), announce)
    assert len(said) == 2


def test_what_prevents_it_comes_before_the_announcement(tmp_path: Path) -> None:
    def announce(started: Started) -> None:
        raise AssertionError(started)

    file = tmp_path / "file"
    file.touch()
    with pytest.raises(StoreError, match="it is a file"):
        serve(_settings(file), announce)
    with pytest.raises(ListenError):
        serve(Settings(host="203.0.113.7", data=tmp_path), announce)
