"""The deals of King as rows of a table: what counts, how much, and what is forbidden.

A negative deal and its positive twin are one row with two signs. Points before `scale`.
"""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from kozyr_protocol.games.king import Contract

TRICK: Final = 2
"""Points of a trick in a deal for tricks and in the medleys."""
HEART: Final = 2
GIRL: Final = 4
LAST: Final = 8
"""Each of the last two tricks."""
KING: Final = 16
PRAISED_TRICK: Final = 3
"""Points of a trick in a praise deal, and of each trick for which one was sold."""
SPLIT_TRICKS: Final = 2
"""Written to everybody after a split."""

KING_OF_HEARTS: Final = "KH"
ACE_OF_HEARTS: Final = "AH"


class Boys(NamedTuple):
    """Which ranks are boys, what each is worth, and how many there are."""

    ranks: str
    worth: int
    number: int


BOYS: Final[Mapping[str, Boys]] = {
    "jacks4": Boys("J", 4, 4),
    "jacks_kings2": Boys("JK", 2, 8),
    "kings4": Boys("K", 4, 4),
}
"""By the option `boys`; together always 16 points."""

Unit = Literal["tricks", "hearts", "boys", "girls", "last_two", "king"]

UNITS: Final[tuple[Unit, ...]] = ("tricks", "hearts", "boys", "girls", "last_two", "king")


class Row(Struct, frozen=True):
    """One deal."""

    contract: Contract
    sign: int
    """-1 where it is to be avoided, 1 where it is to be taken."""
    units: tuple[Unit, ...]
    """What counts; for a praise deal nothing of these, but each trick `PRAISED_TRICK`."""
    ban: bool = False
    """Hearts may not be led by a player who holds another suit."""
    shed: bool = False
    """The king of hearts must be thrown by a player who is void in the suit led."""
    charged: bool = False
    """With `king_mode` = `penalty` it may be held back, at a price."""
    short: bool = False
    """Ends when the last card that counts is taken, with `end_early`."""

    @property
    def is_praise(self) -> bool:
        """Whether trumps are named and the game may be sold."""
        return self.contract is Contract.PRAISE


_NEGATIVE: Final = (
    Row(Contract.NO_TRICKS, -1, ("tricks",)),
    Row(Contract.NO_HEARTS, -1, ("hearts",), ban=True, short=True),
    Row(Contract.NO_BOYS, -1, ("boys",), short=True),
    Row(Contract.NO_GIRLS, -1, ("girls",), short=True),
    Row(Contract.NO_LAST_TWO, -1, ("last_two",)),
    Row(Contract.NO_KING, -1, ("king",), ban=True, shed=True, charged=True, short=True),
    Row(Contract.NEG_MEDLEY, -1, UNITS, ban=True, shed=True, charged=True),
)

_TWINS: Final = {
    Contract.NO_TRICKS: Contract.TRICKS,
    Contract.NO_HEARTS: Contract.HEARTS,
    Contract.NO_BOYS: Contract.BOYS,
    Contract.NO_GIRLS: Contract.GIRLS,
    Contract.NO_LAST_TWO: Contract.LAST_TWO,
    Contract.NO_KING: Contract.KING,
    Contract.NEG_MEDLEY: Contract.POS_MEDLEY,
}

_POSITIVE: Final = tuple(
    replace(row, contract=_TWINS[row.contract], sign=1, charged=False) for row in _NEGATIVE
)

_PUBLISHED: Final[Mapping[str, tuple[Row, ...]]] = {
    "praise": (*_NEGATIVE, *[Row(Contract.PRAISE, 1, ())] * 4, _POSITIVE[-1]),
    "mirror": (*_NEGATIVE, *_POSITIVE),
    "mirror12": (*_NEGATIVE[:-1], *_POSITIVE[:-1]),
}


def _as_in_seed(row: Row) -> Row:
    """The row with the ban and the duty only in the deals for which the seed text has them.

    The positive twins of a mirror have what the negative deals have, as in the other profile: the
    seed text has no mirror, and what is legal so is legal without ban and duty, too.
    """
    return replace(
        row,
        ban=row.contract in {Contract.NO_HEARTS, Contract.HEARTS},
        shed=row.contract in {Contract.NO_KING, Contract.KING},
        charged=row.contract is Contract.NO_KING,
    )


PLANS: Final[Mapping[tuple[str, str], tuple[Row, ...]]] = {
    (half, profile): rows if profile == "published" else tuple(map(_as_in_seed, rows))
    for half, rows in _PUBLISHED.items()
    for profile in ("published", "seed")
}
"""The deals of a game in order, by `positive_half` and `profile`."""


def sum_of(row: Row, tricks: int) -> int:
    """What the scores of a deal add up to, before `scale`.

    Args:
        row: the deal.
        tricks: number of tricks of a deal: 8, or 10 with three players.
    """
    if row.is_praise:
        return PRAISED_TRICK * tricks
    sums = {"tricks": TRICK * tricks, "last_two": 2 * LAST}
    return row.sign * sum(sums.get(unit, KING) for unit in row.units)
