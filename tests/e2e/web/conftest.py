"""One server, one browser and one client of Python for the tests of a module."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from kozyr_client import Client, connect
from kozyr_testing import node
from kozyr_testing.browsers import People, launched
from kozyr_testing.processes import Kozyr, kozyr_serve

OPTIONS = ("--durability", "everysec", "--house-bots", "8", "--house-think-ms", "0")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with launched() as found:
        yield found


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server of a module keeps what it has; its log is beside it."""
    return tmp_path_factory.mktemp("web") / "data"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(browser: Browser, data: Path) -> AsyncIterator[Kozyr]:
    await node.build_web()
    options = ("--data", str(data), *OPTIONS)
    async with kozyr_serve(*options, log=data.with_name("log")) as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def host(server: Kozyr) -> AsyncIterator[Client]:
    """Who opens the tables of a module, and follows them."""
    async with connect(server.socket_url, name="Host") as client:
        yield client


@pytest_asyncio.fixture(loop_scope="module")
async def people(browser: Browser, server: Kozyr) -> AsyncIterator[People]:
    all_of_them = People(browser, server.http_url)
    try:
        yield all_of_them
    finally:
        await all_of_them.leave()
