"""What axe says of a page of the web client."""

from typing import Any, Final

from playwright.async_api import Page

from kozyr_testing import node

_INDEX: Final = "label-content-name-mismatch"
"""A card shows its index alone until its face is there: it is named by words all the time."""


async def judged(page: Page) -> list[str]:
    """What axe finds that keeps people out: serious and critical faults."""
    if not await page.evaluate("() => 'axe' in window"):
        axe = node.CLIENTS / "node_modules/axe-core/axe.min.js"
        await page.evaluate(axe.read_text("utf-8"))
    found: dict[str, Any] = await page.evaluate(
        "() => axe.run(document, { resultTypes: ['violations'] })"
    )
    return [
        f"{each['id']} ({each['impact']}): {one['html'][:160]}"
        for each in found["violations"]
        if each["impact"] in {"serious", "critical"}
        for one in each["nodes"]
        if each["id"] != _INDEX or 'class="place' not in one["html"]
    ]
