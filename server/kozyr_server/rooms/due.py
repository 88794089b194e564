"""When a room needs attention by itself: pure arithmetic on play time."""

from kozyr_protocol.rooms import Phase
from kozyr_server.rooms.room import Room, Seat

LATE_GRACE_MS = 500
"""A deadline acts so long after it is due: frames that were sent in time are still in flight."""

LINK_WAIT_MS = 3_000
"""An open shuffle waits so long for the links of seats."""

SEAT_KEPT_MS = 60_000
"""Before and after a game a seat without a line is given up after so long."""

EMPTY_CLOSES_MS = 10 * 60_000
"""A room that waits, or is finished, closes when nobody who sits was connected for so long."""

IDLE_CLOSES_MS = 6 * 3_600_000
"""A room that waits closes after so long even with people in it."""

FINISHED_CLOSES_MS = 3_600_000
"""A finished room closes after so long; its record stays."""

ABANDONED_MS = 10 * 60_000
"""A game is abandoned when none of its players was connected for so long."""

LOOK_EACH_MS = 5 * 60_000
"""A room is looked at so often, for lines of processes that have died."""


def decision_ms(room: Room, seat: Seat, factor: float) -> int:
    """Time for one decision of a seat, without its bank.

    Args:
        room: for its clock.
        seat: whose player is there, late or gone.
        factor: the multiple of the turn time for this kind of decision.
    """
    if seat.left or seat.absent:
        return room.clock.away_ms
    return round(room.clock.turn_ms * factor)


def deadline_ms(room: Room, seat: Seat, factor: float, opened_ms: int) -> int:
    """Play time by which a decision must be made: its time and the bank."""
    bank = 0 if seat.left or seat.absent else seat.bank_ms
    return opened_ms + decision_ms(room, seat, factor) + bank


def abandoned_ms(room: Room) -> int:
    """When the game counts as abandoned; 0 while somebody is connected."""
    if any(seat.line is not None for seat in room.seats):
        return 0
    return room.idle_ms + ABANDONED_MS


def vacated_ms(room: Room, seat: Seat) -> int:
    """When the seat is given up; 0: not by itself."""
    if room.phase is Phase.PLAYING or seat.player is None or seat.line is not None:
        return 0
    return seat.away_since_ms + SEAT_KEPT_MS


def closes_ms(room: Room) -> int:
    """When a room that is not in play closes."""
    latest = IDLE_CLOSES_MS if room.phase is Phase.WAITING else FINISHED_CLOSES_MS
    if not any(seat.line is not None for seat in room.seats):
        latest = EMPTY_CLOSES_MS
    return room.idle_ms + latest


def look_ms(room: Room) -> int:
    """When a room is looked at for lines of dead processes; 0: no need."""
    if not any(seat.line is not None for seat in room.seats):
        return 0
    since_ms = max(room.looked_ms, room.idle_ms)
    if room.phase is Phase.PLAYING and room.play is not None:
        since_ms = max(since_ms, room.play.started_ms)
    return since_ms + LOOK_EACH_MS


def next_ms(room: Room) -> int:
    """When the room must be looked at next, in play time; never 0."""
    times = []
    if room.phase is Phase.PLAYING:
        assert room.play is not None
        times = [seat.deadline_ms + LATE_GRACE_MS for seat in room.seats if seat.prompt]
        if room.play.pending is not None:
            times.append(room.play.pending.until_ms)
        if at_ms := abandoned_ms(room):
            times.append(at_ms)
    else:
        times = [closes_ms(room)]
        times += [at_ms for seat in room.seats if (at_ms := vacated_ms(room, seat))]
    if at_ms := look_ms(room):
        times.append(at_ms)
    return min(times)
