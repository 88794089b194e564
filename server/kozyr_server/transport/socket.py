"""The endpoint `/ws`: a raw ASGI callable, one receive loop a connection."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, assert_never

import structlog
from msgspec import Struct

from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.codec import DEFAULT_SUBPROTOCOL, Subprotocol
from kozyr_server.telemetry import Metrics
from kozyr_server.transport.connection import Connection
from kozyr_server.transport.connections import Connections
from kozyr_server.transport.handler import Handler
from kozyr_server.transport.outbox import Event, Outbox, Send
from kozyr_server.transport.session import Do, Greet, HangUp, Say, Session, SessionSettings
from kozyr_server.transport.uvicorn_protocol import CUT

Scope = Any
Receive = Callable[[], Awaitable[Event]]

_KNOWN = frozenset(map(str, Subprotocol))

_log = structlog.get_logger("kozyr.transport")


class SocketSettings(Struct, frozen=True):
    """What the endpoint itself must know."""

    session: SessionSettings
    origins: frozenset[str]
    """Web origins that may connect; empty: any."""
    grace_s: float
    """Between the close of a connection and the end of its transport."""


class SocketEndpoint:
    """Accepts connections and serves them until they end."""

    def __init__(
        self,
        settings: SocketSettings,
        connections: Connections,
        handler: Handler,
        metrics: Metrics,
        now: Callable[[], float],
        draw: Callable[[int], bytes],
    ) -> None:
        """Serve connections with these parts.

        Args:
            settings: the same for all connections.
            connections: where they are kept while they are open.
            handler: does their commands.
            metrics: counts.
            now: seconds of a clock that never goes back.
            draw: random bytes for the tokens of guests.
        """
        self._settings = settings
        self._connections = connections
        self._handler = handler
        self._metrics = metrics
        self._now = now
        self._draw = draw

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection. Cancelled, it ends it."""
        await receive()
        if not self._may_come_from(scope):
            self._metrics.connections_refused.labels("origin").inc()
            # Before the accept this is answered by HTTP 403.
            await send({"type": "websocket.close"})
            return
        offered: list[str] = scope["subprotocols"]
        spoken = [name for name in offered if name in _KNOWN]
        # A browser drops a connection whose server takes none of the subprotocols offered, and its
        # page never hears why. So the first is taken, to say in the close code that it is unknown.
        await send({"type": "websocket.accept", "subprotocol": next(iter(spoken or offered), None)})
        cut = scope.get("extensions", {}).get(CUT, {}).get("cut", _no_cut)
        settings = self._settings
        outbox = Outbox(send, cut, settings.session.limits.outbox_bytes, settings.grace_s)
        subprotocol = Subprotocol(spoken[0]) if spoken else DEFAULT_SUBPROTOCOL
        session = Session(
            settings.session, subprotocol, self._connections.allowances, self._draw, self._now()
        )
        connection = Connection(session, outbox, self._metrics)
        refused = CloseCode.UNKNOWN_SUBPROTOCOL if offered and not spoken else None
        if refused is not None:
            self._metrics.connections_refused.labels("subprotocol").inc()
        try:
            await self._admit(connection, outbox, scope, receive, refused)
        except asyncio.CancelledError:
            # Uvicorn does so to what is left when the server stops, and would log it as a fault.
            # The task ends here either way.
            return
        finally:
            outbox.lost()
            await outbox.ended()

    async def _admit(
        self,
        connection: Connection,
        outbox: Outbox,
        scope: Scope,
        receive: Receive,
        refused: CloseCode | None,
    ) -> None:
        address = scope["client"][0] if scope.get("client") else ""
        refused = refused or self._connections.add(connection, address)
        if refused is not None:
            connection.close(refused)
            await outbox.ended()
            return
        _log.info("connection opened", address=address, subprotocol=connection.session.subprotocol)
        try:
            await self._serve(connection, receive)
        except Exception:
            self._metrics.faults.labels("connection").inc()
            _log.exception("connection failed")
            connection.close(CloseCode.INTERNAL)
        finally:
            self._connections.remove(connection)
            self._handler.dropped(connection)
            person = connection.session.person
            _log.info(
                "connection closed",
                address=address,
                player=None if person is None else person.player,
                code=None if connection.close_code is None else int(connection.close_code),
            )

    async def _serve(self, connection: Connection, receive: Receive) -> None:
        """Take frames one after the other until the connection ends."""
        while True:
            event = await receive()
            if event["type"] == "websocket.disconnect":
                return
            if connection.close_code is not None:
                continue
            frame = event.get("bytes")
            if frame is None:
                frame = event.get("text") or ""
            self._metrics.frames_in += 1
            await self._take(connection, frame)

    async def _take(self, connection: Connection, frame: bytes | str) -> None:
        reaction = connection.session.receive(frame, self._now())
        match reaction:
            case None:
                return
            case Do(command):
                connection.is_busy = True
                await self._handler.do(connection, command)
                connection.is_busy = False
                if connection.is_leaving:
                    connection.close(CloseCode.RESTART)
            case Say(message):
                connection.say(message)
            case HangUp(code, error):
                if error is not None:
                    connection.say(error)
                connection.close(code)
            case Greet():
                self._connections.reschedule(connection)
                if not await self._handler.greet(connection, reaction):
                    connection.close(CloseCode.INTERNAL)
            case _:
                assert_never(reaction)

    def _may_come_from(self, scope: Scope) -> bool:
        """Programs send no origin and are no danger to their user: only browsers are held to it."""
        if not self._settings.origins:
            return True
        given = [value for name, value in scope["headers"] if name == b"origin"]
        return all(value.decode("latin-1").lower() in self._settings.origins for value in given)


def _no_cut() -> None:
    """Under another ASGI server a transport ends when its endpoint does."""
