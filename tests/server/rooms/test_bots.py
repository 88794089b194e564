"""`kozyr_server.rooms.bots`: seats of house bots, and how they stand in for people."""

from typing import Any

import msgspec
import pytest

from kozyr_protocol import codec, messages, record
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import ActionKey, PlayerId
from kozyr_protocol.rooms import BotSat, BotWanted, Clock, Kicked, Left, Phase, StandInChanged
from kozyr_server.rooms import committing, due, standing_in
from kozyr_server.rooms.decision import Decision, LoseLine, Unchanged
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.rooms.room import encode
from kozyr_testing.desk import HOST, ROOM, Desk, player

ANNA, BORIS, VERA = (player(number) for number in range(3))
ADA, OLEG = player(70), player(71)
"""House bots."""


def opened(**create: Any) -> Desk:
    desk = Desk(**{"seats": 3, "preset": "twenty_nine/solo", **create})
    desk.watch()
    return desk


def refused(desk: Desk, who: PlayerId, command: Any, *, is_house: bool = False) -> ErrorCode:
    before = encode(desk.room)
    with pytest.raises(RefusedError) as caught:
        desk.by(who, command, is_house=is_house)
    assert encode(desk.room) == before
    return caught.value.code


def add_bot(seat: int | None = None, level: str = "strong") -> messages.AddBot:
    return messages.AddBot(id=1, room=ROOM, seat=seat, level=level)


def stand_in(seat: int) -> messages.StandIn:
    return messages.StandIn(id=1, room=ROOM, seat=seat)


def kick(seat: int) -> messages.Kick:
    return messages.Kick(id=1, room=ROOM, seat=seat)


def with_bots(bots: int = 2) -> Desk:
    """A game of people with so many bots in the last seats."""
    desk = opened(bots=bots)
    for number in range(3 - bots):
        desk.join(player(number))
    for number in range(bots):
        desk.claim(player(70 + number), 3 - bots + number)
    for number in range(3 - bots):
        desk.ready(player(number))
    assert desk.phase is Phase.PLAYING
    return desk


# --- Seats that are kept


def test_the_last_seats_of_a_new_room_are_kept() -> None:
    desk = opened(bots=2, bot_level="easy")
    assert [seat.bot for seat in desk.room.seats] == [None, "easy", "easy"]
    summary = committing.commit(desk.last, desk.entries[-1]).summary
    assert summary is not None
    listed = msgspec.msgpack.decode(summary, type=messages.RoomSummary)
    assert (listed.seats, listed.taken, listed.bots) == (3, 2, 2)


def test_one_seat_at_least_is_for_people() -> None:
    with pytest.raises(RefusedError) as caught:
        opened(bots=3)
    assert (caught.value.code, caught.value.facts["max"]) == (ErrorCode.BAD_OPTION, 2)


def test_nobody_else_sits_in_a_kept_seat() -> None:
    desk = opened(bots=2)
    assert refused(desk, ANNA, messages.Join(id=1, room=ROOM, seat=1)) is ErrorCode.SEAT_TAKEN
    desk.join(ANNA)
    assert desk.index(ANNA) == 0
    assert refused(desk, BORIS, messages.Join(id=1, room=ROOM)) is ErrorCode.ROOM_FULL


def test_the_host_adds_and_removes_bots() -> None:
    desk = opened()
    desk.by(HOST, add_bot(2, "usual"))
    assert desk.told(BotWanted) == [BotWanted(2, "usual")]
    desk.by(HOST, add_bot())
    assert desk.told(BotWanted) == [BotWanted(0, "strong")]
    assert refused(desk, HOST, add_bot(2)) is ErrorCode.SEAT_TAKEN
    assert refused(desk, HOST, add_bot(3)) is ErrorCode.NO_SUCH_SEAT
    assert refused(desk, ANNA, add_bot()) is ErrorCode.NOT_HOST
    desk.by(HOST, kick(2))
    assert [type(one) for one in desk.last.happened] == [Kicked, BotWanted]
    assert desk.room.seats[2].bot is None
    assert not desk.room.door.kicked


def test_bots_are_wanted_once_a_person_sits_there() -> None:
    desk = opened(bots=2)
    assert desk.last.bots_ms == 0
    assert refused(desk, ADA, stand_in(1), is_house=True) is ErrorCode.SEAT_TAKEN
    desk.join(ANNA)
    assert 0 < desk.last.bots_ms <= desk.now_ms


# --- Bots that sit


