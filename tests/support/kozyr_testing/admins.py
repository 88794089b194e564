"""Admins of the servers of `crowds`: their interface, over HTTP."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from msgspec.structs import replace

from kozyr_server.moderation.admin_token import NAME, token_of
from kozyr_testing.crowds import Crowd, crowds
from kozyr_testing.serving import QUICK

API = "/api/v1/admin"


class Admin:
    """Somebody with the token, at one server process."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def see(self, path: str, **query: str) -> Any:
        """What the interface shows."""
        answer = await self.client.get(API + path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def do(self, path: str, **body: Any) -> None:
        """Do something that is done."""
        answer = await self.client.post(API + path, json=body)
        assert (answer.status_code, answer.json()) == (200, {"done": True}), answer.text

    async def refused(self, path: str, **body: Any) -> tuple[int, str]:
        """Status and code of something that is not."""
        answer = await self.client.post(API + path, json=body)
        return answer.status_code, answer.json()["code"]


@asynccontextmanager
async def administered(
    folder: Path, count: int = 2, **changes: Any
) -> AsyncIterator[tuple[list[Crowd], list[Admin]]]:
    """So many server processes over one store, and an admin at each.

    Args:
        folder: of their data: the token is made there.
        count: of processes.
        changes: settings.
    """
    token = token_of(replace(QUICK, data=folder))
    made = {"admin_per_s": 0.0, "data": folder, "admin_token_file": folder / NAME}
    changes = {**made, **changes}
    headers = {"authorization": f"Bearer {token}", "x-kozyr-admin": "Rita"}
    async with AsyncExitStack() as stack:
        servers = await stack.enter_async_context(crowds(count, **changes))
        admins = [
            Admin(
                await stack.enter_async_context(
                    httpx.AsyncClient(base_url=server.url, headers=headers, trust_env=False)
                )
            )
            for server in servers
        ]
        yield servers, admins
