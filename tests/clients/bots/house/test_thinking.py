"""How long house bots think (`kozyr_bots.house.thinking`)."""

import asyncio
import random
import time

from kozyr_bots.house.thinking import Thinking


def _slow() -> str:
    """A choice that is hard to make: it keeps the processor for nine tenths of a second."""
    until = time.monotonic() + 0.9
    while time.monotonic() < until:
        pass
    return "slow"


async def test_a_hard_choice_is_part_of_the_pause() -> None:
    loop = asyncio.get_running_loop()
    began = loop.time()
    assert await Thinking((1000, 1000), random.Random(1)).over(_slow) == "slow"
    # One after the other they would take 1.9 seconds.
    assert 1.0 <= loop.time() - began < 1.7


async def test_pauses_are_drawn_from_nothing_but_their_own_chance() -> None:
    """After as many choices the chance is where it would be without any card."""
    own, other, cards = random.Random(5), random.Random(5), random.Random(6)
    thinking = Thinking((0, 3), own)
    for draws in (0, 1, 1000):
        await thinking.over(lambda draws=draws: [cards.random() for _ in range(draws)])  # type: ignore[misc]
        other.uniform(0, 3)
    assert own.getstate() == other.getstate()
