"""People of a load, without a server.

Of `kozyr_load.people`: acting, delay, desk, director, link, pacer, person, place, steps, table,
watcher and wire. What they do with a server is in `test_planted_faults.py` and
`tests/clients/cli/test_load.py`; here a line is held by hand.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from msgspec import Raw
from websockets import Subprotocol as Offer
from websockets.asyncio.server import ServerConnection, serve

from kozyr_load.counts import ACTION, DELIVERY, LOBBY, Counts
from kozyr_load.judge.court import Court
from kozyr_load.judge.records import Played
from kozyr_load.people.acting import Actor, Bucket
from kozyr_load.people.delay import Delay
from kozyr_load.people.desk import Desk
from kozyr_load.people.director import kinds
from kozyr_load.people.pacer import Pacer
from kozyr_load.people.steps import MOST, Acted, Steps
from kozyr_load.people.table import Table
from kozyr_load.people.watcher import Watcher
from kozyr_load.people.wire import CUT, Line, dial
from kozyr_load.scenario import Faults, Lobby, Mix, Scenario
from kozyr_load.target import target
from kozyr_protocol import codec
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import RoomId
from kozyr_protocol.messages import Created, Error, Limits, LobbyChanged, Turn
from kozyr_protocol.messages import Lobby as LobbyShown
from kozyr_testing.lying_proxy import Message
from kozyr_testing.waiting import until

ROOM = RoomId("48ftkfsjvfnapc")
LEGAL = (codec.pack({"type": "play", "card": "7H"}), codec.pack({"type": "play", "card": "AS"}))


def _desk(scenario: Scenario, url: str = "ws://127.0.0.1:1/ws") -> Desk:
    court = Court(Counts(), lambda _: None, lambda: 0.0)
    finished: list[Played] = []
    failed: list[str] = []
    return Desk(scenario, target(url, is_own=False), court, finished.append, failed.append)


class Seat:
    """A seat whose frames go nowhere but into a list."""

    def __init__(self, desk: Desk) -> None:
        self.sent: list[Message] = []
        self.acted: list[Acted] = []
        self.numbers = iter(range(1, 1000))
        self.actor = Actor(desk, ROOM, lambda: next(self.numbers), self._send, self._acted)

    def _send(self, frame: bytes) -> None:
        self.sent.append(msgspec.msgpack.decode(frame))

    def _acted(self, acted: Acted) -> None:
        self.acted.append(acted)


def _turn(prompt: int) -> Turn:
    return Turn(0, prompt, "play", 1000, LEGAL)


def _error(number: int, code: ErrorCode, *, temporary: bool = False, **facts: Any) -> Error:
    return Error(number, code, temporary, "refused", ROOM, facts)


# --- acting


async def test_a_seat_answers_its_prompt_with_a_legal_action_and_a_new_key() -> None:
    desk = _desk(Scenario())
    seat = Seat(desk)
    seat.actor.prompted(_turn(7))
    (act,) = seat.sent
    assert act["type"] == "act"
    assert act["prompt"] == 7
    assert act["action"] in [codec.unpack(each) for each in LEGAL]
    assert seat.actor.answered(act["id"], 8, by_update=True)
    assert desk.counts.numbers["actions"] == 1
    assert desk.counts.histogram(ACTION).count == 1
    assert [(each.version, each.was_told) for each in seat.acted] == [(8, False)]
    seat.actor.prompted(_turn(9))
    assert seat.sent[1]["key"] != act["key"]


async def test_after_a_new_line_the_same_action_is_sent_with_the_same_key() -> None:
    seat = Seat(_desk(Scenario()))
    seat.actor.prompted(_turn(7))
    seat.actor.resumed()
    first, second = seat.sent
    assert {k: v for k, v in first.items() if k != "id"} == {
        k: v for k, v in second.items() if k != "id"
    }
    assert seat.actor.answered(second["id"], 8, by_update=False)
    assert seat.acted == [], "how long he was away says nothing of the server"
    (made,) = seat.actor.game_over()
    assert (made.prompt, made.is_acked) == (7, True)
    assert isinstance(made.action, Raw)


async def test_a_duplicate_is_one_action() -> None:
    desk = _desk(Scenario(faults=Faults(duplicates=1.0)))
    seat = Seat(desk)
    seat.actor.prompted(_turn(7))
    first, second = seat.sent
    assert first["key"] == second["key"]
    assert seat.actor.answered(first["id"], 8, by_update=True)
    assert not seat.actor.answered(second["id"], 8, by_update=False)
    assert desk.counts.numbers["actions"] == 1
    assert len(seat.actor.game_over()) == 1


async def test_a_refusal_for_now_is_tried_again_and_one_for_good_is_not() -> None:
    seat = Seat(_desk(Scenario()))
    seat.actor.prompted(_turn(7))
    seat.actor.refused(_error(1, ErrorCode.BUSY, temporary=True))
    await until(lambda: len(seat.sent) == 2)
    seat.actor.refused(_error(2, ErrorCode.STALE))
    assert seat.actor.pending is None
    assert seat.actor.game_over() == ()


async def test_an_action_that_nobody_answered_is_told_as_unknown() -> None:
    seat = Seat(_desk(Scenario()))
    seat.actor.prompted(_turn(7))
    (made,) = seat.actor.game_over()
    assert not made.is_acked
    assert not seat.actor.answered(1, 8, by_update=True), "it belongs to no game any more"


def test_a_bucket_keeps_within_what_the_server_takes() -> None:
    bucket = Bucket()
    assert bucket.wait_s(0.0) == 0.0
    bucket.set(Limits(0, 0, 0, 0, 0, 0, 0, 10.0, 4), 0.0)
    assert [bucket.wait_s(0.0) for _ in range(2)] == [0.0, 0.0]
    wait_s = bucket.wait_s(0.0)
    assert 0.1 < wait_s < 0.12
    assert bucket.wait_s(wait_s + 1e-9) == 0.0


# --- the open loop


class Ready:
    """A seat that acts whenever it may."""

    def __init__(self) -> None:
        self.dues: list[float] = []
        self.is_open = True

    def act_if_open(self, prompt: int, due_s: float) -> bool:
        if self.is_open:
            self.dues.append(due_s)
        return self.is_open


class Clock:
    """Set by hand."""

    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


async def test_waiting_for_a_server_that_stands_still_counts() -> None:
    clock, dropped = Clock(), list[float]()
    pacer = Pacer(clock, random.Random(3), dropped.append)
    pacer.set_rate(100)
    clock.now_s = 1.0
    pacer.step()
    assert 60 < pacer.due < 140
    seat = Ready()
    due = pacer.due
    clock.now_s = 3.0
    for _ in range(5):
        pacer.on_turn(seat, 1)
    # They were due within the first second, although nobody could act before the third.
    assert seat.dues == sorted(seat.dues)
    assert max(seat.dues) < 0.5
    pacer.set_rate(0)
    assert len(dropped) >= due - 5
    assert all(waited_s > 1.9 for waited_s in dropped[: due - 5])


async def test_a_seat_that_may_not_act_any_more_is_passed_over() -> None:
    clock = Clock()
    pacer = Pacer(clock, random.Random(3), lambda _: None)
    pacer.set_rate(1)
    gone, there = Ready(), Ready()
    gone.is_open = False
    pacer.on_turn(gone, 1)
    pacer.on_turn(there, 1)
    clock.now_s = 30.0
    pacer.step()
    assert gone.dues == []
    assert len(there.dues) == 1
    pacer.set_rate(0)


async def test_without_a_rate_waiting_seats_are_let_go() -> None:
    clock = Clock()
    pacer = Pacer(clock, random.Random(3), lambda _: None)
    pacer.set_rate(0.001)
    seat = Ready()
    pacer.on_turn(seat, 1)
    clock.now_s = 1.0
    pacer.set_rate(0)
    assert not pacer.is_open_loop
    assert len(seat.dues) == 1


# --- delivery, delay and the mix


def _did(version: int, answered_s: float, *, was_told: bool = False) -> Acted:
    """An action that was due at 10.0 and sent at 10.01."""
    return Acted(version, 10.0, 10.01, answered_s, was_told)


def test_delivery_ends_with_the_last_player() -> None:
    steps = Steps()
    assert steps.told(8, 10.020, 4) is None
    assert steps.acted(_did(8, 10.022), 4) is None
    assert steps.told(8, 10.030, 4) is None
    found = steps.told(8, 10.050, 4)
    assert found is not None
    assert abs(found.since_due_s - 0.050) < 1e-9
    assert abs(found.since_sent_s - 0.040) < 1e-9


def test_the_actor_is_a_player_too() -> None:
    steps = Steps()
    assert steps.told(8, 10.020, 2) is None
    found = steps.acted(_did(8, 10.060), 2)
    assert found is not None
    assert abs(found.since_due_s - 0.060) < 1e-9


def test_the_actors_own_update_is_no_delivery() -> None:
    steps = Steps()
    assert steps.told(8, 10.020, 2) is None
    assert steps.acted(_did(8, 10.021, was_told=True), 2) is None
    found = steps.told(8, 10.040, 2)
    assert found is not None
    assert abs(found.since_due_s - 0.040) < 1e-9


def test_versions_that_somebody_never_hears_of_are_given_up() -> None:
    steps = Steps()
    for version in range(MOST + 5):
        steps.acted(_did(version, 0.0), 3)
    assert steps.given_up == 5


async def test_a_slow_line_keeps_the_order() -> None:
    delay, out = Delay(random.Random(5), 2.0, 8.0), list[int]()
    start_s = time.monotonic()
    for number in range(200):
        delay.put(lambda number=number: out.append(number))  # type: ignore[misc]  # bound now
    await until(lambda: len(out) == 200)
    assert out == sorted(out)
    assert time.monotonic() - start_s >= 0.002


def test_kinds_follow_the_weights_from_the_first_room_on() -> None:
    mix = (Mix("king", weight=3.0), Mix("gin_rummy"), Mix("knaves", weight=2.0))
    games = [each.game for each in kinds(mix, 60)]
    assert {game: games.count(game) for game in set(games)} == {
        "king": 30,
        "gin_rummy": 10,
        "knaves": 20,
    }
    assert {game: games[:6].count(game) for game in set(games)} == {
        "king": 3,
        "gin_rummy": 1,
        "knaves": 2,
    }


# --- lines, against a WebSocket server of ten lines


@asynccontextmanager
async def _server(handle: Callable[[ServerConnection], Any]) -> AsyncIterator[str]:
    async with serve(
        handle, "127.0.0.1", 0, subprotocols=[Offer("kozyr.msgpack")], compression=None
    ) as server:
        yield f"ws://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}/ws"


class Ear:
    """Hears a line."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.code: int | None = None
        self.is_open = asyncio.Event()
        self.is_over = asyncio.Event()

    def opened(self, line: Line) -> None:
        self.is_open.set()

    def heard(self, line: Line, frame: bytes) -> None:
        self.frames.append(frame)

    def ended(self, line: Line, code: int) -> None:
        self.code = code
        self.is_over.set()


