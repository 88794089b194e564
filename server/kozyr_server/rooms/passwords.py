"""Passwords of rooms: kept as salted hashes, made in threads of their own, and guessed slowly."""

import asyncio
import hashlib
import hmac
import os
import time
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId, RoomId
from kozyr_server.rooms.peers import RefusedError

THREADS: Final = 2
"""Hashes that are made at once; each takes some 30 ms and 16 MB."""

MAX_WAITING: Final = 64
"""Hashes that may wait for a thread; beyond it the answer is `busy`."""

EACH_COSTS_S: Final = 12.0
"""A player may try the password of a room once in so long …"""

ROOM_COSTS_S: Final = 1.0
"""… and all together once in so long …"""

AHEAD_S: Final = 60.0
"""… and so long ahead, after a pause."""

MAX_REMEMBERED: Final = 10_000
"""Who tried where; the ones of longest ago are forgotten."""

_SALT_BYTES: Final = 16
_N, _R, _P = 2**14, 8, 1


class Passwords:
    """Hashes and checks passwords for one process.

    Args:
        now: seconds of a clock that never goes back.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Start no thread before the first password."""
        self._now = now
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="kozyr password")
        self._waiting = 0
        self._paid_until: dict[tuple[RoomId, PlayerId | None], float] = {}

    def close(self) -> None:
        """Make no more hashes."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def hashed(self, password: str) -> bytes:
        """What is kept of a password. Safe to cancel.

        Raises:
            RefusedError: `busy`.
        """
        salt = os.urandom(_SALT_BYTES)
        return salt + await self._hash(password, salt)

    async def check(
        self, room: RoomId, player: PlayerId, kept: bytes, password: str | None
    ) -> None:
        """Let only those pass who know the password. Safe to cancel.

        Args:
            room: whose password it is.
            player: who says it.
            kept: what `hashed` gave.
            password: as it was said, if it was.

        Raises:
            RefusedError: `needs_password`; `too_fast` and `busy` with nothing looked at.
        """
        if password is not None:
            self._pay((room, player), EACH_COSTS_S, room)
            self._pay((room, None), ROOM_COSTS_S, room)
            said = await self._hash(password, kept[:_SALT_BYTES])
            if hmac.compare_digest(said, kept[_SALT_BYTES:]):
                return
        raise RefusedError(
            ErrorCode.NEEDS_PASSWORD,
            "the password of this room is missing, or it is another",
            room=room,
        )

    def _pay(self, key: tuple[RoomId, PlayerId | None], costs_s: float, room: RoomId) -> None:
        now = self._now()
        paid_until = max(self._paid_until.pop(key, now), now) + costs_s
        if paid_until - now > AHEAD_S:
            self._paid_until[key] = paid_until - costs_s
            retry_ms = round((paid_until - now - AHEAD_S) * 1000)
            text = "too many passwords were tried here: wait a little"
            raise RefusedError(ErrorCode.TOO_FAST, text, {"retry_ms": retry_ms}, room)
        self._paid_until[key] = paid_until
        while len(self._paid_until) > MAX_REMEMBERED:
            del self._paid_until[next(iter(self._paid_until))]

    async def _hash(self, password: str, salt: bytes) -> bytes:
        if self._waiting >= MAX_WAITING:
            raise RefusedError(ErrorCode.BUSY, "too many passwords at once; nothing was done")
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, _hashed, password, salt)
        finally:
            self._waiting -= 1


def _hashed(password: str, salt: bytes) -> bytes:
    # The same letters can be written in several ways, by several keyboards.
    text = unicodedata.normalize("NFC", password).encode()
    return hashlib.scrypt(text, salt=salt, n=_N, r=_R, p=_P)
