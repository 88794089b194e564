"""What the client knows of one room that it follows, moved by the server's messages.

Pure: messages and times in, news out. A room is **live** while its picture is the newest that
the server has sent. Updates count versions without gaps; what does not fit is a `Gap`, and the
session then asks for the rest.
"""

import dataclasses
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property
from typing import Any

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from kozyr_client.errors import FairnessProblem
from kozyr_protocol import messages, rooms
from kozyr_protocol.codec import CodecError, decode_event, unpack
from kozyr_protocol.games.wire import GameWire
from kozyr_protocol.ids import PlayerId, RoomId, Tag
from kozyr_protocol.limits import CHAT_LINES
from kozyr_protocol.rooms import Phase, RoomEvent, RoomView, UnknownEvent

AnyWire = GameWire[Any, Any, Any]
Wires = Mapping[Any, AnyWire]
"""The wire form of each game that the client can fold, by the game's key."""

# What decoding and folding raise over a message that does not fit the picture. The server is
# then asked for a fresh one, so that a fault in one event costs a round trip and not the client.
_UNREADABLE = (CodecError, msgspec.MsgspecError, LookupError, ValueError, TypeError)


@dataclass(frozen=True)
class Turn:
    """A prompt of the own seat that is open: a decision to make."""

    room: RoomId
    number: int
    """The version at which the decision opened; the action names it."""
    decision: str
    """What kind it is, a word of the game: `play`."""
    deadline_at: float
    """By the client's clock, in seconds, as far as it can be known: play time stands still while
    no server lives."""
    view: RoomView = field(repr=False)
    """The room at this prompt."""
    raw: tuple[Raw, ...] = field(repr=False)
    """The legal actions, encoded."""
    wire: AnyWire | None = field(repr=False)
    """How the game writes things; None for a game that this client does not know."""
    history: int = 0
    """How often the server had taken history back: the same number can open twice."""

    @cached_property
    def legal(self) -> tuple[dict[str, Any], ...]:
        """All actions that the rules allow now, as plain maps, in the server's order."""
        return tuple(unpack(each) for each in self.raw)

    @cached_property
    def actions(self) -> tuple[Any, ...]:
        """The same as the game's typed actions; plain maps for a game that is not known."""
        return self.legal if self.wire is None else tuple(map(self.wire.actions.decode, self.raw))

    @cached_property
    def table(self) -> Any:
        """The game's own view at this prompt, decoded; see `decoded_table`."""
        return decoded_table(self.view, self.wire)

    @property
    def key(self) -> tuple[int, int]:
        """What tells this prompt from every other of the seat."""
        return (self.history, self.number)


@dataclass(frozen=True)
class Changed:
    """One step of the room."""

    version: int
    events: tuple[RoomEvent | UnknownEvent, ...]
    """What happened, in order; empty when following by `views`."""
    view: RoomView = field(repr=False)
    """The room after it."""


@dataclass(frozen=True)
class Fresh:
    """The whole picture, because steps are missing before it."""

    version: int
    reason: str
    """As in `snapshot`; `behind`: the consumer was too slow and its news were dropped."""
    view: RoomView = field(repr=False)


@dataclass(frozen=True)
class Said:
    """Somebody said something."""

    line: messages.ChatLine


@dataclass(frozen=True)
class Watched:
    """How many people watch now; best effort."""

    count: int


@dataclass(frozen=True)
class Doubted:
    """A shuffle is not what was announced."""

    problem: FairnessProblem


RoomNews = Changed | Fresh | Said | Watched | Doubted
"""What the updates of a room are made of."""


class Gap(Enum):
    """Why an update does not fit the picture."""

    HOLE = auto()
    """Versions are missing before it."""
    OTHER_HISTORY = auto()
    """The same version with another tag: the server took something back."""
    UNREADABLE = auto()
    """It cannot be decoded or folded: only a fresh picture helps."""


class Sync(Enum):
    """How far the picture is."""

    ASKED = auto()
    """`follow` is to be sent, or sent and not answered."""
    PICTURE = auto()
    """`followed` promised a snapshot."""
    CATCHING_UP = auto()
    """`followed` promised the missed updates."""
    LIVE = auto()


def decoded_table(view: RoomView, wire: AnyWire | None) -> Any:
    """The game's own view: typed, plain for a game that is not known, None before any game."""
    if view.table is None:
        return None
    return unpack(view.table) if wire is None else wire.views.decode(view.table)


@dataclass(frozen=True, repr=False)
class Entry:
    """What lets somebody without a seat into a room."""

    code: str | None = None
    """Of the invitation to a private room."""
    password: str | None = None


