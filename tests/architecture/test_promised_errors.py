"""The errors that protocol/README.md promises are those that the server sends, and no others."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from kozyr_games.registry import GAMES
from kozyr_protocol import codec, messages
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import ActionKey, PlayerId
from kozyr_server.rooms.peers import RefusedError
from kozyr_testing.desk import HOST, ROOM, Desk, player
from kozyr_testing.project import ROOT

TEXT = (ROOT / "protocol/README.md").read_text(encoding="utf-8")
SERVER = "\n".join(
    path.read_text(encoding="utf-8") for path in (ROOT / "server/kozyr_server").rglob("*.py")
)

ONE, TWO, THREE, STRANGER = player(0), player(1), player(2), player(9)


@pytest.mark.parametrize("code", ErrorCode)
def test_every_error_code_is_sent_somewhere(code: ErrorCode) -> None:
    assert f"ErrorCode.{code.name}" in SERVER


@pytest.mark.parametrize("code", CloseCode)
def test_every_close_code_is_sent_somewhere(code: CloseCode) -> None:
    assert f"CloseCode.{code.name}" in SERVER


# --- What the core of a room refuses, command by command


def _waiting(count: int = 3, seats: int = 4) -> Desk:
    desk = Desk(seats=seats)
    desk.seated(count)
    return desk


def _playing(chains: int = 0) -> Desk:
    desk = Desk(seats=3)
    desk.begun(3, chains=chains)
    return desk


def _finished() -> Desk:
    desk = _playing()
    desk.play_out()
    return desk


def _elsewhere() -> Desk:
    """The line of player 0 is taken by a connection that is not the one he speaks on."""
    desk = _waiting()
    held = desk.line(ONE)
    desk.take(ONE)
    desk.lines[ONE] = held
    return desk


def _legal(desk: Desk) -> tuple[PlayerId, Any]:
    who = desk.acting()[0]
    return who, GAMES[desk.room.game].legal_actions(desk.table.state, desk.index(who))[0]


def _key_reused() -> None:
    desk = _playing()
    who, action = _legal(desk)
    prompt = desk.seat(who).prompt
    desk.act(who, action, key="k" * 16)
    desk.act(who, action, prompt=prompt + 1, key="k" * 16)


def _stale() -> None:
    desk = _playing()
    who, action = _legal(desk)
    desk.act(who, action, prompt=1)


def _illegal() -> None:
    desk = _playing()
    desk.act(desk.acting()[0], {"type": "nothing"})


def _too_few_for_the_options() -> None:
    desk = Desk(seats=4, options={"partners": True})
    desk.seated(3)
    for who in (ONE, TWO, THREE):
        desk.ready(who)
    desk.by(HOST, messages.Start(1, ROOM))


def _old_tip() -> None:
    desk = _waiting()
    for tip in ("a" * 64, "b" * 64, "a" * 64):
        desk.tip(ONE, tip)


def _old_tip_of_a_joiner() -> None:
    desk = _waiting()
    desk.tip(ONE, "a" * 64)
    desk.join(STRANGER, tip="a" * 64)


def _create(**fields: Any) -> None:
    Desk(**fields)


CORE: dict[tuple[str, ErrorCode], Callable[[], object]] = {
    ("create", ErrorCode.UNKNOWN_GAME): lambda: _create(game="chess"),
    ("create", ErrorCode.UNKNOWN_PRESET): lambda: _create(preset="twenty_nine/none"),
    ("create", ErrorCode.BAD_OPTION): lambda: _create(options={"colour": 1}),
    ("create", ErrorCode.BAD_SEATS): lambda: _create(seats=99),
    ("join", ErrorCode.ROOM_FULL): lambda: _waiting(4).join(STRANGER),
    ("join", ErrorCode.SEAT_TAKEN): lambda: _waiting().join(STRANGER, 0),
    ("join", ErrorCode.NO_SUCH_SEAT): lambda: _waiting().join(STRANGER, 9),
    ("join", ErrorCode.WRONG_PHASE): lambda: _playing().join(STRANGER),
    ("join", ErrorCode.BAD_TIP): _old_tip_of_a_joiner,
    ("leave", ErrorCode.NOT_YOUR_LINE): lambda: _elsewhere().leave(ONE),
    ("ready", ErrorCode.NOT_SEATED): lambda: _waiting().ready(STRANGER),
    ("ready", ErrorCode.NOT_YOUR_LINE): lambda: _elsewhere().ready(ONE),
    ("ready", ErrorCode.WRONG_PHASE): lambda: _finished().ready(ONE),
    ("start", ErrorCode.NOT_HOST): lambda: _waiting().start(TWO),
    ("start", ErrorCode.NOT_READY): lambda: _waiting().start(),
    ("start", ErrorCode.BAD_OPTION): _too_few_for_the_options,
    ("start", ErrorCode.WRONG_PHASE): lambda: _finished().start(),
    ("act", ErrorCode.NOT_SEATED): lambda: _playing().act(STRANGER, {}, prompt=1),
    ("act", ErrorCode.NOT_YOUR_LINE): lambda: _elsewhere().act(ONE, {}, prompt=1),
    ("act", ErrorCode.KEY_REUSED): _key_reused,
    ("act", ErrorCode.STALE): _stale,
    ("act", ErrorCode.ILLEGAL): _illegal,
    ("rematch", ErrorCode.NOT_SEATED): lambda: _finished().rematch(STRANGER),
    ("rematch", ErrorCode.NOT_YOUR_LINE): lambda: _elsewhere().rematch(ONE),
    ("rematch", ErrorCode.WRONG_PHASE): lambda: _playing().rematch(ONE),
    ("tip", ErrorCode.NOT_SEATED): lambda: _waiting().tip(STRANGER, None),
    ("tip", ErrorCode.NOT_YOUR_LINE): lambda: _elsewhere().tip(ONE, None),
    ("tip", ErrorCode.BAD_TIP): _old_tip,
    ("link", ErrorCode.NOT_SEATED): lambda: _playing().link(STRANGER, 1, "a" * 64),
    ("link", ErrorCode.NOT_YOUR_LINE): lambda: _elsewhere().link(ONE, 1, "a" * 64),
    ("link", ErrorCode.TOO_EARLY): lambda: _playing().link(ONE, 9, "a" * 64),
    ("link", ErrorCode.BAD_LINK): lambda: _playing(chains=1).link(ONE, 1, "a" * 64),
}
"""What each command of a room can be refused for by its core, and how it comes to that."""

BEFORE = {("create", ErrorCode.BAD_NAME), ("create", ErrorCode.KEY_REUSED)}
"""Refused before the core is asked; see `tests/server`."""

ANYWHERE = {ErrorCode.TOO_FAST}
"""Codes that the text promises for every command and the core uses as well."""


def _promised(command: str) -> set[ErrorCode]:
    """What the section of a command says behind `Errors:`."""
    chapter = TEXT.split("\n## What a client says\n")[1].split("\n## ")[0]
    section = chapter.split(f"\n### {command}\n")[1].split("\n### ")[0]
    (line,) = re.findall(r"Errors?: (.*?)(?:\n\n|\Z)", section, re.DOTALL)
    words = re.findall(r"`([a-z_]+)`", line)
    return {ErrorCode(word) for word in words if word in list(ErrorCode)}


@pytest.mark.parametrize("command", sorted({command for command, _ in CORE}))
def test_the_text_names_all_refusals_of_a_command(command: str) -> None:
    known = {code for name, code in CORE.keys() | BEFORE if name == command}
    assert _promised(command) == known


@pytest.mark.parametrize(("command", "code"), CORE, ids=str)
def test_a_refusal_that_the_text_names_is_real(command: str, code: ErrorCode) -> None:
    with pytest.raises(RefusedError) as refused:
        CORE[command, code]()
    assert refused.value.code is code


@pytest.mark.parametrize("room", [_waiting, _playing, _finished, _elsewhere])
@pytest.mark.parametrize("who", [ONE, TWO, STRANGER, HOST])
def test_no_other_refusal_comes_in_any_phase(room: Callable[[], Desk], who: PlayerId) -> None:
    commands: dict[str, messages.RoomCommand] = {
        "join": messages.Join(1, ROOM),
        "leave": messages.Leave(1, ROOM),
        "ready": messages.SetReady(1, ROOM),
        "start": messages.Start(1, ROOM),
        "act": messages.Act(1, ROOM, 1, ActionKey("k" * 16), codec.pack({})),
        "rematch": messages.Rematch(1, ROOM),
        "tip": messages.CommitTip(1, ROOM, "c" * 64),
        "link": messages.FeedLink(1, ROOM, 1, "d" * 64),
    }
    for name, command in commands.items():
        try:
            room().by(who, command)
        except RefusedError as refused:
            assert refused.code in _promised(name) | ANYWHERE, (name, refused)  # noqa: PT017 - many at once
