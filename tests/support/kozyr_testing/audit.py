"""`python -m kozyr_testing.audit write PIP NPM`, or `check`: known holes in dependencies.

`write` reads what the two tools said and writes `server/AUDIT.json`; a finding keeps the reason for
which it was accepted. `check` needs no network: the versions are still those that were looked at,
and nothing that was found is left without a reason.
"""

import hashlib
import json
import re
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from kozyr_testing.project import ROOT

RESULT = ROOT / "server/AUDIT.json"
PINNED = ROOT / "constraints.txt"
LOCKED = ROOT / "clients/package-lock.json"


class Finding(Struct, frozen=True):
    """A known hole in a version that is used."""

    package: str
    version: str
    id: str
    accepted: str = ""
    """Why it harms nobody here; empty: it is not accepted."""


class Side(Struct, frozen=True):
    """What became of one list of dependencies."""

    source: str
    """Who was asked."""
    reached: bool
    """False: he could not be asked, and nothing is known."""
    why: str
    """His words, if so."""
    packages: int
    digest: str
    """Of names and versions."""
    findings: tuple[Finding, ...]


class Audit(Struct, frozen=True):
    """The last one."""

    date: str
    python: Side
    npm: Side


def pinned(text: str) -> list[str]:
    """`name==version` of each line of constraints."""
    return sorted(line.split(";")[0].strip() for line in text.splitlines() if "==" in line)


def locked(text: str) -> list[str]:
    """`name==version` of each package of a lock file of npm."""
    packages = json.loads(text)["packages"]
    return sorted(
        f"{path.rpartition('node_modules/')[2]}=={entry['version']}"
        for path, entry in packages.items()
        if "node_modules/" in path and "version" in entry
    )


def digest(names: list[str]) -> str:
    """The same for the same versions."""
    return hashlib.sha256("\n".join(names).encode()).hexdigest()


def of_pip(text: str, names: list[str], before: tuple[Finding, ...]) -> Side:
    """From the JSON of `pip-audit`, or from what it said instead."""
    source = "osv.dev, by pip-audit"
    try:
        listed = json.loads(text)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return _unreached(source, text, names)
    found = [
        Finding(one["name"], one["version"], hole["id"])
        for one in listed
        for hole in one.get("vulns", ())
    ]
    return Side(source, True, "", len(names), digest(names), _kept(found, before))


def of_npm(text: str, names: list[str], before: tuple[Finding, ...]) -> Side:
    """From the JSON of `npm audit`, or from what it said instead."""
    source = "registry.npmjs.org, by npm audit"
    try:
        holes = json.loads(text)["vulnerabilities"]
    except (ValueError, KeyError, TypeError):
        return _unreached(source, text, names)
    found = [
        Finding(name, hole["range"], str(via["url"]))
        for name, hole in holes.items()
        for via in hole["via"]
        if isinstance(via, dict)
    ]
    return Side(source, True, "", len(names), digest(names), _kept(found, before))


def problems(audit: Audit, constraints: str, lock: str) -> list[str]:
    """What is not as it was audited, in sentences."""
    found = []
    for side, names, file in (
        (audit.python, pinned(constraints), PINNED.name),
        (audit.npm, locked(lock), LOCKED.name),
    ):
        if side.digest != digest(names):
            found.append(f"{file} has other versions than at the last audit: run `make audit`")
        found += [
            f"{hole.package} {hole.version} has {hole.id}"
            for hole in side.findings
            if not hole.accepted
        ]
    return found


def _kept(found: list[Finding], before: tuple[Finding, ...]) -> tuple[Finding, ...]:
    reasons = {(each.package, each.id): each.accepted for each in before}
    return tuple(
        Finding(each.package, each.version, each.id, reasons.get((each.package, each.id), ""))
        for each in found
    )


def _unreached(source: str, text: str, names: list[str]) -> Side:
    try:
        why = str(json.loads(text)["message"])
    except (ValueError, KeyError, TypeError):
        said = [line for line in text.splitlines() if re.search(r"[A-Za-z]Error\b", line)]
        why = (said or ["nothing was said"])[-1].partition(" with url")[0]
    why = " ".join(why.split())[:200]
    return Side(source, False, why, len(names), digest(names), ())


def _write(pip: Path, npm: Path) -> None:
    before: Any = None
    if RESULT.exists():
        before = msgspec.json.decode(RESULT.read_bytes(), type=Audit)
    audit = Audit(
        datetime.now(UTC).date().isoformat(),
        of_pip(
            pip.read_text(), pinned(PINNED.read_text()), before.python.findings if before else ()
        ),
        of_npm(npm.read_text(), locked(LOCKED.read_text()), before.npm.findings if before else ()),
    )
    RESULT.write_bytes(msgspec.json.format(msgspec.json.encode(audit), indent=2) + b"\n")


def main(arguments: list[str]) -> int:
    """Write or check."""
    if arguments[0] == "write":
        _write(Path(arguments[1]), Path(arguments[2]))
    audit = msgspec.json.decode(RESULT.read_bytes(), type=Audit)
    for side in (audit.python, audit.npm):
        if not side.reached:
            print(f"Not known since {audit.date}: {side.source} could not be asked ({side.why}).")
    found = problems(audit, PINNED.read_text(), LOCKED.read_text())
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
