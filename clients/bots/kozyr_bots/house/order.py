"""What the process of the house bots is told at its start, over a pipe and by no other way."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from kozyr_protocol.discreet import Discreet


class Order(Discreet, Struct, frozen=True, forbid_unknown_fields=True):
    """One line of JSON on the standard input; its end means that the server is gone."""

    url: str
    """`ws://127.0.0.1:8080/ws`: of this machine."""
    key: str
    """By which the server knows its own bots."""
    bots: Annotated[int, Meta(ge=1, le=256)] = 8
    """Connections, each of which plays at many tables but in one seat of each."""
    think_ms: tuple[int, int] = (700, 2200)
    """Least and most time before an action. It does not depend on cards: drawn before they are
    looked at."""
    secret: str | None = None
    """From which the bots have their tokens, so that they are the same players again when their
    process is; None: new guests. See `kozyr_bots.house.personas`."""


def read(line: bytes) -> Order:
    """The order in a line.

    Raises:
        msgspec.MsgspecError: it is none.
    """
    return msgspec.json.decode(line, type=Order)


def written(order: Order) -> bytes:
    """The line, for the standard input of the process."""
    return msgspec.json.encode(order) + b"\n"
