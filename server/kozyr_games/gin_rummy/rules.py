"""The course of Gin Rummy: the draw for dealer, the deal, and the actions of a turn."""

from typing import Final, assert_never

from msgspec.structs import replace

from kozyr_games import deck as decks
from kozyr_games.gin_rummy import ending, knocking, lay_offs, melds
from kozyr_games.gin_rummy.options import SEATS, Options
from kozyr_games.gin_rummy.state import HAND, PLAYING, WALL, State
from kozyr_games.spec import IllegalActionError, Pack, Seat, Step
from kozyr_protocol.cards import PACK_52, Card, by_suit, draw_pack
from kozyr_protocol.games import gin_rummy as wire
from kozyr_protocol.games.gin_rummy import (
    Action,
    Cards,
    Discard,
    Done,
    Draw,
    Event,
    Knock,
    LayOff,
    Pass,
    Phase,
    of_seat,
    place,
)
from kozyr_protocol.games.wire import without

MAX_TAKES: Final = 20
"""After so many draws in a row from the discard pile the next one is from the stock."""


def wants_deck(state: State) -> Pack | None:
    """The cards of the draw, or the whole pack before each deal."""
    match state.phase:
        case Phase.SEATING:
            return draw_pack(SEATS)
        case Phase.SHUFFLE:
            return PACK_52
        case _:
            return None


def deal(state: State, deck: Pack) -> Step[State, Event]:
    """The draw for the first dealer, or ten cards each, the upcard, and the rest as the stock."""
    if state.phase is Phase.SEATING:
        return _drawn(state, deck)
    dealer = state.next_dealer
    dealt = decks.one_at_a_time(deck[: HAND * SEATS], dealer, SEATS)
    upcard, stock = deck[HAND * SEATS], deck[HAND * SEATS + 1 :]
    after = replace(
        state,
        phase=Phase.UPCARD,
        shuffles=state.shuffles + 1,
        deal=state.deal + 1,
        dealer=dealer,
        turn=1 - dealer,
        dealt=dealt,
        dealt_stock=stock,
        upcard=upcard,
        limit=knock_limit(state.options, upcard),
        doubled=state.options.spades_double and upcard[1] == "S",
        passes=0,
        drawn=0,
        pile=(upcard,),
        hands=(_sorted(dealt[0]), _sorted(dealt[1])),
        takes=0,
        shown=None,
    )
    public = wire.Dealt(
        deal=after.deal,
        dealer=dealer,
        turn=after.turn,
        counts=(HAND, HAND),
        upcard=upcard,
        stock=len(stock),
        limit=after.limit,
        doubled=after.doubled,
    )
    own = (wire.Hand(seat, hand) for seat, hand in enumerate(after.hands))
    return Step(after, (public, *own))


def _drawn(state: State, cards: Pack) -> Step[State, Event]:
    draw = decks.draw(cards, state.options.draw)
    after = replace(
        state,
        phase=Phase.SHUFFLE,
        shuffles=state.shuffles + 1,
        dealer=draw.dealer,
        next_dealer=draw.dealer,
    )
    return Step(after, (wire.Drawn(cards, draw.dealer),), order=draw.order, draw=cards)


def knock_limit(options: Options, upcard: Card) -> int:
    """The most deadwood to knock with in a deal; 0: gin only."""
    if options.straight or (options.oklahoma == "ace_gin" and upcard[0] == "A"):
        return 0
    return knocking.HIGHEST if options.oklahoma == "off" else melds.VALUES[upcard]


def to_act(state: State) -> tuple[Seat, ...]:
    """The seat on turn."""
    return (state.turn,) if state.phase in PLAYING else ()


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    """What the seat may do; knocks in the canonical form of `knocking`."""
    if state.phase not in PLAYING or seat != state.turn:
        return ()
    hand = state.hands[seat]
    match state.phase:
        case Phase.UPCARD:
            return (Pass(), Draw("discard"))
        case Phase.DRAW:
            return (Draw("stock"),) if _stock_only(state) else (Draw("discard"), Draw("stock"))
        case Phase.DISCARD:
            knocks = knocking.knocks(hand, state.terms(state.taken))
            if state.last:
                return knocks
            plain = sorted((card for card in hand if card != state.taken), key=by_suit)
            return (*map(Discard, plain), *knocks)
        case Phase.LAY_OFF:
            assert state.shown is not None, "somebody has knocked"
            fitting = lay_offs.fits(hand, state.shown.melds)
            return (*(LayOff(card, meld) for card, meld in fitting), Done())
        case _:
            return (Pass(), Draw("discard")) if _can_take_last(state, seat) else (Pass(),)


