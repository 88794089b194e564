"""What can go wrong, split by what the caller can do about it.

    KozyrError
    ├── Refused                  the server refused a command and says why
    │   └── Stale                the prompt that was answered is not open any more
    ├── VersionRefused           client and server have no protocol version in common
    ├── ResponseTimeout          a command got no answer in time; its outcome is not known
    ├── NoMatch                  the server looks for a table no longer
    ├── ConnectionLost           the line was cut and could not be had again, or it was cut under
    │                            a command that is never sent twice
    ├── ConnectionClosedForGood  the server closed the connection and wants no other
    ├── ClientClosed             the program left the client's `async with`
    ├── Overloaded               more commands wait for an answer than the client keeps
    ├── NotOnTurn                `act()` while no prompt of the own seat is open
    ├── RoomEnded                the room is not followed any more
    │   ├── RoomGone             it is closed, or no such room exists
    │   ├── LineTaken            another connection of the same player holds the seat now
    │   └── WatchingRefused      no seat here any more, and the room takes no spectators
    ├── FairnessProblem          a shuffle is not what was announced
    └── TransportClosed          one line ended; the client comes back by itself
        └── DialFailed           a line could not be opened

An exception holds facts as attributes; its text is made of them and holds no token, card or link.
"""

# The names say what happened, as in `websockets`: `except Refused`, `except LineTaken`.
# ruff: noqa: N818

from collections.abc import Mapping
from typing import Any

from kozyr_protocol.close_codes import is_final
from kozyr_protocol.errors import ErrorCode

ABNORMAL = 1006
"""Close code of a line that ended without one."""


class KozyrError(Exception):
    """Base of everything that this package raises on purpose."""


