"""From a decision to a commit of the store, and from the store's refusals to the wire's."""

import msgspec
import structlog
from msgspec.structs import replace

from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import RoomId, Tag
from kozyr_protocol.messages import RoomSummary
from kozyr_protocol.rooms import Phase
from kozyr_server.rooms.decision import Begun, Decision
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.rooms.room import OutdatedError, Room, encode
from kozyr_server.store.model import (
    Commit,
    CommitResult,
    Entry,
    FinishedGame,
    Log,
    Status,
    StoreFullError,
    StoreUnavailableError,
    StoreUnknownError,
)

log = structlog.get_logger()

MAX_SUMMARY_BYTES = 256
"""Of a room in the lobby's index. Two names in a wide script may not fit: the room's is kept."""

_encoder = msgspec.msgpack.Encoder()


def commit(decision: Decision, entry: Entry, *, is_told: bool = False) -> Commit:
    """What the store is asked to write for a decision.

    Args:
        decision: the step.
        entry: of the log.
        is_told: see `Commit.is_told`.
    """
    before, after = decision.before, decision.after
    room = after.room
    summary, unlist = _listing(decision)
    game = None
    if decision.ended is not None:
        game = FinishedGame(decision.ended.record, decision.ended.head, room.public)
    # By place at first: with more than 15 names Python makes a dict for the call.
    return Commit(
        room.id,
        before.version if before else 0,
        before.tag if before else "",
        Tag(after.tag),
        None if decision.closed else encode(room),
        _encoder.encode(entry),
        _log_move(decision),
        due_ms=decision.due_ms,
        not_before_ms=decision.not_before_ms,
        deal=decision.deals[0] if decision.deals else None,
        more_deals=decision.deals[1:],
        game=game,
        summary=summary,
        unlist=unlist,
        fresh_deals=decision.moved and any(isinstance(one, Begun) for one in decision.happened),
        is_told=is_told,
    )


def _log_move(decision: Decision) -> Log:
    before, room = decision.before, decision.after.room
    if decision.closed:
        return Log.DROP
    if room.log_from == 0:
        return Log.DROP if before is not None and before.room.log_from else Log.NONE
    return Log.RESTART if room.log_from == decision.after.version else Log.APPEND


def _listing(decision: Decision) -> tuple[bytes | None, bool]:
    """The new entry of the lobby index, or that the room leaves it."""
    before, room = decision.before, decision.after.room
    if not room.public or not (before is None or decision.moved):
        return None, False
    was = None if before is None else _summary(before.room)
    now = None if decision.closed else _summary(room)
    if now == was:
        return None, False
    if now is None:
        return None, True
    packed = _encoder.encode(now)
    if len(packed) > MAX_SUMMARY_BYTES:
        packed = _encoder.encode(replace(now, host=""))
    return packed, False


def _summary(room: Room) -> RoomSummary | None:
    if room.phase not in {Phase.WAITING, Phase.PLAYING}:
        return None
    if room.phase is Phase.PLAYING and not room.spectators:
        return None
    return RoomSummary(
        room=room.id,
        game=room.game,
        preset=room.preset,
        name=room.name,
        phase=room.phase,
        seats=len(room.seats),
        taken=sum(1 for seat in room.seats if seat.player is not None or seat.bot is not None),
        spectators=room.spectators,
        language=room.language,
        access=room.door.access,
        bots=sum(1 for seat in room.seats if seat.bot is not None),
        host=_host_name(room),
    )


def _host_name(room: Room) -> str:
    if room.host is None:
        return ""
    names = (seat.name for seat in room.seats if seat.player == room.host)
    return next(names, room.host_name)


_UNKNOWN = "the store did not answer: it may have been done or not; send it again with the same key"

_REFUSALS = {
    Status.UNAVAILABLE: (
        ErrorCode.STORE_UNAVAILABLE,
        "the store is away; nothing was done",
    ),
    Status.FULL: (ErrorCode.STORE_FULL, "the server is nearly full; nothing was done"),
    Status.UNKNOWN: (ErrorCode.OUTCOME_UNKNOWN, _UNKNOWN),
}


def unknown(room: RoomId | None) -> RefusedError:
    """The refusal of what was sent, and of which nobody knows whether it was done."""
    return RefusedError(ErrorCode.OUTCOME_UNKNOWN, _UNKNOWN, room=room)


def store_full(room: RoomId | None) -> RefusedError:
    """The refusal of what the store's memory has no room for."""
    code, text = _REFUSALS[Status.FULL]
    return RefusedError(code, text, room=room, limit="store_memory_mb")


def need_ok(result: CommitResult, room: RoomId) -> None:
    """Refuse what could not be committed.

    Raises:
        RefusedError: with the code that fits the result.
    """
    if result.status is Status.OK:
        return
    known = _REFUSALS.get(result.status)
    if known is not None:
        limit = "store_memory_mb" if result.of_memory else ""
        raise RefusedError(known[0], known[1], room=room, limit=limit)
    log.error("a commit failed", room=room, status=result.status, detail=result.detail)
    raise RefusedError(ErrorCode.INTERNAL, "a fault of the server; nothing was done", room=room)


class reading:  # noqa: N801 - used as a context manager
    """Turn what reads of the store raise into refusals.

    A class, for it stands around every action: a generator would cost 2 us more.
    """

    __slots__ = ("_room",)

    def __init__(self, room: RoomId | None) -> None:
        self._room = room

    def __enter__(self) -> None:
        """Nothing yet."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Refuse where the store could not be read, or not be understood."""
        if isinstance(error, StoreUnknownError):
            raise unknown(self._room) from error
        if isinstance(error, StoreFullError):
            raise store_full(self._room) from error
        if isinstance(error, StoreUnavailableError):
            # Of a `follow` the line may be taken by now, and is given up again.
            raise RefusedError(
                ErrorCode.STORE_UNAVAILABLE, "the store is away; send it again", room=self._room
            ) from error
        if isinstance(error, OutdatedError):
            raise RefusedError(
                ErrorCode.SERVER_OUTDATED,
                "a newer server wrote this room; come back and another one serves you",
                room=self._room,
            ) from error
