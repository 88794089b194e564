"""`kozyr_server.rooms.service`: commands of connections, over a real store."""

import asyncio

import pytest
import redis.asyncio
from msgspec import Raw

from kozyr_games import replay
from kozyr_protocol import messages, record
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import ActionKey, GameKey, RoomId, Tag
from kozyr_protocol.limits import MAX_ROOMS
from kozyr_protocol.messages import ChatSaid, Error, Followed, Ok, Unfollowed, Update, Watchers
from kozyr_protocol.rooms import Phase
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.store import keys
from kozyr_server.store.model import Commit, Log, Status
from kozyr_testing.desk import player
from kozyr_testing.room_client import (
    Client,
    Process,
    begun,
    code,
    codes,
    on_turn,
    seated,
    version,
)
from kozyr_testing.waiting import until

ANNA, BORIS, VERA, GUEST = (player(number) for number in range(4))


# --- Whole games


@pytest.mark.parametrize("modes", ["eee", "vvv", "evv"])
async def test_a_whole_game_with_events_views_links_and_spectators(
    server: Process, modes: str
) -> None:
    clients = await seated(server, modes, chains=2, options={"draw": "seats"})
    room = clients[0].room
    watching = [Client(server, GUEST), Client(server, player(9), "views")]
    for guest in watching:
        await guest.follow(room)
    for client in clients:
        await client.ready()
    async with asyncio.timeout(60):
        await asyncio.gather(*(client.play() for client in clients))
    for client in (*clients, *watching):
        await client.check()
    assert [guest.seat for guest in watching] == [None, None]
    assert watching[0].reasons == ["first"]
    view = clients[0].view
    assert view is not None
    assert view.record == f"{room}-1"
    line = await server.store.record(view.record)
    assert line is not None
    kept = record.loads(line)
    assert replay.verify(kept) == []
    assert all(sum(tip is not None for tip in deal.fairness.seat_tips) == 2 for deal in kept.deals)
    assert not any(deal.fairness.missing for deal in kept.deals)


async def test_players_play_again(server: Process) -> None:
    clients = await begun(server)
    await asyncio.gather(*(client.play() for client in clients))
    answers = [
        await client.do(messages.Rematch(id=client.next_id(), room=client.room))
        for client in clients
    ]
    assert len({version(answer) for answer in answers}) == 1
    for client in clients:
        await client.ready()
    await asyncio.gather(*(client.play() for client in clients))
    for client in clients:
        await client.check()
        assert client.view is not None
        assert client.view.game_no == 2
    for number in (1, 2):
        line = await server.store.record(f"{clients[0].room}-{number}")
        assert line is not None
        assert replay.verify(record.loads(line)) == []


# --- Opening and listing


async def test_the_same_player_and_key_give_the_same_room(server: Process) -> None:
    anna, boris = Client(server, ANNA), Client(server, BORIS)
    room = await anna.create()
    assert await anna.create(seats=5) == room
    assert await boris.create() != room
    assert await anna.create("j" * 16) != room


async def test_a_room_that_cannot_be_is_refused(server: Process) -> None:
    anna = Client(server, ANNA)
    command = messages.Create(id=1, key=ActionKey("k" * 16), game=GameKey("chess"))
    assert code(await anna.do(command)) is ErrorCode.UNKNOWN_GAME


# --- Following


@pytest.mark.parametrize(
    "room", ["", "x", "zzaaaaaaaaaaaa", "00aaaaaaaaaaaa", "00AAAAAAAAAAAA", "00}aaaaaaaaaaa"]
)
async def test_a_room_that_is_not_there(server: Process, room: str) -> None:
    guest = Client(server, GUEST)
    assert code(await guest.follow(RoomId(room))) is ErrorCode.NO_SUCH_ROOM


async def test_commands_need_the_room_to_be_followed(server: Process) -> None:
    anna = Client(server, ANNA)
    room = await anna.create()
    assert code(await anna.join()) is ErrorCode.NOT_FOLLOWING
    chat = messages.Chat(id=anna.next_id(), room=room, text="Hello")
    assert code(await anna.do(chat)) is ErrorCode.NOT_FOLLOWING
    unfollow = messages.Unfollow(id=anna.next_id(), room=room)
    assert code(await anna.do(unfollow)) is ErrorCode.NOT_FOLLOWING


