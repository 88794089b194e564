"""Oh Well, sentence by sentence: `kozyr_games.oh_well`.

Covers its modules state and rules; scoring is in `test_oh_well_scoring.py`, options in
`test_oh_well_options.py`, shown and what must always hold in `test_oh_well_checks.py`.
"""

from itertools import islice

import pytest

from kozyr_games.oh_well import GAME
from kozyr_games.spec import OptionError
from kozyr_protocol.cards import PACK_52
from kozyr_protocol.games.oh_well import (
    Bid,
    BidMade,
    Drawn,
    Play,
    Played,
    TrickTaken,
)
from kozyr_testing.oh_well_tables import act, dealt, fresh, legal, table
from kozyr_testing.rules import rule
from kozyr_testing.tables import decks, find, finished, played, refused

SIZES = {3: 17, 4: 13, 5: 10, 6: 8, 7: 7}
ASIDE = {3: 1, 4: 0, 5: 2, 6: 4, 7: 3}

# --- A1: setup --------------------------------------------------------------------------------


@rule("A1.seats")
@pytest.mark.parametrize("seats", range(3, 8))
def test_three_to_seven_play(seats: int) -> None:
    assert GAME.to_act(dealt(seats)) == (1,)


@rule("A1.seats")
@pytest.mark.parametrize("seats", [0, 2, 8])
def test_fewer_or_more_do_not(seats: int) -> None:
    with pytest.raises(OptionError, match="seats: must be from 3 to 7"):
        GAME.resolve({}, seats)


@rule("A1.pack")
def test_all_52_cards_are_shuffled_and_there_are_no_trumps() -> None:
    assert GAME.wants_deck(fresh()) == PACK_52
    assert GAME.view(dealt(5), None).trump is None


@rule("A1.aside")
@pytest.mark.parametrize("seats", range(3, 8))
def test_the_bottom_of_the_pack_is_put_aside(seats: int) -> None:
    state = dealt(seats)
    assert state.aside == PACK_52[52 - ASIDE[seats] :]
    assert {len(hand) for hand in state.hands} == {SIZES[seats]}
    view = GAME.view(state, 0)
    assert (view.aside, view.size) == (ASIDE[seats], SIZES[seats])


@rule("A1.draw")
def test_as_many_spades_as_players_are_drawn() -> None:
    assert GAME.wants_deck(fresh(5, draw="seats")) == ("TS", "JS", "QS", "KS", "AS")
    assert GAME.resolve({}, 5).draw == "seats"


@rule("A1.draw")
def test_the_highest_deals_and_the_others_follow_by_rank() -> None:
    step = GAME.deal(fresh(4, draw="seats"), ("JS", "QS", "AS", "KS"))
    assert step.state.dealer == 2
    # Seat 2 keeps his place, then king, queen and jack clockwise.
    assert step.order == (1, 0, 2, 3)
    assert step.draw == ("JS", "QS", "AS", "KS")
    assert find(step.events, Drawn).dealer == 2
    assert GAME.deal_record(step.state) is None


@rule("A1.draw")
def test_in_a_draw_for_the_dealer_nobody_moves() -> None:
    step = GAME.deal(fresh(3, draw="dealer"), ("QS", "AS", "KS"))
    assert (step.state.dealer, step.order) == (1, None)


@rule("A1.draw")
def test_without_a_draw_seat_0_deals_first() -> None:
    assert GAME.view(fresh(), 0).dealer == 0
    assert GAME.view(fresh(draw="seats"), 0).dealer is None


@rule("A1.deal")
def test_cards_are_dealt_one_at_a_time_from_eldest_hand() -> None:
    state = dealt(5)
    assert state.dealt[1][:3] == (PACK_52[0], PACK_52[5], PACK_52[10])
    assert state.dealt[0][-1] == PACK_52[49]


@rule("A1.redrawn")
def test_other_cards_are_put_aside_in_each_deal() -> None:
    state = fresh(3)
    aside = set()
    for deck in islice(decks(1), 5):
        state = finished(GAME, GAME.deal(state, deck).state)
        assert state.aside == deck[51:]
        aside.add(state.aside)
    assert len(aside) > 1


@rule("A1.dealer")
def test_the_deal_passes_to_the_left() -> None:
    rows = GAME.sheet(played(GAME, fresh(3, deals=5), 1))
    assert [row.dealer for row in rows] == [0, 1, 2, 0, 1]


