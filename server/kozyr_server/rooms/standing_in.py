"""When stand-ins are wanted, and how they end; `bots` has how they begin. Pure."""

from typing import Final

from msgspec.structs import replace

from kozyr_protocol.ids import PlayerId
from kozyr_protocol.rooms import EndWanted, PauseWanted, Phase, StandInChanged
from kozyr_server.rooms.decision import Draft
from kozyr_server.rooms.due import Patience
from kozyr_server.rooms.room import Room, Seat, is_connected

MAX_STRETCHES: Final = 64
"""Times that a seat may be played by stand-ins in one game; then the clock plays it."""


def wanted_ms(room: Room, seat: Seat, patience: Patience) -> int:
    """Play time since or from which a house bot is wanted for a seat; 0: it is not."""
    if room.phase is Phase.WAITING:
        is_kept = seat.bot is not None and seat.player is None
        # Bots wait for people, not the other way round.
        return (room.idle_ms or 1) if is_kept and is_connected(room.seats) else 0
    if room.phase is not Phase.PLAYING or seat.stand_in is not None:
        return 0
    if len(seat.stretches) >= MAX_STRETCHES:
        return 0
    if seat.left or seat.absent:
        return seat.away_since_ms or (room.play.started_ms if room.play else 0) or 1
    if seat.line is not None:
        return 0
    return seat.away_since_ms + (patience.stand_in_ms if seat.bot is None else 0)


def missing_bot(seat: Seat) -> PlayerId | None:
    """The house bot whose seat it is, where it has lost its line; None: there is none such."""
    return seat.player if seat.bot is not None and seat.line is None else None


def first_wanted_ms(room: Room, patience: Patience) -> int:
    """Play time from which a house bot is wanted for some seat; 0: for none."""
    first = 0
    is_played = room.phase is Phase.PLAYING
    for seat in room.seats:
        # The usual seat, looked at around every action.
        if is_played and seat.line is not None and not seat.absent:
            continue
        at_ms = wanted_ms(room, seat, patience)
        if at_ms and (not first or at_ms < first):
            first = at_ms
    return first


def forget_wishes(draft: Draft, index: int) -> None:
    """Who is away wishes nothing."""
    wishes = draft.seats[index].wishes
    if wishes is None or not (wishes.pause or wishes.end):
        return
    if wishes.pause:
        draft.tell(PauseWanted(index, wanted=False))
    if wishes.end:
        draft.tell(EndWanted(index, wanted=False))
    draft.set_seat(index, wishes=replace(wishes, pause=False, end=False))


def end(draft: Draft, index: int) -> None:
    """The stand-in of a seat, if it has one, plays it no longer."""
    seat = draft.seats[index]
    if seat.stand_in is None:
        return
    *before, last = seat.stretches
    to_ms = max(last.from_ms, draft.now.play_ms - draft.play.started_ms)
    draft.set_seat(index, stand_in=None, stretches=(*before, replace(last, to_ms=to_ms)))
    draft.tell(StandInChanged(index, stand_in=False))
    draft.lines = draft.moved = True
