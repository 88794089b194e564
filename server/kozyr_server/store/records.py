"""Records of finished games: found, read, and trimmed to their bound."""

import heapq
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from kozyr_server.store import keys
from kozyr_server.store.calls import Argument, Calls
from kozyr_server.store.library import MAX_RECORD_AGE_S, Library

MAX_RECORDS: Final = 20_000
"""Games that the store keeps; the oldest go first."""
TRIM_ROUND: Final = 512
"""Games that one round of trimming takes away at most."""

_ID: Final = re.compile("[0-9a-f]{2}[a-z2-7]{12}-[0-9]{1,9}")

Found = tuple[int, str]
"""Unix time in ms of the end of a game, and the id of its record."""


class Records:
    """Finished games. Every call may raise `StoreUnavailableError`."""

    def __init__(
        self,
        calls: Calls,
        library: Library,
        max_records: int = MAX_RECORDS,
        keep_s: int = MAX_RECORD_AGE_S,
    ) -> None:
        self._calls = calls
        self._max_records = max_records
        self._keep_s = keep_s
        self._library = library

    async def records(self, count: int, before: str | None = None) -> Sequence[str]:
        """See `Store.records`: public games only; nothing after an id that is not known."""
        start: Found | None = None
        if before is not None:
            if not is_record_id(before):
                return ()
            score = await self._calls.ask("ZSCORE", keys.records(before[:2]), before)
            if score is None:
                return ()
            start = (int(score), before)
        # Ids are spread evenly: a few of each shard nearly always hold the newest of all.
        each = count // 64 + 8
        while True:
            shards = await self._newest(start, each)
            merged = heapq.nlargest(count, (one for shard in shards for one in shard))
            last = merged[-1] if len(merged) == count else None
            if all(len(shard) < each or (last and shard[-1] <= last) for shard in shards):
                return tuple(record for _, record in merged)
            each *= 4

    async def record(self, record: str, *, private: bool = False) -> bytes | None:
        """See `Store.record`."""
        if not is_record_id(record):
            return None
        if (
            not private
            and await self._calls.ask("ZSCORE", keys.public_records(record[:2]), record) is None
        ):
            return None
        parts = await self._calls.ask("LRANGE", keys.record(record), 0, -1)
        return assembled(parts) if parts else None

    async def trim(self) -> int:
        """Forget the oldest games over the bound and the entries of those that ran out.

        One round: at most `TRIM_ROUND` games. Safe at any time and from several processes.

        Returns:
            How many were taken out.
        """
        names = keys.SHARD_NAMES
        # By the clock that dates them.
        now_ms = int(await self._calls.run(self._library.now, [], []))
        oldest_kept_ms = now_ms - self._keep_s * 1000
        counts = await self._calls.ask_all([("ZCARD", keys.records(name)) for name in names])
        excess = min(sum(counts) - self._max_records, TRIM_ROUND)
        # Over the bound, or too old: the oldest few of each shard hold the oldest of all.
        below = "+inf" if excess > 0 else f"({oldest_kept_ms}"
        answers = await self._calls.ask_all(
            [_oldest(name, below) for name, count in zip(names, counts, strict=True) if count]
        )
        oldest = heapq.nsmallest(TRIM_ROUND, (one for flat in answers for one in _pairs(flat)))
        gone: defaultdict[str, list[str]] = defaultdict(list)
        for number, (ended_ms, record) in enumerate(oldest):
            if number < excess or ended_ms < oldest_kept_ms:
                gone[record[:2]].append(record)
        await self._calls.ask_all(_removals(gone))
        return sum(map(len, gone.values()))

    async def _newest(self, start: Found | None, each: int) -> list[list[Found]]:
        """The newest public games of each shard, newest first, `start` and newer left out."""
        # Of one millisecond there may be several, of which some are after `start`.
        limit = each + (0 if start is None else 8)
        answers = await self._calls.run(
            self._library.newest,
            list(map(keys.public_records, keys.SHARD_NAMES)),
            ["+inf" if start is None else start[0], limit],
        )
        return [
            [one for one in _pairs(flat) if start is None or one < start][:each] for flat in answers
        ]


def is_record_id(text: str) -> bool:
    """Whether a text has the form of a record's id, `ROOM-GAME_NO`."""
    return _ID.fullmatch(text) is not None


def assembled(parts: Sequence[bytes]) -> bytes:
    """One line of `kozyr.record/1` out of a record's head and its deals.

    Args:
        parts: The JSON object of the head, without `deals`, and that of each deal.
    """
    head, *deals = parts
    return b"".join((head[:-1], b',"deals":[', b",".join(deals), b"]}"))


def _pairs(flat: Sequence[bytes]) -> list[Found]:
    return [
        (int(score), record.decode()) for record, score in zip(flat[::2], flat[1::2], strict=True)
    ]


def _oldest(name: str, below: str) -> tuple[Argument, ...]:
    index = keys.records(name)
    return ("ZRANGEBYSCORE", index, "-inf", below, "WITHSCORES", "LIMIT", 0, TRIM_ROUND)


def _removals(gone: Mapping[str, Sequence[str]]) -> list[tuple[Argument, ...]]:
    commands: list[tuple[Argument, ...]] = []
    for name, ids in gone.items():
        commands.append(("DEL", *map(keys.record, ids)))
        indexes = keys.records(name), keys.public_records(name), keys.unarchived(name)
        commands += [("ZREM", index, *ids) for index in indexes]
    return commands
