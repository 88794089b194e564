"""What an admin does to a room: he sees no more of it than its seats. Pure; used by the core."""

from kozyr_protocol.rooms import Closed, Phase
from kozyr_server.rooms import access, places, playing
from kozyr_server.rooms.decision import CLOSED, ByAdmin, Draft


def by_admin(draft: Draft, order: ByAdmin) -> bool:
    """Free a seat, or close the room; a game in play ends first, by a step of its own.

    Raises:
        RefusedError: `no_such_seat`, `not_seated`, `wrong_phase`.
    """
    draft.by = ""
    if order.seat is not None:
        draft.label = "kick"
        access.send_out(draft, places.need_seat(draft, order.seat))
        return True
    if draft.base.phase is Phase.PLAYING:
        # What it comes to is kept as its record; the same order closes the room then.
        draft.label = "abandon"
        playing.abandon(draft)
        return True
    draft.closed = True
    draft.label = CLOSED
    draft.set(phase=Phase.CLOSED)
    draft.tell(Closed("admin"))
    draft.moved = True
    return True
