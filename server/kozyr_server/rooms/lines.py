"""Lines of seats: taken and lost, and how often. Pure; called by the core only."""

from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.rooms import LineChanged, Phase, ReadyChanged
from kozyr_server.rooms import places, playing, standing_in
from kozyr_server.rooms.decision import Draft, TakeLine, Unchanged
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.rooms.room import Line

TAKEN_COSTS_MS = 3_000
"""A seat's line can be taken, or its tip changed, once in so long, during a game and after it …"""

MAX_SPENT_MS = 900_000
"""… and so long ahead: three hundred times at once, as where a server is killed again and again.
Each is an entry of the log, and so is each loss: without a bound one player could push the deal of
all out of it. Both hang on the log's length, so that they are no settings; refusals are counted as
`lines_taken` and `tips_changed`."""


def need(draft: Draft, index: int, line: Line) -> None:
    """Only the connection that holds a seat's line may act for it.

    Raises:
        RefusedError: `not_your_line`.
    """
    seat = draft.seats[index]
    if seat.line != line:
        raise RefusedError(
            ErrorCode.NOT_YOUR_LINE,
            "you left this game; follow the room again to come back"
            if seat.left
            else "another connection of yours holds this seat; follow the room to take it back",
        )


def follow(draft: Draft, order: TakeLine) -> Unchanged | bool:
    """A player follows the room: his connection takes his seat's line."""
    draft.label, draft.by = "follow", order.player
    assert draft.before is not None
    index = draft.before.seat_of(order.player)
    if index is None or draft.seats[index].line == order.line:
        return Unchanged()
    if order.is_given_back:
        return _give(draft, index, order.line)
    return take(draft, index, order.line)


def take(draft: Draft, index: int, line: Line) -> bool:
    """Give a seat to a connection of its player; if he had left or was late he is welcome.

    Raises:
        RefusedError: `too_fast`, `kicked`.
    """
    if draft.seats[index].player in draft.base.door.kicked:
        raise places.kicked()
    text = "this seat goes from connection to connection too often; wait a little"
    pay(draft, index, text, "lines_taken")
    return _give(draft, index, line)


def pay(draft: Draft, index: int, text: str, limit: str) -> None:
    """Pay for an entry of the log that the owner of a seat could bring about without end.

    Before a game there is no log, and nothing is paid.

    Args:
        draft: the step.
        index: of his seat.
        text: of the refusal.
        limit: as which a refusal is counted.

    Raises:
        RefusedError: `too_fast`.
    """
    if draft.base.phase is Phase.WAITING:
        return
    spent_ms = places.spent(
        draft.seats[index].line_spent_ms,
        draft.now.play_ms,
        costs_ms=TAKEN_COSTS_MS,
        ahead_ms=MAX_SPENT_MS,
        text=text,
        limit=limit,
    )
    draft.set_seat(index, line_spent_ms=spent_ms)


def _give(draft: Draft, index: int, line: Line) -> bool:
    seat = draft.seats[index]
    draft.set_seat(index, line=line, away_since_ms=0, left=False)
    draft.lines = True
    if seat.left:
        draft.moved = True
    if seat.line is None:
        draft.tell(LineChanged(index, connected=True))
    if draft.base.phase is Phase.PLAYING:
        return_to(draft, index)
    return True


def return_to(draft: Draft, index: int) -> bool:
    """The owner of a seat is back: no stand-in plays it, and he is not late.

    Returns:
        Whether anything was otherwise.
    """
    assert draft.before is not None
    seat = draft.seats[index]
    was_left = draft.before.room.seats[index].left
    standing_in.end(draft, index)
    if not (was_left or seat.absent or seat.stand_in is not None):
        return False
    playing.welcome_back(draft, index)
    return True


def lose(draft: Draft, lines: frozenset[Line]) -> bool:
    """Take lines from the seats that have them."""
    draft.label = "line_lost"
    for index, seat in enumerate(draft.seats):
        if seat.stand_in is not None and seat.stand_in.line in lines:
            standing_in.end(draft, index)
        if seat.line is None or seat.line not in lines:
            continue
        draft.lines = True
        if seat.bot is not None and draft.base.phase is not Phase.PLAYING:
            places.keep_for_bot(draft, index, seat.bot)
            continue
        draft.set_seat(index, line=None, away_since_ms=draft.now.play_ms)
        draft.tell(LineChanged(index, connected=False))
        if draft.base.phase is Phase.WAITING and seat.ready:
            draft.set_seat(index, ready=False)
            draft.tell(ReadyChanged(index, ready=False))
    return draft.lines


def lose_dead(draft: Draft, dead: frozenset[str]) -> bool:
    """Take the lines of processes that are dead."""
    held = [s.line for s in draft.seats if s.line is not None]
    held += [s.stand_in.line for s in draft.seats if s.stand_in is not None]
    lost = {line for line in held if line.process in dead}
    return lose(draft, frozenset(lost)) if lost else False
