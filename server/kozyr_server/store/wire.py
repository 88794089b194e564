"""One connection to the store, straight over hiredis: for the two that carry the load.

It never sends anything twice by itself. A client that repeats a call whose answer was lost would
report a conflict for its own commit.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Final, cast

import hiredis

from kozyr_server.store import awake
from kozyr_server.store.address import Address
from kozyr_server.store.commits import Argument

CONNECT_TIMEOUT_S: Final = 2.0
"""Time for connecting and saying who we are."""

PING_S: Final = 1.0
SILENT_LOOKS: Final = 3
"""A connection on which nothing came between so many pings, one after the other, is given up."""

Handler = Callable[[Any], None]
"""Gets one answer: a value, a `hiredis.ReplyError`, or a `WireLostError`. It must not raise."""


class WireLostError(ConnectionError):
    """The connection ended before the answer came."""


class Wire(asyncio.Protocol):
    """A connection; made by `connect`, used from its event loop only.

    Attributes:
        closed: Done when the connection has ended.
        heard_at: Loop time of the last bytes that came.
        client_id: The connection's number in this run of the store; 0 where it is not told.
    """

    def __init__(self, on_message: Handler | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        self._on_message = on_message
        self._reader = hiredis.Reader()
        self._handlers: deque[Handler] = deque()
        self._transport: asyncio.Transport | None = None
        self.closed: asyncio.Future[None] = self._loop.create_future()
        self.heard_at = self._loop.time()
        self.client_id = 0

    @property
    def is_over(self) -> bool:
        """Whether nothing can be sent any more."""
        return self._transport is None or self._transport.is_closing()

    @property
    def waiting(self) -> int:
        """Answers that are still to come."""
        return len(self._handlers)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        # Not checked: the transports of uvloop are no subclasses of asyncio's.
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """Hand each whole answer to the oldest handler, without one to `on_message`."""
        self.heard_at = self._loop.time()
        reader, handlers = self._reader, self._handlers
        try:
            reader.feed(data)
            # No answer of RESP 2 is False: it means that more bytes are wanted.
            while (reply := reader.gets()) is not False:
                if handlers:
                    handlers.popleft()(reply)
                elif self._on_message is not None:
                    self._on_message(reply)
        except hiredis.ProtocolError:
            self.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell all who wait."""
        self._transport = None
        lost = WireLostError("the connection to the store ended")
        while self._handlers:
            self._handlers.popleft()(lost)
        if not self.closed.done():
            self.closed.set_result(None)

    def send(self, command: tuple[Argument, ...], handler: Handler | None = None) -> None:
        """Send a command; on a connection that has ended the handler learns so at once.

        Args:
            command: Its name and arguments.
            handler: Gets the answer; None: the answer is a message (pub/sub).
        """
        if self._transport is None:
            if handler is not None:
                handler(WireLostError("the connection to the store has ended"))
            return
        if handler is not None:
            self._handlers.append(handler)
        # Its stub names the types of one argument only.
        self._transport.write(hiredis.pack_command(command))  # type: ignore[arg-type]

    async def ask(self, *command: Argument) -> Any:
        """Send a command and wait for its answer.

        Cancelled, the answer is thrown away when it comes.

        Raises:
            WireLostError: The connection ended before.
            hiredis.ReplyError: The store refused.
        """
        answer: asyncio.Future[Any] = self._loop.create_future()

        def keep(reply: Any) -> None:
            if answer.done():
                return
            if isinstance(reply, Exception):
                answer.set_exception(reply)
            else:
                answer.set_result(reply)

        self.send(command, keep)
        return await answer

    async def wait_closed(self) -> None:
        """Return when the connection has ended. Safe to cancel."""
        await asyncio.shield(self.closed)

    def abort(self) -> None:
        """End the connection now; `closed` follows in the next turn of the loop."""
        if self._transport is not None:
            self._transport.abort()


async def watch(wire: Wire) -> None:
    """Ping a connection that only listens until it has ended; end it when it says nothing.

    Looks are counted and not seconds: of a loop that stood still nobody heard anything.
    """
    silent, heard_at = 0, wire.heard_at
    while True:
        wire.send(("PING",))
        done, _ = await asyncio.wait({wire.closed}, timeout=PING_S)
        if done:
            return
        silent = silent + 1 if wire.heard_at == heard_at else 0
        heard_at = wire.heard_at
        if silent >= SILENT_LOOKS:
            wire.abort()


async def connect(address: Address, name: str, on_message: Handler | None = None) -> Wire:
    """Connect, log in, choose the database and say who we are.

    Cancelled, nothing stays open.

    Args:
        address: The store.
        name: Shown by the store's `CLIENT LIST`; no spaces.
        on_message: Gets what nobody asked for, if the connection is to subscribe.

    Raises:
        OSError: It did not work within `CONNECT_TIMEOUT_S`, or the store refused.
    """
    wire: Wire | None = None
    try:
        async with awake.timeout(CONNECT_TIMEOUT_S):
            wire = await _open(address, on_message)
            await _greet(wire, address, name)
    except BaseException as error:
        if wire is not None:
            wire.abort()
        if isinstance(error, hiredis.ReplyError):
            raise ConnectionError(str(error)) from None
        raise
    return wire


async def _open(address: Address, on_message: Handler | None) -> Wire:
    loop = asyncio.get_running_loop()

    def factory() -> Wire:
        return Wire(on_message)

    if address.path is not None:
        _, wire = await loop.create_unix_connection(factory, address.path)
    else:
        _, wire = await loop.create_connection(factory, address.host, address.port, ssl=address.tls)
    return wire


async def _greet(wire: Wire, address: Address, name: str) -> None:
    if address.password is not None:
        user = () if address.username is None else (address.username,)
        await wire.ask("AUTH", *user, address.password)
    if address.db:
        await wire.ask("SELECT", address.db)
    try:
        await wire.ask("CLIENT", "SETNAME", name)
        wire.client_id = await wire.ask("CLIENT", "ID")
    except hiredis.ReplyError as error:
        # A managed store may forbid both; a store that loads its data forbids nothing else.
        if not str(error).startswith(("NOPERM", "ERR")):
            raise
