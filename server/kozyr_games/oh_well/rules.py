"""The course of Oh Well: the draw, the deal, the bids, the tricks and the end of a deal."""

from typing import Final, assert_never

from msgspec.structs import replace

from kozyr_games import deck as decks
from kozyr_games import match, tricks
from kozyr_games.oh_well import scoring, shown
from kozyr_games.oh_well.state import (
    SUITS,
    Phase,
    State,
    Suit,
    full_size,
    planned_size,
    to_act,
)
from kozyr_games.spec import IllegalActionError, Pack, Seat, Step
from kozyr_protocol.cards import PACK_52, Card, by_rank, by_suit, draw_pack
from kozyr_protocol.games import oh_well as wire
from kozyr_protocol.games.oh_well import Action, Bid, Event, Laid, Play
from kozyr_protocol.games.wire import SheetRow, without

_PLAYS: Final = {card: Play(card) for card in PACK_52}


def wants_deck(state: State) -> Pack | None:
    """The cards of the draw, or the whole pack before each deal."""
    match state.phase:
        case Phase.DRAW:
            return draw_pack(state.seats)
        case Phase.DEAL:
            return PACK_52
        case Phase.BID | Phase.PLAY | Phase.OVER:
            return None
        case _:
            assert_never(state.phase)


def deal(state: State, deck: Pack) -> Step[State, Event]:
    """The draw, or a deal: cards one at a time from eldest hand, the bottom of the pack aside."""
    if state.phase is Phase.DRAW:
        return _drawn(state, deck)
    options, seats = state.options, state.seats
    kept = _kept(state, deck)
    left = tuple(card for card in deck if card not in kept) if kept else deck
    size = planned_size(options.hand_plan, state.deal + 1, seats)
    dealer = match.left_of(state.dealer, seats) if state.deal else state.dealer
    dealt = decks.one_at_a_time(left[: seats * size], dealer, seats)
    rest = left[seats * size :]
    turned = rest[0] if options.trump == "turn_up" and rest else None
    after = replace(
        state,
        phase=Phase.BID,
        shuffles=state.shuffles + 1,
        deal=state.deal + 1,
        dealer=dealer,
        turn=match.left_of(dealer, seats),
        size=size,
        dealt=dealt,
        aside=(*(rest if turned is None else rest[1:]), *kept),
        kept=kept,
        turned=turned,
        trump=_suit(options.trump if turned is None else turned[1]),
        hands=tuple(tuple(sorted(hand, key=by_suit)) for hand in dealt),
        bids=(None,) * seats,
        last=(),
        gone=(),
        taken=(0,) * seats,
    )
    public = wire.Dealt(
        deal=after.deal,
        dealer=dealer,
        size=size,
        aside=len(after.aside),
        turned=turned,
        trump=after.trump,
        to_act=to_act(after),
    )
    own = (wire.Hand(seat, hand) for seat, hand in enumerate(after.hands))
    return Step(after, (public, *own))


def _kept(state: State, deck: Pack) -> Pack:
    """The cards that are out all game: the bottom of the first deck."""
    if state.options.put_aside == "redrawn" or state.deal:
        return state.kept
    return deck[full_size(state.seats) * state.seats :]


def _suit(text: str) -> Suit | None:
    return next((suit for suit in SUITS if suit == text), None)


def _drawn(state: State, cards: Pack) -> Step[State, Event]:
    draw = decks.draw(cards, state.options.draw)
    after = replace(state, phase=Phase.DEAL, shuffles=state.shuffles + 1, dealer=draw.dealer)
    return Step(after, (wire.Drawn(cards, draw.dealer),), order=draw.order, draw=cards)


def forbidden_bid(state: State) -> int | None:
    """The one number that the hook keeps the dealer from bidding; None: it binds nobody now."""
    if not state.options.hook or state.bids.count(None) != 1:
        return None
    left = state.size - sum(bid or 0 for bid in state.bids)
    return left if left >= 0 else None


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    """Bids from 0 up, but for that of the hook; or the cards that follow suit, in pack order."""
    if seat not in to_act(state):
        return ()
    if state.phase is Phase.BID:
        hook = forbidden_bid(state)
        return tuple([Bid(number) for number in range(state.size + 1) if number != hook])
    hand = state.hands[seat]
    cards = tricks.followable(hand, state.trick[0].card[1]) if state.trick else hand
    return tuple(map(_PLAYS.__getitem__, cards))


