"""`kozyr_server.rooms.doorkeeping`: who comes into a room, over two processes."""

from typing import Any

from msgspec.structs import replace
from structlog.testing import capture_logs

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import ActionKey, GameKey
from kozyr_protocol.messages import ChatSaid, Created, Followed, Invitation
from kozyr_protocol.phrases import PHRASES
from kozyr_protocol.rooms import Phase
from kozyr_testing.desk import player
from kozyr_testing.room_client import Client, Process, begun, code, version
from kozyr_testing.waiting import until

ANNA, BORIS, VERA, GUEST = (player(number) for number in range(4))


async def opened(host: Client, **create: Any) -> Created:
    answer = await host.do(
        messages.Create(
            id=host.next_id(),
            key=ActionKey("k" * 16),
            game=GameKey("twenty_nine"),
            **{"seats": 3, **create},
        )
    )
    assert isinstance(answer, Created), answer
    host.room = answer.room
    return answer


async def test_a_private_room_opens_to_its_code_alone(server: Process, other: Process) -> None:
    anna, boris = Client(server, ANNA), Client(other, BORIS)
    private = await opened(anna, public=False)
    room = private.room
    assert private.code is not None
    for wrong in (None, "", private.code[:-1] + "?", private.code.upper()):
        assert code(await boris.follow(room, code=wrong)) is ErrorCode.NEEDS_CODE
    assert isinstance(await anna.follow(room), Followed)
    with capture_logs() as logs:
        assert isinstance(await boris.follow(room, code=private.code), Followed)
    assert private.code not in str(logs)
    assert isinstance(await boris.follow(room), Followed)


async def test_who_has_a_seat_comes_back_without_a_code(server: Process, other: Process) -> None:
    anna, boris = Client(server, ANNA), Client(server, BORIS)
    private = await opened(anna, public=False)
    await boris.follow(private.room, code=private.code)
    version(await boris.join())
    again = boris.again(other)
    await again.resume()
    assert again.seat == boris.seat == 0
    version(await again.leave())
    guest = again.again(server)
    assert code(await guest.follow(private.room)) is ErrorCode.NEEDS_CODE


async def test_a_renewed_code_makes_the_old_one_worthless(server: Process, other: Process) -> None:
    anna, boris = Client(server, ANNA), Client(other, BORIS)
    private = await opened(anna, public=False)
    await anna.follow(private.room)
    await boris.follow(private.room, code=private.code)
    invite = messages.Invite(id=anna.next_id(), room=private.room)
    assert await anna.do(invite) == Invitation(invite.id, private.room, private.code)
    assert code(await boris.do(invite)) is ErrorCode.NOT_SEATED
    renewed = await anna.do(messages.Invite(id=anna.next_id(), room=private.room, renew=True))
    assert isinstance(renewed, Invitation)
    assert renewed.code not in {None, private.code}
    await until(lambda: boris.version == anna.version)
    vera = Client(other, VERA)
    assert code(await vera.follow(private.room, code=private.code)) is ErrorCode.NEEDS_CODE
    assert isinstance(await vera.follow(private.room, code=renewed.code), Followed)


async def test_a_public_room_needs_no_code(server: Process) -> None:
    anna = Client(server, ANNA)
    room = await anna.create()
    await anna.follow(room)
    answer = await anna.do(messages.Invite(id=anna.next_id(), room=room))
    assert isinstance(answer, Invitation)
    assert answer.code is None


async def test_a_password_lets_in_and_too_many_wrong_ones_do_not(
    server: Process, other: Process
) -> None:
    anna, boris, vera = Client(server, ANNA), Client(other, BORIS), Client(other, VERA)
    with capture_logs() as logs:
        room = (await opened(anna, access="password", password="sesame")).room
        assert isinstance(await anna.follow(room), Followed)
        assert code(await boris.follow(room)) is ErrorCode.NEEDS_PASSWORD
        assert isinstance(await boris.follow(room, password="sesame"), Followed)
        found = [code(await vera.follow(room, password="open")) for _ in range(6)]
    assert found == [ErrorCode.NEEDS_PASSWORD] * 5 + [ErrorCode.TOO_FAST]
    assert "sesame" not in str(logs)
    version(await boris.join())
    again = boris.again(server)
    await again.resume()
    assert again.seat == 0
    assert anna.view is not None
    assert anna.view.access == "password"
    assert b"sesame" not in b"".join(anna.frames)
    (listed,) = await server.store.list_rooms()
    assert (listed.access, listed.host) == ("password", "Player 0")


async def test_a_password_is_stored_as_a_hash(server: Process) -> None:
    anna = Client(server, ANNA)
    room = (await opened(anna, access="password", password="sesame")).room
    stored = await server.store.read(room)
    assert stored is not None
    assert b"sesame" not in stored.state


async def test_who_knocks_watches_and_sits_once_he_is_let_in(
    server: Process, other: Process
) -> None:
    anna, boris = Client(server, ANNA), Client(other, BORIS)
    room = (await opened(anna, access="knock")).room
    await anna.follow(room)
    await boris.follow(room)
    assert code(await boris.join()) is ErrorCode.NEEDS_KNOCK
    version(await boris.do(messages.Knock(id=boris.next_id(), room=room)))
    await until(lambda: anna.view is not None and len(anna.view.knocks) == 1)
    answer = messages.AnswerKnock(id=anna.next_id(), room=room, player=BORIS, admit=True)
    version(await anna.do(answer))
    await until(lambda: boris.view is not None and not boris.view.knocks)
    version(await boris.join())
    version(await anna.join())
    await anna.check()


