"""One connection without its socket (`kozyr_server.transport.session`)."""

import os
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Raw

from kozyr_protocol import codec, messages
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.codec import Subprotocol
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import ActionKey, GameKey, RoomId
from kozyr_server.people import tokens
from kozyr_server.people.callers import Coming, Person
from kozyr_server.transport.limits import Allowance, Allowances, Rate, Rates
from kozyr_server.transport.session import (
    Do,
    Greet,
    HangUp,
    Reaction,
    Say,
    Session,
    SessionSettings,
    refusal,
)

ROOM = RoomId("48ftkfsjvfnapc")
TOKEN = "T" * 43
PLAYER = tokens.player_id(TOKEN)
RATES = Rates(Rate(10.0, 20), Rate(1.0, 2), Rate(1.0, 2), Rate(1.0, 2))
SETTINGS = SessionSettings(
    limits=messages.Limits(
        frame_bytes=8192,
        outbox_bytes=262_144,
        rooms=32,
        name_chars=24,
        chat_chars=400,
        ping_s=20.0,
        gone_s=45.0,
        commands_per_s=10.0,
        commands_burst=20,
    ),
    durability="always",
    hello_timeout_s=5.0,
    rate=RATES.commands,
    max_refusals=50,
)


def _session(
    subprotocol: Subprotocol = Subprotocol.MSGPACK,
    allowances: Allowances | None = None,
    shared: Allowance | None = None,
) -> Session:
    if allowances is None:
        allowances = Allowances(RATES)
    return Session(SETTINGS, subprotocol, allowances, bytes, 0.0, shared)


def _greeted(
    allowances: Allowances | None = None,
    token: str | None = TOKEN,
    shared: Allowance | None = None,
) -> Session:
    session = _session(allowances=allowances, shared=shared)
    greet = _say(session, messages.Hello(1, 1, token))
    assert isinstance(greet, Greet)
    session.greeted(Person(greet.coming.derived, "Anna"), 0.0)
    return session


def _say(session: Session, message: messages.ClientMessage, now_s: float = 0.0) -> Reaction:
    return session.receive(codec.encode_client(message, session.subprotocol), now_s)


def _error(reaction: Reaction) -> messages.Error:
    if isinstance(reaction, HangUp):
        assert reaction.error is not None
        return reaction.error
    assert isinstance(reaction, Say), reaction
    assert isinstance(reaction.message, messages.Error)
    return reaction.message


# --- Hello


def test_a_new_guest_gets_a_token_once() -> None:
    session = _session()
    token = tokens.from_bytes(bytes(32))
    player = tokens.player_id(token)
    hello = messages.Hello(1, 1, name=" Anna ", client="my-bot/1.0\n")
    coming = Coming(tokens.digest(token), player, "Anna", "my-bot/1.0", is_new=True)
    assert _say(session, hello) == Greet(coming)
    welcome = session.greeted(Person(player, "Anna"), 0.0)
    assert welcome == messages.Welcome(
        version=1,
        player=player,
        name="Anna",
        token=token,
        limits=SETTINGS.limits,
        server="kozyr/0.1.0",
        durability="always",
    )
    assert session.person is not None
    assert session.person.name == "Anna"
    assert session.greeted(Person(player, "Anna"), 0.0).token is None


def test_a_token_brings_its_owner_back() -> None:
    session = _session()
    coming = Coming(tokens.digest(TOKEN), PLAYER, None, "", is_new=False)
    assert _say(session, messages.Hello(1, 1, TOKEN)) == Greet(coming)
    assert session.greeted(Person(PLAYER, "Guest"), 0.0).token is None


def test_another_token_of_a_person_brings_the_same_player() -> None:
    session = _session()
    assert isinstance(_say(session, messages.Hello(1, 1, "U" * 43)), Greet)
    assert session.person is None
    mute = messages.Sanction("mute", None, "loud")
    person = Person(PLAYER, "Anna")
    welcome = session.greeted(person, 0.0, is_claimed=True, sanctions=(mute,))
    assert (welcome.player, welcome.claimed, welcome.sanctions) == (PLAYER, True, (mute,))
    session.call("Anya")
    assert session.person == Person(PLAYER, "Anya")


