"""A game in a room: begun, dealt, played, timed and ended. Pure; called by the core only."""

from typing import Any

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from kozyr_games.spec import AnyGame, IllegalActionError, OptionError, Outcome
from kozyr_protocol import codec, messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.messages import Turn
from kozyr_protocol.record import By, Ended
from kozyr_protocol.rooms import (
    AbsentChanged,
    BankChanged,
    GameEnded,
    Phase,
    Resumed,
    TimedOut,
)
from kozyr_server.rooms import due, places, recording, shuffles, standing_in, views
from kozyr_server.rooms.decision import Begun, Draft, EndedGame, Unchanged, key_of
from kozyr_server.rooms.parts import AcceptedKey, Pause, StandIn
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.rooms.room import (
    KEPT_KEYS,
    PendingShuffle,
    Play,
    Seat,
    encode_state,
)

NO_PROMPT = {"prompt": 0, "opened_ms": 0, "deadline_ms": 0}
"""The fields of a seat without an open decision."""

LATE_UNTIL_ABSENT = 2
"""Decisions in a row made by the clock, after which a seat plays by the short clock."""


def resolved(spec: AnyGame, given: dict[str, Any], seats: int) -> Any:
    """All options of a game.

    Raises:
        RefusedError: `bad_option`, with the rules' sentence.
    """
    try:
        return spec.resolve(given, seats)
    except OptionError as error:
        facts = {"option": error.option, "reason": error.reason}
        if error.against is not None:
            facts["against"] = error.against
        raise RefusedError(ErrorCode.BAD_OPTION, str(error), facts) from error


def store_state(draft: Draft) -> None:
    """Put the game's changed state into the room."""
    if draft.game is not None:
        draft.set_play(state=encode_state(draft.state))


# --- The course of a game


def begin(draft: Draft) -> None:
    """Begin a game with those who sit, who are all ready."""
    room = draft.room
    order = tuple(i for i, seat in enumerate(room.seats) if seat.player is not None)
    options = resolved(draft.spec, codec.unpack(room.given), len(order))
    seats = tuple(
        replace(
            room.seats[old],
            ready=False,
            left=False,
            absent=False,
            late=0,
            bank_ms=room.clock.bank_ms,
            tip_first_n=0,
            stretches=(),
            wishes=None,
        )
        for old in order
    )
    draft.state = draft.spec.setup(options, len(order))
    draft.state_changed = True
    shown = msgspec.to_builtins(options)
    draft.put_seats(seats)
    draft.set(
        phase=Phase.PLAYING,
        options=codec.pack(shown),
        ended=None,
        record=None,
    )
    draft.put_play(
        Play(started_unix_ms=draft.now.unix_ms, started_ms=draft.now.play_ms, state=Raw(b"\xc0"))
    )
    draft.moved = True
    draft.prompts_changed = True
    draft.tell(Begun(order, shown, draft.state))
    _advance(draft)


def _advance(draft: Draft) -> None:
    """Go on until somebody has to decide, a link is awaited, or the game is over."""
    spec = draft.spec
    while True:
        if draft.play.shuffle is not None:
            facts = spec.deal_record(draft.state)
            if facts is not None:
                shown = shuffles.show_fairness(draft, draft.play.shuffle)
                draft.deals.append(recording.deal(draft.play, facts, shown))
                draft.set_play(
                    shuffle=None, actions=b"", action_count=0, deals=draft.play.deals + 1
                )
        outcome = spec.outcome(draft.state)
        if outcome is not None:
            _end(draft, outcome, outcome.ended)
            return
        pack = spec.wants_deck(draft.state)
        if pack is None:
            break
        if not shuffles.open_next(draft, pack):
            break
    _open_prompts(draft)


def _end(draft: Draft, outcome: Outcome, ended: Ended) -> None:
    room = draft.room
    record = f"{room.id}-{room.game_no}"
    draft.ended = EndedGame(record, recording.head(draft, outcome, ended))
    draft.tell(GameEnded(ended, outcome.totals, outcome.winners, outcome.settlement, record))
    seats = tuple(Seat() if seat.left else _after_game(seat) for seat in room.seats)
    draft.put_seats(seats)
    for index, seat in enumerate(room.seats):
        if seat.bot is not None and seat.line is None:
            # Its bot died in the game: for the next one there will be another.
            places.keep_for_bot(draft, index, seat.bot)
    if any(seat.left and seat.player == room.host for seat in room.seats):
        places.find_host(draft)
    draft.set(phase=Phase.FINISHED, ended=ended, record=record, idle_ms=draft.now.play_ms)
    draft.set_play(pending=None, shuffle=None, actions=b"", action_count=0, pause=None)
    draft.prompts_changed = True
    draft.moved = True


def _after_game(seat: Seat) -> Seat:
    # A chain serves one game, so its tip is void now.
    return replace(
        seat,
        ready=False,
        absent=False,
        late=0,
        prompt=0,
        opened_ms=0,
        deadline_ms=0,
        tip=None,
        tip_first_n=0,
        stand_in=None,
        stretches=(),
        wishes=None,
    )


