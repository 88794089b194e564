"""`kozyr_server.rooms.standing_in`: when a house bot is wanted for a seat."""

from msgspec.structs import replace

from kozyr_protocol.rooms import Phase
from kozyr_server.rooms import standing_in
from kozyr_server.rooms.due import PATIENCE, Patience
from kozyr_server.rooms.parts import StandIn, Stretch
from kozyr_server.rooms.room import Line, Room, Seat
from kozyr_testing.desk import PROCESS, Desk, player

ANNA = player(0)
LINE = Line(PROCESS, 1)


def room(phase: Phase = Phase.PLAYING) -> Room:
    desk = Desk(seats=3)
    desk.begun(3)
    return replace(desk.room, phase=phase)


def wanted(seat: Seat, phase: Phase = Phase.PLAYING) -> int:
    return standing_in.wanted_ms(room(phase), seat, PATIENCE)


def test_in_play_a_bot_is_wanted_for_who_is_away() -> None:
    gone = Seat(player=ANNA, away_since_ms=5_000)
    assert wanted(replace(gone, line=LINE, away_since_ms=0)) == 0
    assert wanted(gone) == 35_000
    assert standing_in.wanted_ms(room(), gone, Patience(stand_in_ms=1)) == 5_001
    assert wanted(replace(gone, left=True)) == 5_000
    assert wanted(replace(gone, line=LINE, away_since_ms=0, absent=True)) > 0
    assert wanted(replace(gone, bot="easy")) == 5_000
    held = StandIn(player(70), LINE)
    assert wanted(replace(gone, left=True, stand_in=held)) == 0
    many = (Stretch(1, 0, 1),) * standing_in.MAX_STRETCHES
    assert wanted(replace(gone, left=True, stretches=many)) == 0


def test_out_of_play_a_bot_is_wanted_for_a_kept_seat() -> None:
    assert wanted(Seat(bot="easy"), Phase.WAITING) > 0
    assert wanted(Seat(bot="easy"), Phase.FINISHED) == 0
    assert wanted(Seat(bot="easy", player=player(70)), Phase.WAITING) == 0
    assert wanted(Seat(player=ANNA, away_since_ms=1), Phase.WAITING) == 0


def test_the_first_one_counts() -> None:
    playing = room()
    seats = (Seat(player=ANNA, line=LINE), Seat(away_since_ms=9_000), Seat(away_since_ms=7_000))
    there = replace(playing, seats=seats)
    assert standing_in.first_wanted_ms(there, PATIENCE) == 37_000
    assert standing_in.first_wanted_ms(playing, PATIENCE) == 0
