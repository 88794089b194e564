"""Texts of the web client: whether a page speaks its language, and nothing else."""

import re
from functools import cache
from typing import Final

from playwright.async_api import Page

from kozyr_testing.browsers import Language
from kozyr_testing.node import CLIENTS

LOCALES: Final = CLIENTS / "web/src/locales"
_PLAIN: Final = re.compile(r"^([a-z][\w-]*) = ([^{}\n]{4,})$", re.MULTILINE)
_KEY: Final = re.compile(r"^[a-z][a-z0-9]*(-[a-z0-9_]+)+$")
_SHOWN: Final = """() => {
  const texts = document.body.innerText.split("\\n");
  for (const each of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
    for (const name of ["aria-label", "title", "placeholder"]) {
      const text = each.getAttribute(name);
      if (text !== null) texts.push(text);
    }
  }
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ""))];
}"""


@cache
def _plain(language: Language) -> dict[str, str]:
    """Texts without arguments, by key."""
    files = sorted((LOCALES / language).rglob("*.ftl"))
    return {
        key: text.strip() for path in files for key, text in _PLAIN.findall(path.read_text("utf-8"))
    }


def said(language: Language, key: str) -> str:
    """A text without arguments."""
    return _plain(language)[key]


@cache
def _others(language: Language) -> frozenset[str]:
    """Texts that only the other language has."""
    own = frozenset(_plain(language).values())
    return frozenset(_plain("ru" if language == "en" else "en").values()) - own


async def foreign(page: Page, language: Language) -> list[str]:
    """What a page shows or says in another language, or as a bare key of the catalogues."""
    shown: list[str] = await page.evaluate(_SHOWN)
    keys = _plain("en")
    return [
        text for text in shown if text in _others(language) or (_KEY.match(text) and text in keys)
    ]
