"""Tables of the web client in tests: opened by the SDK, sat at and played in browsers."""

import asyncio
import re
from collections.abc import Mapping
from typing import Any, Final

from playwright.async_api import Locator, Page, expect

from kozyr_client import Client, Refused, Room
from kozyr_protocol import messages, record
from kozyr_protocol.record import Record
from kozyr_protocol.rooms import Clock
from kozyr_testing.browsers import Language
from kozyr_testing.web_texts import said

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


async def recorded(page: Page, room: Room) -> Record:
    """What the server keeps of a game that is over."""
    address = page.url.split("/table/")[0] + f"/api/v1/records/{room.view.record}"
    answer = await page.request.get(address)
    assert answer.ok, answer.status
    return record.loads(await answer.body())


def signed(value: int) -> str:
    """A number as pages print it where losses are usual."""
    return f"{value:+}".replace("-", "−").replace("+0", "0")


def result_of(page: Page, language: Language) -> Locator:
    """The panel of the end."""
    return page.get_by_role("dialog", name=said(language, "end-title"))


async def tells_result(page: Page, language: Language, game: Record) -> None:
    """The panel of the end has the places, points and chips of a record, the winners first."""
    rows = result_of(page, language).locator("tbody tr")
    await expect(rows).to_have_count(len(game.seats))
    places = [
        1 if seat in game.winners else 1 + sum(other > total for other in game.totals)
        for seat, total in enumerate(game.totals)
    ]
    order = sorted(range(len(places)), key=lambda seat: (places[seat], -game.totals[seat], seat))
    for row, seat in zip(await rows.all(), order, strict=True):
        shown = [str(places[seat]), str(game.totals[seat]).replace("-", "−")]
        if game.settlement is not None:
            shown.append(signed(game.settlement[seat]))
        await expect(row.get_by_role("rowheader")).to_contain_text(game.seats[seat].name)
        await expect(row.get_by_role("cell")).to_have_text(shown)


async def tells_sheet(page: Page, language: Language, game: Record) -> None:
    """The last line of the score sheet has the sums of all deals of a record."""
    await page.get_by_role("button", name=said(language, "sheet-caption")).click()
    scores = page.get_by_role("dialog").locator("tfoot .score")
    await expect(scores).to_have_count(len(game.seats))
    shown = [int(each.replace("−", "-")) for each in await scores.all_inner_texts()]
    assert shown == [sum(each) for each in zip(*(deal.scores for deal in game.deals), strict=True)]
    await page.keyboard.press("Escape")
    await expect(scores).to_have_count(0)


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
