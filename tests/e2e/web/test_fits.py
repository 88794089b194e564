"""Hand and decision are on the screen, whatever is on the table, on phones and in low windows."""

from typing import Final

import pytest
from playwright.async_api import Page, expect

from kozyr_testing.browsers import DESKTOP, LANDSCAPE, PHONE, SMALL, People
from kozyr_testing.crowded_tables import CROWDED, Crowded, crowded
from kozyr_testing.processes import Kozyr
from kozyr_testing.waiting import until_true

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

SIZES: Final = (SMALL, PHONE, LANDSCAPE, (844, 390), (1280, 720))
LAID_OUT_S: Final = 5.0

_CUT: Final = """() => {
  const wrong = [];
  const named = (each) => `${each.className} ${(each.textContent ?? "").trim().slice(0, 30)}`;
  const decision = document.querySelector("section .decision");
  const isClipped = getComputedStyle(decision).overflowY !== "visible";
  const inside = (box, edge) =>
    box.left >= edge.left - 1 && box.right <= edge.right + 1 &&
    box.top >= edge.top - 1 && box.bottom <= edge.bottom + 1;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const said = [...decision.querySelectorAll(":is(button, p)")].filter(
    (each) => each.checkVisibility() && each.closest("dialog") === null,
  );
  const cards = [...document.querySelectorAll("section .hand button.place")];
  for (const each of [...said, ...cards]) {
    if (!inside(each.getBoundingClientRect(), screen)) wrong.push(`off: ${named(each)}`);
  }
  for (const each of said) {
    const isCut = !inside(each.getBoundingClientRect(), decision.getBoundingClientRect());
    if (isClipped && isCut) wrong.push(`cut: ${named(each)}`);
  }
  if (cards.length === 0) wrong.push("no hand");
  const felt = document.querySelector(".felt").getBoundingClientRect();
  const plates = [...document.querySelectorAll(".felt .seat")];
  const boxes = plates.map((each) => each.getBoundingClientRect());
  for (const [n, one] of boxes.entries()) {
    if (!inside(one, felt)) wrong.push(`over the edge: ${named(plates[n])}`);
    for (const two of boxes.slice(n + 1)) {
      const isApart = one.right <= two.left + 1 || two.right <= one.left + 1 ||
        one.bottom <= two.top + 1 || two.bottom <= one.top + 1;
      if (!isApart) wrong.push(`plates overlap: ${named(plates[n])}`);
    }
  }
  if (document.documentElement.scrollHeight > innerHeight) wrong.push("the page scrolls");
  return wrong;
}"""


async def fits(page: Page, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
    """Nothing that a player needs is cut in windows of such sizes."""
    wrong: list[str] = []

    async def is_laid_out() -> bool:
        wrong[:] = await page.evaluate(_CUT)
        return not wrong

    for width, height in sizes:
        await page.set_viewport_size({"width": width, "height": height})
        try:
            await until_true(is_laid_out, LAID_OUT_S)
        except TimeoutError:
            raise AssertionError(f"{width}x{height}: {wrong}") from None


@pytest.mark.parametrize("moment", CROWDED, ids=lambda each: f"{each.game}-{each.name}")
async def test_a_crowded_table_fits(server: Kozyr, people: People, moment: Crowded) -> None:
    async with crowded(server, moment) as (client, room):
        person = await people.come(
            f"/table/{room.id}", token=client.token, size=SMALL, language="ru"
        )
        page = person.page
        await expect(page.locator("section .hand button.place").first).to_be_visible()
        if moment.presses:
            await page.locator(moment.presses).first.click(position={"x": 6, "y": 30})
        await fits(page)


async def test_a_lost_line_moves_no_hand_away(server: Kozyr, people: People) -> None:
    async with crowded(server, CROWDED[0]) as (client, room):
        person = await people.come(
            f"/table/{room.id}",
            token=client.token,
            language="ru",
            expected=(r"ERR_INTERNET_DISCONNECTED|WebSocket",),
        )
        page = person.page
        await expect(page.locator("section .hand button.place").first).to_be_visible()
        await person.context.set_offline(True)
        await expect(page.locator(".banners .bar")).to_be_visible()
        await fits(page, (*SIZES, DESKTOP))