# --- A2: bids and play ------------------------------------------------------------------------


@rule("A2.bid")
def test_eldest_bids_first_and_the_dealer_last() -> None:
    state = dealt(4)
    order: list[int] = []
    for _ in range(4):
        order += GAME.to_act(state)
        state, _ = act(state, 3)
    assert order == [1, 2, 3, 0]
    assert GAME.to_act(state) == (1,)


@rule("A2.bid")
def test_a_bid_is_from_0_to_the_cards_of_a_hand() -> None:
    state = dealt(6)
    assert legal(state, 1) == "0 1 2 3 4 5 6 7 8"
    for number in (-1, 9, 1_000):
        assert refused(GAME, state, 1, Bid(number)) == "a bid is from 0 to 8"


@rule("A2.bid")
def test_bids_are_public() -> None:
    state, events = act(dealt(4), 7)
    assert events == (BidMade(1, 7, (2,)),)
    assert GAME.project(events[0], None) == events[0]
    assert GAME.view(state, 3).bids == (None, 7, None, None)


@rule("A2.bid")
def test_a_bid_stands() -> None:
    state, _ = act(dealt(4), 7)
    assert refused(GAME, state, 1, Bid(6)) == "a bid stands"
    assert refused(GAME, state, 3, Bid(6)) == "it is another seat's turn"
    assert refused(GAME, state, 4, Bid(6)) == "it is another seat's turn"
    state, _ = act(state, 0, 0, 0)
    assert refused(GAME, state, 1, Bid(6)) == "all have bid, and a bid stands"


@rule("A2.bid")
def test_no_card_is_played_before_all_have_bid() -> None:
    state, _ = act(dealt(4), 7, 0, 0)
    assert refused(GAME, state, 1, Play("2C")) == "the bids are not all made"


@rule("A2.zero", "A.defects")
def test_zero_is_a_bid_and_not_the_lack_of_one() -> None:
    state, _ = act(dealt(3), 0)
    assert GAME.view(state, None).bids == (None, 0, None)
    assert GAME.to_act(state) == (2,)
    state, _ = act(state, 0, 0)
    assert GAME.view(state, None).bids == (0, 0, 0)
    assert isinstance(GAME.legal_actions(state, 1)[0], Play)


@rule("A2.any")
def test_the_bids_may_add_up_to_the_tricks() -> None:
    state, _ = act(dealt(4), 5, 4, 2, 2)
    assert sum(bid or 0 for bid in state.bids) == state.size


@rule("A2.lead")
def test_eldest_leads_any_card() -> None:
    state, _ = act(dealt(4), 0, 0, 0, 0)
    assert GAME.to_act(state) == (1,)
    assert len(GAME.legal_actions(state, 1)) == 13


@rule("A2.lead", "A.defects")
def test_the_winner_leads_to_the_next_trick() -> None:
    state, events = act(table("9C 2C | AC 3C | 4C 5C"), "9C", "AC", "4C")
    assert find(events, TrickTaken) == TrickTaken(1)
    assert find(events, Played).to_act == (1,)
    assert GAME.to_act(state) == (1,)
    assert GAME.view(state, None).taken == (0, 1, 0)
    assert [laid.card for laid in GAME.view(state, None).last] == ["9C", "AC", "4C"]


@rule("A2.follow")
def test_the_suit_led_is_followed() -> None:
    state = table("7C KC AD | 2C | 3C", "9C")
    assert legal(state, 0) == "7C KC"
    assert refused(GAME, state, 0, Play("AD")) == "the suit led must be followed"


@rule("A2.follow")
def test_who_is_void_plays_any_card() -> None:
    assert legal(table("7D KH AS | 2C | 3C", "9C"), 0) == "7D KH AS"


@rule("A2.take")
@pytest.mark.parametrize(
    ("cards", "winner"), [("9C KC 4C", 1), ("9C AD AH", 0), ("9C TC QC", 2), ("2C 3D 4H", 0)]
)
def test_the_highest_card_of_the_suit_led_wins(cards: str, winner: int) -> None:
    hands = " | ".join(f"{card} 8S" for card in cards.split())
    _, events = act(table(hands), *cards.split())
    assert find(events, TrickTaken).seat == winner
