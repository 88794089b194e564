"""Backups put back (`kozyr_server.store.restore`)."""

import gzip
import hashlib
import io
import tarfile
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from kozyr_server.store.backup import KIND, Manifest, Part
from kozyr_server.store.data_folder import DataFolder
from kozyr_server.store.errors import BackupError, DataFolderBusyError, FormatError
from kozyr_server.store.restore import restore

RDB = b"REDIS0011..."
MANIFEST = Manifest(KIND, 1, "0.1.0", "2026-01-01T00:00:00+00:00", ())


def _part(name: str, content: bytes) -> Part:
    return Part(name, len(content), hashlib.sha256(content).hexdigest())


def backup(
    path: Path, files: dict[str, bytes], manifest: Manifest | bytes = MANIFEST, **named: bytes
) -> Path:
    """A backup with these files, which its manifest names, with the content `named` where it is."""
    if isinstance(manifest, Manifest):
        parts = tuple(_part(name, named.get(name, text)) for name, text in files.items())
        manifest = msgspec.json.encode(replace(manifest, files=manifest.files or parts))
    with tarfile.open(path, "w:gz") as tar:
        for name, text in {"manifest.json": manifest, **files}.items():
            info = tarfile.TarInfo(name)
            info.size = len(text)
            tar.addfile(info, io.BytesIO(text))
    return path


def test_an_empty_folder_gets_what_the_backup_holds(tmp_path: Path) -> None:
    files = {"store.rdb": RDB, "archive/records-2026-01-01-p.jsonl": b"{}\n"}
    data = tmp_path / "deep/data"
    restore(backup(tmp_path / "b", files), data)
    assert (data / "appendonlydir/appendonly.aof.1.base.rdb").read_bytes() == RDB
    assert (data / "archive/records-2026-01-01-p.jsonl").read_bytes() == b"{}\n"
    assert (data / "FORMAT").read_text() == "1\n"
    assert data.stat().st_mode & 0o077 == 0
    for path in data.rglob("*"):
        assert path.stat().st_mode & 0o077 == 0 or path.name in {
            "FORMAT",
            "appendonly.aof.manifest",
        }
    with pytest.raises(BackupError, match="is not empty"):
        restore(tmp_path / "b", data)


def test_a_folder_in_use_is_left_alone(tmp_path: Path) -> None:
    source = backup(tmp_path / "b", {"store.rdb": RDB})
    data = tmp_path / "data"
    held = DataFolder.open(data)
    try:
        with pytest.raises(DataFolderBusyError):
            restore(source, data)
    finally:
        held.close()
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.odt").touch()
    with pytest.raises(BackupError, match="is restored into an empty folder only"):
        restore(source, other)
    assert [path.name for path in other.iterdir()] == ["thesis.odt"]


def _cut(path: Path) -> Path:
    data = gzip.decompress(path.read_bytes())
    path.write_bytes(gzip.compress(data)[:-300])
    return path


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda p: p, "no such file"),
        (lambda p: p.write_bytes(b"hello") and p, "is no backup, or a damaged one"),
        (lambda p: p.write_bytes(b"") or p, "is no backup, or a damaged one"),
        (lambda p: _cut(backup(p, {"store.rdb": bytes(range(256)) * 40})), "damaged"),
        (
            lambda p: backup(p, {"store.rdb": RDB}, **{"store.rdb": b"REDIS0012..."}),
            "another check sum",
        ),
        (lambda p: backup(p, {}), "is cut off: store.rdb is missing"),
        (
            lambda p: backup(p, {}, replace(MANIFEST, files=(_part("store.rdb", RDB),))),
            "is cut off: store.rdb is missing",
        ),
        (lambda p: backup(p, {"store.rdb": RDB, "../evil": b"x"}), "holds a file of no backup"),
        (
            lambda p: backup(
                p,
                {"store.rdb": RDB, "archive/records-x.jsonl": b"x"},
                replace(MANIFEST, files=(_part("store.rdb", RDB),)),
            ),
            "holds what its manifest does not name",
        ),
        (lambda p: backup(p, {"store.rdb": RDB}, b"{}"), "a manifest that cannot be read"),
        (lambda p: backup(p, {}, replace(MANIFEST, kind="tar")), "of another kind"),
    ],
)
def test_what_is_no_whole_backup_leaves_nothing(tmp_path: Path, make: object, words: str) -> None:
    assert callable(make)
    source, data = make(tmp_path / "b"), tmp_path / "data"
    with pytest.raises(BackupError, match=words):
        restore(source, data)
    assert not data.exists() or {path.name for path in data.iterdir()} <= {"kozyr.lock", "FORMAT"}
    # And so it can be tried again.
    restore(backup(tmp_path / "good", {"store.rdb": RDB}), data)


def test_a_backup_of_a_newer_kozyr_is_refused(tmp_path: Path) -> None:
    source = backup(tmp_path / "b", {"store.rdb": RDB}, replace(MANIFEST, format=2))
    with pytest.raises(FormatError, match=r"the backup .* newer kozyr \(format 2, this one"):
        restore(source, tmp_path / "data")
