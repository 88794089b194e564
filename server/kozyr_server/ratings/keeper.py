"""Takes finished games into the ratings, one after the other, in the order in which they ended.

One process does it at a time. Games are taken in windows of the store's time that lie a little
back, so that what was filed meanwhile under an earlier time is in its place. The cursor names the
window and the last game that was taken, and moves in the same call that takes a game: a process
that dies in the middle leaves nothing half done and nothing out.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Final, Protocol, Self

import msgspec
import structlog
from msgspec import Struct

from kozyr_protocol import record as records
from kozyr_protocol.ids import GameKey, PlayerId
from kozyr_protocol.record import Record
from kozyr_server.ratings import reckoning
from kozyr_server.ratings.reckoning import LISTED_AFTER, Standing
from kozyr_server.store.model import StoreUnavailableError
from kozyr_server.store.ratings import Change, Ratings, Result

BEHIND_MS: Final = 5_000
"""Games are taken so long after they were filed. Clocks of servers may be so far apart."""
ROUND_S: Final = 2.0
WINDOW: Final = 200
"""Games in one window, about."""

_log = structlog.get_logger("kozyr.ratings")
_encoder = msgspec.msgpack.Encoder()
_standing = msgspec.msgpack.Decoder(Standing)


class RatedStore(Protocol):
    """What the keeper needs of a store."""

    ratings: Ratings

    async def record(self, record: str, *, private: bool = False) -> bytes | None:
        """One finished game."""


class Cursor(Struct, frozen=True):
    """How far the games have been taken."""

    after_ms: int = 0
    """The window begins after this moment of the store's clock …"""
    until_ms: int = 0
    """… and ends with this one; the same: it is done."""
    last: str = ""
    """The last game of the window that was taken; empty: none."""

    @classmethod
    def read(cls, text: str) -> Self:
        """From what the store keeps; the beginning where it keeps nothing."""
        if not text:
            return cls()
        after_ms, until_ms, last = (*text.split(" ", 2), "")[:3]
        return cls(int(after_ms), int(until_ms), last)

    def __str__(self) -> str:
        """For the store."""
        return f"{self.after_ms} {self.until_ms} {self.last}"


class Keeper:
    """One task with a round each two seconds while its `async with` block runs.

    Attributes:
        taken: Games that this process took in, rated or not.
        late: Those of them that had ended before another one that was taken earlier.
        failures: Rounds that could not be done; a later one does what they left.
    """

    def __init__(
        self, store: RatedStore, round_s: float = ROUND_S, behind_ms: int = BEHIND_MS
    ) -> None:
        self.taken = 0
        self.late = 0
        self.failures = 0
        self._store = store
        self._round_s = round_s
        self._behind_ms = behind_ms
        self._newest = ""
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Start the task."""
        self._task = asyncio.create_task(self._run(), name="kozyr ratings")
        return self

    async def __aexit__(self, *_: object) -> None:
        """End the task; what is left is taken by another process, or after the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def round(self) -> int:
        """Take one window.

        Returns:
            How many games were taken; 0 as well where another process does it.

        Raises:
            StoreUnavailableError: what was not done is done by a later round.
        """
        ratings = self._store.ratings
        if not await ratings.lease():
            return 0
        text = await ratings.cursor()
        cursor = Cursor.read(text)
        if cursor.after_ms == cursor.until_ms:
            until_ms = await ratings.now_ms() - self._behind_ms
            found = await ratings.ended(cursor.after_ms, until_ms, WINDOW)
            if not found:
                return 0
            cursor = Cursor(cursor.after_ms, found[-1][0])
        else:
            found = await ratings.ended(cursor.after_ms, cursor.until_ms, WINDOW)
        games = await self._games([record for _, record in found])
        left = [(name, game) for name, game in games if name > cursor.last]
        for number, (name, game) in enumerate(left, 1):
            done = Cursor(cursor.until_ms, cursor.until_ms)
            then = done if number == len(left) else replaced(cursor, name)
            if not await self._take(game, text, str(then)):
                return number - 1
            text = str(then)
            self.taken += 1
            self.late += name < self._newest
            self._newest = max(self._newest, name)
        if not left:
            # Their records ran out before they were read.
            await ratings.apply(text, str(Cursor(cursor.until_ms, cursor.until_ms)), NO_GAME, ())
        return len(left)

    async def _run(self) -> None:
        while True:
            taken = 0
            try:
                taken = await self.round()
            except StoreUnavailableError as error:
                self.failures += 1
                _log.debug("ratings put off", error=str(error))
            except Exception:
                self.failures += 1
                _log.exception("ratings failed")
            if not taken:
                await asyncio.sleep(self._round_s)

    async def _games(self, ids: Sequence[str]) -> list[tuple[str, tuple[str, Record]]]:
        """The records, under a name by which they are in order; those that ran out are left out."""
        found: list[tuple[str, tuple[str, Record]]] = []
        for record_id in ids:
            line = await self._store.record(record_id)
            if line is None:
                continue
            try:
                record = records.loads(line)
            except records.RecordError as error:
                _log.error("a record cannot be read", record=record_id, error=str(error))
                continue
            found.append((" ".join(reckoning.order(record)), (record_id, record)))
        return sorted(found)

    async def _take(self, game: tuple[str, Record], cursor: str, then: str) -> bool:
        record_id, record = game
        key = GameKey(record.game)
        players = [PlayerId(seat.player) for seat in record.seats if seat.player is not None]
        why = reckoning.unrated(record)
        after: Mapping[PlayerId, Standing] = {}
        if why is None:
            kept = await self._store.ratings.standings(key, players)
            before = {player: _standing.decode(packed) for player, packed in kept.items()}
            after = reckoning.after(record, before)
        changes = changes_of(record_id, record, after)
        return await self._store.ratings.apply(cursor, then, key, changes)


NO_GAME: Final = GameKey("none")
"""A key that no game has: nothing is taken in."""


def replaced(cursor: Cursor, last: str) -> Cursor:
    """The cursor after one more game of its window."""
    return Cursor(cursor.after_ms, cursor.until_ms, last)


def listed(standing: Standing) -> int | None:
    """Points on the leaderboard; None: too few games yet."""
    return standing.points if standing.games >= LISTED_AFTER else None


def packed(standing: Standing) -> bytes:
    """A standing as the store keeps it."""
    return _encoder.encode(standing)


def changes_of(record_id: str, record: Record, after: Mapping[PlayerId, Standing]) -> list[Change]:
    """What a game changes for each of its people; house bots have no page."""
    why = reckoning.unrated(record)
    game = reckoning.placed(record)
    place_of = {
        seat: place for side, place in zip(game.sides, game.places, strict=True) for seat in side
    }
    places = tuple(place_of[seat] for seat in range(len(record.seats)))
    changes = []
    for seat, one in enumerate(record.seats):
        if one.player is None or one.kind == "bot":
            continue
        player = PlayerId(one.player)
        standing = after.get(player)
        result = Result(
            record=record_id,
            game=GameKey(record.game),
            preset=record.preset,
            finished=record.finished,
            names=tuple(other.name for other in record.seats),
            seat=seat,
            places=places,
            totals=record.totals,
            unrated=why,
            points=None if standing is None else standing.points,
        )
        changes.append(
            Change(
                player,
                one.name,
                None if standing is None else packed(standing),
                None if standing is None else listed(standing),
                _encoder.encode(result),
            )
        )
    return changes
