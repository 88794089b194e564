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


# --- Commands beside the game


def _ask(desk: Desk, who: PlayerId, kind: str, **fields: Any) -> None:
    desk.by(who, getattr(messages, kind)(id=1, room=ROOM, **fields))


def _answer(desk: Desk, host: PlayerId, who: PlayerId) -> None:
    _ask(desk, host, "AnswerKnock", player=who, admit=True)


def _silence(desk: Desk, host: PlayerId, who: PlayerId) -> None:
    _ask(desk, host, "Silence", player=who)


def _kicked(count: int = 1) -> Desk:
    desk = Desk(seats=4)
    for number in range(count):
        desk.join(player(number))
        _ask(desk, HOST, "Kick", seat=0)
    return desk


def _silent_crowd() -> None:
    desk = Desk(seats=4)
    for number in range(65):
        _silence(desk, HOST, player(number))


def _restless() -> Desk:
    """A private room that its host has changed as often as he may."""
    desk = Desk(seats=4, public=False)
    for number in range(70):
        _ask(desk, HOST, "SlowMode", seconds=10 + number)
    return desk


def _many_tips() -> None:
    desk = _playing()
    for number in range(301):
        desk.tip(ONE, f"{number:064x}")


def _crowd(count: int, *, admits: bool = False) -> None:
    desk = Desk(access="knock")
    for number in range(count):
        _ask(desk, player(number), "Knock")
        if admits:
            _answer(desk, HOST, player(number))


def _locked() -> Desk:
    """A game in a room where one has to knock."""
    desk = Desk(seats=3, access="knock")
    for who in (ONE, TWO, THREE):
        _ask(desk, who, "Knock")
        _answer(desk, HOST, who)
    desk.begun(3)
    return desk


def _with_bot() -> Desk:
    desk = Desk(seats=3, bots=1, options={"draw": "off"})
    desk.seated(2)
    desk.claim(STRANGER, 2)
    for who in (ONE, TWO):
        desk.ready(who)
    return desk


def _paused(desk: Desk) -> None:
    for who in (ONE, TWO, THREE):
        _ask(desk, who, "Pause")


def _acting_in_a_pause() -> None:
    desk = _playing()
    _paused(desk)
    who, action = _legal(desk)
    desk.act(who, action)


def _paused_too_long() -> None:
    desk = _playing()
    for _ in range(3):
        _paused(desk)
        while desk.room.play is not None and desk.room.play.pause is not None:
            desk.until_due()


def _fickle(kind: str, field: str) -> None:
    desk = _playing()
    for number in range(100):
        _ask(desk, ONE, kind, **{field: number % 2 == 0})


def _generous() -> None:
    desk = _playing()
    for _ in range(11):
        _ask(desk, ONE, "GiveTime", seat=desk.index(TWO))


def _hasty() -> None:
    desk = _playing()
    desk.lose(THREE)
    for who in (ONE, TWO):
        _ask(desk, who, "VoteEnd")


