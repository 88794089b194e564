"""For tests of the Python SDK: messages of a server, a session at a desk, a scripted server."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec
from msgspec import Struct
from websockets import Subprotocol
from websockets.asyncio.server import Server, ServerConnection, serve

from kozyr_client.events import Event
from kozyr_client.following import Wires
from kozyr_client.patience import Patience
from kozyr_client.session import Session
from kozyr_protocol import messages, rooms
from kozyr_protocol.codec import decode_client, encode, pack
from kozyr_protocol.errors import TEMPORARY, ErrorCode
from kozyr_protocol.games import WIRES, twenty_nine
from kozyr_protocol.ids import ActionKey, GameKey, PlayerId, RoomId, Tag
from kozyr_protocol.rooms import Phase, RoomView, SeatView

T = TypeVar("T")

ROOM = RoomId("00aaaaaaaaaaaa")
ME = PlayerId("pme")
OTHER = PlayerId("pother")
SECRET = "a-token-that-nobody-may-see"
KEY = ActionKey("k" * 16)

LIMITS = messages.Limits(
    frame_bytes=8192,
    outbox_bytes=262_144,
    rooms=32,
    name_chars=24,
    chat_chars=400,
    ping_s=20.0,
    gone_s=45.0,
    commands_per_s=20.0,
    commands_burst=40,
)


def welcome(*, token: str | None = SECRET, version: int = 1) -> messages.Welcome:
    return messages.Welcome(version, ME, "Ada", token, LIMITS, "kozyr/0.1.0", "always")


def tag(version: int, history: int = 0) -> Tag:
    """A tag that belongs to one version of one history."""
    return Tag(f"{history:08x}{version:08x}")


def table(hand: tuple[str, ...] = ("5C", "KD"), turn: int | None = 0) -> twenty_nine.View:
    return twenty_nine.View(
        deal=1,
        dealer=1,
        turn=turn,
        hand=hand,
        counts=(len(hand), 2),
        aside=0,
        pile=(),
        total=0,
        passes=0,
        won=(0, 0),
        piles=(0, 0),
        totals=(0, 0),
        sheet=(),
        result=None,
    )


def view(
    phase: Phase = Phase.PLAYING,
    you: int | None = 0,
    game: str = "twenty_nine",
    game_no: int = 1,
    **changes: Any,
) -> RoomView:
    """A room of two: the own player in seat 0, somebody else in seat 1."""
    before = RoomView(
        room=ROOM,
        game=GameKey(game),
        preset=None,
        name="Test",
        public=True,
        spectators=True,
        phase=phase,
        host=ME,
        capacity=2,
        clock=rooms.ClockView(),
        options={},
        seats=(SeatView(ME if you == 0 else None, "Ada"), SeatView(OTHER, "Bob")),
        you=you,
        game_no=game_no,
        tip="f" * 64,
        table=pack(table()) if phase is Phase.PLAYING else None,
    )
    return msgspec.structs.replace(before, **changes)


PLAYS = (
    pack(twenty_nine.Play(card="5C")),
    pack(twenty_nine.Play(card="KD")),
)


def prompts(
    prompt: int | None, *, seat: int = 0, now_ms: int = 1000, deadline_ms: int = 31_000
) -> messages.Prompts:
    """The own prompt with this number, or that of seat 1; None: nobody is to act."""
    if prompt is None:
        return messages.Prompts(now_ms, ())
    legal = PLAYS if seat == 0 else None
    return messages.Prompts(now_ms, (messages.Turn(seat, prompt, "play", deadline_ms, legal),))


def followed(
    number: int, version: int, *, reason: str | None = "first", history: int = 0, now_ms: int = 1000
) -> messages.Followed:
    return messages.Followed(
        number, ROOM, "events", 0, version, tag(version, history), now_ms, reason
    )


def snapshot(
    version: int,
    shown: RoomView | None = None,
    *,
    reason: str = "first",
    prompt: int | None = None,
    history: int = 0,
) -> messages.Snapshot:
    return messages.Snapshot(
        ROOM, version, tag(version, history), reason, shown or view(), prompts(prompt)
    )


def update(
    version: int,
    *events: Struct,
    prompt: int | None = None,
    answer: int | None = None,
    history: int = 0,
) -> messages.Update:
    """A step; without events, seat 1 changes its line to and fro. `prompt`: as `prompts`."""
    happened = events or (rooms.LineChanged(1, connected=version % 2 == 0),)
    return messages.Update(
        ROOM,
        version,
        tag(version, history),
        tuple(pack(each) for each in happened),
        None if prompt is None else prompts(prompt),
        None,
        None if answer is None else messages.Answer(answer),
    )


def refusal(number: int | None, code: ErrorCode, **facts: Any) -> messages.Error:
    return messages.Error(number, code, code in TEMPORARY, "Because.", None, facts)


def played(card: str, turn: int | None, total: int = 5) -> rooms.GameHappened:
    return rooms.GameHappened(pack(twenty_nine.Played(0, card, total, turn)))


class Desk:
    """A session with a clock that stands still until it is moved, and no sockets."""

    def __init__(self, patience: Patience | None = None, wires: Wires = WIRES) -> None:
        self.now = 100.0
        hello = messages.Hello(1, 1, None, "Ada", "test/1")
        self.session = Session(hello, wires=wires, patience=patience or Patience(), rng=Random(7))

    def say(self, *said: Struct) -> None:
        """The server says something."""
        for message in said:
            self.session.receive(encode(message), self.now)

    def sent(self) -> list[messages.ClientMessage]:
        """What the session has sent since the last look."""
        return [decode_client(frame) for frame in self.session.frames()]

    def sent_one(self, kind: type[T]) -> T:
        """The one message that the session has sent, of the kind that is expected."""
        (message,) = self.sent()
        assert isinstance(message, kind), message
        return message

    def events(self) -> list[Event]:
        return self.session.events()

    def event(self, kind: type[T]) -> T:
        """The one event of a kind since the last look; others are dropped."""
        (found,) = [each for each in self.events() if isinstance(each, kind)]
        return found

    def later(self, seconds: float) -> None:
        """Time passes, and the session is told."""
        self.now += seconds
        self.session.tick(self.now)

    def greet(self) -> None:
        """A new line is up; what is sent after `hello` stays for the test."""
        self.session.connected(self.now)
        self.sent_one(messages.Hello)
        self.say(welcome(token=SECRET if self.session.token is None else None))

    def cut(self) -> None:
        self.session.disconnected(self.now)

    def command(self, command: Any) -> int:
        return self.session.command(command, self.now)

    def sit(self, version: int = 5, prompt: int | None = 5, shown: RoomView | None = None) -> None:
        """Greeted and in a room; nothing is left to look at."""
        self.greet()
        number = self.session.follow(ROOM, "events", self.now)
        self.sent_one(messages.Follow)
        self.say(followed(number, version), snapshot(version, shown, prompt=prompt))
        self.sent()
        self.events()


class Line:
    """One connection as the scripted server sees it."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection

    async def hear(self, kind: type[T]) -> T:
        """The next message of the client, which must be of this kind; pings are answered."""
        while True:
            frame = await self._connection.recv()
            assert isinstance(frame, bytes)
            message = decode_client(frame)
            if isinstance(message, messages.Ping) and kind is not messages.Ping:
                await self.say(messages.ServerPong(message.id))
                continue
            assert isinstance(message, kind), message
            return message

    async def say(self, *said: Struct) -> None:
        for message in said:
            await self._connection.send(encode(message))

    async def greet(self) -> messages.Hello:
        hello = await self.hear(messages.Hello)
        await self.say(welcome(token=SECRET if hello.token is None else None))
        return hello

    async def picture(self, *, prompt: int | None = 5, shown: RoomView | None = None) -> None:
        """Answer a first `follow`."""
        follow = await self.hear(messages.Follow)
        await self.say(followed(follow.id, 5), snapshot(5, shown, prompt=prompt))

    async def close(self, code: int, reason: str = "") -> None:
        await self._connection.close(code, reason)

    def cut(self) -> None:
        """End the connection without a close frame."""
        self._connection.transport.abort()

    async def until_closed(self) -> None:
        await self._connection.wait_closed()


