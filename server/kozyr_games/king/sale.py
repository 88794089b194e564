"""The pause of a praise deal: what is played, whether it is sold, and the deal of the rest.

The eldest hand, the praiser, sees three cards and declares. He may offer his game for sale; then
the others bid tricks, and he must let the highest bidder have it, who declares anew. With
`sale` = `before_declaration` the sale comes first. Only then are the other cards dealt.
"""

from typing import Final

from msgspec.structs import replace

from kozyr_games import deck as decks
from kozyr_games.king.scoring import finished
from kozyr_games.king.state import State, eldest, sorted_hands, tricks_of
from kozyr_games.spec import IllegalActionError, Seat, Step
from kozyr_protocol.cards import SUITS, Card
from kozyr_protocol.games import king as wire
from kozyr_protocol.games.king import (
    Action,
    Agree,
    Call,
    Declaration,
    Declare,
    Event,
    HighOffer,
    Offer,
    Pass,
    Phase,
    Reason,
    Sale,
    Sold,
    Suit,
)

FIRST_PACKET: Final = 3
"""Cards of each seat before the pause of a praise deal."""

PACKETS_AFTER: Final = (2, 2, 1)

_SUITS: Final[tuple[Suit, ...]] = ("C", "D", "H", "S")
_SUIT_CALLS: Final = tuple(Declare("suit", suit) for suit in _SUITS)


def first_phase(state: State) -> Phase:
    """With what the pause begins."""
    return Phase.SALE if state.rules.sale == "before_declaration" else Phase.DECLARE


def legal(state: State) -> tuple[Action, ...]:
    """The legal actions of the seat on turn in the pause, in canonical order."""
    match state.phase:
        case Phase.DECLARE:
            calls: list[Call] = ["by_last", "misere"]
            if state.rules.no_trump:
                calls.append("no_trump")
            if split_refusal(state) is None:
                calls.append("split")
            return (*map(Declare, calls), *_SUIT_CALLS)
        case Phase.AGREE:
            return (Agree(yes=False), Agree(yes=True))
        case Phase.SALE:
            return (Sale(open=False), Sale(open=True))
        case Phase.AUCTION:
            return (*map(Offer, range(lowest_offer(state), tricks_of(state.seats) + 1)), Pass())
        case _:
            return (Declare("split"), Pass())


def lowest_offer(state: State) -> int:
    """The least number of tricks that may be bid now."""
    return 1 if state.offer is None else state.offer.tricks + 1


def split_refusal(state: State) -> str | None:
    """Why the seat on turn may not split; None: it may."""
    if state.rules.split == "off":
        return "this table does not split"
    if state.sale is not None:
        return "the buyer of a game may not split it"
    if state.split == "refused":
        return "the others did not agree to a split"
    if state.rules.split_full_hand and state.phase is not Phase.SPLIT:
        return "a split is decided when all cards are dealt"
    return None


