"""Who sits where: joins, leaves, is ready, begins, plays again. Pure; called by the core only."""

from kozyr_protocol import codec, messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId
from kozyr_protocol.rooms import Joined, Left, Phase, ReadyChanged, Reopened, TipShown
from kozyr_server.rooms import lines, places, playing, standing_in
from kozyr_server.rooms.decision import ByPlayer, Draft, Unchanged
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.rooms.room import (
    MAX_TIPS,
    SEEN_TIPS,
    TIP_MARK_BYTES,
    Seat,
    are_tips_full,
    new_chain,
    tip_mark,
    was_shown,
)


def join(
    draft: Draft, order: ByPlayer, command: messages.Join, seat: int | None
) -> Unchanged | bool:
    """Sit down; he who left in play comes back."""
    if seat is not None:
        # Who left in play comes back to his own seat, by whatever command says that he wants it.
        if draft.seats[seat].left:
            return lines.take(draft, seat, order.line)
        is_here = draft.seats[seat].line == order.line and draft.base.phase is Phase.PLAYING
        return True if is_here and lines.return_to(draft, seat) else Unchanged()
    places.need_phase(draft, Phase.WAITING, "sit down")
    places.need_may_sit(draft, order.player)
    seat = places.free_seat(draft, command.seat)
    draft.set_seat(seat, player=order.player, name=order.name, line=order.line, away_since_ms=0)
    draft.tell(Joined(seat, order.player, order.name, connected=True))
    draft.lines = draft.moved = True
    if draft.room.host is None:
        places.find_host(draft)
    if command.tip is not None:
        commit_tip(draft, seat, command.tip)
    return True


def leave(draft: Draft, seat: int) -> bool:
    """Give the seat up; in play it stays his, and he may come back."""
    draft.lines = draft.moved = True
    if draft.base.phase is Phase.PLAYING:
        standing_in.forget_wishes(draft, seat)
        draft.set_seat(seat, line=None, left=True, away_since_ms=draft.now.play_ms)
        draft.tell(Left(seat))
        if all(s.left or s.bot is not None for s in draft.seats):
            playing.abandon(draft)
        elif draft.seats[seat].stand_in is None:
            playing.hurry(draft, seat)
        return True
    free(draft, seat)
    return True


def free(draft: Draft, seat: int) -> None:
    """Make a seat free; another player becomes the host where it was his."""
    player = draft.seats[seat].player
    draft.set_seat(seat, **places.EMPTY)
    draft.tell(Left(seat))
    draft.moved = True
    if draft.room.host == player:
        # With nobody left the next one who sits down is the host.
        places.find_host(draft)


def set_ready(draft: Draft, seat: int, ready: bool) -> Unchanged | bool:
    """Be ready, or not; the last one of a full room begins the game."""
    if draft.base.phase is Phase.PLAYING and ready:
        return Unchanged()
    places.need_phase(draft, Phase.WAITING, "be ready")
    if draft.seats[seat].ready == ready:
        return Unchanged()
    draft.set_seat(seat, ready=ready)
    draft.tell(ReadyChanged(seat, ready))
    if ready:
        begin_if_ready(draft)
    return True


def begin_if_ready(draft: Draft) -> None:
    """Begin where all seats are taken and ready."""
    if all(s.ready for s in draft.seats):
        playing.begin(draft)


def start(draft: Draft, player: PlayerId) -> Unchanged | bool:
    """Begin with those who sit, as the host may."""
    if draft.base.phase is Phase.PLAYING:
        return Unchanged()
    places.need_phase(draft, Phase.WAITING, "begin")
    if draft.room.host != player:
        raise RefusedError(ErrorCode.NOT_HOST, "only the host may begin before all seats are taken")
    taken = [s for s in draft.seats if s.player is not None]
    least, _ = draft.spec.preset_seats.get(
        draft.room.preset or "", (draft.spec.min_seats, draft.spec.max_seats)
    )
    if len(taken) < least:
        raise RefusedError(
            ErrorCode.NOT_READY,
            f"the game needs {least} players, {len(taken)} sit here",
            {"min": least, "seated": len(taken)},
        )
    # A bot that is on its way to its seat is waited for: its seat must not be lost by a second.
    waiting = [i for i, s in enumerate(draft.seats) if not (places.is_free(s) or s.ready)]
    if waiting:
        raise RefusedError(
            ErrorCode.NOT_READY, "somebody who sits is not ready", {"waiting": waiting}
        )
    playing.begin(draft)
    return True


def rematch(draft: Draft) -> Unchanged | bool:
    """Open a finished room again."""
    if draft.base.phase is Phase.WAITING:
        return Unchanged()
    places.need_phase(draft, Phase.FINISHED, "ask for a rematch")
    room = draft.room
    free = (Seat(),) * (room.capacity - len(room.seats))
    seed = draft.chance.seed
    near, tip = new_chain(seed)
    old_tip = b"" if are_tips_full(room) else tip_mark(room.tip)
    draft.put_seats(room.seats + free)
    draft.set(
        phase=Phase.WAITING,
        options=room.given,
        game_no=room.game_no + 1,
        seed=seed,
        tip=tip,
        tips_shown=room.tips_shown + old_tip,
        near=near,
        idle_ms=draft.now.play_ms,
    )
    draft.put_play(None)
    draft.state = None
    draft.moved = draft.prompts_changed = True
    draft.tell(Reopened(draft.room.game_no, draft.room.tip, codec.unpack(draft.room.options)))
    return True


def commit_tip(draft: Draft, seat: int, tip: str | None) -> Unchanged | bool:
    """Show the tip of a chain of links; None: take no part in shuffles any more."""
    if draft.seats[seat].tip == tip:
        return Unchanged()
    if tip is not None:
        if was_shown(draft.room, tip):
            raise RefusedError(
                ErrorCode.BAD_TIP, "this tip was shown in this room before; make a new chain"
            )
        if are_tips_full(draft.room):
            raise RefusedError(
                ErrorCode.BAD_TIP,
                f"{MAX_TIPS} chains were used in this room; no more are taken",
                {"max": MAX_TIPS},
            )
        seen = draft.room.tips_seen + tip_mark(tip)
        draft.set(tips_seen=seen[-SEEN_TIPS * TIP_MARK_BYTES :])
    lines.pay(draft, seat, "you change your tip too often; wait a little", "tips_changed")
    draft.set_seat(seat, tip=tip, tip_first_n=0)
    draft.tell(TipShown(seat, tip))
    return True
