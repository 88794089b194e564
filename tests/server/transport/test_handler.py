"""Commands to rooms and answers back (`kozyr_server.transport.handler`)."""

from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from structlog.testing import capture_logs

from kozyr_protocol import codec, messages
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.codec import Subprotocol
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import ActionKey, GameKey, RoomId
from kozyr_server.people import tokens
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.telemetry import Metrics
from kozyr_server.transport.connection import Connection
from kozyr_server.transport.handler import Handler
from kozyr_server.transport.limits import Allowances, Paces, Rate, Rates
from kozyr_server.transport.session import Greet, Session, SessionSettings
from kozyr_testing.serving import (
    ROOM,
    TOKEN,
    SimpleLobby,
    SimplePeople,
    SimpleRooms,
    SimpleStore,
)

RATE = Rate(0.0, 1)
LIMITS = messages.Limits(8192, 262_144, 32, 24, 400, 20.0, 45.0, 0.0, 1)
SETTINGS = SessionSettings(
    limits=LIMITS,
    durability="always",
    hello_timeout_s=5.0,
    rate=RATE,
    max_refusals=10,
)
PLAYER = tokens.player_id(TOKEN)


class Wire:
    """Remembers what was said."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self.closed: int | None = None

    def write(self, frame: bytes | str) -> bool:
        self.heard.append(codec.decode_server(frame))
        return True

    def close(self, code: int, reason: str = "") -> None:
        self.closed = code

    abort = close


class Desk:
    """A connection, and the handler that serves it."""

    def __init__(self) -> None:
        self.rooms, self.store, self.metrics = SimpleRooms(), SimpleStore(), Metrics()
        self.people = SimplePeople(self.store)
        self.lobby = SimpleLobby(self.rooms)
        self.handler = Handler(self.rooms, self.people, self.lobby, self.metrics, LIMITS)
        self.wire = Wire()
        allowances = Allowances(Rates(RATE, RATE, RATE, RATE))
        session = Session(SETTINGS, Subprotocol.MSGPACK, allowances, bytes, 0.0)
        self.connection = Connection(session, self.wire, self.metrics)

    async def greet(self, hello: messages.Hello) -> bool:
        reaction = self.connection.session.receive(codec.encode(hello), 0.0)
        assert isinstance(reaction, Greet)
        return await self.handler.greet(self.connection, reaction, 0.0)

    async def ask(self, command: Any) -> Any:
        await self.handler.do(self.connection, command)
        return self.wire.heard[-1]


@pytest.fixture
async def desk() -> Desk:
    desk = Desk()
    assert await desk.greet(messages.Hello(1, 1, TOKEN, "Anna"))
    return desk


@pytest.fixture(autouse=True)
def _log_as_before() -> Iterator[None]:
    yield
    structlog.reset_defaults()


def _create(game: str = "any", name: str | None = None) -> messages.Create:
    return messages.Create(1, ActionKey("k" * 16), GameKey(game), name=name)


# --- Names


async def test_a_player_who_comes_back_has_his_last_name() -> None:
    desk = Desk()
    desk.store.guests[PLAYER] = "Anna"
    assert await desk.greet(messages.Hello(1, 1, TOKEN))
    assert desk.wire.heard[0].name == "Anna"
    assert desk.connection.person.name == "Anna"


async def test_who_was_never_seen_is_proposed_a_name() -> None:
    desk = Desk()
    assert await desk.greet(messages.Hello(1, 1))
    assert desk.wire.heard[0].name.startswith("Guest ")
    assert desk.store.guests == {}


async def test_without_the_store_nobody_is_renamed() -> None:
    desk = Desk()
    desk.store.is_away = True
    assert not await desk.greet(messages.Hello(1, 1, TOKEN))
    assert desk.wire.heard[0].code is ErrorCode.STORE_UNAVAILABLE
    assert desk.wire.heard[0].temporary
    desk = Desk()
    desk.store.is_away = True
    assert await desk.greet(messages.Hello(1, 1, TOKEN, "Anna"))


# --- Answers


async def test_every_command_is_answered(desk: Desk) -> None:
    assert await desk.ask(_create()) == messages.Created(1, ROOM)
    assert (await desk.ask(messages.ListRooms(2))).rooms[0].room == ROOM
    assert (await desk.ask(messages.Follow(3, ROOM))).id == 3
    assert desk.rooms.members == [desk.connection]
    assert await desk.ask(messages.Join(4, ROOM)) == messages.Ok(4, ROOM, 7)
    assert await desk.ask(messages.SetReady(5, ROOM)) == messages.Ok(5, ROOM, 7)
    assert await desk.ask(messages.Chat(6, ROOM, "hi")) == messages.Ok(6, ROOM)
    assert await desk.ask(messages.Unfollow(7, ROOM)) == messages.Ok(7, ROOM)
    assert desk.rooms.members == []
    desk.metrics.flush()
    assert 'kozyr_commands_total{type="join"} 1.0' in desk.metrics.exposition().decode()


async def test_a_refusal_becomes_an_error(desk: Desk) -> None:
    assert await desk.ask(_create("none")) == messages.Error(
        1, ErrorCode.UNKNOWN_GAME, False, "no such game", None, {"games": ["one"]}
    )


async def test_a_server_that_is_too_old_for_a_room_sends_the_client_elsewhere(desk: Desk) -> None:
    await desk.ask(_create("none"))
    assert desk.wire.closed is None, "a refusal leaves the connection as it is"
    error = await desk.ask(_create("newer"))
    assert (error.code, error.temporary) == (ErrorCode.SERVER_OUTDATED, True)
    assert desk.wire.closed == CloseCode.OUTDATED


async def test_a_store_that_is_away_is_temporary(desk: Desk) -> None:
    error = await desk.ask(_create("away"))
    assert (error.code, error.temporary) == (ErrorCode.STORE_UNAVAILABLE, True)


async def test_a_store_that_is_full_is_temporary_and_counted(desk: Desk) -> None:
    error = await desk.ask(_create("full"))
    assert (error.code, error.temporary) == (ErrorCode.STORE_FULL, True)
    assert dict(desk.metrics.people.limits) == {"store_memory_mb": 1}


async def test_a_fault_is_logged_counted_and_answered_without_details(desk: Desk) -> None:
    with capture_logs() as lines:
        error = await desk.ask(_create("broken", name="hidden name"))
    assert (error.code, error.id, error.temporary) == (ErrorCode.INTERNAL, 1, False)
    assert "secret" not in error.message
    (line,) = lines
    assert (line["event"], line["command"], line["log_level"]) == (
        "command failed",
        "Create",
        "error",
    )
    assert "hidden name" not in repr(line)
    assert 'kozyr_faults_total{place="command"} 1.0' in desk.metrics.exposition().decode()
    assert await desk.ask(_create()) == messages.Created(1, ROOM)


# --- Texts


async def test_names_and_lines_are_cleaned_before_rooms_see_them(desk: Desk) -> None:
    await desk.ask(_create(name="  Table  "))
    await desk.ask(messages.Chat(2, ROOM, "  hello \n"))
    create, chat = desk.rooms.commands
    assert isinstance(create, messages.Create)
    assert isinstance(chat, messages.Chat)
    assert (create.name, chat.text) == ("Table", "hello")


async def test_bad_texts_name_their_bound_and_reach_no_room(desk: Desk) -> None:
    error = await desk.ask(_create(name="x" * 25))
    assert (error.code, error.facts) == (ErrorCode.BAD_NAME, {"max_chars": 24})
    error = await desk.ask(messages.Chat(2, ROOM, "a\x1bb"))
    assert (error.code, error.room) == (ErrorCode.BAD_TEXT, ROOM)
    assert error.facts == {"max_chars": 400}
    assert desk.rooms.commands == []


# --- People


async def test_what_people_ask_for_themselves_goes_to_people(desk: Desk) -> None:
    command = messages.Rename(1, "Anya")
    assert await desk.ask(command) == messages.Ok(1)
    assert desk.people.commands == [command]


async def test_who_is_turned_away_is_told_why_and_closed(desk: Desk) -> None:
    stranger = Desk()
    stranger.people.banned.add(PLAYER)
    assert not await stranger.greet(messages.Hello(1, 1, TOKEN))
    (error,) = stranger.wire.heard
    assert (error.code, error.facts) == (ErrorCode.BANNED, {"reason": "rude", "until_ms": None})
    assert stranger.wire.closed == CloseCode.BANNED
    assert stranger.connection.session.person is None


async def test_who_is_muted_writes_nothing(desk: Desk) -> None:
    desk.people.muted.add(PLAYER)
    error = await desk.ask(messages.Chat(1, ROOM, "hi"))
    assert (error.code, error.room) == (ErrorCode.MUTED, ROOM)
    assert desk.rooms.commands == []
    assert await desk.ask(messages.Join(2, ROOM)) == messages.Ok(2, ROOM, 7)


# --- Guests


@pytest.mark.parametrize(
    "command", [_create(), messages.Join(1, ROOM), messages.Chat(1, ROOM, "hi")]
)
async def test_a_guest_is_written_down_when_others_see_him(desk: Desk, command: Any) -> None:
    await desk.ask(messages.ListRooms(1))
    await desk.ask(messages.Follow(2, ROOM))
    assert desk.store.guests == {}
    await desk.ask(command)
    assert desk.store.guests == {PLAYER: "Anna"}
    desk.store.guests.clear()
    await desk.ask(command)
    assert desk.store.guests == {}


async def test_a_guest_who_was_refused_is_not(desk: Desk) -> None:
    await desk.ask(_create("none"))
    assert desk.store.guests == {}


async def test_what_was_answered_is_not_answered_again_when_the_name_cannot_be_kept(
    desk: Desk,
) -> None:
    desk.store.is_away = True
    count = len(desk.wire.heard)
    assert await desk.ask(messages.Join(1, ROOM)) == messages.Ok(1, ROOM, 7)
    assert len(desk.wire.heard) == count + 1
    desk.store.is_away = False
    await desk.ask(messages.Chat(2, ROOM, "hi"))
    assert desk.store.guests == {PLAYER: "Anna"}


# --- The end


async def test_rooms_hear_of_the_end_of_those_they_may_know(desk: Desk) -> None:
    desk.handler.dropped(desk.connection)
    assert desk.rooms.gone == [desk.connection]
    stranger = Desk()
    stranger.handler.dropped(stranger.connection)
    assert stranger.rooms.gone == []


async def test_a_refusal_of_rooms_names_its_room(desk: Desk) -> None:
    error = await desk.ask(messages.Chat(1, RoomId("other"), ""))
    assert error.room == "other"


# --- The lobby


async def test_the_lobby_hears_who_comes_goes_and_changes(desk: Desk) -> None:
    assert desk.lobby.here == [desk.connection]
    await desk.ask(messages.Follow(1, ROOM))
    await desk.ask(messages.Ping(2))
    await desk.ask(messages.ListRooms(3))
    assert desk.lobby.touched_by == [desk.connection]
    desk.handler.dropped(desk.connection)
    assert desk.lobby.here == []


async def test_commands_of_the_lobby_are_its_own(desk: Desk) -> None:
    wishes = (messages.Wish(GameKey("king")),)
    for command in (
        messages.WatchLobby(1),
        messages.LobbyChat(2, "hi"),
        messages.LeaveLobby(3),
        messages.ListPeople(4),
        messages.FindMatch(5, wishes),
        messages.StopMatch(6),
    ):
        assert await desk.ask(command) == messages.Ok(command.id)
    assert len(desk.lobby.commands) == 6
    # Who writes, or looks for a table, is seen by others.
    assert desk.store.guests == {PLAYER: "Anna"}


# --- Phrases and invitations


async def test_a_phrase_stands_in_place_of_a_text(desk: Desk) -> None:
    assert isinstance(await desk.ask(messages.Chat(1, ROOM, phrase="hello")), messages.Ok)
    chat = desk.rooms.commands[-1]
    assert isinstance(chat, messages.Chat)
    assert (chat.text, chat.phrase) == ("", "hello")
    error = await desk.ask(messages.Chat(2, ROOM, "hello", "hello"))
    assert error.code is ErrorCode.BAD_TEXT


async def test_an_invitation_is_answered_with_the_code(desk: Desk) -> None:
    answer = await desk.ask(messages.Invite(1, ROOM))
    assert answer == messages.Invitation(1, ROOM, "c" * 16)


async def test_what_changes_a_room_goes_to_the_rooms(desk: Desk) -> None:
    commands = [
        messages.Knock(1, ROOM),
        messages.AnswerKnock(1, ROOM, PLAYER, admit=True),
        messages.Kick(1, ROOM, 0),
        messages.Silence(1, ROOM, PLAYER),
        messages.SlowMode(1, ROOM, 30),
        messages.HideLine(1, ROOM, 2),
        messages.AddBot(1, ROOM),
        messages.Pause(1, ROOM),
        messages.GiveTime(1, ROOM, 0),
        messages.VoteEnd(1, ROOM),
        messages.ClaimTable(1, ROOM),
        messages.StandIn(1, ROOM, 0),
    ]
    for command in commands:
        assert isinstance(await desk.ask(command), messages.Ok)
    assert desk.rooms.commands[-len(commands) :] == commands


# --- Limits


@pytest.mark.parametrize(
    ("refused", "counted"),
    [
        (
            RefusedError(ErrorCode.TOO_MANY, "8 wait", {"max": 8}, limit="room_knocks"),
            "room_knocks",
        ),
        (RefusedError(ErrorCode.TOO_FAST, "wait", {"retry_ms": 9}, limit="wishes"), "wishes"),
        (RefusedError(ErrorCode.TOO_MANY_ROOMS, "32 rooms", {"max": 32}), "rooms_per_connection"),
        (RefusedError(ErrorCode.NOT_HOST, "you are not"), None),
    ],
)
async def test_a_refusal_is_counted_by_the_limit_that_made_it(
    desk: Desk, refused: RefusedError, counted: str | None
) -> None:
    desk.rooms.refusal = refused
    error = await desk.ask(messages.Knock(1, ROOM))
    assert error.code is refused.code
    assert dict(desk.metrics.people.limits) == ({} if counted is None else {counted: 1})


async def _newcomer(handler: Handler, number: int, *, is_near: bool) -> Wire:
    """One more guest of an address of this machine."""
    wire, metrics = Wire(), Metrics()
    allowances = Allowances(Rates(RATE, RATE, RATE, RATE))
    session = Session(SETTINGS, Subprotocol.MSGPACK, allowances, bytes, 0.0)
    connection = Connection(session, wire, metrics, "192.0.2.1", is_near=is_near)
    greet = session.receive(codec.encode(messages.Hello(1, 1)), 0.0)
    assert isinstance(greet, Greet)
    is_in = await handler.greet(connection, greet, number / 10)
    assert is_in == isinstance(wire.heard[0], messages.Welcome)
    return wire


async def test_new_guests_have_a_pace_and_programs_of_this_machine_have_none(desk: Desk) -> None:
    paces = Paces(Rate(1.0, 2))
    handler = Handler(*(desk.rooms, desk.people, desk.lobby, desk.metrics, LIMITS), newcomers=paces)
    wires = [await _newcomer(handler, number, is_near=False) for number in range(3)]
    assert [wire.closed for wire in wires] == [None, None, CloseCode.TOO_MANY_CONNECTIONS]
    error = wires[2].heard[0]
    assert (error.code, error.temporary, error.facts) == (
        *(ErrorCode.TOO_FAST, True, {"retry_ms": 800}),
    )
    for number in range(5):
        await _newcomer(handler, number, is_near=True)
