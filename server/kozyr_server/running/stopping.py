"""How a process is asked to stop: the first signal asks, the second one hurries."""

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager

SIGNALS = (signal.SIGTERM, signal.SIGINT)


class Stop:
    """Whether the process is to stop, and how fast.

    Attributes:
        asked: Set once it is to stop: clients are told, what was begun is finished.
        hurry: Set once nobody is to be waited for; then `asked` is set as well.
    """

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.hurry = asyncio.Event()

    def ask(self) -> None:
        """Stop; called again, hurry."""
        if self.asked.is_set():
            self.hurry.set()
        self.asked.set()

    def ask_to_hurry(self) -> None:
        """Stop without waiting for anybody."""
        self.hurry.set()
        self.asked.set()

    @contextmanager
    def by_signals(self) -> Iterator[None]:
        """Have SIGTERM and SIGINT ask, while the block runs; in the main thread's loop."""
        loop = asyncio.get_running_loop()
        for number in SIGNALS:
            loop.add_signal_handler(number, self.ask)
        try:
            yield
        finally:
            for number in SIGNALS:
                loop.remove_signal_handler(number)
