"""Other cards in the same places of a state: what every game's `with_zones` is made of."""

from collections.abc import Iterable
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from kozyr_games.deck import Hands
from kozyr_games.spec import Pack, Zone
from kozyr_protocol.cards import Card, by_suit

L = TypeVar("L", bound=Struct)
"""A `card` that lies on the table, and who laid it there: each game has its own."""


class Exchange:
    """Which card stands for which."""

    def __init__(self, before: Iterable[Zone], after: Iterable[Zone]) -> None:
        """Pair the cards place by place.

        Args:
            before: the zones of a state.
            after: the same zones, of the same sizes, with other cards.
        """
        self._new = {
            old: new
            for was, now in zip(before, after, strict=True)
            for old, new in zip(was.cards, now.cards, strict=True)
        }

    def __getitem__(self, card: Card) -> Card:
        """What stands for a card."""
        return self._new[card]

    def maybe(self, card: Card | None) -> Card | None:
        """What stands for a card, if there is one."""
        return None if card is None else self._new[card]

    def cards(self, cards: Iterable[Card]) -> Pack:
        """What stands for cards, in their order."""
        return tuple(self._new[card] for card in cards)

    def laid(self, trick: Iterable[L]) -> tuple[L, ...]:
        """The same places of a trick or a pile with what stands for their cards."""
        new = self._new
        return tuple(replace(each, card=new[each.card]) for each in trick)  # type: ignore[attr-defined]  # see `L`

    def hands(self, hands: Iterable[Pack]) -> Hands:
        """Hands of cards, each sorted anew."""
        return tuple(tuple(sorted(self.cards(hand), key=by_suit)) for hand in hands)
