"""Cutting a connection under Uvicorn (`kozyr_server.transport.uvicorn_protocol`)."""

import asyncio
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from kozyr_server.running.listening import listen
from kozyr_server.transport.layer import CUT
from kozyr_server.transport.uvicorn_protocol import SocketProtocol
from kozyr_testing.waiting import until


async def test_the_application_can_cut_a_connection() -> None:
    """Uvicorn promises none of the names that this leans on: a new version shows here."""
    events: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        scope["extensions"][CUT]["cut"]()
        events.append((await receive())["type"])

    sockets = listen("127.0.0.1", 0)
    config = uvicorn.Config(app, ws=SocketProtocol, lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve(sockets))
    port = sockets[0].getsockname()[1]
    try:
        async with (
            asyncio.timeout(10),
            connect(f"ws://127.0.0.1:{port}/", proxy=None) as socket,
        ):
            with pytest.raises(ConnectionClosed):
                await socket.recv()
            assert socket.close_code == 1006
        await until(lambda: bool(events))
    finally:
        server.should_exit = True
        await running
    assert events == ["websocket.disconnect"]
