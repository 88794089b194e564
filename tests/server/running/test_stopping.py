"""How a process is asked to stop (`kozyr_server.running.stopping`)."""

import os
import signal

from kozyr_server.running.stopping import Stop
from kozyr_testing.waiting import until


async def test_the_first_signal_asks_and_the_second_hurries() -> None:
    stop = Stop()
    before = signal.getsignal(signal.SIGTERM)
    with stop.by_signals():
        os.kill(os.getpid(), signal.SIGTERM)
        await until(stop.asked.is_set)
        assert not stop.hurry.is_set()
        os.kill(os.getpid(), signal.SIGINT)
        await until(stop.hurry.is_set)
    assert signal.getsignal(signal.SIGTERM) == before


def test_a_hurry_is_a_stop() -> None:
    stop = Stop()
    stop.ask_to_hurry()
    assert stop.asked.is_set()
