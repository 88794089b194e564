from collections.abc import AsyncIterator

import pytest

from kozyr_testing.room_client import Process, process
from kozyr_testing.stores import embedded_valkey


@pytest.fixture
async def url() -> AsyncIterator[str]:
    """A new store."""
    async with embedded_valkey() as url:
        yield url


@pytest.fixture
async def server(url: str) -> AsyncIterator[Process]:
    """A server process over the store."""
    async with process(url) as server:
        yield server


@pytest.fixture
async def other(url: str) -> AsyncIterator[Process]:
    """Another server process over the same store."""
    async with process(url, 2) as server:
        yield server
