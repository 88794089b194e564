"""Dealing a shuffled deck, and the draw for seats and first dealer.

The first card of a deck is dealt first, from the eldest hand clockwise; a packet is consecutive
cards of the deck; the bottom is the end of the deck.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kozyr_games.match import left_of
from kozyr_games.spec import Pack, Seat
from kozyr_protocol import cards
from kozyr_protocol.cards import Card

Hands = tuple[tuple[Card, ...], ...]


def one_at_a_time(deck: Pack, dealer: Seat, seats: int) -> Hands:
    """All cards of the deck dealt singly; the first seats get one more where it does not divide.

    To deal fewer, pass a part of the deck.

    Returns:
        For each seat its cards in the order dealt.
    """
    eldest = left_of(dealer, seats)
    return tuple(deck[(seat - eldest) % seats :: seats] for seat in range(seats))


def in_packets(deck: Pack, dealer: Seat, seats: int, sizes: Sequence[int]) -> tuple[Hands, Pack]:
    """Rounds of packets: each round gives every seat as many cards as its size says.

    Args:
        deck: at least `seats` times the sum of the sizes.
        dealer: the eldest hand is at his left.
        seats: of the table.
        sizes: cards of a packet, a number for each round.

    Returns:
        For each seat its cards in the order dealt, and the rest of the deck.
    """
    hands: list[tuple[Card, ...]] = [()] * seats
    at = 0
    for size in sizes:
        seat = dealer
        for _ in range(seats):
            seat = left_of(seat, seats)
            hands[seat] += deck[at : at + size]
            at += size
    return tuple(hands), deck[at:]


@dataclass(frozen=True)
class Draw:
    """What a draw decided."""

    dealer: Seat
    """The first dealer; he keeps his seat."""
    order: tuple[Seat, ...] | None
    """For each new seat its number before; None where nobody moves."""


def draw(drawn: Pack, what: Literal["seats", "dealer", "off"], *, ace_low: bool = False) -> Draw:
    """The first dealer, and the seats, by the cards that were drawn.

    Args:
        drawn: the card of each seat; no two of the same rank.
        what: `seats`: the others follow the dealer clockwise, the higher card first; else all
            keep their seats.
        ace_low: the ace is the lowest card.
    """
    count = len(drawn)
    ranked = sorted(range(count), key=lambda seat: -cards.strength(drawn[seat], ace_low=ace_low))
    dealer = ranked[0]
    if what != "seats":
        return Draw(dealer, None)
    return Draw(dealer, tuple(ranked[(seat - dealer) % count] for seat in range(count)))
