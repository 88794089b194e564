"""Clients without the SDK: single messages over a real socket, all that came kept."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

from websockets import Subprotocol as Offer
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from kozyr_protocol import messages
from kozyr_protocol.codec import Subprotocol, decode_server, encode_client

Command = (
    messages.ListRooms
    | messages.Create
    | messages.Follow
    | messages.Unfollow
    | messages.Chat
    | messages.RoomCommand
    | messages.LobbyCommand
    | messages.PeopleCommand
)


class RawClient:
    """One connection.

    Attributes:
        socket: What carries it.
        frames: All that came, in order.
    """

    def __init__(self, socket: ClientConnection, subprotocol: Subprotocol) -> None:
        self.socket = socket
        self.frames: list[bytes | str] = []
        self._subprotocol = subprotocol

    async def say(self, message: messages.ClientMessage) -> None:
        await self.socket.send(encode_client(message, self._subprotocol))

    async def hear(self, within_s: float = 10.0) -> Any:
        """The next message; pings are answered and left out."""
        while True:
            async with asyncio.timeout(within_s):
                frame = await self.socket.recv()
            self.frames.append(frame)
            message = decode_server(frame, self._subprotocol)
            if not isinstance(message, messages.ServerPing):
                return message
            await self.say(messages.Pong(message.id))

    async def close_code(self, within_s: float = 10.0) -> int | None:
        """Read on until the connection ends; its code, 1006 for a cut one."""
        async with asyncio.timeout(within_s):
            with suppress(ConnectionClosed):
                while True:
                    self.frames.append(await self.socket.recv())
            await self.socket.wait_closed()
        return self.socket.close_code

    async def answer(self, command: Command, within_s: float = 10.0) -> Any:
        """Give a command and read on to its answer."""
        await self.say(command)
        while True:
            message = await self.hear(within_s)
            if getattr(message, "id", None) == command.id:
                return message
            given = getattr(message, "answer", None)
            if given is not None and given.id == command.id:
                return message


@asynccontextmanager
async def dialled(
    url: str, offers: Sequence[str] | None = (Subprotocol.MSGPACK,), **options: Any
) -> AsyncIterator[ClientConnection]:
    """A socket to the server at this `ws://` address, on which nothing was said."""
    async with connect(
        url,
        subprotocols=None if offers is None else [Offer(each) for each in offers],
        max_size=None,
        compression=None,
        proxy=None,
        ping_interval=None,
        **options,
    ) as socket:
        yield socket


@asynccontextmanager
async def raw_client(
    url: str,
    subprotocol: Subprotocol = Subprotocol.MSGPACK,
    *,
    name: str | None = None,
    token: str | None = None,
) -> AsyncIterator[RawClient]:
    """A client that was greeted."""
    async with dialled(url, [subprotocol]) as socket:
        client = RawClient(socket, subprotocol)
        await client.say(messages.Hello(1, 1, token, name))
        welcome = await client.hear()
        assert isinstance(welcome, messages.Welcome), welcome
        yield client
