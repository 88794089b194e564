"""A backup put back, into an empty data folder only."""

import hashlib
import os
import re
import shutil
import tarfile
import tempfile
import zlib
from pathlib import Path
from typing import IO, Final

import msgspec

from kozyr_server.store import formats
from kozyr_server.store.backup import ARCHIVE_FOLDER, KIND, MANIFEST, STORE_FILE, Manifest, Part
from kozyr_server.store.data_folder import SERVER_LOCK, DataFolder
from kozyr_server.store.errors import BackupError, FormatError

AOF_FOLDER: Final = "appendonlydir"
BASE: Final = "appendonly.aof.1.base.rdb"

MAX_MANIFEST_BYTES: Final = 16 * 2**20

_NOTHING: Final = frozenset({SERVER_LOCK, formats.FOLDER_FILE})
"""What may lie in an empty data folder."""

_CHUNK_BYTES: Final = 1024 * 1024
_ARCHIVED: Final = re.compile(rf"{ARCHIVE_FOLDER}/records-[\w.-]{{1,100}}\.jsonl")


def restore(source: Path, data: Path) -> Manifest:
    """Put a backup into a data folder; nothing of it is there if it fails.

    The next server on that folder goes on from it. The time since the backup counts as time in
    which no server lived, and clients that know more are told `rolled_back`.

    Args:
        source: the backup.
        data: the folder, which must be empty; made if there is none.

    Raises:
        BackupError: the file is no backup, is damaged, or the folder is not empty.
        FormatError: a newer kozyr made it.
        EmbeddedStoreError: the folder cannot be used, or a server holds it.
    """
    try:
        # Before anything is written, and once more when nobody else can write.
        _need_empty(data)
        folder = DataFolder.open(data)
        try:
            _need_empty(folder.path)
            return _put(source, folder.path)
        finally:
            folder.close()
    except (tarfile.TarError, EOFError, zlib.error) as error:
        raise BackupError(f"{source} is no backup, or a damaged one") from error
    except OSError as error:
        if error.strerror is None:
            raise BackupError(f"{source} is no backup, or a damaged one") from error
        raise BackupError(f"{error.filename or data}: {error.strerror.lower()}") from error


def _need_empty(data: Path) -> None:
    if data.exists() and {path.name for path in data.iterdir()} - _NOTHING:
        raise BackupError(f"{data} is not empty: a backup is restored into an empty folder only")


def _put(source: Path, data: Path) -> Manifest:
    # Within the folder, for what is around it may belong to others, or be another disk.
    draft = Path(tempfile.mkdtemp(prefix=".kozyr-restore-", dir=data))
    try:
        manifest = _unpack(source, draft)
        for name in (AOF_FOLDER, ARCHIVE_FOLDER):
            if (draft / name).exists():
                (draft / name).replace(data / name)
        (data / formats.FOLDER_FILE).write_text(f"{manifest.format}\n")
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return manifest


def _unpack(source: Path, draft: Path) -> Manifest:
    with tarfile.open(source, "r:gz") as tar:
        manifest = _manifest(source, tar)
        if manifest.format > formats.FORMAT or manifest.format < 0:
            raise FormatError(f"the backup {source}", manifest.format, formats.FORMAT)
        expected = {part.name: part for part in manifest.files}
        (draft / AOF_FOLDER).mkdir(mode=0o700)
        while (member := tar.next()) is not None:
            part = expected.pop(member.name, None)
            if part is None or not member.isreg() or member.size != part.size:
                raise BackupError(f"{source} holds what its manifest does not name")
            content = tar.extractfile(member)
            assert content is not None, "a regular file has content"
            _write(source, content, part, draft / _place(source, part.name))
    if expected or not any(part.name == STORE_FILE for part in manifest.files):
        raise BackupError(f"{source} is cut off: {next(iter(expected), STORE_FILE)} is missing")
    (draft / AOF_FOLDER / "appendonly.aof.manifest").write_text(f"file {BASE} seq 1 type b\n")
    return manifest


def _manifest(source: Path, tar: tarfile.TarFile) -> Manifest:
    first = tar.next()
    if first is None or first.name != MANIFEST or first.size > MAX_MANIFEST_BYTES:
        raise BackupError(f"{source} is no backup of kozyr: it does not begin with a manifest")
    content = tar.extractfile(first)
    try:
        found = msgspec.json.decode(b"" if content is None else content.read(), type=Manifest)
    except msgspec.MsgspecError:
        raise BackupError(f"{source} has a manifest that cannot be read") from None
    if found.kind != KIND:
        raise BackupError(f"{source} is a backup of another kind ({found.kind[:40]!r})")
    return found


def _place(source: Path, name: str) -> Path:
    if name == STORE_FILE:
        return Path(AOF_FOLDER, BASE)
    if _ARCHIVED.fullmatch(name) is None:
        raise BackupError(f"{source} holds a file of no backup")
    return Path(name)


def _write(source: Path, content: IO[bytes], part: Part, path: Path) -> None:
    path.parent.mkdir(mode=0o700, exist_ok=True)
    found = hashlib.sha256()
    with path.open("xb") as file:
        os.fchmod(file.fileno(), 0o600)
        while chunk := content.read(_CHUNK_BYTES):
            found.update(chunk)
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())
    if found.hexdigest() != part.sha256:
        raise BackupError(f"{source} is damaged: {part.name} has another check sum")
