"""Whole games that bots played over the wire, for the tests of commands that read them."""

from pathlib import Path

from msgspec import Struct


class BotGames(Struct, frozen=True):
    """One game of each kind."""

    file: Path
    """Their records, exported, in the order of the registry."""
    lines: dict[str, str]
    """What `kozyr bot --quiet` said, by game."""