def test_a_bot_sits_down_ready_and_the_last_one_begins_the_game() -> None:
    desk = opened(bots=2)
    desk.join(ANNA)
    desk.ready(ANNA)
    desk.claim(ADA, 1)
    assert desk.told(BotSat) == [BotSat(1, ADA, "Player 70")]
    assert desk.last.bots_ms
    desk.claim(OLEG, 2)
    assert desk.phase is Phase.PLAYING
    assert desk.last.bots_ms == 0


def test_only_a_house_bot_claims_and_one_seat_at_most() -> None:
    desk = opened(bots=2)
    desk.join(ANNA)
    assert refused(desk, ADA, stand_in(1)) is ErrorCode.NOT_HOUSE
    assert refused(desk, ADA, stand_in(0), is_house=True) is ErrorCode.SEAT_TAKEN
    assert refused(desk, ADA, stand_in(9), is_house=True) is ErrorCode.NO_SUCH_SEAT
    desk.claim(ADA, 1)
    assert refused(desk, ADA, stand_in(2), is_house=True) is ErrorCode.SEAT_TAKEN
    assert refused(desk, OLEG, stand_in(1), is_house=True) is ErrorCode.SEAT_TAKEN
    # Its own seat it has already.
    assert isinstance(desk.claim(ADA, 1), Unchanged)


def test_a_game_does_not_begin_without_a_bot_that_is_on_its_way() -> None:
    desk = opened(seats=4, bots=1)
    desk.seated(3)
    for number in range(3):
        desk.ready(player(number))
    assert refused(desk, HOST, messages.Start(id=1, room=ROOM)) is ErrorCode.NOT_READY


def test_bots_keep_no_room_open() -> None:
    desk = opened(bots=2)
    desk.join(ANNA)
    desk.claim(ADA, 1)
    desk.lose(ANNA)
    while desk.phase is not Phase.CLOSED:
        desk.until_due()
    assert desk.now_ms - 1_000_000 <= due.EMPTY_CLOSES_MS + due.SEAT_KEPT_MS


def test_the_seat_of_a_bot_that_is_gone_is_kept_for_another() -> None:
    desk = opened(bots=2)
    desk.join(ANNA)
    desk.claim(ADA, 1)
    desk.lose(ADA)
    assert desk.room.seats[1].player is None
    assert desk.told(BotWanted) == [BotWanted(1, "strong")]
    desk.claim(OLEG, 1)
    desk.by(OLEG, messages.Leave(id=1, room=ROOM), is_house=True)
    assert desk.told(BotWanted) == [BotWanted(1, "strong")]


def test_a_bot_that_sits_can_be_sent_out_before_the_game_only() -> None:
    desk = opened(bots=2)
    desk.join(ANNA)
    desk.claim(ADA, 1)
    desk.by(HOST, kick(1))
    assert [type(one) for one in desk.last.happened] == [Kicked, Left]
    desk = with_bots()
    assert refused(desk, HOST, kick(desk.index(ADA))) is ErrorCode.WRONG_PHASE


def test_the_record_says_who_was_a_bot() -> None:
    desk = with_bots()
    desk.play_out()
    ended = desk.decisions[-1].ended
    assert ended is not None
    kinds = [seat["kind"] for seat in msgspec.json.decode(ended.head)["seats"]]
    assert sorted(kinds) == ["bot", "bot", "human"]


def test_bots_are_ready_for_a_rematch_and_new_ones_come_for_those_who_went() -> None:
    desk = with_bots()
    desk.play_out()
    desk.lose(OLEG)
    assert desk.last.bots_ms == 0
    desk.rematch(ANNA)
    assert desk.room.seats[desk.index(ADA)].ready
    assert desk.last.bots_ms
    free = next(i for i, seat in enumerate(desk.room.seats) if seat.bot and not seat.player)
    desk.claim(OLEG, free)
    desk.ready(ANNA)
    assert desk.phase is Phase.PLAYING
    desk.play_out()


def test_the_seat_of_a_bot_that_died_in_the_game_is_kept_after_it() -> None:
    desk = with_bots()
    seat = desk.index(ADA)
    desk.lose(ADA)
    desk.claim(player(72), seat)
    while desk.phase is Phase.PLAYING:
        if desk.room.seats[seat].prompt:
            desk.act_in(player(72), seat)
        else:
            desk.step()
    assert desk.room.seats[seat].bot == "strong"
    assert desk.room.seats[seat].player is None
    desk.rematch(ANNA)
    desk.ready(ANNA)
    phases = [desk.phase]
    desk.claim(ADA, seat)
    assert [*phases, desk.phase] == [Phase.WAITING, Phase.PLAYING]


