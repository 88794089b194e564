"""`kozyr.record/1`: a finished game that anybody can replay, recount and verify.

One game is one JSON object; a file holds one object a line (JSON Lines, UTF-8). Readers ignore
unknown fields. Cards are two characters, seats count from 0 clockwise, actions are those of the
wire.
"""

from enum import StrEnum
from typing import Any

import msgspec
from msgspec import Raw, Struct, field

from kozyr_protocol.cards import Card
from kozyr_protocol.fair import Fairness

FORMAT = "kozyr.record/1"


class Ended(StrEnum):
    """How a game ended."""

    COMPLETE = "complete"
    VOTED = "voted"
    ABANDONED = "abandoned"
    LIMIT = "limit"
    """1,000 shuffles, or ten void hands in a row."""


class By(StrEnum):
    """Who made an action."""

    PLAYER = "player"
    TIMEOUT = "timeout"
    STAND_IN = "stand_in"


class StandIn(Struct, frozen=True):
    """A stretch in which a bot played a seat for its owner; ms of play time since the start."""

    deal: int
    from_ms: int
    to_ms: int | None


class RecordSeat(Struct, frozen=True):
    """Who played a seat."""

    name: str
    kind: str
    """`human` (any client) or `bot` (a house bot)."""
    stand_ins: tuple[StandIn, ...] = ()
    player: str | None = None
    """Public id of who sat there, by which ratings know him; None: not known."""


class RecordDraw(Struct, frozen=True):
    """The draw for seats and first dealer."""

    cards: tuple[Card, ...]
    """The card of each seat as numbered before the draw."""
    fairness: Fairness


class RecordAction(Struct, frozen=True):
    """One action; `action` is what the client sent."""

    seat: int
    action: Raw
    at_ms: int
    """Play time since the deal began."""
    by: By


class DealFacts(Struct, frozen=True):
    """What the rules know of a finished deal: all of a record's deal but actions and fairness."""

    number: int
    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    """As dealt, in the order dealt."""
    scores: tuple[int, ...]
    detail: dict[str, Any]
    aside: tuple[Card, ...] = ()
    turned: Card | None = None
    upcard: Card | None = None
    stock: tuple[Card, ...] = ()
    last_card: Card | None = None


class RecordDeal(DealFacts, frozen=True, kw_only=True):
    """One deal of a record."""

    actions: tuple[RecordAction, ...]
    fairness: Fairness


class Record(Struct, frozen=True, kw_only=True):
    """One finished game. Every field is described in `protocol/README.md`."""

    format: str = FORMAT
    game: str
    rules: int
    preset: str | None
    ended: Ended
    options: dict[str, Any]
    room: str
    seats: tuple[RecordSeat, ...]
    started: str
    finished: str
    draw: RecordDraw | None
    deals: tuple[RecordDeal, ...] = field(default_factory=tuple)
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    settlement: tuple[int, ...] | None
    public: bool = True
    """Whether the lobby listed the room; only such games count for ratings."""


class RecordError(ValueError):
    """A line is not a record of this format."""


_decoder = msgspec.json.Decoder(Record)
_encoder = msgspec.json.Encoder()


def loads(line: bytes | str) -> Record:
    """Read one line of a record file.

    Raises:
        RecordError: not JSON, not this format, a field missing or of the wrong type.
    """
    try:
        record = _decoder.decode(line)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise RecordError(f"not a record: {error}") from error
    if record.format != FORMAT:
        raise RecordError(f"format is {record.format!r}, this version reads {FORMAT!r}")
    return record


def dumps(record: Record) -> bytes:
    """One line, without the newline."""
    return _encoder.encode(record)
