"""The data folder and its two locks, on Linux and macOS.

`kozyr.lock` is held by the server. `store.lock` is held by the server **and** by the store that it
starts, which inherits the descriptor. So `store.lock` held while `kozyr.lock` is free means an
orphan: the store of a server that was killed. It is ended, never adopted: its settings, its socket
and its version are those of another day.

The locks are `flock`s: they end with the last process that holds the descriptor, whatever kills
it. The files stay, because removing a lock file lets two processes lock two files of one name.
"""

import asyncio
import errno
import fcntl
import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

import msgspec

from kozyr_server.store import formats
from kozyr_server.store.errors import (
    DataFolderBusyError,
    DataFolderError,
    OrphanStoreError,
    StoreError,
)
from kozyr_server.store.valkey_process import shut_down
from kozyr_server.store.valkey_program import SOCKET_FOLDER_PREFIX

SERVER_LOCK: Final = "kozyr.lock"
STORE_LOCK: Final = "store.lock"
STORE_RECORD: Final = "store.json"

_OURS: Final = frozenset({SERVER_LOCK, formats.FOLDER_FILE})
"""With one of them a folder is a server's, whatever else is in it."""
_BESIDE: Final = frozenset(
    {
        *("kozyr.toml", "lost+found"),
        *("archive", "audit.jsonl", "admin-token"),
        *(STORE_LOCK, STORE_RECORD, "appendonlydir"),
    }
)
"""What may lie in a new one: a host's own, a file system's, and what a server with a store
elsewhere, a copy or a restored backup leaves there."""
_NAMED: Final = 3

_POLL_S: Final = 0.02


class StoreRecord(msgspec.Struct, frozen=True):
    """What a later server must know to end the store of this one."""

    socket: str
    """Path of the store's Unix socket."""
    pid: int | None = None
    """Process number of the store; None until it was started."""


