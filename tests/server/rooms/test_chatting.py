"""`kozyr_server.rooms.chatting`: what the store alone may refuse, over two processes."""

from typing import Any

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import RoomId
from kozyr_server.store.room_chat import MAX_HIDDEN_OF_ONE
from kozyr_testing.desk import player
from kozyr_testing.room_client import Client, Process, code, version
from kozyr_testing.waiting import until

ANNA, BORIS = (player(number) for number in range(2))


async def said(client: Client, room: RoomId) -> Any:
    return await client.do(messages.Chat(id=client.next_id(), room=room, text="Hello"))


async def both(server: Process, other: Process) -> tuple[Client, Client, RoomId]:
    """The host by one process and a guest by the other."""
    anna, boris = Client(server, ANNA), Client(other, BORIS)
    room = await anna.create()
    await anna.follow(room)
    await boris.follow(room)
    return anna, boris, room


async def test_who_may_write_again_is_not_refused_by_what_a_process_remembers(
    server: Process, other: Process
) -> None:
    anna, boris, room = await both(server, other)
    for number in range(10):
        silenced = number % 2 == 0
        command = messages.Silence(anna.next_id(), room, BORIS, silenced)
        version(await anna.do(command))
        # No step of the loop between the two: the other process cannot have heard of it.
        answer = await said(boris, room)
        if not silenced:
            assert isinstance(answer, messages.Ok), answer
        await until(lambda: boris.version == anna.version)
        if silenced:
            assert code(await said(boris, room)) is ErrorCode.MUTED


async def test_slow_mode_that_is_over_holds_nobody_back(server: Process, other: Process) -> None:
    anna, boris, room = await both(server, other)
    for _ in range(5):
        for seconds in (60, 0):
            command = messages.SlowMode(anna.next_id(), room, seconds)
            version(await anna.do(command))
            if seconds:
                await until(lambda: boris.version == anna.version)
                await said(boris, room)
                assert code(await said(boris, room)) is ErrorCode.TOO_FAST
        assert isinstance(await said(boris, room), messages.Ok)


async def test_nobody_is_refused_by_a_process_that_hears_nothing(
    server: Process, other: Process
) -> None:
    anna, boris, room = await both(server, other)
    version(await anna.do(messages.Silence(anna.next_id(), room, BORIS)))
    await until(lambda: boris.version == anna.version)
    followed = other.rooms._hub.rooms[room]
    known = followed.source
    version(await anna.do(messages.Silence(anna.next_id(), room, BORIS, silence=False)))
    await until(lambda: boris.version == anna.version)
    # As it was a moment ago.
    followed.source = known
    assert isinstance(await said(boris, room), messages.Ok)


async def test_a_host_hides_so_many_lines_of_one_person(server: Process, other: Process) -> None:
    anna, boris, room = await both(server, other)
    for number in range(1, MAX_HIDDEN_OF_ONE + 2):
        assert isinstance(await said(boris, room), messages.Ok)
        answer = await anna.do(messages.HideLine(anna.next_id(), room, number))
        if number <= MAX_HIDDEN_OF_ONE:
            assert isinstance(answer, messages.Ok)
    assert isinstance(answer, messages.Error)
    assert (answer.code, answer.facts) == (ErrorCode.TOO_MANY, {"max": MAX_HIDDEN_OF_ONE})
