"""`kozyr_server.rooms.playing`: actions with keys and prompts, and the clock."""

from typing import Any

import pytest
from msgspec import Raw

from kozyr_games.registry import GAMES
from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.games.twenty_nine import Pass, Play
from kozyr_protocol.ids import ActionKey, GameKey
from kozyr_protocol.messages import Turn
from kozyr_protocol.record import By
from kozyr_protocol.rooms import AbsentChanged, BankChanged, Phase, TimedOut
from kozyr_server.rooms import due, playing
from kozyr_server.rooms.decision import Decision, Unchanged
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.rooms.room import KEPT_KEYS, encode
from kozyr_testing.desk import ROOM, Desk, player

ANNA, BORIS, VERA = (player(number) for number in range(3))
SPEC = GAMES[GameKey("twenty_nine")]
KEY = "kkkkkkkkkkkkkkkk"


def table(**clock: int) -> Desk:
    """Three players in the midst of a game, watched."""
    desk = Desk(
        seats=3,
        preset="twenty_nine/solo",
        options={"draw": "off", "rounds": 2},
        clock={"turn_ms": 30_000, "bank_ms": 60_000, "away_ms": 1_000, **clock},
    )
    desk.watch()
    desk.begun(3)
    return desk


def on_turn(desk: Desk) -> Any:
    (who,) = desk.acting()
    return who


def legal(desk: Desk) -> Any:
    return SPEC.legal_actions(desk.table.state, desk.index(on_turn(desk)))[0]


def refused(desk: Desk, who: Any, action: Any, **given: Any) -> RefusedError:
    before = encode(desk.room)
    with pytest.raises(RefusedError) as caught:
        desk.act(who, action, **given)
    assert encode(desk.room) == before
    return caught.value


# --- Keys, prompts, legality, in this order


def test_a_prompt_is_the_version_at_which_the_decision_opened() -> None:
    desk = table()
    who = on_turn(desk)
    prompt = desk.seat(who).prompt
    assert prompt == desk.table.version
    desk.lose(VERA)
    assert desk.seat(who).prompt == prompt
    desk.play_one(who)
    assert desk.seat(who).prompt == 0
    assert desk.seat(on_turn(desk)).prompt == desk.table.version


def test_a_repeated_action_is_answered_by_its_version_and_not_played_twice() -> None:
    desk = table()
    who, action, prompt = on_turn(desk), legal(desk), desk.table.version
    desk.act(who, action, prompt, KEY)
    accepted = desk.table.version
    assert desk.act(who, action, prompt, KEY) == Unchanged(accepted)
    desk.step()
    assert desk.act(who, action, prompt, KEY) == Unchanged(accepted)


def test_a_key_with_another_prompt_is_refused_before_the_prompt_is_looked_at() -> None:
    desk = table()
    who, prompt = on_turn(desk), desk.table.version
    desk.act(who, legal(desk), prompt, KEY)
    assert refused(desk, who, Pass(), prompt=prompt + 77, key=KEY).code is ErrorCode.KEY_REUSED
    while on_turn(desk) != who:
        desk.step()
    assert refused(desk, who, legal(desk), key=KEY).code is ErrorCode.KEY_REUSED


def test_the_last_eight_keys_are_kept() -> None:
    desk = table()
    who = on_turn(desk)
    used: list[tuple[str, int, int]] = []
    while len(used) < KEPT_KEYS + 1:
        if on_turn(desk) == who:
            key, prompt = f"{len(used):016d}", desk.seat(who).prompt
            desk.act(who, legal(desk), prompt, key)
            used.append((key, prompt, desk.table.version))
        else:
            desk.step()
    assert len(desk.seat(who).keys) == KEPT_KEYS
    for key, prompt, version in used[1:]:
        assert desk.act(who, Pass(), prompt, key) == Unchanged(version)
    key, prompt, _ = used[0]
    assert refused(desk, who, Pass(), prompt=prompt, key=key).code is ErrorCode.STALE


