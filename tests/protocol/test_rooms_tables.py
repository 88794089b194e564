"""`kozyr_protocol.rooms`: what the events about who may come in, bots and wishes do to the view."""

from typing import Any

import pytest
from msgspec import Raw
from msgspec.structs import asdict, replace

from kozyr_protocol import rooms
from kozyr_protocol.ids import GameKey, PlayerId, RoomId
from kozyr_protocol.record import Ended
from kozyr_protocol.rooms import ClockView, Knocker, Phase, RoomEvent, RoomView, SeatView

ANNA, BORIS, VERA = PlayerId("p-anna"), PlayerId("p-boris"), PlayerId("p-vera")

VIEW = RoomView(
    room=RoomId("a3k7qm2vzx5twd"),
    game=GameKey("twenty_nine"),
    preset=None,
    name="Friday",
    public=False,
    spectators=True,
    phase=Phase.PLAYING,
    host=ANNA,
    capacity=3,
    clock=ClockView(),
    options={},
    seats=(
        SeatView(ANNA, "Anna", connected=True, wants_pause=True, bank_ms=7),
        SeatView(BORIS, "Boris", stand_in=True, wants_end=True),
        SeatView(),
    ),
    you=0,
    game_no=1,
    tip=None,
    knocks=(Knocker(BORIS, "Boris"), Knocker(VERA, "Vera")),
    silenced=(BORIS, VERA),
    paused_until_ms=9,
)


def _never(view: Raw, event: Raw) -> Raw:
    raise AssertionError(f"no event of the game: {view!r}, {event!r}")


def _changes(event: RoomEvent, view: RoomView = VIEW) -> dict[str, Any]:
    """The fields that an event changes, with their new values."""
    before, after = asdict(view), asdict(rooms.fold(view, event, _never))
    return {name: value for name, value in after.items() if value != before[name]}


def _seat(index: int, **changes: Any) -> dict[str, Any]:
    seats = list(VIEW.seats)
    seats[index] = replace(seats[index], **changes)
    return {"seats": tuple(seats)}


def test_who_knocks_again_stands_at_the_end() -> None:
    boris, vera = VIEW.knocks
    assert _changes(rooms.Knocked(BORIS, "Boris")) == {"knocks": (vera, boris)}
    new = Knocker(ANNA, "Anna")
    assert _changes(rooms.Knocked(ANNA, "Anna")) == {"knocks": (boris, vera, new)}


@pytest.mark.parametrize("admitted", [True, False])
def test_an_answered_knock_is_gone(admitted: bool) -> None:
    assert _changes(rooms.KnockAnswered(BORIS, admitted)) == {"knocks": VIEW.knocks[1:]}
    assert not _changes(rooms.KnockAnswered(ANNA, admitted))


def test_a_kick_itself_changes_nothing() -> None:
    assert not _changes(rooms.Kicked(1))


def test_the_silenced_are_each_there_once() -> None:
    assert _changes(rooms.Silenced(BORIS, silenced=True)) == {"silenced": (VERA, BORIS)}
    assert _changes(rooms.Silenced(ANNA, silenced=True)) == {"silenced": (BORIS, VERA, ANNA)}
    assert _changes(rooms.Silenced(BORIS, silenced=False)) == {"silenced": (VERA,)}


def test_slow_mode_is_in_the_view() -> None:
    assert _changes(rooms.SlowModeSet(30)) == {"slow_s": 30}
    assert _changes(rooms.SlowModeSet(0), replace(VIEW, slow_s=30)) == {"slow_s": 0}


@pytest.mark.parametrize("level", ["easy", None])
def test_a_seat_kept_for_a_bot_is_free_but_for_that(level: str | None) -> None:
    expected = (*VIEW.seats[:1], SeatView(bot=level), *VIEW.seats[2:])
    assert _changes(rooms.BotWanted(1, level)) == {"seats": expected}


def test_a_bot_sits_down_ready() -> None:
    event = rooms.BotSat(2, VERA, "Matilda")
    changes = {"player": VERA, "name": "Matilda", "ready": True, "connected": True}
    assert _changes(event) == _seat(2, **changes)


def test_stand_ins_and_wishes() -> None:
    assert _changes(rooms.StandInChanged(0, stand_in=True)) == _seat(0, stand_in=True)
    assert _changes(rooms.StandInChanged(1, stand_in=False)) == _seat(1, stand_in=False)
    assert _changes(rooms.PauseWanted(0, wanted=False)) == _seat(0, wants_pause=False)
    assert _changes(rooms.EndWanted(0, wanted=True)) == _seat(0, wants_end=True)


def test_given_time_is_in_the_bank() -> None:
    assert _changes(rooms.TimeGiven(0, 1, 60_007)) == _seat(0, bank_ms=60_007)


def test_a_pause_begins_and_ends_with_all_wishes() -> None:
    assert _changes(rooms.Paused(77)) == {"paused_until_ms": 77}
    assert _changes(rooms.Resumed()) == {"paused_until_ms": None, **_seat(0, wants_pause=False)}


def test_the_end_of_a_game_ends_stand_ins_wishes_and_the_pause() -> None:
    after = rooms.fold(VIEW, rooms.GameEnded(Ended.VOTED, (1, 2), (1,), None, "r-1"), _never)
    assert after.paused_until_ms is None
    assert after.seats[0] == SeatView(ANNA, "Anna", connected=True, bank_ms=7)
    assert after.seats[1] == SeatView(BORIS, "Boris")
