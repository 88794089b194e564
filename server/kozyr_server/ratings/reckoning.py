"""What a finished game does to the ratings of its players. Pure.

The model is Plackett-Luce of Weng and Lin, "A Bayesian Approximation Method for Online Ranking"
(JMLR 12, 2011), as the library openskill has it: several players or sides, with ties. Nobody's
rating depends on anything but the records of public games, in the order in which they ended, so
that anybody who has the records can reckon it again.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct
from openskill.models import PlackettLuce, PlackettLuceRating

from kozyr_protocol.ids import GameKey, PlayerId
from kozyr_protocol.record import By, Ended, Record

START_POINTS: Final = 1000
"""Points of somebody who has not played yet."""

POINTS_EACH: Final = 40
"""Points for each unit of the model."""

LISTED_AFTER: Final = 5
"""Rated games before somebody is on the leaderboard."""

_model = PlackettLuce()


class Standing(Struct, frozen=True, array_like=True):
    """Where one person stands in one game."""

    mu: float = _model.mu
    """Skill as the model estimates it …"""
    sigma: float = _model.sigma
    """… and how unsure it is of that; it falls with each game."""
    games: int = 0
    wins: int = 0

    @property
    def points(self) -> int:
        """What is shown: skill that somebody has with some certainty, 1000 at the beginning."""
        return START_POINTS + round(POINTS_EACH * (self.mu - 3 * self.sigma))


class Unrated(StrEnum):
    """Why a game does not count."""

    NOT_ENDED = "not_ended"
    """It was voted to its end, or abandoned."""
    BOT = "bot"
    """A house bot had a seat of its own."""
    STAND_IN = "stand_in"
    """A stand-in made more than half of a seat's actions."""
    UNKNOWN = "unknown"
    """The record does not say who played."""
    PRIVATE = "private"
    """The lobby did not list the room."""


class Placed(Struct, frozen=True):
    """How a game ended for its players."""

    sides: tuple[tuple[int, ...], ...]
    """Seats: one each, or those of partners; in the order of their first."""
    places: tuple[int, ...]
    """Place of each side, from 1; those who tie have the same."""


def placed(record: Record) -> Placed:
    """The sides of a game and their places.

    Winners are first. The others follow by their points: in all games more is better.
    """
    sides = _sides(record)
    # Winners share the first place, whatever their points.
    ranked = [
        (0, 0)
        if any(seat in record.winners for seat in side)
        else (1, -max(record.totals[seat] for seat in side))
        for side in sides
    ]
    places = tuple(1 + sum(other < own for other in ranked) for own in ranked)
    return Placed(tuple(sides), places)


def unrated(record: Record) -> Unrated | None:
    """Why a game does not count; None: it does."""
    if not record.public:
        return Unrated.PRIVATE
    if record.ended not in (Ended.COMPLETE, Ended.LIMIT):
        return Unrated.NOT_ENDED
    if any(seat.kind == "bot" for seat in record.seats):
        return Unrated.BOT
    known = {seat.player for seat in record.seats if seat.player is not None}
    if len(known) != len(record.seats):
        return Unrated.UNKNOWN
    if any(share > 1 / 2 for share in stand_in_shares(record)):
        return Unrated.STAND_IN
    return None


def stand_in_shares(record: Record) -> list[float]:
    """For each seat, which part of its actions a stand-in made; 0 where there was none."""
    made = [0] * len(record.seats)
    by_stand_in = [0] * len(record.seats)
    for deal in record.deals:
        for action in deal.actions:
            made[action.seat] += 1
            by_stand_in[action.seat] += action.by is By.STAND_IN
    return [part / whole if whole else 0.0 for part, whole in zip(by_stand_in, made, strict=True)]


def _sides(record: Record) -> list[tuple[int, ...]]:
    count = len(record.seats)
    # The only game with partners has them opposite each other.
    if record.options.get("partners") is True and count == 4:
        return [(0, 2), (1, 3)]
    return [(seat,) for seat in range(count)]


def after(record: Record, standings: Mapping[PlayerId, Standing]) -> dict[PlayerId, Standing]:
    """The standings of a game's players after it.

    Args:
        record: of a game that counts.
        standings: before it; who is not among them begins.
    """
    game = placed(record)
    players = [PlayerId(seat.player or "") for seat in record.seats]
    before = [[standings.get(players[seat], Standing()) for seat in side] for side in game.sides]
    rated: Sequence[Sequence[PlackettLuceRating]] = _model.rate(
        [[_model.create_rating([one.mu, one.sigma]) for one in side] for side in before],
        ranks=list(map(float, game.places)),
    )
    changed: dict[PlayerId, Standing] = {}
    for side, olds, news, place in zip(game.sides, before, rated, game.places, strict=True):
        for seat, old, new in zip(side, olds, news, strict=True):
            changed[players[seat]] = Standing(
                new.mu, new.sigma, old.games + 1, old.wins + (place == 1)
            )
    return changed


def order(record: Record) -> tuple[str, str]:
    """Games count in the order in which they ended; of one moment, by their room."""
    return record.finished, record.room


def recount(records: Iterable[Record]) -> dict[GameKey, dict[PlayerId, Standing]]:
    """All standings, from the beginning.

    Args:
        records: of public games, in any order; one that is there twice counts once.

    Returns:
        For each game the standings of all who have played a rated one.
    """
    standings: dict[GameKey, dict[PlayerId, Standing]] = {}
    last: tuple[str, str] | None = None
    for record in sorted(records, key=order):
        if order(record) == last:
            continue
        last = order(record)
        if unrated(record) is None:
            of_game = standings.setdefault(GameKey(record.game), {})
            of_game.update(after(record, of_game))
    return standings
