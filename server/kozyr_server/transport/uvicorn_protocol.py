"""Uvicorn's WebSocket, with the one thing that ASGI has no word for: cutting a connection."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

CUT = "kozyr.cut"
"""Extension of the ASGI scope: `{"cut": callable}` ends the transport at once."""


class SocketProtocol(WebSocketsSansIOProtocol):
    """Offers the application `CUT`.

    It leans on three names of its base that nobody promised (`run_asgi`, `scope`, `transport`); a
    test holds them.
    """

    async def run_asgi(self) -> None:
        """Serve the connection with the extension in its scope."""
        self.scope["extensions"][CUT] = {"cut": self.transport.abort}
        await super().run_asgi()
