"""How long a house bot thinks: as long as its chance says, whatever it thinks about."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import TypeVar

Chosen = TypeVar("Chosen")


class Thinking:
    """The pauses of one bot.

    Args:
        think_ms: the shortest and the longest pause, in milliseconds.
        rng: of its own, used for nothing else, so that no pause depends on a card.
    """

    def __init__(self, think_ms: tuple[int, int], rng: Random) -> None:
        self._think_ms = think_ms
        self._rng = rng

    async def over(self, choose: Callable[[], Chosen]) -> Chosen:
        """What `choose` chooses, when the pause is over.

        The time that the choice itself takes is part of the pause: a hand that is hard to play
        is played no later than another one.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + self._rng.uniform(*self._think_ms) / 1000
        chosen = choose()
        await asyncio.sleep(max(0.0, until - loop.time()))
        return chosen
