"""The course of Twenty-Nine: the draw, the deal, the actions and the end of a deal."""

from typing import assert_never

from msgspec.structs import replace

from kozyr_games import deck as decks
from kozyr_games import match
from kozyr_games.spec import IllegalActionError, Pack, Seat, Step
from kozyr_games.twenty_nine import scoring, shown
from kozyr_games.twenty_nine.state import FULL, VALUES, Phase, State, fits
from kozyr_protocol.cards import PACK_52, Card, by_rank_ace_low, by_suit, draw_pack
from kozyr_protocol.games import twenty_nine as wire
from kozyr_protocol.games.twenty_nine import Action, Event, Laid, Pass, Play, Reason
from kozyr_protocol.games.wire import SheetRow, without


def wants_deck(state: State) -> Pack | None:
    """The cards of the draw, or the whole pack before each deal."""
    match state.phase:
        case Phase.DRAW:
            return draw_pack(state.seats, ace_low=True)
        case Phase.DEAL:
            return PACK_52
        case Phase.PLAY | Phase.OVER:
            return None
        case _:
            assert_never(state.phase)


def deal(state: State, deck: Pack) -> Step[State, Event]:
    """The draw for the first dealer, or a deal of all cards, one at a time, eldest hand first."""
    if state.phase is Phase.DRAW:
        return _drawn(state, deck)
    seats = state.seats
    dealer = match.left_of(state.dealer, seats) if state.deal else state.dealer
    cut = len(deck) - len(deck) % seats if state.options.set_aside else len(deck)
    dealt = decks.one_at_a_time(deck[:cut], dealer, seats)
    after = replace(
        state,
        phase=Phase.PLAY,
        shuffles=state.shuffles + 1,
        deal=state.deal + 1,
        dealer=dealer,
        turn=match.left_of(dealer, seats),
        dealt=dealt,
        aside=deck[cut:],
        hands=tuple(tuple(sorted(hand, key=by_suit)) for hand in dealt),
        won=((),) * seats,
        piles=(0,) * seats,
    )
    public = wire.Dealt(
        after.deal, dealer, after.turn, tuple(map(len, dealt)), aside=len(after.aside)
    )
    own = (wire.Hand(seat, hand) for seat, hand in enumerate(after.hands))
    return Step(after, (public, *own))


def _drawn(state: State, cards: Pack) -> Step[State, Event]:
    draw = decks.draw(cards, state.options.draw, ace_low=True)
    after = replace(state, phase=Phase.DEAL, shuffles=state.shuffles + 1, dealer=draw.dealer)
    return Step(after, (wire.Drawn(cards, draw.dealer),), order=draw.order, draw=cards)


def to_act(state: State) -> tuple[Seat, ...]:
    """The seat on turn."""
    return (state.turn,) if state.phase is Phase.PLAY else ()


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    """The cards that fit, in the order of the pack; a pass where none does."""
    if state.phase is not Phase.PLAY or seat != state.turn:
        return ()
    room = FULL - state.total
    plays = tuple(Play(card) for card in state.hands[seat] if VALUES[card] <= room)
    return plays or (Pass(),)


def apply(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    """Add a card to the pile, or pass."""
    if state.phase is not Phase.PLAY:
        raise IllegalActionError("no deal is being played")
    if seat != state.turn:
        raise IllegalActionError("it is another seat's turn")
    match action:
        case Play():
            return _play(state, seat, action.card)
        case Pass():
            return _pass(state, seat)
        case _:
            assert_never(action)


def _play(state: State, seat: Seat, card: Card) -> Step[State, Event]:
    hand = state.hands[seat]
    if card not in hand:
        raise IllegalActionError("the card is not in the hand")
    total = state.total + VALUES[card]
    if total > FULL:
        raise IllegalActionError(f"the total would pass {FULL}")
    hands = (*state.hands[:seat], without(hand, card), *state.hands[seat + 1 :])
    pile = (*state.pile, Laid(seat, card))
    won, piles = state.won, state.piles
    taken: tuple[Event, ...] = ()
    left = total
    if total == FULL:
        cards = tuple(laid.card for laid in pile)
        won = (*won[:seat], won[seat] + cards, *won[seat + 1 :])
        piles = (*piles[:seat], piles[seat] + 1, *piles[seat + 1 :])
        taken = (wire.PileTaken(seat, len(pile)),)
        pile, left = (), 0
    turn = _next(hands, seat)
    after = replace(
        state,
        turn=seat if turn is None else turn,
        total=left,
        passes=0,
        hands=hands,
        pile=pile,
        won=won,
        piles=piles,
    )
    if turn is None:
        return _end(after, (wire.Played(seat, card, total, None), *taken), Reason.PLAYED_OUT)
    if state.options.stuck == "end" and not fits(hands[turn], left):
        return _end(after, (wire.Played(seat, card, total, None), *taken), Reason.STUCK)
    return Step(after, (wire.Played(seat, card, total, turn), *taken))


def _pass(state: State, seat: Seat) -> Step[State, Event]:
    if state.options.stuck != "pass":
        raise IllegalActionError("this table does not pass")
    if fits(state.hands[seat], state.total):
        raise IllegalActionError("who can play must play")
    passes = state.passes + 1
    turn = _next(state.hands, seat)
    assert turn is not None, "the seat that passes holds cards"
    after = replace(state, turn=turn, passes=passes)
    if passes < sum(map(bool, state.hands)):
        return Step(after, (wire.Passed(seat, turn),))
    return _end(after, (wire.Passed(seat, None),), Reason.PASSED)


def _next(hands: decks.Hands, seat: Seat) -> Seat | None:
    """The next seat clockwise that holds cards, maybe the same; None when nobody does."""
    count = len(hands)
    for turn in range(seat + 1, seat + 1 + count):
        if hands[turn % count]:
            return turn % count
    return None


def _end(state: State, events: tuple[Event, ...], reason: Reason) -> Step[State, Event]:
    """Score the deal: what lies in the open pile and in hands counts for nobody."""
    scores = scoring.scores(state)
    totals = match.added(state.totals, scores)
    row = SheetRow(
        deal=state.deal,
        dealer=state.dealer,
        scores=scores,
        totals=totals,
        detail={"piles": list(state.piles)},
        check=scoring.fixed_sum(state),
    )
    scored = wire.DealScored(
        reason=reason,
        seat=state.turn if reason is Reason.STUCK else None,
        hands=state.dealt,
        aside=state.aside,
        row=row,
    )
    after = replace(
        state,
        phase=Phase.DEAL,
        total=0,
        passes=0,
        hands=((),) * state.seats,
        pile=(),
        totals=totals,
        rows=(*state.rows, row),
    )
    ended = scoring.ending(after)
    if ended is None:
        return Step(after, (*events, scored))
    over = replace(after, phase=Phase.OVER, ended=ended)
    return Step(over, (*events, scored, shown.result(over)))


def decision(state: State, seat: Seat) -> str:
    """Always `play`: another word for a pass would tell what the hand is not."""
    return "play"


def timeout_action(state: State, seat: Seat) -> Action:
    """The lowest card that fits, the ace lowest, ties by suit C D H S; else a pass."""
    room = FULL - state.total
    fitting = [card for card in state.hands[seat] if VALUES[card] <= room]
    return Play(min(fitting, key=by_rank_ace_low)) if fitting else Pass()
