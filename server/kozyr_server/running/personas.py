"""The secret from which the house bots have their tokens: who they are outlives their process.

It lies in the data folder, in `house-bots-N.secret`, and the server whose bots use it holds a lock
on that file. A second server with the same folder, which an external store allows, takes the next
number; servers with folders of their own draw secrets of their own. So no two processes of house
bots are ever the same players: they would take each other's seats, for who comes last on a new
connection has the seat. Only a folder that is copied, for another server over the same store,
must be copied without these files.
"""

import fcntl
import os
import re
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import structlog

MOST: Final = 64
"""Servers that can use one folder at a time; the bots of further ones are new at each start."""

_SECRET_BYTES: Final = 32
_secret = re.compile(r"[0-9a-f]{64}")
_log = structlog.get_logger("kozyr.personas")


def name(number: int) -> str:
    """Of the file in the data folder."""
    return f"house-bots-{number}.secret"


@contextmanager
def held(folder: Path) -> Iterator[str]:
    """The secret of this server's house bots, nobody else's while the block runs.

    Where the folder cannot be used it is one that nobody keeps: then the bots are new players at
    each start of the server, and the same ones as long as it lives.

    Args:
        folder: the data folder; made where it is missing.

    Yields:
        64 hexadecimal digits. They go to the bots through a pipe, and nowhere else.
    """
    descriptor = None
    drawn = secrets.token_hex(_SECRET_BYTES)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = _claimed(folder)
        if descriptor is not None:
            drawn = _kept(descriptor, drawn)
    except OSError as error:
        _log.warning(
            "house bots are new players at each start",
            folder=str(folder),
            reason=error.strerror or type(error).__name__,
        )
    try:
        yield drawn
    finally:
        # The lock ends with the descriptor, also where this process is killed.
        if descriptor is not None:
            os.close(descriptor)


def _claimed(folder: Path) -> int | None:
    """The first file that no other server holds, held; None: all are."""
    for number in range(MOST):
        descriptor = os.open(folder / name(number), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
        except OSError:
            os.close(descriptor)
            raise
        else:
            return descriptor
    return None


def _kept(descriptor: int, drawn: str) -> str:
    """The secret in a file; where it holds none, or others could read it, a new one is kept."""
    is_private = not stat.S_IMODE(os.fstat(descriptor).st_mode) & 0o077
    with suppress(UnicodeDecodeError):
        found = os.pread(descriptor, 2 * _SECRET_BYTES + 1, 0).decode("ascii").strip()
        if is_private and _secret.fullmatch(found):
            return found
    os.fchmod(descriptor, 0o600)
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, drawn.encode() + b"\n", 0)
    os.fsync(descriptor)
    return drawn
