"""The changelog tells of the version that the code says it is, in the agreed form."""

import re

from kozyr_protocol.__about__ import __version__
from kozyr_testing.project import ROOT

PARTS = ["Protocol", "Server", "Clients"]
KINDS = ["Changed", "Added", "Fixed"]

CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
POLICY, *VERSIONS = re.split(r"^## ", CHANGELOG, flags=re.MULTILINE)


def _is_in_order(names: list[str], order: list[str]) -> bool:
    return [name for name in order if name in names] == names


def test_policy_comes_first() -> None:
    assert "Semantic Versioning" in POLICY


def test_newest_section_is_the_version_of_the_code() -> None:
    heading = VERSIONS[0].splitlines()[0]
    allowed = rf"{re.escape(__version__)} \((unreleased|\d{{4}}-\d\d-\d\d)\)"
    assert re.fullmatch(allowed, heading), (
        f"CHANGELOG.md begins with {heading!r}; kozyr_protocol/__about__.py says {__version__}: "
        f"expected '{__version__} (unreleased)', or its date"
    )


def test_only_the_newest_section_is_unreleased() -> None:
    late = [text.splitlines()[0] for text in VERSIONS[1:] if "unreleased" in text.splitlines()[0]]
    assert not late, f"These versions are older than the newest and have no date: {late}"


def test_sections_have_the_agreed_parts_in_order() -> None:
    for version in VERSIONS:
        heading = version.splitlines()[0]
        _, *parts = re.split(r"^### ", version, flags=re.MULTILINE)
        names = [part.splitlines()[0] for part in parts]
        assert names, f"{heading} has no part: use {PARTS}"
        assert _is_in_order(names, PARTS), f"{heading} has the parts {names}: use {PARTS}"
        for part in parts:
            kinds = re.findall(r"^#### (.+)$", part, flags=re.MULTILINE)
            assert kinds, f"{heading}, {part.splitlines()[0]} has no kind of change: use {KINDS}"
            assert _is_in_order(kinds, KINDS), f"{heading} has the kinds {kinds}: use {KINDS}"
