"""Two versions of the protocol at once, each connection in its own, over real sockets.

Version 2 is one of this test: its `ready` may say with what mood.
"""

from typing import Any

import msgspec
import pytest

from kozyr_protocol import codec, messages
from kozyr_protocol.codec import Subprotocol
from kozyr_protocol.errors import ErrorCode
from kozyr_testing.serving import ROOM, Client, served


def _decode_2(frame: bytes | str, subprotocol: Subprotocol) -> messages.ClientMessage:
    fields = msgspec.msgpack.decode(frame) if isinstance(frame, bytes) else {}
    if fields.get("type") == "ready" and fields.pop("mood", "") in {"good", "bad"}:
        return codec.decode_client(codec.pack(fields), subprotocol)
    return codec.decode_client(frame, subprotocol)


TWO = {1: codec.decode_client, 2: _decode_2}


async def _ready(client: Client, **fields: Any) -> Any:
    said = {"type": "ready", "id": 5, "room": ROOM, **fields}
    await client.send(msgspec.msgpack.encode(said))
    return await client.hear()


@pytest.mark.parametrize(
    ("known", "spoken", "takes_moods"),
    [((1, 1), 1, False), ((1, 2), 2, True), ((2, 2), 2, True), ((2, 7), 2, True)],
)
async def test_a_client_is_served_in_the_newest_version_that_it_knows(
    known: tuple[int, int], spoken: int, takes_moods: bool
) -> None:
    async with served(versions=TWO) as server, server.client(None) as client:
        welcome = await client.ask(messages.Hello(*known))
        assert welcome.version == spoken
        answer = await _ready(client, mood="good")
        assert isinstance(answer, messages.Ok) == takes_moods
        if not takes_moods:
            assert answer.code is ErrorCode.MALFORMED


async def test_clients_of_two_versions_are_in_one_room() -> None:
    async with (
        served(versions=TWO) as server,
        server.client(messages.Hello(1, 1)) as old,
        server.client(messages.Hello(2, 2)) as new,
    ):
        for client in (old, new):
            followed = await client.ask(messages.Follow(1, ROOM))
            assert isinstance(followed, messages.Followed)
        assert await _ready(new, mood="bad") == await _ready(old) == messages.Ok(5, ROOM, 7)
        assert server.rooms.commands == [messages.SetReady(5, ROOM)] * 2
        notice = messages.Notice("hello", "To all of you.")
        server.rooms.shout(notice)
        assert await old.hear() == await new.hear() == notice


@pytest.mark.parametrize("known", [(0, 1), (4, 9)])
async def test_a_client_that_is_too_old_or_too_new_is_told_the_range(
    known: tuple[int, int],
) -> None:
    later = {2: codec.decode_client, 3: _decode_2}
    async with served(versions=later) as server, server.client(None) as client:
        refused = await client.ask(messages.Hello(*known))
        assert (refused.code, refused.temporary) == (ErrorCode.UNSUPPORTED_VERSION, False)
        assert refused.facts == {"min_version": 2, "max_version": 3}
        assert await client.close_code() == 4500
