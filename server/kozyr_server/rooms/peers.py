"""What rooms know of a connection, and how they refuse."""

from typing import Protocol

from kozyr_protocol.close_codes import CloseCode
from kozyr_server.people.callers import Person as Person
from kozyr_server.people.callers import RefusedError as RefusedError


class Peer(Protocol):
    """A connection after its `hello`.

    Sending never waits and never fails: a connection that is gone or too slow is dealt with by
    itself, and `Rooms.dropped` is called once for it.
    """

    @property
    def person(self) -> Person:
        """Who it is."""

    def send(self, message: bytes) -> None:
        """Put one encoded message (msgpack, whatever the subprotocol) on its way."""

    def close(self, code: CloseCode) -> None:
        """Close it after what was sent before."""
