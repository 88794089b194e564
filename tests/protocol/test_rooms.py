"""`kozyr_protocol.rooms`: what each event does to the view, sentence by sentence."""

from typing import Any, get_args

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import asdict, replace

from kozyr_protocol import codec, rooms
from kozyr_protocol.fair import Fairness
from kozyr_protocol.ids import GameKey, PlayerId, RoomId
from kozyr_protocol.record import Ended
from kozyr_protocol.rooms import (
    ClockView,
    OpenShuffle,
    Phase,
    RoomEvent,
    RoomView,
    SeatView,
    UnknownEvent,
)

ANNA, BORIS, VERA = PlayerId("p-anna"), PlayerId("p-boris"), PlayerId("p-vera")
TIP = "5c" * 32
FREE = SeatView()
TABLE = codec.pack({"cards": 3})

# A view in which every field differs from what any event would set it to.
VIEW = RoomView(
    room=RoomId("a3k7qm2vzx5twd"),
    game=GameKey("twenty_nine"),
    preset=None,
    name="Friday",
    public=True,
    spectators=True,
    phase=Phase.WAITING,
    host=ANNA,
    capacity=4,
    clock=ClockView(turn_ms=15_000, bank_ms=30_000, away_ms=500),
    options={"rounds": 2},
    seats=(
        SeatView(ANNA, "Anna", ready=True, connected=True),
        SeatView(BORIS, "Boris", connected=True, absent=True, bank_ms=7, tip=TIP),
        SeatView(VERA, "Vera", ready=True, absent=True, left=True),
    ),
    you=2,
    game_no=1,
    tip="aa" * 32,
    table=TABLE,
    ended=Ended.VOTED,
    record="old",
)
PLAYING = replace(VIEW, phase=Phase.PLAYING, ended=None, record=None)
SHUFFLING = replace(PLAYING, shuffle=OpenShuffle(3, (0, 2), (TIP, None, TIP)))


def _never(view: Raw, event: Raw) -> Raw:
    raise AssertionError(f"no event of the game: {view!r}, {event!r}")


def _fold(view: RoomView, event: RoomEvent | UnknownEvent) -> RoomView:
    return rooms.fold(view, event, _never)


def _changes(view: RoomView, event: RoomEvent | UnknownEvent) -> dict[str, Any]:
    """The fields that an event changes, with their new values."""
    before, after = asdict(view), asdict(_fold(view, event))
    return {name: value for name, value in after.items() if value != before[name]}


def _seat(view: RoomView, index: int, **changes: Any) -> tuple[SeatView, ...]:
    """The seats with changes at one of them."""
    seats = list(view.seats)
    seats[index] = replace(seats[index], **changes)
    return tuple(seats)


# --- People


def test_joined_puts_a_fresh_seat() -> None:
    event = rooms.Joined(1, VERA, "Vera", connected=True)
    expected = (VIEW.seats[0], SeatView(VERA, "Vera", connected=True), VIEW.seats[2])
    assert _changes(VIEW, event) == {"seats": expected}


@pytest.mark.parametrize("phase", [Phase.WAITING, Phase.FINISHED])
def test_left_frees_the_seat_before_and_after_a_game(phase: Phase) -> None:
    expected = (VIEW.seats[0], FREE, VIEW.seats[2])
    assert _changes(replace(VIEW, phase=phase), rooms.Left(1)) == {"seats": expected}


def test_left_in_play_keeps_the_seat() -> None:
    expected = _seat(PLAYING, 1, left=True, connected=False)
    assert _changes(PLAYING, rooms.Left(1)) == {"seats": expected}


@pytest.mark.parametrize("player", [BORIS, None])
def test_host_changes(player: PlayerId | None) -> None:
    assert _changes(VIEW, rooms.HostChanged(player)) == {"host": player}


def test_ready_changes() -> None:
    expected = _seat(VIEW, 1, ready=True)
    assert _changes(VIEW, rooms.ReadyChanged(1, ready=True)) == {"seats": expected}


def test_a_line_that_is_back_takes_the_leaving_back() -> None:
    expected = _seat(PLAYING, 2, connected=True, left=False)
    assert _changes(PLAYING, rooms.LineChanged(2, connected=True)) == {"seats": expected}


def test_a_lost_line_is_no_leaving() -> None:
    expected = _seat(PLAYING, 1, connected=False)
    assert _changes(PLAYING, rooms.LineChanged(1, connected=False)) == {"seats": expected}
    assert not _changes(PLAYING, rooms.LineChanged(2, connected=False))


@pytest.mark.parametrize("tip", [None, "bb" * 32])
def test_tip_changes(tip: str | None) -> None:
    assert _changes(VIEW, rooms.TipShown(1, tip)) == {"seats": _seat(VIEW, 1, tip=tip)}


# --- A game