class DataFolder:
    """A data folder held by this process.

    A child that this process forks without `exec` holds the locks, too, and keeps the folder
    busy when this process dies before it.

    Attributes:
        path: The absolute path.
    """

    def __init__(self, path: Path, server_fd: int) -> None:
        self.path = path
        self._server_fd = server_fd
        self._store_fd: int | None = None

    @classmethod
    def open(cls, path: Path) -> Self:
        """Make the folder, readable for its owner only, if there is none, and hold it.

        Args:
            path: The folder; a relative one counts from the current folder.

        Raises:
            DataFolderError: It cannot be made or written, or is somebody else's.
            DataFolderBusyError: Another live server holds it.
            FormatError: A newer version wrote it.
        """
        try:
            path = path.absolute()
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            _need_ours_or_new(path)
            server_fd = os.open(path / SERVER_LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise DataFolderError(path, _reason(error)) from error
        try:
            if not _locked(server_fd):
                raise DataFolderBusyError(path, _pid_in(server_fd))
            os.ftruncate(server_fd, 0)
            os.pwrite(server_fd, b"%d\n" % os.getpid(), 0)
            formats.settle_folder(path)
        except OSError as error:
            os.close(server_fd)
            raise DataFolderError(path, _reason(error)) from error
        except StoreError:
            os.close(server_fd)
            raise
        return cls(path, server_fd)

    async def claim_store(self, patience_s: float = 10.0) -> int:
        """Take the store's lock, first ending an orphan that holds it.

        Safe to cancel. An orphan is asked to shut down; when that is not enough it gets SIGTERM,
        then SIGKILL, but only while its recorded process verifiably holds the lock (Linux).

        Args:
            patience_s: Seconds to wait after each of the three.

        Returns:
            The descriptor for the store to inherit; it stays open until `close`.

        Raises:
            DataFolderError: The lock cannot be made.
            OrphanStoreError: The orphan does not end.
        """
        record = last_record(self.path)
        try:
            fd = os.open(self.path / STORE_LOCK, os.O_RDWR | os.O_CREAT, 0o600)
            self._store_fd = fd
            orphaned = not _locked(fd)
        except OSError as error:
            raise DataFolderError(self.path, _reason(error)) from error
        if orphaned:
            await self._end_orphan(fd, record, patience_s)
        if record is not None:
            _remove_socket(Path(record.socket))
        return fd

    def write_record(self, record: StoreRecord) -> None:
        """Replace the record of the store in one step.

        Raises:
            DataFolderError: The folder cannot be written.
        """
        target = self.path / STORE_RECORD
        draft = target.with_suffix(".new")
        try:
            draft.write_bytes(msgspec.json.encode(record))
            draft.replace(target)
        except OSError as error:
            raise DataFolderError(self.path, _reason(error)) from error

    def close(self) -> None:
        """Let go of both locks; the store must have ended."""
        if self._store_fd is not None:
            os.close(self._store_fd)
        os.close(self._server_fd)

    async def _end_orphan(self, fd: int, record: StoreRecord | None, patience_s: float) -> None:
        pid = None if record is None else record.pid
        if record is not None:
            await shut_down(Path(record.socket))
        if await _locked_within(fd, patience_s):
            return
        for number in (signal.SIGTERM, signal.SIGKILL):
            if pid is not None and _holds(pid, fd):
                with suppress(ProcessLookupError):
                    os.kill(pid, number)
                if await _locked_within(fd, patience_s):
                    return
        raise OrphanStoreError(self.path, pid)


def last_record(folder: Path) -> StoreRecord | None:
    """What the last server wrote about its store; None where that cannot be read."""
    try:
        data = (folder / STORE_RECORD).read_bytes()
        return msgspec.json.decode(data, type=StoreRecord)
    except (OSError, msgspec.MsgspecError):
        return None


def _need_ours_or_new(path: Path) -> None:
    """Put nothing among the files of somebody else: a home folder, or a project's.

    Hidden files count for nothing.
    """
    names = {each.name for each in path.iterdir()}
    others = sorted(name for name in names - _BESIDE if not name.startswith((".", "house-bots-")))
    if others and not names & _OURS:
        found = ", ".join(others[:_NAMED]) + (", …" if others[_NAMED:] else "")
        reason = f"it is no server's and not empty, it holds {found}; name another with --data"
        raise DataFolderError(path, reason)


def _locked(fd: int) -> bool:
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


async def _locked_within(fd: int, patience_s: float) -> bool:
    with suppress(TimeoutError):
        async with asyncio.timeout(patience_s):
            while not _locked(fd):  # noqa: ASYNC110 - a lock file has no event to wait for
                await asyncio.sleep(_POLL_S)
            return True
    return False


def _pid_in(fd: int) -> int | None:
    text = os.pread(fd, 20, 0).strip()
    return int(text) if text.isdigit() else None


def _holds(pid: int, fd: int) -> bool:
    """Tell whether another process has the file of a descriptor open; False if it is not known."""
    # In a container a new server easily gets the number of an old store, and has the file open.
    if pid == os.getpid():
        return False
    mine = os.fstat(fd)
    with suppress(OSError):
        for link in Path(f"/proc/{pid}/fd").iterdir():
            # A descriptor may be closed between the listing and the look.
            with suppress(OSError):
                if os.path.samestat(link.stat(), mine):
                    return True
    return False


def _remove_socket(socket: Path) -> None:
    # Only the socket and an empty folder of our own naming: the record is a file that anybody
    # with the folder could have edited.
    if socket.parent.name.startswith(SOCKET_FOLDER_PREFIX):
        with suppress(OSError):
            socket.unlink(missing_ok=True)
            socket.parent.rmdir()


def _reason(error: OSError) -> str:
    match error.errno:
        case errno.EEXIST | errno.ENOTDIR:
            return "it is a file, or lies in one"
        case _:
            return error.strerror or type(error).__name__
