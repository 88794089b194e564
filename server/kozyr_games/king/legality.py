"""Which cards may be played: following, the ban on hearts, the duty to shed the king, jokers.

A joker has no suit. Led, it names one to follow; else it may be played although the suit led is in
hand, unless the king of hearts is due or the option `joker_only_when_void` forbids it.
"""

from typing import Final, NamedTuple

from kozyr_games.king.deals import ACE_OF_HEARTS, KING_OF_HEARTS, Row
from kozyr_games.king.state import State, is_reversed, row
from kozyr_games.spec import Seat
from kozyr_games.tricks import of_suit, winner
from kozyr_protocol.cards import JOKERS, PACK_32, SUITS, Card
from kozyr_protocol.games.king import Laid, Play, Suit

BAN: Final = "hearts may not be led while another suit is in hand"
FOLLOW: Final = "the suit led must be followed"
SHED: Final = "the king of hearts must be thrown"
UNDER_ACE: Final = "the king of hearts must be played under the ace"
MUST_TRUMP: Final = "who is void must trump"
DEMAND: Final = "the joker demands the highest card of its suit"

_PLAIN: Final = {card: Play(card) for card in PACK_32}
_FOLLOWING: Final = {joker: (Play(joker, mode="high"), Play(joker, mode="low")) for joker in JOKERS}
_NAMED: Final[tuple[Suit, ...]] = ("C", "D", "H", "S")
_NAMED_NO_HEARTS: Final[tuple[Suit, ...]] = ("C", "D", "S")


class Choice(NamedTuple):
    """What a seat may play, and why nothing else of its hand."""

    plain: tuple[Card, ...]
    jokers: tuple[Card, ...]
    suits: tuple[Suit, ...]
    """What a led joker may name; empty when following."""
    reason: str


def led_suit(first: Laid) -> str:
    """The suit to follow, by the first card of a trick."""
    return first.suit or first.card[1]


def choice(state: State, seat: Seat) -> Choice:
    """What the seat on turn may play; never nothing."""
    hand = state.hands[seat]
    jokers: tuple[Card, ...] = ()
    if state.rules.jokers:
        jokers = tuple([card for card in hand if card in JOKERS])
        hand = tuple([card for card in hand if card not in JOKERS])
    if not state.trick:
        return _lead(state, row(state), hand, jokers)
    return _follow(state, row(state), hand, jokers)


def _lead(state: State, kind: Row, hand: tuple[Card, ...], jokers: tuple[Card, ...]) -> Choice:
    if kind.ban and not (state.broken and state.rules.broken_hearts):
        others = tuple([card for card in hand if card[1] != "H"])
        if others:
            return Choice(others, jokers, _NAMED_NO_HEARTS, BAN)
    return Choice(hand, jokers, _NAMED, "")


def _follow(state: State, kind: Row, hand: tuple[Card, ...], jokers: tuple[Card, ...]) -> Choice:
    rules, first = state.rules, state.trick[0]
    led = led_suit(first)
    same = of_suit(hand, led)
    is_forced = rules.king_mode == "forced" or not kind.charged
    if is_forced and owes_king(state, kind, hand, same):
        return Choice((KING_OF_HEARTS,), (), (), UNDER_ACE if same else SHED)
    if same:
        if rules.joker_only_when_void:
            jokers = ()
        if rules.demand and first.mode == "high":
            return Choice((same[winner(same, reversed=is_reversed(state))],), jokers, (), DEMAND)
        return Choice(same, jokers, (), FOLLOW)
    if rules.must_trump and state.trump and (trumps := of_suit(hand, state.trump)):
        return Choice(trumps, jokers, (), MUST_TRUMP)
    return Choice(hand, jokers, (), "")


def owes_king(state: State, kind: Row, hand: tuple[Card, ...], same: tuple[Card, ...]) -> bool:
    """Whether the duty to shed the king of hearts holds for a seat that does not lead.

    Args:
        state: with the open trick.
        kind: the deal.
        hand: of the seat.
        same: its cards of the suit led.
    """
    if not kind.shed or KING_OF_HEARTS not in hand:
        return False
    if not same:
        return True
    if not state.rules.king_under_ace or KING_OF_HEARTS not in same:
        # The ace of hearts that somebody threw on another suit obliges nobody to revoke.
        return False
    return any(laid.card == ACE_OF_HEARTS for laid in state.trick)


def passes_king_up(state: State, seat: Seat, card: Card) -> bool:
    """Whether the play, a legal one, is a missed chance to shed the king of hearts."""
    kind = row(state)
    if not (kind.charged and state.trick) or card == KING_OF_HEARTS:
        return False
    hand = state.hands[seat]
    return owes_king(state, kind, hand, of_suit(hand, led_suit(state.trick[0])))


def plays(state: State, seat: Seat) -> tuple[Play, ...]:
    """All legal plays of the seat on turn, in canonical order."""
    allowed = choice(state, seat)
    plain = tuple(map(_PLAIN.__getitem__, allowed.plain))
    if not allowed.jokers:
        return plain
    if not allowed.suits:
        return (*plain, *(play for joker in allowed.jokers for play in _FOLLOWING[joker]))
    return (
        *plain,
        *(
            Play(joker, mode, suit)
            for joker in allowed.jokers
            for mode in ("high", "low")
            for suit in allowed.suits
        ),
    )


def refusal(state: State, seat: Seat, play: Play) -> str | None:
    """Why the seat on turn may not make this play; None: it may."""
    card = play.card
    if card not in state.hands[seat]:
        return "the card is not in the hand"
    allowed = choice(state, seat)
    if card[0] != "X":
        if play.mode is not None or play.suit is not None:
            return "only a joker has a mode, and only a led joker names a suit"
        return None if card in allowed.plain else allowed.reason
    if card not in allowed.jokers:
        return allowed.reason
    if play.mode not in {"high", "low"}:
        return "a joker is played high or low"
    if not allowed.suits:
        return None if play.suit is None else "only a joker that is led names a suit"
    if play.suit in allowed.suits:
        return None
    return BAN if play.suit == "H" else f"a joker that is led names a suit, one of {SUITS}"
