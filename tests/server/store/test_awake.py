"""Time limits that stand still with the loop (`kozyr_server.store.awake`)."""

import asyncio
import socket
import time

import pytest

from kozyr_server.store import awake


async def test_what_takes_too_long_is_given_up() -> None:
    loop = asyncio.get_running_loop()
    began = loop.time()
    with pytest.raises(TimeoutError):
        async with awake.timeout(0.05) as limit:
            await loop.create_future()
    assert limit.expired()
    assert 0.05 <= loop.time() - began < 5


async def test_longer_limits_are_counted_in_slices() -> None:
    loop = asyncio.get_running_loop()
    began = loop.time()
    with pytest.raises(TimeoutError):
        async with awake.timeout(awake.SLICE_S * 2.5):
            await loop.create_future()
    assert awake.SLICE_S * 2.5 <= loop.time() - began < 30


async def test_what_is_done_in_time_leaves_no_timer() -> None:
    async with awake.timeout(0.02) as limit:
        pass
    await asyncio.sleep(0.05)
    assert not limit.expired()


async def test_who_is_cancelled_is_cancelled() -> None:
    async def wait() -> None:
        async with awake.timeout(60):
            await asyncio.get_running_loop().create_future()

    task = asyncio.create_task(wait())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_an_answer_that_came_while_the_loop_stood_still_is_heard() -> None:
    """The loop is held for longer than the limit, with the answer in the socket."""
    near, far = socket.socketpair()
    with near, far:
        near.setblocking(False)
        loop = asyncio.get_running_loop()
        async with awake.timeout(2 * awake.SLICE_S):
            asked = asyncio.ensure_future(loop.sock_recv(near, 100))
            await asyncio.sleep(0)
            far.send(b"answer")
            time.sleep(3 * awake.SLICE_S)  # noqa: ASYNC251  this is the fault that is tested
            assert await asked == b"answer"
