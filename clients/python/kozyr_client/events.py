"""What a session tells its owner, and what it counts."""

from dataclasses import dataclass

from kozyr_client.errors import KozyrError
from kozyr_client.following import RoomNews
from kozyr_protocol import messages
from kozyr_protocol.ids import RoomId


@dataclass(frozen=True)
class Done:
    """A command was done."""

    version: int | None
    """The room's version by which it was; None where it makes none."""


Answer = (
    Done
    | messages.Created
    | messages.Rooms
    | messages.Lobby
    | messages.People
    | messages.Matching
    | messages.You
    | messages.SignedIn
    | messages.Tokens
    | messages.Invitation
)
"""How a command can be answered, if it is not refused."""


@dataclass(frozen=True)
class Greeted:
    """A line is up. The token is not in here: see `Session.token`."""

    welcome: messages.Welcome


@dataclass(frozen=True)
class Answered:
    """A command has its answer."""

    id: int
    answer: Answer


@dataclass(frozen=True)
class Failed:
    """A command will have no better answer."""

    id: int
    error: KozyrError


@dataclass(frozen=True)
class Heard:
    """Something new in a followed room."""

    room: RoomId
    news: RoomNews


@dataclass(frozen=True)
class Ended:
    """A room is not followed any more; `error` None: as the program asked."""

    room: RoomId
    error: KozyrError | None


@dataclass(frozen=True)
class Noticed:
    """The server says something to everybody."""

    notice: messages.Notice


Tidings = (
    messages.Welcome
    | messages.LobbyChanged
    | messages.LobbySaid
    | messages.Matching
    | messages.Matched
    | messages.You
    | messages.Sanctioned
    | messages.Offer
)
"""What the server says of no followed room without being asked; `Welcome` on each new line, its
token left out."""


@dataclass(frozen=True)
class Told:
    """The server says something of the lobby, or of oneself, without being asked."""

    message: Tidings


@dataclass(frozen=True)
class Broken:
    """The line is of no use any more: close it and come back."""

    reason: str


@dataclass(frozen=True)
class Stopped:
    """The server will not have this client: close the line and do not come back."""

    error: KozyrError


Event = Greeted | Answered | Failed | Heard | Ended | Noticed | Told | Broken | Stopped
"""All of them."""


@dataclass
class Counts:
    """What happened so far, for logs and load tests."""

    lines: int = 0
    """Lines that were greeted."""
    sent: int = 0
    """Commands sent, repetitions included."""
    repeated: int = 0
    """Commands sent again."""
    postponed: int = 0
    """Refusals that may pass; the command was or will be sent again."""
    gaps: int = 0
    """Updates that did not fit the picture."""
    rollbacks: int = 0
    """Snapshots by which the server took something back."""
    collapsed: int = 0
    """Times that the news of a room were dropped for a fresh picture, its consumer being slow."""
    doubts: int = 0
    """Problems of fairness."""
    ignored: int = 0
    """Messages of an unknown type, or for nobody."""
    unreadable: int = 0
    """Frames that are no messages."""
    broken: int = 0
    """Lines that were given up from here."""