def apply(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    """Bid, or play a card."""
    if state.phase is not Phase.BID and state.phase is not Phase.PLAY:
        raise IllegalActionError("no deal is being played")
    match action:
        case Bid():
            return _bid(state, seat, action.tricks)
        case Play():
            return _play(state, seat, action.card)
        case _:
            assert_never(action)


def _bid(state: State, seat: Seat, number: int) -> Step[State, Event]:
    if state.phase is not Phase.BID:
        raise IllegalActionError("all have bid, and a bid stands")
    if seat not in to_act(state):
        raise IllegalActionError(
            "a bid stands"
            if 0 <= seat < state.seats and state.bids[seat] is not None
            else "it is another seat's turn"
        )
    if not 0 <= number <= state.size:
        raise IllegalActionError(f"a bid is from 0 to {state.size}")
    if number == forbidden_bid(state):
        raise IllegalActionError(f"the bids may not add up to {state.size}: any but {number}")
    bids = (*state.bids[:seat], number, *state.bids[seat + 1 :])
    after = replace(state, bids=bids, turn=match.left_of(state.turn, state.seats))
    done = None not in bids
    if done:
        eldest = match.left_of(state.dealer, state.seats)
        after = replace(after, phase=Phase.PLAY, turn=eldest)
    if state.options.bidding == "open":
        return Step(after, (wire.BidMade(seat, number, to_act(after)),))
    secret = (wire.BidMade(seat, None, to_act(after)), wire.OwnBid(seat, number))
    shown_now = (wire.BidsShown(tuple(bid or 0 for bid in bids)),) if done else ()
    return Step(after, (*secret, *shown_now))


def _play(state: State, seat: Seat, card: Card) -> Step[State, Event]:
    if state.phase is not Phase.PLAY:
        raise IllegalActionError("the bids are not all made")
    if seat != state.turn:
        raise IllegalActionError("it is another seat's turn")
    hand = state.hands[seat]
    trick = state.trick
    refusal = tricks.refusal(hand, card, trick[0].card[1] if trick else None)
    if refusal is not None:
        raise IllegalActionError(refusal)
    hands = (*state.hands[:seat], without(hand, card), *state.hands[seat + 1 :])
    trick = (*trick, Laid(seat, card))
    if len(trick) == state.seats:
        return _trick(replace(state, hands=hands, trick=trick), seat, card)
    turn = match.left_of(seat, state.seats)
    after = replace(state, turn=turn, hands=hands, trick=trick)
    return Step(after, (wire.Played(seat, card, (turn,)),))


def _trick(state: State, seat: Seat, card: Card) -> Step[State, Event]:
    """The trick is complete: to whom it goes, and whether it was the last."""
    cards = tuple([laid.card for laid in state.trick])
    winner = state.trick[tricks.winner(cards, state.trump)].seat
    taken = state.taken
    after = replace(
        state,
        turn=winner,
        trick=(),
        last=state.trick,
        gone=state.gone + cards,
        taken=(*taken[:winner], taken[winner] + 1, *taken[winner + 1 :]),
    )
    won = wire.TrickTaken(winner)
    if state.hands[seat]:
        return Step(after, (wire.Played(seat, card, (winner,)), won))
    return _end(after, (wire.Played(seat, card, ()), won))


def _end(state: State, events: tuple[Event, ...]) -> Step[State, Event]:
    """Score the deal."""
    scores = tuple(
        scoring.score(state.options, bid or 0, taken)
        for bid, taken in zip(state.bids, state.taken, strict=True)
    )
    totals = match.added(state.totals, scores)
    row = SheetRow(
        deal=state.deal,
        dealer=state.dealer,
        scores=scores,
        totals=totals,
        detail={"bids": list(state.bids), "tricks": list(state.taken)},
        check=scoring.fixed_sum(state),
    )
    scored = wire.DealScored(hands=state.dealt, row=row)
    after = replace(state, phase=Phase.DEAL, totals=totals, rows=(*state.rows, row))
    ended = scoring.ending(after)
    if ended is None:
        return Step(after, (*events, scored))
    over = replace(after, phase=Phase.OVER, ended=ended)
    return Step(over, (*events, scored, shown.result(over)))


def decision(state: State, seat: Seat) -> str:
    """`bid` or `play`."""
    return "bid" if state.phase is Phase.BID else "play"


def timeout_action(state: State, seat: Seat) -> Action:
    """A bid of 0, with the hook maybe 1; or the lowest legal card, ties by suit C D H S."""
    if state.phase is Phase.BID:
        return legal_actions(state, seat)[0]
    hand = state.hands[seat]
    cards = tricks.followable(hand, state.trick[0].card[1]) if state.trick else hand
    return _PLAYS[min(cards, key=by_rank)]
