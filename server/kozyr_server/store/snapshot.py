"""A consistent copy of a running store, taken over its Unix socket as a replica would take it.

The store forks and sends what it held in that one moment; it goes on serving meanwhile. Nothing is
written to its disk: with `capa eof` it streams, and ends the stream by a mark that it named first.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final

from kozyr_server.store.errors import BackupError

MARK_BYTES: Final = 40
CHUNK_BYTES: Final = 256 * 1024
SILENCE_S: Final = 30.0
"""A store that sends nothing for so long is given up; it sends newlines while it forks."""

_HEAD_BYTES: Final = 128
_ASK: Final = (
    # The store need not keep what is written after the copy.
    b"REPLCONF rdb-only 1\r\n",
    b"REPLCONF capa eof\r\n",
)
_MAGICS: Final = (b"REDIS", b"VALKEY")


async def take(socket: Path, write: Callable[[bytes], object]) -> int:
    """Hand the whole store over, in the form of its own dump files. Safe to cancel.

    Args:
        socket: of the store.
        write: called with each part, in order.

    Returns:
        The number of bytes.

    Raises:
        BackupError: The store is not there, refuses, or ended in the middle.
    """
    try:
        reader, writer = await asyncio.open_unix_connection(str(socket), limit=2 * CHUNK_BYTES)
    except OSError as error:
        raise BackupError(f"the store cannot be reached: {error.strerror}") from None
    try:
        return await _taken(reader, writer, write)
    except (OSError, asyncio.IncompleteReadError):
        raise BackupError("the store ended in the middle of the copy") from None
    except TimeoutError:
        raise BackupError(f"the store sent nothing for {SILENCE_S:g} s") from None
    finally:
        writer.close()


async def _taken(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, write: Callable[[bytes], object]
) -> int:
    for line in _ASK:
        writer.write(line)
        answer = await _line(reader)
        if not answer.startswith(b"+"):
            raise BackupError(f"the store refuses a copy: {_said(answer)}")
    writer.write(b"SYNC\r\n")
    head = await _line(reader)
    while not head:
        # While it forks, so that nobody takes it for dead.
        head = await _line(reader)
    if head.startswith(b"$EOF:"):
        return await _until_mark(reader, head.removeprefix(b"$EOF:"), write)
    if head.startswith(b"$") and head[1:].isdigit():
        return await _counted(reader, int(head[1:]), write)
    raise BackupError(f"the store refuses a copy: {_said(head)}")


async def _until_mark(
    reader: asyncio.StreamReader, mark: bytes, write: Callable[[bytes], object]
) -> int:
    if len(mark) != MARK_BYTES:
        raise BackupError("the store speaks another language than is known here")
    # What may be the mark is held back: random, it stands nowhere else.
    held, size = b"", 0
    while True:
        part = await _some(reader)
        held += part
        ready = len(held) - MARK_BYTES
        if size == 0 and ready >= 0:
            _check_magic(held)
        if held.endswith(mark):
            write(held[:ready])
            return size + ready
        if ready > 0:
            write(held[:ready])
            held, size = held[ready:], size + ready


async def _counted(
    reader: asyncio.StreamReader, total: int, write: Callable[[bytes], object]
) -> int:
    left = total
    while left:
        part = await _some(reader, min(left, CHUNK_BYTES))
        if left == total:
            _check_magic(part)
        write(part)
        left -= len(part)
    return total


async def _line(reader: asyncio.StreamReader) -> bytes:
    async with asyncio.timeout(SILENCE_S):
        return (await reader.readuntil(b"\n")).strip()


async def _some(reader: asyncio.StreamReader, most: int = CHUNK_BYTES) -> bytes:
    async with asyncio.timeout(SILENCE_S):
        part = await reader.read(most)
    if not part:
        raise asyncio.IncompleteReadError(b"", None)
    return part


def _check_magic(start: bytes) -> None:
    if not start.startswith(_MAGICS):
        raise BackupError("the store sent something else than a copy of itself")


def _said(answer: bytes) -> str:
    return answer[:_HEAD_BYTES].decode(errors="replace").lstrip("-+")
