import gc
import warnings
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    """What tests before left to the collector is not counted against this one."""
    gc.unfreeze()
    with warnings.catch_warnings():
        # Kept-alive connections are left to the collector when the loop of a test ends.
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
    yield
