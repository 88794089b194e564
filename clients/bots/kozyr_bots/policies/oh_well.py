"""`sound` for Oh Well: bids what its cards are likely to take, and plays for exactly that.

Each card is given a chance to take a trick; the bid is the number that these chances make most
likely, and a card is played so that the points to expect are most. Only the view is looked at:
cards of earlier tricks but the last are not in it and not remembered.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from kozyr_bots.policies.odds import Odds, spread
from kozyr_protocol.cards import Card, by_rank
from kozyr_protocol.games.oh_well import Action, Bid, Play, View


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
    odds = _odds(view, seat)
    later = {card: odds.later(card) for card in odds.hand}
    desk = _Desk(view, odds, later, (view.bids[seat] or 0) - view.taken[seat], options)
    bids = [action for action in legal if isinstance(action, Bid)]
    if bids:
        tricks = spread(later.values())
        return max(bids, key=lambda bid: (tricks[bid.tricks], -bid.tricks))
    plays = [action for action in legal if isinstance(action, Play)]
    return max(plays, key=lambda play: _worth(desk, play.card))


def _odds(view: View, seat: int) -> Odds:
    shown = [laid.card for laid in (*view.trick, *view.last)]
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
    """The view with what is asked of it for each card."""

    view: View
    odds: Odds
    later: Mapping[Card, float]
    """The chance of each card of the hand to take a trick if it is kept."""
    need: int
    """Tricks still to be taken; below 0: there are too many."""
    options: Mapping[str, Any]


def _worth(desk: _Desk, card: Card) -> tuple[float, float]:
    """Points to expect when a card is played now; of equals the lower one is as good."""
    trick = [laid.card for laid in desk.view.trick]
    rest = (chance for each, chance in desk.later.items() if each != card)
    tricks = spread((desk.odds.wins(trick, card), *rest))
    missed = desk.options["miss_tricks"] * sum(k * chance for k, chance in enumerate(tricks))
    made = tricks[desk.need] if 0 <= desk.need < len(tricks) else 0.0
    return round(missed + desk.options["exact_bonus"] * made, 9), -by_rank(card)[0]
