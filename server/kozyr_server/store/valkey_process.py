"""One run of Valkey or Redis as a child process: its start, its log, its answers and its end."""

import asyncio
import os
import re
import signal
import sys
import tempfile
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal, Self

from kozyr_server.store.errors import StoreRunError

Answer = Literal["ready", "loading", "silent"]
"""What a store says to a ping; `silent` also when nobody listens."""

TAIL_LINES: Final = 50
STOP_PATIENCE_S: Final = 10.0

_LINE_CHARS: Final = 300
# Failed assertions print the arguments of the command: states of rooms, with all hands.
_USER_DATA: Final = re.compile(r"argv\[|querybuf|query buffer|raw string", re.IGNORECASE)
_ASK_TIMEOUT_S: Final = 1.0
# A store that was writing its first append-only file refuses to stop, once.
_STOP_AGAIN_S: Final = 1.0
_LAST_WORDS_S: Final = 1.0

# Runs in a fresh interpreter between our fork and the store's exec: code between fork and exec in
# this process could deadlock on a lock that another thread holds. 1 is PR_SET_PDEATHSIG. The
# parent is compared after that call, or its death before it would go unnoticed.
_TRAMPOLINE: Final = """
import ctypes, os, sys
parent, death_signal, program = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
os.umask(0o077)
if death_signal:
    ctypes.CDLL(None).prctl(1, death_signal, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit("the server ended before its store started")
os.execv(program, [program, "-"])
"""


class ValkeyProcess:
    """A running store; made by `start`.

    Attributes:
        program: The program that runs.
    """

    def __init__(
        self,
        program: Path,
        process: asyncio.subprocess.Process,
        pipe: asyncio.ReadTransport,
        log: asyncio.StreamReader,
    ) -> None:
        self.program = program
        self._process = process
        self._pipe = pipe
        self._lines: deque[str] = deque(maxlen=TAIL_LINES)
        self._drain = asyncio.create_task(self._read(log), name="store log")

    @classmethod
    async def start(cls, program: Path, config: str, lock_fd: int) -> Self:
        """Start the program in a session of its own, so that Ctrl-C does not reach it.

        On Linux it gets SIGTERM, a clean stop, when the **thread** that called this ends: call it
        from the main thread.

        Args:
            program: A Valkey or Redis server.
            config: Its settings.
            lock_fd: The descriptor that it inherits; its lock lives as long as the store does.

        Raises:
            StoreRunError: This user may not run it.
        """
        death_signal = signal.SIGTERM if sys.platform == "linux" else 0
        # A pipe of our own: with `PIPE` Python 3.11 takes the process for alive as long as a
        # child of it (one that rewrites the append-only file) has the pipe open.
        read_fd, write_fd = os.pipe()
        try:
            pipe, log = await _reader(read_fd)
            try:
                with tempfile.TemporaryFile() as settings:
                    settings.write(config.encode())
                    settings.seek(0)
                    try:
                        process = await asyncio.create_subprocess_exec(
                            *(sys.executable, "-I", "-S", "-c", _TRAMPOLINE),
                            *(str(os.getpid()), str(int(death_signal)), str(program)),
                            stdin=settings,
                            stdout=write_fd,
                            stderr=write_fd,
                            pass_fds=(lock_fd,),
                            start_new_session=True,
                        )
                    except OSError as error:
                        reason = error.strerror or type(error).__name__
                        raise StoreRunError(sys.executable, reason) from error
            except BaseException:
                pipe.close()
                raise
        finally:
            os.close(write_fd)
        return cls(program, process, pipe, log)

    @property
    def pid(self) -> int:
        """Its process number."""
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """Its exit code, negative for a signal; None while it runs."""
        return self._process.returncode

    @property
    def tail(self) -> tuple[str, ...]:
        """Its last log lines, at most `TAIL_LINES`, oldest first; lines of user data left out."""
        return tuple(self._lines)

    async def wait(self) -> int:
        """Wait for its end and its last words; its exit code. Safe to cancel."""
        returncode = await self._process.wait()
        # Its own children may keep the log open.
        await asyncio.wait([self._drain], timeout=_LAST_WORDS_S)
        self._pipe.close()
        return returncode

    async def stop(self, patience_s: float = STOP_PATIENCE_S) -> None:
        """Stop it cleanly, the append-only file on disk, or kill it.

        Cancelled, it kills at once.

        Args:
            patience_s: Seconds that a clean stop may take.
        """
        try:
            async with asyncio.timeout(patience_s):
                while self.returncode is None:
                    # SIGTERM does what SHUTDOWN does, also while the store loads or is full.
                    with suppress(ProcessLookupError):
                        self._process.terminate()
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._process.wait(), _STOP_AGAIN_S)
        except TimeoutError:
            pass
        finally:
            if self.returncode is None:
                with suppress(ProcessLookupError):
                    self._process.kill()
            await self.wait()

    async def _read(self, log: asyncio.StreamReader) -> None:
        while True:
            try:
                raw = await log.readline()
            except ValueError:
                # Longer than the reader's 64 KiB: dropped by it.
                continue
            if not raw:
                return
            line = raw.decode(errors="replace").strip()
            if line and not _USER_DATA.search(line):
                self._lines.append(line[:_LINE_CHARS])


async def ping(socket: Path) -> Answer:
    """Ask a store how it is, within a second. Safe to cancel."""
    try:
        answer = await _asked(socket, b"PING")
    except OSError:
        return "silent"
    if answer.startswith(b"-LOADING"):
        return "loading"
    return "ready" if answer.startswith(b"+") else "silent"


async def shut_down(socket: Path) -> None:
    """Ask a store to stop cleanly; nothing happens if nobody listens. Safe to cancel.

    It may refuse: who must know looks whether it ends.
    """
    with suppress(OSError):
        await _asked(socket, b"SHUTDOWN")


async def _reader(fd: int) -> tuple[asyncio.ReadTransport, asyncio.StreamReader]:
    loop = asyncio.get_running_loop()
    log = asyncio.StreamReader()
    file = os.fdopen(fd, "rb", buffering=0)
    pipe, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(log), file)
    return pipe, log


async def _asked(socket: Path, command: bytes) -> bytes:
    """The first line of an answer, empty if the store went instead; `OSError` without one in time.

    Two commands in a store's life are no reason to wait for a client library at each start.
    """
    async with asyncio.timeout(_ASK_TIMEOUT_S):
        reader, writer = await asyncio.open_unix_connection(socket)
        try:
            writer.write(command + b"\r\n")
            return await reader.readline()
        finally:
            writer.close()
