"""The wire form of a game as one record, and folding without decoding by hand."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Raw, Struct

from kozyr_protocol.cards import Card

ActionT = TypeVar("ActionT")
EventT = TypeVar("EventT")
ViewT = TypeVar("ViewT")

_encoder = msgspec.msgpack.Encoder()


class SheetRow(Struct, frozen=True):
    """One line of the score sheet: a finished deal as a player would write it down."""

    deal: int
    """Number of the deal, from 1."""
    dealer: int
    scores: tuple[int, ...]
    """This deal's points for each seat."""
    totals: tuple[int, ...]
    """Points after this deal."""
    detail: dict[str, Any]
    """What the points are made of; as `detail` of the record."""
    check: int | None
    """What the scores must add up to by the rules; None where nothing is fixed."""


@dataclass(frozen=True)
class GameWire(Generic[ActionT, EventT, ViewT]):
    """Types and fold of one game.

    `fold(view, event)` must give, for the projected events of a step, exactly the view after it.
    """

    action: Any
    """The closed union of the game's actions (tagged by `type`)."""
    event: Any
    """The closed union of its events (tagged by `type`)."""
    view: type[ViewT]
    fold: Callable[[ViewT, EventT], ViewT]

    @cached_property
    def actions(self) -> "msgspec.msgpack.Decoder[ActionT]":
        """Decoder of actions."""
        return msgspec.msgpack.Decoder(self.action)

    @cached_property
    def events(self) -> "msgspec.msgpack.Decoder[EventT]":
        """Decoder of events."""
        return msgspec.msgpack.Decoder(self.event)

    @cached_property
    def views(self) -> "msgspec.msgpack.Decoder[ViewT]":
        """Decoder of views."""
        return msgspec.msgpack.Decoder(self.view)

    def fold_raw(self, view: Raw, event: Raw) -> Raw:
        """`fold` on encoded values: a `kozyr_protocol.rooms.FoldGame`.

        An event of a type that this version does not know leaves the view as it is.
        """
        try:
            decoded = self.events.decode(event)
        except msgspec.ValidationError:
            return view
        return Raw(_encoder.encode(self.fold(self.views.decode(view), decoded)))


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The cards but for one occurrence of `card`; all of them where it is not there."""
    try:
        at = cards.index(card)
    except ValueError:
        return cards
    return cards[:at] + cards[at + 1 :]
