"""`sound` for Gin Rummy: draws what melds, keeps what belongs together, knocks when it pays."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from kozyr_games.gin_rummy import lay_offs, melds
from kozyr_protocol.cards import Card
from kozyr_protocol.games.gin_rummy import (
    Action,
    Cards,
    Discard,
    Done,
    Draw,
    Knock,
    LayOff,
    Pass,
    Phase,
    View,
    place,
)

EARLY: Final = 19
"""With so many cards in the stock any knock pays: the other has hardly begun."""

LATE_DEADWOOD: Final = 5
"""Later a knock with more than this is too likely to be undercut."""

LINK: Final = 3
"""What a card that belongs to another is worth in points of deadwood."""

WANTED: Final = 2
"""What it costs to give a card that belongs to one that the other took openly."""


def sound(
    view: View, seat: int, legal: Sequence[Action], rng: Random, options: Mapping[str, Any]
) -> Action:
    """A legal action that a beginner would respect.

    Args:
        view: What the seat may see.
        seat: The own seat.
        legal: The legal actions, at least one.
        rng: Chance; not used.
        options: Those of the game; not looked at.
    """
    hand = view.hand or ()
    match view.phase:
        case Phase.UPCARD | Phase.DRAW | Phase.WALL:
            return _drawn(view, hand, legal)
        case Phase.LAY_OFF:
            return _laid_off(view, hand, legal)
        case _:
            return _knock(view, hand, legal) or _discard(view, seat, hand, legal)


def _drawn(view: View, hand: Cards, legal: Sequence[Action]) -> Action:
    """The top of the pile if it melds or makes the hand clearly better; else another card."""
    take = Draw("discard")
    other: Action = Draw("stock") if Draw("stock") in legal else Pass()
    if take not in legal or view.top is None:
        return other
    if view.phase is Phase.WALL or other not in legal:
        return take
    whole = (*hand, view.top)
    after = min(melds.least_deadwood(_less(whole, card)) for card in hand)
    is_melded = any(view.top in meld for meld in melds.best(whole).melds)
    return take if is_melded and after < melds.least_deadwood(hand) else other


def _knock(view: View, hand: Cards, legal: Sequence[Action]) -> Knock | None:
    """The knock with the least deadwood, if it is little enough for so late in the deal."""
    knocks = [(_deadwood(hand, each), each) for each in legal if isinstance(each, Knock)]
    if not knocks:
        return None
    least, knock = min(knocks, key=lambda each: each[0])
    must = len(knocks) == len(legal)
    return knock if must or view.stock >= EARLY or least <= LATE_DEADWOOD else None


def _deadwood(hand: Cards, knock: Knock) -> int:
    melded = {card for meld in knock.melds for card in meld} | {knock.card}
    return sum(melds.VALUES[card] for card in hand if card not in melded)


def _discard(view: View, seat: int, hand: Cards, legal: Sequence[Action]) -> Action:
    """The card that leaves the least deadwood, but for those that may meld or help the other."""
    discards = [each for each in legal if isinstance(each, Discard)]
    loose = melds.best(hand).deadwood
    theirs = view.known[1 - seat]

    def cost(card: Card) -> tuple[int, int]:
        left = melds.least_deadwood(_less(hand, card))
        keeps = sum(_belong(card, other) for other in loose)
        helps = sum(_belong(card, other) for other in theirs)
        return left + LINK * keeps + WANTED * helps, -place(card)

    return min(discards, key=lambda each: cost(each.card))


def _laid_off(view: View, hand: Cards, legal: Sequence[Action]) -> Action:
    """The first lay-off of the best answer; none where all that fits is better kept."""
    if view.shown is not None:
        for card, meld in lay_offs.best_answer(hand, view.shown.melds).laid_off:
            action = LayOff(card, meld)
            if action in legal:
                return action
    return Done()


def _belong(one: Card, other: Card) -> bool:
    """Whether two cards may be in one meld of three."""
    if one == other:
        return False
    if one[0] == other[0]:
        return True
    return one[1] == other[1] and abs(place(one) - place(other)) <= melds.SMALLEST - 1


def _less(cards: Cards, card: Card) -> Cards:
    return tuple(each for each in cards if each != card)
