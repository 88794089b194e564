"""The admins' page (`kozyr_server.moderation.pages`)."""

import ast
import re
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

from kozyr_testing.admins import administered

FOLDER = files("kozyr_server.moderation") / "page"


class _Sources(HTMLParser):
    """What a page loads, and what would run or be drawn without a file of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.inline: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        for name in ("src", "href"):
            if given.get(name) is not None:
                self.loaded.append(str(given[name]))
        if (tag == "script" and "src" not in given) or tag == "style" or "style" in given:
            self.inline.append(tag)
        self.inline += [name for name in given if name.startswith("on")]


async def test_the_page_loads_nothing_of_others_and_runs_nothing_inline(tmp_path: Path) -> None:
    async with administered(tmp_path, 1) as (_, (admin,)):
        page = await admin.client.get("/admin", headers={"authorization": ""})
        assert page.status_code == 200
        policies = page.headers.get_list("content-security-policy")
        assert any(each.startswith("default-src 'none'; script-src 'self'") for each in policies)
        assert page.headers["x-frame-options"] == "DENY"
        sources = _Sources()
        sources.feed(page.text)
        assert sources.inline == []
        for path in sources.loaded:
            assert path.startswith("/admin/")
            assert (await admin.client.get(path)).status_code == 200
        assert (await admin.client.get("/admin/../guard.py")).status_code == 404
        assert (await admin.client.get("/admin/none.js")).status_code == 404


def test_text_of_people_is_never_read_as_html() -> None:
    script = (FOLDER / "admin.js").read_text(encoding="utf-8")
    for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
        assert way not in script
    assert "localStorage" not in script, "the token stays in its tab"


def test_every_word_is_there_in_both_languages() -> None:
    text = (FOLDER / "words.js").read_text(encoding="utf-8")
    english, russian = text.partition("\n};")[0].split("  ru: {")
    keys = [set(re.findall(r"(\w+): \"", part)) for part in (english, russian)]
    assert keys[0] == keys[1]
    used = set(re.findall(r"\bw\.(\w+)", (FOLDER / "admin.js").read_text(encoding="utf-8")))
    used |= set(re.findall(r"words\(\)\.(\w+)", (FOLDER / "admin.js").read_text(encoding="utf-8")))
    used |= set(re.findall(r'data-word="(\w+)"', (FOLDER / "index.html").read_text("utf-8")))
    assert used <= keys[0], used - keys[0]


def _refusals() -> set[str]:
    """Sentences with which the admins' interface refuses."""
    found = set()
    for path in Path(str(FOLDER)).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="Refusal" | "RefusedError"), args=[*_, last]):
                    if isinstance(last, ast.Constant) and isinstance(last.value, str):
                        found.add(last.value)
    return found


def test_every_refusal_is_there_in_russian() -> None:
    text = (FOLDER / "words.js").read_text(encoding="utf-8")
    problems = text.partition("const PROBLEMS = {")[2].partition("};")[0]
    known = set(re.findall(r'^  "(.+?)": "', problems, re.MULTILINE))
    assert known == _refusals()
