"""HTTP connections with a bound: how many there may be, and how long a request may take.

Uvicorn waits for ever for a request that has begun, and for a client that takes no more of an
answer. Each such connection holds a descriptor of the process, and there are not many of those.
"""

import asyncio
import logging
from collections import Counter
from typing import Any, Protocol

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from kozyr_server.proxies import TrustedProxies
from kozyr_server.transport.limits import Addresses

ANSWER_S = 60.0
"""An answer, and its way to the client, takes so long at most."""

_logger = logging.getLogger("kozyr.http")
# Requests that are none are no fault of ours, and anybody can send them without end.
_logger.setLevel(logging.ERROR)


class Visit(Protocol):
    """A connection as the door sees it."""

    is_waiting: bool
    """No whole request of it is here."""

    def cut(self) -> None:
        """End it at once."""


class Door:
    """The HTTP connections of a process, before they become sockets and if they never do."""

    def __init__(
        self,
        most: int,
        addresses: Addresses,
        request_s: float,
        trusted: TrustedProxies,
        bites: Counter[str],
    ) -> None:
        """Nobody is here.

        Args:
            most: connections of the process.
            addresses: how many each may have; the own machine and trusted proxies are free.
            request_s: seconds for a whole request.
            trusted: proxies, which come for many.
            bites: how often a limit bit, by its setting.
        """
        self.request_s = request_s
        self._most = most
        self._addresses = addresses
        self._trusted = trusted
        self._bites = bites
        self._visits: dict[Visit, str] = {}

    def __len__(self) -> int:
        return len(self._visits)

    def enter(self, visit: Visit, peer: str) -> bool:
        """Let a connection in; False: it is to be cut.

        Where all places are taken, the one that has waited longest for its request makes room:
        an honest request is here in a moment.
        """
        counted = "" if self._trusted.trusts(peer) else peer
        if not self._addresses.enter(counted):
            self._bites["connections_per_address"] += 1
            return False
        if len(self._visits) >= self._most:
            self._bites["max_requests"] += 1
            slowest = next((other for other in self._visits if other.is_waiting), None)
            if slowest is None:
                self._addresses.leave(counted)
                return False
            self.leave(slowest)
            slowest.cut()
        self._visits[visit] = counted
        return True

    def leave(self, visit: Visit) -> None:
        """A connection ended or became a socket; again does nothing."""
        counted = self._visits.pop(visit, None)
        if counted is not None:
            self._addresses.leave(counted)

    def late(self, visit: Visit) -> None:
        """A request took too long: its connection is cut."""
        self._bites["request_timeout_s"] += 1
        visit.cut()


class BoundedHttp(H11Protocol):
    """One HTTP connection. It leans on names of its base that nobody promised; tests hold them."""

    door: Door
    """Set by `bounded_http`."""

    def __init__(self, *args: Any, **options: Any) -> None:
        """Wait for a request."""
        super().__init__(*args, **options)
        self.logger = _logger
        self.is_waiting = True
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Come in, if there is room."""
        super().connection_made(transport)
        peer = "" if self.client is None else self.client[0]
        if self.door.enter(self, peer):
            self._within(self.door.request_s)
        else:
            self.cut()

    def connection_lost(self, exc: Exception | None) -> None:
        """Go."""
        self._stop()
        self.door.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read; what begins a request begins its time."""
        if self._timer is None:
            self._within(self.door.request_s)
        super().data_received(data)

    def handle_events(self) -> None:
        """Begin what has come; a whole request gets the time of an answer."""
        super().handle_events()
        # Before the first request there is none, whatever the base says.
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None or not self.is_waiting or self.transport.is_closing():
            return
        if not cycle.more_body and not cycle.response_complete:
            self.is_waiting = False
            self._within(ANSWER_S)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Leave the connection to the layer of the sockets."""
        self._stop()
        self.door.leave(self)
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """The answer is written, but perhaps not yet taken."""
        self.is_waiting = True
        self._stop()
        super().on_response_complete()
        if self.transport.is_closing():
            self._within(ANSWER_S)

    def timeout_keep_alive_handler(self) -> None:
        """Nothing more came: close, once the answer is taken."""
        super().timeout_keep_alive_handler()
        self._within(ANSWER_S)

    def cut(self) -> None:
        """End it at once."""
        self._stop()
        self.transport.abort()

    def _within(self, seconds: float) -> None:
        self._stop()
        self._timer = self.loop.call_later(seconds, self.door.late, self)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def bounded_http(door: Door) -> type[BoundedHttp]:
    """The class for Uvicorn's `http` setting."""
    return type("Http", (BoundedHttp,), {"door": door})
