"""`sound` for Oh Well: bids what its cards are likely to take, and plays for exactly that.

Each card is given a chance to take a trick; the bid is the number that these chances make most
likely, and a card is played so that the points to expect are most. Only the view is looked at:
cards of earlier tricks but the last are not in it and not remembered.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
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
    bids = [action for action in legal if isinstance(action, Bid)]
    if bids:
        tricks = spread(map(odds.later, odds.hand))
        return max(bids, key=lambda bid: (tricks[bid.tricks], -bid.tricks))
    plays = [action for action in legal if isinstance(action, Play)]
    return max(plays, key=lambda play: _worth(view, seat, odds, play.card, options))


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


def _worth(
    view: View, seat: int, odds: Odds, card: Card, options: Mapping[str, Any]
) -> tuple[float, float]:
    """Points to expect when a card is played now; of equals the lower one is as good."""
    trick = [laid.card for laid in view.trick]
    rest = tuple(each for each in odds.hand if each != card)
    left = replace(odds, hand=rest, seen=odds.seen | {card})
    tricks = spread((odds.wins(trick, card), *map(left.later, rest)))
    need = (view.bids[seat] or 0) - view.taken[seat]
    missed = options["miss_tricks"] * sum(k * chance for k, chance in enumerate(tricks))
    made = tricks[need] if 0 <= need < len(tricks) else 0.0
    return round(missed + options["exact_bonus"] * made, 9), -by_rank(card)[0]