def abandon(draft: Draft) -> None:
    """Nobody plays any more: end the game; the open deal does not count."""
    _end(draft, draft.spec.standing(draft.state), Ended.ABANDONED)


def end_by_vote(draft: Draft) -> None:
    """All who play wish it: end the game; the open deal does not count."""
    _end(draft, draft.spec.standing(draft.state), Ended.VOTED)


def feed(draft: Draft, seat: int, command: messages.FeedLink) -> Unchanged | bool:
    """Take the link of a seat for the open shuffle; with the last one the deck is made."""
    changed = shuffles.take_link(draft, seat, command)
    if changed is True:
        pending = draft.play.pending
        assert pending is not None, "a link was just put there"
        if len(pending.links) == len(pending.seats):
            _feed_done(draft, pending)
    return changed


def _feed_done(draft: Draft, pending: PendingShuffle) -> None:
    pack = draft.spec.wants_deck(draft.state)
    assert pack is not None
    shuffles.make_deck(draft, pack, pending)
    _advance(draft)


# --- Decisions


def _open_prompts(draft: Draft) -> None:
    """Open the decisions of the seats that are to act now, close all others."""
    acting = () if draft.play.pending is not None else draft.spec.to_act(draft.state)
    for index, seat in enumerate(draft.seats):
        if index not in acting:
            if seat.prompt:
                draft.set_seat(index, **NO_PROMPT)
                draft.prompts_changed = True
        elif not seat.prompt:
            now_ms = draft.now.play_ms
            deadline_ms = due.deadline_ms(draft.base.clock, seat, _factor(draft, index), now_ms)
            draft.set_seat(index, prompt=draft.version, opened_ms=now_ms, deadline_ms=deadline_ms)
            draft.prompts_changed = True


def _factor(draft: Draft, seat: int) -> float:
    return draft.spec.time_factors[draft.spec.decision(draft.state, seat)]


def act(draft: Draft, index: int, command: messages.Act) -> Unchanged | bool:
    """An action of a player who holds his line: the key, then the prompt, then the rules."""
    seat = draft.seats[index]
    version = _accepted_at(seat.keys, command)
    if version:
        return Unchanged(version)
    action = _checked(draft, index, command)
    _use_bank(draft, index)
    keys = (*seat.keys, AcceptedKey(command.key, draft.version, command.prompt))
    draft.set_seat(index, keys=keys[-KEPT_KEYS:], late=0, **NO_PROMPT)
    if seat.absent:
        draft.set_seat(index, absent=False)
        draft.tell(AbsentChanged(index, absent=False))
    _play(draft, index, action, By.PLAYER)
    return True


def act_for(draft: Draft, index: int, held: StandIn, command: messages.Act) -> Unchanged | bool:
    """An action of a stand-in; what its owner is late with, and his bank, stay as they are."""
    version = _accepted_at(held.keys, command)
    if version:
        return Unchanged(version)
    action = _checked(draft, index, command)
    keys = (*held.keys, AcceptedKey(command.key, draft.version, command.prompt))
    draft.set_seat(index, stand_in=replace(held, keys=keys[-KEPT_KEYS:]), **NO_PROMPT)
    _play(draft, index, action, By.STAND_IN)
    return True


def _accepted_at(keys: tuple[AcceptedKey, ...], command: messages.Act) -> int:
    """The version at which this action was accepted; 0: it was not."""
    accepted = key_of(keys, command.key)
    if accepted is None:
        return 0
    version, prompt = accepted
    if prompt != command.prompt:
        raise RefusedError(ErrorCode.KEY_REUSED, "this key belongs to an earlier action")
    return version


def _checked(draft: Draft, index: int, command: messages.Act) -> Any:
    """The action, if the seat's prompt is open."""
    seat = draft.seats[index]
    if not seat.prompt or seat.prompt != command.prompt:
        raise RefusedError(
            ErrorCode.STALE,
            "this prompt is not open; nothing was played",
            {"prompt": seat.prompt or None, "turn": _own_turn(draft, index)},
        )
    try:
        return draft.spec.wire.actions.decode(command.action)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise RefusedError(
            ErrorCode.ILLEGAL,
            "this is no action of the game",
            {"reason": str(error)[:200]},
        ) from None


def _own_turn(draft: Draft, index: int) -> Turn | None:
    """The seat's present prompt with its legal actions, for a client that was late."""
    assert draft.before is not None
    turns = views.prompts(draft.spec, draft.before, index, draft.now.play_ms).turns
    return next((turn for turn in turns if turn.seat == index), None)


def _use_bank(draft: Draft, index: int) -> None:
    seat, now_ms = draft.seats[index], draft.now.play_ms
    if now_ms <= seat.deadline_ms - seat.bank_ms:
        return  # The bank is the last part of the time that there is.
    spent = now_ms - seat.opened_ms - due.decision_ms(draft.base.clock, seat, _factor(draft, index))
    if spent > 0 and seat.bank_ms and not seat.absent and not seat.left:
        bank_ms = max(0, seat.bank_ms - spent)
        draft.set_seat(index, bank_ms=bank_ms)
        draft.tell(BankChanged(index, bank_ms))


