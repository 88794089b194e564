"""One WebSocket as an asyncio protocol, as lean as it goes: frames in, frames out, no tasks.

The protocol itself is that of the `websockets` package, without I/O.
"""

import asyncio
import ssl
from typing import Protocol, cast

from websockets.client import ClientProtocol
from websockets.exceptions import InvalidHandshake, InvalidState
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import OPEN
from websockets.typing import Subprotocol as Offer
from websockets.uri import WebSocketURI

from kozyr_protocol.codec import Subprotocol

CUT = 1006
"""Close code of a line that ended without one."""


class Owner(Protocol):
    """Who is told of a line. None of these may raise."""

    def opened(self, line: "Line") -> None:
        """Frames can be sent."""

    def heard(self, line: "Line", frame: bytes) -> None:
        """A whole binary frame came."""

    def ended(self, line: "Line", code: int) -> None:
        """The line is gone, with this close code; told once, also when it never opened."""


class Line(asyncio.Protocol):
    """A connection to the server."""

    __slots__ = ("_owner", "_parts", "_protocol", "_transport", "is_open", "sent_bytes")

    def __init__(self, uri: WebSocketURI, owner: Owner) -> None:
        """Nothing happens before a transport is there."""
        self._owner = owner
        self._protocol = ClientProtocol(
            uri, subprotocols=[Offer(Subprotocol.MSGPACK.value)], max_size=None
        )
        self._transport: asyncio.Transport | None = None
        self._parts: list[bytes] = []
        self.is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        # Those of uvloop are no subclass.
        self._transport = cast("asyncio.Transport", transport)
        self._protocol.send_request(self._protocol.connect())
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Hand whole frames on."""
        protocol = self._protocol
        protocol.receive_data(data)
        for event in protocol.events_received():
            if isinstance(event, Frame):
                self._frame(event)
            elif isinstance(event, Response) and protocol.state is OPEN:
                self.is_open = True
                self._owner.opened(self)
        self._flush()
        if protocol.close_expected() and self._transport is not None:
            self._transport.close()

    def eof_received(self) -> None:
        """Let the protocol see the end; the transport closes by itself."""
        self._protocol.receive_eof()
        self._flush()

    def connection_lost(self, error: Exception | None) -> None:
        """Tell the owner, once."""
        self.is_open = False
        self._transport = None
        code = self._protocol.close_rcvd.code if self._protocol.close_rcvd is not None else CUT
        self._owner.ended(self, code)

    def send(self, frame: bytes) -> None:
        """Send a binary frame; on a line that is not open nothing happens."""
        if not self.is_open:
            return
        try:
            self._protocol.send_binary(frame)
        except (InvalidState, InvalidHandshake):
            return
        self._flush()

    def close(self) -> None:
        """Begin a normal end."""
        if self.is_open:
            self.is_open = False
            self._protocol.send_close(1000)
            self._flush()

    def abort(self) -> None:
        """Cut the line: the server gets a reset, and no close frame."""
        if self._transport is not None:
            self._transport.abort()

    def pause(self) -> None:
        """Read nothing more until `resume`."""
        if self._transport is not None and self._transport.is_reading():
            self._transport.pause_reading()

    def resume(self) -> None:
        """Read again."""
        transport = self._transport
        if transport is not None and not transport.is_closing() and not transport.is_reading():
            transport.resume_reading()

    def _frame(self, frame: Frame) -> None:
        match frame.opcode:
            case Opcode.BINARY if frame.fin and not self._parts:
                self._owner.heard(self, bytes(frame.data))
            case Opcode.BINARY | Opcode.CONT:
                self._parts.append(bytes(frame.data))
                if frame.fin:
                    whole, self._parts = b"".join(self._parts), []
                    self._owner.heard(self, whole)
            case _:
                pass  # pings are answered by the protocol

    def _flush(self) -> None:
        transport = self._transport
        for data in self._protocol.data_to_send():
            if transport is not None and not transport.is_closing():
                if data:
                    transport.write(data)
                elif transport.can_write_eof():
                    transport.write_eof()


async def dial(
    uri: WebSocketURI, owner: Owner, source: str | None = None, within_s: float = 10.0
) -> Line | None:
    """Connect; safe to cancel.

    Args:
        uri: of the server.
        owner: is told of the line; also of its end when it never opened.
        source: own address to call from; None: any.
        within_s: time for the connection, without the upgrade.

    Returns:
        The line, not yet open; None: nobody answered, and the owner was told nothing.
    """
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(within_s):
            _, line = await loop.create_connection(
                lambda: Line(uri, owner),
                uri.host,
                uri.port,
                ssl=ssl.create_default_context() if uri.secure else None,
                local_addr=None if source is None else (source, 0),
            )
    except (OSError, TimeoutError):
        return None
    return line
