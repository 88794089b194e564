import gc
import warnings
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def unfrozen() -> Iterator[None]:
    """A server freezes what lives when it comes up: what it left is collected here, not later."""
    yield
    gc.unfreeze()
    with warnings.catch_warnings():
        # Kept-alive connections are left to the collector when the loop of a test ends.
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
