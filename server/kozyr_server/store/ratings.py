"""Ratings as the store keeps them: what each person's is, who is best, and who played what."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from kozyr_protocol.ids import GameKey, PlayerId
from kozyr_server.store import keys
from kozyr_server.store.calls import Argument, Calls
from kozyr_server.store.library import Library
from kozyr_server.store.model import ProcessId

LISTED_MOST: Final = 10_000
"""People on the leaderboard of a game."""
RESULTS_KEPT: Final = 100
"""Results that are kept of each person, the newest."""
PLAYER_S: Final = 400 * 24 * 3600
"""Somebody who played no public game for so long is forgotten."""
LEASE_MS: Final = 10_000
"""One process reckons at a time; another one takes over so long after it was last heard of."""


class Result(Struct, frozen=True):
    """One finished public game, as the page of a player shows it."""

    record: str
    game: GameKey
    preset: str | None
    finished: str
    """RFC 3339, UTC."""
    names: tuple[str, ...]
    """By seat."""
    seat: int
    places: tuple[int, ...]
    """By seat, from 1; partners and those who tie have the same."""
    totals: tuple[int, ...]
    unrated: str | None
    """Why it does not count for ratings; None: it does."""
    points: int | None = None
    """The player's points after it; None: as before."""


class Change(Struct, frozen=True):
    """What one game does to one player."""

    player: PlayerId
    name: str
    standing: bytes | None
    """None: as before."""
    points: int | None
    """Where he is on the leaderboard; None: not there."""
    result: bytes | None


class Kept(Struct, frozen=True):
    """What is kept of one person."""

    name: str
    standings: Mapping[GameKey, bytes]
    results: tuple[Result, ...]
    ranks: Mapping[GameKey, int]
    """Place on the leaderboard of each game where he is on it, from 1."""


class Listed(Struct, frozen=True):
    """One line of a leaderboard."""

    player: PlayerId
    name: str
    points: int
    standing: bytes


_results = msgspec.msgpack.Decoder(Result)


