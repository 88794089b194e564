"""The core of a room: (table, order, time, chance) → a decision, or a refusal. Pure.

`decide` is the one way by which a room changes; `open_room` makes one. People come and go here;
games are begun, played and ended in `kozyr_server.rooms.playing`. No game is known by name.
"""

from typing import assert_never

from msgspec.structs import replace

from kozyr_protocol import codec, messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId, RoomId
from kozyr_protocol.rooms import (
    Closed,
    HostChanged,
    Joined,
    Left,
    LineChanged,
    Phase,
    ReadyChanged,
    Reopened,
    TipShown,
)
from kozyr_server.rooms import due, playing
from kozyr_server.rooms.decision import (
    CLOSED,
    ByPlayer,
    Chance,
    Decision,
    Draft,
    Games,
    LoseDead,
    LoseLine,
    Now,
    RoomOrder,
    TakeLine,
    Timer,
    Unchanged,
)
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.rooms.room import (
    FORMAT,
    MAX_TIPS,
    TIP_MARK_BYTES,
    Line,
    Room,
    Seat,
    Table,
    new_chain,
    tip_mark,
    was_shown,
)


def open_room(
    games: Games, room: RoomId, host: PlayerId, command: messages.Create, now: Now, chance: Chance
) -> Decision:
    """A new room in which nobody sits yet.

    Raises:
        RefusedError: `unknown_game`, `unknown_preset`, `bad_seats` or `bad_option`.
    """
    spec = games.get(command.game)
    if spec is None:
        raise unknown_game(games, command.game)
    preset = command.preset
    if preset is not None and preset not in spec.presets:
        raise RefusedError(
            ErrorCode.UNKNOWN_PRESET,
            f"{spec.key} has no preset {preset[:40]!r}",
            {"presets": list(spec.presets)},
        )
    least, most = spec.min_seats, spec.max_seats
    if preset is not None:
        least, most = spec.preset_seats.get(preset, (least, most))
    seats = command.seats
    if seats is None:
        seats = min(max(spec.usual_seats, least), most)
    if not least <= seats <= most:
        raise RefusedError(
            ErrorCode.BAD_SEATS,
            f"{preset or spec.key} is for {least} to {most} players, not for {seats}",
            {"min": least, "max": most},
        )
    given = {**(spec.presets[preset] if preset else {}), **command.options}
    playing.resolved(spec, given, seats)
    near, tip = new_chain(chance.seed)
    draft = Draft(
        spec=spec,
        before=None,
        room=Room(
            format=FORMAT,
            id=room,
            game=spec.key,
            preset=preset,
            given=codec.pack(given),
            options=codec.pack(given),
            name=command.name or spec.titles["en"],
            public=command.public,
            spectators=command.spectators,
            host=host,
            phase=Phase.WAITING,
            capacity=seats,
            clock=command.clock,
            seats=(Seat(),) * seats,
            game_no=1,
            seed=chance.seed,
            tip=tip,
            near=near,
            created_ms=now.play_ms,
            idle_ms=now.play_ms,
        ),
        state=None,
        now=now,
        chance=chance,
        label="create",
        by=host,
    )
    return _finished(draft)


def unknown_game(games: Games, game: str) -> RefusedError:
    """The refusal of a game that is not in the registry."""
    return RefusedError(
        ErrorCode.UNKNOWN_GAME,
        f"there is no game {game[:40]!r} here",
        {"games": sorted(games)},
    )


def decide(
    games: Games, table: Table, order: RoomOrder, now: Now, chance: Chance
) -> Decision | Unchanged:
    """What an order does to a room.

    Args:
        games: the registry; the table's game must be in it.
        table: the room as it is now.
        order: what is asked, and by whom.
        now: the time of the decision.
        chance: random bytes, used for the new tag and, in a rematch, for new decks.

    Returns:
        The step to commit, or that nothing is to be done.

    Raises:
        RefusedError: the order cannot be done; nothing changes.
    """
    spec = games[table.room.game]
    draft = Draft(spec, table, table.room, table.state, now, chance, label="timer")
    match order:
        case ByPlayer():
            changed = _by_player(draft, order)
        case TakeLine():
            changed = _follow(draft, order)
        case LoseLine():
            changed = _lose_lines(draft, frozenset({order.line}))
        case LoseDead():
            changed = _lose_dead(draft, order.dead)
        case Timer():
            changed = _on_timer(draft, order)
        case _:
            assert_never(order)
    if isinstance(changed, Unchanged):
        return changed
    return _finished(draft) if changed else Unchanged()


