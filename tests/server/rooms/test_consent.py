"""`kozyr_server.rooms.consent`: pauses, given time, and how those who play end a game."""

from typing import Any

import msgspec
import pytest

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId
from kozyr_protocol.record import Ended
from kozyr_protocol.rooms import EndWanted, Paused, PauseWanted, Phase, Resumed, TimeGiven
from kozyr_server.rooms import consent, due
from kozyr_server.rooms.decision import LISTS, Decision, Unchanged
from kozyr_server.rooms.due import PATIENCE
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.rooms.room import encode
from kozyr_testing.desk import ROOM, Desk, player

ANNA, BORIS, VERA = (player(number) for number in range(3))
ADA = player(70)


def playing(count: int = 3, chains: int = 0, **create: Any) -> Desk:
    desk = Desk(seats=count, **{"options": {"draw": "off"}, **create})
    desk.watch()
    desk.begun(count, chains=chains)
    return desk


def pause(wish: bool = True) -> messages.Pause:
    return messages.Pause(id=1, room=ROOM, pause=wish)


def vote(wish: bool = True) -> messages.VoteEnd:
    return messages.VoteEnd(id=1, room=ROOM, end=wish)


def give(seat: int) -> messages.GiveTime:
    return messages.GiveTime(id=1, room=ROOM, seat=seat)


CLAIM = messages.ClaimTable(id=1, room=ROOM)


def refused(desk: Desk, who: PlayerId, command: Any) -> RefusedError:
    before = encode(desk.room)
    with pytest.raises(RefusedError) as caught:
        desk.by(who, command)
    assert encode(desk.room) == before
    return caught.value


def code_of(desk: Desk, who: PlayerId, command: Any) -> ErrorCode:
    return refused(desk, who, command).code


def paused(**create: Any) -> Desk:
    desk = playing(**create)
    for who in (ANNA, BORIS, VERA):
        desk.by(who, pause())
    assert desk.told(Paused)
    return desk


# --- Pause


def test_a_pause_begins_when_all_wish_it() -> None:
    desk = playing()
    desk.by(ANNA, pause())
    assert desk.told(PauseWanted) == [PauseWanted(desk.index(ANNA), wanted=True)]
    assert isinstance(desk.by(ANNA, pause()), Unchanged)
    desk.by(BORIS, pause())
    assert not desk.told(Paused)
    desk.by(VERA, pause())
    assert desk.told(Paused) == [Paused(desk.now_ms + PATIENCE.pause_ms)]


def test_nobody_acts_in_a_pause_and_no_clock_runs() -> None:
    desk = paused()
    (who,) = desk.acting()
    seat = desk.seat(who)
    with pytest.raises(RefusedError) as caught:
        desk.play_one(who)
    assert caught.value.code is ErrorCode.PAUSED
    desk.now_ms += 10 * 60_000
    assert not isinstance(desk.timer(), Decision) or not desk.told(Resumed)
    desk.by(BORIS, pause(wish=False))
    assert desk.told(Resumed)
    assert desk.last.prompts_changed
    assert desk.seat(who).deadline_ms == seat.deadline_ms + 10 * 60_000
    assert not any(one.wishes and one.wishes.pause for one in desk.room.seats)
    desk.play_one(who)
    assert desk.seat(who).bank_ms == seat.bank_ms


def test_a_pause_ends_by_itself_and_all_pauses_are_bounded() -> None:
    desk = paused()
    until_ms = desk.told(Paused)[0].until_ms
    while not desk.told(Resumed):
        desk.until_due()
    assert desk.now_ms == until_ms
    for who in (ANNA, BORIS, VERA):
        desk.by(who, pause())
    desk.now_ms += 14 * 60_000
    desk.by(ANNA, pause(wish=False))
    for who in (ANNA, BORIS, VERA):
        desk.by(who, pause())
    assert desk.told(Paused) == [Paused(desk.now_ms + 60_000)]
    while not desk.told(Resumed):
        desk.until_due()
    assert code_of(desk, ANNA, pause()) is ErrorCode.TOO_MANY


def test_a_shuffle_in_a_pause_waits_for_links_as_long_as_else() -> None:
    desk = playing(chains=2)
    for who in (ANNA, BORIS, VERA):
        desk.by(who, pause())
    assert desk.room.play is not None
    assert desk.room.play.pending is not None
    until_ms = desk.room.play.pending.until_ms
    desk.now_ms += 60_000
    desk.by(ANNA, pause(wish=False))
    assert desk.room.play.pending.until_ms == until_ms + 60_000
    desk.feed(ANNA)
    desk.feed(BORIS)
    desk.play_out()


def test_a_deck_that_is_made_in_a_pause_is_played_after_it() -> None:
    desk = playing(chains=2)
    for who in (ANNA, BORIS, VERA):
        desk.by(who, pause())
    desk.now_ms += 1_000
    desk.feed(ANNA)
    desk.feed(BORIS)
    (who,) = desk.acting()
    opened = desk.seat(who)
    desk.now_ms += 500
    desk.by(ANNA, pause(wish=False))
    assert desk.seat(who).deadline_ms == opened.deadline_ms + 500
    desk.play_out()


def test_who_is_away_bot_or_stood_in_for_is_not_asked() -> None:
    desk = playing()
    desk.lose(VERA)
    desk.by(ANNA, pause())
    desk.by(BORIS, pause())
    assert desk.told(Paused)


