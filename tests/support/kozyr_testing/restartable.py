"""An external store that a test can stop, kill and start again at the same address."""

import os
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import quote

from kozyr_server.store import valkey_program
from kozyr_server.store.valkey_process import ValkeyProcess, ping
from kozyr_server.store.valkey_program import Durability
from kozyr_testing.waiting import until_true


class RestartableStore:
    """A Valkey on a Unix socket, its data in a folder."""

    def __init__(self, folder: Path, durability: Durability) -> None:
        """Nothing runs before `start`."""
        self._folder = folder
        self._durability = durability
        self._process: ValkeyProcess | None = None

    @property
    def url(self) -> str:
        """The same for all runs."""
        return f"unix://{quote(str(self._socket))}"

    @property
    def _socket(self) -> Path:
        return valkey_program.socket_in(self._folder)

    async def start(self) -> None:
        """Run it, and wait until it answers."""
        config = valkey_program.config_text(self._folder, self._socket, self._durability, 2**28)
        lock = os.open(self._folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            program = valkey_program.program_path(None)
            self._process = await ValkeyProcess.start(program, config, lock)
        finally:
            os.close(lock)

        async def answers() -> bool:
            return await ping(self._socket) == "ready"

        await until_true(answers, 20)

    async def stop(self) -> None:
        """A clean stop; nothing happens where none runs."""
        if self._process is not None:
            await self._process.stop()


@asynccontextmanager
async def restartable_store(durability: Durability = "everysec") -> AsyncIterator[RestartableStore]:
    """Run one in a new folder until the block ends."""
    folder = Path(tempfile.mkdtemp(prefix="kozyr-own-"))
    store = RestartableStore(folder, durability)
    try:
        await store.start()
        yield store
    finally:
        await store.stop()
        shutil.rmtree(folder, ignore_errors=True)
