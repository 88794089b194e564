"""`kozyr_server.rooms.admission`: who comes back has exactly what he missed, or is told why not."""

import asyncio
from typing import Any

import msgspec
import pytest

from kozyr_games.registry import GAMES
from kozyr_protocol import codec
from kozyr_protocol.ids import Tag
from kozyr_protocol.messages import Followed, LinkWanted, Snapshot, Update
from kozyr_protocol.rooms import Phase, RoomView
from kozyr_server.rooms import views
from kozyr_testing.desk import player
from kozyr_testing.room_client import Client, Process, begun, seated, version

ANNA, BORIS, VERA, GUEST = (player(number) for number in range(4))


async def played(server: Process, steps: int, **create: Any) -> tuple[list[Client], Client]:
    """Players and a spectator in the midst of a deal."""
    clients = await seated(server, **create)
    guest = Client(server, GUEST)
    await guest.follow(clients[0].room)
    for client in clients:
        await client.ready()
    began = clients[0].version
    await asyncio.gather(*(client.play(began + steps) for client in clients))
    return clients, guest


def as_view(packed: bytes) -> RoomView:
    return msgspec.msgpack.decode(packed, type=RoomView)


def updates(client: Client) -> dict[int, bytes]:
    """The frames of the updates that a client has heard, by version."""
    return {
        heard.version: frame
        for frame, heard in zip(client.frames, client.heard, strict=True)
        if isinstance(heard, Update)
    }


async def test_a_spectator_resumes_at_every_version_byte_for_byte(server: Process) -> None:
    clients, guest = await played(server, 30)
    table = await server.table(clients[0].room)
    expected = codec.encode(views.room_view(GAMES, table, None))
    heard, reasons = updates(guest), {}
    for number, tag, view in guest.history:
        late = Client(server, player(100 + number))
        late.room, late.version, late.tag, late.view = guest.room, number, tag, as_view(view)
        reasons[number] = (await late.resume()).reason
        assert codec.encode(late.view) == expected
        assert (late.version, late.tag) == (table.version, table.tag)
        if reasons[number] is None:
            missed = {n: frame for n, frame in heard.items() if n > number}
            assert updates(late) == missed
        else:
            assert isinstance(late.heard[-1], Snapshot)
            assert updates(late) == {}
    began = table.room.log_from
    assert all(reason is None for number, reason in reasons.items() if number >= began)
    assert reasons[began - 1] == "role_changed"
    assert {reason for number, reason in reasons.items() if number < began - 1} == {"too_old"}


@pytest.mark.parametrize("mode", ["events", "views"])
async def test_a_player_resumes_at_every_version_byte_for_byte(
    server: Process, other: Process, mode: str
) -> None:
    clients, _ = await played(server, 24)
    boris = clients[1]
    table = await server.table(boris.room)
    for count, (number, tag, view) in enumerate(list(boris.history)):
        if number < table.room.log_from:
            continue
        late = boris.again((server, other)[count % 2])
        late.mode = mode
        late.view, late.version, late.tag = as_view(view), number, tag
        answer = await late.resume()
        assert (answer.reason, answer.seat) == (None, 1)
        assert late.reasons == []
        await late.check()
        if mode == "views":
            assert len(late.of(Update)) == 1


async def test_who_comes_back_after_the_end_gets_a_fresh_view(server: Process) -> None:
    clients, guest = await played(server, 200)
    assert clients[0].phase is Phase.FINISHED
    middle = guest.history[len(guest.history) // 2]
    late = Client(server, player(8))
    late.room, late.version, late.tag = guest.room, middle[0], middle[1]
    answer = await late.resume()
    assert answer.reason == "role_changed"
    await late.check()
    last = Client(server, player(9))
    last.room, (last.version, last.tag, view) = guest.room, guest.history[-1]
    last.view = as_view(view)
    assert (await last.resume()).reason is None
    assert last.frames == last.frames[:1]


async def test_another_history_and_a_version_to_come_are_rolled_back(server: Process) -> None:
    clients, guest = await played(server, 5)
    now, tag = guest.version, guest.tag
    wrong = Tag("f" * 16)
    known = [(now, wrong), (now - 1, wrong), (now + 1, tag), (now + 1_000, wrong)]
    for number, (at, its) in enumerate(known):
        late = Client(server, player(20 + number))
        late.room, late.version, late.tag = guest.room, at, its
        answer = await late.resume()
        assert answer.reason == "rolled_back"
        assert late.reasons == ["rolled_back"]
        await late.check()
    assert clients[0].problems == []


async def test_who_names_no_version_starts_afresh(server: Process) -> None:
    clients, guest = await played(server, 5)
    first = Client(server, player(8))
    answer = await first.follow(guest.room)
    assert isinstance(answer, Followed)
    assert answer.reason == "first"
    answer = await first.follow(guest.room)
    assert isinstance(answer, Followed)
    assert (answer.reason, first.reasons) == ("asked", ["first", "asked"])
    assert clients[0].problems == []


async def test_a_version_without_its_tag_is_none_and_neither_is_a_tag_alone(
    server: Process,
) -> None:
    _, guest = await played(server, 5)
    known: tuple[dict[str, Any], ...] = (
        {"version": guest.version},
        {"version": guest.version - 1},
        {"version": guest.version + 1},
        {"tag": guest.tag},
    )
    for number, given in enumerate(known):
        late = Client(server, player(20 + number))
        answer = await late.follow(guest.room, **given)
        assert isinstance(answer, Followed)
        assert (answer.reason, late.reasons) == ("first", ["first"])


async def test_the_same_version_is_resumed_with_nothing(server: Process) -> None:
    _, guest = await played(server, 5)
    late = guest.again()
    assert (await late.resume()).reason is None
    assert len(late.frames) == 1


async def test_a_link_that_is_wanted_is_asked_for_again(server: Process) -> None:
    clients = await begun(server, chains=1)
    anna = clients[0]
    assert anna.wanted is not None
    back = anna.again()
    await back.resume()
    assert isinstance(back.heard[-1], LinkWanted)
    assert back.wanted is not None
    assert back.wanted.n == 1
    await back.play_one()
    await back.check()


async def test_a_resume_on_another_process_that_is_behind(server: Process, other: Process) -> None:
    clients, guest = await played(server, 5)
    lagging = Client(other, player(8))
    await lagging.follow(guest.room)
    # Its messages are late; a client that knows more comes from the other process.
    await other.store.unsubscribe(guest.room)
    began = guest.version
    await asyncio.gather(*(client.play(began + 3) for client in clients))
    late = guest.again(other)
    assert (await late.resume()).reason is None
    await late.check()
    assert lagging.version == late.version
    assert lagging.problems == []


async def test_the_chat_and_the_answer_come_first(server: Process) -> None:
    clients, guest = await played(server, 3)
    back = clients[2].again()
    await back.resume()
    assert isinstance(back.heard[0], Followed)
    assert version(await back.ready()) == back.version
    assert guest.problems == []
