"""What a score sheet says of seats: whose they are, who is in front, and by how much."""

from collections import Counter

from kozyr_protocol.record import Record

KINGS = frozenset({"king", "king_jokers"})
"""Games whose totals add up to nothing, so that a total above it is a gain."""
WITH_MARGINS = frozenset({"oh_well"})
"""Games whose sheet says how far each is behind the winner."""


def names_of(record: Record) -> list[str]:
    """The players by seat; where a name is there twice, with the number of the seat."""
    seats = [seat.name for seat in record.seats]
    count = Counter(seats)
    return [f"{name} #{place}" if count[name] > 1 else name for place, name in enumerate(seats)]


def positive_seats(record: Record) -> list[int]:
    """Seats with a total above nothing, where a score sheet marks them: in King."""
    if record.game not in KINGS:
        return []
    return [seat for seat, total in enumerate(record.totals) if total > 0]


def margins(record: Record) -> list[int] | None:
    """How far each seat is behind the winner; None: the game's sheet does not have that."""
    if record.game not in WITH_MARGINS or not record.totals:
        return None
    most = max(record.totals)
    return [most - total for total in record.totals]
