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

from msgspec import Struct

from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId, RoomId
from kozyr_server.rooms.peers import RefusedError

THREADS: Final = 2
"""Hashes that are made at once; each takes some 30 ms and 16 MB. No setting: the cores of a machine
are for the games."""

AHEAD_S: Final = 60.0
"""A minute's worth of tries may be made at once; the settings are for a minute."""

MAX_REMEMBERED: Final = 10_000
"""Who tried where; the ones of longest ago are forgotten. No setting: nobody is refused by it."""

_SALT_BYTES: Final = 16
_N, _R, _P = 2**14, 8, 1


class Guesses(Struct, frozen=True):
    """How often passwords are tried; a host may have it otherwise."""

    each_per_min: int = 5
    """By a player at a room."""
    room_per_min: int = 60
    """By all together at a room."""
    waiting: int = 64
    """Hashes that may be in work and wait for a thread; one more is refused as `busy`."""


GUESSES = Guesses()


class Passwords:
    """Hashes and checks passwords for one process.

    Args:
        now: seconds of a clock that never goes back.
        guesses: how often they are tried.
    """

    def __init__(
        self, now: Callable[[], float] = time.monotonic, guesses: Guesses = GUESSES
    ) -> None:
        """Start no thread before the first password."""
        self._now = now
        self._guesses = guesses
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
            each_s = AHEAD_S / self._guesses.each_per_min
            room_s = AHEAD_S / self._guesses.room_per_min
            self._pay((room, player), each_s, "password_tries_per_min")
            self._pay((room, None), room_s, "room_password_tries_per_min")
            said = await self._hash(password, kept[:_SALT_BYTES])
            if hmac.compare_digest(said, kept[_SALT_BYTES:]):
                return
        raise RefusedError(
            ErrorCode.NEEDS_PASSWORD,
            "the password of this room is missing, or it is another",
            room=room,
        )

    def _pay(self, key: tuple[RoomId, PlayerId | None], costs_s: float, setting: str) -> None:
        now = self._now()
        paid_until = max(self._paid_until.pop(key, now), now) + costs_s
        # Sums of seconds are not exact, and no try more is refused for that.
        retry_ms = round((paid_until - now - AHEAD_S) * 1000)
        if retry_ms > 0:
            self._paid_until[key] = paid_until - costs_s
            text = "too many passwords were tried here: wait a little"
            facts = {"retry_ms": retry_ms}
            raise RefusedError(ErrorCode.TOO_FAST, text, facts, key[0], limit=setting)
        self._paid_until[key] = paid_until
        while len(self._paid_until) > MAX_REMEMBERED:
            del self._paid_until[next(iter(self._paid_until))]

    async def _hash(self, password: str, salt: bytes) -> bytes:
        if self._waiting >= self._guesses.waiting:
            raise RefusedError(
                ErrorCode.BUSY,
                "too many passwords at once; nothing was done",
                limit="passwords_waiting",
            )
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
