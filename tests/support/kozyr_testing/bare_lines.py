"""Connections for measurements with thousands of them: the least that speaks, and no library.

They are no example of a client: no ping is answered, and nothing is expected but what a server that
never fails says.
"""

import asyncio
import random
import secrets
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final, cast

import msgspec

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder()

UPGRADE: Final = (
    b"GET /ws HTTP/1.1\r\nHost: kozyr\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
AT_ONCE: Final = 50
"""Connections, or tables, that are made at the same time."""


class Line(asyncio.Protocol):
    """One connection; made by `opened`.

    Attributes:
        on_message: Gets every message that nobody asked for.
        upgraded: Done when messages can be sent.
    """

    __slots__ = ("_answer", "_asked", "_buffer", "_transport", "on_message", "upgraded")

    def __init__(self) -> None:
        self.on_message: Callable[[dict[str, Any]], None] = lambda message: None
        self._buffer = b""
        self.upgraded: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._asked = ""
        self._answer: asyncio.Future[dict[str, Any]] | None = None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(UPGRADE)

    def data_received(self, data: bytes) -> None:
        """Take whole frames."""
        data = self._buffer + data
        if not self.upgraded.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._buffer = head
                return
            self.upgraded.set_result(None)
        while len(data) >= 2:
            size, at = data[1], 2
            if size >= 126:
                at = 4 if size == 126 else 10
                size = int.from_bytes(data[2:at], "big")
            if len(data) < at + size:
                break
            if data[0] == 0x82:
                self._heard(_decoder.decode(data[at : at + size]))
            data = data[at + size :]
        self._buffer = data

    def say(self, **message: Any) -> None:
        """Send a message."""
        packed = _encoder.encode(message)
        size = len(packed)
        head = bytes((0x82, 0x80 | size)) if size < 126 else b"\x82\xfe" + size.to_bytes(2, "big")
        assert self._transport is not None
        # A mask of zeros changes nothing.
        self._transport.write(head + bytes(4) + packed)

    async def ask(self, answer: str, **message: Any) -> dict[str, Any]:
        """Send a message and wait for an answer of this type."""
        self._asked = answer
        self._answer = asyncio.get_running_loop().create_future()
        self.say(**message)
        try:
            return await self._answer
        finally:
            self._answer = None

    def close(self) -> None:
        """Cut the line."""
        if self._transport is not None:
            self._transport.abort()

    def _heard(self, message: dict[str, Any]) -> None:
        answer = self._answer
        if message["type"] == "error" and answer is not None and not answer.done():
            answer.set_exception(AssertionError(f"refused: {message}"))
        elif message["type"] == self._asked and answer is not None and not answer.done():
            answer.set_result(message)
        else:
            self.on_message(message)


async def opened(port: int) -> Line:
    """A connection to this machine whose `hello` was answered."""
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(Line, "127.0.0.1", port)
    await line.upgraded
    await line.ask("welcome", type="hello", min_version=1, max_version=1)
    return line


class Table:
    """Seats that play a few moves and then think for ever."""

    def __init__(self, lines: list[Line], game: str, moves: int) -> None:
        self.moves_left = moves
        self.is_settled = asyncio.Event()
        self._lines = lines
        self._game = game
        self._room = ""
        self._rng = random.Random(1)

    async def play(self) -> None:
        """Sit down, begin, and make the moves."""
        self._room = await created(self._lines[0], self._game, len(self._lines))
        for line in self._lines:
            line.on_message = lambda message, line=line: self._heard(line, message)  # type: ignore[misc]
            await line.ask("snapshot", type="follow", id=2, room=self._room)
            line.say(type="join", id=3, room=self._room)
        for line in self._lines:
            line.say(type="ready", id=4, room=self._room)
        await self.is_settled.wait()

    def _heard(self, line: Line, message: dict[str, Any]) -> None:
        for turn in (message.get("prompts") or {"turns": ()})["turns"]:
            if not turn["legal"]:
                continue
            if not self.moves_left:
                self.is_settled.set()
                return
            self.moves_left -= 1
            action = self._rng.choice(turn["legal"])
            key = secrets.token_urlsafe(16)
            line.say(
                type="act", id=5, room=self._room, prompt=turn["prompt"], key=key, action=action
            )


async def created(line: Line, game: str, seats: int) -> str:
    """A new room."""
    key = secrets.token_urlsafe(16)
    answer = await line.ask("created", type="create", id=1, key=key, game=game, seats=seats)
    room: str = answer["room"]
    return room


async def in_parts(work: Iterable[Awaitable[Any]]) -> list[Any]:
    """The results of all, of which `AT_ONCE` are done at the same time."""
    results: list[Any] = []
    part: list[Awaitable[Any]] = []
    for each in work:
        part.append(each)
        if len(part) == AT_ONCE:
            results += await asyncio.gather(*part)
            part = []
    return results + list(await asyncio.gather(*part))
