"""All connections of a process: who may come in, whose time is up, and how all of them leave."""

import asyncio
from collections.abc import Callable

import structlog

from kozyr_protocol.close_codes import CloseCode
from kozyr_server.telemetry import Metrics
from kozyr_server.transport.connection import Connection
from kozyr_server.transport.limits import Addresses, Allowance, Allowances
from kozyr_server.transport.wheel import Wheel

SLOT_S = 0.25
"""Heartbeats come so much late at most."""

_SWEEP_S = 5.0
_LEAVE_POLL_S = 0.02

_log = structlog.get_logger("kozyr.transport")


class Connections:
    """The connections of this process.

    Attributes:
        is_draining: Whether the server is about to stop: who comes is sent elsewhere.
        allowances: What each player has left.
    """

    def __init__(
        self,
        metrics: Metrics,
        allowances: Allowances,
        addresses: Addresses,
        max_connections: int,
        now: Callable[[], float],
    ) -> None:
        self.is_draining = False
        self.allowances = allowances
        self._metrics = metrics
        self._addresses = addresses
        self._max = max_connections
        self._now = now
        self._connections: dict[Connection, str] = {}
        self._wheel: Wheel[Connection] = Wheel(SLOT_S, now())
        self._swept_s = now()

    def __len__(self) -> int:
        return len(self._connections)

    def add(self, connection: Connection, address: str) -> CloseCode | None:
        """Take a new connection in.

        Args:
            connection: just accepted, nothing heard yet.
            address: of its client, empty for a Unix socket.

        Returns:
            None; or why it must be closed, then it was not taken in.
        """
        refused = self._enter(address)
        if refused is not None:
            self._metrics.connections_refused.labels(refused.name.lower()).inc()
            return refused
        self._connections[connection] = address
        self._wheel.put(connection, connection.session.next_due_s())
        self._metrics.connections.inc()
        self._metrics.connections_opened.inc()
        return None

    def shared_by(self, address: str) -> Allowance | None:
        """What all connections of an address have left together; None: it is free."""
        return self._addresses.allowance(address, self._now())

    def reschedule(self, connection: Connection) -> None:
        """Look at a connection when its session says so, after its deadlines moved nearer."""
        self._wheel.put(connection, connection.session.next_due_s())

    def remove(self, connection: Connection) -> None:
        """A connection that was taken in has ended."""
        self._addresses.leave(self._connections.pop(connection))
        self._wheel.remove(connection)
        self._metrics.connections.dec()

    async def run(self) -> None:
        """Look after all connections until cancelled, which is safe."""
        while True:
            await asyncio.sleep(SLOT_S)
            self.beat(self._now())

    def beat(self, now_s: float) -> None:
        """Do what is due now."""
        for connection in self._wheel.take_due(now_s):
            due_s = self._beat(connection, now_s)
            if due_s is not None:
                self._wheel.put(connection, due_s)
        self._metrics.flush()
        if now_s - self._swept_s >= _SWEEP_S:
            self._swept_s = now_s
            held = {
                connection.session.person.player
                for connection in self._connections
                if connection.session.person is not None
            }
            self.allowances.sweep(now_s, held)
            self._addresses.sweep(now_s)
            self._metrics.people.people.set(len(held))
            self._metrics.people.look()

    def send_away(self, within_s: float) -> None:
        """Take nobody in any more and tell all to come back, elsewhere, within so many seconds."""
        self.is_draining = True
        leaving = list(self._connections)
        _log.info("draining", connections=len(leaving), within_s=within_s)
        for place, connection in enumerate(leaving, start=1):
            connection.leave(round(within_s * 1000 * place / len(leaving)))

    def take_in(self) -> None:
        """Take people in again."""
        self.is_draining = False

    async def drain(self, within_s: float, hurry: asyncio.Event | None = None) -> None:
        """Send everybody elsewhere: a notice with a delay, then close code 4000.

        The delays are spread over `within_s`, so that not all come back at once. Commands in work
        are answered first; who is still here after `within_s` is cut off. Safe to cancel.

        Args:
            within_s: seconds.
            hurry: once set, nobody is waited for.
        """
        self.send_away(within_s)
        until_s = self._now() + within_s
        # The peers end when they like: polling costs less than an event in each removal.
        while self._connections and self._now() < until_s:
            if hurry is not None and hurry.is_set():
                break
            await asyncio.sleep(_LEAVE_POLL_S)
        for connection in list(self._connections):
            connection.abort(CloseCode.RESTART)

    def _beat(self, connection: Connection, now_s: float) -> float | None:
        """One connection must not take the heartbeats of all others down with it."""
        try:
            return connection.beat(now_s)
        except Exception:
            self._metrics.faults.labels("heartbeat").inc()
            _log.exception("heartbeat failed")
            return None

    def _enter(self, address: str) -> CloseCode | None:
        if self.is_draining:
            return CloseCode.RESTART
        bit = ""
        if len(self._connections) >= self._max:
            bit = "max_connections"
        elif not self._addresses.enter(address):
            bit = "connections_per_address"
        if bit:
            self._metrics.people.limits[bit] += 1
            return CloseCode.TOO_MANY_CONNECTIONS
        return None
