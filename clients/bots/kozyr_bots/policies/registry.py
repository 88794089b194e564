"""The policies there are, by name: the one list."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from kozyr_bots.errors import PolicyError
from kozyr_bots.policies import gin_rummy, king, knaves, oh_well, twenty_nine
from kozyr_bots.policies.first_legal import first_legal
from kozyr_bots.policies.random_legal import random_legal
from kozyr_protocol.ids import GameKey

Policy = Callable[[Any, int, Sequence[Any], Random, Mapping[str, Any]], Any]
"""(view, seat, legal, rng, options) → one of `legal`.

Pure. `view` is the game's `View` of `kozyr_protocol.games` as the seat sees it, `legal` its
actions, `options` those of the game, all resolved. A policy is given nothing else.
"""

GENERAL: Mapping[str, Policy] = {"random": random_legal, "simple": first_legal}
"""Policies that play any game."""

SOUND: Mapping[GameKey, Policy] = {
    GameKey("gin_rummy"): gin_rummy.sound,
    GameKey("king"): king.sound,
    GameKey("king_jokers"): king.sound,
    GameKey("knaves"): knaves.sound,
    GameKey("oh_well"): oh_well.sound,
    GameKey("twenty_nine"): twenty_nine.sound,
}
"""For a game the policy that a beginner would respect, called `sound`."""


def find(name: str, game: str) -> Policy:
    """A policy for a game.

    Args:
        name: `sound`, or one of `GENERAL`.
        game: The game's key.

    Raises:
        PolicyError: There is no such policy, or not for this game; it names those there are.
    """
    policy = SOUND.get(GameKey(game)) if name == "sound" else GENERAL.get(name)
    if policy is None:
        choices = ", ".join(names(game))
        raise PolicyError(f"no policy {name!r} plays {game}; choose one of {choices}")
    return policy


def names(game: str | None = None) -> tuple[str, ...]:
    """Names of the policies for a game; None: of all there are."""
    has_sound = bool(SOUND) if game is None else GameKey(game) in SOUND
    return (*GENERAL, "sound") if has_sound else tuple(GENERAL)
