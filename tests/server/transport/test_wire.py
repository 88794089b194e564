"""What every carrier of frames keeps to (`kozyr_server.transport.wire`)."""

from collections.abc import Callable

import pytest

from kozyr_server.transport.outbox import Event, Outbox
from kozyr_server.transport.wire import Wire


def _outbox() -> Wire:
    async def send(event: Event) -> None:
        """A transport that is always writable."""

    return Outbox(send, lambda: None, max_bytes=100, grace_s=0.01)


@pytest.mark.parametrize("make", [_outbox])
async def test_nothing_raises_whatever_came_before(make: Callable[[], Wire]) -> None:
    wire = make()
    assert wire.write(b"frame")
    assert wire.write("frame")
    for _ in range(2):
        wire.close(4000, "restart")
        wire.abort(4001)
        # A closed wire is not full: nobody is to be blamed.
        assert wire.write(b"x" * 1000)