async def test_a_connection_follows_so_many_rooms(server: Process) -> None:
    anna = Client(server, ANNA)
    rooms = [await anna.create(f"{number:016d}") for number in range(MAX_ROOMS + 1)]
    for room in rooms[:-1]:
        assert isinstance(await anna.follow(room), Followed)
    assert code(await anna.follow(rooms[-1])) is ErrorCode.TOO_MANY_ROOMS
    assert isinstance(await anna.follow(rooms[0]), Followed)
    await anna.do(messages.Unfollow(id=anna.next_id(), room=rooms[0]))
    assert isinstance(await anna.follow(rooms[-1]), Followed)


async def test_following_again_starts_afresh_in_the_other_mode(server: Process) -> None:
    clients = await begun(server)
    anna = clients[0]
    anna.mode = "views"
    answer = await anna.follow(anna.room)
    assert isinstance(answer, Followed)
    assert (answer.reason, answer.seat, answer.mode) == ("asked", 0, "views")
    await on_turn(clients).play_one()
    for client in clients:
        await client.check()
    assert anna.of(Update)[-1].view is not None


async def test_a_room_without_spectators_is_for_those_who_sit(server: Process) -> None:
    guest = Client(server, GUEST)
    clients = await seated(server, spectators=False)
    assert isinstance(await guest.follow(clients[0].room), Followed)
    for client in clients:
        await client.ready()
    await until(lambda: guest.unfollowed is not None)
    assert guest.unfollowed == "watching_refused"
    assert code(await guest.follow(guest.room)) is ErrorCode.WATCHING_REFUSED
    await clients[1].leave()
    assert clients[1].unfollowed is None
    assert clients[1].seat is None
    await clients[1].check()


async def test_who_left_is_back_when_he_follows(server: Process) -> None:
    clients = await begun(server)
    boris = clients[1]
    await boris.leave()
    seats = [boris.seat]
    answer = await boris.resume()
    assert (answer.seat, answer.reason) == (1, "role_changed")
    assert [*seats, boris.seat] == [None, 1]
    await asyncio.gather(*(client.play() for client in clients))
    for client in clients:
        await client.check()


# --- Lines


async def test_a_second_connection_takes_the_line(server: Process) -> None:
    clients = await begun(server)
    old = on_turn(clients)
    new = old.again()
    turn = old.turn
    assert turn is not None
    assert turn.legal is not None
    answer = await new.resume()
    assert (answer.seat, answer.reason) == (old.seat, None)
    await new.check()
    assert old.heard[-1] == Unfollowed(old.room, "line_taken")
    assert code(await old.act(turn, turn.legal[0])) is ErrorCode.NOT_FOLLOWING
    assert version(await new.act(turn, turn.legal[0])) == new.version


async def test_unfollowing_loses_the_line_at_once_and_keeps_the_seat(server: Process) -> None:
    clients = await begun(server)
    anna = clients[0]
    await anna.do(messages.Unfollow(id=anna.next_id(), room=anna.room))
    table = await server.table(anna.room)
    seat = table.room.seats[0]
    assert (seat.player, seat.line, seat.left) == (ANNA, None, False)
    assert (await anna.resume()).reason is None
    await anna.check()


async def test_a_dropped_connection_loses_its_line_after_some_seconds(server: Process) -> None:
    clients = await begun(server)
    anna, boris, vera = clients
    started = asyncio.get_running_loop().time()
    server.rooms.dropped(anna)
    server.rooms.dropped(boris)
    back = boris.again()
    await back.resume()

    def is_gone(seat: int) -> bool:
        assert vera.view is not None
        return not vera.view.seats[seat].connected

    await until(lambda: is_gone(0))
    took_s = asyncio.get_running_loop().time() - started
    assert 3.0 <= took_s < 5.5
    assert not is_gone(1)
    await vera.check()
    await back.check()


# --- Keys and refusals


async def test_a_repeated_action_is_answered_and_not_played_twice(server: Process) -> None:
    clients = await begun(server)
    client = on_turn(clients)
    turn = client.turn
    assert turn is not None
    assert turn.legal is not None
    first = await client.act(turn, turn.legal[0], key="a" * 16)
    again = await client.act(turn, turn.legal[0], key="a" * 16)
    assert version(again) == version(first)
    assert client.of(Update)[-1].version == version(first)
    await client.check()