def test_a_game_of_bots_alone_is_abandoned() -> None:
    desk = with_bots()
    desk.leave(ANNA)
    assert desk.phase is Phase.FINISHED
    assert desk.room.ended is record.Ended.ABANDONED


def test_a_bot_is_never_the_host() -> None:
    desk = opened(bots=1)
    desk.join(HOST)
    desk.claim(ADA, 2)
    desk.leave(HOST)
    assert desk.room.host is None
    desk.join(ANNA)
    assert desk.room.host == ANNA


# --- Stand-ins


def away(desk: Desk) -> int:
    """Boris is gone for so long that a stand-in plays; his seat."""
    seat = desk.index(BORIS)
    desk.lose(BORIS)
    assert desk.last.bots_ms == desk.now_ms + due.STAND_IN_AFTER_MS
    assert refused(desk, ADA, stand_in(seat), is_house=True) is ErrorCode.SEAT_TAKEN
    desk.now_ms += due.STAND_IN_AFTER_MS
    return seat


def playing(**create: Any) -> Desk:
    desk = opened(clock=Clock(turn_ms=3_600_000, away_ms=1_000), **create)
    desk.begun(3)
    return desk


def until_turn_of(desk: Desk, seat: int) -> None:
    while not desk.room.seats[seat].prompt:
        desk.step()


def test_a_stand_in_plays_until_the_owner_is_back_in_mid_deal() -> None:
    desk = playing()
    seat = away(desk)
    desk.claim(ADA, seat)
    assert desk.told(StandInChanged) == [StandInChanged(seat, stand_in=True)]
    assert desk.last.moved
    assert desk.last.bots_ms == 0
    until_turn_of(desk, seat)
    desk.act_in(ADA, seat)
    desk.take(BORIS)
    assert desk.told(StandInChanged) == [StandInChanged(seat, stand_in=False)]
    assert desk.last.moved
    until_turn_of(desk, seat)
    command = messages.Act(
        id=1,
        room=ROOM,
        prompt=desk.room.seats[seat].prompt,
        key=ActionKey("k" * 16),
        action=codec.pack(1),
    )
    assert refused(desk, ADA, command, is_house=True) is ErrorCode.NOT_SEATED
    desk.play_one(BORIS)
    assert desk.room.seats[seat].keys


def test_a_stand_ins_keys_are_not_the_owners() -> None:
    desk = playing()
    seat = away(desk)
    desk.claim(ADA, seat)
    until_turn_of(desk, seat)
    prompt = desk.room.seats[seat].prompt
    desk.act_in(ADA, seat, key="a" * 16)
    again = messages.Act(
        id=1, room=ROOM, prompt=prompt, key=ActionKey("a" * 16), action=codec.pack(1)
    )
    assert isinstance(desk.by(ADA, again, is_house=True), Unchanged)
    assert desk.room.seats[seat].keys == ()


def test_the_record_names_the_stretches_and_the_actions() -> None:
    desk = playing(options={"draw": "off", "length": "single"})
    began_ms = desk.now_ms
    seat = away(desk)
    desk.claim(ADA, seat)
    until_turn_of(desk, seat)
    desk.act_in(ADA, seat)
    desk.take(BORIS)
    desk.play_out()
    ended, deal = desk.last.ended, desk.last.deals[0]
    assert ended is not None
    (stretch,) = msgspec.json.decode(ended.head)["seats"][seat]["stand_ins"]
    assert (stretch["deal"], stretch["from_ms"]) == (1, due.STAND_IN_AFTER_MS)
    assert stretch["to_ms"] >= stretch["from_ms"]
    assert began_ms
    played = msgspec.json.decode(deal)["actions"]
    assert sum(one["by"] == "stand_in" for one in played) == 1
    assert all(one["seat"] == seat for one in played if one["by"] == "stand_in")


@pytest.mark.parametrize("how", ["leave", "absent"])
def test_who_left_or_was_late_twice_is_stood_in_for_at_once(how: str) -> None:
    desk = opened()
    desk.begun(3)
    seat = desk.index(BORIS)
    if how == "leave":
        desk.leave(BORIS)
    else:
        while not desk.room.seats[seat].absent:
            if desk.room.seats[seat].prompt:
                desk.until_due()
            else:
                desk.step()
    assert 0 < desk.last.bots_ms <= desk.now_ms
    desk.claim(ADA, seat)
    assert desk.last.bots_ms == 0


