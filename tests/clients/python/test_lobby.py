"""`kozyr_client.lobby` against a scripted server over real sockets."""

import asyncio
from contextlib import aclosing

import pytest

from kozyr_client import (
    Client,
    ClientClosed,
    ConnectionLost,
    LobbyPicture,
    NoMatch,
    Patience,
    Refused,
    connect,
)
from kozyr_client.lobby import moved
from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import GameKey, PlayerId, RoomId
from kozyr_protocol.messages import ChatLine, LobbyChanged, LobbySaid, PersonSummary, RoomSummary
from kozyr_protocol.rooms import Phase
from kozyr_testing.sdk import ROOM, Line, Script, ScriptedServer, refusal

QUICK = Patience(back_first_s=0.01, back_most_s=0.05, give_up_after_s=0.5, retry_first_s=0.01)
WISH = messages.Wish(GameKey("king"))


def client(server: ScriptedServer) -> Client:
    return connect(server.url, name="Ada", patience=QUICK)


def room(number: int, taken: int = 1) -> RoomSummary:
    name = RoomId(f"00{number:012}")
    return RoomSummary(name, GameKey("king"), None, "Table", Phase.WAITING, 4, taken, True)


def line(number: int, text: str = "hi", *, hidden: bool = False) -> ChatLine:
    return ChatLine(number, PlayerId("p1"), "Ada", None, text, number, hidden=hidden)


async def showing(connection: Line, *rooms: RoomSummary) -> messages.WatchLobby:
    """Answer `lobby`."""
    asked = await connection.hear(messages.WatchLobby)
    await connection.say(messages.Lobby(asked.id, rooms, None, len(rooms), 3, (line(1),)))
    return asked


def script(*steps: Script) -> Script:
    async def run(connection: Line) -> None:
        await connection.greet()
        for step in steps:
            await step(connection)
        await connection.until_closed()

    return run


async def test_a_page_is_seen_as_it_changes_and_left_at_the_end() -> None:
    left = asyncio.Event()

    async def serve(connection: Line) -> None:
        asked = await showing(connection, room(1), room(2))
        assert (asked.game, asked.language, asked.free) == ("king", "ru", True)
        await connection.say(LobbyChanged((room(3), room(1, taken=4)), (room(2).room,), None, 2, 4))
        leave = await connection.hear(messages.LeaveLobby)
        await connection.say(messages.Ok(leave.id))
        left.set()

    async with ScriptedServer(script(serve)) as server, client(server) as me:
        watching = me.lobby.watch(game="king", language="ru", free=True)
        async with aclosing(watching) as pictures:
            first = await anext(pictures)
            assert (first.rooms, first.total, first.online) == ((room(1), room(2)), 2, 3)
            second = await anext(pictures)
            assert (second.rooms, second.total, second.online) == (
                *((room(3), room(1, taken=4)), 2, 4),
            )
        async with asyncio.timeout(5):
            await left.wait()


async def test_after_a_cut_the_page_is_asked_for_again() -> None:
    async def first(connection: Line) -> None:
        await showing(connection, room(1))
        connection.cut()

    async def second(connection: Line) -> None:
        await showing(connection, room(2))

    async with (
        ScriptedServer(script(first), script(second)) as server,
        client(server) as me,
        aclosing(me.lobby.watch()) as pictures,
        asyncio.timeout(5),
    ):
        assert (await anext(pictures)).rooms == (room(1),)
        assert (await anext(pictures)).rooms == (room(2),)


async def test_a_filter_that_is_refused_ends_the_watch() -> None:
    async def serve(connection: Line) -> None:
        asked = await connection.hear(messages.WatchLobby)
        await connection.say(refusal(asked.id, ErrorCode.UNKNOWN_GAME))

    async with ScriptedServer(script(serve)) as server, client(server) as me:
        with pytest.raises(Refused) as caught:
            await anext(me.lobby.watch(game="chess"))
        assert caught.value.code is ErrorCode.UNKNOWN_GAME


async def test_the_end_of_the_client_ends_the_watch() -> None:
    async def serve(connection: Line) -> None:
        await showing(connection)

    async with ScriptedServer(script(serve)) as server:
        me = client(server)
        async with me:
            pictures = me.lobby.watch()
            await anext(pictures)
            waiting = asyncio.ensure_future(anext(pictures))
            await asyncio.sleep(0)
        with pytest.raises(ClientClosed):
            await waiting


