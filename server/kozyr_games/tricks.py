"""Who may play what to a trick, and who wins it: shared by the trick games.

Source: `Conventions shared by all engines`: follow the suit led if able; the highest trump wins,
else the highest card of the suit led; a card that is neither never wins.
"""

from collections.abc import Sequence

from kozyr_protocol.cards import RANKS, SUITS, Card

_STRENGTH = {rank: strength for strength, rank in enumerate(RANKS, start=1)} | {"X": 0}
_REVERSED = {rank: len(RANKS) + 1 - strength for rank, strength in _STRENGTH.items()} | {"X": 0}
_SUIT = len(RANKS) + 1
_IS_OF = {suit: frozenset(rank + suit for rank in RANKS).__contains__ for suit in SUITS}
"""Asked of each card of a hand at each turn: a loop of Python's own would cost three times that."""


def followable(hand: Sequence[Card], led: str) -> tuple[Card, ...]:
    """The cards of the suit led, or the whole hand where there is none; in the hand's order."""
    return of_suit(hand, led) or tuple(hand)


def of_suit(hand: Sequence[Card], suit: str) -> tuple[Card, ...]:
    """The cards of a suit, in the hand's order; a joker has none."""
    return tuple(filter(_IS_OF[suit], hand))


def refusal(hand: Sequence[Card], card: Card, led: str | None) -> str | None:
    """Why a card may not be played where no rule but following the suit binds; None: it may.

    Args:
        hand: the cards still held.
        card: what one tried to play, maybe no card at all.
        led: the suit led; None: the card would be led.
    """
    if card not in hand:
        return "the card is not in the hand"
    if led is not None and card[1] != led and of_suit(hand, led):
        return "the suit led must be followed"
    return None


def winner(
    trick: Sequence[Card],
    trump: str | None = None,
    *,
    reversed: bool = False,  # noqa: A002 - the word of the rules
    led: str | None = None,
) -> int:
    """The place in the trick, from 0, of the card that wins it.

    Args:
        trick: the cards in the order played, at least one.
        trump: the trump suit; None: there are no trumps.
        reversed: the lower rank wins within a suit (misere in King); it changes nothing else.
        led: the suit to be followed where the first card does not say it.

    Returns:
        The highest trump, else the highest card of the suit led, else 0: the leader.
    """
    led = led or trick[0][1]
    order = _REVERSED if reversed else _STRENGTH
    best, best_worth = 0, 0
    for place, card in enumerate(trick):
        suit = card[1]
        worth = (
            2 * _SUIT + order[card[0]]
            if suit == trump
            else _SUIT + order[card[0]]
            if suit == led
            else 0
        )
        if worth > best_worth:
            best, best_worth = place, worth
    return best
