"""The core of a room: (table, order, time, chance) → a decision, or a refusal. Pure.

`decide` is the one way by which a room changes; `open_room` makes one. Who sits where is decided in
`seating`, who holds a seat in `lines`; games are begun, played and ended in `playing`. No game is
known by name.
"""

from typing import assert_never

from msgspec import Struct

from kozyr_games.spec import AnyGame
from kozyr_protocol import codec, messages
from kozyr_protocol.discreet import Discreet
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId, RoomId
from kozyr_protocol.rooms import Closed, Left, Phase
from kozyr_server.rooms import (
    access,
    bots,
    consent,
    due,
    lines,
    moderating,
    places,
    playing,
    seating,
    standing_in,
    tables,
)
from kozyr_server.rooms.decision import (
    CLOSED,
    ByAdmin,
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
from kozyr_server.rooms.room import FORMAT, Room, Table, is_connected, new_chain


class Unsaid(Discreet, Struct, frozen=True):
    """What is kept of a new room beside what its `create` says."""

    host_name: str = ""
    """What the lobby shows of the host."""
    password: bytes = b""
    """As `passwords` keeps it."""


UNSAID = Unsaid()


def open_room(
    games: Games,
    room: RoomId,
    host: PlayerId,
    command: messages.Create,
    now: Now,
    chance: Chance,
    unsaid: Unsaid = UNSAID,
) -> Decision:
    """A new room in which nobody sits yet.

    Args:
        games: the registry.
        room: its id.
        host: who opens it.
        command: what he asks for.
        now: the time of the decision.
        chance: random bytes.
        unsaid: what his command does not say, or not in the form in which it is kept.

    Raises:
        RefusedError: `unknown_game`, `unknown_preset`, `bad_seats` or `bad_option`.
    """
    spec, seats = wanted(games, command)
    preset = command.preset
    given = {**(spec.presets[preset] if preset else {}), **command.options}
    playing.resolved(spec, given, seats)
    near, tip = new_chain(chance.seed)
    draft = Draft(
        spec=spec,
        before=None,
        base=Room(
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
            seats=bots.kept_seats(seats, command),
            game_no=1,
            seed=chance.seed,
            tip=tip,
            near=near,
            created_ms=now.play_ms,
            idle_ms=now.play_ms,
            language=command.language,
            door=access.new_door(command, chance.seed, unsaid.password),
            host_name=unsaid.host_name,
        ),
        state=None,
        now=now,
        chance=chance,
        label="create",
        by=host,
    )
    return _finished(draft)


def wanted(games: Games, command: messages.Create) -> tuple[AnyGame, int]:
    """The game and the number of seats that a `create` asks for.

    Raises:
        RefusedError: `unknown_game`, `unknown_preset` or `bad_seats`.
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
        fitting = f"{least}" if least == most else f"{least} to {most}"
        raise RefusedError(
            ErrorCode.BAD_SEATS,
            f"{preset or spec.key} is for {fitting} players, not for {seats}",
            {"min": least, "max": most},
        )
    return spec, seats


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
            changed = lines.follow(draft, order)
        case LoseLine():
            changed = lines.lose(draft, frozenset({order.line}))
        case LoseDead():
            changed = lines.lose_dead(draft, order.dead)
        case Timer():
            changed = _on_timer(draft, order)
        case ByAdmin():
            changed = moderating.by_admin(draft, order)
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
    # By place at first: with more than 15 names Python makes a dict for the call.
    return Decision(
        draft.before,
        after,
        tuple(draft.happened),
        draft.label,
        draft.by,
        draft.prompts_changed,
        lines=draft.lines,
        moved=draft.moved,
        began_deal=draft.began_deal,
        deals=tuple(draft.deals),
        ended=draft.ended,
        not_before_ms=draft.not_before_ms,
        closed=draft.closed,
        due_ms=0 if draft.closed else due.next_ms(draft.room, draft.now.patience),
        at_ms=draft.now.play_ms,
        bots_ms=0 if draft.closed else standing_in.first_wanted_ms(draft.room, draft.now.patience),
    )


MAX_LOG_ENTRIES = 2_000
"""Entries that a log keeps at most. A deal has some hundred; what players could add without end is
bounded by itself, so that this cuts within a deal only what is very long anyway."""


def _mark_log(draft: Draft) -> None:
    room = draft.room
    if room.phase is Phase.WAITING:
        if room.log_from:
            draft.set(log_from=0)
    elif draft.began_deal or not room.log_from or draft.version - room.log_from > MAX_LOG_ENTRIES:
        draft.set(log_from=draft.version)


def _mark_idle(draft: Draft) -> None:
    was = draft.before is not None and is_connected(draft.before.room.seats)
    if was and not is_connected(draft.seats):
        draft.set(idle_ms=draft.now.play_ms)


# --- People


def _by_player(draft: Draft, order: ByPlayer) -> Unchanged | bool:
    command = order.command
    draft.label = command.__struct_config__.tag
    draft.by = order.player
    table = draft.before
    assert table is not None
    seat = table.seat_of(order.player)
    if isinstance(command, messages.Act):
        return _act(draft, order, command, seat)
    if isinstance(command, messages.Join):
        return seating.join(draft, order, command, seat)
    if isinstance(command, messages.TableCommand):
        return tables.decide(draft, order, command, seat)
    if isinstance(command, messages.Start):
        return seating.start(draft, order.player)
    if seat is None:
        if isinstance(command, messages.Leave):
            return Unchanged()
        raise _not_seated()
    if isinstance(command, messages.Leave) and draft.seats[seat].left:
        return Unchanged()
    lines.need(draft, seat, order.line)
    match command:
        case messages.Leave():
            return _leave(draft, seat)
        case messages.SetReady():
            return seating.set_ready(draft, seat, command.ready)
        case messages.Rematch():
            changed = seating.rematch(draft)
            bots.ready_again(draft)
            return changed
        case messages.CommitTip():
            return seating.commit_tip(draft, seat, command.tip)
        case messages.FeedLink():
            return playing.feed(draft, seat, command)
        case _:
            raise AssertionError(f"not a command of rooms: {draft.label}")


def _act(
    draft: Draft, order: ByPlayer, command: messages.Act, seat: int | None
) -> Unchanged | bool:
    if seat is None:
        table = draft.before
        seat = None if table is None else table.seat_on(order.line)
        held = None if seat is None else draft.seats[seat].stand_in
        if seat is None or held is None:
            raise _not_seated()
        consent.need_running(draft)
        return playing.act_for(draft, seat, held, command)
    lines.need(draft, seat, order.line)
    consent.need_running(draft)
    if draft.seats[seat].stand_in is not None:
        standing_in.end(draft, seat)
    return playing.act(draft, seat, command)


def _leave(draft: Draft, index: int) -> bool:
    level = draft.seats[index].bot
    if level is None or draft.base.phase is Phase.PLAYING:
        return seating.leave(draft, index)
    places.keep_for_bot(draft, index, level)
    return True


def _dismiss(draft: Draft, index: int) -> None:
    level = draft.seats[index].bot
    if level is None or draft.base.phase is not Phase.FINISHED:
        bots.dismiss(draft, index)
        return
    # For a rematch there will be another.
    draft.tell(Left(index))
    places.keep_for_bot(draft, index, level)


def _not_seated() -> RefusedError:
    return RefusedError(ErrorCode.NOT_SEATED, "you have no seat in this room")


# --- The clock


def _on_timer(draft: Draft, order: Timer) -> bool:
    """Do the first thing that is due; the timer comes again for the next one."""
    if lines.lose_dead(draft, order.dead):
        return True
    draft.label = "timer"
    room, now_ms = draft.room, draft.now.play_ms
    if room.phase is Phase.PLAYING:
        idle_at = due.abandoned_ms(room, draft.now.patience)
        if idle_at and idle_at <= now_ms:
            draft.not_before_ms = idle_at
            playing.abandon(draft)
            return True
        return playing.on_timer(draft) or _look(draft)
    vacated = False
    for index, seat in enumerate(room.seats):
        at_ms = due.vacated_ms(room, seat, draft.now.patience)
        if at_ms and at_ms <= now_ms:
            draft.not_before_ms = max(draft.not_before_ms, at_ms)
            seating.free(draft, index)
            vacated = True
        at_ms = due.dismissed_ms(room, seat, draft.now.patience)
        if at_ms and at_ms <= now_ms:
            draft.not_before_ms = max(draft.not_before_ms, at_ms)
            _dismiss(draft, index)
            vacated = True
    if vacated:
        return True
    closes_at = due.closes_ms(room, draft.now.patience)
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