def apply(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    """Pass, draw, discard, knock, lay off, or be done with it."""
    if state.phase not in PLAYING:
        raise IllegalActionError("no deal is being played")
    if seat != state.turn:
        raise IllegalActionError("it is the other seat's turn")
    match action:
        case Pass():
            return _pass(state, seat)
        case Draw():
            return _draw(state, seat, action.source)
        case Discard():
            return _discard(state, seat, action.card)
        case Knock():
            return _knock(state, seat, action)
        case LayOff():
            return _lay_off(state, seat, action)
        case Done():
            if state.phase is not Phase.LAY_OFF:
                raise IllegalActionError("nobody has knocked")
            return ending.answered(state, seat, (), lay_off=False)
        case _:
            assert_never(action)


def _stock_only(state: State) -> bool:
    """Whether the pile is closed: both left the upcard, or it was drawn from too often."""
    return state.takes >= MAX_TAKES or (state.passes == SEATS and state.drawn == 0)


def _can_take_last(state: State, seat: Seat) -> bool:
    top = state.pile[-1]
    return knocking.can_knock((*state.hands[seat], top), state.terms(top))


def _pass(state: State, seat: Seat) -> Step[State, Event]:
    if state.phase is Phase.WALL:
        return ending.void(state, (wire.Passed(seat, None, Phase.SHUFFLE),))
    if state.phase is not Phase.UPCARD:
        raise IllegalActionError("only the upcard can be left")
    passes = state.passes + 1
    phase = Phase.UPCARD if passes < SEATS else Phase.DRAW
    after = replace(state, passes=passes, turn=1 - seat, phase=phase)
    return Step(after, (wire.Passed(seat, 1 - seat, phase),))


def _draw(state: State, seat: Seat, source: str) -> Step[State, Event]:
    if state.phase not in {Phase.UPCARD, Phase.DRAW, Phase.WALL}:
        raise IllegalActionError("this turn's card is drawn already")
    match source:
        case "stock":
            return _draw_stock(state, seat)
        case "discard":
            return _draw_discard(state, seat)
        case _:
            raise IllegalActionError("a card is drawn from the stock or from the discard pile")


def _draw_stock(state: State, seat: Seat) -> Step[State, Event]:
    if state.phase is Phase.UPCARD:
        raise IllegalActionError("the upcard is taken or left before the stock is drawn from")
    if state.phase is Phase.WALL:
        raise IllegalActionError(f"the last {WALL} cards of the stock are not drawn")
    card = state.dealt_stock[state.drawn]
    after = replace(
        state,
        phase=Phase.DISCARD,
        drawn=state.drawn + 1,
        takes=0,
        taken=None,
        hands=of_seat(state.hands, seat, _sorted((*state.hands[seat], card))),
    )
    return Step(after, (wire.Drew(seat, "stock", card, state.pile[-1]),))


def _draw_discard(state: State, seat: Seat) -> Step[State, Event]:
    if state.phase is Phase.DRAW and _stock_only(state):
        raise IllegalActionError("this card must be drawn from the stock")
    if state.phase is Phase.WALL and not _can_take_last(state, seat):
        raise IllegalActionError("the last discard may be taken only to knock")
    *pile, card = state.pile
    after = replace(
        state,
        phase=Phase.DISCARD,
        pile=tuple(pile),
        takes=state.takes + 1,
        taken=card,
        last=state.phase is Phase.WALL,
        hands=of_seat(state.hands, seat, _sorted((*state.hands[seat], card))),
        known=of_seat(state.known, seat, (*state.known[seat], card)),
    )
    return Step(after, (wire.Drew(seat, "discard", card, pile[-1] if pile else None),))


def _discard(state: State, seat: Seat, card: Card) -> Step[State, Event]:
    if state.phase is not Phase.DISCARD:
        raise IllegalActionError("a card must be drawn first")
    if card not in state.hands[seat]:
        raise IllegalActionError("the card is not in the hand")
    if card == state.taken:
        raise IllegalActionError("the card just taken from the discard pile may not be discarded")
    if state.last:
        raise IllegalActionError("who took the last discard must knock")
    left = len(state.dealt_stock) - state.drawn
    phase = Phase.DRAW if left > WALL else Phase.WALL
    after = replace(
        state,
        phase=phase,
        turn=1 - seat,
        taken=None,
        pile=(*state.pile, card),
        hands=of_seat(state.hands, seat, without(state.hands[seat], card)),
        known=of_seat(state.known, seat, without(state.known[seat], card)),
    )
    if phase is Phase.WALL and not state.options.wall_take:
        return ending.void(after, (wire.Discarded(seat, card, None, Phase.SHUFFLE),))
    return Step(after, (wire.Discarded(seat, card, 1 - seat, phase),))


def _knock(state: State, seat: Seat, action: Knock) -> Step[State, Event]:
    if state.phase is not Phase.DISCARD:
        raise IllegalActionError("a card must be drawn first")
    knock, deadwood = knocking.checked(state.hands[seat], state.terms(state.taken), action)
    return ending.knocked(state, seat, knock, deadwood)


def _lay_off(state: State, seat: Seat, action: LayOff) -> Step[State, Event]:
    if state.phase is not Phase.LAY_OFF or state.shown is None:
        raise IllegalActionError("nobody has knocked")
    if action.card not in state.hands[seat]:
        raise IllegalActionError("the card is not in the hand")
    if not 0 <= action.meld < len(state.shown.melds):
        raise IllegalActionError("no such meld was shown")
    if (action.card, action.meld) not in lay_offs.fits((action.card,), state.shown.melds):
        raise IllegalActionError("the card does not fit the meld")
    after, event = ending.laid_off(state, seat, action.card, action.meld)
    return Step(after, (event,))


def decision(state: State, seat: Seat) -> str:
    """What is to be decided, whatever the hand allows."""
    match state.phase:
        case Phase.DISCARD:
            return "discard"
        case Phase.LAY_OFF:
            return "lay_off"
        case _:
            return "draw"


def timeout_action(state: State, seat: Seat) -> Action:
    """Leave the upcard, draw from the stock, discard the highest deadwood, never knock.

    Only who took the last discard at the end of the stock knocks, for he may do nothing else: then
    with the least deadwood. A late opponent of the knocker lays off nothing more.
    """
    match state.phase:
        case Phase.DRAW:
            return Draw("stock")
        case Phase.DISCARD if state.last:
            knocks = knocking.knocks(state.hands[seat], state.terms(state.taken))
            return min(knocks, key=lambda knock: _deadwood(state.hands[seat], knock))
        case Phase.DISCARD:
            return Discard(_late_discard(state.hands[seat], state.taken))
        case Phase.LAY_OFF:
            return Done()
        case _:
            return Pass()


def _deadwood(hand: Cards, knock: Knock) -> int:
    melded = {card for meld in knock.melds for card in meld} | {knock.card}
    return sum(melds.VALUES[card] for card in hand if card not in melded)


def _late_discard(hand: Cards, taken: Card | None) -> Card:
    """The highest deadwood, ties by suit C D H S; the card that costs least where there is none."""
    deadwood = [card for card in melds.best(hand).deadwood if card != taken]
    if deadwood:
        return min(deadwood, key=_highest_first)
    free = [card for card in hand if card != taken]
    return min(
        free, key=lambda card: (melds.least_deadwood(without(hand, card)), _highest_first(card))
    )


def _highest_first(card: Card) -> tuple[int, int]:
    return -(place(card) % melds.RANKS), place(card)


def _sorted(cards: Cards) -> Cards:
    return tuple(sorted(cards, key=place))