def apply(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    """An action of the seat on turn in the pause.

    Raises:
        IllegalActionError: it is not one of `legal`.
    """
    match state.phase, action:
        case Phase.DECLARE, Declare():
            return _declare(state, seat, action)
        case Phase.SPLIT, Declare(call="split", suit=None):
            return _split(state, seat)
        case Phase.AGREE, Agree():
            return _agree(state, seat, action.yes)
        case Phase.SALE, Sale():
            return _answer(state, seat, is_open=action.open)
        case Phase.AUCTION, Offer():
            return _offer(state, seat, action.tricks)
        case Phase.AUCTION, Pass():
            return _pass(state, seat)
        case Phase.SPLIT, Pass():
            after = _playing(state)
            return Step(after, (wire.Passed(seat, after.phase, after.turn, ()),))
        case _:
            raise IllegalActionError(_WANTED[state.phase])


_WANTED: Final = {
    Phase.DECLARE: "what is played must be declared",
    Phase.AGREE: "the split must be agreed to or not",
    Phase.SALE: "the sale must be opened or not",
    Phase.AUCTION: "tricks must be offered, or passed",
    Phase.SPLIT: "the deal must be split, or passed",
}


def _declare(state: State, seat: Seat, action: Declare) -> Step[State, Event]:
    call, suit = action.call, action.suit
    if call == "split" and suit is None:
        return _split(state, seat)
    if call == "suit":
        if suit not in _SUITS:
            raise IllegalActionError(f"the trump suit must be one of {SUITS}")
    elif suit is not None:
        raise IllegalActionError("only the call of a suit names one")
    elif call == "no_trump" and not state.rules.no_trump:
        raise IllegalActionError("this table has no praise deal without trumps")
    elif call not in {"by_last", "misere", "no_trump"}:
        raise IllegalActionError("there is no such call")
    after = replace(state, declaration=Declaration(seat, call, suit))
    if state.rules.sale == "after_declaration" and state.sale is None:
        after = replace(after, phase=Phase.SALE)
        return Step(after, (wire.Declared(seat, call, suit, after.phase, after.turn),))
    after, completed = _completed(after)
    return Step(after, (wire.Declared(seat, call, suit, after.phase, after.turn), *completed))


def _split(state: State, seat: Seat) -> Step[State, Event]:
    refusal = split_refusal(state)
    if refusal is not None:
        raise IllegalActionError(refusal)
    if state.rules.split == "needs_all":
        turn = (seat + 1) % state.seats
        after = replace(state, split="asked", phase=Phase.AGREE, turn=turn)
        return Step(after, (wire.Declared(seat, "split", None, after.phase, turn),))
    step = finished(replace(state, split="made"), Reason.SPLIT)
    declared = wire.Declared(seat, "split", None, Phase.DEAL, None)
    return Step(step.state, (declared, *step.events))


def _agree(state: State, seat: Seat, yes: bool) -> Step[State, Event]:
    praiser = eldest(state)
    if not yes:
        refused = replace(state, split="refused")
        has_rest = bool(state.rest)
        after = (
            replace(refused, phase=Phase.DECLARE, turn=praiser) if has_rest else _playing(refused)
        )
        return Step(after, (wire.Agreed(seat, yes, after.phase, after.turn),))
    turn = (seat + 1) % state.seats
    if turn != praiser:
        after = replace(state, turn=turn)
        return Step(after, (wire.Agreed(seat, yes, after.phase, turn),))
    step = finished(replace(state, split="made"), Reason.SPLIT)
    return Step(step.state, (wire.Agreed(seat, yes, Phase.DEAL, None), *step.events))


def _answer(state: State, seat: Seat, *, is_open: bool) -> Step[State, Event]:
    completed: tuple[Event, ...] = ()
    if is_open:
        bidders = tuple((seat + step) % state.seats for step in range(1, state.seats))
        after = replace(state, phase=Phase.AUCTION, turn=bidders[0], bidders=bidders)
    else:
        after, completed = _unsold(state)
    answered = wire.SaleAnswered(seat, is_open, after.phase, after.turn, after.bidders)
    return Step(after, (answered, *completed))


def _offer(state: State, seat: Seat, tricks: int) -> Step[State, Event]:
    most = tricks_of(state.seats)
    if not lowest_offer(state) <= tricks <= most:
        raise IllegalActionError(f"an offer must be from {lowest_offer(state)} to {most} tricks")
    bidders = (*state.bidders[1:], seat)
    after = replace(state, offer=HighOffer(seat, tricks), bidders=bidders, turn=bidders[0])
    if tricks == most or len(bidders) == 1:
        after, sold = _sold(after, seat, tricks)
        return Step(after, (wire.Offered(seat, tricks, after.phase, after.turn, ()), *sold))
    return Step(after, (wire.Offered(seat, tricks, after.phase, after.turn, bidders),))


def _pass(state: State, seat: Seat) -> Step[State, Event]:
    bidders, offer = state.bidders[1:], state.offer
    rest: tuple[Event, ...] = ()
    if not bidders:
        after, rest = _unsold(replace(state, bidders=()))
    elif offer is not None and bidders == (offer.seat,):
        after, rest = _sold(state, offer.seat, offer.tricks)
    else:
        after = replace(state, bidders=bidders, turn=bidders[0])
    return Step(after, (wire.Passed(seat, after.phase, after.turn, after.bidders), *rest))


def _sold(state: State, buyer: Seat, tricks: int) -> tuple[State, tuple[Event, ...]]:
    sale = Sold(eldest(state), buyer, tricks)
    after = replace(state, phase=Phase.DECLARE, turn=buyer, bidders=(), sale=sale, declaration=None)
    return after, (wire.GameSold(sale),)


def _unsold(state: State) -> tuple[State, tuple[Event, ...]]:
    """The praiser keeps his game: he declares, or what he declared is played."""
    if state.declaration is not None:
        return _completed(state)
    return replace(state, phase=Phase.DECLARE, turn=eldest(state)), ()


def _completed(state: State) -> tuple[State, tuple[Event, ...]]:
    """The other cards are dealt, trump is fixed, and a card by which it is fixed is shown."""
    more, _ = decks.in_packets(state.rest, state.dealer, state.seats, PACKETS_AFTER)
    dealt = tuple(first + others for first, others in zip(state.dealt, more, strict=True))
    trump, last_card = _trump(state, dealt)
    after = replace(
        state,
        dealt=dealt,
        rest=(),
        hands=sorted_hands(dealt),
        trump=trump,
        last_card=last_card,
    )
    if state.rules.split_full_hand and state.sale is None:
        after = replace(after, phase=Phase.SPLIT, turn=eldest(state))
    else:
        after = _playing(after)
    counts = tuple(map(len, after.hands))
    completed = wire.Completed(trump, last_card, counts, after.phase, after.turn)
    own = (wire.Hand(seat, hand) for seat, hand in enumerate(after.hands))
    return after, (completed, *own)


def _trump(state: State, dealt: decks.Hands) -> tuple[Suit | None, Card | None]:
    """The trump suit, and the card that was shown for it. A joker shown is no trump."""
    declaration = state.declaration
    assert declaration is not None, "the rest is dealt only after a declaration"
    if declaration.call != "by_last":
        return declaration.suit, None
    place = FIRST_PACKET if state.rules.by_last_card == "third" else 0
    card = dealt[declaration.seat][place - 1]
    return next((suit for suit in _SUITS if suit == card[1]), None), card


def _playing(state: State) -> State:
    declaration = state.declaration
    leads = eldest(state)
    if state.rules.declarer_leads and declaration is not None:
        leads = declaration.seat
    return replace(state, phase=Phase.PLAY, turn=leads)
