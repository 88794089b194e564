"""A room as its members see it: the view, the events that change it, and how to fold them.

A `RoomView` is the whole picture that one role (a seat, or a spectator) may see. `fold` moves a
view by one event without knowing any rules; the part of the game moves by the game's own `fold`
(`kozyr_protocol.games`).
"""

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, assert_never

from msgspec import UNSET, Meta, Raw, Struct, UnsetType
from msgspec.structs import force_setattr, replace

from kozyr_protocol.ids import GameKey, PlayerId, RoomId
from kozyr_protocol.limits import MAX_INTEGER
from kozyr_protocol.record import Ended
from kozyr_protocol.room_events import AbsentChanged as AbsentChanged
from kozyr_protocol.room_events import BankChanged as BankChanged
from kozyr_protocol.room_events import BotSat as BotSat
from kozyr_protocol.room_events import BotWanted as BotWanted
from kozyr_protocol.room_events import Closed as Closed
from kozyr_protocol.room_events import EndWanted as EndWanted
from kozyr_protocol.room_events import FairnessShown as FairnessShown
from kozyr_protocol.room_events import GameEnded as GameEnded
from kozyr_protocol.room_events import GameHappened as GameHappened
from kozyr_protocol.room_events import GameStarted as GameStarted
from kozyr_protocol.room_events import HostChanged as HostChanged
from kozyr_protocol.room_events import Joined as Joined
from kozyr_protocol.room_events import Kicked as Kicked
from kozyr_protocol.room_events import KnockAnswered as KnockAnswered
from kozyr_protocol.room_events import Knocked as Knocked
from kozyr_protocol.room_events import Left as Left
from kozyr_protocol.room_events import LineChanged as LineChanged
from kozyr_protocol.room_events import LinkTaken as LinkTaken
from kozyr_protocol.room_events import Paused as Paused
from kozyr_protocol.room_events import PauseWanted as PauseWanted
from kozyr_protocol.room_events import ReadyChanged as ReadyChanged
from kozyr_protocol.room_events import Reopened as Reopened
from kozyr_protocol.room_events import Resumed as Resumed
from kozyr_protocol.room_events import RoomEvent as RoomEvent
from kozyr_protocol.room_events import Seated as Seated
from kozyr_protocol.room_events import SeatIndex as SeatIndex
from kozyr_protocol.room_events import Shuffled as Shuffled
from kozyr_protocol.room_events import ShuffleOpened as ShuffleOpened
from kozyr_protocol.room_events import Silenced as Silenced
from kozyr_protocol.room_events import SlowModeSet as SlowModeSet
from kozyr_protocol.room_events import StandInChanged as StandInChanged
from kozyr_protocol.room_events import TimedOut as TimedOut
from kozyr_protocol.room_events import TimeGiven as TimeGiven
from kozyr_protocol.room_events import TipShown as TipShown
from kozyr_protocol.room_events import UnknownEvent as UnknownEvent

Millis = Annotated[int, Meta(ge=0, le=MAX_INTEGER, description="play time in milliseconds")]

# msgspec reads `Raw | None` as null only. As `Raw` it takes a null as well, undecoded.
if TYPE_CHECKING:
    RawOrNull = Raw | None
else:
    RawOrNull = Raw

_NULL = b"\xc0"


class Phase(StrEnum):
    """What a room is doing."""

    WAITING = "waiting"
    PLAYING = "playing"
    FINISHED = "finished"
    CLOSED = "closed"


class ClockView(Struct, frozen=True):
    """How long a decision may take. Play time stands still while no server lives.

    The clock as a room shows it: without bounds, and with unknown fields ignored, as for all that
    a server says.
    """

    turn_ms: int = 30_000
    bank_ms: int = 60_000
    away_ms: int = 1_000


class Clock(ClockView, frozen=True, forbid_unknown_fields=True):
    """The clock as a client chooses it when it opens a room."""

    turn_ms: Annotated[
        int, Meta(ge=200, le=3_600_000, description="time for each plain decision, ms")
    ] = 30_000
    bank_ms: Annotated[
        int, Meta(ge=0, le=3_600_000, description="extra time of each seat for a whole game, ms")
    ] = 60_000
    away_ms: Annotated[
        int,
        Meta(
            ge=0,
            le=3_600_000,
            description="time for a decision of a seat whose player left, or was late twice in a "
            "row, until he acts or comes back; ms",
        ),
    ] = 1_000