def test_game_started_keeps_the_seats_that_were_taken() -> None:
    view = replace(VIEW, seats=(VIEW.seats[0], FREE, VIEW.seats[1], VIEW.seats[2]), you=3)
    table = codec.pack({"cards": 0})
    options = {"rounds": 1, "stake": 0}
    after = _fold(view, rooms.GameStarted((0, 2, 3), options, table))
    assert after.phase is Phase.PLAYING
    assert [seat.player for seat in after.seats] == [ANNA, BORIS, VERA]
    assert not any(seat.ready or seat.absent for seat in after.seats)
    assert {seat.bank_ms for seat in after.seats} == {30_000}
    assert after.seats[1].tip == TIP
    assert (after.you, after.options, after.table) == (2, options, table)
    assert (after.ended, after.record) == (None, None)


def test_seated_moves_seats_and_you_and_nothing_else() -> None:
    seats = VIEW.seats
    expected = {"seats": (seats[2], seats[0], seats[1]), "you": 0}
    assert _changes(VIEW, rooms.Seated((2, 0, 1))) == expected


def test_a_spectator_stays_one_when_seats_move() -> None:
    assert _fold(replace(VIEW, you=None), rooms.Seated((2, 0, 1))).you is None


def test_game_events_move_the_table_only() -> None:
    def fold_game(view: Raw, event: Raw) -> Raw:
        return codec.pack({"cards": codec.unpack(view)["cards"] + codec.unpack(event)["more"]})

    event = rooms.GameHappened(codec.pack({"more": 2}))
    after = rooms.fold(PLAYING, event, fold_game)
    assert after.table is not None
    assert codec.unpack(after.table) == {"cards": 5}
    assert replace(after, table=TABLE) == PLAYING


def test_game_events_without_a_table_are_ignored() -> None:
    view = replace(PLAYING, table=None)
    assert _fold(view, rooms.GameHappened(codec.pack({}))) == view


def test_game_ended_frees_the_seats_of_those_who_left_and_voids_tips() -> None:
    event = rooms.GameEnded(Ended.COMPLETE, (1, 2, 3), (2,), None, "new")
    seats = (
        SeatView(ANNA, "Anna", connected=True),
        SeatView(BORIS, "Boris", connected=True, bank_ms=7),
        FREE,
    )
    assert _changes(SHUFFLING, event) == {
        "phase": Phase.FINISHED,
        "seats": seats,
        "shuffle": None,
        "ended": Ended.COMPLETE,
        "record": "new",
    }


def test_reopened_brings_free_seats_back() -> None:
    view = replace(VIEW, phase=Phase.FINISHED)
    assert _changes(view, rooms.Reopened(2, "bb" * 32, {"rounds": 1})) == {
        "phase": Phase.WAITING,
        "seats": (*view.seats, FREE),
        "game_no": 2,
        "tip": "bb" * 32,
        "options": {"rounds": 1},
        "table": None,
    }


def test_closed() -> None:
    assert _changes(VIEW, rooms.Closed("idle")) == {"phase": Phase.CLOSED}


# --- Shuffles


def test_shuffle_opened() -> None:
    event = rooms.ShuffleOpened(3, (0, 2), (TIP, None, TIP))
    opened = OpenShuffle(3, (0, 2), (TIP, None, TIP), fed=())
    assert _changes(PLAYING, event) == {"shuffle": opened}


def test_links_are_noted_in_order_and_once() -> None:
    view = _fold(_fold(SHUFFLING, rooms.LinkTaken(2)), rooms.LinkTaken(0))
    assert view.shuffle is not None
    assert view.shuffle.fed == (0, 2)
    assert _fold(view, rooms.LinkTaken(2)) == view


def test_a_link_without_a_shuffle_is_ignored() -> None:
    assert not _changes(PLAYING, rooms.LinkTaken(0))


def test_shuffled() -> None:
    assert _changes(SHUFFLING, rooms.Shuffled(3, (0,))) == {"shuffle": None}


# --- The clock


def test_absent_and_bank() -> None:
    assert _changes(PLAYING, rooms.AbsentChanged(0, absent=True)) == {
        "seats": _seat(PLAYING, 0, absent=True)
    }
    assert _changes(PLAYING, rooms.BankChanged(0, 99)) == {"seats": _seat(PLAYING, 0, bank_ms=99)}


@pytest.mark.parametrize(
    "event",
    [
        rooms.TimedOut(1),
        rooms.FairnessShown(Fairness(1, "", "", (), (), ())),
        UnknownEvent("of_tomorrow"),
    ],
)
def test_what_changes_nothing(event: RoomEvent | UnknownEvent) -> None:
    assert _fold(PLAYING, event) == PLAYING


# --- The view itself


@pytest.mark.parametrize("table", [None, TABLE])
def test_a_view_survives_its_encoding(table: Raw | None) -> None:
    decoder = msgspec.msgpack.Decoder(RoomView)
    view = replace(SHUFFLING, table=table)
    again = decoder.decode(codec.encode(view))
    assert again == view
    assert codec.encode(again) == codec.encode(view)


def test_every_event_has_another_type() -> None:
    tags = [cls.__struct_config__.tag for cls in get_args(RoomEvent)]
    assert len(set(tags)) == len(tags)