async def test_a_kicked_player_is_sent_out_everywhere(server: Process, other: Process) -> None:
    anna, boris, vera = await begun(server)
    watching = Client(other, BORIS)
    seat = boris.seat
    assert seat is not None
    boris.room = anna.room
    version(await anna.do(messages.Kick(id=anna.next_id(), room=anna.room, seat=seat)))
    await until(lambda: boris.unfollowed == "kicked")
    assert code(await watching.follow(anna.room)) is ErrorCode.KICKED
    assert anna.view is not None
    assert anna.view.seats[seat].left
    assert anna.view.phase is Phase.PLAYING
    await anna.check()
    await vera.check()


async def test_the_silenced_are_not_heard(server: Process, other: Process) -> None:
    anna, boris = Client(server, ANNA), Client(other, BORIS)
    room = await anna.create()
    await anna.follow(room)
    await boris.follow(room)
    say = messages.Chat(id=boris.next_id(), room=room, text="Hello")
    assert isinstance(await boris.do(say), messages.Ok)
    silence = messages.Silence(id=anna.next_id(), room=room, player=BORIS)
    version(await anna.do(silence))
    await until(lambda: boris.version == anna.version)
    answer = await boris.do(messages.Chat(id=boris.next_id(), room=room, phrase="hello"))
    assert code(answer) is ErrorCode.MUTED
    assert isinstance(answer, messages.Error)
    assert answer.facts == {"reason": "host", "until_ms": None}


async def test_a_phrase_is_said_as_what_it_is(server: Process, other: Process) -> None:
    anna, boris = Client(server, ANNA), Client(other, BORIS)
    room = await anna.create()
    await anna.follow(room)
    await boris.follow(room)
    assert isinstance(
        await anna.do(messages.Chat(id=anna.next_id(), room=room, phrase="good_luck")), messages.Ok
    )
    await anna.do(messages.Chat(id=anna.next_id(), room=room, text="Now"))
    await until(lambda: len(boris.of(ChatSaid)) == 2)
    phrase, text = (said.line for said in boris.of(ChatSaid))
    assert (phrase.n, phrase.text, phrase.phrase) == (1, "", "good_luck")
    assert (text.n, text.text, text.phrase) == (2, "Now", None)
    assert 0 < phrase.at_ms <= text.at_ms
    late = Client(server, VERA)
    followed = await late.follow(room)
    assert isinstance(followed, Followed)
    assert followed.chat == (phrase, text)
    wrong = await anna.do(messages.Chat(id=anna.next_id(), room=room, phrase="checkmate"))
    assert isinstance(wrong, messages.Error)
    assert (wrong.code, wrong.facts["phrases"]) == (ErrorCode.UNKNOWN_PHRASE, list(PHRASES))


async def test_a_line_that_the_host_hides_is_gone_for_all(server: Process, other: Process) -> None:
    anna, boris = Client(server, ANNA), Client(other, BORIS)
    room = await anna.create()
    await anna.follow(room)
    await boris.follow(room)
    rude = messages.Chat(id=boris.next_id(), room=room, text="Fools, all of you")
    assert isinstance(await boris.do(rude), messages.Ok)
    await until(lambda: len(anna.of(ChatSaid)) == 1)
    hide = messages.HideLine(id=anna.next_id(), room=room, n=1)
    assert code(await boris.do(replace(hide, id=boris.next_id()))) is ErrorCode.NOT_HOST
    assert await anna.do(hide) == messages.Ok(hide.id, room)
    await until(lambda: len(boris.of(ChatSaid)) == 2)
    line = boris.of(ChatSaid)[-1].line
    assert (line.n, line.text, line.hidden, line.by_host) == (1, "", True, True)
    # Its answer may have been lost: done again it is done, and nobody is told anew.
    again = replace(hide, id=anna.next_id())
    assert await anna.do(again) == messages.Ok(again.id, room)
    assert len(boris.of(ChatSaid)) == 2
    none = replace(hide, id=anna.next_id(), n=2)
    assert code(await anna.do(none)) is ErrorCode.NO_SUCH_LINE
    late = await Client(server, VERA).follow(room)
    assert isinstance(late, Followed)
    assert late.chat == (line,)


async def test_slow_mode_is_told_to_all_and_to_whom_it_holds_back(
    server: Process, other: Process
) -> None:
    anna, boris = Client(server, ANNA), Client(other, BORIS)
    room = await anna.create()
    await anna.follow(room)
    await boris.follow(room)

    async def say(client: Client) -> messages.Ok | messages.Error:
        answer = await client.do(messages.Chat(id=client.next_id(), room=room, text="Hello"))
        assert isinstance(answer, messages.Ok | messages.Error)
        return answer

    async def slow(client: Client, seconds: int) -> Any:
        return await client.do(messages.SlowMode(id=client.next_id(), room=room, seconds=seconds))

    assert code(await slow(boris, 60)) is ErrorCode.NOT_HOST
    version(await slow(anna, 60))
    await until(lambda: boris.view is not None and boris.view.slow_s == 60)
    assert isinstance(await say(boris), messages.Ok)
    held = await say(boris)
    assert isinstance(held, messages.Error)
    assert (held.code, held.temporary) == (ErrorCode.TOO_FAST, True)
    assert held.facts["slow_s"] == 60
    assert 50_000 < held.facts["retry_ms"] <= 60_000
    # By another process the same; the host himself is free.
    assert code(await say(await followed_by(boris, server))) is ErrorCode.TOO_FAST
    assert [type(await say(anna)) for _ in range(3)] == [messages.Ok] * 3
    version(await slow(anna, 0))
    await until(lambda: boris.view is not None and boris.view.slow_s == 0)
    assert isinstance(await say(boris), messages.Ok)
    await boris.check()


async def followed_by(client: Client, server: Process) -> Client:
    again = client.again(server)
    await again.resume()
    return again
