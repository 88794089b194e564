"""Scenarios of `kozyr_games.exchange`."""

import pytest

from kozyr_games.exchange import Exchange
from kozyr_games.spec import Zone
from kozyr_protocol.games import king

BEFORE = (Zone("hand 0", ("2C", "KD"), (0,)), Zone("turned", ("AS",), None))
AFTER = (Zone("hand 0", ("AS", "2C"), (0,)), Zone("turned", ("KD",), None))


def test_each_card_stands_for_the_one_in_its_place() -> None:
    new = Exchange(BEFORE, AFTER)
    assert [new[card] for card in ("2C", "KD", "AS")] == ["AS", "2C", "KD"]
    assert (new.maybe("AS"), new.maybe(None)) == ("KD", None)


def test_lists_keep_their_order_and_hands_are_sorted_anew() -> None:
    new = Exchange(BEFORE, AFTER)
    assert new.cards(("2C", "KD")) == ("AS", "2C")
    assert new.hands((("2C", "KD"), ("AS",))) == (("2C", "AS"), ("KD",))


def test_cards_on_the_table_stay_with_who_laid_them() -> None:
    trick = (king.Laid(1, "KD", suit="D"), king.Laid(0, "AS"))
    after = (king.Laid(1, "2C", suit="D"), king.Laid(0, "KD"))
    assert Exchange(BEFORE, AFTER).laid(trick) == after


@pytest.mark.parametrize("after", [AFTER[:1], (AFTER[0], Zone("turned", (), None))])
def test_other_zones_or_sizes_are_no_exchange(after: tuple[Zone, ...]) -> None:
    with pytest.raises(ValueError, match="shorter"):
        Exchange(BEFORE, after)
