"""Melds of Gin Rummy: what is one, and the arrangement of a hand with the least deadwood.

The search is exact: it looks at every way to part a hand into melds and deadwood, for taking the
best meld first misses gin. Cards are bits of a number (`bits`), so that a meld is held if all its
bits are; a card in no meld is put aside at once, and of the rest the lowest card is deadwood or the
lowest card of one of few melds.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kozyr_protocol.cards import PACK_52, Card
from kozyr_protocol.games.gin_rummy import place

Bits = int
"""Cards as a number: the bit of a card is `place(card)`, suits C D H S with the ace lowest."""

RANKS: Final = 13
SMALLEST: Final = 3
"""Cards of the smallest meld."""

_ALL: Final = tuple(sorted(PACK_52, key=place))
_BIT: Final = {card: 1 << place(card) for card in _ALL}
_SUIT: Final = (1 << RANKS) - 1
_EACH_SUIT: Final = 1 | 1 << RANKS | 1 << 2 * RANKS | 1 << 3 * RANKS
_RUN_STARTS: Final = ((1 << RANKS - 2) - 1) * _EACH_SUIT

VALUES: Final[Mapping[Card, int]] = {card: min(place(card) % RANKS + 1, 10) for card in _ALL}
"""What a card counts as deadwood: an ace 1, a court card 10, the others their pips."""


def bits(cards: Iterable[Card]) -> Bits:
    """Cards as a number; a card twice counts once.

    Raises:
        KeyError: a text is no card of the pack.
    """
    found = 0
    for card in cards:
        found |= _BIT[card]
    return found


def cards_of(mask: Bits) -> tuple[Card, ...]:
    """The cards of a number, sorted: a run from its lowest card, a set by suit."""
    found = []
    while mask:
        low = mask & -mask
        found.append(_ALL[low.bit_length() - 1])
        mask ^= low
    return tuple(found)


def _suit_points() -> list[int]:
    points = [0] * (1 << RANKS)
    for cards in range(1, 1 << RANKS):
        low = cards & -cards
        points[cards] = points[cards ^ low] + min(low.bit_length(), 10)
    return points


_POINTS: Final = _suit_points()


def points(mask: Bits) -> int:
    """What cards count together as deadwood."""
    return (
        _POINTS[mask & _SUIT]
        + _POINTS[mask >> RANKS & _SUIT]
        + _POINTS[mask >> 2 * RANKS & _SUIT]
        + _POINTS[mask >> 3 * RANKS]
    )


def is_run(meld: Bits) -> bool:
    """Whether a meld is a run; else it is a set."""
    low = meld & -meld
    return bool(meld & low << 1)


def run_end(meld: Bits) -> Bits:
    """The bit after the highest card of a run; 0 for a set, and for a run up to the king."""
    if not is_run(meld):
        return 0
    top = meld.bit_length()
    return 0 if top % RANKS == 0 else 1 << top


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld of the table of all melds."""

    mask: Bits
    points: int
    is_run: bool
    end: Bits
    """The bit after the highest card of a run; 0 for a set, and for a run up to the king."""


def _run(low: int, length: int) -> Meld:
    mask = ((1 << length) - 1) << low
    return Meld(mask, points(mask), True, run_end(mask))


def _sets(low: int) -> list[Meld]:
    rank, suit = low % RANKS, low // RANKS
    others = [1 << rank + RANKS * other for other in range(suit + 1, 4)]
    chosen = [sum(others[:i] + others[i + 1 :]) for i in range(3)] if len(others) == 3 else []
    if len(others) >= SMALLEST - 1:
        chosen.append(sum(others))
    return [Meld(mask | 1 << low, points(mask | 1 << low), False, 0) for mask in chosen]


def _table(longest: int) -> Mapping[Bits, tuple[Meld, ...]]:
    """All melds by the bit of their lowest card."""
    return {
        1 << low: (
            *_sets(low),
            *(_run(low, n) for n in range(SMALLEST, longest + 1) if low % RANKS + n <= RANKS),
        )
        for low in range(len(_ALL))
    }


MELDS: Final = _table(RANKS)
"""Every meld, by the bit of its lowest card; the sets first."""

_SHORT: Final = {
    low: tuple((meld.mask, meld.points) for meld in melds) for low, melds in _table(5).items()
}


def short_melds(low: Bits) -> tuple[tuple[Bits, int], ...]:
    """All sets, and the runs of three to five, that have this lowest card; with their points.

    A longer run is some of these side by side.
    """
    return _SHORT[low]


def meldable(mask: Bits) -> Bits:
    """The cards that are in any meld of these cards."""
    starts = mask & mask >> 1 & mask >> 2 & _RUN_STARTS
    found = starts | starts << 1 | starts << 2
    clubs, diamonds = mask & _SUIT, mask >> RANKS & _SUIT
    hearts, spades = mask >> 2 * RANKS & _SUIT, mask >> 3 * RANKS
    ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    return found | mask & ranks * _EACH_SUIT if ranks else found


Memo = dict[Bits, int]
"""For cards the most points that can be in melds: what one search has found."""


def most_melded(mask: Bits, memo: Memo) -> int:
    """The most points of these cards that can be in melds at once.

    Args:
        mask: any number of cards.
        memo: an empty one, or that of another search among the same melds.
    """
    mask = meldable(mask)
    if not mask:
        return 0
    found = memo.get(mask)
    if found is not None:
        return found
    low = mask & -mask
    most = most_melded(mask ^ low, memo)
    for meld, worth in _SHORT[low]:
        if mask & meld == meld:
            most = max(most, worth + most_melded(mask ^ meld, memo))
    memo[mask] = most
    return most


def least_deadwood(cards: Iterable[Card]) -> int:
    """The least deadwood that any arrangement of the cards leaves."""
    mask = bits(cards)
    return points(mask) - most_melded(mask, {})


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Cards parted into melds and deadwood."""

    melds: tuple[tuple[Card, ...], ...]
    """In canonical order; no two runs of them touch."""
    deadwood: tuple[Card, ...]
    """Sorted by suit."""

    @property
    def points(self) -> int:
        """The deadwood's points."""
        return sum(VALUES[card] for card in self.deadwood)


def best(cards: Iterable[Card]) -> Arrangement:
    """An arrangement with the least deadwood, always the same of several."""
    mask = bits(cards)
    memo: Memo = {}
    chosen: list[Bits] = []
    left = meldable(mask)
    while most := most_melded(left, memo):
        left = meldable(left)
        low = left & -left
        for meld, worth in _SHORT[low]:
            if left & meld == meld and worth + most_melded(left ^ meld, memo) == most:
                chosen.append(meld)
                left ^= meld
                break
        else:
            left ^= low
    melds = joined(chosen)
    return Arrangement(tuple(map(cards_of, melds)), cards_of(mask & ~sum(melds)))


def is_meld(mask: Bits) -> bool:
    """Whether the cards are one set, or one run."""
    low = mask & -mask
    return any(meld.mask == mask for meld in MELDS.get(low, ()))


def joined(melds: Sequence[Bits]) -> tuple[Bits, ...]:
    """Melds in canonical form: sorted by their lowest card, runs that touch made one.

    Args:
        melds: disjoint melds.
    """
    found: list[Bits] = []
    for meld in sorted(melds, key=lambda each: each & -each):
        end = run_end(found[-1]) if found else 0
        if end and meld & -meld == end and is_run(meld):
            found[-1] |= meld
        else:
            found.append(meld)
    return tuple(found)
