"""Reports of people about people, and what admins did, as they lie in the store."""

import hashlib
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

from kozyr_protocol.discreet import Discreet
from kozyr_protocol.ids import PlayerId, RoomId
from kozyr_protocol.messages import ChatLine
from kozyr_server.store import people_keys
from kozyr_server.store.calls import Argument, Calls
from kozyr_server.store.people_scripts import PeopleScripts

MAX_REPORTS: Final = 1000
"""The oldest of those that were dealt with go, and only then the oldest of all."""
MAX_AUDIT: Final = 10_000
"""Acts of admins that the store keeps; the file has all."""
MAX_HOST_AUDIT: Final = 1000
"""Acts of rooms' hosts, apart from those: whoever opens a room can act a lot."""
HOST_AUDIT_S: Final = 30 * 24 * 3600
"""After so long without a new one they go."""


class StoredReport(Discreet, Struct, frozen=True, omit_defaults=True):
    """What somebody told the host about somebody."""

    by: PlayerId
    by_name: str
    player: PlayerId
    """About whom."""
    name: str
    reason: str
    text: str
    room: RoomId | None
    """None: in the lobby."""
    lines: tuple[ChatLine, ...]
    """What was said there last, oldest first."""
    resolved_ms: int | None = None
    """Unix time, ms; None: nobody has looked at it yet."""
    resolved_by: str = ""
    note: str = ""
    """What the admin has to say about it."""
    id: str = ""
    at_ms: int = 0


class Act(Struct, frozen=True):
    """What an admin did, or the host of a room."""

    at_ms: int
    """Unix time, ms."""
    admin: str
    """As he called himself; of a host his name."""
    what: str
    """`mute`, `ban`, `lift`, `kick`, `close`, `hide`, `rules`, `announce`, `resolve`, `drain`;
    of a host `kick`, `hide`, `silence`, `unsilence`, `slow`."""
    target: str
    """Of whom or what: a player, a network, a room, a line."""
    why: str
    until_ms: int | None = None
    host: PlayerId | None = None
    """The host of a room, who did it there; None: an admin did it."""


_report_decoder = msgspec.json.Decoder(StoredReport)
_act_decoder = msgspec.json.Decoder(Act)
_encoder = msgspec.json.Encoder()


class Reports:
    """Every call may raise `StoreUnavailableError`."""

    def __init__(
        self, calls: Calls, scripts: PeopleScripts, max_reports: int = MAX_REPORTS
    ) -> None:
        self._calls = calls
        self._scripts = scripts
        self._max = max_reports

    async def add(self, report: StoredReport, day: int) -> bool:
        """Keep a report; id and time are given here.

        Args:
            report: without id, time and what became of it.
            day: of whatever calendar; the same report of the same day is kept once.

        Returns:
            False: it was made before.
        """
        about = (report.by, report.player, report.reason, report.room or "", str(day))
        number = hashlib.sha256("\0".join(about).encode()).hexdigest()[:16]
        packed = _encoder.encode({**msgspec.to_builtins(report), "id": number, "at_ms": 0})
        assert packed.endswith(b"0}")
        keyed = [people_keys.REPORTS, people_keys.REPORT_TIMES, people_keys.RESOLVED]
        arguments: list[Argument] = [number, packed[: -len(b"0}")], self._max]
        return bool(await self._calls.run(self._scripts.report, keyed, arguments))

    async def newest(self, count: int) -> Sequence[StoredReport]:
        """The last ones, the newest first."""
        ids = await self._calls.ask("ZREVRANGE", people_keys.REPORT_TIMES, 0, count - 1)
        if not ids:
            return []
        found = await self._calls.ask("HMGET", people_keys.REPORTS, *ids)
        return [_report_decoder.decode(packed) for packed in found if packed is not None]

    async def resolve(self, number: str, by: str, note: str, now_ms: int) -> StoredReport | None:
        """Say that a report was dealt with; None: there is none of this id."""
        packed = await self._calls.ask("HGET", people_keys.REPORTS, number)
        if packed is None:
            return None
        report = msgspec.structs.replace(
            _report_decoder.decode(packed), resolved_ms=now_ms, resolved_by=by, note=note
        )
        await self._calls.ask("HSET", people_keys.REPORTS, number, _encoder.encode(report))
        await self._calls.ask("ZADD", people_keys.RESOLVED, report.at_ms, number)
        return report


class Audit:
    """Every call may raise `StoreUnavailableError`.

    Args:
        calls: to the store.
        max_acts: that are kept, about.
        key: where.
        keep_s: for how long after the last one; None: for good.
    """

    def __init__(
        self,
        calls: Calls,
        max_acts: int = MAX_AUDIT,
        key: str = people_keys.AUDIT,
        keep_s: int | None = None,
    ) -> None:
        self._calls = calls
        self._max = max_acts
        self._key = key
        self._keep_s = keep_s

    async def add(self, act: Act) -> None:
        """Note what was done."""
        packed = _encoder.encode(act)
        wanted: list[tuple[Argument, ...]] = [
            ("XADD", self._key, "MAXLEN", "~", self._max, "*", "e", packed)
        ]
        if self._keep_s is not None:
            wanted.append(("EXPIRE", self._key, self._keep_s))
        await self._calls.ask_all(wanted)

    async def newest(self, count: int) -> Sequence[Act]:
        """The last ones, the newest first."""
        found = await self._calls.ask("XREVRANGE", self._key, "+", "-", "COUNT", count)
        return [_act_decoder.decode(fields[b"e"]) for _, fields in found]