def test_all_tokens_of_a_person_have_one_allowance() -> None:
    allowances = Allowances(RATES)
    one, other = _session(allowances=allowances), _session(allowances=allowances)
    for session, token in ((one, TOKEN), (other, "U" * 43)):
        _say(session, messages.Hello(1, 1, token))
        session.greeted(Person(PLAYER, "Anna"), 0.0)
    for number in range(2):
        assert isinstance(_say(one, messages.Chat(number, ROOM, "hi")), Do)
    assert _error(_say(other, messages.Chat(3, ROOM, "hi"))).code is ErrorCode.TOO_FAST


@pytest.mark.parametrize("version", [(2, 3), (0, 0), (1, 0)])
def test_without_a_common_version_the_range_is_told(version: tuple[int, int]) -> None:
    reaction = _say(_session(), messages.Hello(*version))
    assert isinstance(reaction, HangUp)
    assert reaction.code is CloseCode.UNSUPPORTED_VERSION
    error = _error(reaction)
    assert error.code is ErrorCode.UNSUPPORTED_VERSION
    assert error.facts == {"min_version": 1, "max_version": 1}


def test_a_client_that_knows_more_is_spoken_to_in_the_common_version() -> None:
    session = _session()
    assert isinstance(_say(session, messages.Hello(1, 9)), Greet)
    assert session.greeted(Person(PLAYER, "A"), 0.0).version == 1


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        (messages.Hello(1, 1, "short"), ErrorCode.BAD_TOKEN),
        (messages.Hello(1, 1, "T" * 42 + "="), ErrorCode.BAD_TOKEN),
        (messages.Hello(1, 1, name="x" * 25), ErrorCode.BAD_NAME),
        (messages.Hello(1, 1, name="a\u202eb"), ErrorCode.BAD_NAME),
        (messages.Hello(1, 1, name="x" * 97), ErrorCode.MALFORMED),
        (messages.ListRooms(5), ErrorCode.NOT_GREETED),
        (messages.Ping(1), ErrorCode.NOT_GREETED),
    ],
)
def test_a_bad_first_message_ends_the_connection(
    hello: messages.ClientMessage, code: ErrorCode
) -> None:
    reaction = _say(_session(), hello)
    assert isinstance(reaction, HangUp)
    assert reaction.code is CloseCode.BAD_HELLO
    assert _error(reaction).code is code
    if code is ErrorCode.BAD_NAME:
        assert _error(reaction).facts == {"max_chars": 24}
    if isinstance(hello, messages.ListRooms):
        assert _error(reaction).id == 5


def test_no_error_repeats_a_token() -> None:
    secret = "not-a-token-but-secret"
    assert secret not in repr(_say(_session(), messages.Hello(1, 1, secret)))


def test_a_second_hello_is_refused_and_changes_nobody() -> None:
    session = _greeted()
    error = _error(_say(session, messages.Hello(1, 1, "U" * 43, name="Other")))
    assert error.code is ErrorCode.ALREADY_GREETED
    assert session.person is not None
    assert session.person.name == "Anna"


# --- Talking


def test_commands_are_handed_on() -> None:
    session = _greeted()
    command = messages.Join(3, ROOM)
    assert _say(session, command) == Do(command)


def test_pings_are_answered_and_pongs_are_not() -> None:
    session = _greeted()
    assert _say(session, messages.Ping(9)) == Say(messages.ServerPong(9))
    assert _say(session, messages.Pong(9)) is None


def test_json_is_the_same() -> None:
    session = _session(Subprotocol.JSON)
    assert isinstance(_say(session, messages.Hello(1, 1)), Greet)
    session.greeted(Person(PLAYER, "A"), 0.0)
    assert session.receive('{"type": "ping", "id": 4}', 0.0) == Say(messages.ServerPong(4))