async def test_a_line_is_said_and_not_sent_twice() -> None:
    async def first(connection: Line) -> None:
        said = await connection.hear(messages.LobbyChat)
        assert (said.text, said.phrase) == ("", "hello")
        await connection.say(messages.Ok(said.id))
        await connection.hear(messages.LobbyChat)
        connection.cut()

    async with ScriptedServer(script(first), script()) as server, client(server) as me:
        await me.lobby.say(phrase="hello")
        with pytest.raises(ConnectionLost):
            await me.lobby.say("once")


async def test_people_come_page_by_page() -> None:
    async def serve(connection: Line) -> None:
        for after, following in ((None, "x"), ("x", None)):
            asked = await connection.hear(messages.ListPeople)
            assert asked.after == after
            person = PersonSummary(PlayerId(f"p{after}"), "Ada")
            await connection.say(messages.People(asked.id, (person,), following, 2))

    async with ScriptedServer(script(serve)) as server, client(server) as me:
        assert [one.player async for one in me.lobby.people()] == ["pNone", "px"]


async def test_a_table_is_found() -> None:
    async def serve(connection: Line) -> None:
        asked = await connection.hear(messages.FindMatch)
        assert (asked.wishes, asked.bots) == ((WISH,), False)
        await connection.say(
            messages.Matching(asked.id, 1),
            messages.Matching(None, 2, True),
            messages.Matched(ROOM, 3),
        )

    heard: list[messages.Matching] = []
    async with ScriptedServer(script(serve)) as server, client(server) as me:
        found = await me.lobby.match(WISH, waiting=heard.append)
    assert (found.room, found.seat) == (ROOM, 3)
    assert [(one.waiting, one.bots_offered) for one in heard] == [(1, False), (2, True)]


async def test_after_a_cut_the_table_is_looked_for_again() -> None:
    async def first(connection: Line) -> None:
        asked = await connection.hear(messages.FindMatch)
        await connection.say(messages.Matching(asked.id, 1))
        connection.cut()

    async def second(connection: Line) -> None:
        asked = await connection.hear(messages.FindMatch)
        await connection.say(messages.Matching(asked.id, 1), messages.Matched(ROOM, 0))

    async with ScriptedServer(script(first), script(second)) as server, client(server) as me:
        async with asyncio.timeout(5):
            assert (await me.lobby.match(WISH)).room == ROOM


async def test_a_server_that_looks_no_longer_ends_the_wait() -> None:
    async def serve(connection: Line) -> None:
        asked = await connection.hear(messages.FindMatch)
        await connection.say(messages.Matching(asked.id, 1), messages.Matching(None, 0))
        stop = await connection.hear(messages.StopMatch)
        await connection.say(messages.Ok(stop.id))

    async with ScriptedServer(script(serve)) as server, client(server) as me:
        with pytest.raises(NoMatch, match="no table"):
            await me.lobby.match(WISH)


async def test_cancelled_he_looks_no_longer() -> None:
    stopped = asyncio.Event()

    async def serve(connection: Line) -> None:
        asked = await connection.hear(messages.FindMatch)
        await connection.say(messages.Matching(asked.id, 1))
        await connection.hear(messages.StopMatch)
        stopped.set()

    heard = asyncio.Event()
    async with ScriptedServer(script(serve)) as server, client(server) as me:
        looking = asyncio.create_task(me.lobby.match(WISH, waiting=lambda _: heard.set()))
        await heard.wait()
        looking.cancel()
        async with asyncio.timeout(5):
            await stopped.wait()


def test_pictures_move_by_what_is_said() -> None:
    picture = LobbyPicture((room(1),), None, 1, 1, (line(1), line(2)))
    assert moved(picture, LobbySaid(line(3))).chat == (line(1), line(2), line(3))
    hidden = line(1, "", hidden=True)
    assert moved(picture, LobbySaid(hidden)).chat == (hidden, line(2))
    assert moved(picture, LobbySaid(line(9, "", hidden=True))) == picture
    for number in range(3, 130):
        picture = moved(picture, LobbySaid(line(number)))
    assert [one.n for one in picture.chat] == list(range(30, 130))
    closed = moved(picture, LobbyChanged(total=5, online=9, read_only=True, slow_s=2.0))
    assert (closed.total, closed.online, closed.read_only, closed.slow_s) == (5, 9, True, 2.0)
