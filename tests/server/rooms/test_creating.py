"""`kozyr_server.rooms.creating`: rooms are opened once, whatever is asked again."""

from typing import Any

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import ActionKey, GameKey
from kozyr_testing.desk import player
from kozyr_testing.room_client import Client, Process, code

ANNA = player(0)


def create(client: Client, **given: Any) -> messages.Create:
    fields = {"game": GameKey("twenty_nine"), "public": False, "seats": 3, **given}
    return messages.Create(id=client.next_id(), key=ActionKey("k" * 16), **fields)


async def test_asked_again_a_room_is_the_same_and_so_is_its_code(
    server: Process, other: Process
) -> None:
    here, there = Client(server, ANNA), Client(other, ANNA)
    first = await here.do(create(here))
    again = await there.do(create(there, public=True, name="Other"))
    assert isinstance(first, messages.Created)
    assert isinstance(again, messages.Created)
    assert (again.room, again.code) == (first.room, first.code)
    assert len(first.code or "") == 16


async def test_two_private_rooms_have_two_codes(server: Process) -> None:
    rooms = [Client(server, player(number)) for number in range(2)]
    codes = {getattr(await client.do(create(client)), "code", None) for client in rooms}
    assert len(codes) == 2
    assert None not in codes


async def test_what_cannot_be_opened_is_not_kept(server: Process) -> None:
    anna = Client(server, ANNA)
    wrong = create(anna, access="password")
    assert code(await anna.do(wrong)) is ErrorCode.BAD_OPTION
    assert code(await anna.do(create(anna, bots=1))) is ErrorCode.NO_BOTS
    assert isinstance(await anna.do(create(anna)), messages.Created)


async def test_the_lobby_shows_what_it_takes_to_come_in(server: Process) -> None:
    anna = Client(server, ANNA)
    await anna.do(create(anna, public=True, access="knock", language="ru", name="Б" * 24))
    (listed,) = await server.store.list_rooms()
    assert (listed.language, listed.access, listed.bots) == ("ru", "knock", 0)
    assert (listed.host, listed.name) == ("Player 0", "Б" * 24)
