"""What commands need of a room and its seats, and how a seat becomes free. Pure."""

from typing import Any, Final

from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId, RoomId
from kozyr_protocol.rooms import BotWanted, HostChanged, Phase
from kozyr_server.rooms.decision import Draft
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.rooms.room import Seat

EMPTY: Final[dict[str, Any]] = {name: getattr(Seat(), name) for name in Seat.__struct_fields__}
"""The fields of a free seat."""


def need_phase(draft: Draft, phase: Phase, what: str) -> None:
    """Only in one phase of the room.

    Raises:
        RefusedError: `wrong_phase`.
    """
    if draft.base.phase is not phase:
        raise RefusedError(
            ErrorCode.WRONG_PHASE,
            f"one can {what} only while the room is {phase}, it is {draft.base.phase}",
            {"phase": draft.base.phase},
        )


def need_host(draft: Draft, player: PlayerId) -> None:
    """Only the host may.

    Raises:
        RefusedError: `not_host`.
    """
    if draft.base.host != player:
        raise RefusedError(ErrorCode.NOT_HOST, "only the host of the room may do this")


def need_seat(draft: Draft, index: int) -> int:
    """The number of a seat that there is.

    Raises:
        RefusedError: `no_such_seat`.
    """
    seats = len(draft.seats)
    if index >= seats:
        raise RefusedError(
            ErrorCode.NO_SUCH_SEAT,
            f"there is no seat {index}: the last one is {seats - 1}",
            {"seats": seats},
        )
    return index


def need_place(count: int, most: int, what: str, setting: str) -> None:
    """Another one only where the bound allows it.

    Args:
        count: how many there are.
        most: how many there may be.
        what: of what, for a sentence that begins with their number.
        setting: name of the one that bounds it.

    Raises:
        RefusedError: `too_many`.
    """
    if count >= most:
        raise RefusedError(ErrorCode.TOO_MANY, f"{most} {what}", {"max": most}, limit=setting)


def spent(
    spent_ms: int, now_ms: int, *, costs_ms: int, ahead_ms: int, text: str, limit: str
) -> int:
    """Another entry of the log only where somebody has not brought about too many of late.

    Args:
        spent_ms: play time up to which he has paid, as this returned it the last time; 0: never.
        now_ms: play time.
        costs_ms: what one costs.
        ahead_ms: how far ahead of now he may pay.
        text: of the refusal.
        limit: as which a refusal is counted.

    Returns:
        Play time up to which he has paid now.

    Raises:
        RefusedError: `too_fast`.
    """
    paid_ms = max(spent_ms, now_ms) + costs_ms
    retry_ms = paid_ms - now_ms - ahead_ms
    if retry_ms > 0:
        raise RefusedError(ErrorCode.TOO_FAST, text, {"retry_ms": retry_ms}, limit=limit)
    return paid_ms


def is_free(seat: Seat) -> bool:
    """Whether anybody may sit down there."""
    return seat.player is None and seat.bot is None


def free_seat(draft: Draft, asked: int | None) -> int:
    """The seat that is asked for, or the first one that is free.

    Raises:
        RefusedError: `room_full`, `no_such_seat`, `seat_taken`.
    """
    first = next((i for i, seat in enumerate(draft.seats) if is_free(seat)), None)
    if asked is not None:
        need_seat(draft, asked)
        if first is not None and not is_free(draft.seats[asked]):
            raise RefusedError(ErrorCode.SEAT_TAKEN, f"seat {asked} is taken")
    if first is None:
        raise RefusedError(ErrorCode.ROOM_FULL, "all seats of this room are taken")
    return first if asked is None else asked


def keep_for_bot(draft: Draft, index: int, level: str) -> None:
    """Nobody but a house bot may have this seat from now on."""
    before = draft.seats[index]
    since_ms = draft.now.play_ms if before.bot is None else before.bot_since_ms
    draft.set_seat(index, **{**EMPTY, "bot": level, "bot_since_ms": since_ms})
    draft.tell(BotWanted(index, level))
    draft.lines = draft.moved = True


def find_host(draft: Draft) -> None:
    """The host is gone: the first person who sits is the next one; with nobody there is none."""
    heir = next((s for s in draft.seats if s.player is not None and s.bot is None), None)
    player = None if heir is None else heir.player
    draft.set(host=player, host_name="" if heir is None else heir.name)
    draft.tell(HostChanged(player))


def need_may_sit(draft: Draft, player: PlayerId) -> None:
    """Let nobody sit down whom the host sent out, or has not let in.

    Raises:
        RefusedError: `kicked`, `needs_knock`.
    """
    door = draft.base.door
    if player in door.kicked:
        raise kicked()
    if door.access == "knock" and player not in door.admitted and player != draft.base.host:
        raise RefusedError(
            ErrorCode.NEEDS_KNOCK, "the host of this room has to let you in: knock first"
        )


def kicked(room: RoomId | None = None) -> RefusedError:
    """The refusal of somebody whom the host sent out."""
    return RefusedError(ErrorCode.KICKED, "the host of this room sent you out", room=room)
