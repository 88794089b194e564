"""All ratings anew, from the records of the store and of the archive; the server may run."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from kozyr_protocol import record as records
from kozyr_protocol.ids import PlayerId
from kozyr_protocol.record import Record
from kozyr_server.ratings import reckoning
from kozyr_server.ratings.keeper import Cursor, Keeper, listed, packed
from kozyr_server.store import address, library
from kozyr_server.store.calls import Calls
from kozyr_server.store.model import ProcessId
from kozyr_server.store.ratings import LEASE_MS, Ratings
from kozyr_server.store.records import Records

WAIT_S: Final = 2 * LEASE_MS / 1000
"""So long a server that reckons may hold its lease."""
LOOK_S: Final = 0.2
PAGE: Final = 500


class Rebuilt(Struct, frozen=True):
    """What was done."""

    games: int
    """Games that count."""
    players: int
    """People who have a standing in some game."""
    files: int
    """Archive files that were read."""


class BusyError(Exception):
    """Another process holds on to the ratings; the text is one sentence."""


class _Store:
    """What reckoning needs of a store, and nothing else of it."""

    def __init__(self, calls: Calls, process: ProcessId) -> None:
        lib = library.load()
        self.ratings = Ratings(calls, lib, process)
        self._records = Records(calls, lib)

    async def record(self, record: str, *, private: bool = False) -> bytes | None:
        return await self._records.record(record, private=private)


async def rebuild(
    url: str, archive: Path | None, told: Callable[[str], object] = lambda _: None
) -> Rebuilt:
    """Reckon all ratings from the beginning and put them in the place of those there are.

    Args:
        url: of the store.
        archive: folder of finished games, for those that the store has no more.
        told: is called with what is being done.

    Raises:
        BusyError: a server holds the ratings for too long.
        StoreUnavailableError: the store is away.
        OSError: a file of the archive cannot be read.
    """
    async with _opened(url) as store:
        ratings = store.ratings
        await _lease(ratings)
        # What has ended is taken in first, so that it is known where to stop.
        keeper = Keeper(store)
        while await keeper.round():
            told("games that have just ended")
        until_ms = Cursor.read(await ratings.cursor()).until_ms
        found: dict[tuple[str, str], Record] = {}
        async for record in _of_store(store, until_ms):
            told("games in the store")
            found[reckoning.order(record)] = _slim(record)
        later = {record async for record in _later(store, until_ms)}
        files = [] if archive is None else await asyncio.to_thread(_files, archive)
        for path in files:
            told(path.name)
            for record in await asyncio.to_thread(_all_of_file, path):
                if reckoning.order(record) not in later:
                    found.setdefault(reckoning.order(record), _slim(record))
            await _lease(ratings)
        told("ratings")
        standings = reckoning.recount(found.values())
        boards = {
            game: {player: (packed(one), listed(one)) for player, one in of_game.items()}
            for game, of_game in standings.items()
        }
        await ratings.replace(boards, _names(found.values()))
        players = {player for of_game in standings.values() for player in of_game}
        games = sum(reckoning.unrated(record) is None for record in found.values())
        return Rebuilt(games, len(players), len(files))


@asynccontextmanager
async def _opened(url: str) -> AsyncIterator[_Store]:
    calls = Calls(address.parse(url), "kozyr-ratings")
    try:
        yield _Store(calls, ProcessId("ratings-tool"))
    finally:
        await calls.close()


async def _lease(ratings: Ratings) -> None:
    for _ in range(round(WAIT_S / LOOK_S)):
        # A server renews its lease for as long as it runs, unless it is asked for it.
        await ratings.want()
        if await ratings.lease():
            return
        await asyncio.sleep(LOOK_S)
    raise BusyError("a server reckons ratings all the time: try again a little later")


async def _of_store(store: _Store, until_ms: int) -> AsyncIterator[Record]:
    after_ms = 0
    while page := await store.ratings.ended(after_ms, until_ms, PAGE):
        for _, record_id in page:
            line = await store.record(record_id)
            if line is not None:
                yield records.loads(line)
        after_ms = page[-1][0]
        await _lease(store.ratings)


async def _later(store: _Store, until_ms: int) -> AsyncIterator[tuple[str, str]]:
    """Games that a server will take in after this."""
    for _, record_id in await store.ratings.ended(until_ms, 2**53, PAGE):
        line = await store.record(record_id)
        if line is not None:
            yield reckoning.order(records.loads(line))


def _files(archive: Path) -> list[Path]:
    return sorted(archive.glob("records-*.jsonl"))


def _all_of_file(path: Path) -> list[Record]:
    """The records of a file; a line that was cut short by a power cut is left out."""
    found = []
    with path.open("rb") as file:
        for line in file:
            with suppress(records.RecordError):
                found.append(_slim(records.loads(line)))
    return found


def _slim(record: Record) -> Record:
    """The record without its deals; a game that counts for nothing because of them is private."""
    if record.deals and reckoning.unrated(record) is reckoning.Unrated.STAND_IN:
        return replace(record, deals=(), public=False)
    return replace(record, deals=())


def _names(found: Iterable[Record]) -> dict[PlayerId, str]:
    """The name that each person had in his last game."""
    names: dict[PlayerId, str] = {}
    for record in sorted(found, key=reckoning.order):
        for seat in record.seats:
            if seat.player is not None:
                names[PlayerId(seat.player)] = seat.name
    return names
