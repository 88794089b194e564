"""The store that this server brings along: a Valkey on a Unix socket, kept alive.

It starts with the server, is started again when it dies, and stops with the server. Data live in
the data folder; a second start with the same folder finds them.
"""

import asyncio
import shutil
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import Final, Self
from urllib.parse import quote

import msgspec
import structlog

from kozyr_server.store import memory, valkey_process, valkey_program
from kozyr_server.store.data_folder import STORE_RECORD, DataFolder, StoreRecord
from kozyr_server.store.errors import StoreStartError
from kozyr_server.store.valkey_process import ValkeyProcess
from kozyr_server.store.valkey_program import Durability

STORE_FULL_BYTES: Final = 256 * 2**20
"""With less free disk than this, commands that grow are refused: on a full disk the store ends."""

RESTART_DELAYS_S: Final = (0.1, 1.0, 5.0)
"""Seconds before the first, the second and each later restart in a row."""
STABLE_S: Final = 60.0
"""A store that ran this long is no longer counted as failing in a row."""

_FIRST_POLL_S: Final = 0.005
_LAST_POLL_S: Final = 0.1
_LOADING_LOG_S: Final = 10.0

_log = structlog.get_logger("kozyr.store")


class EmbeddedSettings(msgspec.Struct, frozen=True):
    """What an embedded store is run with."""

    data_dir: Path
    """Folder of its data; made if there is none."""
    durability: Durability = "always"
    """When a write is on disk."""
    program: Path | None = None
    """Valkey or Redis program; None to search for one."""
    start_timeout_s: float = 60.0
    """Seconds that the first start may take, loading included."""
    memory_mb: int = 0
    """MiB of memory that its data may take, see `memory.bound_bytes`; 0: half of the machine's."""


def free_disk_bytes(data_dir: Path) -> int:
    """Bytes that this user can still write to the disk of a folder.

    Raises:
        OSError: There is no such folder, or it is not the store's any more: somebody removed it,
            and the store goes on with files that have no name.
    """
    (data_dir / STORE_RECORD).stat()
    return shutil.disk_usage(data_dir).free


class EmbeddedStore:
    """Runs the store while its `async with` block runs; enter it from the main thread.

    Entering raises an `EmbeddedStoreError` if the store cannot be run as asked. When the store
    dies inside the block, it is started again on the same socket: connections break and connect
    anew.

    Attributes:
        settings: What it is run with.
        restarts: How often it was started again.
        is_ready: Whether the store answered when it was last started and has not ended since.
    """

    def __init__(
        self, settings: EmbeddedSettings, meanwhile: Callable[[], None] | None = None
    ) -> None:
        """Nothing runs before its block.

        Args:
            settings: What it is run with.
            meanwhile: Called once while the store starts: work that would have to be done anyway.
        """
        self.settings = settings
        self._meanwhile = meanwhile
        self.restarts = 0
        self.is_ready = False
        self._exit = AsyncExitStack()
        self._process: ValkeyProcess | None = None
        self._socket_path: Path | None = None

    @property
    def socket_path(self) -> Path:
        """The Unix socket; the same for the whole block."""
        assert self._socket_path is not None, "the store is used inside its block only"
        return self._socket_path

    @property
    def url(self) -> str:
        """The address for `redis.asyncio.from_url`."""
        return f"unix://{quote(str(self.socket_path))}"

    @property
    def pid(self) -> int | None:
        """Process number of the store; None while it is between two runs."""
        running = self._process is not None and self._process.returncode is None
        return self._process.pid if self._process is not None and running else None

    async def __aenter__(self) -> Self:
        """Start the store and wait until it answers. Safe to cancel."""
        program = valkey_program.program_path(self.settings.program)
        async with AsyncExitStack() as stack:
            folder = DataFolder.open(self.settings.data_dir)
            stack.callback(folder.close)
            lock_fd = await folder.claim_store()
            socket_folder = valkey_program.make_socket_folder()
            stack.callback(shutil.rmtree, socket_folder, ignore_errors=True)
            self._socket_path = valkey_program.socket_in(socket_folder)
            stack.push_async_callback(self._stop)
            await self._start(program, folder, lock_fd)
            if self._meanwhile is not None:
                self._meanwhile()
            try:
                async with asyncio.timeout(self.settings.start_timeout_s):
                    await self._until_ready()
            except TimeoutError:
                raise StoreStartError(program, None, self._running.tail) from None
            self.is_ready = True
            keeper = asyncio.create_task(self._keep(program, folder, lock_fd), name="store keeper")
            stack.push_async_callback(_end, keeper)
            self._exit = stack.pop_all()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop the store cleanly; cancelled, it is killed."""
        await self._exit.aclose()

    @property
    def _running(self) -> ValkeyProcess:
        assert self._process is not None
        return self._process

    async def _start(self, program: Path, folder: DataFolder, lock_fd: int) -> None:
        # Written before the start as well: the socket alone is enough to end an orphan.
        folder.write_record(StoreRecord(str(self.socket_path)))
        config = valkey_program.config_text(
            folder.path,
            self.socket_path,
            self.settings.durability,
            memory.bound_bytes(self.settings.memory_mb),
        )
        self._process = await ValkeyProcess.start(program, config, lock_fd)
        folder.write_record(StoreRecord(str(self.socket_path), self._process.pid))
        _log.debug("store started", program=str(program), pid=self._process.pid)

    async def _stop(self) -> None:
        self.is_ready = False
        if self._process is not None:
            await self._process.stop()
            _log.debug("store stopped", returncode=self._process.returncode)

    async def _until_ready(self) -> None:
        """Wait until the store answers; `StoreStartError` if it ends before."""
        loop = asyncio.get_running_loop()
        poll_s, next_log = _FIRST_POLL_S, loop.time()
        while (answer := await valkey_process.ping(self.socket_path)) != "ready":
            if self._running.returncode is not None:
                returncode = await self._running.wait()
                raise StoreStartError(self._running.program, returncode, self._running.tail)
            if answer == "loading" and loop.time() >= next_log:
                _log.info("store loads its data", data_dir=str(self.settings.data_dir))
                next_log = loop.time() + _LOADING_LOG_S
            await asyncio.sleep(poll_s)
            poll_s = min(poll_s * 1.5, _LAST_POLL_S)

    async def _keep(self, program: Path, folder: DataFolder, lock_fd: int) -> None:
        loop = asyncio.get_running_loop()
        failures, started = 0, loop.time()
        while True:
            returncode = await self._running.wait()
            self.is_ready = False
            if loop.time() - started >= STABLE_S:
                failures = 0
            delay_s = RESTART_DELAYS_S[min(failures, len(RESTART_DELAYS_S) - 1)]
            failures += 1
            _log.error(
                "store ended",
                returncode=returncode,
                restart_in_s=delay_s,
                tail=self._running.tail,
            )
            await asyncio.sleep(delay_s)
            started = loop.time()
            self.restarts += 1
            try:
                await self._start(program, folder, lock_fd)
                # No bound here: a store that still loads is better than one killed for it.
                await self._until_ready()
            except StoreStartError:
                # It ended, which the next turn sees and reports.
                continue
            except Exception:
                _log.exception("store not started")
                continue
            self.is_ready = True
            _log.warning("store is back", pid=self.pid, restarts=self.restarts)


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait([task])
