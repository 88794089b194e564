"""How a subcommand fails: one line for people, and an exit code."""


class CommandError(Exception):
    """The command cannot be run as asked; its text is one line that says what to change."""

    def __init__(self, message: str, exit_code: int = 2) -> None:
        """Keep both; 2 is for what the user can mend by asking otherwise."""
        super().__init__(message)
        self.exit_code = exit_code
