"""How strong policies are (`kozyr_bots.strength`), on results made by hand."""

import pytest

from kozyr_bots import selfplay, strength
from kozyr_bots.strength import Played, Row, rows, sides, wilson


def _game(policies: str, totals: tuple[int, ...], *winners: int, partners: bool = False) -> Played:
    names = tuple({"s": "sound", "r": "random", "f": "first"}[each] for each in policies)
    return Played(names, sides({"partners": partners}, len(names)), totals, winners)


def _by_name(games: list[Played]) -> dict[str, Row]:
    return {row.policy: row for row in rows(games)}


def test_first_places_means_and_games_are_counted() -> None:
    found = _by_name(
        [
            _game("srr", (10, 4, 1), 0),
            _game("rsr", (9, 5, 7), 0),
            _game("rrs", (0, 0, 30), 2),
            _game("srr", (8, 8, 2), 0, 1),
        ]
    )
    sound, other = found["sound"], found["random"]
    assert (sound.games, sound.seats, sound.firsts) == (4, 4, 2.5)
    assert (other.games, other.seats, other.firsts) == (4, 8, 1.5)
    assert sound.share == 0.625
    assert other.share == 0.1875
    assert sound.mean == (10 + 5 + 30 + 8) / 4
    assert other.mean == (4 + 1 + 9 + 7 + 0 + 0 + 8 + 2) / 8
    assert (sound.low, sound.high) == wilson(0.625, 4)
    assert (other.low, other.high) == wilson(0.1875, 4)


def test_a_first_place_that_k_share_counts_its_kth_part() -> None:
    found = _by_name([_game("srf", (7, 7, 7), 0, 1, 2)])
    assert [row.firsts for row in found.values()] == [1 / 3] * 3


def test_partners_win_together() -> None:
    found = _by_name(
        [
            _game("srrr", (15, 10, 15, 10), 0, 2, partners=True),
            _game("rsrr", (12, 12, 12, 12), 0, 1, 2, 3, partners=True),
        ]
    )
    assert found["sound"].firsts == 1.5
    assert found["random"].firsts == 1 + 1.5
    assert strength.chance(_game("srrr", (1, 2, 1, 2), 1, 3, partners=True)) == 0.5
    assert strength.chance(_game("srrr", (1, 2, 1, 1), 1)) == 0.25


def test_the_best_comes_first_and_equals_by_name() -> None:
    found = rows([_game("rsf", (1, 9, 1), 1)])
    assert [row.policy for row in found] == ["sound", "first", "random"]


def test_a_policy_counts_the_games_it_was_in() -> None:
    found = _by_name([_game("sr", (1, 0), 0), _game("fr", (1, 0), 0)])
    assert {name: row.games for name, row in found.items()} == {"sound": 1, "random": 2, "first": 1}


@pytest.mark.parametrize(
    ("share", "trials", "low", "high"),
    [
        # Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I.
        (81 / 263, 263, 0.2553, 0.3662),
        (15 / 148, 148, 0.0624, 0.1605),
        (0.0, 20, 0.0, 0.1611),
        (1 / 29, 29, 0.0061, 0.1718),
        (1.0, 20, 0.8389, 1.0),
    ],
)
def test_the_interval_is_wilsons(share: float, trials: int, low: float, high: float) -> None:
    assert wilson(share, trials) == pytest.approx((low, high), abs=5e-5)


def test_a_record_tells_who_played_and_who_won() -> None:
    series = selfplay.series("twenty_nine", policies=("simple", "random"), seed=3)
    record = selfplay.game(series, 1)
    played = strength.of_record(record)
    assert sorted(played.policies) == ["random", "random", "simple", "simple"]
    assert played.sides == (0, 1, 0, 1)
    assert (played.totals, played.winners) == (record.totals, record.winners)
