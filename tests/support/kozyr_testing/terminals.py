"""A program in a terminal of its own, with a test at the keys."""

import os
import pty
import select
import subprocess
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kozyr_testing.processes import ENVIRONMENT, interruptible

PATIENCE_S = 30.0


class Terminal:
    """The side of the terminal where people sit.

    Attributes:
        process: The program.
    """

    def __init__(self, process: "subprocess.Popen[bytes]", ours: int, theirs: int) -> None:
        self.process = process
        self._ours = ours
        self._theirs = theirs
        self._seen = ""

    @property
    def mode(self) -> list[Any]:
        """The terminal's settings as they are now."""
        return termios.tcgetattr(self._theirs)

    def press(self, keys: str) -> None:
        """All of them at once."""
        os.write(self._ours, keys.encode())

    def until(self, wanted: str) -> None:
        """Read what the program shows up to this.

        Raises:
            AssertionError: It did not come in time.
        """
        end = time.monotonic() + PATIENCE_S
        while wanted not in self._seen:
            left = end - time.monotonic()
            can_read = left > 0 and select.select([self._ours], [], [], left)[0]
            assert can_read, f"{wanted!r} did not come after {self._seen[-500:]!r}"
            self._seen += os.read(self._ours, 65536).decode(errors="replace")
        self._seen = self._seen.partition(wanted)[2]

    def ended(self) -> int:
        """The program's exit code, once it has ended.

        Raises:
            AssertionError: It did not end in time.
        """
        end = time.monotonic() + PATIENCE_S
        while self.process.poll() is None:
            assert time.monotonic() < end, "it does not end"
            # A program whose output nobody takes could not end.
            if select.select([self._ours], [], [], 0.01)[0]:
                os.read(self._ours, 65536)
        return self.process.returncode


@contextmanager
def in_terminal(*command: str, typed: str = "") -> Iterator[Terminal]:
    """Run a program in a new terminal; it does not outlive the block.

    Args:
        command: program and arguments.
        typed: keys that were pressed before it started.
    """
    ours, theirs = pty.openpty()
    try:
        os.write(ours, typed.encode())
        with interruptible():
            process = subprocess.Popen(
                command, stdin=theirs, stdout=theirs, stderr=theirs, env=ENVIRONMENT
            )
        try:
            yield Terminal(process, ours, theirs)
        finally:
            process.kill()
            process.wait(PATIENCE_S)
    finally:
        os.close(ours)
        os.close(theirs)
