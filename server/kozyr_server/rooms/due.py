"""When a room needs attention by itself: pure arithmetic on play time."""

from msgspec import Struct

from kozyr_protocol.rooms import Clock, Phase
from kozyr_server.rooms.room import Room, Seat, is_connected

LATE_GRACE_MS = 500
"""A deadline acts so long after it is due: frames that were sent in time are still in flight. No
setting: it is about networks, and is the same for all hosts."""

LINK_WAIT_MS = 3_000
"""An open shuffle waits so long for the links of seats. Part of the protocol, which tells it in
`link_wanted.within_ms`."""

SEAT_KEPT_MS = 60_000
"""Before and after a game a seat without a line is given up after so long."""

EMPTY_CLOSES_MS = 10 * 60_000
"""A room that waits, or is finished, closes when nobody who sits was connected for so long."""

IDLE_CLOSES_MS = 6 * 3_600_000
"""A room that waits closes after so long even with people in it."""

FINISHED_CLOSES_MS = 3_600_000
"""A finished room closes after so long; its record stays."""

STAND_IN_AFTER_MS = 30_000
"""A seat whose owner has had no line for so long is played by a house bot."""

STAND_IN_MS = 10_000
"""Longest time of a stand-in for one decision: others must not wait long for a bot."""

ABANDONED_MS = 10 * 60_000
"""A game is abandoned when none of its players was connected for so long."""

PAUSE_MS = 15 * 60_000
"""A pause ends by itself after so long."""

PAUSES_MS = 30 * 60_000
"""So long may a game stand still in all."""

AWAY_MS = 2 * 60_000
"""Who has had no line for so long is not waited for when the others want to end a game."""

BOTS_WAIT_MS = 10 * 60_000
"""House bots leave a table where no game begins for so long: others want them."""

LOOK_EACH_MS = 5 * 60_000
"""A room is looked at so often, for lines of processes that have died."""


class Patience(Struct, frozen=True):
    """How long rooms wait for people, in play time; a host may have it otherwise."""

    seat_kept_ms: int = SEAT_KEPT_MS
    empty_closes_ms: int = EMPTY_CLOSES_MS
    idle_closes_ms: int = IDLE_CLOSES_MS
    finished_closes_ms: int = FINISHED_CLOSES_MS
    abandoned_ms: int = ABANDONED_MS
    stand_in_ms: int = STAND_IN_AFTER_MS
    pause_ms: int = PAUSE_MS
    pauses_ms: int = PAUSES_MS
    away_ms: int = AWAY_MS
    bots_wait_ms: int = BOTS_WAIT_MS


PATIENCE = Patience()


def decision_ms(clock: Clock, seat: Seat, factor: float) -> int:
    """Time for one decision of a seat, without its bank.

    Args:
        clock: the room's.
        seat: whose player is there, late or gone.
        factor: the multiple of the turn time for this kind of decision.
    """
    if seat.stand_in is not None:
        return max(min(round(clock.turn_ms * factor), STAND_IN_MS), clock.away_ms)
    if seat.left or seat.absent:
        return clock.away_ms
    return round(clock.turn_ms * factor)


def deadline_ms(clock: Clock, seat: Seat, factor: float, opened_ms: int) -> int:
    """Play time by which a decision must be made: its time and the bank."""
    has_bank = not (seat.left or seat.absent or seat.stand_in is not None)
    bank = seat.bank_ms if has_bank else 0
    return opened_ms + decision_ms(clock, seat, factor) + bank


def abandoned_ms(room: Room, patience: Patience = PATIENCE) -> int:
    """When the game counts as abandoned; 0 while somebody is connected."""
    return 0 if is_connected(room.seats) else room.idle_ms + patience.abandoned_ms


def vacated_ms(room: Room, seat: Seat, patience: Patience = PATIENCE) -> int:
    """When the seat is given up; 0: not by itself."""
    if room.phase is Phase.PLAYING or seat.player is None or seat.line is not None:
        return 0
    return seat.away_since_ms + patience.seat_kept_ms


def dismissed_ms(room: Room, seat: Seat, patience: Patience = PATIENCE) -> int:
    """When a bot's seat, or one that is kept for a bot, is given up; 0: not by itself."""
    if room.phase is Phase.PLAYING or seat.bot is None or not is_connected(room.seats):
        # Without people a bot goes by itself, and the room closes.
        return 0
    if room.phase is Phase.FINISHED and seat.player is None:
        # It is asked for a bot again at a rematch only.
        return 0
    return max(seat.bot_since_ms, room.idle_ms) + patience.bots_wait_ms


def closes_ms(room: Room, patience: Patience = PATIENCE) -> int:
    """When a room that is not in play closes."""
    is_waiting = room.phase is Phase.WAITING
    latest = patience.idle_closes_ms if is_waiting else patience.finished_closes_ms
    if not is_connected(room.seats):
        latest = patience.empty_closes_ms
    return room.idle_ms + latest


def look_ms(room: Room) -> int:
    """When a room is looked at for lines of dead processes; 0: no need."""
    if not is_connected(room.seats):
        return 0
    since_ms = max(room.looked_ms, room.idle_ms)
    if room.phase is Phase.PLAYING and room.play is not None:
        since_ms = max(since_ms, room.play.started_ms)
    return since_ms + LOOK_EACH_MS


def next_ms(room: Room, patience: Patience = PATIENCE) -> int:
    """When the room must be looked at next, in play time; never 0."""
    if room.phase is not Phase.PLAYING:
        vacated = (vacated_ms(room, seat, patience) for seat in room.seats)
        dismissed = (dismissed_ms(room, seat, patience) for seat in room.seats)
        times = [closes_ms(room, patience), look_ms(room), *vacated, *dismissed]
        return min(at_ms for at_ms in times if at_ms)
    # There is something to look at while somebody is connected, and else a game to abandon.
    next_at_ms = look_ms(room) or abandoned_ms(room, patience)
    play = room.play
    if play is not None and play.pause is not None:
        return min(next_at_ms, play.pause.until_ms)
    for seat in room.seats:
        if seat.prompt:
            next_at_ms = min(next_at_ms, seat.deadline_ms + LATE_GRACE_MS)
    if play is not None and play.pending is not None:
        next_at_ms = min(next_at_ms, play.pending.until_ms)
    return next_at_ms
