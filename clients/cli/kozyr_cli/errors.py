"""How a subcommand fails: one line for people, and an exit code."""

from collections.abc import Iterator
from contextlib import contextmanager

from kozyr_cli.words import say

USAGE = 2
"""Exit code when a command cannot be run as asked."""
INTERRUPTED = 130
"""Exit code after Ctrl-C."""


class CommandError(Exception):
    """The command cannot be run as asked; its text is one line that says what to change."""

    def __init__(self, message: str, exit_code: int = USAGE) -> None:
        """Keep both; `USAGE` is for what the user can mend by asking otherwise."""
        super().__init__(message)
        self.exit_code = exit_code


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """Around the imports of a subcommand: say which extra brings what is missing.

    Raises:
        CommandError: A package that the subcommand needs is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise CommandError(say("kozyr-needs-extra", package=str(error.name), extra=extra)) from None
