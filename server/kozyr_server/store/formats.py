"""The number of the form in which data lie in a store and in a data folder.

It changes only when a server of the version before could not read what is there. A room has a
number of its own, for servers of two ages over one store; this one is for a change of everything,
for which all servers are stopped. What is older is taken over step by step, what is newer refused.
"""

import os
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from kozyr_server.store import keys
from kozyr_server.store.errors import DataFolderError, FormatError

if TYPE_CHECKING:
    from kozyr_server.store.calls import Calls

FORMAT: Final = 1
FOLDER_FILE: Final = "FORMAT"
"""In the data folder: the number, and nothing else."""

_MAX_CHARS: Final = 9

Migration = Callable[["Calls"], Awaitable[None]]
"""Takes a store from one number to the next. It may be cut off anywhere and run again."""


async def _as_it_is(_: "Calls") -> None:
    """Number 0 is what was written before there were numbers; its form is that of 1."""


MIGRATIONS: Final[Mapping[int, Migration]] = MappingProxyType({0: _as_it_is})
"""By the number from which a migration starts."""


async def settle(
    calls: "Calls",
    known: int = FORMAT,
    migrations: Mapping[int, Migration] = MIGRATIONS,
) -> int:
    """Bring a store to the present form, or refuse it. Other servers must not run meanwhile.

    Args:
        calls: to the store.
        known: the present number.
        migrations: the steps to it.

    Returns:
        The number that was found; `known` also for a store without any of our data.

    Raises:
        FormatError: it is newer, or there is no step from it.
        StoreUnavailableError: the store is away.
    """
    found = await _number(calls, known)
    for number in _steps("the store", found, known, migrations):
        await migrations[number](calls)
        await calls.ask("SET", keys.FORMAT, number + 1)
    return found


async def _number(calls: "Calls", known: int) -> int:
    number = await calls.ask("GET", keys.FORMAT)
    if number is None and not await calls.ask("EXISTS", keys.CLOCK):
        await calls.ask("SET", keys.FORMAT, known, "NX")
        number = await calls.ask("GET", keys.FORMAT)
    return _parsed(number) if number is not None else 0


def settle_folder(
    folder: Path, known: int = FORMAT, migrations: Mapping[int, Migration] = MIGRATIONS
) -> None:
    """Check a data folder that this process holds, and note the present number in it.

    The store in it is brought to that form by `settle` once it runs.

    Raises:
        FormatError: it is newer, or there is no step from it.
        DataFolderError: it cannot be read or written.
    """
    path = folder / FOLDER_FILE
    try:
        try:
            found = _parsed(path.read_bytes()[: _MAX_CHARS + 1])
        except FileNotFoundError:
            found = None
        if found == known:
            return
        _steps(f"the data folder {folder}", known if found is None else found, known, migrations)
        draft = path.with_name(FOLDER_FILE + ".new")
        draft.write_text(f"{known}\n")
        draft.replace(path)
    except OSError as error:
        raise DataFolderError(folder, error.strerror or type(error).__name__) from error
    with suppress(OSError):
        _sync(folder)


def _steps(place: str, found: int, known: int, migrations: Mapping[int, Migration]) -> range:
    steps = range(found, known)
    if found > known or any(number not in migrations for number in steps):
        raise FormatError(place, found, known)
    return steps


def _parsed(text: bytes) -> int:
    """A number of our own writing; anything else must come of somebody newer."""
    text = text.strip()
    return int(text) if text.isdigit() and len(text) <= _MAX_CHARS else 10**_MAX_CHARS


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
