"""What admins see (`kozyr_server.moderation.looking`)."""

import pytest

from kozyr_games.registry import GAMES
from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import ActionKey, RoomId
from kozyr_server.moderation.looking import Lookout
from kozyr_server.people.callers import RefusedError
from kozyr_server.store.sanctions import StoredSanction
from kozyr_testing.crowds import Crowd, crowds


def _lookout(crowd: Crowd) -> Lookout:
    return Lookout(crowd.store, GAMES, crowd.people.parts.book, crowd.clock)


async def test_a_private_room_is_shown_by_its_id_alone() -> None:
    async with crowds(1) as (crowd,), crowd.guest("Anna") as anna:
        fields = {"key": ActionKey("k" * 16), "game": "king", "public": False, "name": "Secret"}
        room = (await anna.ask(messages.Create, **fields)).room
        await anna.ask(messages.Follow, room=room)
        await anna.ask(messages.Join, room=room)
        lookout = _lookout(crowd)
        assert await lookout.rooms() == ()
        shown = await lookout.room(room)
        assert (shown.name, shown.public, shown.host) == ("Secret", False, anna.player)
        assert [seat.name for seat in shown.seats if seat.player] == ["Anna"]


async def test_what_is_not_there_is_refused() -> None:
    async with crowds(1) as (crowd,):
        lookout = _lookout(crowd)
        for room in ("none", "00aaaaaaaaaaaa", "../../etc"):
            with pytest.raises(RefusedError) as refused:
                await lookout.room(RoomId(room))
            assert refused.value.code is ErrorCode.NO_SUCH_ROOM
        for person in ("", "nobody", "P" * 17):
            with pytest.raises(RefusedError) as refused:
                await lookout.person(person)
            assert refused.value.code is ErrorCode.NO_SUCH_PLAYER


async def test_sanctions_in_force_are_shown_newest_first() -> None:
    async with crowds(1) as (crowd,):
        book, now_ms = crowd.people.parts.book, crowd.clock()
        book.put("ban:pa", StoredSanction(None, "one", "Rita", 1))
        book.put("range:10.0.0.0/8", StoredSanction(None, "two", "Rita", 3))
        book.put("mute:pb", StoredSanction(now_ms - 1, "over", "Rita", 2))
        shown = _lookout(crowd).sanctions()
        assert [(each.kind, each.whom) for each in shown] == [
            ("range", "10.0.0.0/8"),
            ("ban", "pa"),
        ]
