"""`sound` for King and King with jokers: a player that a beginner would respect.

A card is judged by what its trick is likely to bring, and by what it would do later: high cards
are a burden where tricks are to be avoided, and an asset where they are to be taken. Only the
view is looked at; cards of earlier tricks but the last are not in it and not remembered.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, assert_never

from kozyr_games.tricks import winner
from kozyr_protocol.cards import SUITS, Card
from kozyr_protocol.games.king import (
    Action,
    Agree,
    Contract,
    Declare,
    Laid,
    Offer,
    Pass,
    Phase,
    Play,
    Sale,
    View,
)

_RANKS = "789TJQKA"
_KING = "KH"

_AVOID = {
    Contract.NO_TRICKS: ("tricks",),
    Contract.NO_HEARTS: ("hearts",),
    Contract.NO_BOYS: ("boys",),
    Contract.NO_GIRLS: ("girls",),
    Contract.NO_LAST_TWO: ("last_two",),
    Contract.NO_KING: ("king",),
    Contract.NEG_MEDLEY: ("tricks", "hearts", "boys", "girls", "last_two", "king"),
}
_TAKE = {
    Contract.PRAISE: ("praise",),
    Contract.TRICKS: ("tricks",),
    Contract.HEARTS: ("hearts",),
    Contract.BOYS: ("boys",),
    Contract.GIRLS: ("girls",),
    Contract.LAST_TWO: ("last_two",),
    Contract.KING: ("king",),
    Contract.POS_MEDLEY: ("tricks", "hearts", "boys", "girls", "last_two", "king"),
}
_BOYS = {"jacks4": ("J", 4.0), "jacks_kings2": ("JK", 2.0), "kings4": ("K", 4.0)}


def sound(
    view: View, seat: int, legal: Sequence[Action], rng: Random, options: Mapping[str, Any]
) -> Action:
    """The action of a sensible player.

    Args:
        view: What the seat may see.
        seat: The own seat.
        legal: The legal actions, at least one.
        rng: Chance, which decides between equals.
        options: Those of the game, resolved.
    """
    if view.phase is Phase.PLAY:
        desk = _Desk(view, options)
        return max(legal, key=lambda action: (_worth(desk, action), rng.random()))
    return max(legal, key=lambda action: (_liking(view, action), rng.random()))


# --- the pause of a praise deal ---------------------------------------------------------------


def _liking(view: View, action: Action) -> float:
    """How good an action of the pause seems, compared with the others that are legal."""
    hand = view.hand or ()
    best = max(_tricks(hand, suit) for suit in SUITS)
    expected = max(best, _misere_tricks(hand))
    match action:
        case Declare(call, suit):
            misere = _misere_tricks(hand)
            flat = {"misere": misere, "no_trump": _tricks(hand, ""), "by_last": 2.3, "split": 2.0}
            return flat[call] if suit is None else _tricks(hand, suit)
        case Sale(is_open):
            # The seller keeps his ordinary tricks and is paid: only a strong game is better.
            return 1.0 if is_open == (expected < 3.6) else 0.0
        case Offer(tricks):
            # To name the game is worth a trick and a half more than to sit beside it.
            return expected - 2.0 - tricks
        case Pass():
            return 0.0 if view.phase is Phase.AUCTION else expected
        case Agree(yes):
            return 1.0 if yes == (expected < 2.4) else 0.0
        case Play():
            raise AssertionError("no card is played in the pause")
        case _:
            assert_never(action)


def _tricks(hand: Sequence[Card], trump: str) -> float:
    """Tricks that a hand may take with a trump suit; three cards stand for the eight to come."""
    high = {"A": 0.95, "K": 0.6, "Q": 0.35, "J": 0.2, "X": 1.0}
    own = sum(high.get(card[0], 0.05) for card in hand)
    trumps = sum(0.45 for card in hand if card[1] == trump)
    return own + trumps + 0.2 * (8 - len(hand))


def _misere_tricks(hand: Sequence[Card]) -> float:
    low = {"7": 0.95, "8": 0.6, "9": 0.35, "T": 0.2, "X": 1.0}
    return sum(low.get(card[0], 0.05) for card in hand) + 0.3 + 0.2 * (8 - len(hand))


# --- a card -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Desk:
    """The view with what is asked of it again and again."""

    view: View
    options: Mapping[str, Any]

    @property
    def is_praise(self) -> bool:
        return self.view.contract is Contract.PRAISE

    @property
    def sign(self) -> int:
        """-1 where points are to be avoided."""
        return -1 if self.view.contract in _AVOID else 1

    @property
    def units(self) -> tuple[str, ...]:
        """What counts."""
        contract = self.view.contract
        assert contract is not None, "a deal is played"
        return _AVOID.get(contract) or _TAKE[contract]

    @property
    def is_reversed(self) -> bool:
        declaration = self.view.declaration
        return declaration is not None and declaration.call == "misere"

    @property
    def is_late(self) -> bool:
        """Whether the open trick is one of the last two."""
        return len(self.view.hand or ()) <= 2

    def points(self, card: Card) -> float:
        """What the card is worth to its taker, without sign."""
        ranks, boy = _BOYS[self.options["boys"]]
        counted = {
            "hearts": 2.0 * (card[1] == "H"),
            "boys": boy * (card[0] in ranks),
            "girls": 4.0 * (card[0] == "Q"),
            "king": 16.0 * (card == _KING and self.view.tally.king is None),
        }
        return sum(counted.get(unit, 0.0) for unit in self.units)

    def of_trick(self) -> float:
        """What a trick is worth without its cards, with a little for those to come."""
        bare = {"tricks": 2.0, "praise": 3.0, "last_two": 8.0 * self.is_late}
        to_come = len(self.view.counts) - 1 - len(self.view.trick)
        cards = 0.4 * to_come * len([unit for unit in self.units if unit not in bare])
        return sum(bare.get(unit, 0.0) for unit in self.units) + cards

    def strength(self, card: Card) -> float:
        """From 0 to 1: how likely the card is to win a trick some time."""
        if card[0] == "X":
            return 1.0
        place = _RANKS.index(card[0]) / 7
        place = 1 - place if self.is_reversed else place
        return min(1.0, place**2 + (0.5 if card[1] == self.view.trump else 0.0))


def _worth(desk: _Desk, action: Action) -> float:
    """What playing a card brings, now and by no longer being in the hand."""
    assert isinstance(action, Play), "only cards are played"
    card, sign = action.card, desk.sign
    wins = _chance(desk, action)
    own = desk.points(card)
    laid = sum(desk.points(each.card) for each in desk.view.trick)
    now = wins * (desk.of_trick() + laid + own)
    # What others take from this card is a third of a loss, or of a gain, as against each of them.
    given = (1 - wins) * own / 3
    return sign * (now - given) - sign * _later(desk, card)


def _later(desk: _Desk, card: Card) -> float:
    """What the card would take later if it were kept, without sign."""
    a_trick = 3.0 if desk.is_praise else 2.0 * len(desk.units)
    if card[0] == "X":
        # A joker never has to win: where points are avoided it is a way out, and so kept.
        return a_trick if desk.sign > 0 else -0.5 * a_trick
    later = 0.8 * a_trick * desk.strength(card) + 0.4 * desk.points(card)
    if "king" in desk.units and card == "AH" and desk.view.tally.king is None:
        later += 3.0
    company = sum(other[1] == card[1] for other in desk.view.hand or ())
    # A short suit is soon gone, and with it the duty to follow it.
    return later + (0.15 * a_trick / company if desk.sign < 0 else 0.0)


def _chance(desk: _Desk, play: Play) -> float:
    """From 0 to 1: how likely the card is to win the open trick."""
    view, card = desk.view, play.card
    if play.mode == "high":
        return _high_joker(desk)
    if any(laid.mode == "high" for laid in view.trick):
        return 0.0
    to_come = len(view.counts) - 1 - len(view.trick)
    trick = (*view.trick, Laid(0, card, play.mode, play.suit))
    led = trick[0].suit or trick[0].card[1]
    best = winner([laid.card for laid in trick], view.trump, reversed=desk.is_reversed, led=led)
    if best != len(trick) - 1:
        return 0.0
    if play.mode == "low":
        return 0.1
    seen = {*(view.hand or ()), *(laid.card for laid in trick)}
    higher = [
        rank + card[1]
        for rank in _RANKS
        if rank + card[1] not in seen and _beats(desk, rank, card[0])
    ]
    each = 0.7 if desk.sign > 0 else 0.45
    chance = (1 - each * to_come / (len(view.counts) - 1)) ** len(higher)
    if view.trump and card[1] != view.trump and to_come:
        chance *= 0.8
    return float(chance)


def _beats(desk: _Desk, rank: str, other: str) -> bool:
    return (_RANKS.index(rank) > _RANKS.index(other)) != desk.is_reversed and rank != other


def _high_joker(desk: _Desk) -> float:
    if not any(laid.mode == "high" for laid in desk.view.trick):
        return 0.95
    return 1.0 if desk.options.get("second_joker") == "later_wins" else 0.0
