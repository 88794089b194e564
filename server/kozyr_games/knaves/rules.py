"""The course of Knaves: the draw, the deal, the tricks and the end of a deal."""

from typing import Final, assert_never

from msgspec.structs import replace

from kozyr_games import deck as decks
from kozyr_games import match, tricks
from kozyr_games.knaves import scoring, shown
from kozyr_games.knaves.options import SEATS
from kozyr_games.knaves.state import SUITS, Phase, State, Suit, is_jack, is_redealt
from kozyr_games.spec import IllegalActionError, Pack, Seat, Step
from kozyr_protocol.cards import PACK_52, Card, by_rank, by_suit, draw_pack
from kozyr_protocol.games import knaves as wire
from kozyr_protocol.games.knaves import Action, Event, Laid, Play, Reason
from kozyr_protocol.games.wire import SheetRow, without

_PLAYS: Final = {card: Play(card) for card in PACK_52}


def wants_deck(state: State) -> Pack | None:
    """The cards of the draw, or the whole pack before each deal."""
    match state.phase:
        case Phase.DRAW:
            return draw_pack(SEATS)
        case Phase.DEAL:
            return PACK_52
        case Phase.PLAY | Phase.OVER:
            return None
        case _:
            assert_never(state.phase)


def deal(state: State, deck: Pack) -> Step[State, Event]:
    """The draw for the first dealer, or a deal: the hands, one turned card, the rest unseen."""
    if state.phase is Phase.DRAW:
        return _drawn(state, deck)
    again = is_redealt(state)
    dealer = state.dealer if again or not state.deal else match.left_of(state.dealer, SEATS)
    size = state.options.hand_size
    dealt = decks.one_at_a_time(deck[: SEATS * size], dealer, SEATS)
    turned = deck[SEATS * size]
    before = state.before if again else state.trump
    after = replace(
        state,
        phase=Phase.PLAY,
        shuffles=state.shuffles + 1,
        deal=state.deal + 1,
        dealer=dealer,
        turn=match.left_of(dealer, SEATS),
        dealt=dealt,
        aside=deck[SEATS * size + 1 :],
        turned=turned,
        trump=_trump(state, turned, before),
        before=before,
        hands=tuple(tuple(sorted(hand, key=by_suit)) for hand in dealt),
        last=(),
        gone=(),
        taken=(0,) * SEATS,
        jacks=((),) * SEATS,
    )
    is_void = is_redealt(after)
    public = wire.Dealt(
        deal=after.deal,
        dealer=dealer,
        size=size,
        aside=len(after.aside),
        turned=turned,
        trump=after.trump,
        turn=None if is_void else after.turn,
    )
    own = (wire.Hand(seat, hand) for seat, hand in enumerate(after.hands))
    events: tuple[Event, ...] = (public, *own)
    if is_void:
        return _end(replace(after, hands=((),) * SEATS), events, Reason.REDEAL)
    return Step(after, events)


def _drawn(state: State, cards: Pack) -> Step[State, Event]:
    draw = decks.draw(cards, state.options.draw)
    after = replace(state, phase=Phase.DEAL, shuffles=state.shuffles + 1, dealer=draw.dealer)
    return Step(after, (wire.Drawn(cards, draw.dealer),), order=draw.order, draw=cards)


def _trump(state: State, turned: Card, before: Suit | None) -> Suit | None:
    """The suit of the turned card, where neither a jack nor the last deal's trumps forbid it."""
    options = state.options
    if is_jack(turned) and options.turned_jack in {"no_trump", "redeal"}:
        return None
    if turned[1] == before and not options.repeat_trump:
        return None
    return next(suit for suit in SUITS if suit == turned[1])


def to_act(state: State) -> tuple[Seat, ...]:
    """The seat on turn while a deal is played."""
    return (state.turn,) if state.phase is Phase.PLAY else ()


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    """The cards that follow suit, else all, in the order of the pack."""
    if state.phase is not Phase.PLAY or seat != state.turn:
        return ()
    return tuple(map(_PLAYS.__getitem__, _playable(state, seat)))


def _playable(state: State, seat: Seat) -> tuple[Card, ...]:
    hand = state.hands[seat]
    return tricks.followable(hand, state.trick[0].card[1]) if state.trick else hand


def apply(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    """Play a card."""
    if state.phase is not Phase.PLAY:
        raise IllegalActionError("no deal is being played")
    if seat != state.turn:
        raise IllegalActionError("it is another seat's turn")
    hand, trick, card = state.hands[seat], state.trick, action.card
    refusal = tricks.refusal(hand, card, trick[0].card[1] if trick else None)
    if refusal is not None:
        raise IllegalActionError(refusal)
    hands = (*state.hands[:seat], without(hand, card), *state.hands[seat + 1 :])
    trick = (*trick, Laid(seat, card))
    if len(trick) == SEATS:
        return _trick(replace(state, hands=hands, trick=trick), seat, card)
    turn = match.left_of(seat, SEATS)
    after = replace(state, turn=turn, hands=hands, trick=trick)
    return Step(after, (wire.Played(seat, card, turn),))


def _trick(state: State, seat: Seat, card: Card) -> Step[State, Event]:
    """The trick is complete: to whom it goes with its jacks, and whether it was the last."""
    cards = tuple([laid.card for laid in state.trick])
    winner = state.trick[tricks.winner(cards, state.trump)].seat
    caught = tuple([each for each in cards if each[0] == "J"])
    is_last = not state.hands[seat]
    if is_last and state.options.turned_jack == "last_trick" and state.turned is not None:
        caught += (state.turned,) if is_jack(state.turned) else ()
    taken, jacks = state.taken, state.jacks
    after = replace(
        state,
        turn=winner,
        trick=(),
        last=state.trick,
        gone=state.gone + cards,
        taken=(*taken[:winner], taken[winner] + 1, *taken[winner + 1 :]),
        jacks=(*jacks[:winner], jacks[winner] + caught, *jacks[winner + 1 :]),
    )
    won = wire.TrickTaken(winner, caught)
    if not is_last:
        return Step(after, (wire.Played(seat, card, winner), won))
    return _end(after, (wire.Played(seat, card, None), won), Reason.PLAYED_OUT)


def _end(state: State, events: tuple[Event, ...], reason: Reason) -> Step[State, Event]:
    """Score the deal; one that is void counts nothing."""
    scores = tuple(
        scoring.score(state.options, taken, jacks)
        for taken, jacks in zip(state.taken, state.jacks, strict=True)
    )
    totals = match.added(state.totals, scores)
    row = SheetRow(
        deal=state.deal,
        dealer=state.dealer,
        scores=scores,
        totals=totals,
        detail={"tricks": list(state.taken), "jacks": [list(jacks) for jacks in state.jacks]},
        check=scoring.fixed_sum(state),
    )
    scored = wire.DealScored(reason=reason, hands=state.dealt, aside=state.aside, row=row)
    after = replace(state, phase=Phase.DEAL, totals=totals, rows=(*state.rows, row))
    ended = scoring.ending(after)
    if ended is None:
        return Step(after, (*events, scored))
    over = replace(after, phase=Phase.OVER, ended=ended)
    return Step(over, (*events, scored, shown.result(over)))


def decision(state: State, seat: Seat) -> str:
    """Always `play`."""
    return "play"


def timeout_action(state: State, seat: Seat) -> Action:
    """The lowest legal card, ties by suit C D H S."""
    return _PLAYS[min(_playable(state, seat), key=by_rank)]
