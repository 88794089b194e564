"""Laying off in Gin Rummy: what fits the knocker's melds, and the opponent's best answer.

A set of three takes the fourth card, a run the next card at either end, and so on along the run.
The best answer is the least deadwood over all of the opponent's own melds and all lay-offs at once:
a card may do more on a meld of the knocker than in one of his own.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kozyr_games.gin_rummy.melds import (
    RANKS,
    Bits,
    bits,
    cards_of,
    is_run,
    joined,
    meldable,
    points,
    short_melds,
)
from kozyr_protocol.cards import Card, by_suit

LaidOff = tuple[Card, int]
"""A card, and the number of the knocker's meld that it is added to."""

Melds = Sequence[tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the knocker's opponent does with his hand."""

    melds: tuple[tuple[Card, ...], ...]
    """His own, in canonical order."""
    laid_off: tuple[LaidOff, ...]
    """In an order in which each card fits."""
    deadwood: tuple[Card, ...]
    points: int


@dataclass(frozen=True, slots=True)
class _Part:
    """Cards that leave the deadwood together: an own meld, or lay-offs along one meld."""

    mask: Bits
    points: int
    laid_off: tuple[LaidOff, ...] = ()


def fits(hand: Iterable[Card], melds: Melds) -> tuple[LaidOff, ...]:
    """Every single lay-off that is possible now, by the order of the pack and of the melds."""
    held = bits(hand)
    found = [
        (card, number)
        for number, meld in enumerate(melds)
        for card in cards_of(held & _ends(bits(meld)))
    ]
    return tuple(sorted(found, key=lambda each: (by_suit(each[0]), each[1])))


def extended(meld: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """A meld with a card that fits, sorted as melds are."""
    return cards_of(bits((*meld, card)))


def best_answer(hand: Iterable[Card], melds: Melds) -> Answer:
    """The least deadwood by own melds followed by lay-offs, always the same of several ways.

    Args:
        hand: the opponent's cards.
        melds: those of the knocker; none where nothing may be laid off.
    """
    mask = bits(hand)
    parts: dict[Bits, list[_Part]] = {}
    layable = 0
    for part in _lay_offs(mask, melds):
        parts.setdefault(part.mask & -part.mask, []).append(part)
        layable |= part.mask
    search = _Search(parts, layable)
    chosen = search.chosen(mask)
    own = joined([part.mask for part in chosen if not part.laid_off])
    left = mask & ~sum(part.mask for part in chosen)
    laid_off = tuple(each for part in chosen for each in part.laid_off)
    return Answer(tuple(map(cards_of, own)), laid_off, cards_of(left), points(left))


def _ends(meld: Bits) -> Bits:
    """The cards that fit a meld."""
    if is_run(meld):
        return _below(meld) | _above(meld)
    rank = (meld & -meld).bit_length() - 1
    whole = sum(1 << rank % RANKS + RANKS * suit for suit in range(4))
    return whole & ~meld


def _below(run: Bits) -> Bits:
    low = run & -run
    return 0 if (low.bit_length() - 1) % RANKS == 0 else low >> 1


def _above(run: Bits) -> Bits:
    top = run.bit_length()
    return 0 if top % RANKS == 0 else 1 << top


def _lay_offs(mask: Bits, melds: Melds) -> Iterator[_Part]:
    """Every stretch of cards of the hand that can be laid along one side of a meld."""
    for number, cards in enumerate(melds):
        meld = bits(cards)
        if not is_run(meld):
            last = mask & _ends(meld)
            if last:
                yield _Part(last, points(last), ((cards_of(last)[0], number),))
            continue
        for side in (_below, _above):
            stretch, laid = 0, []
            while (card := side(meld | stretch)) & mask:
                stretch |= card
                laid.append((cards_of(card)[0], number))
                yield _Part(stretch, points(stretch), tuple(laid))


class _Search:
    """The most points of a hand that can leave the deadwood, by melds and given lay-offs."""

    def __init__(self, parts: dict[Bits, list[_Part]], layable: Bits) -> None:
        self._parts = parts
        self._layable = layable
        self._memo: dict[Bits, int] = {}

    def _useful(self, mask: Bits) -> Bits:
        return meldable(mask) | mask & self._layable

    def _options(self, mask: Bits, low: Bits) -> Iterator[_Part]:
        for meld, worth in short_melds(low):
            if mask & meld == meld:
                yield _Part(meld, worth)
        for part in self._parts.get(low, ()):
            if mask & part.mask == part.mask:
                yield part

    def most(self, mask: Bits) -> int:
        mask = self._useful(mask)
        if not mask:
            return 0
        found = self._memo.get(mask)
        if found is None:
            low = mask & -mask
            found = self.most(mask ^ low)
            for part in self._options(mask, low):
                found = max(found, part.points + self.most(mask ^ part.mask))
            self._memo[mask] = found
        return found

    def chosen(self, mask: Bits) -> list[_Part]:
        """Parts that together are worth the most; own melds come before lay-offs."""
        found: list[_Part] = []
        while most := self.most(mask):
            mask = self._useful(mask)
            low = mask & -mask
            for part in self._options(mask, low):
                if part.points + self.most(mask ^ part.mask) == most:
                    found.append(part)
                    mask ^= part.mask
                    break
            else:
                mask ^= low
        return found