class Ratings:
    """All ratings. Every call may raise `StoreUnavailableError`."""

    def __init__(self, calls: Calls, library: Library, process: ProcessId) -> None:
        self._calls = calls
        self._library = library
        self._process = process

    async def want(self) -> None:
        """Let no other process renew its lease, or take it, for the next `LEASE_MS`."""
        await self._calls.ask("SET", keys.RATINGS_WANTED, self._process, "PX", LEASE_MS)

    async def lease(self) -> bool:
        """Whether this process is the one that reckons, for the next `LEASE_MS`."""
        wanted = await self._calls.ask("GET", keys.RATINGS_WANTED)
        if wanted not in {None, self._process.encode()}:
            return False
        taken = await self._calls.ask(
            "SET", keys.RATINGS_LEASE, self._process, "PX", LEASE_MS, "NX"
        )
        if taken:
            return True
        if await self._calls.ask("GET", keys.RATINGS_LEASE) != self._process.encode():
            return False
        await self._calls.ask("PEXPIRE", keys.RATINGS_LEASE, LEASE_MS)
        return True

    async def cursor(self) -> str:
        """What `apply` left; empty before the first game."""
        kept = await self._calls.ask("GET", keys.RATINGS_CURSOR)
        return kept.decode() if kept else ""

    async def now_ms(self) -> int:
        """The store's clock, Unix time."""
        return int(await self._calls.run(self._library.now, [], []))

    async def ended(self, after_ms: int, until_ms: int, count: int) -> list[tuple[int, str]]:
        """The first public games that were filed after one moment of the store, until another.

        Returns:
            Moments and ids, in order; about `count` of them, and all of the last moment.
        """
        answers = await self._calls.ask_all(
            [
                (
                    *("ZRANGEBYSCORE", keys.public_records(name), f"({after_ms}", until_ms),
                    *("WITHSCORES", "LIMIT", 0, count),
                )
                for name in keys.SHARD_NAMES
            ]
        )
        found = sorted(
            (int(ms), record.decode())
            for flat in answers
            for record, ms in zip(flat[::2], flat[1::2], strict=True)
        )
        # A shard that gave as many as it was asked for may have more of its last moment.
        whole = [int(flat[-1]) - 1 for flat in answers if len(flat) == 2 * count]
        last_ms = min([*whole, found[count - 1][0]]) if len(found) > count else until_ms
        return [one for one in found if one[0] <= last_ms]

    async def standings(self, game: GameKey, players: Sequence[PlayerId]) -> dict[PlayerId, bytes]:
        """What is kept of these people in a game; who is not in the answer has not played."""
        found = await self._calls.ask_all(
            [("HGET", keys.rated_player(player), game) for player in players]
        )
        return {player: kept for player, kept in zip(players, found, strict=True) if kept}

    async def apply(self, cursor: str, then: str, game: GameKey, changes: Sequence[Change]) -> bool:
        """Take one game in, whole or not at all.

        Args:
            cursor: as it must still be.
            then: as it becomes.
            game: its key.
            changes: one for each player.

        Returns:
            Whether it was; False: another process was first.
        """
        names = [keys.RATINGS_CURSOR, keys.leaderboard(game)]
        args: list[Argument] = [cursor, then, game, LISTED_MOST, RESULTS_KEPT, PLAYER_S]
        for change in changes:
            names += [keys.rated_player(change.player), keys.player_results(change.player)]
            args += [
                change.player,
                change.standing or b"",
                "" if change.points is None else change.points,
                change.name,
                change.result or b"",
            ]
        return bool(await self._calls.run(self._library.rate, names, args))

    async def kept(self, player: PlayerId, games: Sequence[GameKey], results: int) -> Kept | None:
        """What is known of one person; None: nothing."""
        found, lines, *ranks = await self._calls.ask_all(
            [
                ("HGETALL", keys.rated_player(player)),
                ("LRANGE", keys.player_results(player), 0, results - 1),
                *(("ZREVRANK", keys.leaderboard(game), player) for game in games),
            ]
        )
        if not found:
            return None
        # This protocol version of the store answers a hash as a list or a map.
        fields = (
            found if isinstance(found, dict) else dict(zip(found[::2], found[1::2], strict=True))
        )
        name = fields.pop(b"name", b"").decode()
        return Kept(
            name=name,
            standings={GameKey(game.decode()): kept for game, kept in fields.items()},
            results=tuple(_results.decode(line) for line in lines),
            ranks={
                game: rank + 1 for game, rank in zip(games, ranks, strict=True) if rank is not None
            },
        )

    async def leaderboard(self, game: GameKey, start: int, count: int) -> list[Listed]:
        """Lines from place `start` (from 0) on, the best first."""
        flat = await self._calls.ask(
            "ZREVRANGE", keys.leaderboard(game), start, start + count - 1, "WITHSCORES"
        )
        found = list(zip(flat[::2], flat[1::2], strict=True))
        kept = await self._calls.ask_all(
            [("HMGET", keys.rated_player(player.decode()), "name", game) for player, _ in found]
        )
        return [
            Listed(PlayerId(player.decode()), (name or b"").decode(), int(points), standing)
            for (player, points), (name, standing) in zip(found, kept, strict=True)
            if standing
        ]

    async def replace(
        self,
        boards: Mapping[GameKey, Mapping[PlayerId, tuple[bytes, int | None]]],
        names: Mapping[PlayerId, str],
    ) -> None:
        """Put other standings in the place of all; results and cursor stay.

        Args:
            boards: for each game the standing of each person, and his points where he is listed.
            names: of all of them.
        """
        commands: list[tuple[Argument, ...]] = [("DEL", keys.leaderboard(game)) for game in boards]
        commands += [("HDEL", keys.rated_player(each), *boards) async for each in self._rated()]
        for game, standings in boards.items():
            for one, (standing, points) in standings.items():
                key = keys.rated_player(one)
                commands.append(("HSET", key, "name", names.get(one, ""), game, standing))
                commands.append(("EXPIRE", key, PLAYER_S))
                if points is not None:
                    commands.append(("ZADD", keys.leaderboard(game), points, one))
        for start in range(0, len(commands), 1000):
            await self._calls.ask_all(commands[start : start + 1000])

    async def _rated(self) -> AsyncIterator[str]:
        """Everybody of whom something is kept."""
        cursor: Argument = 0
        prefix = keys.rated_player("")
        while True:
            cursor, found = await self._calls.ask(
                "SCAN", cursor, "MATCH", f"{prefix}*", "COUNT", 1000
            )
            for key in found:
                yield key.decode()[len(prefix) :]
            if int(cursor) == 0:
                return
