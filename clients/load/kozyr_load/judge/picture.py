"""One client's picture of a room, moved by what it hears with the protocol's own `fold`."""

from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from kozyr_load.judge import masks
from kozyr_protocol import codec, rooms
from kozyr_protocol.games import WIRES
from kozyr_protocol.messages import Prompts, Snapshot, Update
from kozyr_protocol.rooms import GameHappened, RoomEvent, RoomView, UnknownEvent

_encoder = msgspec.msgpack.Encoder(order="deterministic")

_NEW_DEAL = frozenset({"drawn", "dealt", "deal_scored"})
"""Events of games after which cards of before say nothing: all were shown, or are dealt anew."""


class Picture:
    """What one client sees of one room.

    Attributes:
        view: Of the room; its `table` is stale, `table` has the present one.
        table: The game's view; None while there is none.
        seen: Cards that the client was shown in this deal, as bits; its own among them.
    """

    __slots__ = ("seen", "table", "view")

    def __init__(self, snapshot: Snapshot) -> None:
        """Begin with a whole view."""
        self.view = snapshot.view
        self.table = self._decoded(snapshot.view)
        self.seen = _shown_in_table(self.table) | _shown_in_prompts(snapshot.prompts)

    @property
    def seat(self) -> int | None:
        """The own seat; None for a spectator."""
        return self.view.you

    @property
    def hand(self) -> int:
        """The cards of the own hand, as bits."""
        return masks.mask(getattr(self.table, "hand", None))

    def apply(self, update: Update) -> None:
        """Move to the state after an update.

        Raises:
            codec.CodecError: an event cannot be read.
        """
        if update.view is not None:
            self._replaced(update.view)
        for raw in update.events:
            event = codec.decode_event(raw)
            self._note(event, raw)
            before = self.view
            self.view = rooms.fold(before, event, self._fold_game)
            # Only what the room itself does to the table; the game's events went to `_fold_game`.
            if self.view.table is not before.table:
                self.table = self._decoded(self.view)
        if update.prompts is not None:
            self.seen |= _shown_in_prompts(update.prompts)

    def digest(self) -> bytes:
        """Of all that is the same for every role."""
        public = masks.public(self.table, self.view.options)
        room = replace(self.view, you=None, table=None)
        return blake2b(_encoder.encode((room, public)), digest_size=8).digest()

    def _fold_game(self, table: Raw, event: Raw) -> Raw:
        wire = WIRES[self.view.game]
        try:
            decoded = wire.events.decode(event)
        except msgspec.ValidationError:
            return table
        self.table = wire.fold(self.table, decoded)
        return table

    def _replaced(self, view: RoomView) -> None:
        deal = getattr(self.table, "deal", None)
        self.view, self.table = view, self._decoded(view)
        if getattr(self.table, "deal", None) != deal:
            self.seen = 0
        self.seen |= _shown_in_table(self.table)

    def _note(self, event: RoomEvent | UnknownEvent, raw: Raw) -> None:
        """Remember the cards of an event, whatever field they are in."""
        if not isinstance(event, GameHappened):
            # Names are people's, and what proves a shuffle is no card.
            if not isinstance(event, rooms.FairnessShown | rooms.Joined):
                self.seen |= masks.shown(codec.unpack(raw))
            return
        inner = codec.unpack(event.event)
        if inner.get("type") in _NEW_DEAL:
            self.seen = 0
        if inner.get("type") not in {"drawn", "deal_scored"}:
            self.seen |= masks.shown(inner)

    def _decoded(self, view: RoomView) -> Any:
        if view.table is None:
            return None
        return WIRES[view.game].views.decode(view.table)


def _shown_in_table(table: Any) -> int:
    return masks.shown(msgspec.to_builtins(table))


def _shown_in_prompts(prompts: Prompts) -> int:
    found = 0
    for turn in prompts.turns:
        for legal in turn.legal or ():
            found |= masks.shown(codec.unpack(legal))
    return found
