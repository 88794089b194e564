"""What a seat, or a spectator, may see of Twenty-Nine: the only way out of the state."""

from typing import assert_never

from msgspec.structs import asdict

from kozyr_games.spec import Seat
from kozyr_games.twenty_nine.scoring import standing
from kozyr_games.twenty_nine.state import Phase, State
from kozyr_protocol.games import twenty_nine as wire
from kozyr_protocol.games.twenty_nine import Event, View


def view(state: State, seat: Seat | None) -> View:
    """The table, and of the hands only that of the seat."""
    playing = state.phase is Phase.PLAY
    return View(
        deal=state.deal,
        dealer=None if state.phase is Phase.DRAW else state.dealer,
        turn=state.turn if playing else None,
        hand=None if seat is None else state.hands[seat],
        counts=tuple(map(len, state.hands)),
        aside=len(state.aside) if playing else 0,
        pile=state.pile,
        total=state.total,
        passes=state.passes,
        won=tuple(map(len, state.won)),
        piles=state.piles,
        totals=state.totals,
        sheet=state.rows,
        result=None if state.ended is None else result(state),
    )


def project(event: Event, seat: Seat | None) -> Event | None:
    """Everything is for all but the hands dealt, each of which is for its seat alone."""
    match event:  # The most frequent events first: the types are asked one by one.
        case (
            wire.Played()
            | wire.Drawn()
            | wire.Dealt()
            | wire.Passed()
            | wire.PileTaken()
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
