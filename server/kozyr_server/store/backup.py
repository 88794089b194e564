"""A backup: the store as it was in one moment, and the archive, in one `.tar.gz` with check sums.

`manifest.json` comes first and names every file with its size and SHA-256. The store is copied
before the archive: a game that ends in between is in the copy as one that waits for the archive, so
that it is there at least once. Who has a backup sees all hands and the coming shuffles.
"""

import asyncio
import hashlib
import io
import os
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Final

import msgspec
from msgspec import Struct

from kozyr_protocol.__about__ import __version__
from kozyr_server.store import formats, snapshot
from kozyr_server.store.data_folder import last_record
from kozyr_server.store.embedded import EmbeddedSettings, EmbeddedStore
from kozyr_server.store.errors import BackupError, DataFolderBusyError

KIND: Final = "kozyr.backup/1"
MANIFEST: Final = "manifest.json"
STORE_FILE: Final = "store.rdb"
ARCHIVE_FOLDER: Final = "archive"
ARCHIVE_GLOB: Final = "records-*.jsonl"

_CHUNK_BYTES: Final = 1024 * 1024
_LEVEL: Final = 6


class Part(Struct, frozen=True):
    """One file of a backup."""

    name: str
    size: int
    sha256: str


class Manifest(Struct, frozen=True):
    """What a backup holds."""

    kind: str
    """`KIND`."""
    format: int
    """See `formats.FORMAT`."""
    version: str
    """Of the kozyr that made it."""
    made: str
    """UTC, ISO 8601: the moment whose state of the store it has."""
    files: tuple[Part, ...]


async def make(settings: EmbeddedSettings, archive: Path, target: Path) -> Manifest:
    """Back up an embedded store, whether its server runs or not.

    Args:
        settings: of the store; it is run with them if no server runs.
        archive: folder of finished games; it need not be there.
        target: the file to write, not there yet; it appears whole or not at all.

    Raises:
        BackupError: it cannot be made.
        EmbeddedStoreError: no server runs, and the store cannot be run either.
    """
    _check(settings.data_dir, target)
    with _scratch(target) as scratch:
        made = datetime.now(UTC).isoformat(timespec="seconds")
        store = scratch / STORE_FILE
        await _copy_store(settings, store)
        try:
            return await asyncio.to_thread(_pack, store, archive, target, made)
        except OSError as error:
            raise BackupError(f"{target} cannot be written: {_reason(error)}") from error


def _check(data: Path, target: Path) -> None:
    if target.exists():
        raise BackupError(f"{target} is there already: name another file")
    if not (data / formats.FOLDER_FILE).is_file():
        raise BackupError(f"{data} is no data folder of a server")


async def _copy_store(settings: EmbeddedSettings, target: Path) -> None:
    try:
        async with EmbeddedStore(settings) as store:
            await _take(store.socket_path, target)
    except DataFolderBusyError:
        # The usual case: its server runs.
        record = last_record(settings.data_dir)
        if record is None:
            raise BackupError(f"the server of {settings.data_dir} has no store yet") from None
        await _take(Path(record.socket), target)


async def _take(socket: Path, target: Path) -> None:
    try:
        with target.open("wb") as file:
            await snapshot.take(socket, file.write)
    except OSError as error:
        raise BackupError(f"{target.parent} cannot be written: {_reason(error)}") from error


def _pack(store: Path, archive: Path, target: Path, made: str) -> Manifest:
    sources = {STORE_FILE: store}
    for path in sorted(archive.glob(ARCHIVE_GLOB)):
        sources[f"{ARCHIVE_FOLDER}/{path.name}"] = path
    sizes = {name: _whole_lines(path, name) for name, path in sources.items()}
    parts = tuple(
        Part(name, sizes[name], _sha256(path, sizes[name])) for name, path in sources.items()
    )
    manifest = Manifest(KIND, formats.FORMAT, __version__, made, parts)
    text = msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n"
    draft = store.with_name("backup.tar.gz")
    with draft.open("wb") as file:
        os.fchmod(file.fileno(), 0o600)
        with tarfile.open(fileobj=file, mode="w:gz", compresslevel=_LEVEL) as tar:
            _add(tar, MANIFEST, len(text), io.BytesIO(text))
            for part in parts:
                with sources[part.name].open("rb") as source:
                    _add(tar, part.name, part.size, source)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(target)
    return manifest


def _add(tar: tarfile.TarFile, name: str, size: int, source: IO[bytes]) -> None:
    info = tarfile.TarInfo(name)
    info.size, info.mode = size, 0o600
    tar.addfile(info, source)


def _whole_lines(path: Path, name: str) -> int:
    """Bytes of a file to take: of the archive, which grows meanwhile, whole lines only."""
    size = path.stat().st_size
    if name == STORE_FILE:
        return size
    with path.open("rb") as file:
        while size:
            start = max(0, size - _CHUNK_BYTES)
            file.seek(start)
            end = file.read(size - start).rfind(b"\n")
            if end >= 0:
                return start + end + 1
            size = start
    return 0


def _sha256(path: Path, size: int) -> str:
    found = hashlib.sha256()
    with path.open("rb") as file:
        while size:
            part = file.read(min(size, _CHUNK_BYTES))
            if not part:
                raise BackupError(f"{path} became shorter while it was read")
            found.update(part)
            size -= len(part)
    return found.hexdigest()


@contextmanager
def _scratch(target: Path) -> Iterator[Path]:
    """A private folder beside the target, on its disk."""
    try:
        with tempfile.TemporaryDirectory(prefix=".kozyr-backup-", dir=target.parent) as folder:
            yield Path(folder)
    except OSError as error:
        raise BackupError(f"{target.parent} cannot be written: {_reason(error)}") from error


def _reason(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()
