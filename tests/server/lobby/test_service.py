"""`kozyr_server.lobby.service`: the lobby over two processes on one store."""

from typing import Any

import pytest

from kozyr_games.registry import GAMES
from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import GameKey, PlayerId, RoomId
from kozyr_protocol.lobby import folded
from kozyr_server.rooms.matched import MatchedRooms
from kozyr_server.rooms.peers import Person
from kozyr_server.store.keys import room_id
from kozyr_testing.lobbies import GIN, KNAVES, LobbyProcess, Visitor, wish
from kozyr_testing.waiting import until


async def opened(server: LobbyProcess, number: int, game: GameKey = KNAVES) -> RoomId:
    """A public room where one person has a seat."""
    room = room_id(PlayerId("opener"), f"{number:016}")
    seats = 2 if game == GIN else 3
    person = Person(PlayerId(f"q{number}"), f"Host {number}")
    await MatchedRooms(GAMES, server.store).open(room, wish(game, seats), [person] * 1)
    return room


async def test_a_page_is_kept_up_to_date_by_any_process(
    server: LobbyProcess, other: LobbyProcess
) -> None:
    first = await opened(server, 1)
    anna = Visitor(server, 1)
    shown = await anna.ask(messages.WatchLobby, game=KNAVES)
    assert [room.room for room in shown.rooms] == [first]
    assert (shown.total, shown.next) == (1, None)
    await opened(other, 2, GIN)
    second = await opened(other, 3)
    await until(lambda: bool(anna.of(messages.LobbyChanged)))
    rooms = shown.rooms
    for change in anna.of(messages.LobbyChanged):
        rooms = folded(rooms, change)
    assert {room.room for room in rooms} == {first, second}
    assert {room.host for room in rooms} == {"Host 1", "Host 3"}
    await anna.ask(messages.LeaveLobby)
    anna.forget()
    await opened(other, 4)
    await server.lobby.round()
    assert anna.frames == []


async def test_rooms_are_listed_in_pages_without_repetitions(server: LobbyProcess) -> None:
    rooms = {await opened(server, number) for number in range(55)}
    anna = Visitor(server, 1)
    first = await anna.ask(messages.ListRooms, game=KNAVES)
    assert (len(first.rooms), first.next is None) == (50, False)
    second = await anna.ask(messages.ListRooms, game=KNAVES, after=first.next)
    assert second.next is None
    found = [room.room for room in (*first.rooms, *second.rooms)]
    assert sorted(found) == sorted(rooms)
    assert (await anna.ask(messages.ListRooms, game=GIN)).rooms == ()


@pytest.mark.parametrize("kind", [messages.ListRooms, messages.WatchLobby])
@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "chess"}, ErrorCode.UNKNOWN_GAME),
        ({"game": "king", "preset": "knaves/x"}, ErrorCode.UNKNOWN_PRESET),
        ({"preset": "nothing"}, ErrorCode.UNKNOWN_PRESET),
    ],
)
async def test_filters_that_cannot_be_are_refused(
    server: LobbyProcess, kind: type[Any], fields: dict[str, Any], code: ErrorCode
) -> None:
    assert await Visitor(server, 1).ask(kind, **fields) is code


async def test_a_preset_may_be_asked_for_without_its_game(server: LobbyProcess) -> None:
    answer = await Visitor(server, 1).ask(messages.ListRooms, preset="gin_rummy/modern")
    assert answer.rooms == ()


async def test_people_of_all_processes_are_listed(
    server: LobbyProcess, other: LobbyProcess
) -> None:
    anna, boris = Visitor(server, 1, "Anna"), Visitor(other, 2, "boris")
    for process in (server, other):
        await process.lobby.round()
    page = await anna.ask(messages.ListPeople)
    assert [(one.player, one.name, one.doing) for one in page.people] == [
        ("p1", "Anna", "lobby"),
        ("p2", "boris", "lobby"),
    ]
    assert (page.total, page.next) == (2, None)
    await server.lobby.round()
    assert (await anna.ask(messages.WatchLobby)).online == 2
    boris.go()
    await other.lobby.round()
    assert (await anna.ask(messages.ListPeople)).total == 1


async def test_who_is_gone_hears_nothing(server: LobbyProcess) -> None:
    anna = Visitor(server, 1)
    await anna.ask(messages.WatchLobby)
    anna.go()
    anna.forget()
    await opened(server, 1)
    await server.lobby.round()
    await Visitor(server, 2).ask(messages.WatchLobby)
    assert anna.frames == []
    assert len(server.lobby.rooms) == 1