class SeatView(Struct, frozen=True):
    """One seat as everybody sees it."""

    player: PlayerId | None = None
    """None: free."""
    name: str = ""
    ready: bool = False
    connected: bool = False
    """Whether a connection holds the seat's line."""
    left: bool = False
    """The player left during the game (losing the line is something else)."""
    absent: bool = False
    """He was late twice in a row; the seat plays by the clock `away_ms` until he is back."""
    bank_ms: int = 0
    """Extra time left, as of the last event about it."""
    tip: str | None = None
    """The tip of the chain of links that this player takes part with, 64 hexadecimal digits."""
    bot: str | None = None
    """How well the house bot plays whose seat this is: `easy`, `usual`, `strong`. Without a
    `player` it has not sat down yet. None: a person's seat, or free."""
    stand_in: bool = False
    """A house bot plays it until its player is back."""
    wants_pause: bool = False
    wants_end: bool = False


class ChatLine(Struct, frozen=True, omit_defaults=True):
    """One line of chat."""

    n: int
    """Its number in the room or the lobby, from 1; chat is not part of a room's version."""
    player: PlayerId
    name: str
    seat: SeatIndex | None
    text: str
    at_ms: int
    """Unix time of the store's clock, ms."""
    phrase: str | None = None
    """Instead of the text: a quick phrase."""
    hidden: bool = False
    """The line was taken away: show nothing of it. Said anew with the same number."""
    by_host: bool = False
    """Of a hidden line: the host of the room took it away, no moderator of the server."""


class Knocker(Struct, frozen=True):
    """Somebody who asked to be let in."""

    player: PlayerId
    name: str


class OpenShuffle(Struct, frozen=True):
    """A shuffle that waits for the links of seats."""

    n: int
    """Number of the shuffle in this game, from 1."""
    seats: tuple[SeatIndex, ...]
    """Seats that are asked for a link, ascending."""
    tips: tuple[str | None, ...]
    """A tip for each seat, None where it takes no part."""
    fed: tuple[SeatIndex, ...] = ()
    """Seats whose link has been taken."""


class RoomView(Struct, frozen=True):
    """All that one role may know of a room. The same for all roles but for `you` and `table`."""

    room: RoomId
    game: GameKey
    preset: str | None
    name: str
    public: bool
    spectators: bool
    """Whether people without a seat may follow."""
    phase: Phase
    host: PlayerId | None
    capacity: int
    """Seats that the room has before a game; the game may start with fewer players."""
    clock: ClockView
    options: dict[str, Any]
    """As given at creation; from the start of a game all options, resolved."""
    seats: tuple[SeatView, ...]
    you: SeatIndex | None
    """Your seat, None for a spectator."""
    game_no: int
    """Number of the game in this room, from 1: a rematch adds one."""
    tip: str | None
    """The tip of the server's chain for this game, 64 hexadecimal digits."""
    shuffle: OpenShuffle | None = None
    table: RawOrNull = None
    """The game's own view (`View` of the game's module); None while the room waits for a game."""
    ended: Ended | None = None
    """How the last game ended; None while none has."""
    record: str | None = None
    """Id of the last finished game's record."""
    language: str | None = None
    """What is spoken here; None: anything."""
    access: str = "open"
    """`open`, `knock` or `password`: what it takes to come in without a seat."""
    knocks: tuple[Knocker, ...] = ()
    """Who waits for the host to be let in, the first one first."""
    silenced: tuple[PlayerId, ...] = ()
    """Whom the host does not let write here."""
    paused_until_ms: int | None = None
    """Play time at which the pause ends by itself; None: no pause."""
    slow_s: int = 0
    """Slow mode: seconds from one line of a person to his next; 0: as often as he likes."""

    def __post_init__(self) -> None:
        """Make a null that came undecoded None."""
        if self.table is not None and bytes(self.table) == _NULL:
            force_setattr(self, "table", None)


FoldGame = Callable[[Raw, Raw], Raw]
"""Moves the encoded view of a game by one encoded event: (view, event) → view."""


