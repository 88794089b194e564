"""The admins' page, for `make screenshots`: what was reported, who is here, what is forbidden."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
from playwright.async_api import Page

from kozyr_client import connect
from kozyr_protocol import messages
from kozyr_server.moderation.admin_token import NAME
from kozyr_testing.processes import Kozyr
from kozyr_testing.scenes import Hook, Scene

TABS = ("reports", "people", "sanctions", "rooms", "lobby", "audit")


def _at(token: str, tab: int) -> Hook:
    """An admin comes in, and opens a tab."""

    async def come(page: Page) -> None:
        await page.locator("#token").fill(token)
        await page.locator("#name").fill("Rita")
        await page.locator("#door button").click()
        await page.locator("#tabs button").nth(tab).click()
        await page.locator("main > *").first.wait_for()

    return come


async def admin_scenes(server: Kozyr, data: Path) -> AsyncIterator[Scene]:
    """Its door and all its tabs, after an evening on which somebody shouted."""
    token = (data / NAME).read_text("utf-8").strip()
    async with AsyncExitStack() as stack:
        anna, boris, larry = [
            await stack.enter_async_context(connect(server.socket_url, name=name))
            for name in ("Анна", "Boris", "Loud Larry")
        ]
        room = await anna.create_room("king", seats=4, name="Кинг по четвергам")
        rooms = [room, *[await each.follow(room.id) for each in (boris, larry)]]
        for each in rooms:
            await each.join()
        for n, line in (
            (0, "Добрый вечер!"),
            (1, "Hello. Who deals?"),
            (2, "YOU ARE ALL TERRIBLE"),
            (0, "Пожалуйста, спокойнее."),
            (2, "terrible terrible terrible!!!"),
        ):
            await rooms[n].say(line)
        assert larry.player is not None
        for reporter, reason, text, place in (
            (boris, "chat", "He shouts at everybody and will not stop.", room.id),
            (anna, "name", "", None),
        ):
            await reporter.ask(
                messages.Report(id=0, player=larry.player, reason=reason, text=text, room=place)
            )
        headers = {"authorization": f"Bearer {token}", "x-kozyr-admin": "Rita"}
        async with httpx.AsyncClient(base_url=server.http_url, trust_env=False) as http:
            mute = {"minutes": 60, "why": "Shouting."}
            path = f"/api/v1/admin/people/{larry.player}/punish"
            done = await http.post(path, json=mute, headers=headers)
            assert done.is_success, done.text
        yield Scene("admin-0-door", "/admin")
        for n, name in enumerate(TABS):
            yield Scene(f"admin-{n + 1}-{name}", "/admin", after=_at(token, n))