Script = Callable[[Line], Awaitable[None]]


class ScriptedServer:
    """A server over real sockets that plays one script for each connection, then the last again.

    A script that fails fails the test at the end of the `async with`.
    """

    def __init__(
        self, *scripts: Script, subprotocols: tuple[str, ...] = ("kozyr.msgpack",)
    ) -> None:
        self.connections = 0
        self.connected_at: list[float] = []
        self._scripts = scripts
        self._subprotocols = [Subprotocol(each) for each in subprotocols]
        self._failures: list[BaseException] = []
        self._server: Server | None = None

    @property
    def url(self) -> str:
        assert self._server is not None
        port = next(iter(self._server.sockets)).getsockname()[1]
        return f"ws://127.0.0.1:{port}/ws"

    async def __aenter__(self) -> Self:
        self._server = await serve(
            self._play, "127.0.0.1", 0, subprotocols=self._subprotocols, compression=None
        )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()
        if self._failures:
            raise self._failures[0]

    async def _play(self, connection: ServerConnection) -> None:
        script = self._scripts[min(self.connections, len(self._scripts) - 1)]
        self.connections += 1
        self.connected_at.append(asyncio.get_running_loop().time())
        try:
            await script(Line(connection))
        except AssertionError as error:
            self._failures.append(error)
