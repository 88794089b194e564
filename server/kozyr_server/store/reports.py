"""Reports of people about people, and what admins did, as they lie in the store."""

import hashlib
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

from kozyr_protocol import codec
from kozyr_protocol.discreet import Discreet
from kozyr_protocol.ids import PlayerId, RoomId
from kozyr_protocol.limits import CHAT_LINES
from kozyr_protocol.messages import ChatLine, ChatSaid
from kozyr_server.store import keys, people_keys
from kozyr_server.store.calls import Argument, Calls
from kozyr_server.store.people_scripts import PeopleScripts

MAX_REPORTS: Final = 1000
"""The oldest of those that were dealt with go, and only then the oldest of all."""
MAX_AUDIT: Final = 10_000
"""Acts of admins that the store keeps; the file has all."""

HIDDEN_MS: Final = 24 * 3_600_000
"""What the host of a room took away is kept so long for reports about it."""

_NUMBER: Final = slice(3, 8)
"""Where a kept line has its number, in five bytes; see `beside.py`."""


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
    """What an admin did."""

    at_ms: int
    """Unix time, ms."""
    admin: str
    """As he called himself."""
    what: str
    """`mute`, `ban`, `lift`, `kick`, `close`, `hide`, `rules`, `announce`, `resolve`, `drain`."""
    target: str
    """Of whom or what: a player, a network, a room, a line."""
    why: str
    until_ms: int | None = None


_report_decoder = msgspec.json.Decoder(StoredReport)
_act_decoder = msgspec.json.Decoder(Act)
_line_decoder = msgspec.msgpack.Decoder(ChatLine)
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
    """Every call may raise `StoreUnavailableError`."""

    def __init__(self, calls: Calls, max_acts: int = MAX_AUDIT) -> None:
        self._calls = calls
        self._max = max_acts

    async def add(self, act: Act) -> None:
        """Note what was done."""
        await self._calls.ask(
            "XADD", people_keys.AUDIT, "MAXLEN", "~", self._max, "*", "e", _encoder.encode(act)
        )

    async def newest(self, count: int) -> Sequence[Act]:
        """The last ones, the newest first."""
        found = await self._calls.ask("XREVRANGE", people_keys.AUDIT, "+", "-", "COUNT", count)
        return [_act_decoder.decode(fields[b"e"]) for _, fields in found]


class RoomChat:
    """Lines of rooms. Every call may raise `StoreUnavailableError`."""

    def __init__(self, calls: Calls, scripts: PeopleScripts) -> None:
        self._calls = calls
        self._scripts = scripts

    async def lines(self, room: RoomId) -> Sequence[ChatLine]:
        """The kept ones, oldest first."""
        return [_line_decoder.decode(each) for each in await self._kept(room)]

    async def hide(self, room: RoomId, number: int, *, by_host: bool = False) -> bool:
        """Take a line away and tell all who follow the room.

        Args:
            room: where it was said.
            number: of the line.
            by_host: the host of the room does it, no admin.

        Returns:
            False: it is not kept any more, or was taken away before.
        """
        for kept in await self._kept(room):
            line = _line_decoder.decode(kept)
            if line.n != number or line.hidden:
                continue
            new = msgspec.structs.replace(line, text="", phrase=None, hidden=True, by_host=by_host)
            packed = bytearray(codec.encode(msgspec.structs.replace(new, n=2**32 - 1)))
            # The number of a kept line has five bytes, whatever it is.
            packed[_NUMBER] = kept[_NUMBER]
            channel = keys.channel(room)
            said = b"c" + codec.encode(ChatSaid(room, new))
            keep_ms = HIDDEN_MS if by_host else 0
            arguments: list[Argument] = [kept, bytes(packed), channel, said, keep_ms, CHAT_LINES]
            keyed = [keys.chat(room), keys.hidden(room)]
            return bool(await self._calls.run(self._scripts.hide, keyed, arguments))
        return False

    async def reported(self, room: RoomId) -> Sequence[ChatLine]:
        """The kept lines for a report, oldest first: also those that the host took away.

        Else who is rude could hide his words from the server's host. What a moderator of the server
        took away is gone.
        """
        kept, hidden = await self._calls.ask_all(
            [("LRANGE", key, 0, -1) for key in (keys.chat(room), keys.hidden(room))]
        )
        as_said = {line.n: line for line in map(_line_decoder.decode, hidden)}
        lines = map(_line_decoder.decode, kept)
        return [as_said.get(line.n, line) if line.by_host else line for line in lines]

    async def _kept(self, room: RoomId) -> Sequence[bytes]:
        kept: Sequence[bytes] = await self._calls.ask("LRANGE", keys.chat(room), 0, -1)
        return kept
