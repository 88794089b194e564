"""Making the record of a game while it is played: bytes that the store keeps as they are."""

from datetime import UTC, datetime
from typing import Any

import msgspec

from kozyr_games.spec import Outcome
from kozyr_protocol import codec
from kozyr_protocol.fair import Fairness
from kozyr_protocol.record import By, DealFacts, Ended, Record, RecordSeat, StandIn
from kozyr_server.rooms.decision import Draft
from kozyr_server.rooms.room import Play, Seat

_packer = msgspec.msgpack.Encoder()
_json = msgspec.json.Encoder()
_unpacker = msgspec.msgpack.Decoder(list[tuple[int, dict[str, Any], int, str]])


def action(seat: int, action: Any, at_ms: int, by: By) -> bytes:
    """One action, to be appended to `Play.actions`."""
    return _packer.encode((seat, action, max(at_ms, 0), by))


def deal(play: Play, facts: DealFacts, fairness: Fairness) -> bytes:
    """JSON of the finished deal: the rules' facts, its actions, and what verifies it."""
    entry = msgspec.to_builtins(facts)
    entry["actions"] = _actions(play.actions, play.action_count)
    entry["fairness"] = fairness
    return _json.encode(entry)


def head(draft: Draft, outcome: Outcome, ended: Ended) -> bytes:
    """JSON of the record without its deals, which the store has already."""
    room, play = draft.room, draft.play
    entry = msgspec.to_builtins(
        Record(
            game=room.game,
            rules=draft.spec.rules,
            preset=room.preset,
            ended=ended,
            options=codec.unpack(room.options),
            room=room.id,
            seats=tuple(map(_seat, room.seats)),
            started=_rfc3339(play.started_unix_ms),
            finished=_rfc3339(draft.now.unix_ms),
            draw=play.draw,
            totals=outcome.totals,
            winners=outcome.winners,
            settlement=outcome.settlement,
            public=room.public,
        )
    )
    del entry["deals"]
    return _json.encode(entry)


def _seat(seat: Seat) -> RecordSeat:
    stretches = tuple(StandIn(one.deal, one.from_ms, one.to_ms) for one in seat.stretches)
    return RecordSeat(
        seat.name, "human" if seat.bot is None else "bot", stretches, player=seat.player
    )


def _rfc3339(unix_ms: int) -> str:
    moment = datetime.fromtimestamp(unix_ms / 1000, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _actions(packed: bytes, count: int) -> list[dict[str, Any]]:
    """The actions out of their concatenation: an array header makes it one value.

    Times do not go back: each process has an estimate of play time, and these are some ms apart.
    """
    actions, latest_ms = [], 0
    for seat, action, at_ms, by in _unpacker.decode(b"\xdd" + count.to_bytes(4, "big") + packed):
        latest_ms = max(latest_ms, at_ms)
        actions.append({"seat": seat, "action": action, "at_ms": latest_ms, "by": by})
    return actions
