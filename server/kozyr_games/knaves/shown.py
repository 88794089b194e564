"""What a seat, or a spectator, may see of Knaves: the only way out of the state."""

from typing import assert_never

from msgspec.structs import asdict

from kozyr_games.knaves.scoring import standing
from kozyr_games.knaves.state import Phase, State
from kozyr_games.spec import Seat
from kozyr_protocol.games import knaves as wire
from kozyr_protocol.games.knaves import Event, View


def view(state: State, seat: Seat | None) -> View:
    """The table, and of the hands only that of the seat."""
    return View(
        deal=state.deal,
        dealer=None if state.phase is Phase.DRAW else state.dealer,
        turn=state.turn if state.phase is Phase.PLAY else None,
        trump=state.trump,
        turned=state.turned,
        hand=None if seat is None else state.hands[seat],
        counts=tuple(map(len, state.hands)),
        aside=len(state.aside),
        trick=state.trick,
        last=state.last,
        taken=state.taken,
        jacks=state.jacks,
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
            | wire.DealScored()
            | wire.GameOver()
        ):
            return event
        case wire.Hand():
            return event if event.seat == seat else None
        case _:
            assert_never(event)


def result(state: State) -> wire.GameOver:
    """The event that ends a game."""
    return wire.GameOver(**asdict(standing(state)))
