"""One server process over a real store (`kozyr_server.running.process`)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from kozyr_server.app import Application
from kozyr_server.running.listening import listen
from kozyr_server.running.process import (
    Server,
    serve_process,
    uvicorn_config,
)
from kozyr_server.running.starting import StartError, StoreChoice
from kozyr_server.running.stopping import Stop
from kozyr_server.settings import Settings
from kozyr_server.store.errors import StoreError
from kozyr_server.telemetry import Metrics
from kozyr_server.transport.connections import Connections
from kozyr_server.transport.limits import Addresses, Allowances, Rate, Rates
from kozyr_server.transport.uvicorn_protocol import SocketProtocol
from kozyr_testing.stores import embedded_valkey

RATE = Rate(0.0, 1)


def _application(asgi: Starlette) -> Application:
    connections = Connections(
        Metrics(), Allowances(Rates(RATE, RATE, RATE, RATE)), Addresses(1), 1, lambda: 0.0
    )
    return Application(asgi, connections, SocketProtocol)


async def test_it_serves_over_a_store_until_asked_to_stop(tmp_path: Path) -> None:
    settings = Settings(durability="everysec", data=tmp_path, drain_s=1.0)
    async with embedded_valkey() as url:
        sockets, stop, ready = listen("127.0.0.1", 0), Stop(), asyncio.Event()
        choice = StoreChoice(url)
        port = sockets[0].getsockname()[1]
        running = asyncio.create_task(serve_process(settings, choice, sockets, stop, ready.set))
        async with asyncio.timeout(20):
            await ready.wait()
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
                assert (await http.get("/readyz")).json()["ready"] is True
                assert "kozyr_commits_total" in (await http.get("/metrics")).text
            stop.ask()
            await running


async def test_a_store_that_is_not_there_is_an_error_of_the_store(tmp_path: Path) -> None:
    sockets = listen("127.0.0.1", 0)
    with pytest.raises(StoreError):
        await serve_process(
            Settings(data=tmp_path),
            StoreChoice("redis://127.0.0.1:1/0"),
            sockets,
            Stop(),
            lambda: None,
        )
    sockets[0].close()


async def test_parts_that_do_not_start_are_an_error_of_the_start() -> None:
    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        if asyncio.current_task() is not None:
            raise RuntimeError("not today")
        yield

    application = _application(Starlette(lifespan=lifespan))
    sockets = listen("127.0.0.1", 0)
    server = Server(application, Settings(), Stop(), lambda: None, sockets)
    with pytest.raises(StartError, match="its log has the reason"):
        await server.run_until_stopped()
    sockets[0].close()


def test_uvicorn_compresses_nothing_and_pings_nobody() -> None:
    config = uvicorn_config(_application(Starlette()), Settings())
    assert config.ws_max_size == 8192
    assert config.ws_per_message_deflate is False
    assert config.ws_ping_interval is None
