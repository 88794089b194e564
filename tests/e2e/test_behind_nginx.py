"""A server behind a real nginx, with the site that hosts are given: TLS, sockets, addresses."""

import asyncio
import os
import ssl
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
from msgspec import Struct
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from kozyr_protocol import limits, messages
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.codec import Subprotocol, decode_server, encode_client
from kozyr_protocol.ids import ActionKey, GameKey
from kozyr_testing.nginx import HOST, NGINX, configured
from kozyr_testing.ports import free_port
from kozyr_testing.processes import Kozyr, kozyr_serve, program
from kozyr_testing.project import ROOT
from kozyr_testing.waiting import until_true

SITE = ROOT / "server/deploy/nginx/kozyr.conf"
MOST = 3
FLOOD = 40

pytestmark = pytest.mark.nginx


class Site(Struct, frozen=True):
    """A public lobby."""

    port: int
    trust: ssl.SSLContext
    server: Kozyr

    def http(self) -> httpx.AsyncClient:
        """A browser's side of it."""
        return httpx.AsyncClient(
            base_url=f"https://127.0.0.1:{self.port}",
            verify=self.trust,
            headers={"host": HOST},
            trust_env=False,
        )

    def socket(self, **headers: str) -> connect:
        """A WebSocket through nginx."""
        return connect(
            f"wss://{HOST}/ws",
            host="127.0.0.1",
            port=self.port,
            ssl=self.trust,
            proxy=None,
            subprotocols=[Subprotocol.MSGPACK],  # type: ignore[list-item]  # a text of its own type
            additional_headers=headers,
        )


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """nginx before one server, as `server/LOBBY.md` has it."""
    if NGINX is None:
        reason = "there is no nginx on PATH"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    port = free_port()
    options = ("--data", str(tmp_path / "data"), "--connections-per-address", str(MOST))
    async with kozyr_serve(*options, log=tmp_path / "log") as server:
        config = configured(SITE, tmp_path, port, (f"127.0.0.1:{server.port}",))
        async with program(NGINX, "-p", str(tmp_path), "-c", str(config)):
            trust = ssl.create_default_context(cafile=str(tmp_path / "fullchain.pem"))
            trust.check_hostname = False
            found = Site(port, trust, server)

            async def answers() -> bool:
                try:
                    async with found.http() as http:
                        return (await http.get("/healthz")).status_code == 200
                except httpx.TransportError:
                    return False

            await until_true(answers, 10)
            yield found


async def _greet(socket: object) -> object:
    hello = encode_client(messages.Hello(1, 1), Subprotocol.MSGPACK)
    await socket.send(hello)  # type: ignore[attr-defined]  # a connection of websockets
    async with asyncio.timeout(10):
        return decode_server(await socket.recv(), Subprotocol.MSGPACK)  # type: ignore[attr-defined]  # see above


async def test_pages_and_sockets_come_through_and_figures_do_not(site: Site) -> None:
    async with site.http() as http:
        assert "games" in (await http.get("/api/v1/games")).json()
        page = await http.get("/")
        assert page.status_code == 200
        assert "max-age" in page.headers["strict-transport-security"]
        assert [(await http.get(path)).status_code for path in ("/metrics", "/readyz")] == [403] * 2
    async with site.socket() as socket:
        assert isinstance(await _greet(socket), messages.Welcome)


async def test_limits_hold_the_address_behind_nginx(site: Site) -> None:
    # The client is on loopback and so a trusted proxy itself: what it says it forwards is believed.
    headers = {"X-Forwarded-For": "203.0.113.9"}
    async with AsyncExitStack() as stack:
        for _ in range(MOST):
            socket = await stack.enter_async_context(site.socket(**headers))
            assert isinstance(await _greet(socket), messages.Welcome)
        async with site.socket(**headers) as more:
            async with asyncio.timeout(10):
                await more.wait_closed()
            assert more.close_code == CloseCode.TOO_MANY_CONNECTIONS
        async with site.socket(**{"X-Forwarded-For": "203.0.113.10"}) as other:
            assert isinstance(await _greet(other), messages.Welcome)
    async with httpx.AsyncClient(base_url=site.server.http_url) as http:

        async def counted() -> bool:
            series = 'kozyr_limits_total{limit="connections_per_address"} 1.0'
            return series in (await http.get("/metrics")).text

        await until_true(counted)


async def test_a_flood_of_dials_is_turned_away_by_nginx(site: Site) -> None:
    async def dial() -> int:
        try:
            async with site.socket():
                return 101
        except InvalidStatus as error:
            return error.response.status_code

    async with site.socket() as table, site.http() as http:
        assert isinstance(await _greet(table), messages.Welcome)
        answers: Counter[int] = Counter()
        async with asyncio.timeout(60):
            while answers[429] < FLOOD:
                answers.update(await asyncio.gather(*(dial() for _ in range(20))))
        # Whoever comes back with all his tabs is let in, and nobody was turned away otherwise.
        assert answers[101] >= 3 * limits.MAX_ROOMS
        assert set(answers) == {101, 429}
        # Who is in goes on with all that he does, and so do pages.
        create = messages.Create(1, ActionKey("k" * 16), GameKey("king"))
        await table.send(encode_client(create, Subprotocol.MSGPACK))
        async with asyncio.timeout(10):
            answer = decode_server(await table.recv(), Subprotocol.MSGPACK)
        assert isinstance(answer, messages.Created)
        assert (await http.get("/healthz")).status_code == 200

    async def is_let_in() -> bool:
        return await dial() == 101

    await until_true(is_let_in, 10)


async def test_a_server_that_restarts_is_found_again(site: Site) -> None:
    async with site.socket() as socket:
        assert isinstance(await _greet(socket), messages.Welcome)
        await site.server.stop()
        async with asyncio.timeout(10):
            await socket.wait_closed()
        assert socket.close_code in {4000, 1006}
    await site.server.start()

    async def is_back() -> bool:
        async with site.http() as http:
            return (await http.get("/healthz")).status_code == 200

    # nginx leaves a server that refused alone for two seconds.
    await until_true(is_back, 10)
    async with site.socket() as socket:
        assert isinstance(await _greet(socket), messages.Welcome)
