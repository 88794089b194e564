"""What the trick games share: `kozyr_games.tricks`."""

import pytest

from kozyr_games import tricks


def followable(hand: str, led: str) -> str:
    return " ".join(tricks.followable(hand.split(), led))


def test_the_suit_led_is_followed() -> None:
    assert followable("7C KC AD 9S", "C") == "7C KC"


def test_who_is_void_plays_any_card() -> None:
    assert followable("7C KC AD 9S", "H") == "7C KC AD 9S"


def test_a_joker_is_of_no_suit() -> None:
    assert followable("X1 7C", "C") == "7C"
    assert tricks.of_suit(("X1", "X2"), "C") == ()


@pytest.mark.parametrize(
    ("card", "led", "why"),
    [
        ("7C", "C", None),
        ("AD", "H", None),
        ("AD", None, None),
        ("AD", "C", "the suit led must be followed"),
        ("8C", "C", "the card is not in the hand"),
        ("", None, "the card is not in the hand"),
    ],
)
def test_a_refusal_gives_its_reason(card: str, led: str | None, why: str | None) -> None:
    assert tricks.refusal(("7C", "KC", "AD"), card, led) == why


@pytest.mark.parametrize(
    ("trick", "trump", "place"),
    [
        ("QC 7H KC 2C", None, 2),
        ("QC AH AD AS", None, 0),
        ("AC 7D KC QC", "D", 1),
        ("AC 7D 9D QC", "D", 2),
        ("7D AD AC AH", "D", 1),
        ("7C", None, 0),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(
    trick: str, trump: str | None, place: int
) -> None:
    assert tricks.winner(trick.split(), trump) == place


@pytest.mark.parametrize(
    ("trick", "trump", "place"), [("AC 7C 8C TC", None, 1), ("KC 7D AC 8C", None, 3)]
)
def test_in_misere_the_lowest_of_the_suit_led_wins(
    trick: str, trump: str | None, place: int
) -> None:
    assert tricks.winner(trick.split(), trump, reversed=True) == place


def test_trump_stands_above_the_suit_led_also_with_reversed_ranks() -> None:
    assert tricks.winner(("7C", "AD", "KD"), "D", reversed=True) == 2


def test_the_suit_to_follow_may_be_named() -> None:
    assert tricks.winner(("X1", "8D", "9S"), led="S") == 2


def test_a_suit_that_nobody_has_leaves_the_trick_to_the_leader() -> None:
    assert tricks.winner(("X1", "8D", "9H", "TD"), led="S") == 0
