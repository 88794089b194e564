"""How policies did against each other: first places with an interval, and mean scores."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kozyr_protocol.record import Record

Z = 1.959964
"""The normal quantile of a two-sided interval of 95 %."""


@dataclass(frozen=True)
class Played:
    """What a game says of the policies that played it; all by seat."""

    policies: tuple[str, ...]
    sides: tuple[int, ...]
    """The number of the side that a seat plays for; partners have the same."""
    totals: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True)
class Row:
    """One policy over all its games."""

    policy: str
    games: int
    """In which it had a seat."""
    seats: int
    """Over all its games together; each is one chance to be first."""
    firsts: float
    """First places of these seats. One that k sides share counts 1/k."""
    low: float
    """Lower bound, 0 to 1, of the first places a seat."""
    high: float
    """Upper bound, 0 to 1."""
    mean: float
    """Mean total of a seat."""

    @property
    def share(self) -> float:
        """First places a seat, 0 to 1."""
        return self.firsts / self.seats


def of_record(record: Record) -> Played:
    """What a record says of its players, who are called by their policies."""
    return Played(
        policies=tuple(seat.name for seat in record.seats),
        sides=sides(record.options, len(record.seats)),
        totals=record.totals,
        winners=record.winners,
    )


def sides(options: Mapping[str, Any], seats: int) -> tuple[int, ...]:
    """The side of each seat: with partners (Twenty-Nine) 0 and 2 against 1 and 3, else its own."""
    return tuple(seat % 2 if options.get("partners") else seat for seat in range(seats))


def chance(played: Played) -> float:
    """First places a seat, 0 to 1, of a policy that is no better than the others."""
    return 1 / len(set(played.sides))


def rows(games: Iterable[Played]) -> list[Row]:
    """A row for each policy, the best first.

    The interval is Wilson's for as many trials as there were games. Seats of one policy in the
    same game depend on each other, and a share of a first place varies less than all or nothing:
    the true interval is not wider.
    """
    found: dict[str, list[tuple[Sequence[float], Sequence[int]]]] = {}
    for game in games:
        firsts = _firsts(game)
        for policy in dict.fromkeys(game.policies):
            own = [seat for seat, name in enumerate(game.policies) if name == policy]
            entry = [firsts[seat] for seat in own], [game.totals[seat] for seat in own]
            found.setdefault(policy, []).append(entry)
    made = [_row(policy, entries) for policy, entries in found.items()]
    return sorted(made, key=lambda row: (-row.share, row.policy))


def wilson(share: float, trials: int) -> tuple[float, float]:
    """Wilson's interval of 95 % for a share of successes.

    Args:
        share: 0 to 1.
        trials: At least 1.
    """
    spread = Z * Z / trials
    centre = (share + spread / 2) / (1 + spread)
    half = math.sqrt(share * (1 - share) * spread + spread * spread / 4) / (1 + spread)
    return max(0.0, centre - half), min(1.0, centre + half)


def _firsts(game: Played) -> list[float]:
    winning = {game.sides[seat] for seat in game.winners}
    return [1 / len(winning) if side in winning else 0.0 for side in game.sides]


def _row(policy: str, entries: Sequence[tuple[Sequence[float], Sequence[int]]]) -> Row:
    seats = sum(len(firsts) for firsts, _ in entries)
    firsts = math.fsum(first for each, _ in entries for first in each)
    low, high = wilson(firsts / seats, len(entries))
    mean = sum(sum(totals) for _, totals in entries) / seats
    return Row(policy, len(entries), seats, firsts, low, high, mean)
