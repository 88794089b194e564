"""What a game is: a frozen record of plain functions, the same for all games.

The ten laws that every game obeys are checked by `tests/games/test_laws.py`; a game joins them by
being in `kozyr_games.registry`. State is immutable; `view` and `project` are built up from what a
seat may see and never cut down from the state.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from kozyr_protocol.cards import Card
from kozyr_protocol.games.wire import GameWire, SheetRow
from kozyr_protocol.ids import GameKey
from kozyr_protocol.record import DealFacts, Ended

OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
EventT = TypeVar("EventT")
ViewT = TypeVar("ViewT")

Seat = int
Pack = tuple[Card, ...]

MAX_SHUFFLES = 1_000
"""A game that needs more ends with `ended: limit`."""


class GameError(Exception):
    """Base of what the rules raise.

    GameError
    ├── IllegalActionError    the rules forbid the action now
    ├── OptionError           an option is unknown, out of range or contradicts another
    └── UnknownGameError      no game has this key, or not with these rules
    """


class IllegalActionError(GameError):
    """The action is not legal for the seat now; the state is unchanged.

    `reason` says why in the game's terms and names no hidden card.
    """

    def __init__(self, reason: str) -> None:
        """Keep the reason."""
        super().__init__(reason)
        self.reason = reason


class OptionError(GameError):
    """An option cannot be used; `option` names it, `reason` gives its bounds.

    `against` names the option that it contradicts, or `seats`; None: it is wrong by itself.
    """

    def __init__(self, option: str, reason: str, against: str | None = None) -> None:
        """Keep the names and the reason."""
        super().__init__(f"{option}: {reason}")
        self.option = option
        self.reason = reason
        self.against = against


class UnknownGameError(GameError):
    """No game of this version has the key, or the rules that were asked for."""


class Step(Struct, Generic[StateT, EventT], frozen=True):
    """What a function of the rules did: the new state and its events, in order."""

    state: StateT
    events: tuple[EventT, ...] = ()
    order: tuple[Seat, ...] | None = None
    """After a draw for seats: for each new seat its number before. None: nobody moves."""
    draw: tuple[Card, ...] | None = None
    """After a draw: the card of each seat as numbered before it."""


class Outcome(Struct, frozen=True):
    """The result of a game, or its standing if it were ended now."""

    totals: tuple[int, ...]
    winners: tuple[Seat, ...]
    settlement: tuple[int, ...] | None
    """Net of the own stake for each seat; None without a stake (Gin Rummy: never)."""
    ended: Ended = Ended.COMPLETE


class Zone(Struct, frozen=True):
    """Cards that lie in one place, and who may see them. For tests, masks and sampling."""

    name: str
    cards: tuple[Card, ...]
    seen_by: tuple[Seat, ...] | None
    """Seats that know which cards these are; None: everybody, spectators too."""


@dataclass(frozen=True)
class GameSpec(Generic[OptionsT, StateT, ActionT, EventT, ViewT]):
    """One game."""

    key: GameKey
    rules: int
    """Version of the rules, from 1; old records replay with the rules they name."""
    titles: Mapping[str, str]
    """Name of the game for people: `en`, `ru`."""
    min_seats: int
    max_seats: int
    usual_seats: int
    """Seats of a table whose creator names no number."""
    options: type[OptionsT]
    """A frozen struct of resolved options: JSON Schema by msgspec, titles in `Meta`."""
    presets: Mapping[str, Mapping[str, object]]
    """`GAME/name` → options; the first is the default."""
    preset_seats: Mapping[str, tuple[int, int]]
    """Least and most seats of a preset where they are fewer than the game's."""
    state: type[StateT]
    wire: GameWire[ActionT, EventT, ViewT]
    time_factors: Mapping[str, float]
    """For each word of `decision` the multiple of a table's turn time."""

    resolve: Callable[[Mapping[str, object], int], OptionsT]
    """(options given, seats) → all options. Raises `OptionError`."""
    setup: Callable[[OptionsT, int], StateT]
    """(options, seats) → the state before the first shuffle."""
    wants_deck: Callable[[StateT], Pack | None]
    """The pack to shuffle next, in its fixed order; None while none is needed."""
    deal: Callable[[StateT, Pack], Step[StateT, EventT]]
    """(state, shuffled pack) → the draw made, or the cards dealt."""
    to_act: Callable[[StateT], tuple[Seat, ...]]
    """Seats whose decision is open, ascending."""
    legal_actions: Callable[[StateT, Seat], tuple[ActionT, ...]]
    """All legal actions, sorted, without duplicates; empty for who is not to act."""
    apply: Callable[[StateT, Seat, ActionT], Step[StateT, EventT]]
    """Raises `IllegalActionError`; accepts exactly the legal actions."""
    decision: Callable[[StateT, Seat], str]
    """What kind of decision the seat has: a key of `time_factors`."""
    timeout_action: Callable[[StateT, Seat], ActionT]
    """The legal action that is made for a seat that is late."""
    view: Callable[[StateT, Seat | None], ViewT]
    """What a seat, or a spectator (None), may see."""
    project: Callable[[EventT, Seat | None], EventT | None]
    """An event as a seat, or a spectator, may see it; None: not at all. If a spectator sees the
    event itself, so does every seat: it hides nothing, and nobody asks for the seats."""
    outcome: Callable[[StateT], Outcome | None]
    """The result; None while the game goes on."""
    standing: Callable[[StateT], Outcome]
    """The result if the game were ended now: finished deals count, the open one does not."""
    sheet: Callable[[StateT], tuple[SheetRow, ...]]
    """The score sheet: one row for each finished deal."""
    deal_record: Callable[[StateT], DealFacts | None]
    """The deal that is just finished, until the next one is dealt; None in play and in a draw."""
    zones: Callable[[StateT], tuple[Zone, ...]]
    """Where each card of the present deal is; together the whole pack, each card once.
    Empty before the first deal and while the next shuffle is awaited."""
    with_zones: Callable[[StateT, tuple[Zone, ...]], StateT]
    """The state with other cards in the same places: inverse of `zones`."""
    checks: Callable[[StateT], tuple[str, ...]] = field(default=lambda _: ())
    """Sentences about invariants of the rules that do not hold; empty for a sound state."""

    @cached_property
    def states(self) -> "msgspec.msgpack.Decoder[StateT]":
        """Decoder of stored states."""
        return msgspec.msgpack.Decoder(self.state)


AnyGame = GameSpec[Any, Any, Any, Any, Any]
"""A game whose types are not known: what the server works with."""
