"""What a score sheet says of seats (`kozyr_cli.seats`)."""

from msgspec.structs import replace

from kozyr_cli.seats import margins, names_of, positive_seats
from kozyr_games.registry import GAMES
from kozyr_protocol.ids import GameKey
from kozyr_protocol.record import RecordSeat
from kozyr_testing.random_play import Table, random_record

OH_WELL = random_record(Table(GAMES[GameKey("oh_well")], "oh_well/seed", {}, 4, seed=1))


def test_only_names_that_are_there_twice_have_numbers() -> None:
    seats = tuple(RecordSeat(name, "bot") for name in ("sound", "random", "random", "random"))
    named = names_of(replace(OH_WELL, seats=seats))
    assert named == ["sound", "random #1", "random #2", "random #3"]


def test_the_margins_of_oh_well_are_those_behind_the_winner() -> None:
    assert margins(replace(OH_WELL, totals=(98, 105, 73, 104))) == [7, 0, 32, 1]
    assert margins(replace(OH_WELL, game="knaves")) is None


def test_king_marks_everybody_above_nothing() -> None:
    totals = (30, -40, 0, 10)
    assert positive_seats(replace(OH_WELL, game="king", totals=totals)) == [0, 3]
    assert positive_seats(replace(OH_WELL, totals=totals)) == []
