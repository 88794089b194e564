"""Cards, and the packs in the fixed order from which every deck is shuffled.

A card is two characters, rank and suit: `KH` is the king of hearts, `TC` the ten of clubs; the
jokers are `X1` and `X2`. The order of a pack is part of the fair deal: another order gives other
decks from the same links, so a pack, once published, never changes.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

# An alias and not a NewType: the two characters are the wire form, and a card that came from
# anywhere is looked up in a hand or in the legal actions before it means anything.
Card: TypeAlias = str
"""A card as it is written everywhere: on the wire, in records, in views."""

SUITS: Final = "CDHS"
"""Clubs, diamonds, hearts, spades: the order of packs and of all ties between suits."""

RANKS: Final = "23456789TJQKA"
"""Low to high. Where the ace plays low the pack keeps this order all the same."""

JOKERS: Final[tuple[Card, ...]] = ("X1", "X2")

ACE_HIGH: Final = 14
"""The `strength` of an ace that plays high."""

ACE_LOW: Final = 1
"""The `strength` of an ace that plays low, below the two."""

JOKER: Final = 15
"""The `strength` of a joker, which only puts it last in a sorted hand."""


def _pack(ranks: str) -> tuple[Card, ...]:
    return tuple(r + s for s in SUITS for r in ranks)


def _without(pack: Sequence[Card], *gone: Card) -> tuple[Card, ...]:
    return tuple(card for card in pack if card not in gone)


PACK_52: Final = _pack(RANKS)
"""2 to ace in each suit: Oh Well, Knaves, Gin Rummy, Twenty-Nine."""

PACK_32: Final = _pack("789TJQKA")
"""7 to ace in each suit: King."""

PACK_30: Final = _without(PACK_32, "7C", "7S")
"""King for three: the black sevens are out."""

PACK_KING_JOKERS: Final = (*PACK_30, *JOKERS)
"""King with jokers: two jokers stand for the black sevens, at the end of the pack."""

PACK_KING_ONE_JOKER: Final = (*_without(PACK_32, "7S"), "X1")
"""King with jokers, option `jokers` = 1: only the seven of spades is replaced."""

_CARDS: Final = frozenset((*PACK_52, *JOKERS))
_STRENGTH: Final = {r: i for i, r in enumerate(RANKS, start=2)} | {"X": JOKER}
_PACK_ORDER: Final = {card: i for i, card in enumerate((*PACK_52, *JOKERS))}


def is_card(text: str) -> bool:
    """Whether the text is one of the 54 cards, exactly as it is written on the wire."""
    return text in _CARDS


def is_joker(card: Card) -> bool:
    """Whether the card is a joker."""
    return card in JOKERS


def rank(card: Card) -> str:
    """The rank, one of `RANKS`; `X` for a joker."""
    return card[0]


def suit(card: Card) -> str | None:
    """The suit, one of `SUITS`; None for a joker, which has none."""
    return None if is_joker(card) else card[1]


def strength(card: Card, *, ace_low: bool = False) -> int:
    """The place of the card's rank: 2 to 10 by their pips, J 11, Q 12, K 13.

    An ace is `ACE_HIGH`, or `ACE_LOW` where it plays low; a joker is `JOKER`, for sorting only:
    what a joker beats is a matter of the game.

    Raises:
        KeyError: the text is no card.
    """
    if ace_low and card[0] == "A":
        return ACE_LOW
    return _STRENGTH[card[0]]


def by_rank(card: Card) -> tuple[int, int]:
    """Sort key: rank low to high with the ace high, ties by suit C D H S, jokers last."""
    return strength(card), _PACK_ORDER[card]


def by_rank_ace_low(card: Card) -> tuple[int, int]:
    """Sort key: as `by_rank` with the ace below the two."""
    return strength(card, ace_low=True), _PACK_ORDER[card]


def by_suit(card: Card) -> int:
    """Sort key: the order of the pack, suits C D H S and ranks 2 to ace in each, jokers last."""
    return _PACK_ORDER[card]


def draw_pack(
    seats: int, pack: Sequence[Card] = PACK_52, *, ace_low: bool = False
) -> tuple[Card, ...]:
    """The cards of the draw for seats or first dealer: the highest spades of a pack, low to high.

    One suit, so that no two seats draw equal cards.

    Args:
        seats: how many cards, one a seat.
        pack: the pack of the game.
        ace_low: the ace is the lowest card of the draw (Twenty-Nine). Gin Rummy draws with the
            ace high although its ace plays low.

    Raises:
        ValueError: the pack has fewer spades than there are seats, or there is no seat.
    """
    key = by_rank_ace_low if ace_low else by_rank
    spades = sorted((card for card in pack if suit(card) == "S"), key=key)
    if not 1 <= seats <= len(spades):
        raise ValueError(f"a draw for {seats} seats from {len(spades)} spades is not possible")
    return tuple(spades[-seats:])
