"""Throw-away stores for tests: real processes, each in a folder of its own."""

import os
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from kozyr_server.store.embedded import EmbeddedSettings, EmbeddedStore
from kozyr_server.store.valkey_program import Durability


@asynccontextmanager
async def embedded_valkey(durability: Durability = "everysec") -> AsyncIterator[str]:
    """Run the bundled Valkey in a new folder, in about 0.1 s, and give its URL."""
    async with _store(durability, None) as url:
        yield url


@asynccontextmanager
async def redis_server(durability: Durability = "everysec") -> AsyncIterator[str]:
    """Run `redis-server` from PATH in a new folder and give its URL; for tests marked `redis`.

    Without that program the test fails where `CI` is set, and is skipped elsewhere.
    """
    found = shutil.which("redis-server")
    if found is None:
        reason = "there is no redis-server on PATH"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    async with _store(durability, Path(found)) as url:
        yield url


@asynccontextmanager
async def _store(durability: Durability, program: Path | None) -> AsyncIterator[str]:
    with tempfile.TemporaryDirectory(prefix="kozyr-test-") as folder:
        async with EmbeddedStore(EmbeddedSettings(Path(folder), durability, program)) as store:
            yield store.url
