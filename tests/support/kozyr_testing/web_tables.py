"""Tables of the web client in tests: opened by the SDK, sat at and played in browsers."""

import asyncio
import re
from collections.abc import Mapping
from typing import Any, Final

from playwright.async_api import Page, expect

from kozyr_client import Client, Refused, Room
from kozyr_protocol import messages
from kozyr_protocol.rooms import Clock

SIT: Final = re.compile(r"^(Sit down|Сесть)")
READY: Final = re.compile(r"^(Ready|Готов)")
AGAIN: Final = re.compile(r"^(Play again|Сыграть ещё)")
BOTS_COME_S: Final = 20.0
LONG: Final = Clock(turn_ms=600_000)
"""No clock plays for anybody."""


async def opened(
    host: Client,
    game: str,
    *,
    seats: int,
    bots: int = 0,
    options: Mapping[str, Any] | None = None,
    preset: str | None = None,
) -> Room:
    """A table; the bots of the house may come a moment after the server."""
    async with asyncio.timeout(BOTS_COME_S):
        while True:
            try:
                return await host.create_room(
                    game, preset=preset, seats=seats, bots=bots, options=options, clock=LONG
                )
            except Refused as refused:
                if refused.code not in {"no_bots", "too_fast"}:
                    raise
                await asyncio.sleep(0.1)


async def sit(page: Page) -> None:
    """Sit down at the table of this page, and be ready."""
    await page.get_by_role("button", name=SIT).first.click()
    ready = page.get_by_role("button", name=READY)
    await expect(ready.first).to_be_visible()
    await ready.first.click()


async def finished(room: Room, within_s: float) -> None:
    """Wait for the end of the game.

    Raises:
        TimeoutError: It has none within `within_s` seconds.
    """
    async with asyncio.timeout(within_s):
        while room.view.phase != "finished":  # noqa: ASYNC110 - others play
            await asyncio.sleep(0.02)


async def code_of(host: Client, room: Room) -> str:
    """The code that opens a private room."""
    answer = await host.ask(messages.Invite(id=0, room=room.id))
    assert isinstance(answer, messages.Invitation)
    assert answer.code is not None
    return answer.code


async def played(room: Room, *, before: int | None = None) -> None:
    """Play a seat by the first of what is legal, to the end of the game or before a deal."""
    async for turn in room.turns():
        if before is not None and turn.table.deal >= before:
            return
        await room.act(0, turn=turn)
