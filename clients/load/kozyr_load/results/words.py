"""The texts of what people read of a run: whoever shows it brings them in a language."""

from typing import Protocol


class Words(Protocol):
    """Texts in one language."""

    def say(self, key: str, /, **facts: str | float) -> str:
        """A text by its key, such as `load-live-rooms`, with its facts."""

    def told(self, sentence: str) -> str:
        """A sentence of a report, which is in English."""
