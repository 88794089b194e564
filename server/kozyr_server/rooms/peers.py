"""What rooms know of a connection, and how they refuse."""

from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import Struct

from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId, RoomId


class Person(Struct, frozen=True):
    """Who speaks on a connection."""

    player: PlayerId
    name: str


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


class RefusedError(Exception):
    """A command is refused and nothing was changed: becomes an `error` message."""

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        facts: Mapping[str, Any] | None = None,
        room: RoomId | None = None,
    ) -> None:
        """Keep the code, one sentence for people, and the facts by name."""
        super().__init__(message)
        self.code = code
        self.message = message
        self.facts = dict(facts or {})
        self.room = room
