"""What happens in a room: the events that change a view; `kozyr_protocol.rooms.fold` uses them."""

from typing import Annotated, Any

from msgspec import Meta, Raw, Struct

from kozyr_protocol.fair import Fairness
from kozyr_protocol.ids import PlayerId
from kozyr_protocol.record import Ended

SeatIndex = Annotated[int, Meta(ge=0, le=15, description="a seat, from 0 clockwise")]


class _Event(Struct, frozen=True, tag_field="type"):
    """Base of the events of a room."""


class Joined(_Event, tag="joined", frozen=True):
    """Somebody sat down."""

    seat: SeatIndex
    player: PlayerId
    name: str
    connected: bool


class Left(_Event, tag="left", frozen=True):
    """Somebody left: before and after a game the seat is free, in play it stays his."""

    seat: SeatIndex


class HostChanged(_Event, tag="host", frozen=True):
    """Somebody else is the host now."""

    player: PlayerId | None


class ReadyChanged(_Event, tag="ready", frozen=True):
    """A player is ready, or not any more."""

    seat: SeatIndex
    ready: bool


class LineChanged(_Event, tag="line", frozen=True):
    """A player's connection is there, or lost."""

    seat: SeatIndex
    connected: bool


class TipShown(_Event, tag="tip", frozen=True):
    """A seat takes part in the shuffles that are opened from now on."""

    seat: SeatIndex
    tip: str | None


class GameStarted(_Event, tag="game_started", frozen=True):
    """A game begins; the seats that nobody took are gone."""

    order: tuple[SeatIndex, ...]
    """For each new seat its number before."""
    options: dict[str, Any]
    """All options, resolved."""
    table: Raw
    """The game's view before the first card."""


class Seated(_Event, tag="seated", frozen=True):
    """The draw for seats moved the players."""

    order: tuple[SeatIndex, ...]
    """For each new seat its number before the draw."""


class ShuffleOpened(_Event, tag="shuffle_opened", frozen=True):
    """The number, seats and tips of the next shuffle are fixed; then links are asked for."""

    n: int
    seats: tuple[SeatIndex, ...]
    tips: tuple[str | None, ...]


class LinkTaken(_Event, tag="link_taken", frozen=True):
    """A seat's link for the open shuffle was taken. Which one it was is shown after the deal."""

    seat: SeatIndex


class Shuffled(_Event, tag="shuffled", frozen=True):
    """The deck of shuffle `n` was made."""

    n: int
    missing: tuple[SeatIndex, ...] = ()
    """Seats that take part and sent no link in time."""


class FairnessShown(_Event, tag="fairness", frozen=True):
    """A deal, or the draw, is over: what verifies its shuffle."""

    fairness: Fairness


class TimedOut(_Event, tag="timed_out", frozen=True):
    """A seat was late; the action that follows was made for it."""

    seat: SeatIndex


class AbsentChanged(_Event, tag="absent", frozen=True):
    """A seat plays by the short clock, or its player is back."""

    seat: SeatIndex
    absent: bool


class BankChanged(_Event, tag="bank", frozen=True):
    """A seat used some of its extra time."""

    seat: SeatIndex
    bank_ms: int


class Knocked(_Event, tag="knocked", frozen=True):
    """Somebody asks the host to be let in."""

    player: PlayerId
    name: str


class KnockAnswered(_Event, tag="knock_answered", frozen=True):
    """The host let somebody in, or not."""

    player: PlayerId
    admitted: bool


class Kicked(_Event, tag="kicked", frozen=True):
    """The host took a seat away; what it means for the seat is told by `left`."""

    seat: SeatIndex


class Silenced(_Event, tag="silenced", frozen=True):
    """The host keeps somebody from writing here, or lets him again."""

    player: PlayerId
    silenced: bool


class SlowModeSet(_Event, tag="slow_mode", frozen=True):
    """The host lets each person write one line in `seconds`; 0: as often as he likes."""

    seconds: int


class BotWanted(_Event, tag="bot_wanted", frozen=True):
    """A free seat is kept for a house bot; None: no longer."""

    seat: SeatIndex
    level: str | None


class BotSat(_Event, tag="bot_sat", frozen=True):
    """A house bot sits in the seat that was kept for it, ready."""

    seat: SeatIndex
    player: PlayerId
    name: str


class StandInChanged(_Event, tag="stand_in", frozen=True):
    """A house bot plays a seat whose player is away, or no longer."""

    seat: SeatIndex
    stand_in: bool


class PauseWanted(_Event, tag="pause_wanted", frozen=True):
    """A player wishes that the game stands still, or no longer."""

    seat: SeatIndex
    wanted: bool


class Paused(_Event, tag="paused", frozen=True):
    """The game stands still until `until_ms` of play time at most."""

    until_ms: int


class Resumed(_Event, tag="resumed", frozen=True):
    """The game goes on; nobody wishes a pause any more."""


class TimeGiven(_Event, tag="time_given", frozen=True):
    """A player gave another one time."""

    seat: SeatIndex
    by: SeatIndex
    bank_ms: int
    """The bank of `seat` now."""


class EndWanted(_Event, tag="end_wanted", frozen=True):
    """A player wishes that the game ends here, or no longer."""

    seat: SeatIndex
    wanted: bool


class GameHappened(_Event, tag="game", frozen=True):
    """Something happened in the game: an `Event` of the game's module."""

    event: Raw


class GameEnded(_Event, tag="game_ended", frozen=True):
    """A game is over."""

    ended: Ended
    totals: tuple[int, ...]
    winners: tuple[SeatIndex, ...]
    settlement: tuple[int, ...] | None
    record: str


class Reopened(_Event, tag="reopened", frozen=True):
    """A rematch: the room waits for its players to be ready again; free seats are back."""

    game_no: int
    tip: str
    options: dict[str, Any]


class Closed(_Event, tag="closed", frozen=True):
    """The room is closed and will be forgotten."""

    reason: str
    """`idle`: nobody was connected for too long."""


RoomEvent = (
    Joined
    | Left
    | HostChanged
    | ReadyChanged
    | LineChanged
    | TipShown
    | GameStarted
    | Seated
    | ShuffleOpened
    | LinkTaken
    | Shuffled
    | FairnessShown
    | TimedOut
    | AbsentChanged
    | BankChanged
    | Knocked
    | KnockAnswered
    | Kicked
    | Silenced
    | SlowModeSet
    | BotWanted
    | BotSat
    | StandInChanged
    | PauseWanted
    | Paused
    | Resumed
    | TimeGiven
    | EndWanted
    | GameHappened
    | GameEnded
    | Reopened
    | Closed
)


class UnknownEvent(Struct, frozen=True):
    """An event of a newer server; clients ignore it."""

    type: str