async def test_frames_go_both_ways_whole_and_in_parts() -> None:
    async def echo(socket: ServerConnection) -> None:
        async for frame in socket:
            await socket.send(frame)
            await socket.send([b"in ", b"three ", b"parts"])
            await socket.close(4001)

    ear = Ear()
    async with _server(echo) as url, asyncio.timeout(10):
        line = await dial(target(url, is_own=False).uri, ear)
        assert line is not None
        await ear.is_open.wait()
        line.send(b"x" * 100_000)
        await ear.is_over.wait()
    assert ear.frames == [b"x" * 100_000, b"in three parts"]
    assert ear.code == 4001


async def test_a_line_that_is_paused_hears_later_and_one_that_is_cut_has_no_code() -> None:
    async def talk(socket: ServerConnection) -> None:
        async for _ in socket:
            await socket.send(b"yes")

    ear = Ear()
    async with _server(talk) as url, asyncio.timeout(10):
        line = await dial(target(url, is_own=False).uri, ear)
        assert line is not None
        await ear.is_open.wait()
        line.pause()
        line.send(b"?")
        await asyncio.sleep(0.05)
        assert ear.frames == []
        line.resume()
        await until(lambda: ear.frames == [b"yes"])
        line.abort()
        await ear.is_over.wait()
        line.send(b"lost")
    assert ear.code == CUT