def test_a_stale_action_is_told_the_own_present_prompt() -> None:
    desk = table()
    who = on_turn(desk)
    error = refused(desk, who, legal(desk), prompt=1)
    assert error.code is ErrorCode.STALE
    assert error.facts["prompt"] == desk.seat(who).prompt
    turn = error.facts["turn"]
    assert isinstance(turn, Turn)
    actions = SPEC.legal_actions(desk.table.state, desk.index(who))
    assert turn.legal == actions
    assert (turn.seat, turn.deadline_ms) == (desk.index(who), desk.seat(who).deadline_ms)


def test_who_is_not_on_turn_is_told_that_he_has_no_prompt() -> None:
    desk = table()
    who = next(w for w in (ANNA, BORIS, VERA) if w != on_turn(desk))
    for prompt in (0, 1, desk.table.version):
        error = refused(desk, who, Play("AS"), prompt=prompt)
        assert (error.code, error.facts) == (ErrorCode.STALE, {"prompt": None, "turn": None})


def test_staleness_is_looked_at_before_legality() -> None:
    desk = table()
    assert refused(desk, on_turn(desk), {"type": "x"}, prompt=1).code is ErrorCode.STALE


@pytest.mark.parametrize(
    "action", [{"type": "x"}, {}, [], 7, {"type": "play"}, {"type": "play", "card": "AS", "x": 1}]
)
def test_what_is_no_action_of_the_game_is_illegal(action: Any) -> None:
    desk = table()
    error = refused(desk, on_turn(desk), action)
    assert error.code is ErrorCode.ILLEGAL
    assert error.facts["reason"]


def test_nesting_without_end_is_illegal() -> None:
    desk = table()
    who = on_turn(desk)
    command = messages.Act(
        id=1,
        room=ROOM,
        prompt=desk.seat(who).prompt,
        key=ActionKey(KEY),
        action=Raw(b"\x91" * 5_000 + b"\xc0"),
    )
    with pytest.raises(RefusedError) as caught:
        desk.by(who, command)
    assert caught.value.code is ErrorCode.ILLEGAL


def test_what_the_rules_forbid_says_why_and_names_no_card() -> None:
    desk = table()
    who = on_turn(desk)
    hand = desk.table.state.hands[desk.index(who)]
    other = next(c for c in desk.table.state.hands[desk.index(who) - 1] if c not in hand)
    error = refused(desk, who, Play(other), key=KEY)
    assert (error.code, error.facts) == (
        ErrorCode.ILLEGAL,
        {"reason": "the card is not in the hand"},
    )
    # A refusal is not kept: the key can be used.
    desk.act(who, legal(desk), key=KEY)


# --- Time


def test_a_decision_has_its_time_and_the_bank() -> None:
    desk = table()
    seat = desk.seat(on_turn(desk))
    assert seat.opened_ms == desk.now_ms
    assert seat.deadline_ms == desk.now_ms + 90_000


def test_thinking_longer_than_the_turn_costs_bank() -> None:
    desk = table()
    who = on_turn(desk)
    desk.now_ms += 30_000
    desk.play_one(who)
    assert desk.told(BankChanged) == []
    second = on_turn(desk)
    desk.now_ms += 30_007
    desk.play_one(second)
    assert desk.told(BankChanged) == [BankChanged(desk.index(second), 59_993)]
    assert desk.seat(second).bank_ms == 59_993


def test_an_action_in_the_grace_after_the_deadline_counts() -> None:
    desk = table()
    who = on_turn(desk)
    desk.now_ms = desk.seat(who).deadline_ms + due.LATE_GRACE_MS - 1
    assert desk.timer() == Unchanged()
    desk.play_one(who)
    assert desk.seat(who).bank_ms == 0
    assert desk.seat(who).late == 0


def test_the_clock_plays_half_a_second_after_the_deadline() -> None:
    desk = table()
    who = on_turn(desk)
    due_ms = desk.seat(who).deadline_ms + due.LATE_GRACE_MS
    assert due.next_ms(desk.room) == due_ms
    expected = SPEC.timeout_action(desk.table.state, desk.index(who))
    desk.now_ms = due_ms
    desk.timer()
    assert desk.last.not_before_ms == due_ms
    assert desk.told(TimedOut) == [TimedOut(desk.index(who))]
    assert desk.told(BankChanged) == [BankChanged(desk.index(who), 0)]
    assert expected.card not in desk.table.state.hands[desk.index(who)]
    assert on_turn(desk) != who
    assert By.TIMEOUT.encode() in desk.room.play.actions  # type: ignore[union-attr]  # in play


