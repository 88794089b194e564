"""The course of both games: the draw, the deal, the actions and the tricks."""

from typing import assert_never

from msgspec.structs import replace

from kozyr_games import deck as decks
from kozyr_games import match
from kozyr_games.king import legality, sale
from kozyr_games.king.scoring import finished, taken
from kozyr_games.king.state import (
    ACTING,
    State,
    is_reversed,
    is_short,
    pack,
    plan,
    sorted_hands,
    tricks_of,
)
from kozyr_games.spec import IllegalActionError, Pack, Seat, Step
from kozyr_games.tricks import winner
from kozyr_protocol.cards import SUITS, by_rank, draw_pack
from kozyr_protocol.games import king as wire
from kozyr_protocol.games.king import (
    Action,
    Agree,
    Declare,
    Event,
    Laid,
    Pass,
    Phase,
    Play,
    Reason,
    Sale,
    Trick,
    nothing_taken,
)
from kozyr_protocol.games.wire import without

PACKET = 2
"""Cards of a packet, but in praise deals."""


def wants_deck(state: State) -> Pack | None:
    """The cards of the draw, or the whole pack before each deal."""
    match state.phase:
        case Phase.DRAW:
            return draw_pack(state.seats, pack(state))
        case Phase.DEAL:
            return pack(state)
        case _:
            return None


