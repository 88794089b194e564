"""Servers of two ages over one store: a client leaves the one that cannot read its room.

The older server is the same program with a registry that lacks a game, which it cannot tell from
a room of a newer format.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from msgspec import Struct

from kozyr_client import Dial, Parts, Transport, WebSocketTransport, connect
from kozyr_games.registry import GAMES
from kozyr_protocol import messages
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import GameKey
from kozyr_server.rooms.service import Rooms
from kozyr_server.store.client import StoreOptions, open_store
from kozyr_server.store.model import ProcessId
from kozyr_testing.players import PATIENCE
from kozyr_testing.raw_clients import raw_client
from kozyr_testing.serving import over
from kozyr_testing.stores import embedded_valkey
from kozyr_testing.waiting import until

GAME = GameKey("king")


class Ages(Struct):
    """Where the servers are, and what the older one knows."""

    older: str
    newer: str
    known: dict[GameKey, Any]


@asynccontextmanager
async def _serving(url: str, number: int, games: Mapping[GameKey, Any]) -> AsyncIterator[str]:
    name = ProcessId(f"{number:012x}")
    async with (
        open_store(url, name, StoreOptions("everysec")) as store,
        over(store, Rooms(games, store, name)) as http_url,
    ):
        yield http_url.replace("http", "ws") + "/ws"


@asynccontextmanager
async def two_ages() -> AsyncIterator[Ages]:
    known = dict(GAMES)
    async with (
        embedded_valkey() as url,
        _serving(url, 1, known) as older,
        _serving(url, 2, GAMES) as newer,
    ):
        yield Ages(older, newer, known)


def _one_after_the_other(*urls: str) -> Dial:
    """A load balancer: each line goes to the next server, and at the end to the last."""
    waiting = list(urls)

    async def dial(_: str) -> Transport:
        url = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        return await WebSocketTransport.dial(url)

    return dial


async def test_a_room_that_the_server_cannot_read_is_found_on_another() -> None:
    async with two_ages() as ages, connect(ages.newer, name="Host", patience=PATIENCE) as host:
        room = await host.create_room(GAME, seats=3)
        del ages.known[GAME]
        parts = Parts(dial=_one_after_the_other(ages.older, ages.older, ages.newer))
        async with connect(ages.older, name="Guest", patience=PATIENCE, parts=parts) as guest:
            followed = await guest.follow(room.id)
            await followed.join()
            assert guest.counts.lines == 3, "it left the older server twice"
            await until(lambda: "Guest" in [seat.name for seat in room.players])


async def test_a_room_that_a_newer_server_went_on_with_is_not_lost() -> None:
    async with two_ages() as ages, connect(ages.newer, name="Host", patience=PATIENCE) as host:
        room = await host.create_room(GAME, seats=3)
        parts = Parts(dial=_one_after_the_other(ages.older, ages.newer))
        async with connect(ages.older, name="Guest", patience=PATIENCE, parts=parts) as guest:
            followed = await guest.follow(room.id)
            await followed.join()
            del ages.known[GAME]
            await room.join()
            await until(lambda: guest.counts.lines == 2)
            await followed.ready()
            assert guest.rooms[room.id] is followed
            await until(lambda: followed.version == room.version)
            assert [seat.ready for seat in room.players if seat.name == "Guest"] == [True]


async def test_both_ways_to_be_outdated_close_with_4004() -> None:
    async with two_ages() as ages, connect(ages.newer, name="Host", patience=PATIENCE) as host:
        room = await host.create_room(GAME, seats=3)
        async with raw_client(ages.older) as early:
            await early.answer(messages.Follow(1, room.id))
            del ages.known[GAME]
            await room.join()
            while not isinstance(said := await early.hear(), messages.Unfollowed):
                pass
            assert said.reason == "outdated"
            assert await early.close_code() == CloseCode.OUTDATED
        async with raw_client(ages.older) as late:
            refused = await late.answer(messages.Follow(1, room.id))
            assert isinstance(refused, messages.Error)
            assert (refused.code, refused.temporary) == (ErrorCode.SERVER_OUTDATED, True)
            assert await late.close_code() == CloseCode.OUTDATED