@pytest.mark.parametrize(
    ("frame", "code", "number"),
    [
        (b"", ErrorCode.MALFORMED, None),
        (b"\xc1", ErrorCode.MALFORMED, None),
        (b"\x91" * 8000, ErrorCode.MALFORMED, None),
        ("text", ErrorCode.MALFORMED, None),
        (msgpack.packb({"type": "join", "id": 7}), ErrorCode.MALFORMED, 7),
        (msgpack.packb({"type": "list", "id": 7, "more": 1}), ErrorCode.MALFORMED, 7),
        (msgpack.packb({"type": "dance", "id": 7}), ErrorCode.UNKNOWN_MESSAGE, 7),
    ],
    ids=["empty", "reserved", "deep", "text", "missing", "unknown-field", "unknown-type"],
)
def test_a_bad_frame_is_answered_and_the_connection_lives(
    frame: bytes | str, code: ErrorCode, number: int | None
) -> None:
    session = _greeted()
    error = _error(session.receive(frame, 0.0))
    assert (error.code, error.id, error.temporary) == (code, number, False)
    assert isinstance(_say(session, messages.Ping(1)), Say)


@given(st.binary(max_size=300))
def test_no_bytes_do_more_than_be_refused(frame: bytes) -> None:
    session = _greeted()
    reaction = session.receive(frame, 0.0)
    assert reaction is None or isinstance(reaction, Say | Do)


# --- Limits


def test_too_many_commands_are_told_when_to_come_again() -> None:
    session = _greeted()
    reactions = [_say(session, messages.Leave(n, ROOM)) for n in range(25)]
    assert all(isinstance(reaction, Do) for reaction in reactions[:20])
    error = _error(reactions[20])
    assert (error.code, error.id, error.temporary) == (ErrorCode.TOO_FAST, 20, True)
    assert error.facts == {"retry_ms": 100}
    assert isinstance(_say(session, messages.Leave(30, ROOM), 0.1), Do)


def _create(n: int) -> messages.Create:
    return messages.Create(n, ActionKey("k" * 16), GameKey("any"))


@pytest.mark.parametrize(
    "command", [messages.Chat(1, ROOM, "hi"), messages.ListRooms(1), _create(1)]
)
def test_some_commands_have_limits_of_their_own(command: messages.ClientMessage) -> None:
    session = _greeted()
    reactions = [_say(session, command) for _ in range(3)]
    assert [type(reaction) for reaction in reactions] == [Do, Do, Say]
    assert _error(reactions[2]).facts == {"retry_ms": 1000}
    assert isinstance(_say(session, messages.Leave(2, ROOM)), Do)


def test_a_player_has_one_allowance_on_all_his_connections() -> None:
    allowances = Allowances(RATES)
    first, second = _greeted(allowances), _greeted(allowances)
    for n in range(20):
        assert isinstance(_say(first, messages.Leave(n, ROOM)), Do)
    assert _error(_say(second, messages.Leave(1, ROOM))).code is ErrorCode.TOO_FAST
    assert isinstance(_say(_greeted(allowances, "U" * 43), messages.Leave(1, ROOM)), Do)


def _neighbours(count: int, shared: Allowance) -> list[Session]:
    """So many players of one address."""
    allowances = Allowances(RATES)
    return [_greeted(allowances, f"{number:043}", shared) for number in range(count)]


@pytest.mark.parametrize(
    ("command", "limit"),
    [
        (messages.Chat(1, ROOM, "hi"), "address_chat_per_s"),
        (messages.LobbyChat(1, "hi"), "address_chat_per_s"),
        (messages.ListRooms(1), "address_lists_per_s"),
        (_create(1), "address_creates_per_s"),
    ],
)
def test_new_guests_of_an_address_have_no_more_than_the_address(
    command: messages.ClientMessage, limit: str
) -> None:
    shared = Allowance(Rates(*(Rate(2.0, 5) for _ in range(4))), 0.0)
    sessions = _neighbours(8, shared)
    reactions = [_say(session, command) for session in sessions]
    assert [type(each) for each in reactions] == [Do] * 5 + [Say] * 3
    error = _error(reactions[-1])
    assert (error.code, error.facts) == (ErrorCode.TOO_FAST, {"retry_ms": 500})
    assert sessions[-1].limit == limit
    assert isinstance(_say(sessions[-1], command, 0.5), Do)
    assert isinstance(_say(_greeted(), command), Do), "elsewhere nobody is held back"


