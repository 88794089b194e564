"""`kozyr_server.rooms.core`: rooms are opened, and every command in every phase."""

from typing import Any

import pytest
from msgspec import Raw

from kozyr_games.registry import GAMES
from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.fair import Chain
from kozyr_protocol.ids import ActionKey, GameKey
from kozyr_protocol.rooms import (
    Phase,
)
from kozyr_server.rooms import core
from kozyr_server.rooms.decision import Decision, Unchanged
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.rooms.room import encode
from kozyr_testing.desk import HOST, ROOM, Desk, player

ANNA, BORIS, VERA, GLEB = (player(number) for number in range(4))
TIP = "5c" * 32


def refused(desk: Desk, who: Any, command: Any) -> RefusedError:
    """The refusal of a command, which leaves the room as it was."""
    before = encode(desk.room)
    with pytest.raises(RefusedError) as caught:
        desk.by(who, command)
    assert encode(desk.room) == before
    return caught.value


def solo(**create: Any) -> Desk:
    return Desk(**{"seats": 3, "preset": "twenty_nine/solo", **create})


def joining(seat: int | None = None, tip: str | None = None) -> messages.Join:
    return messages.Join(id=1, room=ROOM, seat=seat, tip=tip)


# --- Opening


def opened(**changes: Any) -> Decision:
    command = messages.Create(
        **{"id": 1, "key": ActionKey("k" * 16), "game": GameKey("twenty_nine"), **changes}
    )
    desk = solo()
    return core.open_room(GAMES, ROOM, HOST, command, desk.now, desk.chance())


def not_opened(**changes: Any) -> RefusedError:
    with pytest.raises(RefusedError) as caught:
        opened(**changes)
    return caught.value


def test_a_new_room_waits_with_free_seats_and_shows_the_servers_tip() -> None:
    room = opened(seats=5, name="Friday", public=False, spectators=False).after.room
    assert (room.phase, room.host, room.name) == (Phase.WAITING, HOST, "Friday")
    assert len(room.seats) == room.capacity == 5
    assert all(seat.player is None for seat in room.seats)
    assert (room.public, room.spectators) == (False, False)
    assert room.tip == Chain.from_seed(room.seed).tip.hex()


def test_a_room_has_the_usual_seats_within_those_of_its_preset() -> None:
    assert opened().after.room.capacity == 4
    assert opened(preset="twenty_nine/partners").after.room.capacity == 4


def test_a_room_without_a_name_is_named_by_its_game() -> None:
    assert opened().after.room.name == "Twenty-Nine"


def test_an_unknown_game_names_those_there_are() -> None:
    error = not_opened(game=GameKey("chess"))
    assert (error.code, error.facts) == (ErrorCode.UNKNOWN_GAME, {"games": sorted(GAMES)})


def test_an_unknown_preset_names_those_of_the_game() -> None:
    error = not_opened(preset="twenty_nine/duo")
    assert error.code is ErrorCode.UNKNOWN_PRESET
    assert error.facts["presets"] == list(GAMES[GameKey("twenty_nine")].presets)


@pytest.mark.parametrize(
    ("changes", "facts"),
    [
        ({"seats": 2}, {"min": 3, "max": 8}),
        ({"seats": 9}, {"min": 3, "max": 8}),
        ({"seats": 3, "preset": "twenty_nine/partners"}, {"min": 4, "max": 4}),
    ],
)
def test_a_wrong_number_of_seats_names_the_right_ones(
    changes: dict[str, Any], facts: dict[str, int]
) -> None:
    error = not_opened(**changes)
    assert (error.code, error.facts) == (ErrorCode.BAD_SEATS, facts)


@pytest.mark.parametrize(
    ("options", "option"),
    [({"rounds": 0}, "rounds"), ({"rouns": 1}, "rouns"), ({"stuck": "x"}, "stuck")],
)
def test_a_wrong_option_is_named(options: dict[str, Any], option: str) -> None:
    error = not_opened(options=options)
    assert error.code is ErrorCode.BAD_OPTION
    assert error.facts["option"] == option
    assert error.facts["reason"]


