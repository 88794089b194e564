"""Close codes of the socket: below 4500 come back, from 4500 do not."""

from enum import IntEnum


class CloseCode(IntEnum):
    """Why the server closed a connection."""

    RESTART = 4000
    """The server drains or restarts; the `notice` before named a delay."""
    SLOW = 4001
    """More bytes waited for this connection than the outbox holds."""
    NO_HELLO = 4002
    """Nothing said in time after connecting."""
    SILENT = 4003
    """Nothing heard for too long: the line is thought dead."""
    OUTDATED = 4004
    """The room needs a newer server than this one; another will serve it."""
    INTERNAL = 4005
    """A fault of the server; resume."""
    TOO_MANY_CONNECTIONS = 4006
    """The address, or the server, has its full number of connections, or the address of new
    guests."""
    UNSUPPORTED_VERSION = 4500
    """No common protocol version."""
    BAD_HELLO = 4501
    """The first message was not a valid `hello`."""
    FLOOD = 4502
    """The limits were passed again and again."""
    UNKNOWN_SUBPROTOCOL = 4503
    """None of the subprotocols offered is spoken here."""
    BANNED = 4504
    """This person, or address, may not come in."""
    TOKEN_REVOKED = 4505
    """The token was made worthless by its owner."""


FINAL_STANDARD_CODES = frozenset({1000, 1002, 1003, 1007, 1009})
"""A normal end; and frames that the socket layer cannot take, which would be sent again: against
the WebSocket protocol, of a kind not served, text that is no UTF-8, too large."""


def is_final(code: int) -> bool:
    """Whether a client must not connect again by itself after this close code of the server.

    `FINAL_STANDARD_CODES` and everything from 4500 are final; the other standard codes, and 1006
    for a line that was cut, come back.
    """
    return code in FINAL_STANDARD_CODES or code >= 4500
