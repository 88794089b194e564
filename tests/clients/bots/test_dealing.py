"""Decks without a server (`kozyr_bots.dealing`)."""

import re

import pytest

from kozyr_bots.dealing import Shoe, chain, room_id
from kozyr_protocol import fair
from kozyr_protocol.cards import PACK_52
from kozyr_protocol.fair import FairnessError


def test_an_id_has_the_form_of_all_rooms() -> None:
    assert re.fullmatch(r"[0-9a-f]{2}[a-z2-7]{12}", room_id("a game"))


def test_a_name_gives_one_room_and_one_chain() -> None:
    assert room_id("a") == room_id("a") != room_id("b")
    assert chain("a").tip == chain("a").tip != chain("b").tip


def _shoe() -> Shoe:
    return Shoe(room_id("a"), chain("server"), (chain("0"), None, chain("2")))


def test_every_deck_is_what_its_links_give() -> None:
    shoe = _shoe()
    decks = [shoe.shuffle(PACK_52, missing) for missing in ((), (0,), ())]
    firsts = fair.first_shuffles(fairness for _, fairness in decks)
    for n, (deck, fairness) in enumerate(decks, start=1):
        assert fairness.n == n
        assert fair.check_deal(shoe.room, fairness, firsts, PACK_52, deck) == deck
    assert len({deck for deck, _ in decks}) == 3
    assert [fairness.missing for _, fairness in decks] == [(), (0,), ()]


def test_chains_follow_their_players() -> None:
    shoe = _shoe()
    shoe.reseat((2, 0, 1))
    _, fairness = shoe.shuffle(PACK_52)
    assert fairness.seat_tips == (chain("2").tip.hex(), chain("0").tip.hex(), None)


def test_a_shoe_has_as_many_decks_as_its_chain_has_links() -> None:
    shoe = Shoe(room_id("a"), chain("server"), (None,), n=fair.CHAIN_LENGTH)
    with pytest.raises(FairnessError):
        shoe.shuffle(PACK_52)


def test_a_shoe_does_not_print_its_links() -> None:
    assert chain("server").values[5].hex() not in repr(_shoe())
