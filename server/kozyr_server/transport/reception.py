"""What becomes of a connection, whatever socket layer carries it: let in, served, let go."""

import asyncio
from collections.abc import Callable, Sequence
from typing import assert_never

import structlog
from msgspec import Struct

from kozyr_protocol import messages
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.codec import DEFAULT_SUBPROTOCOL, Subprotocol
from kozyr_protocol.errors import ErrorCode
from kozyr_server.telemetry import Metrics
from kozyr_server.transport.connection import Connection
from kozyr_server.transport.connections import Connections
from kozyr_server.transport.handler import Handler
from kozyr_server.transport.session import (
    Command,
    Do,
    Greet,
    HangUp,
    Say,
    Session,
    SessionSettings,
    refusal,
)
from kozyr_server.transport.wire import Wire

Work = Do | Greet
"""What a frame may ask for that takes time."""

_KNOWN = frozenset(map(str, Subprotocol))

_log = structlog.get_logger("kozyr.transport")


class SocketSettings(Struct, frozen=True):
    """What the socket layers must know."""

    session: SessionSettings
    origins: frozenset[str]
    """Web origins that may connect; empty: any."""
    grace_s: float
    """Between the close of a connection and the end of its transport."""
    inbox_frames: int
    """Received ones of a connection that may wait while a command of it is done."""
    inbox_bytes: int
    """The same in bytes."""


class Choice(Struct, frozen=True):
    """Which of the subprotocols offered is spoken."""

    named: str | None
    """To be named in the answer; None: the client offered none."""
    spoken: Subprotocol
    is_known: bool
    """False: the client offered some and none is known here."""


def choice(offered: Sequence[str]) -> Choice:
    """The first subprotocol offered that is known.

    A browser drops a connection whose server takes none of those offered, and its page never hears
    why. So the first is taken, to say in the close code that it is unknown.
    """
    spoken = next((name for name in offered if name in _KNOWN), None)
    if spoken is not None:
        return Choice(spoken, Subprotocol(spoken), is_known=True)
    return Choice(next(iter(offered), None), DEFAULT_SUBPROTOCOL, is_known=not offered)


class Reception:
    """Lets connections in, takes their frames, and says goodbye.

    Attributes:
        settings: Of the socket layers.
    """

    def __init__(
        self,
        settings: SocketSettings,
        connections: Connections,
        handler: Handler,
        metrics: Metrics,
        now: Callable[[], float],
        draw: Callable[[int], bytes],
    ) -> None:
        """Receive with these parts.

        Args:
            settings: the same for all connections.
            connections: where they are kept while they are open.
            handler: does their commands.
            metrics: counts.
            now: seconds of a clock that never goes back.
            draw: random bytes for the tokens of guests.
        """
        self.settings = settings
        self._connections = connections
        self._handler = handler
        self._metrics = metrics
        self._now = now
        self._draw = draw

    def may_come_from(self, origins: Sequence[str]) -> bool:
        """Whether a page of these origins may connect; a refusal is counted.

        Programs send no origin and are no danger to their user: only browsers are held to it.
        """
        allowed = self.settings.origins
        if not allowed or all(origin.lower() in allowed for origin in origins):
            return True
        self._metrics.connections_refused.labels("origin").inc()
        return False

    def open(
        self, wire: Wire, chosen: Choice, address: str, *, is_near: bool
    ) -> tuple[Connection, bool]:
        """A new connection, and whether it was let in; one that was not is closed already.

        Args:
            wire: carries its frames; the handshake is done.
            chosen: the subprotocol.
            address: of the client, empty for a Unix socket.
            is_near: whether a program of this machine is at the other end, see `house_key`.
        """
        session = Session(
            self.settings.session,
            chosen.spoken,
            self._connections.allowances,
            self._draw,
            self._now(),
            None if is_near else self._connections.shared_by(address),
        )
        connection = Connection(session, wire, self._metrics, address, is_near=is_near)
        refused: CloseCode | None
        if chosen.is_known:
            refused = self._connections.add(connection, address)
        else:
            refused = CloseCode.UNKNOWN_SUBPROTOCOL
            self._metrics.connections_refused.labels("subprotocol").inc()
        if refused is not None:
            connection.close(refused)
            return connection, False
        _log.info("connection opened", address=address, subprotocol=session.subprotocol)
        return connection, True

    def closed(self, connection: Connection, address: str, end_code: int | None) -> None:
        """A connection that was let in has ended.

        Args:
            connection: it is told of nothing any more.
            address: as in `open`.
            end_code: with which its peer or the socket layer closed it, 1005 for a close without
                a code; None: the line was cut, or it was closed by us.
        """
        self._connections.remove(connection)
        self._handler.dropped(connection)
        person = connection.session.person
        _log.info(
            "connection closed",
            address=address,
            player=None if person is None else person.player,
            code=end_code if connection.close_code is None else int(connection.close_code),
        )

    def failed(self, connection: Connection) -> None:
        """Serving a connection raised; called in the handler of that exception."""
        self._metrics.faults.labels("connection").inc()
        _log.exception("connection failed")
        connection.close(CloseCode.INTERNAL)

    def flooded(self, connection: Connection) -> None:
        """A client sends on and on although nothing of it is read: the end of the connection."""
        self._metrics.inbox_overflows.inc()
        self._metrics.people.limits["inbox_frames"] += 1
        connection.close(CloseCode.FLOOD)

    def take(self, connection: Connection, frame: bytes | str) -> Work | None:
        """Take one frame, and do what takes no time.

        Returns:
            What is left to be done by `work`; the next frame may be taken only after it.
        """
        if connection.close_code is not None:
            return None
        self._metrics.frames_in += 1
        reaction = connection.session.receive(frame, self._now())
        if isinstance(reaction, Do) and not connection.is_leaving:
            return reaction
        match reaction:
            case None:
                return None
            case Do(command):
                connection.say(_draining(command))
            case Greet():
                return reaction
            case Say(message):
                connection.say(message)
            case HangUp(code, error):
                if error is not None:
                    connection.say(error)
                if code is CloseCode.FLOOD:
                    self._metrics.people.limits["max_refusals"] += 1
                connection.close(code)
            case _:
                assert_never(reaction)
        return None

    async def work(self, connection: Connection, work: Work) -> None:
        """Do what a frame asks for."""
        if isinstance(work, Do):
            connection.is_busy = True
            await self._handler.do(connection, work.command)
            connection.is_busy = False
            if connection.is_leaving:
                # Not before the commands that came behind this one were refused.
                loop = asyncio.get_running_loop()
                loop.call_soon(connection.close, CloseCode.RESTART)
        else:
            self._connections.reschedule(connection)
            if not await self._handler.greet(connection, work, self._now()):
                connection.close(CloseCode.INTERNAL)


def _draining(command: Command) -> messages.Error:
    text = "the server goes down: nothing was done, send it again on your next connection"
    return refusal(ErrorCode.DRAINING, text, command.id, getattr(command, "room", None))
