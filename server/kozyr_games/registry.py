"""The games there are: the one list, by which the server knows them."""

from collections.abc import Mapping

from kozyr_games import gin_rummy, king, knaves, oh_well, twenty_nine
from kozyr_games.spec import AnyGame, UnknownGameError
from kozyr_protocol.ids import GameKey

GAMES: Mapping[GameKey, AnyGame] = {
    GameKey("gin_rummy"): gin_rummy.GAME,
    GameKey("king"): king.KING,
    GameKey("king_jokers"): king.KING_JOKERS,
    GameKey("knaves"): knaves.GAME,
    GameKey("oh_well"): oh_well.GAME,
    GameKey("twenty_nine"): twenty_nine.GAME,
}
"""Every game by its key, with the rules that new games are played by."""


def find(key: str, rules: int | None = None) -> AnyGame:
    """A game by its key.

    Args:
        key: as in `GAMES`.
        rules: the version of the rules that a record names; None: the present one.

    Raises:
        UnknownGameError: there is no such game, or not with these rules.
    """
    game = GAMES.get(GameKey(key))
    if game is None:
        raise UnknownGameError(f"no game has the key {key!r}; known are {', '.join(GAMES)}")
    if rules is not None and rules != game.rules:
        raise UnknownGameError(f"{key} is known with rules {game.rules}, not with {rules}")
    return game
