"""One line after the other: `kozyr_client.runner` over lines in memory."""

import asyncio
from random import Random

import pytest

from kozyr_client.errors import (
    ClientClosed,
    ConnectionClosedForGood,
    ConnectionLost,
    DialFailed,
    KozyrError,
    Refused,
    TransportClosed,
    VersionRefused,
)
from kozyr_client.events import Done, Tidings
from kozyr_client.following import RoomNews
from kozyr_client.patience import Patience
from kozyr_client.runner import Parts, Runner
from kozyr_client.transport import MemoryTransport, Transport
from kozyr_protocol import messages
from kozyr_protocol.codec import decode_client, encode
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import RoomId
from kozyr_testing.sdk import KEY, ME, ROOM, refusal, view, welcome
from kozyr_testing.waiting import until

CREATE = messages.Create(0, KEY, view().game)
QUICK = Patience(back_first_s=0.001, back_most_s=0.002, give_up_after_s=0.2)


class Scene:
    """A runner whose server is played by the test."""

    def __init__(self, patience: Patience = QUICK, *, refuse: DialFailed | None = None) -> None:
        self.refuse = refuse
        self.dials = 0
        self.lines: asyncio.Queue[MemoryTransport] = asyncio.Queue()
        self.endings: list[KozyrError] = []
        parts = Parts(dial=self.dial, rng=Random(1))
        self.runner = Runner("ws://test", messages.Hello(1, 1), patience, parts, self)

    async def dial(self, _url: str) -> Transport:
        self.dials += 1
        if self.refuse is not None:
            raise self.refuse
        mine, other = MemoryTransport.pair()
        self.lines.put_nowait(other)
        return mine

    def heard(self, room: RoomId, news: RoomNews) -> None:
        raise AssertionError((room, news))

    def ended(self, room: RoomId, error: KozyrError | None) -> None:
        raise AssertionError((room, error))

    def told(self, tidings: Tidings) -> None:
        assert isinstance(tidings, messages.Welcome)
        assert tidings.token is None

    def all_ended(self, error: KozyrError) -> None:
        self.endings.append(error)

    async def line(self, greeting: messages.ServerMessage | None = None) -> MemoryTransport:
        """The next line that the runner opens, greeted."""
        line = await self.lines.get()
        assert isinstance(decode_client(await line.recv()), messages.Hello)
        await line.send(encode(greeting or welcome()))
        return line

    async def begin(self) -> MemoryTransport:
        line, _ = await asyncio.gather(self.line(), self.runner.start())
        return line

    def ask(self, command: messages.Create = CREATE) -> "asyncio.Task[object]":
        number = self.runner.session.command(command, self.runner.now())
        return asyncio.create_task(self.runner.answer(number))


async def test_a_command_and_its_answer() -> None:
    scene = Scene()
    line = await scene.begin()
    task = scene.ask()
    command = decode_client(await line.recv())
    assert isinstance(command, messages.Create)
    await line.send(encode(messages.Ok(command.id)))
    assert await task == Done(None)
    await scene.runner.stop()
    with pytest.raises(TransportClosed) as caught:
        await line.recv()
    assert caught.value.code == 1000


async def test_several_may_wait_for_one_answer() -> None:
    scene = Scene()
    line = await scene.begin()
    number = scene.runner.session.command(CREATE, scene.runner.now())
    tasks = [asyncio.create_task(scene.runner.answer(number)) for _ in range(2)]
    await line.recv()
    tasks[0].cancel()
    await asyncio.wait(tasks[:1])
    await line.send(encode(messages.Ok(number)))
    assert await tasks[1] == Done(None)
    await scene.runner.stop()


async def test_a_retry_wakes_a_client_that_sleeps() -> None:
    scene = Scene(Patience(retry_first_s=0.01))
    line = await scene.begin()
    task = scene.ask()
    first = await line.recv()
    command = decode_client(first)
    assert isinstance(command, messages.Create)
    await line.send(encode(refusal(command.id, ErrorCode.BUSY)))
    assert await line.recv() == first
    task.cancel()
    await scene.runner.stop()


async def test_a_cut_line_is_followed_by_another() -> None:
    scene = Scene()
    line = await scene.begin()
    task = scene.ask()
    first = await line.recv()
    line.cut()
    line = await scene.line()
    assert await line.recv() == first
    await scene.runner.stop()
    with pytest.raises(ClientClosed):
        await task


