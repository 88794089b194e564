"""Each module has a test file that covers it, where one looks for it.

``kozyr_server/rooms/core.py`` has ``test_core.py`` (or ``test_core_something.py``) beneath
``tests/server``, which names the module or the package that holds it. The modules of a small inner
package may share one file: ``kozyr_bots/policies/*.py`` in ``test_policies.py``, which then names
each of them.
"""

import ast
import re
from pathlib import Path

import pytest

from kozyr_testing.project import PACKAGES, ROOT, modules

TESTS = {
    "kozyr_protocol": ROOT / "tests/protocol",
    "kozyr_games": ROOT / "tests/games",
    "kozyr_server": ROOT / "tests/server",
    "kozyr_client": ROOT / "tests/clients",
    "kozyr_bots": ROOT / "tests/clients",
    "kozyr_load": ROOT / "tests/clients",
    "kozyr_cli": ROOT / "tests/clients",
}

ELSEWHERE: dict[str, str] = {}
"""Modules without a test file of their own: dotted name to the reason and the place."""


def _has_something_to_test(path: Path) -> bool:
    """Whether a module holds more than imports, constants and the names of types."""
    body = ast.parse(path.read_text(encoding="utf-8"), str(path)).body
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    return any(isinstance(node, kinds) for node in body)


def _needing_a_test() -> list[tuple[str, str]]:
    """Package and dotted name of every module that needs a test file."""
    return [
        (package, name)
        for package in sorted(PACKAGES)
        for name, path in modules(package).items()
        if name not in ELSEWHERE and _has_something_to_test(path)
    ]


def _names(text: str, dotted: str) -> bool:
    return re.search(rf"\b{re.escape(dotted)}\b", text) is not None


def _covers(test: Path, name: str) -> bool:
    """Whether a test file has the name, the tests and the mention that a module asks for."""
    holder, _, module = name.rpartition(".")
    holder, module = holder or name, (module or name).strip("_")
    text = test.read_text(encoding="utf-8")
    if not re.search(r"^\s*(async )?def test_|^class Test", text, re.MULTILINE):
        return False
    if re.fullmatch(rf"test_{module}(_\w+)?", test.stem):
        return _names(text, holder)
    shared = "." in holder and test.stem == f"test_{holder.rpartition('.')[2]}"
    return shared and _names(text, holder) and _names(text, module)


@pytest.mark.parametrize(("package", "name"), _needing_a_test())
def test_every_module_has_its_test_file(package: str, name: str) -> None:
    holder, _, module = name.rpartition(".")
    folder = TESTS[package]
    assert any(_covers(test, name) for test in folder.rglob("test_*.py")), (
        f"{name} has no test file: write test_{(module or name).strip('_')}.py in "
        f"{folder.relative_to(ROOT)} or beneath, with tests, naming {holder or name}; "
        "or say in ELSEWHERE of this file where it is covered, and why there"
    )


def test_every_exception_is_still_needed() -> None:
    known = {name for package in PACKAGES for name in modules(package)}
    gone = sorted(set(ELSEWHERE) - known)
    assert not gone, f"ELSEWHERE names modules that are gone: {', '.join(gone)}"
