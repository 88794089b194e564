"""Texts of the web client: whether a page speaks its language, and nothing else."""

import re
from functools import cache
from typing import Final

from playwright.async_api import Page

from kozyr_testing.browsers import Language
from kozyr_testing.node import CLIENTS

LOCALES: Final = CLIENTS / "web/src/locales"
_PLAIN: Final = re.compile(r"^([a-z][\w-]*) = ([^{}\n]{4,})$", re.MULTILINE)
_FILLED: Final = re.compile(r"^([a-z][\w-]*) = (.*\{ \$\w+ \}.*)$", re.MULTILINE)
"""A text of a line with arguments in it, and no choice."""
_ARGUMENT: Final = re.compile(r"\{ [^{}]+ \}")
_WORD: Final = re.compile(r"[^\W\d_]{4}")
_MISSING: Final = "⟨"
"""So a text begins that is in no catalogue."""
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


@cache
def _filled(language: Language) -> dict[str, re.Pattern[str]]:
    """How texts with arguments look when they are shown, by key; those with words of their own."""
    files = sorted((LOCALES / language).rglob("*.ftl"))
    found: dict[str, re.Pattern[str]] = {}
    for path in files:
        for key, text in _FILLED.findall(path.read_text("utf-8")):
            parts = _ARGUMENT.split(text.strip())
            if "{" not in "".join(parts) and _WORD.search(" ".join(parts)):
                found[key] = re.compile(".+".join(map(re.escape, parts)))
    return found


def _is_of_other(text: str, language: Language) -> bool:
    """Whether it is a text with arguments of the other language."""
    other: Language = "ru" if language == "en" else "en"
    return any(
        each.fullmatch(text) and not (own and own.fullmatch(text))
        for key, each in _filled(other).items()
        for own in [_filled(language).get(key)]
    )


async def foreign(page: Page, language: Language) -> list[str]:
    """What a page shows or says in another language, or as a bare key of the catalogues."""
    shown: list[str] = await page.evaluate(_SHOWN)
    keys = _plain("en")
    return [
        text
        for text in shown
        if text in _others(language)
        or (_KEY.match(text) and text in keys)
        or _MISSING in text
        or _is_of_other(text, language)
    ]
