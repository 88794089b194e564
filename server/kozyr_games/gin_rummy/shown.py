"""What a seat, or a spectator, may see of Gin Rummy: the only way out of the state."""

from typing import assert_never

from msgspec.structs import asdict, replace

from kozyr_games.gin_rummy.scoring import results, standing
from kozyr_games.gin_rummy.state import PLAYING, State
from kozyr_games.spec import Seat
from kozyr_protocol.games import gin_rummy as wire
from kozyr_protocol.games.gin_rummy import Event, Phase, View


def view(state: State, seat: Seat | None) -> View:
    """The table, the top of the discard pile, and of the hands only that of the seat."""
    playing = state.phase in PLAYING
    return View(
        seat=seat,
        deal=state.deal,
        dealer=None if state.phase is Phase.SEATING else state.dealer,
        phase=state.phase,
        turn=state.turn if playing else None,
        top=state.pile[-1] if state.pile else None,
        discards=len(state.pile),
        stock=len(state.dealt_stock) - state.drawn if playing else 0,
        limit=state.limit if playing else 0,
        doubled=playing and state.doubled,
        hand=None if seat is None else state.hands[seat],
        counts=(len(state.hands[0]), len(state.hands[1])),
        known=state.known,
        shown=state.shown,
        games=state.games,
        totals=state.totals,
        sheet=state.rows,
        result=None if state.ended is None else result(state),
    )


def project(event: Event, seat: Seat | None) -> Event | None:
    """Everything is for all but a hand dealt, and the card that was drawn from the stock."""
    match event:  # The most frequent events first: the types are asked one by one.
        case (
            wire.Discarded()
            | wire.Drawn()
            | wire.Dealt()
            | wire.Passed()
            | wire.Knocked()
            | wire.LaidOff()
            | wire.DealScored()
            | wire.GameOver()
        ):
            return event
        case wire.Hand():
            return event if event.seat == seat else None
        case wire.Drew():
            if event.source == "discard" or event.seat == seat:
                return event
            return replace(event, card=None)
        case _:
            assert_never(event)


def result(state: State) -> wire.GameOver:
    """The event that ends a game."""
    return wire.GameOver(**asdict(standing(state)), games=results(state))