def deal(state: State, deck: Pack) -> Step[State, Event]:
    """The draw for seats and first dealer, or a deal.

    All cards are dealt in packets of two; in a praise deal a packet of three, and the rest of the
    deck waits unseen for the declaration.
    """
    if state.phase is Phase.DRAW:
        return _drawn(state, deck)
    seats = state.seats
    dealer = match.left_of(state.dealer, seats) if state.deal else state.dealer
    kind = plan(state)[state.deal]
    sizes = (sale.FIRST_PACKET,) if kind.is_praise else (PACKET,) * (tricks_of(seats) // PACKET)
    dealt, rest = decks.in_packets(deck, dealer, seats, sizes)
    after = replace(
        state,
        phase=sale.first_phase(state) if kind.is_praise else Phase.PLAY,
        shuffles=state.shuffles + 1,
        deal=state.deal + 1,
        dealer=dealer,
        turn=match.left_of(dealer, seats),
        dealt=dealt,
        rest=rest,
        hands=sorted_hands(dealt),
        declaration=None,
        split=None,
        bidders=(),
        offer=None,
        sale=None,
        trump=None,
        last_card=None,
        last_trick=None,
        won=((),) * seats,
        tally=nothing_taken(seats),
        missed=None,
        broken=False,
    )
    public = wire.Dealt(
        after.deal,
        kind.contract,
        dealer,
        after.phase,
        after.turn,
        counts=tuple(map(len, dealt)),
        rest=len(rest),
    )
    own = (wire.Hand(seat, hand) for seat, hand in enumerate(after.hands))
    return Step(after, (public, *own))


def _drawn(state: State, cards: Pack) -> Step[State, Event]:
    draw = decks.draw(cards, state.rules.draw)
    after = replace(state, phase=Phase.DEAL, shuffles=state.shuffles + 1, dealer=draw.dealer)
    return Step(after, (wire.Drawn(cards, draw.dealer),), order=draw.order, draw=cards)


def to_act(state: State) -> tuple[Seat, ...]:
    """The seat on turn."""
    return (state.turn,) if state.phase in ACTING else ()


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    """The legal actions: declarations and offers, or cards in the order of the pack."""
    if state.phase not in ACTING or seat != state.turn:
        return ()
    if state.phase is Phase.PLAY:
        return legality.plays(state, seat)
    return sale.legal(state)


def apply(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    """Declare, sell, offer or play."""
    if state.phase not in ACTING:
        raise IllegalActionError("no deal is being played")
    if seat != state.turn:
        raise IllegalActionError("it is another seat's turn")
    if state.phase is not Phase.PLAY:
        return sale.apply(state, seat, action)
    if not isinstance(action, Play):
        raise IllegalActionError("a card must be played")
    return _play(state, seat, action)


def _play(state: State, seat: Seat, play: Play) -> Step[State, Event]:
    refusal = legality.refusal(state, seat, play)
    if refusal is not None:
        raise IllegalActionError(refusal)
    card, mode, suit = play.card, play.mode, play.suit
    missed = state.missed
    if missed is None and legality.passes_king_up(state, seat, card):
        missed = seat
    hands = state.hands
    turn = (seat + 1) % state.seats
    after = replace(
        state,
        turn=turn,
        hands=(*hands[:seat], without(hands[seat], card), *hands[seat + 1 :]),
        trick=(*state.trick, Laid(seat, card, mode, suit)),
        missed=missed,
        broken=state.broken or card[1] == "H",
    )
    if len(after.trick) < state.seats:
        return Step(after, (wire.Played(seat, card, mode, suit, turn),))
    return _take(after, play)


def _take(state: State, play: Play) -> Step[State, Event]:
    """The trick is full: its winner takes it and leads, or the deal is over."""
    trick, last = state.trick, state.trick[-1].seat
    seat = trick[winning_place(state)].seat
    cards = tuple([laid.card for laid in trick])
    tally = taken(state, seat, cards)
    won = state.won
    after = replace(
        state,
        turn=seat,
        trick=(),
        last_trick=Trick(seat, trick),
        won=(*won[:seat], won[seat] + cards, *won[seat + 1 :]),
        tally=tally,
    )
    reason = None
    if not after.hands[seat]:
        reason = Reason.PLAYED_OUT
    elif is_short(after):
        reason = Reason.EARLY
    turn = seat if reason is None else None
    events = (
        wire.Played(last, play.card, play.mode, play.suit, turn),
        wire.TrickTaken(seat, tally),
    )
    if reason is None:
        return Step(after, events)
    step = finished(after, reason)
    return Step(step.state, (*events, *step.events))


def winning_place(state: State) -> int:
    """The place in the open trick, from 0, of the card that would win it as it lies.

    A high joker beats everything, of two the later (or the first, by `second_joker`); a low one is
    of no suit and cannot win, but for the leader's where nobody followed the suit or trumped.
    """
    trick = state.trick
    if state.rules.jokers:
        high = [place for place, laid in enumerate(trick) if laid.mode == "high"]
        if high:
            return high[-1 if state.rules.second_joker == "later_wins" else 0]
    return winner(
        [laid.card for laid in trick],
        state.trump,
        reversed=is_reversed(state),
        led=legality.led_suit(trick[0]),
    )


def decision(state: State, seat: Seat) -> str:
    """The word of the phase: `declare`, `agree`, `sale`, `auction`, `split` or `play`."""
    return state.phase


def timeout_action(state: State, seat: Seat) -> Action:
    """A pass, no sale, no split; the longest suit as trump; the lowest legal card.

    A card is low by its rank, ties by suit C D H S; a joker comes last, low, and names the first
    suit allowed. A misere does not change which card is called the lowest here.
    """
    match state.phase:
        case Phase.DECLARE:
            held = [card[1] for card in state.hands[seat]]
            return next(
                call
                for call in sale.legal(state)
                if isinstance(call, Declare) and call.suit == max(SUITS, key=held.count)
            )
        case Phase.AGREE:
            return Agree(yes=False)
        case Phase.SALE:
            return Sale(open=False)
        case Phase.AUCTION | Phase.SPLIT:
            return Pass()
        case Phase.PLAY:
            plays = legality.plays(state, seat)
            return min(plays, key=lambda play: (by_rank(play.card), play.mode != "low"))
        case Phase.DRAW | Phase.DEAL | Phase.OVER:
            raise AssertionError("nobody can be late")
        case _:
            assert_never(state.phase)
