"""Waiting for a condition, with a bound."""

import asyncio
from collections.abc import Awaitable, Callable


async def until(condition: Callable[[], bool], within_s: float = 10.0) -> None:
    """Return as soon as a condition holds.

    Raises:
        TimeoutError: It did not within `within_s` seconds.
    """
    async with asyncio.timeout(within_s):
        while not condition():  # noqa: ASYNC110 - what other processes do sets no event
            await asyncio.sleep(0.01)


async def until_true(question: Callable[[], Awaitable[bool]], within_s: float = 10.0) -> None:
    """The same for a condition that has to be asked for.

    Raises:
        TimeoutError: It did not hold within `within_s` seconds.
    """
    async with asyncio.timeout(within_s):
        while not await question():  # noqa: ASYNC110 - the same
            await asyncio.sleep(0.01)
