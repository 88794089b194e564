"""The endpoint `/ws`: a raw ASGI callable, one receive loop a connection."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from kozyr_server.transport.connection import Connection
from kozyr_server.transport.house_key import is_near
from kozyr_server.transport.layer import CUT
from kozyr_server.transport.outbox import Event, Outbox, Send
from kozyr_server.transport.reception import Reception, choice

Scope = Any
Receive = Callable[[], Awaitable[Event]]


class SocketEndpoint:
    """Accepts connections over ASGI and serves them until they end."""

    def __init__(self, reception: Reception) -> None:
        self._reception = reception

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection. Cancelled, it ends it."""
        await receive()
        reception = self._reception
        origins = [value for name, value in scope["headers"] if name == b"origin"]
        if not reception.may_come_from([origin.decode("latin-1") for origin in origins]):
            # Before the accept this is answered by HTTP 403.
            await send({"type": "websocket.close"})
            return
        chosen = choice(scope["subprotocols"])
        await send({"type": "websocket.accept", "subprotocol": chosen.named})
        cut = scope.get("extensions", {}).get(CUT, {}).get("cut", _no_cut)
        settings = reception.settings
        outbox = Outbox(send, cut, settings.session.limits.outbox_bytes, settings.grace_s)
        address = scope["client"][0] if scope.get("client") else ""
        connection, is_in = reception.open(outbox, chosen, address, is_near=_is_near(scope))
        try:
            if is_in:
                await self._serve(connection, receive, address)
            else:
                await outbox.ended()
        except asyncio.CancelledError:
            # Uvicorn does so to what is left when the server stops, and would log it as a fault.
            # The task ends here either way.
            return
        finally:
            outbox.lost()
            await outbox.ended()

    async def _serve(self, connection: Connection, receive: Receive, address: str) -> None:
        """Take frames one after the other until the connection ends."""
        reception = self._reception
        end_code: int | None = None
        try:
            while True:
                event = await receive()
                if event["type"] == "websocket.disconnect":
                    # Uvicorn says 1005 of a line that was cut, and then knows no reason.
                    end_code = event["code"] if "reason" in event else None
                    return
                frame = event.get("bytes")
                if frame is None:
                    frame = event.get("text") or ""
                work = reception.take(connection, frame)
                if work is not None:
                    await reception.work(connection, work)
        except Exception:
            reception.failed(connection)
        finally:
            reception.closed(connection, address, end_code)


def _is_near(scope: Scope) -> bool:
    """Where somebody is forwarded `client` is what a proxy said; else it is the other end."""
    forwarded = any(name == b"x-forwarded-for" for name, _ in scope["headers"])
    peer, here = (scope.get(end) or ("",) for end in ("client", "server"))
    return is_near(peer[0], here[0], is_forwarded=forwarded)


def _no_cut() -> None:
    """Under another ASGI server a transport ends when its endpoint does."""
