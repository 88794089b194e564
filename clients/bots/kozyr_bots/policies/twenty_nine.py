"""`sound` for Twenty-Nine: makes 29 when it can, and leaves the next player no easy 29.

Up to 18 no card makes 29, so that such a total gives nothing away. Of higher ones that is best for
which the fewest cards are out that would complete it. Only the view is looked at: of the cards that
are gone it holds the open pile.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from kozyr_protocol.cards import PACK_52, Card
from kozyr_protocol.games.twenty_nine import Action, Pass, Play, View

FULL: Final = 29
"""The total that takes the pile."""

VALUES: Final[Mapping[Card, int]] = {
    card: 1 if card[0] in "AJQK" else 10 if card[0] == "T" else int(card[0]) for card in PACK_52
}
"""What a card adds to the total."""

SAFE: Final = FULL - max(VALUES.values()) - 1
"""Up to this total no single card makes 29."""


def sound(
    view: View, seat: int, legal: Sequence[Action], rng: Random, options: Mapping[str, Any]
) -> Action:
    """The action of a sensible player.

    Args:
        view: What the seat may see.
        seat: The own seat.
        legal: The legal actions, at least one.
        rng: Chance; not used.
        options: Those of the game; not looked at.
    """
    plays = [action for action in legal if isinstance(action, Play)]
    if not plays:
        return Pass()
    return max(plays, key=lambda play: _worth(view, play.card))


def _worth(view: View, card: Card) -> tuple[bool, int, int, int]:
    """Whether it makes 29; how few cards would complete what it leaves; what it keeps in hand."""
    left = FULL - view.total - VALUES[card]
    if not left:
        # Of several that make 29 they are all worth the same: the pile counts by cards.
        return (True, 0, 0, 0)
    rest = [each for each in view.hand or () if each != card]
    kept = {VALUES[each] for each in rest}
    risk = 0 if view.total + VALUES[card] <= SAFE else _out(view, left)
    # Different values in hand complete different totals; of equals the higher card goes first,
    # for low ones fit when the total is high.
    return (False, -risk, len(kept), VALUES[card])


def _out(view: View, value: int) -> int:
    """Cards of a value that others may hold."""
    shown = {*(view.hand or ()), *(laid.card for laid in view.pile)}
    return sum(VALUES[card] == value and card not in shown for card in PACK_52)