def test_a_wish_is_forgotten_with_its_owner() -> None:
    desk = playing()
    desk.by(ANNA, pause())
    desk.by(ANNA, vote())
    desk.leave(ANNA)
    assert desk.told(PauseWanted) == [PauseWanted(desk.index(ANNA), wanted=False)]
    assert desk.told(EndWanted) == [EndWanted(desk.index(ANNA), wanted=False)]


def test_minds_cannot_be_changed_without_end() -> None:
    desk = playing()
    wish, error = True, None
    for _ in range(100):
        try:
            desk.by(ANNA, pause(wish))
        except RefusedError as refusal:
            error = refusal
            break
        wish = not wish
    assert error is not None
    assert error.code is ErrorCode.TOO_FAST
    desk.now_ms += error.facts["retry_ms"]
    desk.by(ANNA, pause(wish))


@pytest.mark.parametrize("command", [pause(), vote(), give(1), CLAIM])
def test_wishes_are_for_those_who_play(command: Any) -> None:
    desk = playing()
    assert code_of(desk, player(9), command) is ErrorCode.NOT_SEATED
    line = desk.line(ANNA)
    desk.take(ANNA)
    desk.lines[ANNA] = line
    assert code_of(desk, ANNA, command) is ErrorCode.NOT_YOUR_LINE
    waiting = Desk(seats=3)
    waiting.join(ANNA)
    assert code_of(waiting, ANNA, command) is ErrorCode.WRONG_PHASE


# --- Time


def test_a_given_minute_is_in_the_bank_and_the_deadline() -> None:
    desk = playing()
    (who,) = desk.acting()
    giver = next(p for p in (ANNA, BORIS, VERA) if p != who)
    before = desk.seat(who)
    desk.by(giver, give(desk.index(who)))
    bank_ms = before.bank_ms + consent.GIVEN_MS
    assert desk.told(TimeGiven) == [TimeGiven(desk.index(who), desk.index(giver), bank_ms)]
    assert desk.seat(who).deadline_ms == before.deadline_ms + consent.GIVEN_MS
    desk.now_ms = before.deadline_ms + due.LATE_GRACE_MS + 1
    desk.play_one(who)
    assert 0 < desk.seat(who).bank_ms < consent.GIVEN_MS


def test_minutes_are_given_ten_times_and_to_who_can_use_them() -> None:
    desk = playing()
    anna, boris = desk.index(ANNA), desk.index(BORIS)
    assert code_of(desk, ANNA, give(anna)) is ErrorCode.NOT_SEATED
    assert code_of(desk, ANNA, give(9)) is ErrorCode.NO_SUCH_SEAT
    for _ in range(LISTS.minutes):
        desk.by(ANNA, give(boris))
    assert code_of(desk, ANNA, give(boris)) is ErrorCode.TOO_MANY
    desk.leave(BORIS)
    assert code_of(desk, VERA, give(boris)) is ErrorCode.NOT_SEATED


# --- The end


def test_a_game_ends_when_all_wish_it_and_finished_deals_count() -> None:
    desk = playing(options={"draw": "off", "length": "rounds", "rounds": 2})
    while not desk.last.deals:
        desk.step()
    for who in (ANNA, BORIS, VERA):
        desk.by(who, vote())
    assert (desk.phase, desk.room.ended) == (Phase.FINISHED, Ended.VOTED)
    assert desk.last.ended is not None
    head = msgspec.json.decode(desk.last.ended.head)
    assert head["ended"] == "voted"
    assert sum(head["totals"]) > 0


def test_a_vote_can_be_taken_back() -> None:
    desk = playing()
    desk.by(ANNA, vote())
    desk.by(BORIS, vote())
    desk.by(ANNA, vote(wish=False))
    desk.by(VERA, vote())
    assert desk.phase is Phase.PLAYING
    assert isinstance(desk.by(VERA, vote()), Unchanged)


def test_the_game_does_not_end_without_somebody_whose_line_was_just_lost() -> None:
    desk = playing()
    desk.by(ANNA, vote())
    desk.lose(VERA)
    error = refused(desk, BORIS, vote())
    assert (error.code, error.facts) == (ErrorCode.NOT_YET, {"wait_ms": PATIENCE.away_ms})
    desk.now_ms += PATIENCE.away_ms
    desk.by(BORIS, vote())
    assert desk.room.ended is Ended.VOTED


def test_who_left_or_is_stood_in_for_has_no_vote() -> None:
    desk = playing()
    desk.leave(VERA)
    desk.lose(BORIS)
    desk.now_ms += PATIENCE.away_ms
    desk.claim(ADA, desk.index(BORIS))
    desk.by(ANNA, vote())
    assert desk.room.ended is Ended.VOTED


def test_one_person_among_bots_ends_the_game_alone() -> None:
    desk = Desk(seats=3, bots=2)
    desk.watch()
    desk.join(ANNA)
    desk.claim(ADA, 1)
    desk.claim(player(71), 2)
    desk.ready(ANNA)
    desk.by(ANNA, vote())
    assert desk.room.ended is Ended.VOTED


def test_a_table_that_all_others_left_alone_is_claimed() -> None:
    desk = playing()
    assert refused(desk, ANNA, CLAIM).facts == {"wait_ms": PATIENCE.away_ms}
    desk.lose(BORIS)
    desk.now_ms += 30_000
    desk.leave(VERA)
    error = refused(desk, ANNA, CLAIM)
    assert (error.code, error.facts) == (ErrorCode.NOT_YET, {"wait_ms": PATIENCE.away_ms})
    desk.now_ms += PATIENCE.away_ms
    desk.by(ANNA, CLAIM)
    assert (desk.phase, desk.room.ended) == (Phase.FINISHED, Ended.ABANDONED)