def _play(draft: Draft, index: int, action: Any, by: By) -> None:
    """Do what the rules say to an action; the seat's prompt was closed by the caller."""
    try:
        step = draft.spec.apply(draft.state, index, action)
    except IllegalActionError as error:
        raise RefusedError(ErrorCode.ILLEGAL, error.reason, {"reason": error.reason}) from None
    play = draft.play
    packed = recording.action(index, action, draft.now.play_ms - play.deal_started_ms, by)
    draft.set_play(actions=play.actions + packed, action_count=play.action_count + 1)
    draft.prompts_changed = True
    draft.move_game(step.state, step.events)
    _advance(draft)


def on_timer(draft: Draft) -> bool:
    """Do the first thing of a game that is due.

    Returns:
        Whether anything was.
    """
    now_ms = draft.now.play_ms
    stood = draft.play.pause
    if stood is not None:
        if stood.until_ms > now_ms:
            return False
        draft.not_before_ms = stood.until_ms
        resume(draft, stood)
        return True
    pending = draft.play.pending
    if pending is not None:
        if pending.until_ms > now_ms:
            return False
        draft.not_before_ms = pending.until_ms
        _feed_done(draft, pending)
        return True
    for index, seat in enumerate(draft.seats):
        if seat.prompt and seat.deadline_ms + due.LATE_GRACE_MS <= now_ms:
            draft.not_before_ms = seat.deadline_ms + due.LATE_GRACE_MS
            _time_out(draft, index)
            return True
    return False


def _time_out(draft: Draft, index: int) -> None:
    seat = draft.seats[index]
    action = draft.spec.timeout_action(draft.state, index)
    draft.tell(TimedOut(index))
    if seat.stand_in is not None:
        # A bot that does not answer: another one may do better. Its owner was not late.
        draft.set_seat(index, **NO_PROMPT)
        standing_in.end(draft, index)
        _play(draft, index, action, By.TIMEOUT)
        return
    late = seat.late + 1
    draft.set_seat(index, late=late, **NO_PROMPT)
    if not seat.absent and not seat.left:
        if seat.bank_ms:
            draft.set_seat(index, bank_ms=0)
            draft.tell(BankChanged(index, 0))
        if late >= LATE_UNTIL_ABSENT or seat.line is None:
            draft.set_seat(index, absent=True)
            draft.tell(AbsentChanged(index, absent=True))
    _play(draft, index, action, By.TIMEOUT)


def hurry(draft: Draft, index: int) -> None:
    """A player left in play: his open decision has the short time only."""
    seat = draft.seats[index]
    if not seat.prompt:
        return
    deadline_ms = min(seat.deadline_ms, draft.now.play_ms + draft.base.clock.away_ms)
    draft.set_seat(index, deadline_ms=deadline_ms)
    draft.prompts_changed = True


def welcome_back(draft: Draft, index: int) -> None:
    """A player who had left, or was late, is back: his open decision has its full time again.

    Counted from when it was opened, so that going and coming wins no time.
    """
    seat = draft.seats[index]
    draft.set_seat(index, absent=False, late=0)
    if seat.absent:
        draft.tell(AbsentChanged(index, absent=False))
    if seat.prompt:
        full_ms = due.deadline_ms(
            draft.base.clock, draft.seats[index], _factor(draft, index), seat.opened_ms
        )
        draft.set_seat(index, deadline_ms=max(seat.deadline_ms, full_ms))
        draft.prompts_changed = True


def give_time_to_stand_in(draft: Draft, index: int) -> None:
    """A bot has just begun to play a seat: its open decision has time enough for it."""
    seat = draft.seats[index]
    if seat.prompt:
        enough_ms = due.deadline_ms(
            draft.base.clock, seat, _factor(draft, index), draft.now.play_ms
        )
        draft.set_seat(index, deadline_ms=max(seat.deadline_ms, enough_ms))
        draft.prompts_changed = True


def resume(draft: Draft, stood: Pause) -> None:
    """The game goes on after a pause: what was due is due so much later."""
    now_ms = draft.now.play_ms
    for index, seat in enumerate(draft.seats):
        changes: dict[str, Any] = {}
        if seat.wishes is not None and seat.wishes.pause:
            changes["wishes"] = replace(seat.wishes, pause=False)
        if seat.prompt:
            # What was opened in the pause has waited from then on only.
            waited_ms = max(0, now_ms - max(stood.from_ms, seat.opened_ms))
            changes["opened_ms"] = seat.opened_ms + waited_ms
            changes["deadline_ms"] = seat.deadline_ms + waited_ms
        draft.set_seat(index, **changes)
    pending = draft.play.pending
    if pending is not None:
        opened_ms = pending.until_ms - due.LINK_WAIT_MS
        waited_ms = max(0, now_ms - max(stood.from_ms, opened_ms))
        pending = replace(pending, until_ms=pending.until_ms + waited_ms)
    paused_ms = draft.play.paused_ms + max(0, now_ms - stood.from_ms)
    draft.set_play(pause=None, paused_ms=paused_ms, pending=pending)
    draft.tell(Resumed())
    draft.prompts_changed = True
