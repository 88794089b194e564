"""Knocking in Gin Rummy: which card may be put down, and which arrangements may be shown.

The knocker chooses his melds, and may even leave a card as deadwood that would fit, for that can
deny the opponent a lay-off. So every arrangement counts whose deadwood is within the limit, with
two exceptions: ten cards that can all be melded are gin and are shown as gin, and two runs of a
suit that touch are shown as one, since they take the same cards. That is the canonical form; a
player may give melds, and the cards of a meld, in any order, and touching runs apart, and then they
lie on the table as given, for a lay-off names a meld by its place in the knock.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from kozyr_games.gin_rummy.melds import (
    MELDS,
    Bits,
    Memo,
    bits,
    cards_of,
    is_meld,
    meldable,
    most_melded,
    points,
)
from kozyr_games.spec import IllegalActionError
from kozyr_protocol.cards import PACK_52, Card, by_suit
from kozyr_protocol.games.gin_rummy import Knock, place

HIGHEST: Final = 10
"""The most that a card counts."""

_ORDER: Final = {1 << place(card): by_suit(card) for card in PACK_52}


@dataclass(frozen=True, slots=True)
class Terms:
    """What a player may knock with."""

    limit: int
    """The most deadwood; 0: gin only."""
    big_gin: bool
    """Eleven melded cards may be shown without a discard."""
    taken: Card | None
    """The card just taken from the discard pile, which may not be put down."""


def knock_discards(hand: Sequence[Card], terms: Terms) -> tuple[Card, ...]:
    """The cards of eleven whose loss leaves deadwood within the limit, in the order of the pack."""
    whole = bits(hand)
    memo: Memo = {}
    found = [
        card
        for card in hand
        if card != terms.taken and _least(whole & ~bits((card,)), memo) <= terms.limit
    ]
    return tuple(sorted(found, key=by_suit))


def can_knock(hand: Sequence[Card], terms: Terms) -> bool:
    """Whether eleven cards allow a knock of any kind."""
    whole = bits(hand)
    memo: Memo = {}
    least = _least(whole, memo)
    if least > terms.limit + HIGHEST:
        return False
    if terms.big_gin and least == 0:
        return True
    return any(
        card != terms.taken and _least(whole & ~bits((card,)), memo) <= terms.limit for card in hand
    )


def knocks(hand: Sequence[Card], terms: Terms) -> tuple[Knock, ...]:
    """Every knock of eleven cards in canonical form, sorted."""
    whole = bits(hand)
    memo: Memo = {}
    if _least(whole, memo) > terms.limit + HIGHEST:
        return ()
    taken = 0 if terms.taken is None else bits((terms.taken,))
    shown = list(_arrangements(whole, 0, terms.limit + HIGHEST, memo))
    gin = 0
    for _, dead in shown:
        if not dead & dead - 1:
            gin |= dead
    found: list[tuple[Bits, tuple[Bits, ...]]] = []
    for melds, dead in shown:
        count = points(dead)
        left = dead & ~taken
        while left:
            card = left & -left
            left ^= card
            if card == dead or (not card & gin and count - points(card) <= terms.limit):
                found.append((card, melds))
        if not dead and terms.big_gin:
            found.append((0, melds))
    found.sort(key=_key)
    return tuple(
        Knock(cards_of(card)[0] if card else None, tuple(map(cards_of, melds)))
        for card, melds in found
    )


def _key(found: tuple[Bits, tuple[Bits, ...]]) -> tuple[int, list[list[int]]]:
    """As the canonical order has it: the card, none before all, then the melds card by card."""
    card, melds = found
    return _ORDER[card] if card else -1, [
        [_ORDER[1 << at] for at in range(meld.bit_length()) if meld >> at & 1] for meld in melds
    ]


def _least(mask: Bits, memo: Memo) -> int:
    return points(mask) - most_melded(mask, memo)


def _arrangements(
    rest: Bits, dead: Bits, most: int, memo: Memo, end: Bits = 0
) -> Iterator[tuple[tuple[Bits, ...], Bits]]:
    """Every canonical arrangement of the cards whose deadwood is at most so much.

    Args:
        rest: cards not decided on; all below the lowest of them are.
        dead: cards that are deadwood already.
        most: points of deadwood allowed in all.
        memo: of the search for the least deadwood.
        end: the bit after the last run, where no other may begin.

    Yields:
        The melds, and the deadwood.
    """
    if points(dead) + _least(rest, memo) > most:
        return
    free = meldable(rest)
    if not free:
        yield (), dead | rest
        return
    dead |= rest & ~free
    low = free & -free
    yield from _arrangements(free ^ low, dead | low, most, memo, end)
    for meld in MELDS[low]:
        if free & meld.mask == meld.mask and not (meld.is_run and low == end):
            for melds, left in _arrangements(free ^ meld.mask, dead, most, memo, meld.end or end):
                yield (meld.mask, *melds), left


def checked(hand: Sequence[Card], terms: Terms, knock: Knock) -> tuple[Knock, tuple[Card, ...]]:
    """A knock with its melds in the order given, the cards of each sorted, and its deadwood.

    Raises:
        IllegalActionError: its canonical form is none of `knocks`.
    """
    whole = bits(hand)
    if knock.card is not None:
        if knock.card not in hand:
            raise IllegalActionError("the card is not in the hand")
        if knock.card == terms.taken:
            raise IllegalActionError(
                "the card just taken from the discard pile may not be put down"
            )
        whole &= ~bits((knock.card,))
    elif not terms.big_gin:
        raise IllegalActionError("a card must be put down to knock")
    melds = _melds(hand, whole, knock)
    dead = whole & ~sum(melds)
    count = points(dead)
    if knock.card is None and dead:
        raise IllegalActionError("for big gin all eleven cards must be melded")
    if count > terms.limit:
        allowed = f"at most {terms.limit} may be" if terms.limit else "none may be"
        raise IllegalActionError(f"the deadwood is {count}, and {allowed}")
    if count and not _least(whole, {}):
        raise IllegalActionError("these ten cards are gin: show them all in melds")
    return Knock(knock.card, tuple(map(cards_of, melds))), cards_of(dead)


def _melds(hand: Sequence[Card], whole: Bits, knock: Knock) -> list[Bits]:
    melds: list[Bits] = []
    used = 0
    for cards in knock.melds:
        if any(card not in hand for card in cards):
            raise IllegalActionError("a melded card is not in the hand")
        meld = bits(cards)
        if meld & ~whole:
            raise IllegalActionError("the card put down cannot be in a meld")
        if len(set(cards)) < len(cards) or meld & used:
            raise IllegalActionError("a card can be in one meld only")
        if not is_meld(meld):
            raise IllegalActionError(
                "a meld is three or four cards of a rank, or three or more of a suit in sequence"
            )
        used |= meld
        melds.append(meld)
    return melds