def _finished(draft: Draft) -> Decision:
    if draft.lines or draft.moved:
        _mark_idle(draft)
    if draft.state_changed:
        playing.store_state(draft)
    _mark_log(draft)
    after = Table(draft.version, draft.chance.tag, draft.room, draft.state)
    return Decision(
        before=draft.before,
        after=after,
        happened=tuple(draft.happened),
        label=draft.label,
        by=draft.by,
        prompts_changed=draft.prompts_changed,
        lines=draft.lines,
        moved=draft.moved,
        began_deal=draft.began_deal,
        deals=tuple(draft.deals),
        ended=draft.ended,
        not_before_ms=draft.not_before_ms,
        closed=draft.closed,
        due_ms=0 if draft.closed else due.next_ms(draft.room),
        at_ms=draft.now.play_ms,
    )


MAX_LOG_ENTRIES = 2_000
"""Entries that a log keeps at most; a deal has some hundred."""


def _mark_log(draft: Draft) -> None:
    room = draft.room
    if room.phase is Phase.WAITING:
        if room.log_from:
            draft.set(log_from=0)
    elif draft.began_deal or not room.log_from or draft.version - room.log_from > MAX_LOG_ENTRIES:
        draft.set(log_from=draft.version)


def _mark_idle(draft: Draft) -> None:
    connected = any(seat.line is not None for seat in draft.room.seats)
    was = draft.before is not None and any(s.line is not None for s in draft.before.room.seats)
    if was and not connected:
        draft.set(idle_ms=draft.now.play_ms)


# --- People


def _by_player(draft: Draft, order: ByPlayer) -> Unchanged | bool:
    command = order.command
    draft.label = command.__struct_config__.tag
    draft.by = order.player
    table = draft.before
    assert table is not None
    seat = table.seat_of(order.player)
    if isinstance(command, messages.Join):
        return _join(draft, order, command, seat)
    if isinstance(command, messages.Start):
        return _start(draft, order.player)
    if seat is None:
        if isinstance(command, messages.Leave):
            return Unchanged()
        raise RefusedError(ErrorCode.NOT_SEATED, "you have no seat in this room")
    if draft.room.seats[seat].line != order.line:
        if isinstance(command, messages.Leave) and draft.room.seats[seat].left:
            return Unchanged()
        raise RefusedError(
            ErrorCode.NOT_YOUR_LINE,
            "another connection of yours holds this seat; follow the room again to take it back",
        )
    match command:
        case messages.Act():
            return playing.act(draft, seat, command)
        case messages.Leave():
            return _leave(draft, seat)
        case messages.SetReady():
            return _set_ready(draft, seat, command.ready)
        case messages.Rematch():
            return _rematch(draft)
        case messages.CommitTip():
            return _commit_tip(draft, seat, command.tip)
        case messages.FeedLink():
            return playing.feed(draft, seat, command)
        case _:
            raise AssertionError(f"not a command of rooms: {draft.label}")


def _need_phase(draft: Draft, phase: Phase, what: str) -> None:
    if draft.room.phase is not phase:
        raise RefusedError(
            ErrorCode.WRONG_PHASE,
            f"one can {what} only while the room is {phase}, it is {draft.room.phase}",
            {"phase": draft.room.phase},
        )


