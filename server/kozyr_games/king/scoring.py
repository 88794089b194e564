"""What a trick and a deal are worth, the end of a deal, and the result of a game."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict, replace

from kozyr_games import match
from kozyr_games.king import deals
from kozyr_games.king.state import ACTING, State, eldest, plan, row, tricks_of
from kozyr_games.spec import Outcome, Seat, Step
from kozyr_protocol.cards import Card
from kozyr_protocol.games import king as wire
from kozyr_protocol.games.king import Event, Phase, Reason, Tally
from kozyr_protocol.games.wire import SheetRow
from kozyr_protocol.record import DealFacts, Ended


def taken(state: State, seat: Seat, cards: Sequence[Card]) -> Tally:
    """The tally after a seat took a trick of these cards."""
    tally, boys = state.tally, deals.BOYS[state.rules.boys].ranks
    number = sum(tally.tricks) + 1
    king = tally.king
    if deals.KING_OF_HEARTS in cards:
        king = seat if state.missed is None else state.missed
    return Tally(
        tricks=_plus(tally.tricks, seat, 1),
        hearts=_plus(tally.hearts, seat, sum([card[1] == "H" for card in cards])),
        boys=_plus(tally.boys, seat, sum([card[0] in boys for card in cards])),
        girls=_plus(tally.girls, seat, sum([card[0] == "Q" for card in cards])),
        last_two=_plus(tally.last_two, seat, int(number > tricks_of(state.seats) - 2)),
        king=king,
    )


def _plus(numbers: tuple[int, ...], seat: Seat, more: int) -> tuple[int, ...]:
    return (*numbers[:seat], numbers[seat] + more, *numbers[seat + 1 :]) if more else numbers


def scores(state: State) -> tuple[int, ...]:
    """The points of the deal for each seat: of what was taken, and of a sale."""
    kind, scale = row(state), state.rules.scale
    if kind.is_praise:
        points = [deals.PRAISED_TRICK * tricks for tricks in written(state).tricks]
        if state.sale is not None:
            price = deals.PRAISED_TRICK * state.sale.tricks
            points[state.sale.seller] += price
            points[state.sale.buyer] -= price
    else:
        points = [kind.sign * _worth(state, kind, seat) for seat in range(state.seats)]
    return tuple(scale * each for each in points)


def _worth(state: State, kind: deals.Row, seat: Seat) -> int:
    tally, units = state.tally, kind.units
    return (
        deals.TRICK * tally.tricks[seat] * ("tricks" in units)
        + deals.HEART * tally.hearts[seat] * ("hearts" in units)
        + deals.BOYS[state.rules.boys].worth * tally.boys[seat] * ("boys" in units)
        + deals.GIRL * tally.girls[seat] * ("girls" in units)
        + deals.LAST * tally.last_two[seat] * ("last_two" in units)
        + deals.KING * (tally.king == seat) * ("king" in units)
    )


def written(state: State) -> Tally:
    """What the score sheet shows as taken; after a split two tricks for everybody."""
    if state.split != "made":
        return state.tally
    return replace(state.tally, tricks=(deals.SPLIT_TRICKS,) * state.seats)


def detail(state: State) -> dict[str, Any]:
    """What the points of the deal are made of, as `detail` of the record."""
    tally = written(state)
    return {
        "tricks": list(tally.tricks),
        "hearts": list(tally.hearts),
        "boys": list(tally.boys),
        "girls": list(tally.girls),
        "last_two": list(tally.last_two),
        "king": tally.king,
        "sale": None if state.sale is None else asdict(state.sale),
    }


def finished(state: State, reason: Reason) -> Step[State, Event]:
    """Write the deal down, and end the game after the last."""
    points = scores(state)
    totals = match.added(state.totals, points)
    line = SheetRow(
        deal=state.deal,
        dealer=state.dealer,
        scores=points,
        totals=totals,
        detail=detail(state),
        check=state.rules.scale * deals.sum_of(row(state), tricks_of(state.seats)),
    )
    scored = wire.DealScored(reason=reason, hands=state.dealt, row=line)
    is_last = state.deal == len(plan(state))
    after = replace(
        state,
        phase=Phase.OVER if is_last else Phase.DEAL,
        rest=(),
        hands=((),) * state.seats,
        trick=(),
        totals=totals,
        rows=(*state.rows, line),
        ended=Ended.COMPLETE if is_last else None,
    )
    return Step(after, (scored, result(after)) if is_last else (scored,))


def result(state: State) -> wire.GameOver:
    """The event that ends a game."""
    return wire.GameOver(**asdict(standing(state)))


def outcome(state: State) -> Outcome | None:
    """The result; None while the game goes on."""
    return None if state.ended is None else standing(state)


def standing(state: State) -> Outcome:
    """The result if the game were ended now; the highest total wins, ties share."""
    stake = state.rules.stake
    return Outcome(
        totals=state.totals,
        winners=match.leaders(state.totals),
        settlement=settlement(state.totals, stake, eldest(state)) if stake else None,
        ended=state.ended or Ended.COMPLETE,
    )


def settlement(totals: tuple[int, ...], stake: int, first: Seat) -> tuple[int, ...]:
    """Stake times total; in a game broken off, times the difference from the mean.

    The totals of a whole game add up to nothing. What does not divide evenly goes, one chip each,
    to seats clockwise from the eldest hand of the last deal.
    """
    seats = len(totals)
    mean = sum(totals)
    paid = [stake * (seats * total - mean) // seats for total in totals]
    for step in range(-sum(paid)):
        paid[(first + step) % seats] += 1
    return tuple(paid)


def sheet(state: State) -> tuple[SheetRow, ...]:
    """The finished deals."""
    return state.rows


def deal_record(state: State) -> DealFacts | None:
    """The deal that is just finished."""
    if state.phase in ACTING or not state.rows:
        return None
    line = state.rows[-1]
    return DealFacts(
        number=line.deal,
        dealer=line.dealer,
        hands=state.dealt,
        scores=line.scores,
        detail=line.detail,
        last_card=state.last_card,
    )
