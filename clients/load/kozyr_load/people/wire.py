"""One WebSocket as an asyncio protocol, as lean as it goes: frames in, frames out, no tasks.

Thousands of lines share a core with the server that they measure, so that this is RFC 6455 by hand:
the upgrade without compression, whole frames out of what was read, and masks on what is sent.
"""

import asyncio
import os
import re
import ssl
from base64 import b64encode
from hashlib import sha1
from random import Random
from typing import Final, Protocol, cast

from websockets.uri import WebSocketURI

from kozyr_protocol.codec import Subprotocol

CUT = 1006
"""Close code of a line that ended without one."""

NO_CODE = 1005
"""Close code of a close frame that names none."""

_GUID: Final = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_ACCEPT: Final = re.compile(
    rb"^sec-websocket-accept:[ \t]*([^ \t\r]*)", re.MULTILINE | re.IGNORECASE
)
_FIN, _OPCODE, _MASKED = 0x80, 0x0F, 0x80
_CONT, _BINARY, _CLOSE, _PING, _PONG = 0x0, 0x2, 0x8, 0x9, 0xA
_WHOLE: Final = _FIN | _BINARY
"""First byte of nearly every frame."""
_SHORT, _MEDIUM = 126, 127
"""Lengths that say in how many bytes the length follows."""
_MOST_HEAD: Final = 16_384
"""Bytes of an answer to the upgrade that are read."""
_masks: Final = Random(os.urandom(16))  # noqa: S311  against proxies that are not there


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

    __slots__ = (
        "_code",
        "_is_told",
        "_key",
        "_owner",
        "_parts",
        "_rest",
        "_transport",
        "_uri",
        "is_open",
    )

    def __init__(self, uri: WebSocketURI, owner: Owner) -> None:
        """Nothing happens before a transport is there."""
        self._owner = owner
        self._uri = uri
        self._key: bytes | None = b64encode(os.urandom(16))
        self._transport: asyncio.Transport | None = None
        self._rest = b""
        self._parts: list[bytes] = []
        self._code = CUT
        self._is_told = False
        self.is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        # Those of uvloop are no subclass.
        self._transport = cast("asyncio.Transport", transport)
        uri, key = self._uri, self._key
        assert key is not None, "the upgrade is still to be asked for"
        self._transport.write(
            f"GET {uri.resource_name} HTTP/1.1\r\nHost: {uri.host}:{uri.port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Protocol: {Subprotocol.MSGPACK.value}\r\n"
            f"Sec-WebSocket-Key: {key.decode()}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Hand whole frames on."""
        if self._rest:
            data = self._rest + data
        if self._key is not None:
            head, end, rest = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = data
                if len(data) > _MOST_HEAD:
                    self.abort()
                return
            data = rest
            if not self._upgraded(head, self._key):
                self.abort()
                return
        at, size = 0, len(data)
        while size - at >= 2:
            start, length = at + 2, data[at + 1]
            if length >= _SHORT:
                start += 2 if length == _SHORT else 8
                if length > _MEDIUM:
                    # A server masks nothing.
                    self.abort()
                    return
                length = int.from_bytes(data[at + 2 : start], "big")
            if start + length > size:
                break
            frame = data[start : start + length]
            if data[at] == _WHOLE:
                self._owner.heard(self, frame)
            else:
                self._other(data[at], frame)
            at = start + length
        self._rest = data[at:]

    def connection_lost(self, error: Exception | None) -> None:
        """Tell the owner, once."""
        self.is_open = False
        self._transport = None
        if not self._is_told:
            self._is_told = True
            self._owner.ended(self, self._code)

    def send(self, frame: bytes) -> None:
        """Send a binary frame; on a line that is not open nothing happens."""
        if self.is_open:
            self._write(_WHOLE, frame)

    def close(self) -> None:
        """Begin a normal end."""
        if self.is_open:
            self.is_open = False
            self._write(_FIN | _CLOSE, (1000).to_bytes(2, "big"))

    def abort(self) -> None:
        """Cut the line: the server gets a reset, and no close frame."""
        if self._transport is not None:
            self._transport.abort()

    def give_up(self) -> None:
        """Cut the line unless it was upgraded."""
        if self._key is not None:
            self.abort()

    def forsaken(self) -> bool:
        """End a line whose transport is gone without a word; whether there was one."""
        if self._transport is None:
            return False
        self.connection_lost(None)
        return True

    def pause(self) -> None:
        """Read nothing more until `resume`."""
        if self._transport is not None and self._transport.is_reading():
            self._transport.pause_reading()

    def resume(self) -> None:
        """Read again."""
        transport = self._transport
        if transport is not None and not transport.is_closing() and not transport.is_reading():
            transport.resume_reading()

    def _upgraded(self, head: bytes, key: bytes) -> bool:
        status, _, fields = head.partition(b"\r\n")
        wanted = b64encode(sha1(key + _GUID, usedforsecurity=False).digest())
        accepted = _ACCEPT.search(fields)
        if b" 101" not in status or accepted is None or accepted[1] != wanted:
            return False
        self._key, self._rest = None, b""
        self.is_open = True
        self._owner.opened(self)
        return True

    def _other(self, first: int, frame: bytes) -> None:
        """What is no whole binary frame."""
        opcode = first & _OPCODE
        if opcode in (_CONT, _BINARY):
            self._parts.append(frame)
            if first & _FIN:
                whole, self._parts = b"".join(self._parts), []
                self._owner.heard(self, whole)
        elif opcode == _CLOSE:
            self._code = int.from_bytes(frame[:2], "big") or NO_CODE
            if self.is_open:
                self.is_open = False
                self._write(_FIN | _CLOSE, frame[:2])
            if self._transport is not None:
                self._transport.close()
        elif opcode == _PING:
            self._write(_FIN | _PONG, frame)

    def _write(self, first: int, frame: bytes) -> None:
        transport, length = self._transport, len(frame)
        if transport is None or transport.is_closing():
            return
        if length < _SHORT:
            head = bytes((first, _MASKED | length))
        elif length < 1 << 16:
            head = bytes((first, _MASKED | _SHORT)) + length.to_bytes(2, "big")
        else:
            head = bytes((first, _MASKED | _MEDIUM)) + length.to_bytes(8, "big")
        mask = _masks.getrandbits(32).to_bytes(4, "big")
        masks = int.from_bytes((mask * (length // 4 + 1))[:length], "big")
        masked = (int.from_bytes(frame, "big") ^ masks).to_bytes(length, "big")
        transport.write(head + mask + masked)


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
        The line, not yet open, or already ended; None: nobody answered, and the owner was told
        nothing.
    """
    loop = asyncio.get_running_loop()
    line = Line(uri, owner)
    try:
        async with asyncio.timeout(within_s):
            await loop.create_connection(
                lambda: line,
                uri.host,
                uri.port,
                ssl=ssl.create_default_context() if uri.secure else None,
                local_addr=None if source is None else (source, 0),
            )
    except (OSError, TimeoutError):
        # The time may be over between the connection and its being told of here; the loop then
        # closes it and tells nobody.
        return line if line.forsaken() else None
    return line
