"""Hashes of passphrases (`kozyr_server.people.passphrases`)."""

import asyncio
from collections.abc import Iterator

import pytest

from kozyr_protocol.errors import ErrorCode
from kozyr_server.people import passphrases
from kozyr_server.people.callers import RefusedError
from kozyr_server.people.passphrases import Hasher
from kozyr_testing.waiting import until


@pytest.fixture
def hasher() -> Iterator[Hasher]:
    hasher = Hasher(4)
    yield hasher
    hasher.close()


async def test_only_the_right_one_is_right(hasher: Hasher) -> None:
    kept = await hasher.hash("correct horse")
    assert kept.startswith("$argon2id$")
    assert "horse" not in kept
    assert await hasher.is_right(kept, " correct horse ")
    assert not await hasher.is_right(kept, "correct horses")
    assert not await hasher.is_right("no hash at all", "correct horse")
    assert not await hasher.is_right("", "nobody has this passphrase")
    assert await hasher.hash("correct horse") != kept, "each has its own salt"


async def test_too_many_at_once_are_refused_and_the_loop_goes_on(hasher: Hasher) -> None:
    turns = 0

    async def turn() -> None:
        nonlocal turns
        while hasher.waiting:
            turns += 1
            await asyncio.sleep(0)

    work = [asyncio.create_task(hasher.hash(f"passphrase {n}")) for n in range(10)]
    await asyncio.sleep(0)
    await turn()
    done = await asyncio.gather(*work, return_exceptions=True)
    refused = [each for each in done if isinstance(each, RefusedError)]
    assert len(refused) == 6
    assert {each.code for each in refused} == {ErrorCode.BUSY}
    assert hasher.refused == 6
    assert turns > 10
    assert await hasher.hash("again, for there is room")


async def test_who_does_not_wait_any_more_leaves_no_place_taken(hasher: Hasher) -> None:
    task = asyncio.create_task(hasher.hash("correct horse"))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await hasher.hash("correct horse")
    await until(lambda: hasher.waiting == 0)


@pytest.mark.parametrize("text", ["1234567", " 1234567 ", "x" * 129, ""])
def test_bounds(text: str) -> None:
    with pytest.raises(RefusedError) as refused:
        passphrases.cleaned(text)
    assert refused.value.code is ErrorCode.BAD_PASSPHRASE
    assert text.strip() == "" or text.strip() not in str(refused.value)
    assert passphrases.cleaned(" 12345678 ") == "12345678"