class Refused(KozyrError):
    """The server refused a command.

    Attributes:
        code: an `ErrorCode`; of a newer server perhaps another text.
        temporary: whether the same command may succeed later. The client has then tried again
            for as long as its `Patience` says, and this is the last answer.
        message: one sentence of the server for people who read logs.
        facts: what was wrong and what would be right, by code.
    """

    def __init__(
        self, code: str, temporary: bool, message: str, facts: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(code, temporary, message)
        self.code = code
        self.temporary = temporary
        self.message = message
        self.facts: Mapping[str, Any] = facts or {}

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"

    @classmethod
    def from_code(
        cls, code: str, temporary: bool, message: str, facts: Mapping[str, Any]
    ) -> "Refused":
        """The exception for a code: `Stale` where it is that, else `Refused`."""
        kind = Stale if code == ErrorCode.STALE else Refused
        return kind(code, temporary, message, facts)


class Stale(Refused):
    """The prompt that the action names is not open any more.

    `facts["prompt"]` is the number of the own prompt that is open now, or None.
    """


class VersionRefused(KozyrError):
    """Client and server have no protocol version in common.

    Attributes:
        oldest: the oldest version that this client speaks.
        newest: the newest one.
        facts: what the server said about its own, if anything.
    """

    def __init__(self, oldest: int, newest: int, facts: Mapping[str, Any] | None = None) -> None:
        super().__init__(oldest, newest)
        self.oldest = oldest
        self.newest = newest
        self.facts: Mapping[str, Any] = facts or {}

    def __str__(self) -> str:
        return f"this client speaks protocol {self.oldest} to {self.newest}, the server does not"


class NoMatch(KozyrError):
    """The server looks for a table no longer: it was looked for too long, or given up elsewhere."""

    def __str__(self) -> str:
        return "no table was found"


class ResponseTimeout(KozyrError):
    """A command got no answer in time, over one or several connections.

    Attributes:
        command: its `type`, such as `act`.
        waited_s: how long it was tried.
        tries: how often it was sent; 0: never, because there was no connection.
    """

    def __init__(self, command: str, waited_s: float, tries: int) -> None:
        super().__init__(command, waited_s, tries)
        self.command = command
        self.waited_s = waited_s
        self.tries = tries

    def __str__(self) -> str:
        return f"no answer to {self.command} in {self.waited_s:.1f} s; it was sent {self.tries}x"


class ConnectionLost(KozyrError):
    """The line was cut.

    Attributes:
        reason: what ended it, or what was lost with it.
        away_s: how long the client tried to come back; 0 where it goes on by itself and only a
            command that is never sent twice was lost.
    """

    def __init__(self, reason: str, away_s: float = 0.0) -> None:
        super().__init__(reason, away_s)
        self.reason = reason
        self.away_s = away_s

    def __str__(self) -> str:
        tried = f"; gave up after {self.away_s:.1f} s" if self.away_s else ""
        return f"connection lost: {self.reason}{tried}"


class ConnectionClosedForGood(KozyrError):
    """The server closed the connection with a code that says: do not come back.

    Attributes:
        code: the close code, see `kozyr_protocol.close_codes`.
        reason: the text of the close frame.
    """

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason

    def __str__(self) -> str:
        return f"the server closed the connection for good: {self.code} {self.reason}".rstrip()


class ClientClosed(KozyrError):
    """The program left the client's `async with`, or the client failed."""

    def __str__(self) -> str:
        return "the client is closed"


class Overloaded(KozyrError):
    """More commands wait for an answer than the client keeps.

    Attributes:
        bound: how many may wait.
    """

    def __init__(self, bound: int) -> None:
        super().__init__(bound)
        self.bound = bound

    def __str__(self) -> str:
        return f"{self.bound} commands wait for an answer already"


class NotOnTurn(KozyrError):
    """There is no open prompt that could be answered.

    Attributes:
        room: the room's id.
    """

    def __init__(self, room: str) -> None:
        super().__init__(room)
        self.room = room

    def __str__(self) -> str:
        return f"no prompt of yours is open in room {self.room}"


class RoomEnded(KozyrError):
    """The room is not followed any more.

    Attributes:
        room: its id.
        reason: as in `unfollowed`, or the code of a refused `follow`.
    """

    def __init__(self, room: str, reason: str) -> None:
        super().__init__(room, reason)
        self.room = room
        self.reason = reason

    def __str__(self) -> str:
        return f"room {self.room} is not followed any more: {self.reason}"

    @classmethod
    def from_reason(cls, room: str, reason: str) -> "RoomEnded":
        """The exception for a reason of `unfollowed` or a code that ends a following."""
        return _ENDINGS.get(reason, RoomEnded)(room, reason)


class RoomGone(RoomEnded):
    """The room is closed and forgotten, or there never was one with this id."""


class LineTaken(RoomEnded):
    """Another connection of the same player follows the room now and holds the seat.

    The client does not take it back by itself, or two programs would fight for it for ever.
    """


class WatchingRefused(RoomEnded):
    """The player has no seat here any more, and the room takes no spectators."""


_ENDINGS: Mapping[str, type[RoomEnded]] = {
    "closed": RoomGone,
    ErrorCode.NO_SUCH_ROOM: RoomGone,
    "line_taken": LineTaken,
    ErrorCode.NOT_YOUR_LINE: LineTaken,
    ErrorCode.WATCHING_REFUSED: WatchingRefused,
}


class FairnessProblem(KozyrError):
    """A shuffle is not what was announced: somebody cheats, or something is broken.

    Attributes:
        room: the room's id.
        n: the shuffle's number in its game.
        problems: a sentence for each thing that is wrong.
    """

    def __init__(self, room: str, n: int, *problems: str) -> None:
        super().__init__(room, n, *problems)
        self.room = room
        self.n = n
        self.problems = problems

    def __str__(self) -> str:
        return f"shuffle {self.n} of room {self.room}: {' '.join(self.problems)}"


class TransportClosed(KozyrError):
    """One line ended.

    Attributes:
        code: the close code; 1006 where there was none.
        reason: the text of the close frame, or what was seen from here.
    """

    def __init__(self, code: int = ABNORMAL, reason: str = "") -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason

    def __str__(self) -> str:
        return f"the line ended: {self.code} {self.reason}".rstrip()

    @property
    def is_final(self) -> bool:
        """Whether a client must not come back by itself."""
        return is_final(self.code)


class DialFailed(TransportClosed):
    """A line could not be opened.

    Attributes:
        reason: what was in the way.
        is_final: whether trying again is useless: nothing at this address speaks kozyr.
    """

    def __init__(self, reason: str, final: bool = False) -> None:
        super().__init__(ABNORMAL, reason)
        self._final = final

    def __str__(self) -> str:
        return f"cannot connect: {self.reason}"

    @property
    def is_final(self) -> bool:
        """Whether trying again is useless."""
        return self._final