async def test_a_refusal_changes_nothing_and_says_what_is_open(server: Process) -> None:
    clients = await begun(server)
    client = on_turn(clients)
    turn = client.turn
    assert turn is not None
    assert turn.legal is not None
    before = client.version
    stale = await client.act(messages.Turn(0, turn.prompt - 1, "play", 0), turn.legal[0])
    assert isinstance(stale, Error)
    assert (stale.code, stale.facts["prompt"]) == (ErrorCode.STALE, turn.prompt)
    assert len(stale.facts["turn"]["legal"]) == len(turn.legal)
    illegal = await client.act(turn, Raw(b"\x80"))
    assert code(illegal) is ErrorCode.ILLEGAL
    assert client.version == before
    await client.check()


async def test_every_player_at_once_is_answered(server: Process) -> None:
    room = await Client(server, ANNA).create(seats=4)
    crowd = [Client(server, player(number)) for number in range(40)]
    for client in crowd:
        await client.follow(room)
    answers = await asyncio.gather(*(client.join() for client in crowd))
    assert codes(answers) == {"ok": 4, "room_full": 36}
    for client in crowd:
        await client.check()


# --- Beside the version


async def test_chat_reaches_everybody_and_who_comes_later(server: Process, other: Process) -> None:
    clients = await seated(server)
    anna = clients[0]
    guest = Client(other, GUEST)
    await guest.follow(anna.room)
    answer = await anna.do(messages.Chat(id=anna.next_id(), room=anna.room, text="Hello"))
    assert isinstance(answer, Ok)
    await until(lambda: bool(guest.of(ChatSaid)) and bool(clients[1].of(ChatSaid)))
    (said,) = guest.of(ChatSaid)
    assert (said.line.n, said.line.text, said.line.seat, said.line.player) == (1, "Hello", 0, ANNA)
    late = Client(other, player(8))
    followed = await late.follow(anna.room)
    assert isinstance(followed, Followed)
    assert [line.text for line in followed.chat] == ["Hello"]
    assert late.version == anna.version


async def test_watchers_of_all_processes_are_counted(server: Process, other: Process) -> None:
    clients = await seated(server)
    watching = [Client(server, GUEST), Client(other, player(8)), Client(other, player(9))]
    for guest in watching:
        await guest.follow(clients[0].room)

    def count() -> int | None:
        heard = clients[0].of(Watchers)
        return heard[-1].count if heard else None

    await until(lambda: count() == 3)
    other.rooms.dropped(watching[2])
    await until(lambda: count() == 2)
    followed = await Client(other, player(7)).follow(clients[0].room)
    assert isinstance(followed, Followed)
    assert followed.watchers == 2


# --- The end of a room


async def test_a_room_that_is_gone_is_told_to_its_members(server: Process, url: str) -> None:
    anna = Client(server, ANNA)
    room = await anna.create()
    await anna.follow(room)
    async with redis.asyncio.from_url(url) as raw:
        await raw.delete(keys.state(room))
    assert code(await anna.join()) is ErrorCode.NO_SUCH_ROOM
    await until(lambda: anna.unfollowed == "closed")
    assert code(await Client(server, GUEST).follow(room)) is ErrorCode.NO_SUCH_ROOM


async def test_no_commands_are_lost_when_players_leave_and_come(server: Process) -> None:
    clients = await seated(server, options={"draw": "off"})
    for client in clients:
        left = version(await client.leave())
        assert version(await client.leave()) == left
        joined = version(await client.join())
        assert version(await client.join()) == joined == left + 1
        assert client.phase is Phase.WAITING
        await client.check()


async def test_a_key_whose_room_is_closed_opens_no_second_one_over_its_record(
    server: Process,
) -> None:
    clients = await seated(server, "eee")
    room = clients[0].room
    for client in clients:
        await client.ready()
    async with asyncio.timeout(60):
        await asyncio.gather(*(client.play() for client in clients))
    assert await clients[0].create() == room, "while it is there the key names it"
    before = await server.store.record(f"{room}-1")
    table = await server.table(room)
    closing = Commit(
        room=room,
        version=table.version,
        tag=table.tag,
        new_tag=Tag("0" * 16),
        state=None,
        entry=b"",
        log=Log.DROP,
    )
    assert (await server.store.commit(closing)).status is Status.OK
    with pytest.raises(RefusedError) as refused:
        await server.rooms.create(
            clients[0], messages.Create(1, ActionKey("k" * 16), GameKey("twenty_nine"))
        )
    assert refused.value.code is ErrorCode.KEY_REUSED
    assert await server.store.record(f"{room}-1") == before
