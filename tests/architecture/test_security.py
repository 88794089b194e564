"""What `server/SECURITY.md` promises is shown by tests and bounded by settings that exist."""

import ast
import re

from kozyr_server.settings.options import OPTIONS
from kozyr_testing.project import ROOT

TEXT = (ROOT / "server/SECURITY.md").read_text(encoding="utf-8")
TESTS = set(re.findall(r"`(test_\w+)`", TEXT))
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TEXT.splitlines()
    if line.startswith("|") and not re.fullmatch(r"\|[-| ]+\|", line)
]
ABUSES = [row for row in ROWS if len(row) in {3, 4} and row[0] not in {"abuse", "asset"}]


def _written() -> set[str]:
    """The names of all test functions."""
    found: set[str] = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found.add(node.name)
    return found


def test_every_test_that_is_named_exists() -> None:
    assert TESTS, "no test is named"
    assert sorted(TESTS - _written()) == []


def test_every_setting_that_is_named_exists() -> None:
    known = {option.field for option in OPTIONS}
    named = {name for row in ROWS if len(row) == 4 for name in re.findall(r"`(\w+)`", row[2])}
    assert named, "no limit is named"
    assert sorted(named - known) == []


def test_every_abuse_is_shown_by_a_test() -> None:
    assert len(ABUSES) > 30
    assert [row[0] for row in ABUSES if "`test_" not in row[-1]] == []
