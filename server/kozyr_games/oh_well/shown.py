"""What a seat, or a spectator, may see of Oh Well: the only way out of the state."""

from typing import assert_never

from msgspec.structs import asdict

from kozyr_games.oh_well.scoring import standing
from kozyr_games.oh_well.state import Phase, State, to_act
from kozyr_games.spec import Seat
from kozyr_protocol.games import oh_well as wire
from kozyr_protocol.games.oh_well import Event, View


def view(state: State, seat: Seat | None) -> View:
    """The table; of the hands, and of bids that are not shown yet, only those of the seat."""
    return View(
        deal=state.deal,
        dealer=None if state.phase is Phase.DRAW else state.dealer,
        to_act=to_act(state),
        size=state.size,
        trump=state.trump,
        turned=state.turned,
        hand=None if seat is None else state.hands[seat],
        counts=tuple(map(len, state.hands)),
        aside=len(state.aside),
        bids=_bids(state, seat),
        trick=state.trick,
        last=state.last,
        taken=state.taken,
        totals=state.totals,
        sheet=state.rows,
        result=None if state.ended is None else result(state),
    )


def _bids(state: State, seat: Seat | None) -> tuple[int | None, ...]:
    if state.options.bidding == "open" or state.phase is not Phase.BID:
        return state.bids
    return tuple(bid if own == seat else None for own, bid in enumerate(state.bids))


def project(event: Event, seat: Seat | None) -> Event | None:
    """Everything is for all but a hand, and a bid that is not shown yet."""
    match event:  # The most frequent events first: the types are asked one by one.
        case (
            wire.Played()
            | wire.TrickTaken()
            | wire.Drawn()
            | wire.Dealt()
            | wire.BidMade()
            | wire.BidsShown()
            | wire.DealScored()
            | wire.GameOver()
        ):
            return event
        case wire.Hand() | wire.OwnBid():
            return event if event.seat == seat else None
        case _:
            assert_never(event)


def result(state: State) -> wire.GameOver:
    """The event that ends a game."""
    return wire.GameOver(**asdict(standing(state)))
