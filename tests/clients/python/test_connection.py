"""The client of `kozyr_client.connection` against a scripted server over real sockets."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack, closing
from pathlib import Path
from socket import create_server
from typing import Any

import pytest
import uvloop

from kozyr_client import (
    Changed,
    Client,
    ClientClosed,
    ConnectionClosedForGood,
    ConnectionLost,
    LineTaken,
    Parts,
    Patience,
    Refused,
    RoomGone,
    Said,
    Stale,
    VersionRefused,
    connect,
)
from kozyr_protocol import messages, rooms
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import GameKey
from kozyr_protocol.record import Ended
from kozyr_protocol.rooms import Phase
from kozyr_testing.sdk import (
    KEY,
    ME,
    ROOM,
    SECRET,
    Line,
    Script,
    ScriptedServer,
    followed,
    refusal,
    snapshot,
    update,
    view,
)
from kozyr_testing.waiting import until

QUICK = Patience(back_first_s=0.01, back_most_s=0.05, give_up_after_s=0.5, retry_first_s=0.01)


def client(server: ScriptedServer, program: str | None = None) -> Client:
    return connect(server.url, name="Ada", program=program, patience=QUICK)


async def test_a_whole_game() -> None:
    async def script(line: Line) -> None:
        hello = await line.greet()
        assert (hello.name, hello.client) == ("Ada", "test/1")
        create = await line.hear(messages.Create)
        assert (create.game, create.seats, create.options) == ("twenty_nine", 2, {"rounds": 1})
        await line.say(messages.Created(create.id, ROOM))
        follow = await line.hear(messages.Follow)
        await line.say(followed(follow.id, 1), snapshot(1, view(Phase.WAITING, you=None)))
        join = await line.hear(messages.Join)
        await line.say(update(2, rooms.Joined(0, ME, "Ada", True), answer=join.id))
        await line.say(snapshot(2, view(Phase.WAITING), reason="role_changed"))
        ready = await line.hear(messages.SetReady)
        await line.say(update(3, rooms.ReadyChanged(0, True), answer=ready.id))
        await line.say(snapshot(4, prompt=4))
        for version in (5, 7, 9):
            act = await line.hear(messages.Act)
            assert act.prompt == version - 1
            await line.say(update(version, answer=act.id))
            if version < 9:
                await line.say(update(version + 1, prompt=version + 1))
        await line.say(update(10, rooms.GameEnded(Ended.COMPLETE, (1, 2), (1,), None, "r")))
        await line.until_closed()

    async with ScriptedServer(script) as server, client(server, program="test/1") as me:
        room = await me.create_room("twenty_nine", options={"rounds": 1}, seats=2)
        assert me.rooms == {ROOM: room}
        assert await room.join() == 0
        await room.ready()
        versions = [await room.act(0) async for _turn in room.turns()]
        assert versions == [5, 7, 9]
        assert room.view.phase is Phase.FINISHED
        assert (me.player, me.name, me.token) == (ME, "Ada", SECRET)
        assert me.welcome.token is None


@pytest.mark.parametrize("run", [asyncio.run, uvloop.run], ids=["asyncio", "uvloop"])
def test_a_cut_in_the_middle_of_an_action(run: Callable[[Coroutine[Any, Any, None]], None]) -> None:
    run(_a_cut_in_the_middle_of_an_action())


async def _a_cut_in_the_middle_of_an_action() -> None:
    acts: list[messages.Act] = []

    async def first(line: Line) -> None:
        await line.greet()
        await line.picture()
        acts.append(await line.hear(messages.Act))
        line.cut()

    async def second(line: Line) -> None:
        hello = await line.greet()
        assert hello.token == SECRET
        follow = await line.hear(messages.Follow)
        assert follow.version == 5
        await line.say(followed(follow.id, 6, reason=None), update(6))
        acts.append(await line.hear(messages.Act))
        await line.say(messages.Ok(acts[-1].id, ROOM, 6))
        await line.until_closed()

    async with ScriptedServer(first, second) as server, client(server) as me:
        room = await me.follow(ROOM)
        assert await room.act(1) == 6
        assert room.version == 6
        assert me.counts.lines == 2
    assert acts[0] == acts[1]


async def test_cuts_at_every_point_of_an_action_play_it_once() -> None:
    played: dict[str, int] = {}

    async def script(line: Line) -> None:
        await line.greet()
        follow = await line.hear(messages.Follow)
        if follow.version is None:
            await line.say(followed(follow.id, 5), snapshot(5, prompt=5))
        else:
            await line.say(followed(follow.id, follow.version, reason=None))
        act = await line.hear(messages.Act)
        if server.connections == 1:
            line.cut()
            return
        version = played.setdefault(act.key, 6)
        if server.connections == 2:
            line.cut()
            return
        await line.say(messages.Ok(act.id, ROOM, version))
        await line.until_closed()

    async with ScriptedServer(script) as server, client(server) as me:
        room = await me.follow(ROOM)
        assert await room.act(0) == 6
        assert server.connections == 3
    assert len(played) == 1


async def test_the_delay_of_a_notice_is_kept() -> None:
    async def first(line: Line) -> None:
        await line.greet()
        await line.say(messages.Notice("draining", "Soon back.", 300))
        await line.close(4000, "restart")

    async def second(line: Line) -> None:
        await line.greet()
        listing = await line.hear(messages.ListRooms)
        await line.say(messages.Rooms(listing.id, (), None))
        await line.until_closed()

    async with ScriptedServer(first, second) as server:
        async with client(server) as me:
            assert [each async for each in me.list_rooms()] == []
        one, two = server.connected_at
        assert two - one >= 0.3


async def test_gives_up_when_nobody_comes_back() -> None:
    async def script(line: Line) -> None:
        await line.greet()
        await line.picture()
        await line.hear(messages.Act)
        await line.until_closed()

    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(ScriptedServer(script))
        async with client(server) as me:
            room = await me.follow(ROOM)
            act = asyncio.create_task(room.act(0))
            await until(lambda: me.counts.sent == 2)
            await stack.aclose()
            with pytest.raises(ConnectionLost) as caught:
                await act
            assert caught.value.away_s >= 0.5
            with pytest.raises(ConnectionLost):
                await me.follow(ROOM)
            with pytest.raises(ConnectionLost):
                await anext(room.turns())


async def test_nobody_there_from_the_beginning() -> None:
    with closing(create_server(("127.0.0.1", 0))) as taken:
        url = f"ws://127.0.0.1:{taken.getsockname()[1]}/ws"
    with pytest.raises(ConnectionLost):
        async with connect(url, patience=QUICK):
            raise AssertionError


@pytest.mark.parametrize("code", [1000, 1002, 1003, 1007, 1009, 4502])
async def test_a_final_close_stops(code: int) -> None:
    async def script(line: Line) -> None:
        await line.greet()
        await line.picture()
        await line.hear(messages.Act)
        await line.close(code, "enough")

    async with ScriptedServer(script) as server:
        async with client(server) as me:
            room = await me.follow(ROOM)
            with pytest.raises(ConnectionClosedForGood, match="enough") as caught:
                await room.act(0)
            assert caught.value.code == code
            with pytest.raises(ConnectionClosedForGood):
                await room.ready()
        assert server.connections == 1


async def test_no_common_version() -> None:
    async def script(line: Line) -> None:
        await line.hear(messages.Hello)
        await line.say(refusal(None, ErrorCode.UNSUPPORTED_VERSION, min=2, max=3))
        await line.close(4500)

    async with ScriptedServer(script) as server:
        with pytest.raises(VersionRefused) as caught:
            await client(server).__aenter__()
        assert caught.value.facts == {"min": 2, "max": 3}
        assert server.connections == 1


def answering(number: int, reply: ErrorCode, **facts: object) -> Script:
    """Refuse an action a number of times with the same code, then accept it."""

    async def script(line: Line) -> None:
        await line.greet()
        await line.picture()
        first = await line.hear(messages.Act)
        for _ in range(number):
            await line.say(refusal(first.id, reply, **facts))
            assert await line.hear(messages.Act) == first
        await line.say(update(6, answer=first.id))
        await line.until_closed()

    return script


@pytest.mark.parametrize("code", [ErrorCode.BUSY, ErrorCode.OUTCOME_UNKNOWN])
async def test_what_passes_is_tried_again(code: ErrorCode) -> None:
    async with ScriptedServer(answering(4, code)) as server, client(server) as me:
        room = await me.follow(ROOM)
        assert await room.act(0) == 6
        assert (me.counts.postponed, me.counts.repeated) == (4, 4)


async def test_stale_and_the_next_prompt() -> None:
    async def script(line: Line) -> None:
        await line.greet()
        await line.picture()
        act = await line.hear(messages.Act)
        await line.say(update(6), update(7, prompt=7))
        await line.say(refusal(act.id, ErrorCode.STALE, prompt=7))
        act = await line.hear(messages.Act)
        assert act.prompt == 7
        await line.say(update(8, answer=act.id))
        await line.until_closed()

    async with ScriptedServer(script) as server, client(server) as me:
        room = await me.follow(ROOM)
        with pytest.raises(Stale) as caught:
            await room.act(0)
        assert caught.value.facts == {"prompt": 7}
        assert await room.act(0) == 8


async def test_the_line_is_taken_by_another_connection() -> None:
    async def script(line: Line) -> None:
        await line.greet()
        await line.picture(prompt=None)
        await line.say(messages.Unfollowed(ROOM, "line_taken"))
        await line.until_closed()

    async with ScriptedServer(script) as server, client(server) as me:
        room = await me.follow(ROOM)
        with pytest.raises(LineTaken):
            async for _turn in room.turns():
                raise AssertionError
        assert me.rooms == {}


async def test_a_room_that_is_not_there() -> None:
    async def script(line: Line) -> None:
        await line.greet()
        follow = await line.hear(messages.Follow)
        await line.say(refusal(follow.id, ErrorCode.NO_SUCH_ROOM))
        await line.until_closed()

    async with ScriptedServer(script) as server, client(server) as me:
        with pytest.raises(RoomGone):
            await me.follow(ROOM)
        assert me.rooms == {}


async def test_pages_of_the_lobby() -> None:
    def summary(number: int) -> messages.RoomSummary:
        game = GameKey("twenty_nine")
        return messages.RoomSummary(ROOM, game, None, f"{number}", Phase.WAITING, 2, 1, True)

    async def script(line: Line) -> None:
        await line.greet()
        for after, number in [(None, 1), ("a", 2), ("b", 3)]:
            listing = await line.hear(messages.ListRooms)
            assert (listing.after, listing.game) == (after, "twenty_nine")
            following = {1: "a", 2: "b", 3: None}[number]
            await line.say(messages.Rooms(listing.id, (summary(number),), following))
        await line.until_closed()

    async with ScriptedServer(script) as server, client(server) as me:
        names = [each.name async for each in me.list_rooms("twenty_nine")]
        assert names == ["1", "2", "3"]


async def test_news_arrive_and_unfollow_ends_them() -> None:
    async def script(line: Line) -> None:
        await line.greet()
        await line.picture()
        chat = await line.hear(messages.Chat)
        said = messages.ChatLine(1, ME, "Ada", 0, chat.text, 0)
        await line.say(messages.Ok(chat.id, ROOM), messages.ChatSaid(ROOM, said), update(6))
        unfollow = await line.hear(messages.Unfollow)
        await line.say(messages.Ok(unfollow.id, ROOM))
        await line.until_closed()

    async with ScriptedServer(script) as server, client(server) as me:
        room = await me.follow(ROOM)
        await room.say("Hello")
        news = []
        async for each in room:
            news.append(each)
            if isinstance(each, Changed):
                await room.unfollow()
        assert [type(each).__name__ for each in news] == ["Fresh", "Said", "Changed"]
        assert isinstance(news[1], Said)
        assert [each.text for each in room.chat] == ["Hello"]


async def test_a_cancelled_action_is_not_sent_again() -> None:
    seen = asyncio.Event()

    async def first(line: Line) -> None:
        await line.greet()
        await line.picture()
        await line.hear(messages.Act)
        seen.set()
        await line.hear(messages.SetReady)
        line.cut()

    async def second(line: Line) -> None:
        await line.greet()
        follow = await line.hear(messages.Follow)
        await line.say(followed(follow.id, 5, reason=None))
        ready = await line.hear(messages.SetReady)
        await line.say(messages.Ok(ready.id))
        await line.until_closed()

    async with ScriptedServer(first, second) as server, client(server) as me:
        room = await me.follow(ROOM)
        act = asyncio.create_task(room.act(0))
        await seen.wait()
        act.cancel()
        await asyncio.wait([act])
        await room.ready()


async def test_leaving_tells_whoever_waits() -> None:
    async def script(line: Line) -> None:
        await line.greet()
        await line.picture()
        await line.until_closed()

    async with ScriptedServer(script) as server:
        async with client(server) as me:
            room = await me.follow(ROOM)
            act = asyncio.create_task(room.act(0))
            await asyncio.sleep(0)
        with pytest.raises(ClientClosed):
            await act
        with pytest.raises(ClientClosed):
            await me.follow(ROOM)
        with pytest.raises(ClientClosed):
            await room.ready()


async def test_what_the_program_raises_comes_out_as_it_is() -> None:
    async with ScriptedServer(_greet_and_wait) as server:
        with pytest.raises(ZeroDivisionError):
            async with client(server):
                raise ZeroDivisionError


async def _greet_and_wait(line: Line) -> None:
    await line.greet()
    await line.until_closed()


async def test_the_token_file(tmp_path: Path) -> None:
    file = tmp_path / "token"
    hellos: list[str | None] = []

    async def script(line: Line) -> None:
        hellos.append((await line.greet()).token)
        await line.until_closed()

    async with ScriptedServer(script) as server:
        for _ in range(2):
            async with connect(server.url, token_file=file):
                pass
    assert hellos == [None, SECRET]
    assert file.read_text() == SECRET + "\n"
    with pytest.raises(ValueError, match="either"):
        connect("ws://127.0.0.1/ws", token="x", token_file=file)


async def test_no_token_in_logs_or_texts(caplog: pytest.LogCaptureFixture) -> None:
    async def first(line: Line) -> None:
        await line.greet()
        line.cut()

    async with ScriptedServer(first, _greet_and_wait) as server:
        with caplog.at_level(logging.DEBUG, logger="kozyr"):
            async with client(server) as me:
                await until(lambda: me.counts.lines == 2)
                shown = repr(me) + repr(vars(me))
    assert "greeted" in caplog.text
    assert SECRET not in caplog.text + shown


async def test_fair_needs_events_and_keys_come_from_the_parts() -> None:
    async def script(line: Line) -> None:
        await line.greet()
        create = await line.hear(messages.Create)
        assert create.key == KEY
        await line.say(refusal(create.id, ErrorCode.UNKNOWN_GAME, games=["twenty_nine"]))
        await line.until_closed()

    parts = Parts(new_key=lambda: KEY)
    async with ScriptedServer(script) as server, connect(server.url, parts=parts) as me:
        with pytest.raises(Refused) as caught:
            await me.create_room("whist")
        assert caught.value.facts == {"games": ["twenty_nine"]}
        with pytest.raises(ValueError, match="events"):
            await me.follow(ROOM, "views", fair=True)


async def test_what_is_known_before_the_first_greeting() -> None:
    me = connect("ws://127.0.0.1:1/ws")
    assert (me.player, me.name, me.token) == (None, None, None)
    with pytest.raises(ClientClosed):
        _ = me.welcome
    with pytest.raises(ClientClosed):
        await me.follow(ROOM)
