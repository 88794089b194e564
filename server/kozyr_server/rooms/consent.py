"""What those who play decide together: pauses, more time, the end. Pure; called by the core."""

from typing import Final

from msgspec.structs import replace

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.rooms import EndWanted, Paused, PauseWanted, Phase, TimeGiven
from kozyr_server.rooms import places, playing
from kozyr_server.rooms.decision import Draft, Unchanged
from kozyr_server.rooms.parts import NO_WISHES, Pause, Wishes
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.rooms.room import Seat

GIVEN_MS: Final = 60_000
"""What one player gives another: the minute of the protocol's `give_time`."""

WISH_COSTS_MS: Final = 5_000
"""A player may change his mind once in so long …"""

MAX_SPENT_MS: Final = 60_000
"""… and so long ahead: each time is an entry of the log, which must keep the deal of all. Both hang
on the log's length, so that they are no settings; refusals are counted as `wishes`."""


def has_say(seat: Seat) -> bool:
    """Whether the owner of a seat is a person who plays and is there."""
    return seat.bot is None and seat.line is not None and not seat.left and seat.stand_in is None


def need_running(draft: Draft) -> None:
    """Nobody acts while the game stands still.

    Raises:
        RefusedError: `paused`.
    """
    play = draft.base.play
    if play is not None and play.pause is not None:
        raise RefusedError(
            ErrorCode.PAUSED, "the game stands still", {"until_ms": play.pause.until_ms}
        )


# --- Pause


def pause(draft: Draft, index: int, command: messages.Pause) -> Unchanged | bool:
    """Wish that the game stands still, or no longer."""
    places.need_phase(draft, Phase.PLAYING, "pause")
    running = draft.play.pause
    wishes = _wishes(draft.seats[index])
    if wishes.pause == command.pause and (running is None or command.pause):
        return Unchanged()
    patience = draft.now.patience
    left_ms = patience.pauses_ms - draft.play.paused_ms
    if command.pause and left_ms <= 0:
        raise RefusedError(
            ErrorCode.TOO_MANY,
            "this game has stood still long enough",
            {"max": patience.pauses_ms},
            limit="pauses_s",
        )
    _pay(draft, index)
    _wish(draft, index, pause=command.pause)
    if wishes.pause != command.pause:
        draft.tell(PauseWanted(index, command.pause))
    if running is not None and not command.pause:
        playing.resume(draft, running)
    elif running is None and all(_wishes(s).pause for s in draft.seats if has_say(s)):
        now_ms = draft.now.play_ms
        until_ms = now_ms + min(patience.pause_ms, left_ms)
        draft.set_play(pause=Pause(now_ms, until_ms))
        draft.tell(Paused(until_ms))
    return True


# --- Time


def give_time(draft: Draft, index: int, command: messages.GiveTime) -> bool:
    """Give another seat a minute more."""
    places.need_phase(draft, Phase.PLAYING, "give time")
    other = places.need_seat(draft, command.seat)
    seat = draft.seats[other]
    if other == index or not has_say(seat) or seat.absent:
        raise RefusedError(
            ErrorCode.NOT_SEATED, f"nobody else sits in seat {other} who could use the time"
        )
    wishes = _wishes(draft.seats[index])
    most, what = draft.now.lists.minutes, "minutes are all that one may give in a game"
    places.need_place(wishes.given, most, what, "minutes_given")
    _wish(draft, index, given=wishes.given + 1)
    bank_ms = seat.bank_ms + GIVEN_MS
    draft.set_seat(other, bank_ms=bank_ms)
    if seat.prompt:
        # The deadline has the bank in it, so that this is one minute and not two.
        draft.set_seat(other, deadline_ms=seat.deadline_ms + GIVEN_MS)
        draft.prompts_changed = True
    draft.tell(TimeGiven(other, index, bank_ms))
    return True


# --- The end


def vote_end(draft: Draft, index: int, command: messages.VoteEnd) -> Unchanged | bool:
    """Wish that the game ends here, or no longer."""
    places.need_phase(draft, Phase.PLAYING, "vote")
    wishes = _wishes(draft.seats[index])
    others = [seat for at, seat in enumerate(draft.seats) if at != index and has_say(seat)]
    is_agreed = command.end and all(_wishes(seat).end for seat in others)
    if wishes.end == command.end and not is_agreed:
        return Unchanged()
    if is_agreed:
        # Else the one player whose line is not cut could end the game at once.
        _need_nobody_on_his_way(draft, index)
    _pay(draft, index)
    if wishes.end != command.end:
        _wish(draft, index, end=command.end)
        draft.tell(EndWanted(index, command.end))
    if is_agreed:
        playing.end_by_vote(draft)
    return True


def claim_table(draft: Draft, index: int) -> bool:
    """End a game whose other people have all been away for some time."""
    places.need_phase(draft, Phase.PLAYING, "claim the table")
    waits = [_away_in_ms(draft, seat) for seat in _people_but(draft, index)]
    if any(waits):
        raise _not_yet("somebody else still plays here", max(waits))
    playing.abandon(draft)
    return True


def _need_nobody_on_his_way(draft: Draft, index: int) -> None:
    lost = [s for s in _people_but(draft, index) if s.line is None and not s.left]
    wait_ms = max((_away_in_ms(draft, seat) for seat in lost), default=0)
    if wait_ms:
        raise _not_yet("somebody's line was lost a moment ago: he may come back", wait_ms)


def _people_but(draft: Draft, index: int) -> list[Seat]:
    return [s for at, s in enumerate(draft.seats) if at != index and s.bot is None]


def _away_in_ms(draft: Draft, seat: Seat) -> int:
    """In how many ms a seat has been without a line for so long that nobody waits; 0: it has."""
    away_ms = draft.now.patience.away_ms
    if seat.line is not None:
        return away_ms
    return max(0, seat.away_since_ms + away_ms - draft.now.play_ms)


def _not_yet(text: str, wait_ms: int) -> RefusedError:
    return RefusedError(ErrorCode.NOT_YET, text, {"wait_ms": wait_ms})


# --- What they have in common


def _wishes(seat: Seat) -> Wishes:
    return seat.wishes or NO_WISHES


def _wish(draft: Draft, index: int, **changes: int) -> None:
    draft.set_seat(index, wishes=replace(_wishes(draft.seats[index]), **changes))


def _pay(draft: Draft, index: int) -> None:
    spent_ms = places.spent(
        _wishes(draft.seats[index]).spent_ms,
        draft.now.play_ms,
        costs_ms=WISH_COSTS_MS,
        ahead_ms=MAX_SPENT_MS,
        text="you change your mind too often; wait a little",
        limit="wishes",
    )
    _wish(draft, index, spent_ms=spent_ms)