def _wishing(kind: str, code: ErrorCode, fields: dict[str, Any]) -> Callable[[], object]:
    who = STRANGER if code is ErrorCode.NOT_SEATED else ONE
    room = _waiting if code is ErrorCode.WRONG_PHASE else _elsewhere
    return lambda: _ask(room(), who, kind, **fields)


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
    ("tip", ErrorCode.TOO_FAST): _many_tips,
    ("link", ErrorCode.NOT_SEATED): lambda: _playing().link(STRANGER, 1, "a" * 64),
    ("link", ErrorCode.NOT_YOUR_LINE): lambda: _elsewhere().link(ONE, 1, "a" * 64),
    ("link", ErrorCode.TOO_EARLY): lambda: _playing().link(ONE, 9, "a" * 64),
    ("link", ErrorCode.BAD_LINK): lambda: _playing(chains=1).link(ONE, 1, "a" * 64),
    ("join", ErrorCode.NEEDS_KNOCK): lambda: Desk(access="knock").join(ONE),
    ("join", ErrorCode.KICKED): lambda: _kicked().join(ONE),
    ("act", ErrorCode.PAUSED): _acting_in_a_pause,
    ("invite", ErrorCode.NOT_SEATED): lambda: _ask(_waiting(), STRANGER, "Invite"),
    ("invite", ErrorCode.NOT_HOST): lambda: _ask(_waiting(), ONE, "Invite", renew=True),
    ("knock", ErrorCode.WRONG_PHASE): lambda: _ask(_locked(), STRANGER, "Knock"),
    ("knock", ErrorCode.KICKED): lambda: _ask(_kicked(), ONE, "Knock"),
    ("knock", ErrorCode.TOO_MANY): lambda: _crowd(9),
    ("answer_knock", ErrorCode.NOT_HOST): lambda: _answer(_waiting(), ONE, TWO),
    ("answer_knock", ErrorCode.NO_SUCH_PLAYER): lambda: _answer(_waiting(), HOST, TWO),
    ("answer_knock", ErrorCode.TOO_MANY): lambda: _crowd(65, admits=True),
    ("kick", ErrorCode.NOT_HOST): lambda: _ask(_waiting(), ONE, "Kick", seat=1),
    ("kick", ErrorCode.NO_SUCH_SEAT): lambda: _ask(_waiting(), HOST, "Kick", seat=9),
    ("kick", ErrorCode.NOT_SEATED): lambda: _ask(_waiting(), HOST, "Kick", seat=3),
    ("kick", ErrorCode.WRONG_PHASE): lambda: _ask(_with_bot(), HOST, "Kick", seat=2),
    ("kick", ErrorCode.TOO_MANY): lambda: _kicked(65),
    ("silence", ErrorCode.NOT_HOST): lambda: _silence(_waiting(), ONE, TWO),
    ("silence", ErrorCode.TOO_MANY): _silent_crowd,
    ("silence", ErrorCode.TOO_FAST): lambda: _silence(_restless(), HOST, TWO),
    ("slow_mode", ErrorCode.NOT_HOST): lambda: _ask(_waiting(), ONE, "SlowMode", seconds=9),
    ("slow_mode", ErrorCode.TOO_FAST): lambda: _ask(_restless(), HOST, "SlowMode", seconds=9),
    ("invite", ErrorCode.TOO_FAST): lambda: _ask(_restless(), HOST, "Invite", renew=True),
    ("add_bot", ErrorCode.NOT_HOST): lambda: _ask(_waiting(), ONE, "AddBot"),
    ("add_bot", ErrorCode.WRONG_PHASE): lambda: _ask(_playing(), HOST, "AddBot"),
    ("add_bot", ErrorCode.ROOM_FULL): lambda: _ask(_waiting(4), HOST, "AddBot"),
    ("add_bot", ErrorCode.NO_SUCH_SEAT): lambda: _ask(_waiting(), HOST, "AddBot", seat=9),
    ("add_bot", ErrorCode.SEAT_TAKEN): lambda: _ask(_waiting(), HOST, "AddBot", seat=0),
    ("pause", ErrorCode.TOO_MANY): _paused_too_long,
    ("pause", ErrorCode.TOO_FAST): lambda: _fickle("Pause", "pause"),
    ("give_time", ErrorCode.NO_SUCH_SEAT): lambda: _ask(_playing(), ONE, "GiveTime", seat=9),
    ("give_time", ErrorCode.TOO_MANY): _generous,
    ("vote_end", ErrorCode.NOT_YET): _hasty,
    ("vote_end", ErrorCode.TOO_FAST): lambda: _fickle("VoteEnd", "end"),
    ("claim_table", ErrorCode.NOT_YET): lambda: _ask(_playing(), ONE, "ClaimTable"),
    ("stand_in", ErrorCode.NOT_HOUSE): lambda: _ask(_waiting(), ONE, "StandIn", seat=0),
    ("stand_in", ErrorCode.NO_SUCH_SEAT): lambda: _waiting().claim(STRANGER, 9),
    ("stand_in", ErrorCode.SEAT_TAKEN): lambda: _waiting().claim(STRANGER, 0),
    **{
        (name, code): _wishing(kind, code, fields)
        for name, kind, fields in (
            ("pause", "Pause", {}),
            ("give_time", "GiveTime", {"seat": 1}),
            ("vote_end", "VoteEnd", {}),
            ("claim_table", "ClaimTable", {}),
        )
        for code in (ErrorCode.NOT_SEATED, ErrorCode.NOT_YOUR_LINE, ErrorCode.WRONG_PHASE)
    },
}
"""What each command of a room can be refused for by its core, and how it comes to that."""

BEFORE = {
    ("create", ErrorCode.BAD_NAME),
    ("create", ErrorCode.KEY_REUSED),
    ("create", ErrorCode.NO_BOTS),
    ("add_bot", ErrorCode.NO_BOTS),
}
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
