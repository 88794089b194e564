"""What is wrong with a setting."""


class SettingError(Exception):
    """An option cannot be used; the text is one line that names it and its bounds."""

    def __init__(self, option: str, reason: str) -> None:
        """Keep both.

        Args:
            option: as its user gave it: `--port`, `KOZYR_PORT`, or `kozyr.toml: port`.
            reason: the rest of the line.
        """
        super().__init__(option, reason)
        self.option = option
        self.reason = reason

    def __str__(self) -> str:
        """`--port: 70000 is not a whole number from 0 to 65535`."""
        return f"{self.option}: {self.reason}"
