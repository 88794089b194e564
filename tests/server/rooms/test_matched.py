"""`kozyr_server.rooms.matched`: rooms whose seats are taken before anybody comes."""

import pytest
from msgspec.structs import replace

from kozyr_games.registry import GAMES
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import GameKey, RoomId
from kozyr_protocol.messages import Wish
from kozyr_protocol.rooms import Phase
from kozyr_server.rooms import due
from kozyr_server.rooms.decision import Chance, Decision, Now
from kozyr_server.rooms.due import PATIENCE
from kozyr_server.rooms.matched import COME_WITHIN_MS, MatchedRooms, open_matched, wanted
from kozyr_server.rooms.peers import Person, RefusedError
from kozyr_testing.desk import player
from kozyr_testing.room_client import Client, Process

ROOM = RoomId("00aaaaaaaaaaaa")
PERSONS = [Person(player(number), f"Player {number}") for number in range(3)]
KNAVES = Wish(GameKey("knaves"), None, 3)
NOW_MS = 1_000_000


def opened(persons: list[Person], wish: Wish = KNAVES, seat_kept_ms: int = 60_000) -> Decision:
    patience = replace(PATIENCE, seat_kept_ms=seat_kept_ms)
    now = Now(NOW_MS, 0, patience)
    return open_matched(GAMES, ROOM, wish, persons, now, Chance("t" * 16, bytes(32)))


def test_persons_sit_and_the_first_is_the_host() -> None:
    room = opened(PERSONS).after.room
    assert [(seat.player, seat.name, seat.line) for seat in room.seats] == [
        (person.player, person.name, None) for person in PERSONS
    ]
    assert (room.host, room.host_name, room.phase) == ("p0", "Player 0", Phase.WAITING)
    assert room.public


@pytest.mark.parametrize("seat_kept_ms", [5_000, 60_000, 600_000])
def test_who_does_not_come_loses_his_seat_after_half_a_minute(seat_kept_ms: int) -> None:
    decision = opened(PERSONS, seat_kept_ms=seat_kept_ms)
    room = decision.after.room
    patience = replace(PATIENCE, seat_kept_ms=seat_kept_ms)
    vacated = {due.vacated_ms(room, seat, patience) for seat in room.seats}
    assert vacated == {NOW_MS + COME_WITHIN_MS}
    assert decision.due_ms == NOW_MS + COME_WITHIN_MS


def test_seats_that_are_left_are_kept_for_bots() -> None:
    room = opened(PERSONS[:1]).after.room
    assert [seat.player for seat in room.seats] == ["p0", None, None]
    assert [seat.bot is not None for seat in room.seats] == [False, True, True]


def test_the_number_of_seats_follows_from_the_game_and_its_preset() -> None:
    assert wanted(GAMES, GameKey("gin_rummy"), None, None) == 2
    assert wanted(GAMES, GameKey("king"), None, 4) == 4
    for wish, code in (
        (Wish(GameKey("chess")), ErrorCode.UNKNOWN_GAME),
        (Wish(GameKey("king"), "king/none"), ErrorCode.UNKNOWN_PRESET),
        (Wish(GameKey("gin_rummy"), None, 5), ErrorCode.BAD_SEATS),
    ):
        with pytest.raises(RefusedError) as caught:
            wanted(GAMES, wish.game, wish.preset, wish.seats)
        assert caught.value.code is code


async def test_a_room_is_opened_once_and_they_come_and_play(server: Process) -> None:
    rooms = MatchedRooms(GAMES, server.store)
    assert not await rooms.exists(ROOM)
    await rooms.open(ROOM, KNAVES, PERSONS)
    first = await server.store.read(ROOM)
    await rooms.open(ROOM, KNAVES, PERSONS[::-1])
    assert await server.store.read(ROOM) == first
    assert await rooms.exists(ROOM)
    clients = [Client(server, person.player) for person in PERSONS]
    for client in clients:
        await client.follow(ROOM)
        assert client.seat is not None
    for client in clients:
        await client.ready()
    assert (await server.table(ROOM)).room.phase is Phase.PLAYING
    for client in clients:
        await client.check()
