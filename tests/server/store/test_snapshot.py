"""Copies of a running store (`kozyr_server.store.snapshot`)."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from kozyr_server.store import snapshot
from kozyr_server.store.errors import BackupError

MARK = b"m" * snapshot.MARK_BYTES
Talk = Callable[[asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def store_that(talk: Talk, *answers: bytes) -> AsyncIterator[Path]:
    """A store that gives these answers to what it is asked, then talks."""
    import tempfile  # noqa: PLC0415 - pytest's own folders have paths too long for a socket

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for answer in answers or (b"+OK\r\n", b"+OK\r\n"):
            await reader.readuntil(b"\n")
            writer.write(answer)
        await talk(writer)
        writer.close()

    with tempfile.TemporaryDirectory(prefix="kozyr-") as folder:
        path = Path(folder) / "s"
        server = await asyncio.start_unix_server(serve, path)
        async with server:
            yield path


def _saying(*parts: bytes) -> Talk:
    async def talk(writer: asyncio.StreamWriter) -> None:
        for part in parts:
            writer.write(part)
            await writer.drain()

    return talk


@pytest.mark.parametrize(
    "parts",
    [
        (b"\n\n$EOF:" + MARK + b"\r\n", b"REDIS0011", b"abc" + MARK),
        (b"$EOF:" + MARK + b"\r\nREDIS0011abc", MARK[:7], MARK[7:]),
        (b"$12\r\nREDIS0011abc",),
        (b"$12\r\n", b"REDIS0011", b"abc"),
    ],
)
async def test_the_copy_is_what_stands_before_the_mark(parts: tuple[bytes, ...]) -> None:
    got: list[bytes] = []
    async with store_that(_saying(*parts)) as path:
        assert await snapshot.take(path, got.append) == 12
    assert b"".join(got) == b"REDIS0011abc"


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ((b"$EOF:" + MARK + b"\r\nREDIS0011abc",), "ended in the middle"),
        ((b"$20\r\nREDIS0011abc",), "ended in the middle"),
        ((b"-ERR not now\r\n",), "refuses a copy: ERR not now"),
        ((b"$EOF:short\r\n",), "another language"),
        ((b"$9\r\nsomething",), "something else"),
        ((), "ended in the middle"),
    ],
)
async def test_half_a_copy_is_none(parts: tuple[bytes, ...], words: str) -> None:
    async with store_that(_saying(*parts)) as path:
        with pytest.raises(BackupError, match=words):
            await snapshot.take(path, lambda _: None)


async def test_a_store_that_refuses_is_heard(tmp_path: Path) -> None:
    async with store_that(_saying(), b"-NOAUTH who are you\r\n") as path:
        with pytest.raises(BackupError, match="refuses a copy: NOAUTH who are you"):
            await snapshot.take(path, lambda _: None)
    with pytest.raises(BackupError, match="the store cannot be reached: No such file"):
        await snapshot.take(tmp_path / "none", lambda _: None)
