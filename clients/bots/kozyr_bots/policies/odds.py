"""How likely a card is to take a trick, as one hand can guess it; for policies of trick games.

Cards that are not in sight are taken to lie anywhere among the other hands and the cards that are
out of play, all alike.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp
from typing import Final

from kozyr_games.tricks import winner
from kozyr_protocol.cards import PACK_52, SUITS, Card, strength

FAR: Final = 0.8
"""A card on which nothing is known to stand in the way takes a trick with this chance."""

TRUMP_IN_HAND: Final = 0.35
"""The lowest trump takes a trick with this chance, for its holder may ruff."""

LONG: Final = 0.45
"""So does a low card of a suit that is long enough to outlast the others."""


@dataclass(frozen=True)
class Odds:
    """What one hand knows."""

    hand: tuple[Card, ...]
    seen: frozenset[Card]
    """Cards that are known to be in no other hand; the own ones need not be among them."""
    others: int
    """Number of the other players."""
    held: int
    """Cards that they hold together."""
    trump: str | None = None

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        """Cards that may be in another hand."""
        known = self.seen.union(self.hand)
        return tuple(card for card in PACK_52 if card not in known)

    @cached_property
    def share(self) -> float:
        """The chance that an unseen card is in another hand, and not out of play."""
        return min(1.0, self.held / len(self.unseen)) if self.unseen else 0.0

    @cached_property
    def _strengths(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {suit: [] for suit in SUITS}
        for card in self.unseen:
            found[card[1]].append(strength(card))
        return found

    @cached_property
    def lengths(self) -> dict[str, float]:
        """Cards of each suit that one other player is likely to hold."""
        each = self.share / self.others
        return {suit: each * sum(card[1] == suit for card in self.unseen) for suit in SUITS}

    def higher(self, card: Card) -> int:
        """Unseen cards of the same suit that beat a card."""
        own = strength(card)
        return sum(other > own for other in self._strengths[card[1]])

    def stands(self, card: Card, to_come: int) -> float:
        """The chance that a card is not beaten by those who play after it to the same trick."""
        if not to_come:
            return 1.0
        length = self.lengths[card[1]]
        shows = self.share / max(1.0, length) * to_come / self.others
        chance = max(0.0, 1.0 - shows) ** self.higher(card)
        return chance * (1.0 - self.ruffed(card[1], to_come))

    def ruffed(self, suit: str, to_come: int) -> float:
        """The chance that one of those who play later is void in a suit and trumps it."""
        if self.trump is None or suit == self.trump or not self.held:
            return 0.0
        void = exp(-self.lengths[suit])
        able = 1.0 - exp(-self.lengths[self.trump])
        return float(1.0 - (1.0 - void * able) ** to_come)

    def later(self, card: Card) -> float:
        """The chance that a card of the hand takes a trick some time, if it stays in hand."""
        chance = FAR * self.stands(card, self.others)
        if card[1] == self.trump:
            return max(chance, TRUMP_IN_HAND)
        before = sum(
            other[1] == card[1] and strength(other) > strength(card) for other in self.hand
        )
        if self.trump is None and before >= 1.7 * self.lengths[card[1]] + 0.7:
            return max(chance, LONG)
        return chance

    def wins(self, trick: Sequence[Card], card: Card) -> float:
        """The chance that a card takes the open trick.

        Args:
            trick: the cards that lie there, the one led first.
            card: of the own hand.
        """
        whole = (*trick, card)
        if winner(whole, self.trump) != len(trick):
            return 0.0
        return self.stands(card, self.others - len(trick))


def spread(chances: Iterable[float]) -> list[float]:
    """How likely it is that exactly 0, 1, 2 … of some independent things happen."""
    found = [1.0]
    for chance in chances:
        kept = [each * (1.0 - chance) for each in found] + [0.0]
        for count, each in enumerate(found):
            kept[count + 1] += each * chance
        found = kept
    return found