def test_what_a_player_is_refused_takes_nothing_from_his_neighbours() -> None:
    sessions = _neighbours(2, Allowance(Rates(*(Rate(2.0, 5) for _ in range(4))), 0.0))
    for number in range(9):
        _say(sessions[0], messages.Chat(number, ROOM, "hi"))
    assert sessions[0].limit == "chat_per_s"
    assert isinstance(_say(sessions[1], messages.Chat(1, ROOM, "hi")), Do)


def test_commands_of_an_address_are_bounded_but_actions() -> None:
    plenty = Rate(0.0, 1)
    shared = Allowance(Rates(Rate(2.0, 3), plenty, plenty, plenty), 0.0)
    first, second, third = _neighbours(3, shared)
    act = messages.Act(1, ROOM, 1, ActionKey("k" * 16), Raw(b"\x80"))
    for session in (first, second, third):
        assert isinstance(_say(session, messages.Leave(1, ROOM)), Do)
    assert _error(_say(first, messages.Leave(2, ROOM))).facts == {"retry_ms": 500}
    assert first.limit == "address_commands_per_s"
    assert isinstance(_say(first, act), Do)
    assert isinstance(_say(first, messages.Ping(3)), Say)
    # A house bot on an address of the machine plays for many.
    second.enter_house()
    assert isinstance(_say(second, messages.Leave(2, ROOM)), Do)


def test_who_goes_on_and_on_is_closed() -> None:
    session = _greeted()
    for _ in range(50):
        assert isinstance(session.receive(b"\xc1", 1.0), Say)
    reaction = session.receive(b"\xc1", 1.0)
    assert isinstance(reaction, HangUp)
    assert reaction.code is CloseCode.FLOOD


def test_a_flood_of_pongs_is_one_too() -> None:
    session = _greeted()
    reactions = [_say(session, messages.Pong(0)) for _ in range(71)]
    assert reactions[:70] == [None] * 70
    assert reactions[70] == HangUp(CloseCode.FLOOD)


def test_who_waits_as_long_as_he_is_told_is_never_a_flood() -> None:
    session = _greeted()
    now_s, refused = 0.0, 0
    for n in range(5_000):
        reaction = session.receive(codec.encode(messages.Leave(n, RoomId("r"))), now_s)
        if isinstance(reaction, Say):
            assert isinstance(reaction.message, messages.Error)
            refused += 1
            now_s += reaction.message.facts["retry_ms"] / 1000
        assert not isinstance(reaction, HangUp)
    assert refused > SETTINGS.max_refusals * 10


def test_a_slow_trickle_of_bad_frames_is_no_flood() -> None:
    session = _greeted()
    for n in range(500):
        assert isinstance(session.receive(b"\xc1", n * 0.5), Say)


# --- Time


def test_hello_must_come_in_time() -> None:
    session = _session()
    assert session.next_due_s() == 5.0
    assert session.due(4.9) is None
    assert session.due(5.0) == HangUp(CloseCode.NO_HELLO)


def test_a_quiet_connection_is_asked_and_then_given_up() -> None:
    session = _greeted()
    assert session.next_due_s() == 20.0
    assert session.due(19.9) is None
    assert session.due(20.0) == Say(messages.ServerPing(0))
    assert session.due(20.1) is None
    assert session.next_due_s() == 40.0
    assert session.due(40.0) == Say(messages.ServerPing(0))
    assert session.next_due_s() == 45.0
    assert session.due(45.0) == HangUp(CloseCode.SILENT)


def test_whatever_is_heard_is_a_sign_of_life() -> None:
    session = _greeted()
    session.receive(b"\xc1", 30.0)
    assert session.due(45.0) is None
    assert session.next_due_s() == 50.0


def test_a_refusal_says_whether_it_passes() -> None:
    assert refusal(ErrorCode.BUSY, "later").temporary
    assert not refusal(ErrorCode.ILLEGAL, "no").temporary


def test_a_guests_token_is_drawn_from_the_given_source() -> None:
    drawn: list[Any] = []

    def draw(count: int) -> bytes:
        drawn.append(os.urandom(count))
        return bytes(drawn[-1])

    session = Session(SETTINGS, Subprotocol.MSGPACK, Allowances(RATES), draw, 0.0)
    _say(session, messages.Hello(1, 1))
    assert session.greeted(Person(PLAYER, "A"), 0.0).token == tokens.from_bytes(drawn[0])
    assert len(drawn) == 1
