"""The project's files speak for themselves: links lead somewhere, and nothing points outside."""

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from kozyr_testing.project import ROOT, files

FILES = files()
DOCUMENTS = [path for path in FILES if path.suffix == ".md"]
FOLDERS = {".ci", "clients", "protocol", "server", "tests"}
# Put together, so that this file does not hold what it looks for.
OUTSIDE = tuple(f"{start}/shared" for start in ("..", "/work"))

FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"\[[^\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)|^\[[^\]]+\]:\s+(\S+)", re.MULTILINE)
HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*$", re.MULTILINE)
ANCHOR = re.compile(r"<a\s+(?:id|name)=\"([^\"]+)\"")


def _label(path: Path) -> str:
    return str(path.relative_to(ROOT))


def _links(text: str) -> list[str]:
    """The targets of all links that stay within the project."""
    prose = CODE.sub("", FENCE.sub("", text))
    targets = [inline or reference for inline, reference in LINK.findall(prose)]
    return [each for each in targets if not re.match(r"[a-z][a-z0-9+.-]*:|//", each)]


def _anchors(text: str) -> set[str]:
    """The names that a heading or an explicit anchor gives, in GitHub's spelling."""
    found = set(ANCHOR.findall(text))
    for heading in HEADING.findall(FENCE.sub("", text)):
        words = re.sub(r"[^\w\- ]", "", re.sub(r"\]\([^)]*\)", "", heading).lower())
        name = words.replace(" ", "-")
        again = sum(1 for each in found if re.fullmatch(rf"{re.escape(name)}(-\d+)?", each))
        found.add(f"{name}-{again}" if name in found else name)
    return found


@pytest.mark.parametrize("document", DOCUMENTS, ids=_label)
def test_links_lead_somewhere(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    broken = []
    for link in _links(text):
        name, _, anchor = unquote(link).partition("#")
        target = document.parent / name if name else document
        if not target.exists():
            broken.append(f"{link} (no such file)")
        elif (
            anchor and target.suffix == ".md" and anchor not in _anchors(target.read_text("utf-8"))
        ):
            broken.append(f"{link} (no such heading)")
    assert not broken, f"{_label(document)} links to {'; '.join(broken)}"


def test_links_stay_within_the_project() -> None:
    outside = [
        f"{_label(document)}: {link}"
        for document in DOCUMENTS
        for link in _links(document.read_text(encoding="utf-8"))
        if not (document.parent / unquote(link)).resolve().is_relative_to(ROOT)
    ]
    assert not outside, f"Links out of the project: {'; '.join(outside)}"


def test_nothing_refers_to_a_place_outside_the_project() -> None:
    found = []
    for path in FILES:
        data = path.read_bytes()
        for number, line in enumerate(data.split(b"\n"), 1):
            if any(each.encode() in line for each in OUTSIDE):
                found.append(f"{_label(path)}:{number}")
    assert not found, f"A reader of the project cannot open what is named in {', '.join(found)}"


def test_top_level_has_no_further_folders() -> None:
    folders = {path.relative_to(ROOT).parts[0] for path in FILES if path.parent != ROOT}
    assert folders == FOLDERS, (
        f"The folders at the top are fixed; too many: {sorted(folders - FOLDERS)}, "
        f"missing: {sorted(FOLDERS - folders)}"
    )
