import pytest

from kozyr_protocol import cards

PACK_52_WRITTEN_OUT = (
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC "
    "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD "
    "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH "
    "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
)
PACK_32_WRITTEN_OUT = (
    "7C 8C 9C TC JC QC KC AC 7D 8D 9D TD JD QD KD AD "
    "7H 8H 9H TH JH QH KH AH 7S 8S 9S TS JS QS KS AS"
)
PACK_30_WRITTEN_OUT = (
    "8C 9C TC JC QC KC AC 7D 8D 9D TD JD QD KD AD 7H 8H 9H TH JH QH KH AH 8S 9S TS JS QS KS AS"
)
PACK_KING_ONE_JOKER_WRITTEN_OUT = (
    "7C 8C 9C TC JC QC KC AC 7D 8D 9D TD JD QD KD AD "
    "7H 8H 9H TH JH QH KH AH 8S 9S TS JS QS KS AS X1"
)


@pytest.mark.parametrize(
    ("pack", "written_out", "size"),
    [
        (cards.PACK_52, PACK_52_WRITTEN_OUT, 52),
        (cards.PACK_32, PACK_32_WRITTEN_OUT, 32),
        (cards.PACK_30, PACK_30_WRITTEN_OUT, 30),
        (cards.PACK_KING_JOKERS, PACK_30_WRITTEN_OUT + " X1 X2", 32),
        (cards.PACK_KING_ONE_JOKER, PACK_KING_ONE_JOKER_WRITTEN_OUT, 32),
    ],
)
def test_a_pack_has_its_fixed_order(
    pack: tuple[cards.Card, ...], written_out: str, size: int
) -> None:
    assert pack == tuple(written_out.split())
    assert len(set(pack)) == size


def test_54_texts_are_cards() -> None:
    assert all(cards.is_card(card) for card in (*cards.PACK_52, *cards.JOKERS))
    for text in ("", "K", "HK", "kh", "KHS", "1C", "10C", "X", "X0", "X3", "XS", " KH", "K♥"):
        assert not cards.is_card(text)


def test_rank_and_suit() -> None:
    assert (cards.rank("KH"), cards.suit("KH")) == ("K", "H")
    assert (cards.rank("TC"), cards.suit("TC")) == ("T", "C")


def test_a_joker_has_no_suit() -> None:
    assert [cards.suit(joker) for joker in cards.JOKERS] == [None, None]
    assert [cards.rank(joker) for joker in cards.JOKERS] == ["X", "X"]
    assert [card for card in cards.PACK_KING_JOKERS if cards.is_joker(card)] == ["X1", "X2"]


def test_strength_follows_the_rank() -> None:
    spades = [r + "S" for r in "23456789TJQKA"]
    assert [cards.strength(card) for card in spades] == list(range(2, 15))
    assert cards.strength("AS") == cards.ACE_HIGH
    assert cards.strength("AS", ace_low=True) == cards.ACE_LOW
    assert cards.strength("KS", ace_low=True) == cards.strength("KS") == 13
    assert cards.strength("X2") == cards.strength("X1", ace_low=True) == cards.JOKER


def test_strength_of_no_card_is_an_error() -> None:
    with pytest.raises(KeyError):
        cards.strength("1C")


HAND = ["X2", "AS", "2H", "KD", "X1", "AC", "2C", "TS"]


def test_by_rank_breaks_ties_by_suit_and_puts_jokers_last() -> None:
    assert " ".join(sorted(HAND, key=cards.by_rank)) == "2C 2H TS KD AC AS X1 X2"


def test_by_rank_ace_low_puts_aces_first() -> None:
    assert " ".join(sorted(HAND, key=cards.by_rank_ace_low)) == "AC AS 2C 2H TS KD X1 X2"


def test_by_suit_is_the_order_of_the_packs() -> None:
    assert " ".join(sorted(HAND, key=cards.by_suit)) == "2C AC KD 2H TS AS X1 X2"
    for pack in (cards.PACK_52, cards.PACK_KING_JOKERS):
        backwards = pack[::-1]
        assert tuple(sorted(backwards, key=cards.by_suit)) == pack


def test_the_draw_has_the_highest_spades_low_to_high() -> None:
    assert cards.draw_pack(2) == ("KS", "AS")
    assert cards.draw_pack(7) == ("8S", "9S", "TS", "JS", "QS", "KS", "AS")
    assert cards.draw_pack(4, cards.PACK_32) == ("JS", "QS", "KS", "AS")
    assert cards.draw_pack(3, cards.PACK_30) == ("QS", "KS", "AS")
    assert cards.draw_pack(4, cards.PACK_KING_JOKERS) == ("JS", "QS", "KS", "AS")


def test_the_draw_of_twenty_nine_has_the_king_highest_and_the_ace_lowest() -> None:
    assert cards.draw_pack(4, ace_low=True) == ("TS", "JS", "QS", "KS")
    assert cards.draw_pack(8, ace_low=True) == ("6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS")
    assert cards.draw_pack(13, ace_low=True)[:2] == ("AS", "2S")


@pytest.mark.parametrize(("seats", "pack"), [(0, cards.PACK_52), (-1, cards.PACK_52)])
def test_a_draw_needs_seats(seats: int, pack: tuple[cards.Card, ...]) -> None:
    with pytest.raises(ValueError, match="is not possible"):
        cards.draw_pack(seats, pack)


def test_a_draw_needs_a_spade_for_each_seat() -> None:
    assert len(cards.draw_pack(8, cards.PACK_32)) == 8
    with pytest.raises(ValueError, match="9 seats from 8 spades"):
        cards.draw_pack(9, cards.PACK_32)
