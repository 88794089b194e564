"""Who speaks on a connection, how he is told, and how he is refused."""

from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import Struct

from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.discreet import Discreet
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId, RoomId
from kozyr_protocol.messages import ServerMessage


class Person(Struct, frozen=True):
    """Who speaks on a connection."""

    player: PlayerId
    name: str
    is_house: bool = False
    """Whether it is a house bot: it said the key that this server handed to its bots."""


class RefusedError(Exception):
    """A command is refused and nothing was changed: becomes an `error` message."""

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        facts: Mapping[str, Any] | None = None,
        room: RoomId | None = None,
        limit: str = "",
    ) -> None:
        """Keep the code, one sentence for people, the facts by name, and the limit's setting."""
        super().__init__(message)
        self.code = code
        self.message = message
        self.facts = dict(facts or {})
        self.room = room
        self.limit = limit


class TurnedAwayError(Exception):
    """Somebody may not come in: he gets the error, and his connection is closed with the code."""

    def __init__(self, close: CloseCode, refused: RefusedError) -> None:
        """Keep both."""
        super().__init__(refused.message)
        self.close = close
        self.refused = refused


class Coming(Discreet, Struct, frozen=True):
    """What a good `hello` says of who comes."""

    digest: str
    """Hash of his token."""
    derived: PlayerId
    """The id that derives from the token; he may be another."""
    name: str | None
    """None: the last one, or one is proposed."""
    client: str
    """His program, as it called itself."""
    is_new: bool
    """Whether the token was drawn just now, so that nobody knows it."""
    language: str | None = None
    """In which he is proposed a name; two letters."""


class Known(Discreet, Struct, frozen=True):
    """What a connection knows of the person who speaks on it."""

    digest: str = ""
    """Hash of the token; empty before `hello`."""
    client: str = ""
    is_original: bool = True
    """Whether the player's id derives from this token."""
    claimed: str = ""
    """Key of his claimed name; empty: he has none."""
    ignored: frozenset[PlayerId] = frozenset()
    """Whose lines he does not get."""
    language: str | None = None
    """In which he is proposed names."""


class Caller(Protocol):
    """A connection whose `hello` was good."""

    address: str
    """Of the client; empty for a Unix socket."""
    known: Known
    """Set by the people's service alone."""
    is_saved: bool
    """Whether the store remembers its player under this name."""

    @property
    def person(self) -> Person:
        """Who it is."""

    def call(self, name: str) -> None:
        """Give the person another name from now on."""

    def say(self, message: ServerMessage) -> None:
        """Send one message."""

    def close(self, code: CloseCode) -> None:
        """Close it after what was sent before."""
