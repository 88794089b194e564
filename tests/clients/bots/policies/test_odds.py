"""What a hand can guess of a trick: `kozyr_bots.policies.odds`."""

import pytest

from kozyr_bots.policies.odds import Odds, spread


def odds(hand: str, seen: str = "", trump: str | None = None) -> Odds:
    """Four players with thirteen cards, no card of whom was played."""
    return Odds(tuple(hand.split()), frozenset(seen.split()), 3, 39, trump)


def test_cards_in_sight_are_in_no_other_hand() -> None:
    assert odds("AC", "KC").higher("QC") == 0
    assert odds("QC", "KC").higher("QC") == 1


def test_who_plays_last_is_not_beaten() -> None:
    assert odds("2C").stands("2C", 0) == 1.0


def test_an_ace_stands_and_a_king_does_so_less() -> None:
    assert odds("AC").stands("AC", 3) == 1.0
    assert 0.5 < odds("KC").stands("KC", 3) < 1.0
    assert odds("2C").stands("2C", 3) < 0.1


def test_the_more_are_to_come_the_less_a_card_stands() -> None:
    chances = [odds("QC").stands("QC", to_come) for to_come in range(4)]
    assert chances == sorted(chances, reverse=True)


def test_an_ace_may_be_ruffed_the_more_so_in_a_long_suit() -> None:
    short, long = odds("AC", trump="D"), odds("AC KC QC JC TC 9C 8C", trump="D")
    assert 1.0 > short.stands("AC", 3) > long.stands("AC", 3)
    assert odds("AD", trump="D").stands("AD", 3) == 1.0


def test_a_card_takes_a_trick_only_above_what_lies_there() -> None:
    assert odds("KC 2C").wins(["QC", "7C", "8C"], "KC") == 1.0
    assert odds("KC 2C").wins(["QC", "7C", "8C"], "2C") == 0.0
    assert odds("2D").wins(["AC", "KC", "QC"], "2D") == 0.0
    assert odds("2D", trump="D").wins(["AC", "KC", "QC"], "2D") == 1.0


def test_a_long_suit_takes_tricks_with_its_low_cards_where_there_are_no_trumps() -> None:
    hand = "AC KC QC JC TC 9C 3C 2C"
    assert odds(hand).later("2C") > odds("AC 2C").later("2C")
    assert odds(hand, trump="D").later("2C") < odds(hand).later("2C")


def test_a_low_trump_may_ruff() -> None:
    assert odds("2D", trump="D").later("2D") > odds("2D").later("2D")


def test_when_all_cards_are_seen_nothing_stands_in_the_way() -> None:
    last = Odds(("2C",), frozenset(), 3, 0, "D")
    assert last.share == 0.0
    assert last.stands("2C", 3) == 1.0


@pytest.mark.parametrize(
    ("chances", "numbers"),
    [((), [1.0]), ((0.25,), [0.75, 0.25]), ((0.5, 0.5), [0.25, 0.5, 0.25]), ((1, 0), [0, 1, 0])],
)
def test_the_spread_of_a_number(chances: tuple[float, ...], numbers: list[float]) -> None:
    assert spread(chances) == pytest.approx(numbers)