async def test_nobody_there_is_no_line() -> None:
    ear = Ear()
    assert await dial(target("ws://127.0.0.1:1/ws", is_own=False).uri, ear) is None
    assert ear.code is None


async def test_a_watcher_measures_the_lobby_and_comes_back_after_a_cut() -> None:
    tokens = set()

    async def lobby(socket: ServerConnection) -> None:
        async for frame in socket:
            assert isinstance(frame, bytes)
            message = msgspec.msgpack.decode(frame)
            if message["type"] == "hello":
                tokens.add(message["token"])
            else:
                assert message["type"] == "lobby"
                await socket.send(codec.encode(LobbyShown(message["id"], (), None, 0, 1)))
                await socket.send(codec.encode(LobbyChanged(online=2)))

    async with _server(lobby) as url:
        desk = _desk(Scenario(lobby=Lobby(1, 0.05)), url)
        watcher = Watcher(desk, "watcher")
        watcher.link.open()
        await until(lambda: desk.counts.histogram(LOBBY).count >= 2)
        watcher.link.cut()
        await until(lambda: desk.counts.histogram(LOBBY).count >= 4)
        watcher.close()
        await desk.close()
    assert len(tokens) == 1, "he is the same person"
    assert desk.counts.numbers["lobbies"] >= 4
    assert desk.counts.numbers["lobby_changes"] >= 3
    assert desk.counts.numbers["cuts"] == 1


