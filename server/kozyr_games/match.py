"""What every game of many deals needs: the next dealer, totals, places, ties and the stake.

Source: `Conventions shared by all engines`: the deal passes to the left, ties share the better
place ("1,1,3"); the pot is that of Oh Well.
"""

from collections.abc import Iterable, Sequence

from kozyr_games.spec import Outcome, Seat
from kozyr_protocol.cards import Card
from kozyr_protocol.games.wire import SheetRow
from kozyr_protocol.record import DealFacts, Ended


def left_of(seat: Seat, seats: int) -> Seat:
    """The next seat clockwise: who deals after `seat`, and the eldest hand when `seat` deals."""
    return (seat + 1) % seats


def added(totals: Sequence[int], scores: Sequence[int]) -> tuple[int, ...]:
    """Totals after a deal."""
    return tuple(total + score for total, score in zip(totals, scores, strict=True))


def ranking(totals: Sequence[int]) -> tuple[int, ...]:
    """The place of each seat, from 1; equal totals share the better place ("1,1,3")."""
    return tuple(1 + sum(other > total for other in totals) for total in totals)


def leaders(totals: Sequence[int]) -> tuple[Seat, ...]:
    """The seats in the first place, ascending."""
    return tuple(seat for seat, place in enumerate(ranking(totals)) if place == 1)


def clockwise(seats: Iterable[Seat], first: Seat, count: int) -> list[Seat]:
    """Some of `count` seats in the order of play, from `first` on."""
    return sorted(seats, key=lambda seat: (seat - first) % count)


def shares(pot: int, winners: Sequence[Seat], eldest: Seat, count: int) -> tuple[int, ...]:
    """A pot divided evenly among the winners.

    What is left over goes, one each, to the winners clockwise from the eldest hand of the last
    deal.

    Args:
        pot: chips, at least 0.
        winners: at least one seat.
        eldest: the eldest hand of the last deal.
        count: seats of the table.

    Returns:
        What each seat gets; together the pot.
    """
    each, left = divmod(pot, len(winners))
    lucky = clockwise(winners, eldest, count)[:left]
    return tuple((each + (seat in lucky)) if seat in winners else 0 for seat in range(count))


def pot(stake: int, winners: Sequence[Seat], eldest: Seat, count: int) -> tuple[int, ...]:
    """The net result of each seat when all paid the stake and the winners divide the pot."""
    return tuple(share - stake for share in shares(stake * count, winners, eldest, count))


def difference(
    stake: int, totals: Sequence[int], winners: Sequence[Seat], eldest: Seat
) -> tuple[int, ...]:
    """The net result of each seat when each loser pays the stake times his margin.

    The payments form a pot, which the winners divide as in `pot`.
    """
    highest = max(totals[seat] for seat in winners)
    paid = tuple(
        0 if seat in winners else stake * (highest - total) for seat, total in enumerate(totals)
    )
    got = shares(sum(paid), winners, eldest, len(totals))
    return tuple(gain - loss for gain, loss in zip(got, paid, strict=True))


def settlement(
    how: str, stake: int, totals: Sequence[int], winners: Sequence[Seat], eldest: Seat
) -> tuple[int, ...] | None:
    """What the option of this name says: the net result of each seat.

    Args:
        how: `pot`, `difference` or `none`.
        stake: chips, at least 0.
        totals: at the end.
        winners: at least one seat.
        eldest: the eldest hand of the last deal.

    Returns:
        Together 0; None where there is no stake.
    """
    if not stake or how == "none":
        return None
    if how == "pot":
        return pot(stake, winners, eldest, len(totals))
    return difference(stake, totals, winners, eldest)


def standing(
    totals: tuple[int, ...], dealer: Seat, how: str, stake: int, ended: Ended | None
) -> Outcome:
    """The result of these totals: the leaders win, and the stake is settled.

    Args:
        totals: so far.
        dealer: of the last deal.
        how: the option `settlement`.
        stake: chips, at least 0.
        ended: how; None: the game goes on, and this is how it would end.
    """
    winners, eldest = leaders(totals), left_of(dealer, len(totals))
    paid = settlement(how, stake, totals, winners, eldest)
    return Outcome(totals, winners, paid, ended or Ended.COMPLETE)


def facts(
    row: SheetRow,
    hands: tuple[tuple[Card, ...], ...],
    aside: tuple[Card, ...],
    turned: Card | None = None,
) -> DealFacts:
    """What a record says of the deal of a row of the sheet.

    Args:
        row: of the deal.
        hands: as dealt, in the order dealt.
        aside: cards that nobody had.
        turned: the card turned for trumps.
    """
    return DealFacts(
        number=row.deal,
        dealer=row.dealer,
        hands=hands,
        scores=row.scores,
        detail=row.detail,
        aside=aside,
        turned=turned,
    )
