"""A connection as rooms see it: a session, and the wire to its client."""

from kozyr_protocol import codec, messages
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.codec import Subprotocol
from kozyr_protocol.errors import ErrorCode
from kozyr_server.people.callers import Known
from kozyr_server.rooms.peers import Person
from kozyr_server.telemetry import Metrics
from kozyr_server.transport.hearing import heard
from kozyr_server.transport.session import Do, Greet, HangUp, Say, Session
from kozyr_server.transport.wire import Wire

_LIMITS = {
    ErrorCode.TOO_MANY_ROOMS: "rooms_per_connection",
    ErrorCode.STORE_FULL: "min_free_disk_mb",
}
_CLOSING_LIMITS = {
    CloseCode.SLOW: "outbox_bytes",
    CloseCode.NO_HELLO: "hello_timeout_s",
    CloseCode.SILENT: "gone_after_s",
}
"""The settings that refuse or end something, for the figures."""


class Connection:
    """One open socket; a `kozyr_server.rooms.peers.Peer` once its `hello` was answered.

    Attributes:
        session: What it means.
        address: Of its client; empty for a Unix socket.
        is_near: Whether a program of this machine is at its other end, and no proxy.
        known: What people know of its person.
        is_busy: Whether a command is being done.
        is_saved: Whether the store remembers its player under this name.
        is_leaving: Whether it is to be closed after the command in work, for the server stops.
        close_code: Why the server closed it; None while it did not.
    """

    __slots__ = (
        "_is_packed",
        "_metrics",
        "_wire",
        "address",
        "close_code",
        "is_busy",
        "is_leaving",
        "is_near",
        "is_saved",
        "known",
        "session",
    )

    def __init__(
        self,
        session: Session,
        wire: Wire,
        metrics: Metrics,
        address: str = "",
        *,
        is_near: bool = False,
    ) -> None:
        self.session = session
        self.address = address
        self.is_near = is_near
        self.known = Known()
        self.is_busy = False
        self.is_saved = False
        self.is_leaving = False
        self.close_code: CloseCode | None = None
        self._wire = wire
        self._metrics = metrics
        self._is_packed = session.subprotocol is Subprotocol.MSGPACK

    @property
    def person(self) -> Person:
        """Who it is."""
        person = self.session.person
        assert person is not None, "only after its hello"
        return person

    def call(self, name: str) -> None:
        """See `Caller.call`."""
        self.session.call(name)

    def send(self, message: bytes) -> None:
        """See `Peer.send`."""
        if self.close_code is not None:
            return
        if self.known.ignored:
            left = heard(message, self.known.ignored)
            if left is None:
                return
            message = left
        metrics = self._metrics
        metrics.frames_out += 1
        metrics.bytes_out += len(message)
        frame: bytes | str = message
        if not self._is_packed:
            frame = codec.as_frame(message, self.session.subprotocol)
        if not self._wire.write(frame):
            metrics.outbox_overflows.inc()
            self.abort(CloseCode.SLOW)

    def say(self, message: messages.ServerMessage, limit: str = "") -> None:
        """Send one message.

        Args:
            message: what is said.
            limit: of an error the setting that made it; empty: what its code tells.
        """
        if isinstance(message, messages.Error):
            self._metrics.refusals.labels(str(message.code)).inc()
            limit = limit or _LIMITS.get(message.code, "")
            if not limit and message.code is ErrorCode.TOO_FAST:
                limit = self.session.limit
            if limit:
                self._metrics.people.limits[limit] += 1
        self.send(codec.encode(message))

    def close(self, code: CloseCode) -> None:
        """See `Peer.close`."""
        if self._is_first(code):
            self._wire.close(code, code.name.lower())

    def abort(self, code: CloseCode) -> None:
        """Close it without what waits for it."""
        if self._is_first(code):
            self._wire.abort(code, code.name.lower())

    def leave(self, delay_ms: int) -> None:
        """Tell the client to come back, then close; a command in work is answered first."""
        if self.session.person is not None:
            text = "the server goes down: come back after the delay"
            self.say(messages.Notice("draining", text, delay_ms))
        self.is_leaving = True
        if not self.is_busy:
            self.close(CloseCode.RESTART)

    def beat(self, now_s: float) -> float | None:
        """Do what is due.

        Returns:
            When it must be called next; None: never again.
        """
        match self.session.due(now_s):
            case Say(message):
                self.say(message)
            case HangUp(code):
                self.abort(code)
            case Greet() | Do() | None:
                pass
        return None if self.close_code is not None else self.session.next_due_s()

    def _is_first(self, code: CloseCode) -> bool:
        if self.close_code is not None:
            return False
        self.close_code = code
        self._metrics.connections_closed.labels(str(int(code))).inc()
        if code in _CLOSING_LIMITS:
            self._metrics.people.limits[_CLOSING_LIMITS[code]] += 1
        return True
