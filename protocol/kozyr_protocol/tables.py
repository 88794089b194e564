"""Commands of a room beside the game itself: who may come in, bots, pauses, votes."""

from typing import Annotated

from msgspec import Meta

from kozyr_protocol.base import Command, Level, Player, Room, ServerMessageBase
from kozyr_protocol.discreet import Discreet
from kozyr_protocol.ids import GameKey, RoomId
from kozyr_protocol.limits import MAX_INTEGER, MAX_SLOW_S
from kozyr_protocol.rooms import SeatIndex

# --- What a client says


class Invite(Command, tag="invite", frozen=True):
    """Ask for the code that lets others into a private room; answered by `invitation`."""

    room: Room
    renew: bool = False
    """Draw a new code, so that the old one is worthless; the host only."""


class Knock(Command, tag="knock", frozen=True):
    """Ask the host of a room with `access` = `knock` for permission to sit down."""

    room: Room


class AnswerKnock(Command, tag="answer_knock", frozen=True):
    """The host lets somebody sit down, or not."""

    room: Room
    player: Player
    admit: bool


class Kick(Command, tag="kick", frozen=True):
    """The host takes somebody's seat away: a person's, who may not come back, or a bot's.

    In play a person's seat becomes as if he had left, for good.
    """

    room: Room
    seat: SeatIndex


class Silence(Command, tag="silence", frozen=True):
    """The host keeps somebody from writing in this room, or lets him again."""

    room: Room
    player: Player
    silence: bool = True


class SlowMode(Command, tag="slow_mode", frozen=True):
    """The host lets each person write one line in so many seconds; he himself need not wait."""

    room: Room
    seconds: Annotated[int, Meta(ge=0, le=MAX_SLOW_S, description="0: no slow mode")]


class HideLine(Command, tag="hide", frozen=True):
    """The host takes a line of this room's chat away, whoever wrote it.

    It is published anew, hidden and without its text; the chat is not part of the version.
    """

    room: Room
    n: Annotated[int, Meta(ge=1, le=MAX_INTEGER, description="the number of the line")]


class AddBot(Command, tag="add_bot", frozen=True):
    """The host has a free seat played by a house bot; it sits down a moment later."""

    room: Room
    seat: SeatIndex | None = None
    """None: the first free one."""
    level: Level = "strong"


class Pause(Command, tag="pause", frozen=True):
    """Wish that the game stands still, or no longer.

    When all who play and are there wish it, no clock runs and nobody may act: for 15 minutes at
    most, or until one of them wishes it no longer.
    """

    room: Room
    pause: bool = True


class GiveTime(Command, tag="give_time", frozen=True):
    """Give another seat a minute more for its decision and its bank."""

    room: Room
    seat: SeatIndex


class VoteEnd(Command, tag="vote_end", frozen=True):
    """Wish that the game ends here, or no longer.

    When all who play and are there wish it, the game is over, `voted`: the finished deals count.
    """

    room: Room
    end: bool = True


class ClaimTable(Command, tag="claim_table", frozen=True):
    """End a game whose other players have all been away for two minutes: it is `abandoned`."""

    room: Room


class StandIn(Command, tag="stand_in", frozen=True):
    """A house bot takes a seat that it was offered: a bot's own, or one whose player is away."""

    room: Room
    seat: SeatIndex


TableCommand = (
    Invite
    | Knock
    | AnswerKnock
    | Kick
    | Silence
    | SlowMode
    | AddBot
    | Pause
    | GiveTime
    | VoteEnd
    | ClaimTable
    | StandIn
)
"""Commands that change a room's state, through a commit, beside those of the game."""

# --- What the server says


class Invitation(Discreet, ServerMessageBase, tag="invitation", frozen=True):
    """Answer to `invite`."""

    id: int
    room: RoomId
    code: str | None
    """16 characters, 80 random bits; None: the room is public and needs none."""


class Offer(Discreet, ServerMessageBase, tag="offer", frozen=True):
    """To a house bot: a seat wants to be played. Follow the room and say `stand_in`."""

    room: RoomId
    game: GameKey
    seat: int
    level: str
    own: bool
    """Whether the seat is the bot's own; else it stands in for a person until he is back."""
    code: Annotated[str | None, Meta(description="opens a private room")] = None
