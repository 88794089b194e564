"""`kozyr_server.rooms.bots`: how bots leave tables where no game begins."""

from kozyr_protocol import messages
from kozyr_protocol.rooms import BotWanted, Left, Phase
from kozyr_server.rooms import due
from kozyr_testing.desk import HOST, ROOM, Desk, player

ANNA, BORIS, ADA = player(0), player(1), player(70)


def opened(bots: int) -> Desk:
    desk = Desk(seats=3, preset="twenty_nine/solo", bots=bots)
    desk.watch()
    return desk


def in_play() -> Desk:
    """A game of two people with a bot in the last seat."""
    desk = opened(1)
    desk.join(ANNA)
    desk.join(BORIS)
    desk.claim(ADA, 2)
    desk.ready(ANNA)
    desk.ready(BORIS)
    assert desk.phase is Phase.PLAYING
    return desk


def until(desk: Desk, at_ms: int) -> None:
    """Do all that is due before a moment, and what is due then."""
    while due.next_ms(desk.room) <= at_ms:
        desk.until_due()
    desk.now_ms = at_ms


def test_bots_leave_a_table_where_no_game_begins() -> None:
    desk = opened(1)
    desk.join(ANNA)
    desk.claim(ADA, 2)
    desk.now_ms += 60_000
    desk.by(HOST, messages.AddBot(id=1, room=ROOM, seat=1))
    asked_ms = desk.now_ms
    opened_ms = desk.room.created_ms
    until(desk, opened_ms + due.BOTS_WAIT_MS - 1)
    assert [seat.bot for seat in desk.room.seats] == [None, "strong", "strong"]
    until(desk, opened_ms + due.BOTS_WAIT_MS)
    assert [event for step in desk.decisions for event in step.happened][-1] == Left(2)
    assert desk.room.seats[2].player is None
    # The one that was asked for later is waited for as long.
    assert desk.last.bots_ms
    until(desk, asked_ms + due.BOTS_WAIT_MS)
    assert BotWanted(1, None) in [event for step in desk.decisions for event in step.happened]
    assert [seat.bot for seat in desk.room.seats] == [None, None, None]
    assert desk.last.bots_ms == 0
    assert desk.phase is Phase.WAITING


def test_a_bot_that_comes_and_goes_wins_no_time_for_its_seat() -> None:
    desk = opened(1)
    desk.join(ANNA)
    desk.claim(ADA, 2)
    desk.now_ms += 60_000
    desk.lose(ADA)
    assert desk.room.seats[2].bot == "strong"
    until(desk, desk.room.created_ms + due.BOTS_WAIT_MS)
    assert desk.room.seats[2].bot is None


def test_bots_leave_a_finished_table_in_the_end_and_none_in_play() -> None:
    desk = in_play()
    desk.now_ms += 2 * due.BOTS_WAIT_MS
    assert due.dismissed_ms(desk.room, desk.room.seats[2]) == 0
    desk.play_on()
    assert desk.phase is Phase.FINISHED
    ended_ms = desk.now_ms
    until(desk, ended_ms + due.BOTS_WAIT_MS - 1)
    assert ADA in {seat.player for seat in desk.room.seats}
    until(desk, ended_ms + due.BOTS_WAIT_MS)
    assert desk.room.seats[2].player is None
    assert desk.last.bots_ms == 0
    assert due.dismissed_ms(desk.room, desk.room.seats[2]) == 0


def test_a_rematch_asks_for_the_bots_again_that_have_left() -> None:
    desk = in_play()
    desk.play_on()
    until(desk, desk.now_ms + due.BOTS_WAIT_MS)
    assert Left(2) in [event for step in desk.decisions for event in step.happened]
    desk.rematch(ANNA)
    assert [seat.bot for seat in desk.room.seats] == [None, None, "strong"]
    assert desk.last.bots_ms
    desk.claim(ADA, 2)
    desk.ready(ANNA)
    desk.ready(BORIS)
    assert desk.phase is Phase.PLAYING


def test_a_rematch_begins_the_wait_anew() -> None:
    desk = in_play()
    desk.play_on()
    desk.now_ms += due.BOTS_WAIT_MS - 1
    desk.rematch(ANNA)
    assert due.dismissed_ms(desk.room, desk.room.seats[2]) == desk.now_ms + due.BOTS_WAIT_MS
