"""The admins' interface in a server (`kozyr_server.moderation.assembly`)."""

import asyncio
from pathlib import Path

import httpx

from kozyr_server.moderation.assembly import drainer
from kozyr_server.store.model import ProcessId
from kozyr_server.telemetry import Metrics
from kozyr_server.transport.connections import Connections
from kozyr_server.transport.limits import Addresses, Allowances, Rate, Rates
from kozyr_testing.admins import API
from kozyr_testing.crowds import crowds
from kozyr_testing.processes import kozyr_serve

RATE = Rate(0.0, 1)


def test_a_process_drains_only_when_it_is_meant() -> None:
    connections = Connections(
        Metrics(), Allowances(Rates(RATE, RATE, RATE, RATE)), Addresses(1), 1, lambda: 0.0
    )
    drain = drainer(ProcessId("a" * 12), connections, 0.0)
    seen = []
    for target, drains in (("b" * 12, True), ("a" * 12, True), ("", False)):
        drain(target, drains)
        seen.append(connections.is_draining)
    assert seen == [False, True, False]


async def test_without_a_token_nobody_is_an_admin() -> None:
    async with (
        crowds(1) as (crowd,),
        httpx.AsyncClient(base_url=crowd.url, trust_env=False) as client,
    ):
        answer = await client.get(API, headers={"authorization": "Bearer x"})
        assert (answer.status_code, answer.json()["code"]) == (404, "no_admins")


async def test_all_workers_take_the_token_that_the_first_start_made(tmp_path: Path) -> None:
    options = ("--data", str(tmp_path), "--workers", "2", "--durability", "everysec")
    async with kozyr_serve(*options, log=tmp_path / ".log") as server:
        token = (tmp_path / "admin-token").read_text().strip()
        headers = {"authorization": f"Bearer {token}", "connection": "close"}
        processes: set[str] = set()
        async with asyncio.timeout(30):
            while len(processes) < 2:
                async with httpx.AsyncClient(trust_env=False, headers=headers) as client:
                    answer = await client.get(server.http_url + API)
                    assert answer.status_code == 200, answer.text
                    processes.add(answer.json()["process"])
        await server.stop()
    assert token not in (tmp_path / ".log").read_text()
