from collections.abc import AsyncIterator

import pytest

from kozyr_testing.crowds import Crowd, crowds


@pytest.fixture
async def crowd() -> AsyncIterator[Crowd]:
    """One server process over a new store."""
    async with crowds() as (one,):
        yield one


@pytest.fixture
async def two() -> AsyncIterator[list[Crowd]]:
    """Two server processes over one new store."""
    async with crowds(2) as both:
        yield both