class Following:
    """One followed room."""

    def __init__(self, room: RoomId, mode: str, player: PlayerId | None, wires: Wires) -> None:
        self.room = room
        self.mode = mode
        self.player = player
        self.sync = Sync.ASKED
        self.version: int | None = None
        self.tag: Tag | None = None
        self.view: RoomView | None = None
        self.prompts = messages.Prompts(0, ())
        self.turn: Turn | None = None
        self.chat: deque[messages.ChatLine] = deque(maxlen=CHAT_LINES)
        self.watchers = 0
        self.history = 0
        self.entry = Entry()
        self._wires = wires
        self._target = 0

    @property
    def seat(self) -> int | None:
        """The own seat; None for a spectator."""
        return None if self.view is None else self.view.you

    @property
    def wire(self) -> AnyWire | None:
        """How the room's game writes things; None where the game is not known."""
        return None if self.view is None else self._wires.get(self.view.game)

    def asked(self) -> None:
        """`follow` is on its way: until it is answered, updates are of the old following."""
        self.sync = Sync.ASKED

    def start_anew(self) -> None:
        """Forget where the picture stopped, so that a fresh one is asked for."""
        self.version = self.tag = None

    def take_followed(self, message: messages.Followed, now: float) -> None:
        """The answer to `follow`."""
        self.mode = message.mode
        self.watchers = message.watchers
        for line in message.chat:
            self.take_line(line)
        if message.reason is not None or self.version is None:
            self.sync = Sync.PICTURE
            return
        self._target = message.version
        self.sync = Sync.LIVE if self.version >= message.version else Sync.CATCHING_UP
        self._move_deadline(message.now_ms, now)

    def take_snapshot(self, message: messages.Snapshot, now: float) -> Fresh:
        """A whole picture takes the place of what was known."""
        if message.reason == "rolled_back":
            self.history += 1
        self.version, self.tag = message.version, message.tag
        self.view = _own(message.view)
        self.sync = Sync.LIVE
        self._take_prompts(message.prompts, now)
        return Fresh(message.version, message.reason, self.view)

    def take_update(self, message: messages.Update, now: float) -> Changed | Gap | None:
        """One step; None: it is known already, or of a following that is over."""
        if self.sync in {Sync.ASKED, Sync.PICTURE} or self.view is None or self.version is None:
            return None
        if message.version <= self.version:
            other = message.version == self.version and message.tag != self.tag
            return Gap.OTHER_HISTORY if other else None
        if message.version != self.version + 1 and message.view is None:
            return Gap.HOLE
        try:
            events = tuple(decode_event(each) for each in message.events)
            view = _own(message.view) if message.view is not None else self._folded(events)
        except _UNREADABLE:
            return Gap.UNREADABLE
        self.version, self.tag, self.view = message.version, message.tag, view
        if self.sync is Sync.CATCHING_UP and self.version >= self._target:
            self.sync = Sync.LIVE
        if message.prompts is not None:
            self._take_prompts(message.prompts, now)
        return Changed(self.version, events, view)

    def take_line(self, line: messages.ChatLine) -> Said | None:
        """A line of chat, or that it is hidden from now on; None: it is known already."""
        if self.chat and line.n <= self.chat[-1].n:
            for index, known in enumerate(self.chat):
                if known.n == line.n and line.hidden and not known.hidden:
                    self.chat[index] = line
                    return Said(line)
            return None
        self.chat.append(line)
        return Said(line)

    def _folded(self, events: tuple[RoomEvent | UnknownEvent, ...]) -> RoomView:
        view = self.view
        assert view is not None, "a room is folded only after its first picture"
        wire = self._wires.get(view.game)
        fold_game = _unmoved if wire is None else wire.fold_raw
        for event in events:
            view = self._moved_seat(view, event, rooms.fold(view, event, fold_game))
        return view

    def _moved_seat(
        self, before: RoomView, event: RoomEvent | UnknownEvent, after: RoomView
    ) -> RoomView:
        """`you` after an event by which the own player sat down or his seat became free."""
        match event:
            case rooms.Joined() if event.player == self.player:
                return replace(after, you=event.seat)
            case rooms.Left() if event.seat == before.you and before.phase is not Phase.PLAYING:
                return replace(after, you=None)
            case rooms.GameEnded() if before.you is not None and before.seats[before.you].left:
                return replace(after, you=None)
            case _:
                return after

    def _take_prompts(self, prompts: messages.Prompts, now: float) -> None:
        assert self.view is not None, "prompts come with a picture or after one"
        self.prompts = replace(prompts, turns=tuple(replace(t, legal=None) for t in prompts.turns))
        self.turn = None
        for turn in prompts.turns:
            if turn.seat == self.view.you and turn.legal is not None:
                self.turn = Turn(
                    room=self.room,
                    number=turn.prompt,
                    decision=turn.decision,
                    deadline_at=now + (turn.deadline_ms - prompts.now_ms) / 1000,
                    view=self.view,
                    raw=tuple(each.copy() for each in turn.legal),
                    wire=self.wire,
                    history=self.history,
                )

    def _move_deadline(self, now_ms: int, now: float) -> None:
        """Play time stood still for a while: the open prompt has more time than it seemed."""
        for turn in self.prompts.turns:
            if self.turn is not None and turn.seat == self.seat:
                deadline_at = now + (turn.deadline_ms - now_ms) / 1000
                self.turn = dataclasses.replace(self.turn, deadline_at=deadline_at)


def _own(view: RoomView) -> RoomView:
    """The view without the frame that it came in: a `Raw` keeps all of it alive."""
    return view if view.table is None else replace(view, table=view.table.copy())


def _unmoved(view: Raw, _event: Raw) -> Raw:
    return view
