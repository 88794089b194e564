"""`random`: any legal action, all alike."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any


def random_legal(
    view: Any, seat: int, legal: Sequence[Any], rng: Random, options: Mapping[str, Any]
) -> Any:
    """A legal action by chance, whatever the game.

    Args:
        view: What the seat may see; not looked at.
        seat: The own seat; not looked at.
        legal: The legal actions, at least one.
        rng: Chance.
        options: Those of the game; not looked at.
    """
    return rng.choice(legal)
