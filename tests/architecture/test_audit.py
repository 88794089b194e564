"""Which holes are known in the dependencies (`kozyr_testing.audit`, `server/AUDIT.json`)."""

import json

import msgspec
import pytest

from kozyr_testing import audit
from kozyr_testing.audit import Audit, Finding

CONSTRAINTS = "# versions\nmsgspec==0.22.0\nuvloop==0.23.0 ; sys_platform != 'win32'\n"
LOCK = json.dumps({"packages": {"": {}, "node_modules/a/node_modules/@b/c": {"version": "1.0.0"}}})
PIP = json.dumps(
    {"dependencies": [{"name": "msgspec", "version": "0.22.0", "vulns": [{"id": "PYSEC-1"}]}]}
)
NPM = json.dumps(
    {
        "vulnerabilities": {
            "@b/c": {"range": "<2", "via": ["other", {"url": "https://example.org/1"}]}
        }
    }
)


def _made(pip: str = PIP, npm: str = NPM, before: tuple[Finding, ...] = ()) -> Audit:
    return Audit(
        "2026-01-01",
        audit.of_pip(pip, audit.pinned(CONSTRAINTS), before),
        audit.of_npm(npm, audit.locked(LOCK), before),
    )


def test_versions_are_read_from_both_lists() -> None:
    assert audit.pinned(CONSTRAINTS) == ["msgspec==0.22.0", "uvloop==0.23.0"]
    assert audit.locked(LOCK) == ["@b/c==1.0.0"]


def test_a_finding_fails_until_it_is_accepted_with_a_reason() -> None:
    made = _made()
    assert audit.problems(made, CONSTRAINTS, LOCK) == [
        "msgspec 0.22.0 has PYSEC-1",
        "@b/c <2 has https://example.org/1",
    ]
    accepted = (
        Finding("msgspec", "0.22.0", "PYSEC-1", "not reachable"),
        Finding("@b/c", "<2", "https://example.org/1", "used at build time only"),
    )
    assert audit.problems(_made(before=accepted), CONSTRAINTS, LOCK) == []


def test_other_versions_ask_for_another_audit() -> None:
    (problem,) = audit.problems(_made('{"dependencies": []}', "{}"), "msgspec==0.23.0", LOCK)
    assert problem.startswith("constraints.txt has other versions")


@pytest.mark.parametrize("said", ["", "x.ConnectionError: nobody", '{"message": "405"}'])
def test_who_could_not_be_asked_is_not_taken_as_well(said: str) -> None:
    made = _made(said, said)
    assert not made.python.reached
    assert not made.npm.reached
    assert made.npm.why


def test_the_last_audit_is_of_the_versions_that_are_used() -> None:
    made = msgspec.json.decode(audit.RESULT.read_bytes(), type=Audit)
    found = audit.problems(made, audit.PINNED.read_text(), audit.LOCKED.read_text())
    assert found == []
