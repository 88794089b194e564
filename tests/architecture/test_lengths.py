"""No file of code is so long that nobody reads it whole."""

from pathlib import Path

import pytest

from kozyr_testing.project import ROOT, files

MOST_LINES = 500
CODE = {".css", ".js", ".lua", ".py", ".svelte", ".ts"}

LONGER: dict[str, str] = {}
"""Files that may be longer: path to the reason."""

GENERATED = ROOT / "clients/typescript/src/generated"
"""Made by a program from the schemas, and read by nobody."""

SOURCES = [path for path in files() if path.suffix in CODE and not path.is_relative_to(GENERATED)]


def _label(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _lines(path: Path) -> int:
    return len(path.read_bytes().splitlines())


@pytest.mark.parametrize("path", SOURCES, ids=_label)
def test_a_file_has_500_lines_at_most(path: Path) -> None:
    assert _lines(path) <= MOST_LINES or _label(path) in LONGER, (
        f"{_label(path)} has {_lines(path)} lines: cut it by topic, or say in LONGER why it must "
        "stay in one piece"
    )


def test_every_exception_is_still_needed() -> None:
    needed = {_label(path) for path in SOURCES if _lines(path) > MOST_LINES}
    assert set(LONGER) <= needed, "these are short enough by now, or gone"
