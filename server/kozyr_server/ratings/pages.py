"""Leaderboards and players over HTTP, under `/api/v1`: read-only, for everybody."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from kozyr_protocol.ids import GameKey, PlayerId
from kozyr_server.ratings.reckoning import Standing
from kozyr_server.store.ratings import Ratings

PAGE: Final = 50
"""Lines of a leaderboard, and results of a player, in one answer."""

MAX_PLACE: Final = 1_000_000

_standing = msgspec.msgpack.Decoder(Standing)


class Pages:
    """The bodies of the pages, as plain values.

    Args:
        ratings: where they are kept.
        games: keys of all games.

    Attributes:
        games: the same.
    """

    def __init__(self, ratings: Ratings, games: Sequence[GameKey]) -> None:
        self._ratings = ratings
        self.games = games

    async def leaderboard(self, game: GameKey, after: int) -> dict[str, Any]:
        """One page: places from `after` + 1 on.

        Raises:
            StoreUnavailableError: the store is away.
        """
        found = await self._ratings.leaderboard(game, after, PAGE)
        players = []
        for place, line in enumerate(found, after + 1):
            standing = _standing.decode(line.standing)
            players.append(
                {
                    "place": place,
                    "player": line.player,
                    "name": line.name,
                    "points": line.points,
                    "games": standing.games,
                    "wins": standing.wins,
                }
            )
        following = f"?after={after + PAGE}" if len(found) == PAGE else None
        return {"game": game, "players": players, "next": following}

    async def player(self, player: PlayerId) -> dict[str, Any] | None:
        """What is known of one person; None: he has finished no public game.

        Raises:
            StoreUnavailableError: the store is away.
        """
        kept = await self._ratings.kept(player, self.games, PAGE)
        if kept is None:
            return None
        ratings = {}
        for game, packed in kept.standings.items():
            standing = _standing.decode(packed)
            ratings[game] = {
                "points": standing.points,
                "games": standing.games,
                "wins": standing.wins,
                "place": kept.ranks.get(game),
            }
        return {
            "player": player,
            "name": kept.name,
            "ratings": ratings,
            "results": [msgspec.to_builtins(result) for result in kept.results],
        }


def is_place(text: str) -> bool:
    """Whether a text is a place on a leaderboard."""
    return text.isascii() and text.isdecimal() and int(text) <= MAX_PLACE


def is_player(text: str) -> bool:
    """Whether a text has the form of a player's id."""
    return len(text) == 17 and text[0] == "p" and text.isascii() and text.isalnum()
