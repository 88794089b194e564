"""`/ws` on picows, a faster socket layer, behind Uvicorn's port; HTTP stays with Starlette.

Uvicorn hands a connection that wants to be a WebSocket to the class of its `ws` setting. This one
takes the connection over: frames come straight from the transport and go straight to it, with no
ASGI events between. It leans on the constructor of `picows.WSProtocol`, which nobody promised, so
the version is pinned and a test holds it.
"""

import asyncio
import logging
from http import HTTPStatus
from typing import Any

import structlog
from picows import (
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
)
from picows.picows import WSAutoPingStrategy, WSProtocol  # type: ignore[attr-defined]  # its stub leaves it out

from kozyr_server.proxies import TrustedProxies
from kozyr_server.transport.connection import Connection
from kozyr_server.transport.house_key import is_near
from kozyr_server.transport.inbox import Inbox
from kozyr_server.transport.reception import Choice, Reception, Work, choice

READ_BUFFER_BYTES = 1024
"""At first, for each connection; it grows with what comes."""

MAX_READ_BYTES = 16 * 1024
"""So much is read at once, for reading can be paused only in between."""

_OF_PEERS = ("WS parser error", "on_ws_frame raised WSProtocolError")


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether picows tells of a fault of ours; what peers send and read is none."""
    return record.levelno >= logging.ERROR and not record.getMessage().startswith(_OF_PEERS)


_logger = logging.getLogger("kozyr.picows")
_logger.setLevel(logging.WARNING)
_logger.addFilter(_is_ours)
# Of a plain logger picows makes a child for each connection, which goes past the filter.
_log = logging.LoggerAdapter(_logger)
_events = structlog.get_logger("kozyr.transport")
_BINARY, _TEXT = WSMsgType.BINARY, WSMsgType.TEXT
_CONTINUATION, _CLOSE = WSMsgType.CONTINUATION, WSMsgType.CLOSE
_NORMAL, _PROTOCOL_ERROR, _NO_CODE, _INVALID_TEXT, _TOO_BIG = 1000, 1002, 1005, 1007, 1009


class FastWire:
    """The `Wire` of one connection: what the system does not take at once waits in the transport.

    Attributes:
        is_closing: Whether a close was asked for, or the peer is gone: nothing is sent any more.
    """

    __slots__ = ("_cut_timer", "_grace_s", "_max_bytes", "_plain", "_transport", "is_closing")

    def __init__(self, transport: WSTransport, max_bytes: int, grace_s: float) -> None:
        """Send on a connection whose handshake is done.

        Args:
            transport: of picows.
            max_bytes: bound of what waits in it.
            grace_s: seconds between a close and the cut.
        """
        self._transport = transport
        self._plain: Any = transport.underlying_transport
        self._max_bytes = max_bytes
        self._grace_s = grace_s
        self._cut_timer: asyncio.TimerHandle | None = None
        self.is_closing = False

    def write(self, frame: bytes | str) -> bool:
        """See `Wire.write`."""
        if self.is_closing:
            return True
        kind = _BINARY
        if isinstance(frame, str):
            kind, frame = _TEXT, frame.encode()
        if self._plain.get_write_buffer_size() + len(frame) > self._max_bytes:
            return False
        self._transport.send(kind, frame)
        return True

    def close(self, code: int, reason: str = "") -> None:
        """See `Wire.close`."""
        if self.is_closing:
            return
        self.finish()
        self._transport.send(_CLOSE, code.to_bytes(2, "big") + reason.encode())

    def abort(self, code: int, reason: str = "") -> None:
        """See `Wire.abort`: what waits is bounded and goes with the transport."""
        self.close(code, reason)

    def finish(self) -> None:
        """Send nothing any more, and end the transport soon, whatever the peer does."""
        self.is_closing = True
        if self._cut_timer is None:
            loop = asyncio.get_running_loop()
            self._cut_timer = loop.call_later(self._grace_s, self._plain.abort)

    def gone(self) -> None:
        """The transport has ended."""
        self.is_closing = True
        if self._cut_timer is not None:
            self._cut_timer.cancel()


class Listener(WSListener):
    """One connection: its frames one after the other.

    A frame that asks for nothing that takes time is done at once. Else a task does it, and what
    waits behind it; a connection that is idle has no task.
    """

    def __init__(
        self, reception: Reception, chosen: Choice, address: str, *, is_near: bool
    ) -> None:
        self._reception = reception
        self._is_near = is_near
        self._chosen = chosen
        self._address = address
        self._inbox: Inbox | None = None
        self._parts: list[bytes] | None = None
        self._parts_type = _BINARY
        self._is_paused = False
        self._wire: FastWire | None = None
        self._connection: Connection | None = None
        self._working: asyncio.Task[None] | None = None
        self._end_code: int | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        """The handshake is done."""
        settings = self._reception.settings
        wire = FastWire(transport, settings.session.limits.outbox_bytes, settings.grace_s)
        self._wire = wire
        connection, is_in = self._reception.open(
            wire, self._chosen, self._address, is_near=self._is_near
        )
        if is_in:
            self._connection = connection

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """The transport has ended: a command in work is finished, then the connection is let go."""
        if self._wire is not None:
            self._wire.gone()
        # Its stub hides that there may be none.
        ending: Any = transport.close_handshake
        if self._end_code is None and ending is not None and ending.sent is not None:
            # Of picows itself, which hung up on a frame that it could not take.
            self._end_code = ending.sent.code.value
        connection = self._connection
        if connection is not None and self._working is None:
            self._reception.closed(connection, self._address, self._end_code)
        self._connection = self._inbox = None

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Take a frame: of data to the task, of control to the socket layer."""
        kind = frame.msg_type
        if frame.rsv1:
            # A packed one, though nobody agreed on that.
            self._hang_up(_PROTOCOL_ERROR)
        elif kind is _BINARY and frame.fin and self._parts is None:
            self._take(frame.get_payload_as_bytes())
        elif kind is _CLOSE:
            self._answer_close(transport, frame)
        elif kind is _BINARY or kind is _TEXT or kind is _CONTINUATION:
            self._take_part(frame, kind)

    def pause_writing(self) -> None:
        """Nobody waits for a slow reader: `FastWire.write` has the bound."""

    def resume_writing(self) -> None:
        """See `pause_writing`."""

    def _answer_close(self, transport: WSTransport, frame: WSFrame) -> None:
        wire = self._wire
        if wire is not None and not wire.is_closing:
            code = int.from_bytes(frame.get_payload_as_bytes()[:2], "big")
            self._end_code = code or _NO_CODE
            wire.close(code or _NORMAL)
        transport.disconnect()

    def _take_part(self, frame: WSFrame, kind: WSMsgType) -> None:
        """Text, or a message in several frames, as some libraries cut it."""
        if (kind is _CONTINUATION) != (self._parts is not None):
            self._hang_up(_PROTOCOL_ERROR)
            return
        if self._parts is None:
            self._parts, self._parts_type = [], kind
        parts = self._parts
        parts.append(frame.get_payload_as_bytes())
        most = self._reception.settings.session.limits.frame_bytes
        if sum(map(len, parts)) > most or len(parts) > most:
            self._hang_up(_TOO_BIG)
        elif frame.fin:
            self._parts = None
            self._take_whole(b"".join(parts))

    def _take_whole(self, payload: bytes) -> None:
        if self._parts_type is not _TEXT:
            self._take(payload)
            return
        try:
            text = payload.decode()
        except UnicodeDecodeError:
            self._hang_up(_INVALID_TEXT)
        else:
            self._take(text)

    def _take(self, data: bytes | str) -> None:
        connection = self._connection
        if connection is None or connection.close_code is not None:
            return
        if self._working is not None:
            self._keep(connection, data)
            return
        try:
            work = self._reception.take(connection, data)
        except Exception:
            self._reception.failed(connection)
            return
        if work is not None:
            # It ends by itself; a connection that is lost meanwhile is let go by it.
            loop = asyncio.get_running_loop()
            self._working = loop.create_task(self._work(connection, work), name="kozyr command")

    def _keep(self, connection: Connection, data: bytes | str) -> None:
        """Have a frame wait for those before it."""
        if self._inbox is None:
            settings = self._reception.settings
            self._inbox = Inbox(settings.inbox_frames, settings.inbox_bytes)
        if not self._inbox.put(data, len(data)):
            self._reception.flooded(connection)
        elif self._inbox.is_crowded and not self._is_paused:
            self._is_paused = True
            self._plain().pause_reading()

    async def _work(self, connection: Connection, work: Work | None) -> None:
        reception = self._reception
        try:
            while True:
                if work is not None:
                    await reception.work(connection, work)
                if not self._inbox:
                    break
                work = reception.take(connection, self._inbox.pop())
        except Exception:
            self._reception.failed(connection)
        finally:
            # Kept only while something waits: most connections are idle.
            self._working = self._inbox = None
            if self._connection is None:
                reception.closed(connection, self._address, self._end_code)
            elif self._is_paused:
                self._is_paused = False
                self._plain().resume_reading()

    def _hang_up(self, code: int) -> None:
        self._end_code = code
        if self._wire is not None:
            self._wire.close(code)

    def _plain(self) -> Any:
        assert self._wire is not None
        return self._wire._plain  # noqa: SLF001 - two halves of one thing


