"""The end of a deal of Gin Rummy: the knock, the opponent's answer, the score, the next deal."""

from msgspec.structs import replace

from kozyr_games import match
from kozyr_games.gin_rummy import lay_offs, scoring, shown
from kozyr_games.gin_rummy.melds import VALUES
from kozyr_games.gin_rummy.state import State
from kozyr_games.spec import Seat, Step
from kozyr_protocol.cards import Card
from kozyr_protocol.games import gin_rummy as wire
from kozyr_protocol.games.gin_rummy import (
    Cards,
    Event,
    Kind,
    Knock,
    Phase,
    Reason,
    Showdown,
    of_seat,
)
from kozyr_protocol.games.wire import SheetRow, without

Detail = dict[str, object]
"""What the score sheet shows of a deal."""


def knocked(state: State, seat: Seat, knock: Knock, deadwood: Cards) -> Step[State, Event]:
    """The knocker shows his cards; the opponent answers now, or lays off by himself.

    Args:
        state: before the knock.
        seat: the knocker.
        knock: legal, with its melds in the order in which they are shown.
        deadwood: what is not melded of the ten cards.
    """
    kind = Kind.KNOCK if deadwood else Kind.BIG_GIN if knock.card is None else Kind.GIN
    lay_off = bool(deadwood) or state.options.lay_off_on_gin
    waits = lay_off and not state.options.auto_lay_off
    after = replace(
        state,
        phase=Phase.LAY_OFF if waits else Phase.SHUFFLE,
        turn=1 - seat,
        taken=None,
        last=False,
        hands=of_seat(state.hands, seat, ()),
        known=of_seat(state.known, seat, ()),
        shown=Showdown(seat, kind, knock.melds, deadwood, (), None, None, None),
        put_down=knock.card,
    )
    turn = 1 - seat if waits else None
    event = wire.Knocked(seat, kind, knock.melds, deadwood, turn, after.phase)
    if waits:
        return Step(after, (event,))
    return answered(after, 1 - seat, (event,), lay_off=lay_off)


def laid_off(state: State, seat: Seat, card: Card, meld: int) -> tuple[State, wire.LaidOff]:
    """A card of the knocker's opponent is added to a meld that it fits."""
    assert state.shown is not None, "somebody has knocked"
    shown_melds = state.shown.melds
    longer = lay_offs.extended(shown_melds[meld], card)
    after = replace(
        state,
        hands=of_seat(state.hands, seat, without(state.hands[seat], card)),
        known=of_seat(state.known, seat, without(state.known[seat], card)),
        shown=replace(
            state.shown,
            melds=(*shown_melds[:meld], longer, *shown_melds[meld + 1 :]),
            laid_off=(*state.shown.laid_off, card),
        ),
    )
    return after, wire.LaidOff(seat, card, meld, longer)


def answered(
    state: State, seat: Seat, events: tuple[Event, ...], *, lay_off: bool
) -> Step[State, Event]:
    """The knocker's opponent arranges what he holds with the least deadwood, and it is scored.

    Args:
        state: after the knock.
        seat: the knocker's opponent.
        events: of the step so far.
        lay_off: whether the server lays off for him.
    """
    assert state.shown is not None, "somebody has knocked"
    answer = lay_offs.best_answer(state.hands[seat], state.shown.melds if lay_off else ())
    for card, meld in answer.laid_off:
        state, event = laid_off(state, seat, card, meld)
        events = (*events, event)
    showdown = state.shown
    assert showdown is not None, "it stays until the next deal"
    knocker = sum(VALUES[card] for card in showdown.deadwood)
    reason, score = scoring.hand_score(state.options, showdown.kind, knocker, answer.points)
    winner = seat if reason is Reason.UNDERCUT else showdown.seat
    after = replace(
        state,
        shown=replace(showdown, answer=answer.melds, left=answer.deadwood, discard=state.put_down),
    )
    detail: Detail = {
        "knocker": showdown.seat,
        "knocker_deadwood": knocker,
        "opponent_deadwood": answer.points,
    }
    if showdown.kind is Kind.BIG_GIN:
        # Its deadwood is that of gin: the sheet cannot tell them apart otherwise.
        detail["big_gin"] = True
    return _over(after, events, reason, (winner, score, detail))


def void(state: State, events: tuple[Event, ...]) -> Step[State, Event]:
    """The stock came to its end: nobody scores."""
    detail: Detail = {"knocker": None, "knocker_deadwood": None, "opponent_deadwood": None}
    return _over(state, events, Reason.VOID, (None, 0, detail))


def _over(
    state: State,
    events: tuple[Event, ...],
    reason: Reason,
    came_out: tuple[Seat | None, int, Detail],
) -> Step[State, Event]:
    winner, score, detail = came_out
    state = scoring.scored(state, winner, score)
    scores = (0, 0) if winner is None else _for(winner, score * (2 if state.doubled else 1))
    if state.options.hollywood:
        detail = {**detail, "games": [list(game.points) for game in state.games]}
    row = SheetRow(
        deal=state.deal,
        dealer=state.dealer,
        scores=scores,
        totals=match.added(state.totals, scores),
        detail=detail,
        check=0 if winner is None else None,
    )
    after = replace(
        state,
        phase=Phase.SHUFFLE,
        pile=(),
        hands=((), ()),
        known=((), ()),
        put_down=None,
        rows=(*state.rows, row),
    )
    scored = wire.DealScored(
        reason=reason,
        winner=winner,
        answer=() if after.shown is None else after.shown.answer or (),
        left=() if after.shown is None else after.shown.left or (),
        discard=state.put_down,
        hands=state.dealt,
        stock=state.dealt_stock,
        games=after.games,
        row=row,
    )
    ended = scoring.ending(after)
    if ended is None:
        return Step(after, (*events, scored))
    over = replace(after, phase=Phase.OVER, ended=ended)
    return Step(over, (*events, scored, shown.result(over)))


def _for(winner: Seat, score: int) -> tuple[int, int]:
    return (score, 0) if winner == 0 else (0, score)
