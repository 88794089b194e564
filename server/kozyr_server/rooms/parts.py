"""Parts of the stored state of a room that stand by themselves; all of them append only."""

from typing import Final

from msgspec import Struct

from kozyr_protocol.discreet import Discreet
from kozyr_protocol.ids import ActionKey, PlayerId
from kozyr_protocol.rooms import Knocker
from kozyr_server.store.model import ProcessId


class Line(Struct, frozen=True, array_like=True):
    """The connection that holds a seat: a process, and its number for the following."""

    process: ProcessId
    number: int


class AcceptedKey(Struct, frozen=True, array_like=True):
    """An action that was accepted; the same key is answered from here."""

    key: ActionKey
    version: int
    prompt: int


class Door(Discreet, Struct, frozen=True, array_like=True):
    """Who may come in and sit down, and who may write."""

    access: str = "open"
    code: str = ""
    """Of a room that is not public."""
    password: bytes = b""
    """Salt and hash, with `access` = `password`; see `passwords`."""
    knocks: tuple[Knocker, ...] = ()
    admitted: tuple[PlayerId, ...] = ()
    kicked: tuple[PlayerId, ...] = ()
    silenced: tuple[PlayerId, ...] = ()
    slow_s: int = 0
    """Seconds from one line of a person to his next; 0: no slow mode."""
    spent_ms: int = 0
    """Until when (play time) what the host changed here is paid for, at so much a time."""


OPEN_DOOR: Final = Door()


class StandIn(Struct, frozen=True, array_like=True):
    """A house bot that plays a seat for its owner."""

    player: PlayerId
    line: Line
    keys: tuple[AcceptedKey, ...] = ()
    """Its own: they must not push out the owner's."""


class Stretch(Struct, frozen=True, array_like=True):
    """A time in which a stand-in played a seat; ms of play time since the game began."""

    deal: int
    from_ms: int
    to_ms: int | None = None


class Wishes(Struct, frozen=True, array_like=True):
    """What the owner of a seat wishes in a game, and how often he asked for something."""

    pause: bool = False
    end: bool = False
    given: int = 0
    """Minutes that he gave to others."""
    spent_ms: int = 0
    """Until when his changes of mind are paid for, at so much a time."""


NO_WISHES: Final = Wishes()


class Pause(Struct, frozen=True, array_like=True):
    """The game stands still; play time."""

    from_ms: int
    until_ms: int