def late(desk: Desk, who: Any) -> None:
    """Play on until the clock has played for him."""
    while True:
        if on_turn(desk) == who:
            desk.until_due()
            return
        desk.step()


def test_late_twice_in_a_row_is_absent_and_has_the_short_time() -> None:
    desk = table()
    who = on_turn(desk)
    late(desk, who)
    assert not desk.seat(who).absent
    late(desk, who)
    assert desk.told(AbsentChanged) == [AbsentChanged(desk.index(who), absent=True)]
    while on_turn(desk) != who:
        desk.step()
    assert desk.seat(who).deadline_ms == desk.now_ms + 1_000
    desk.until_due()
    assert desk.told(AbsentChanged) == []


def test_acting_in_between_starts_the_count_anew() -> None:
    desk = table()
    who = on_turn(desk)
    late(desk, who)
    while on_turn(desk) != who:
        desk.step()
    desk.play_one(who)
    late(desk, who)
    assert not desk.seat(who).absent


def test_who_is_late_without_a_line_is_absent_at_once() -> None:
    desk = table()
    who = on_turn(desk)
    desk.lose(who)
    late(desk, who)
    assert desk.seat(who).absent


def test_an_absent_player_is_back_when_he_acts() -> None:
    desk = table(away_ms=40_000)
    who = on_turn(desk)
    late(desk, who)
    late(desk, who)
    while on_turn(desk) != who:
        desk.step()
    desk.now_ms += 35_000
    desk.play_one(who)
    assert AbsentChanged(desk.index(who), absent=False) in desk.told(AbsentChanged)
    # The time of an absent seat is no time of the bank.
    assert desk.told(BankChanged) == []
    assert not desk.seat(who).absent


def test_an_absent_player_who_comes_back_has_his_full_time() -> None:
    desk = table()
    who = on_turn(desk)
    late(desk, who)
    late(desk, who)
    while on_turn(desk) != who:
        desk.step()
    opened_ms = desk.now_ms
    desk.now_ms += 300
    desk.take(who)
    seat = desk.seat(who)
    assert (seat.absent, seat.late) == (False, 0)
    assert seat.deadline_ms == opened_ms + 30_000 + seat.bank_ms
    assert desk.last.prompts_changed


def test_who_leaves_on_turn_has_the_short_time_left() -> None:
    desk = table()
    who = on_turn(desk)
    prompt = desk.seat(who).prompt
    desk.now_ms += 5_000
    desk.leave(who)
    assert desk.seat(who).deadline_ms == desk.now_ms + 1_000
    assert desk.seat(who).prompt == prompt
    assert desk.last.prompts_changed
    desk.until_due()
    assert desk.told(AbsentChanged) == []


def test_going_and_coming_wins_no_time() -> None:
    desk = table()
    who = on_turn(desk)
    deadline_ms = desk.seat(who).deadline_ms
    for _ in range(10):
        desk.now_ms += 5_000
        desk.leave(who)
        desk.take(who)
        assert desk.seat(who).deadline_ms == deadline_ms


def test_a_seat_whose_player_left_is_played_by_the_clock_in_short_turns() -> None:
    desk = table(away_ms=0)
    who = next(w for w in (ANNA, BORIS, VERA) if w != on_turn(desk))
    desk.leave(who)
    while on_turn(desk) != who:
        desk.step()
    assert desk.seat(who).deadline_ms == desk.now_ms
    desk.until_due()
    assert desk.told(TimedOut) == [TimedOut(desk.index(who))]


def test_a_game_can_be_played_by_the_clock_alone() -> None:
    desk = table()
    for _ in range(1_000):
        if desk.phase is not Phase.PLAYING:
            break
        assert isinstance(desk.until_due(), Decision)
    assert desk.phase is Phase.FINISHED


def test_the_grace_and_the_count_are_those_of_the_protocol() -> None:
    assert (due.LATE_GRACE_MS, playing.LATE_UNTIL_ABSENT) == (500, 2)
