from collections.abc import AsyncIterator

import pytest

from kozyr_testing.lobbies import LobbyProcess, lobby_process
from kozyr_testing.stores import embedded_valkey


@pytest.fixture
async def url() -> AsyncIterator[str]:
    """A new store."""
    async with embedded_valkey() as url:
        yield url


@pytest.fixture
async def server(url: str) -> AsyncIterator[LobbyProcess]:
    """A server process over the store."""
    async with lobby_process(url) as server:
        yield server


@pytest.fixture
async def other(url: str) -> AsyncIterator[LobbyProcess]:
    """Another server process over the same store."""
    async with lobby_process(url, 2) as server:
        yield server
