from collections.abc import AsyncIterator
from typing import Any

import pytest
import redis.asyncio

from kozyr_server.store.client import RedisStore, StoreOptions, open_store
from kozyr_server.store.model import ProcessId
from kozyr_testing.stores import embedded_valkey, redis_server


@pytest.fixture(params=["valkey", pytest.param("redis", marks=pytest.mark.redis)])
async def url(request: pytest.FixtureRequest) -> AsyncIterator[str]:
    """A new store of each kind."""
    run = embedded_valkey if request.param == "valkey" else redis_server
    async with run() as url:
        yield url


@pytest.fixture
async def raw(url: str) -> AsyncIterator[Any]:
    """A plain client of the store: to look beneath, and to break things."""
    async with redis.asyncio.from_url(url) as client:
        yield client


@pytest.fixture
async def store(url: str) -> AsyncIterator[RedisStore]:
    """The store of one process."""
    async with open_store(url, ProcessId("aaaaaaaaaaaa"), StoreOptions("everysec")) as store:
        yield store