# --- Every command in every phase


COMMANDS: dict[str, Any] = {
    "ready": messages.SetReady(id=1, room=ROOM),
    "not ready": messages.SetReady(id=1, room=ROOM, ready=False),
    "rematch": messages.Rematch(id=1, room=ROOM),
    "tip": messages.CommitTip(id=1, room=ROOM, tip="aa" * 32),
    "no tip": messages.CommitTip(id=1, room=ROOM, tip=None),
    "link": messages.FeedLink(id=1, room=ROOM, n=9, link=TIP),
    "act": messages.Act(id=1, room=ROOM, prompt=99, key=ActionKey("a" * 16), action=Raw(b"\x80")),
    "start": messages.Start(id=1, room=ROOM),
}

DONE = None
SAME = "unchanged"
EXPECTED: dict[str, dict[Phase, Any]] = {
    "ready": {Phase.WAITING: DONE, Phase.PLAYING: SAME, Phase.FINISHED: ErrorCode.WRONG_PHASE},
    "not ready": {
        Phase.WAITING: SAME,
        Phase.PLAYING: ErrorCode.WRONG_PHASE,
        Phase.FINISHED: ErrorCode.WRONG_PHASE,
    },
    "rematch": {Phase.WAITING: SAME, Phase.PLAYING: ErrorCode.WRONG_PHASE, Phase.FINISHED: DONE},
    "tip": {Phase.WAITING: DONE, Phase.PLAYING: DONE, Phase.FINISHED: DONE},
    "no tip": {Phase.WAITING: SAME, Phase.PLAYING: SAME, Phase.FINISHED: SAME},
    "link": dict.fromkeys((Phase.WAITING, Phase.PLAYING, Phase.FINISHED), ErrorCode.TOO_EARLY),
    "act": dict.fromkeys((Phase.WAITING, Phase.PLAYING, Phase.FINISHED), ErrorCode.STALE),
    "start": {
        Phase.WAITING: ErrorCode.NOT_HOST,
        Phase.PLAYING: SAME,
        Phase.FINISHED: ErrorCode.WRONG_PHASE,
    },
}


def in_phase(phase: Phase) -> Desk:
    desk = solo(options={"length": "single"})
    if phase is Phase.WAITING:
        desk.seated(3)
        return desk
    desk.begun(3)
    if phase is Phase.FINISHED:
        desk.play_out()
    return desk


@pytest.mark.parametrize("phase", [Phase.WAITING, Phase.PLAYING, Phase.FINISHED])
@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_in_every_phase(name: str, phase: Phase) -> None:
    desk, expected = in_phase(phase), EXPECTED[name][phase]
    assert desk.phase is phase
    if isinstance(expected, ErrorCode):
        error = refused(desk, ANNA, COMMANDS[name])
        assert error.code is expected
        if expected is ErrorCode.WRONG_PHASE:
            assert error.facts == {"phase": phase}
    else:
        assert isinstance(desk.by(ANNA, COMMANDS[name]), Unchanged) is (expected is SAME)


@pytest.mark.parametrize("phase", [Phase.WAITING, Phase.PLAYING, Phase.FINISHED])
@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "start"])
def test_commands_are_for_those_who_sit_on_their_present_line(name: str, phase: Phase) -> None:
    desk = in_phase(phase)
    assert refused(desk, GLEB, COMMANDS[name]).code is ErrorCode.NOT_SEATED
    old = desk.lines[ANNA]
    desk.take(ANNA)
    desk.lines[ANNA] = old
    assert refused(desk, ANNA, COMMANDS[name]).code is ErrorCode.NOT_YOUR_LINE
    assert refused(desk, ANNA, messages.Leave(id=1, room=ROOM)).code is ErrorCode.NOT_YOUR_LINE