def _join(
    draft: Draft, order: ByPlayer, command: messages.Join, seat: int | None
) -> Unchanged | bool:
    if seat is not None:
        # Who left in play comes back to his own seat, by whatever command says that he wants it.
        return _take_line(draft, seat, order.line) if draft.room.seats[seat].left else Unchanged()
    _need_phase(draft, Phase.WAITING, "sit down")
    seats = draft.room.seats
    if command.seat is None:
        seat = next((i for i, s in enumerate(seats) if s.player is None), None)
        if seat is None:
            raise RefusedError(ErrorCode.ROOM_FULL, "all seats of this room are taken")
    else:
        seat = command.seat
        if seat >= len(seats):
            raise RefusedError(
                ErrorCode.NO_SUCH_SEAT,
                f"there is no seat {seat}: the last one is {len(seats) - 1}",
                {"seats": len(seats)},
            )
        if seats[seat].player is not None:
            full = all(s.player is not None for s in seats)
            code = ErrorCode.ROOM_FULL if full else ErrorCode.SEAT_TAKEN
            raise RefusedError(code, f"seat {seat} is taken")
    draft.set_seat(seat, player=order.player, name=order.name, line=order.line, away_since_ms=0)
    draft.tell(Joined(seat, order.player, order.name, connected=True))
    draft.lines = draft.moved = True
    if draft.room.host is None:
        draft.set(host=order.player)
        draft.tell(HostChanged(order.player))
    if command.tip is not None:
        _commit_tip(draft, seat, command.tip)
    return True


def _leave(draft: Draft, seat: int) -> bool:
    draft.lines = draft.moved = True
    if draft.room.phase is Phase.PLAYING:
        draft.set_seat(seat, line=None, left=True, away_since_ms=draft.now.play_ms)
        draft.tell(Left(seat))
        if all(s.left for s in draft.room.seats):
            playing.abandon(draft)
        else:
            playing.hurry(draft, seat)
        return True
    _free(draft, seat)
    return True


def _free(draft: Draft, seat: int) -> None:
    player = draft.room.seats[seat].player
    draft.set_seat(seat, **_EMPTY)
    draft.tell(Left(seat))
    draft.moved = True
    if draft.room.host == player:
        # With nobody left the next one who sits down is the host.
        heir = next((s.player for s in draft.room.seats if s.player is not None), None)
        draft.set(host=heir)
        draft.tell(HostChanged(heir))


_EMPTY = {name: getattr(Seat(), name) for name in Seat.__struct_fields__}


def _set_ready(draft: Draft, seat: int, ready: bool) -> Unchanged | bool:
    if draft.room.phase is Phase.PLAYING and ready:
        return Unchanged()
    _need_phase(draft, Phase.WAITING, "be ready")
    if draft.room.seats[seat].ready == ready:
        return Unchanged()
    draft.set_seat(seat, ready=ready)
    draft.tell(ReadyChanged(seat, ready))
    if ready and all(s.ready for s in draft.room.seats):
        playing.begin(draft)
    return True


def _start(draft: Draft, player: PlayerId) -> Unchanged | bool:
    if draft.room.phase is Phase.PLAYING:
        return Unchanged()
    _need_phase(draft, Phase.WAITING, "begin")
    if draft.room.host != player:
        raise RefusedError(ErrorCode.NOT_HOST, "only the host may begin before all seats are taken")
    taken = [s for s in draft.room.seats if s.player is not None]
    least, _ = draft.spec.preset_seats.get(
        draft.room.preset or "", (draft.spec.min_seats, draft.spec.max_seats)
    )
    if len(taken) < least:
        raise RefusedError(
            ErrorCode.NOT_READY,
            f"the game needs {least} players, {len(taken)} sit here",
            {"min": least, "seated": len(taken)},
        )
    waiting = [i for i, s in enumerate(draft.room.seats) if s.player is not None and not s.ready]
    if waiting:
        raise RefusedError(
            ErrorCode.NOT_READY, "somebody who sits is not ready", {"waiting": waiting}
        )
    playing.begin(draft)
    return True


def _rematch(draft: Draft) -> Unchanged | bool:
    if draft.room.phase is Phase.WAITING:
        return Unchanged()
    _need_phase(draft, Phase.FINISHED, "ask for a rematch")
    room = draft.room
    free = (Seat(),) * (room.capacity - len(room.seats))
    seed = draft.chance.seed
    near, tip = new_chain(seed)
    draft.room = replace(
        room,
        phase=Phase.WAITING,
        seats=room.seats + free,
        options=room.given,
        game_no=room.game_no + 1,
        seed=seed,
        tip=tip,
        near=near,
        play=None,
        idle_ms=draft.now.play_ms,
    )
    draft.state = None
    draft.moved = draft.prompts_changed = True
    draft.tell(Reopened(draft.room.game_no, draft.room.tip, codec.unpack(draft.room.options)))
    return True


