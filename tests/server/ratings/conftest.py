"""Stores with finished games."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from kozyr_server.store.client import RedisStore, open_store
from kozyr_server.store.model import ProcessId
from kozyr_testing.rated import OPTIONS
from kozyr_testing.stores import embedded_valkey


@pytest.fixture
async def two() -> AsyncIterator[tuple[RedisStore, RedisStore]]:
    """Two processes on one store."""
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(embedded_valkey())
        stores = [
            await stack.enter_async_context(open_store(url, ProcessId(name), OPTIONS))
            for name in ("one", "two")
        ]
        yield stores[0], stores[1]
