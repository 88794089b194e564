"""Which package carries the sockets."""

import importlib.util
from typing import Final, Literal

from kozyr_server.settings import Settings

CUT: Final = "kozyr.cut"
"""Extension of the ASGI scope: `{"cut": callable}` ends the transport at once."""

Layer = Literal["picows", "uvicorn"]

FAST: Final = "picows"
"""Package of the fast one."""


class NoSocketLayerError(Exception):
    """The socket layer asked for is not installed; the text is one sentence."""


def socket_layer(settings: Settings, fast: str = FAST) -> Layer:
    """Which layer carries the sockets.

    Args:
        settings: `sockets` is what was asked for.
        fast: package of the fast one.

    Raises:
        NoSocketLayerError: what was asked for is not installed.
    """
    is_there = importlib.util.find_spec(fast) is not None
    if settings.sockets == "picows" and not is_there:
        raise NoSocketLayerError(
            "--sockets: picows is not installed; take auto or uvicorn, or install it"
        )
    return "picows" if is_there and settings.sockets != "uvicorn" else "uvicorn"
