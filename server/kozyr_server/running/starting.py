"""What a start needs before the server itself is imported: the store begins in the meanwhile."""

import asyncio
import gc
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from kozyr_protocol.discreet import Discreet


class StartError(Exception):
    """The server could not start; the text is one sentence."""


class StoreChoice(Discreet, Struct, frozen=True):
    """The store that a process uses."""

    url: str
    """May hold a password: never shown."""
    disk: str | None = None
    """Folder on the store's disk, whose free space is watched; None: elsewhere."""


def prepare_archive(folder: Path) -> None:
    """Make the folder of finished games, and a file in it: better to fail now than after a game.

    Raises:
        StartError: it cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise StartError(f"the archive folder {folder} cannot be used: {reason}") from error


@contextmanager
def uncollected() -> Iterator[None]:
    """No garbage is collected until the server has started, which turns the collector on again.

    Nearly all that is made until then stays, and the collector would walk over it many times.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def new_loop() -> asyncio.AbstractEventLoop:
    """The fastest event loop there is."""
    try:
        import uvloop  # noqa: PLC0415 - there is none for Windows
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()
