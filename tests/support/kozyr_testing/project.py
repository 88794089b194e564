"""What the project consists of, for the tests that look at its files instead of its behaviour."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

PACKAGES = {
    "kozyr_protocol": ROOT / "protocol",
    "kozyr_games": ROOT / "server",
    "kozyr_server": ROOT / "server",
    "kozyr_client": ROOT / "clients/python",
    "kozyr_bots": ROOT / "clients/bots",
    "kozyr_load": ROOT / "clients/load",
    "kozyr_cli": ROOT / "clients/cli",
}
"""Each import package and the folder that holds it."""


def modules(package: str) -> dict[str, Path]:
    """The modules of a package: dotted name to file, packages by their ``__init__.py``."""
    folder = PACKAGES[package]
    found = {}
    for path in sorted((folder / package).rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def files() -> tuple[Path, ...]:
    """All files of the project, committed or about to be, without what git ignores."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    ).stdout.decode()
    paths = (ROOT / name for name in listing.split("\0") if name)
    return tuple(sorted({path for path in paths if path.is_file()}))