def _commit_tip(draft: Draft, seat: int, tip: str | None) -> Unchanged | bool:
    if draft.room.seats[seat].tip == tip:
        return Unchanged()
    if tip is not None:
        if was_shown(draft.room, tip):
            raise RefusedError(
                ErrorCode.BAD_TIP, "this tip was shown in this room before; make a new chain"
            )
        if len(draft.room.tips_shown) >= MAX_TIPS * TIP_MARK_BYTES:
            raise RefusedError(
                ErrorCode.BAD_TIP,
                f"{MAX_TIPS} chains were shown in this room; no more are taken",
                {"max": MAX_TIPS},
            )
        draft.set(tips_shown=draft.room.tips_shown + tip_mark(tip))
    draft.set_seat(seat, tip=tip, tip_first_n=0)
    draft.tell(TipShown(seat, tip))
    return True


# --- Lines and the clock


def _follow(draft: Draft, order: TakeLine) -> Unchanged | bool:
    draft.label, draft.by = "follow", order.player
    assert draft.before is not None
    index = draft.before.seat_of(order.player)
    if index is None or draft.room.seats[index].line == order.line:
        return Unchanged()
    return _take_line(draft, index, order.line)


def _take_line(draft: Draft, index: int, line: Line) -> bool:
    seat = draft.room.seats[index]
    draft.set_seat(index, line=line, away_since_ms=0, left=False)
    draft.lines = True
    if seat.left:
        draft.moved = True
    if seat.line is None:
        draft.tell(LineChanged(index, connected=True))
    if draft.room.phase is Phase.PLAYING and (seat.left or seat.absent):
        playing.welcome_back(draft, index)
    return True


def _lose_lines(draft: Draft, lines: frozenset[Line]) -> bool:
    draft.label = "line_lost"
    for index, seat in enumerate(draft.room.seats):
        if seat.line is None or seat.line not in lines:
            continue
        draft.lines = True
        draft.set_seat(index, line=None, away_since_ms=draft.now.play_ms)
        draft.tell(LineChanged(index, connected=False))
        if draft.room.phase is Phase.WAITING and seat.ready:
            draft.set_seat(index, ready=False)
            draft.tell(ReadyChanged(index, ready=False))
    return draft.lines


def _lose_dead(draft: Draft, dead: frozenset[str]) -> bool:
    lost = {s.line for s in draft.room.seats if s.line is not None and s.line.process in dead}
    return _lose_lines(draft, frozenset(lost)) if lost else False


def _on_timer(draft: Draft, order: Timer) -> bool:
    """Do the first thing that is due; the timer comes again for the next one."""
    if _lose_dead(draft, order.dead):
        return True
    draft.label = "timer"
    room, now_ms = draft.room, draft.now.play_ms
    if room.phase is Phase.PLAYING:
        idle_at = due.abandoned_ms(room)
        if idle_at and idle_at <= now_ms:
            draft.not_before_ms = idle_at
            playing.abandon(draft)
            return True
        return playing.on_timer(draft) or _look(draft)
    vacated = False
    for index, seat in enumerate(room.seats):
        at_ms = due.vacated_ms(room, seat)
        if at_ms and at_ms <= now_ms:
            draft.not_before_ms = max(draft.not_before_ms, at_ms)
            _free(draft, index)
            vacated = True
    if vacated:
        return True
    closes_at = due.closes_ms(room)
    if closes_at and closes_at <= now_ms:
        draft.not_before_ms = closes_at
        draft.closed = True
        draft.label = CLOSED
        draft.set(phase=Phase.CLOSED)
        draft.tell(Closed("idle"))
        draft.moved = True
        return True
    return _look(draft)


def _look(draft: Draft) -> bool:
    """Note that the lines of dead processes were looked for; the caller has done that."""
    look_at = due.look_ms(draft.room)
    if not look_at or look_at > draft.now.play_ms:
        return False
    draft.not_before_ms = look_at
    draft.set(looked_ms=draft.now.play_ms)
    return True
