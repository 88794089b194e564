"""A package says in its ``__init__.py`` what is public, and only there."""

import ast
import importlib
from pathlib import Path

import pytest

from kozyr_testing.project import PACKAGES, modules

MODULES = {name: path for package in sorted(PACKAGES) for name, path in modules(package).items()}
INITS = sorted(name for name, path in MODULES.items() if path.name == "__init__.py")


def _has_all(path: Path) -> bool:
    """Whether a module assigns ``__all__``, in whatever way."""
    return any(
        isinstance(node, ast.Name) and node.id == "__all__" and isinstance(node.ctx, ast.Store)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path)))
    )


def test_only_packages_have_all() -> None:
    wrong = [
        name for name, path in MODULES.items() if path.name != "__init__.py" and _has_all(path)
    ]
    assert not wrong, f"__all__ belongs to the __init__.py of a package: {', '.join(wrong)}"


@pytest.mark.parametrize("name", INITS)
def test_every_public_name_exists_once(name: str) -> None:
    module = importlib.import_module(name)
    public: list[str] = list(getattr(module, "__all__", []))
    missing = [each for each in public if not hasattr(module, each)]
    assert not missing, f"{name}.__all__ names what is not there: {', '.join(missing)}"
    twice = sorted({each for each in public if public.count(each) > 1})
    assert not twice, f"{name}.__all__ has names twice: {', '.join(twice)}"


@pytest.mark.parametrize("package", sorted(PACKAGES))
def test_every_package_is_typed(package: str) -> None:
    marker = PACKAGES[package] / package / "py.typed"
    assert marker.is_file(), f"{marker} is missing: users' type checkers would see nothing"