async def test_a_room_that_cannot_be_opened_ends_the_run_with_the_servers_sentence() -> None:
    async def refuse(socket: ServerConnection) -> None:
        async for frame in socket:
            assert isinstance(frame, bytes)
            message = msgspec.msgpack.decode(frame)
            if message["type"] == "create":
                error = _error(message["id"], ErrorCode.BAD_OPTION)
                await socket.send(codec.encode(error))

    failed: list[str] = []
    async with _server(refuse) as url:
        court = Court(Counts(), lambda _: None, lambda: 0.0)
        desk = Desk(Scenario(), target(url, is_own=False), court, lambda _: None, failed.append)
        table = Table(desk, 0, Mix("knaves", seats=3), is_judged=False)
        table.open()
        await until(lambda: bool(failed))
        table.close()
        await desk.close()
    assert failed == ["no room of knaves can be opened: refused"]
    assert desk.counts.numbers["errors.bad_option"] >= 1
    assert desk.counts.histogram(DELIVERY).count == 0


async def test_a_server_that_does_not_upgrade_is_no_open_line() -> None:
    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n")
        writer.close()

    ear = Ear()
    server = await asyncio.start_server(refuse, "127.0.0.1", 0)
    async with server, asyncio.timeout(10):
        port = server.sockets[0].getsockname()[1]
        line = await dial(target(f"ws://127.0.0.1:{port}/ws", is_own=False).uri, ear)
        assert line is not None
        await ear.is_over.wait()
    assert not ear.is_open.is_set()
    assert ear.code == CUT


async def test_a_line_whose_transport_is_gone_without_a_word_is_ended_once() -> None:
    async def listen(socket: ServerConnection) -> None:
        async for _ in socket:
            pass

    ear = Ear()
    async with _server(listen) as url, asyncio.timeout(10):
        line = await dial(target(url, is_own=False).uri, ear)
        assert line is not None
        await ear.is_open.wait()
        transport = line._transport
        assert transport is not None
        assert line.forsaken()
        assert ear.code == CUT
        assert not line.forsaken()
        line.send(b"lost")
        transport.abort()


async def test_frames_are_found_wherever_reads_end() -> None:
    ear = Ear()
    line = Line(target("ws://127.0.0.1:1/ws", is_own=False).uri, ear)
    line._key = None
    sent = [b"a" * size for size in (0, 1, 125, 126, 300, 65_535, 65_536, 70_000)]
    stream = b"".join(_framed(each) for each in sent)
    for start in range(0, len(stream), 997):
        line.data_received(stream[start : start + 997])
    assert ear.frames == sent


def _framed(frame: bytes) -> bytes:
    if len(frame) < 126:
        return bytes((0x82, len(frame))) + frame
    if len(frame) < 1 << 16:
        return b"\x82\x7e" + len(frame).to_bytes(2, "big") + frame
    return b"\x82\x7f" + len(frame).to_bytes(8, "big") + frame


async def test_what_is_refused_for_now_is_asked_again() -> None:
    asked: list[Message] = []

    async def busy(socket: ServerConnection) -> None:
        async for frame in socket:
            assert isinstance(frame, bytes)
            message = msgspec.msgpack.decode(frame)
            if message["type"] == "create":
                made = Created(message["id"], ROOM, None)
                await socket.send(codec.encode(made))
            elif message["type"] == "follow":
                asked.append(message)
                error = _error(message["id"], ErrorCode.STORE_UNAVAILABLE, temporary=True)
                await socket.send(codec.encode(error))

    async with _server(busy) as url:
        desk = _desk(Scenario(), url)
        table = Table(desk, 0, Mix("knaves", seats=1), is_judged=False)
        table.open()
        await until(lambda: len(asked) >= 3)
        table.close()
        await desk.close()
    assert len({each["id"] for each in asked}) == len(asked)
