"""Uvicorn's WebSocket, with the one thing that ASGI has no word for: cutting a connection."""

import logging
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from kozyr_server.transport.layer import CUT

_OF_PEERS = "Invalid UTF-8 sequence received from client"


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether Uvicorn tells of a fault of ours; what peers send is none."""
    return not record.getMessage().startswith(_OF_PEERS)


_logger = logging.getLogger("kozyr.uvicorn")
_logger.setLevel(logging.WARNING)
_logger.addFilter(_is_ours)


class SocketProtocol(WebSocketsSansIOProtocol):
    """Offers the application `CUT`.

    It leans on four names of its base that nobody promised (`logger`, `run_asgi`, `scope`,
    `transport`); tests hold them.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        """Log as this project does, and nothing that peers can cause without end."""
        super().__init__(*args, **options)
        self.logger = _logger

    async def run_asgi(self) -> None:
        """Serve the connection with the extension in its scope."""
        self.scope["extensions"][CUT] = {"cut": self.transport.abort}
        await super().run_asgi()
