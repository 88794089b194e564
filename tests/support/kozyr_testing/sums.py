"""Folders whose files are added and never edited, held to that by the sums in `SHA256SUMS`."""

import hashlib
from pathlib import Path
from typing import Final

NAME: Final = "SHA256SUMS"
"""In each line the SHA-256 of a file, two spaces, and its path in the folder."""


def add(folder: Path, name: str, content: bytes) -> Path:
    """Write a file that is not there yet, and its sum.

    Args:
        folder: Holds `SHA256SUMS`; made if it is not there.
        name: Path of the file in it, with `/`.
        content: Of the file.

    Raises:
        FileExistsError: There is one of this name.
    """
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as file:
        file.write(content)
    with (folder / NAME).open("a", encoding="ascii") as sums:
        sums.write(f"{hashlib.sha256(content).hexdigest()}  {name}\n")
    return path


def problems(folder: Path, pattern: str) -> list[str]:
    """Names of files that were edited, removed or noted twice, or were not added by `add`.

    Args:
        folder: Holds `SHA256SUMS`.
        pattern: Of the files that must be noted.
    """
    lines = (folder / NAME).read_text("ascii").splitlines()
    noted = {name: digest for digest, name in (line.split("  ") for line in lines)}
    found = [] if len(noted) == len(lines) else [f"{NAME}: a file is noted twice"]
    there = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.glob(pattern)
    }
    changed = sorted(name for name in noted if there.get(name) != noted[name])
    loose = sorted(set(there) - set(noted))
    found += [f"{name}: edited or removed" for name in changed]
    return found + [f"{name}: not noted" for name in loose]
