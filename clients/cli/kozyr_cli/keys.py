"""Single keys of a terminal, without waiting for the end of a line."""

import os
import re
import select
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import typer

_KEY = re.compile(r"\x1b(?:\[[0-9;]*[@-~]|O[@-~])?|.", re.DOTALL)
_UNFINISHED = re.compile(r"\x1b(?:O|\[[0-9;]*)?\Z")
UNFINISHED_S = 0.05
"""How long the rest of a key of several characters may take; after it Escape was meant."""


@contextmanager
def reading() -> Iterator[Callable[[], str]]:
    """Take the keys of the standard input, which must be a terminal, while the block runs.

    Keys that were pressed before, or several at once, are kept in their order: the terminal is
    changed once for the whole block and what waits in it is not thrown away. Afterwards it is as
    it was, however the block ends.

    Yields:
        What waits for the next key: a character, the sequence of an arrow, or nothing when the
        terminal is gone. It raises KeyboardInterrupt for Ctrl-C.
    """
    if sys.platform == "win32":
        # There the console has single keys by itself.
        yield typer.getchar
        return
    import termios  # noqa: PLC0415 - there is none on Windows

    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)
    single = termios.tcgetattr(fd)
    # Without signals Ctrl-C keeps its place among the keys, and Ctrl-Z leaves no odd terminal.
    single[3] &= ~(termios.ECHO | termios.ICANON | termios.ISIG | termios.IEXTEN)
    single[6][termios.VMIN] = 1
    single[6][termios.VTIME] = 0
    try:
        termios.tcsetattr(fd, termios.TCSANOW, single)
        yield _Keys(fd)
    finally:
        # A terminal that is gone needs nothing.
        with suppress(termios.error):
            termios.tcsetattr(fd, termios.TCSADRAIN, before)


class _Keys:
    """The keys of a terminal, one after the other."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._waiting: deque[str] = deque()

    def __call__(self) -> str:
        while not self._waiting:
            text = self._read()
            if not text:
                return ""
            while _UNFINISHED.search(text) and select.select([self._fd], [], [], UNFINISHED_S)[0]:
                more = self._read()
                if not more:
                    break
                text += more
            self._waiting.extend(_KEY.findall(text))
        key = self._waiting.popleft()
        if key == "\x03":
            raise KeyboardInterrupt
        return key

    def _read(self) -> str:
        """What was pressed; nothing: the terminal is gone."""
        try:
            # Keys that mean something are ASCII, and so nothing can be cut in two.
            return os.read(self._fd, 1024).decode("latin-1")
        except OSError:
            return ""