def fast_protocol(
    reception: Reception, path: str, trusted_proxies: TrustedProxies
) -> type[WSProtocol]:
    """The class for Uvicorn's `ws` setting.

    Args:
        reception: serves the connections.
        path: of the endpoint; a WebSocket elsewhere is refused by HTTP 404.
        trusted_proxies: whose `X-Forwarded-For` is believed.
    """
    left_out: list[str] = []

    def address_of(peer: str, forwarded: list[str]) -> str:
        if not left_out and trusted_proxies.leaves_out(peer, forwarded):
            # Said once: from then on the host knows.
            left_out.append(peer)
            _events.warning("the proxy is not in trusted_proxies: all have its address", proxy=peer)
        return trusted_proxies.client(peer, forwarded)

    class FastProtocol(WSProtocol):  # type: ignore[misc]  # picows has no types for its base
        """A connection that Uvicorn hands over after reading its request."""

        def __init__(self, config: Any, server_state: Any, app_state: Any) -> None:
            self._peer = self._here = ""
            super().__init__(
                None,
                None,
                False,
                self._listener,
                _log,
                True,
                reception.settings.session.hello_timeout_s,
                False,
                10.0,
                5.0,
                WSAutoPingStrategy.PING_WHEN_IDLE,
                True,
                reception.settings.session.limits.frame_bytes,
                None,
                READ_BUFFER_BYTES,
            )

        def connection_made(self, transport: Any) -> None:
            """Know the addresses of both ends, then begin."""
            peer = transport.get_extra_info("peername")
            self._peer = peer[0] if isinstance(peer, tuple) else ""
            here = transport.get_extra_info("sockname")
            self._here = here[0] if isinstance(here, tuple) else ""
            super().connection_made(transport)

        def get_buffer(self, size_hint: int) -> Any:
            """Where the transport puts what it reads; alone, picows doubles it without end."""
            return super().get_buffer(size_hint)[:MAX_READ_BYTES]

        def data_received(self, data: bytes) -> None:
            """What Uvicorn read already: the request, put together again."""
            while data:
                buffer = self.get_buffer(len(data))
                part = data[: len(buffer)]
                buffer[: len(part)] = part
                self.buffer_updated(len(part))
                data = data[len(part) :]

        def _listener(self, request: WSUpgradeRequest) -> Any:
            wanted = request.path.decode("latin-1").partition("?")[0]
            if wanted != path:
                return _refused(HTTPStatus.NOT_FOUND)
            origins = request.headers.getall("Origin", [])
            if not reception.may_come_from(origins):
                return _refused(HTTPStatus.FORBIDDEN)
            offered = request.headers.getall("Sec-WebSocket-Protocol", [])
            names = [name.strip() for line in offered for name in line.split(",")]
            chosen = choice([name for name in names if name])
            headers = {} if chosen.named is None else {"Sec-WebSocket-Protocol": chosen.named}
            response = WSUpgradeResponse.create_101_response(headers)
            forwarded = request.headers.getall("X-Forwarded-For", [])
            address = address_of(self._peer, forwarded)
            near = is_near(self._peer, self._here, is_forwarded=bool(forwarded))
            listener = Listener(reception, chosen, address, is_near=near)
            return WSUpgradeResponseWithListener(response, listener)

    return FastProtocol


def _refused(status: HTTPStatus) -> Any:
    response = WSUpgradeResponse.create_error_response(status, status.phrase.encode())
    return WSUpgradeResponseWithListener(response, None)
