"""Values whose text shows nothing of what they hold: tokens, links, hands, passwords."""

from typing import Any


class Discreet:
    """A first base of structs and dataclasses that must not be read in a log or a traceback.

    A dataclass needs `repr=False` beside it.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        """`Hello()`: the type and nothing more, also where it lies within another value."""
        return f"{type(self).__name__}()"

    def __rich_repr__(self, /) -> list[tuple[str, Any]]:
        """Nothing: else a struct would show its fields to `rich`."""
        return []