def fold(view: RoomView, event: RoomEvent | UnknownEvent, fold_game: FoldGame) -> RoomView:
    """The view after an event.

    Args:
        view: the picture of one role before the event.
        event: as that role received it.
        fold_game: moves `table`; called for `GameHappened` only.

    Returns:
        The new view. An event that this module does not know leaves it as it is.
    """
    match event:
        case Joined():
            seat = SeatView(event.player, event.name, connected=event.connected)
            return replace(view, seats=_put(view.seats, event.seat, seat))
        case Left():
            if view.phase is Phase.PLAYING:
                return _change(view, event.seat, left=True, connected=False)
            return replace(view, seats=_put(view.seats, event.seat, SeatView()))
        case HostChanged():
            return replace(view, host=event.player)
        case ReadyChanged():
            return _change(view, event.seat, ready=event.ready)
        case LineChanged():
            return _change(
                view,
                event.seat,
                connected=event.connected,
                left=False if event.connected else UNSET,
            )
        case TipShown():
            return _change(view, event.seat, tip=event.tip)
        case GameStarted() | Seated():
            return _reseated(view, event)
        case ShuffleOpened():
            return replace(view, shuffle=OpenShuffle(event.n, event.seats, event.tips))
        case LinkTaken():
            return _link_taken(view, event.seat)
        case Shuffled():
            return replace(view, shuffle=None)
        case AbsentChanged():
            return _change(view, event.seat, absent=event.absent)
        case BankChanged():
            return _change(view, event.seat, bank_ms=event.bank_ms)
        case BotWanted():
            seat = SeatView(bot=event.level)
            return replace(view, seats=_put(view.seats, event.seat, seat))
        case BotSat():
            return _change(
                view,
                event.seat,
                player=event.player,
                name=event.name,
                ready=True,
                connected=True,
            )
        case StandInChanged():
            return _change(view, event.seat, stand_in=event.stand_in)
        case PauseWanted():
            return _change(view, event.seat, wants_pause=event.wanted)
        case EndWanted():
            return _change(view, event.seat, wants_end=event.wanted)
        case TimeGiven():
            return _change(view, event.seat, bank_ms=event.bank_ms)
        case Paused():
            return replace(view, paused_until_ms=event.until_ms)
        case Resumed():
            seats = tuple(replace(seat, wants_pause=False) for seat in view.seats)
            return replace(view, seats=seats, paused_until_ms=None)
        case SlowModeSet():
            return replace(view, slow_s=event.seconds)
        case Knocked() | KnockAnswered() | Silenced():
            return _let_in(view, event)
        case GameHappened():
            if view.table is None:
                return view
            return replace(view, table=fold_game(view.table, event.event))
        case GameEnded():
            return _ended(view, event)
        case Reopened():
            return _reopened(view, event)
        case Closed():
            return replace(view, phase=Phase.CLOSED)
        case FairnessShown() | TimedOut() | Kicked() | UnknownEvent():
            return view
        case _:
            assert_never(event)


def _put(seats: tuple[SeatView, ...], index: int, seat: SeatView) -> tuple[SeatView, ...]:
    return (*seats[:index], seat, *seats[index + 1 :])


def _change(view: RoomView, index: int, **changes: Any | UnsetType) -> RoomView:
    given = {name: value for name, value in changes.items() if value is not UNSET}
    return replace(view, seats=_put(view.seats, index, replace(view.seats[index], **given)))


def _let_in(view: RoomView, event: Knocked | KnockAnswered | Silenced) -> RoomView:
    match event:
        case Knocked():
            knocks = tuple(knock for knock in view.knocks if knock.player != event.player)
            return replace(view, knocks=(*knocks, Knocker(event.player, event.name)))
        case KnockAnswered():
            knocks = tuple(knock for knock in view.knocks if knock.player != event.player)
            return replace(view, knocks=knocks)
        case Silenced():
            silenced = tuple(player for player in view.silenced if player != event.player)
            if event.silenced:
                silenced = (*silenced, event.player)
            return replace(view, silenced=silenced)
        case _:
            assert_never(event)


def _reseated(view: RoomView, event: GameStarted | Seated) -> RoomView:
    seats = tuple(view.seats[old] for old in event.order)
    you = view.you if view.you is None else event.order.index(view.you)
    if isinstance(event, Seated):
        return replace(view, seats=seats, you=you)
    return replace(
        view,
        phase=Phase.PLAYING,
        seats=tuple(
            replace(seat, ready=False, absent=False, bank_ms=view.clock.bank_ms) for seat in seats
        ),
        you=you,
        options=event.options,
        table=event.table,
        ended=None,
        record=None,
    )


def _link_taken(view: RoomView, seat: int) -> RoomView:
    if view.shuffle is None:
        return view
    fed = tuple(sorted({*view.shuffle.fed, seat}))
    return replace(view, shuffle=replace(view.shuffle, fed=fed))


def _ended(view: RoomView, event: GameEnded) -> RoomView:
    # A chain serves one game: the host has seen links of this one, so that with the same tip he
    # could choose his next seed by them.
    seats = tuple(
        SeatView()
        if seat.left
        else replace(
            seat,
            ready=False,
            absent=False,
            tip=None,
            stand_in=False,
            wants_pause=False,
            wants_end=False,
        )
        for seat in view.seats
    )
    return replace(
        view,
        phase=Phase.FINISHED,
        seats=seats,
        shuffle=None,
        paused_until_ms=None,
        ended=event.ended,
        record=event.record,
    )


def _reopened(view: RoomView, event: Reopened) -> RoomView:
    free = (SeatView(),) * (view.capacity - len(view.seats))
    return replace(
        view,
        phase=Phase.WAITING,
        seats=view.seats + free,
        game_no=event.game_no,
        tip=event.tip,
        options=event.options,
        table=None,
    )
