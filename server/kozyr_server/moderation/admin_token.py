"""The one secret of the admins: where it is, and how it comes to be."""

import os
import re
import secrets
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

from kozyr_server.settings import Settings

NAME: Final = "admin-token"
"""In the data folder of an embedded store."""

MIN_CHARS: Final = 24

_token = re.compile(r"[\x21-\x7e]+")


class AdminTokenError(Exception):
    """The token cannot be had; the text is one sentence and tells nothing of it."""


def path_of(settings: Settings) -> Path | None:
    """Where the token is, or will be; None: there are no admins."""
    if settings.admin_token_file is not None:
        return settings.admin_token_file
    return None if settings.redis is not None else settings.data / NAME


def token_of(settings: Settings) -> str | None:
    """The token; the file beside an embedded store is made where it is missing.

    Raises:
        AdminTokenError: the file cannot be read or made, or holds no token.
    """
    path = path_of(settings)
    if path is None:
        return None
    try:
        if settings.admin_token_file is None and not path.exists():
            _make(path)
        return _read(path)
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise AdminTokenError(f"the admins' token in {path} cannot be had: {reason}") from None


def _make(path: Path) -> None:
    """Write a new token; of several processes that do it at once one's stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}-{secrets.token_hex(4)}")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(32) + "\n")
        # Whole or not at all, and never over another one.
        with suppress(FileExistsError):
            os.link(part, path)
    finally:
        part.unlink()


def _read(path: Path) -> str:
    if stat.S_IMODE(path.stat().st_mode) & 0o077 and os.name == "posix":
        raise AdminTokenError(f"others may read the admins' token in {path}: chmod 600 it")
    token = path.read_text(encoding="utf-8", errors="replace").strip()
    if len(token) < MIN_CHARS or _token.fullmatch(token) is None:
        raise AdminTokenError(
            f"{path} holds no admins' token: {MIN_CHARS} or more signs without spaces"
        )
    return token
