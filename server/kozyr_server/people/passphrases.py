"""Passphrases: hashed with Argon2id, in a few threads, so that the loop never waits for it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from kozyr_protocol.errors import ErrorCode
from kozyr_server.people.callers import RefusedError

T = TypeVar("T")

MIN_CHARS: Final = 8
MAX_CHARS: Final = 128
"""No settings: less is weak whatever a host thinks, and what was kept must stay good."""

THREADS: Final = 2
"""No setting: the cores of a machine are for the games."""
MAX_WAITING: Final = 32
"""Hashes in work and waiting, unless the host set it otherwise; one more is refused as `busy`."""

_MEMORY_KIB: Final = 19 * 1024
_PASSES: Final = 2
"""The least of OWASP's recommendations, so that a flood of sign-ins costs 40 MB and two threads."""


def cleaned(passphrase: str) -> str:
    """A new passphrase without spaces around it.

    Raises:
        RefusedError: `bad_passphrase`.
    """
    text = passphrase.strip()
    if MIN_CHARS <= len(text) <= MAX_CHARS:
        return text
    raise RefusedError(
        ErrorCode.BAD_PASSPHRASE,
        f"a passphrase has {MIN_CHARS} to {MAX_CHARS} characters",
        {"min_chars": MIN_CHARS, "max_chars": MAX_CHARS},
    )


class Hasher:
    """Hashes and compares.

    Attributes:
        waiting: Hashes in work and waiting.
        refused: How many were refused because too many waited.
    """

    def __init__(self, max_waiting: int = MAX_WAITING) -> None:
        self.waiting = 0
        self.refused = 0
        self._max = max_waiting
        self._argon = PasswordHasher(_PASSES, _MEMORY_KIB, parallelism=1)
        self._threads = ThreadPoolExecutor(THREADS, "kozyr-passphrase")
        self._nobody = ""

    def close(self) -> None:
        """End the threads; what waits is not done."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def hash(self, passphrase: str) -> str:
        """The hash to keep. Cancelled, the thread ends its work for nothing.

        Raises:
            RefusedError: `busy`.
        """
        return await self._run(self._argon.hash, passphrase)

    async def is_right(self, kept: str, passphrase: str) -> bool:
        """Whether a passphrase is the one of a hash.

        Args:
            kept: the hash; empty: there is none. It takes as long then.
            passphrase: as somebody wrote it.

        Raises:
            RefusedError: `busy`.
        """
        text = passphrase.strip()[:MAX_CHARS]
        if not self._nobody:
            self._nobody = await self.hash("nobody has this passphrase")
        return await self._run(self._verify, kept or self._nobody, text) and kept != ""

    def _verify(self, kept: str, passphrase: str) -> bool:
        try:
            return self._argon.verify(kept, passphrase)
        except (Argon2Error, InvalidHashError):
            return False

    async def _run(self, work: Callable[..., T], *arguments: str) -> T:
        if self.waiting >= self._max:
            self.refused += 1
            raise RefusedError(
                ErrorCode.BUSY,
                "too many passphrases at once; nothing was done",
                limit="passphrases_waiting",
            )
        self.waiting += 1
        loop = asyncio.get_running_loop()
        future = loop.run_in_executor(self._threads, work, *arguments)
        future.add_done_callback(self._done)
        return await asyncio.shield(future)

    def _done(self, future: "asyncio.Future[T]") -> None:
        self.waiting -= 1
        if not future.cancelled():
            # One whose caller is gone: nobody else takes its exception.
            future.exception()
