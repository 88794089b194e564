"""`simple`: the first legal action. The server sorts them, so that the same game comes again."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any


def first_legal(
    view: Any, seat: int, legal: Sequence[Any], rng: Random, options: Mapping[str, Any]
) -> Any:
    """The first legal action, whatever the game.

    Args:
        view: What the seat may see; not looked at.
        seat: The own seat; not looked at.
        legal: The legal actions, at least one.
        rng: Chance; not used.
        options: Those of the game; not looked at.
    """
    return legal[0]