def test_an_absent_owner_is_back_when_he_acts_or_joins() -> None:
    for back in ("act", "join"):
        desk = opened()
        desk.begun(3)
        seat = desk.index(BORIS)
        while not desk.room.seats[seat].absent:
            if desk.room.seats[seat].prompt:
                desk.until_due()
            else:
                desk.step()
        desk.claim(ADA, seat)
        if back == "act":
            until_turn_of(desk, seat)
            desk.play_one(BORIS)
        else:
            desk.join(BORIS)
        assert desk.told(StandInChanged) == [StandInChanged(seat, stand_in=False)]
        assert not desk.room.seats[seat].absent
        assert isinstance(desk.join(BORIS), Unchanged)


def test_a_stand_in_that_does_not_answer_is_replaced_and_the_owner_was_not_late() -> None:
    desk = playing()
    seat = away(desk)
    desk.claim(ADA, seat)
    until_turn_of(desk, seat)
    late = desk.room.seats[seat].late
    assert desk.room.seats[seat].deadline_ms <= desk.now_ms + due.STAND_IN_MS
    desk.until_due()
    assert desk.told(StandInChanged) == [StandInChanged(seat, stand_in=False)]
    assert desk.room.seats[seat].late == late
    assert desk.last.bots_ms
    desk.claim(OLEG, seat)


def test_a_stand_in_whose_line_is_lost_is_replaced() -> None:
    desk = playing()
    seat = away(desk)
    desk.claim(ADA, seat)
    desk.decide(LoseLine(desk.line(ADA)))
    assert desk.told(StandInChanged) == [StandInChanged(seat, stand_in=False)]
    assert 0 < desk.last.bots_ms <= desk.now_ms


def test_the_same_bot_goes_on_over_a_new_line() -> None:
    desk = playing()
    seat = away(desk)
    desk.claim(ADA, seat)
    assert isinstance(desk.claim(ADA, seat), Unchanged)
    desk.new_line(ADA)
    assert isinstance(desk.claim(ADA, seat), Decision)
    until_turn_of(desk, seat)
    desk.act_in(ADA, seat)


def test_a_bot_whose_line_is_lost_in_play_is_stood_in_for_at_once() -> None:
    desk = with_bots()
    seat = desk.index(ADA)
    desk.lose(ADA)
    assert desk.last.bots_ms == desk.now_ms
    third = player(72)
    desk.claim(third, seat)
    desk.take(ADA)
    assert desk.told(StandInChanged) == [StandInChanged(seat, stand_in=False)]


def test_stand_ins_take_no_part_in_shuffles() -> None:
    desk = opened(options={"draw": "off", "rounds": 3, "length": "rounds"})
    players = desk.begun(3, chains=3)
    while desk.room.play is not None and desk.room.play.pending is not None:
        desk.step()
    seat = desk.index(players[1])
    desk.lose(players[1])
    desk.now_ms += due.STAND_IN_AFTER_MS
    desk.claim(ADA, seat)
    shuffle = desk.room.play.n if desk.room.play else 0
    while desk.room.play is not None and desk.room.play.n == shuffle:
        if desk.room.seats[seat].prompt:
            desk.act_in(ADA, seat)
        else:
            desk.step()
    assert desk.room.play is not None
    assert desk.room.play.pending is not None
    assert seat not in desk.room.play.pending.seats


def test_a_bot_takes_no_part_in_shuffles_whatever_it_shows() -> None:
    desk = opened(bots=2, options={"draw": "off"})
    desk.join_with_chain(ANNA)
    desk.claim(ADA, 1)
    desk.tip(ADA, "5c" * 32)
    desk.claim(OLEG, 2)
    desk.ready(ANNA)
    assert desk.room.play is not None
    assert desk.room.play.pending is not None
    assert desk.room.play.pending.seats == (desk.index(ANNA),)


def test_stand_ins_of_one_seat_are_bounded() -> None:
    desk = playing()
    seat = away(desk)
    for _ in range(standing_in.MAX_STRETCHES):
        desk.claim(ADA, seat)
        desk.decide(LoseLine(desk.line(ADA)))
    assert desk.last.bots_ms == 0
    assert refused(desk, ADA, stand_in(seat), is_house=True) is ErrorCode.SEAT_TAKEN
