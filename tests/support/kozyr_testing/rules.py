"""Which test holds which rule: `@rule("F2.take")` on a test, the rules in `tests/games/rulebook`.

`tests/games/RULES.md` is made of both by `python -m kozyr_testing.rules` (with `tests/support` on
the path), and `tests/games/test_rules_table.py` keeps it fresh and complete. In a rulebook the part
`elsewhere` names tests of other folders, and `not_ours` says why a rule cannot concern us.
"""

import ast
import sys
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

GAMES_TESTS = Path(__file__).parents[2] / "games"
TABLE = GAMES_TESTS / "RULES.md"


def rule(*ids: str) -> pytest.MarkDecorator:
    """Say which rules of the rulebook a test holds."""
    return pytest.mark.rule(*ids)


def rulebooks() -> dict[str, dict[str, str]]:
    """Game → rule id → the rule in a sentence."""
    books = {}
    for path in sorted((GAMES_TESTS / "rulebook").glob("*.toml")):
        books[path.stem] = dict(tomllib.loads(path.read_text(encoding="utf-8"))["rules"])
    return books


def holders() -> dict[str, list[str]]:
    """Rule id → the tests that hold it, as `file::test`."""
    found: dict[str, list[str]] = {}
    for path in sorted(GAMES_TESTS.glob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                for rule_id in _ids(node.decorator_list):
                    found.setdefault(rule_id, []).append(f"{path.name}::{node.name}")
    for rule_id, test in elsewhere().items():
        found.setdefault(rule_id, []).append(test)
    return found


def elsewhere() -> dict[str, str]:
    """Rule id → the test of another folder that holds it, as `path::test`, as a rulebook says."""
    return _parts("elsewhere")


def not_ours() -> dict[str, str]:
    """Id of a rule that cannot concern us → why."""
    return _parts("not_ours")


def _parts(name: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for path in sorted((GAMES_TESTS / "rulebook").glob("*.toml")):
        found |= tomllib.loads(path.read_text(encoding="utf-8")).get(name, {})
    return found


def _ids(decorators: Iterable[ast.expr]) -> Iterable[str]:
    for decorator in decorators:
        if (
            isinstance(decorator, ast.Call)
            and isinstance(decorator.func, ast.Name)
            and decorator.func.id == "rule"
        ):
            for argument in decorator.args:
                assert isinstance(argument, ast.Constant)
                yield str(argument.value)


def table(books: Mapping[str, Mapping[str, str]], held: Mapping[str, list[str]]) -> str:
    """The text of RULES.md."""
    lines = [
        "# Which test holds which rule",
        "",
        "Made by `python -m kozyr_testing.rules`; the rules are in `rulebook/`.",
    ]
    for game, rules in books.items():
        lines += ["", f"## {game}", "", "| rule | says | held by |", "|---|---|---|"]
        for rule_id, says in rules.items():
            tests = ", ".join(f"`{test}`" for test in held.get(rule_id, []))
            lines.append(f"| {rule_id} | {says} | {tests} |")
    lines += ["", "## Not ours", "", "| rule | why |", "|---|---|"]
    lines += [f"| {rule_id} | {why} |" for rule_id, why in not_ours().items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TABLE.write_text(table(rulebooks(), holders()), encoding="utf-8")
    sys.stdout.write(f"wrote {TABLE}\n")
