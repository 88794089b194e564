"""How cards move: not for whoever asked for less of it, and with a finger."""

import pytest
from playwright.async_api import Page, expect

from kozyr_client import Turn
from kozyr_testing.browsers import DESKTOP, PHONE, People
from kozyr_testing.processes import Kozyr
from kozyr_testing.steering import seated, steered

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

UP_PX = 150
STEPS = 6
# The ring of a clock goes on by itself: it tells the time, and is no card.
_MOVING = """() => document.getAnimations().filter(
  (each) =>
    each.effect?.target?.closest(".hand, .trick") != null &&
    each.effect.getComputedTiming().duration > 0
).length"""
_LOOK = f"""() => {{
  window.moved = 0;
  const look = () => {{
    window.moved += ({_MOVING})();
    requestAnimationFrame(look);
  }};
  look();
}}"""


def first(_: int, turn: Turn) -> dict[str, object]:
    return dict(turn.legal[0])


@pytest.mark.parametrize("less", [False, True], ids=["usual", "less"])
async def test_cards_fly_unless_less_motion_is_asked_for(
    server: Kozyr, people: People, less: bool
) -> None:
    async with seated(server, "knaves", 3, {}) as (clients, rooms):
        seat = await steered(rooms, first, lambda _, turn: len(turn.table.trick) == 1)
        others = [room for other, room in enumerate(rooms) if other != seat]
        person = await people.come(
            f"/table/{rooms[0].id}",
            token=clients[seat].token,
            size=DESKTOP,
            animations=True,
            less_motion=less,
        )
        page = person.page
        lit = page.locator("section .hand button.place[aria-disabled=false]")
        await expect(lit.first).to_be_visible()
        # What came with the page itself is over.
        await page.wait_for_function(f"() => ({_MOVING})() === 0")
        await page.evaluate(_LOOK)
        held = await page.locator("section .hand button.place").count()
        # No click: which part of it the cards beside it leave free depends on chance.
        await lit.first.press("Enter")
        await expect(page.locator("section .hand button.place")).to_have_count(held - 1)
        await steered(
            others,
            first,
            lambda *_: False,
            over=lambda: not others[0].table.trick and sum(others[0].table.taken) == 1,
        )
        await expect(page.get_by_label("On the table: no cards")).to_be_attached()
        await expect(page.locator("section .trick li")).to_have_count(0)
        moved = int(await page.evaluate("() => window.moved"))
        assert (moved == 0) is less


async def drag(page: Page, x: float, y: float) -> None:
    """A finger takes hold of something, and goes up with it."""
    finger = await page.context.new_cdp_session(page)

    async def touch(kind: str, *points: dict[str, float]) -> None:
        await finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    await touch("touchStart", {"x": x, "y": y})
    for n in range(1, STEPS + 1):
        await touch("touchMove", {"x": x, "y": y - UP_PX * n / STEPS})
    await touch("touchEnd")


async def test_a_card_is_dragged_by_a_finger(server: Kozyr, people: People) -> None:
    async with seated(server, "knaves", 3, {}) as (clients, rooms):
        seat = await steered(rooms, first, lambda _, turn: len(turn.table.trick) == 1)
        other = rooms[(seat + 1) % 3]
        person = await people.come(
            f"/table/{rooms[0].id}", token=clients[seat].token, size=PHONE, language="ru"
        )
        page = person.page
        hand = page.locator("section .hand button.place")
        lit = page.locator("section .hand button.place[aria-disabled=false]").first
        await expect(lit).to_be_visible()
        held = await hand.count()
        box = await lit.bounding_box()
        assert box is not None
        await drag(page, box["x"] + 8, box["y"] + box["height"] / 2)
        await expect(hand).to_have_count(held - 1)
        assert await page.evaluate("() => scrollY") == 0
        assert [each.seat for each in other.table.trick][-1] == seat
