"""`sound` for Knaves: takes tricks without jacks, and gives its jacks to others.

A card is judged by what its trick is likely to bring, the jacks in it and those to come included,
and by what it would take later. What another takes is worth half as much with the other sign, for
there are two of them. Only the view is looked at: of earlier tricks it holds the last one and all
jacks taken.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from kozyr_bots.policies.odds import Odds
from kozyr_protocol.cards import SUITS, Card, by_rank, strength
from kozyr_protocol.games.knaves import Action, View

ANOTHERS: Final = 0.5
"""What another's point is worth, of one's own."""

DUMPED: Final = 0.7
"""How likely a player gives a jack to a trick that he cannot win."""

SNEAKED: Final = 0.25
"""How likely a player void in the suit led throws a jack of another."""

ALL_JACKS: Final = tuple(f"J{suit}" for suit in SUITS)


def sound(
    view: View, seat: int, legal: Sequence[Action], rng: Random, options: Mapping[str, Any]
) -> Action:
    """The action of a sensible player.

    Args:
        view: What the seat may see.
        seat: The own seat.
        legal: The legal actions, at least one.
        rng: Chance; not used.
        options: Those of the game, resolved.
    """
    desk = _Desk(view, _odds(view, seat), options["jack_values"])
    return max(legal, key=lambda play: _worth(desk, play.card))


def _odds(view: View, seat: int) -> Odds:
    shown = [laid.card for laid in (*view.trick, *view.last)]
    shown += [jack for each in view.jacks for jack in each]
    if view.turned is not None:
        shown.append(view.turned)
    return Odds(
        hand=view.hand or (),
        seen=frozenset(shown),
        others=len(view.counts) - 1,
        held=sum(view.counts) - view.counts[seat],
        trump=view.trump,
    )


@dataclass(frozen=True)
class _Desk:
    """The view with what is asked of it again and again."""

    view: View
    odds: Odds
    values: Mapping[str, int]

    def cost(self, cards: Iterable[Card]) -> int:
        """What the jacks among some cards take away."""
        return sum(self.values[card[1]] for card in cards if card[0] == "J")

    @property
    def a_trick(self) -> float:
        """What a later trick is worth on average: the jacks still out are in some of them."""
        left = len(self.view.hand or ()) or 1
        out = [jack for jack in ALL_JACKS if jack in self.odds.unseen]
        return 1.0 - self.odds.share * self.cost(out) / left

    def to_come(self, card: Card) -> float:
        """The cost of the jacks that the next players may add to a trick that this card wins."""
        trick = [laid.card for laid in self.view.trick]
        players = self.odds.others - len(trick)
        led = (*trick, card)[0][1]
        held = self.odds.share * players / self.odds.others
        total = 0.0
        for jack in ALL_JACKS:
            if jack not in self.odds.unseen:
                continue
            if jack[1] == led:
                above = card[1] == led and strength(card) > strength(jack)
                total += self.values[led] * held * (DUMPED if above or card[1] != led else 0.0)
            else:
                void = max(0.0, 1.0 - self.odds.lengths[led] / 3)
                total += self.values[jack[1]] * held * SNEAKED * void
        return total


def _worth(desk: _Desk, card: Card) -> tuple[float, float]:
    """What playing a card brings, now and by no longer being in the hand."""
    trick = [laid.card for laid in desk.view.trick]
    wins = desk.odds.wins(trick, card)
    known = 1.0 - desk.cost((*trick, card))
    now = wins * (known - desk.to_come(card)) - (1.0 - wins) * ANOTHERS * known
    return round(now - _later(desk, card), 9), -by_rank(card)[0]


def _later(desk: _Desk, card: Card) -> float:
    """What the card would bring later if it were kept."""
    chance = desk.odds.later(card)
    if card[0] != "J":
        return chance * desk.a_trick * (1.0 + ANOTHERS)
    own = desk.values[card[1]]
    # A jack that does not take its trick goes to another.
    return chance * (desk.a_trick - own) + (1.0 - chance) * ANOTHERS * own
