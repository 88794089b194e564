"""What a seat, or a spectator, may see of both games: the only way out of the state."""

from typing import assert_never

from kozyr_games.king.scoring import result
from kozyr_games.king.state import ACTING, State, row
from kozyr_games.spec import Seat
from kozyr_protocol.games import king as wire
from kozyr_protocol.games.king import Event, Phase, View


def view(state: State, seat: Seat | None) -> View:
    """The table, and of the hands only that of the seat; never the rest or a missed chance."""
    return View(
        deal=state.deal,
        contract=row(state).contract if state.deal else None,
        dealer=None if state.phase is Phase.DRAW else state.dealer,
        phase=state.phase,
        turn=state.turn if state.phase in ACTING else None,
        hand=None if seat is None else state.hands[seat],
        counts=tuple(map(len, state.hands)),
        rest=len(state.rest),
        declaration=state.declaration,
        split=state.split,
        bidders=state.bidders,
        offer=state.offer,
        sale=state.sale,
        trump=state.trump,
        last_card=state.last_card,
        trick=state.trick,
        last_trick=state.last_trick,
        tally=state.tally,
        totals=state.totals,
        sheet=state.rows,
        result=None if state.ended is None else result(state),
    )


def project(event: Event, seat: Seat | None) -> Event | None:
    """Everything is for all but the hands dealt, each of which is for its seat alone."""
    match event:  # The most frequent events first: the types are asked one by one.
        case (
            wire.Played()
            | wire.TrickTaken()
            | wire.Drawn()
            | wire.Dealt()
            | wire.Declared()
            | wire.Agreed()
            | wire.SaleAnswered()
            | wire.Offered()
            | wire.Passed()
            | wire.GameSold()
            | wire.Completed()
            | wire.DealScored()
            | wire.GameOver()
        ):
            return event
        case wire.Hand():
            return event if event.seat == seat else None
        case _:
            assert_never(event)