async def test_a_line_that_fell_silent_is_left() -> None:
    scene = Scene()
    quick = messages.Limits(8192, 262_144, 32, 24, 400, 0.01, 0.05, 20.0, 60)
    greeting = messages.Welcome(1, ME, "Ada", None, quick, "k", "always")
    line, _ = await asyncio.gather(scene.line(greeting), scene.runner.start())
    assert isinstance(decode_client(await line.recv()), messages.Ping)
    await scene.line()
    with pytest.raises(TransportClosed):
        while True:
            await line.recv()
    await scene.runner.stop()


async def test_gives_up_in_time() -> None:
    scene = Scene(refuse=DialFailed("nobody"))
    with pytest.raises(ConnectionLost) as caught:
        await scene.runner.start()
    assert caught.value.away_s >= 0.2
    assert scene.dials > 10
    assert scene.endings == [caught.value]
    with pytest.raises(ConnectionLost):
        scene.runner.need_life()
    await scene.runner.stop()


async def test_what_waits_is_told_when_the_client_gives_up() -> None:
    scene = Scene()
    line = await scene.begin()
    task = scene.ask()
    await line.recv()
    scene.refuse = DialFailed("nobody")
    line.cut()
    with pytest.raises(ConnectionLost, match="nobody"):
        await task
    await scene.runner.stop()


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (1000, ConnectionClosedForGood),
        (1007, ConnectionClosedForGood),
        (1009, ConnectionClosedForGood),
        (4502, ConnectionClosedForGood),
        (4500, VersionRefused),
    ],
)
async def test_final_codes_are_final(code: int, kind: type[KozyrError]) -> None:
    scene = Scene()
    line = await scene.begin()
    await line.close(code, "no")
    await until(lambda: bool(scene.endings))
    assert type(scene.endings[0]) is kind
    assert scene.dials == 1
    await scene.runner.stop()


async def test_a_refused_hello_is_final() -> None:
    scene = Scene()
    answer = scene.line(refusal(None, ErrorCode.BAD_TOKEN))
    line, outcome = await asyncio.gather(answer, scene.runner.start(), return_exceptions=True)
    assert isinstance(outcome, Refused)
    assert isinstance(line, MemoryTransport)
    assert scene.dials == 1
    await scene.runner.stop()


async def test_what_is_no_server_is_final() -> None:
    scene = Scene(refuse=DialFailed("HTTP status 404", final=True))
    with pytest.raises(DialFailed, match="404"):
        await scene.runner.start()
    assert scene.dials == 1
    await scene.runner.stop()


async def test_a_dial_that_hangs_is_given_up() -> None:
    scene = Scene(Patience(dial_s=0.01, give_up_after_s=0.0))

    async def hang(_url: str) -> Transport:
        await asyncio.Event().wait()
        raise AssertionError

    parts = Parts(dial=hang)
    patience = Patience(dial_s=0.01, give_up_after_s=0.001)
    runner = Runner("ws://test", messages.Hello(1, 1), patience, parts, scene)
    with pytest.raises(ConnectionLost, match="in time"):
        await runner.start()
    await runner.stop()


async def test_commands_are_given_up_while_there_is_no_line() -> None:
    scene = Scene(Patience(command_s=0.05, back_first_s=0.001, give_up_after_s=30.0))
    line = await scene.begin()
    task = scene.ask()
    scene.refuse = DialFailed("nobody")
    line.cut()
    with pytest.raises(KozyrError, match="no answer to create"):
        await task
    await scene.runner.stop()


async def test_a_fault_of_the_client_ends_it_and_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    scene = Scene()
    line = await scene.begin()
    # Nobody follows a room here, so the audience of this scene fails when it hears of one.
    scene.runner.session.follow(ROOM, "events", scene.runner.now())
    line.cut(1001)
    again = await scene.line()
    follow = decode_client(await again.recv())
    assert isinstance(follow, messages.Follow)
    await again.send(encode(refusal(follow.id, ErrorCode.NO_SUCH_ROOM)))
    await until(lambda: bool(scene.endings))
    assert isinstance(scene.endings[0], ClientClosed)
    assert isinstance(scene.endings[0].__cause__, ExceptionGroup)
    assert scene.endings[0].__cause__.subgroup(AssertionError) is not None
    assert "the client failed" in caplog.text
    await scene.runner.stop()


async def test_nothing_can_be_asked_before_the_start() -> None:
    with pytest.raises(ClientClosed):
        Scene().runner.need_life()
