"""Scenarios of `kozyr_games.deck`."""

from typing import Literal

import pytest

from kozyr_games.deck import draw, in_packets, one_at_a_time
from kozyr_protocol.cards import PACK_32, PACK_52


def test_the_first_card_goes_to_the_eldest_hand() -> None:
    hands = one_at_a_time(PACK_52, 3, 4)
    assert [hand[0] for hand in hands] == list(PACK_52[:4])
    hands = one_at_a_time(PACK_52, 0, 4)
    assert [hands[seat][0] for seat in (1, 2, 3, 0)] == list(PACK_52[:4])


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("dealer", [0, 1])
def test_every_card_is_dealt_once_and_hands_differ_by_one_at_most(seats: int, dealer: int) -> None:
    hands = one_at_a_time(PACK_52, dealer, seats)
    assert sorted(card for hand in hands for card in hand) == sorted(PACK_52)
    sizes = [len(hands[(dealer + 1 + i) % seats]) for i in range(seats)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] - sizes[-1] <= 1


def test_packets_are_consecutive_cards() -> None:
    hands, rest = in_packets(PACK_32, 0, 4, (3, 2, 2, 1))
    assert rest == ()
    assert hands[1][:3] == PACK_32[:3]
    assert hands[2][:3] == PACK_32[3:6]
    assert hands[0][:3] == PACK_32[9:12]
    assert hands[1] == (*PACK_32[:3], *PACK_32[12:14], *PACK_32[20:22], PACK_32[28])


def test_what_the_packets_leave_is_the_rest_of_the_deck() -> None:
    hands, rest = in_packets(PACK_32, 2, 3, (2, 2))
    assert [len(hand) for hand in hands] == [4, 4, 4]
    assert hands[0][:2] == PACK_32[:2]
    assert rest == PACK_32[12:]


@pytest.mark.parametrize("what", ["dealer", "off"])
def test_a_draw_for_the_dealer_moves_nobody(what: Literal["dealer", "off"]) -> None:
    found = draw(("QS", "AS", "KS", "JS"), what)
    assert (found.dealer, found.order) == (1, None)


def test_in_a_draw_for_seats_the_dealer_stays_and_the_others_follow_by_rank() -> None:
    found = draw(("QS", "AS", "JS", "KS"), "seats")
    assert found.dealer == 1
    assert found.order == (2, 1, 3, 0)


def test_the_ace_is_high_or_low() -> None:
    assert draw(("AS", "KS"), "dealer").dealer == 0
    assert draw(("AS", "KS"), "dealer", ace_low=True).dealer == 1
