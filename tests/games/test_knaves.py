"""Knaves, sentence by sentence: `kozyr_games.knaves`.

Covers its modules state and rules; scoring is in `test_knaves_scoring.py`, options in
`test_knaves_options.py`, shown and what must always hold in `test_knaves_checks.py`.
"""

import random

import pytest

from kozyr_games.knaves import GAME
from kozyr_games.spec import OptionError
from kozyr_protocol.cards import PACK_52
from kozyr_protocol.games.knaves import (
    Drawn,
    Play,
    Played,
    TrickTaken,
)
from kozyr_testing.knaves_tables import act, dealt, fresh, legal, pack, table
from kozyr_testing.rules import rule
from kozyr_testing.tables import find, finished, played, refused

# --- B1: setup --------------------------------------------------------------------------------


@rule("B1.seats")
@pytest.mark.parametrize("seats", [0, 2, 4])
def test_three_play_and_no_others(seats: int) -> None:
    assert len(fresh().hands) == 3
    with pytest.raises(OptionError, match="seats: must be 3"):
        GAME.resolve({}, seats)


@rule("B1.deal")
def test_17_cards_each_one_at_a_time_from_eldest_hand() -> None:
    state = dealt()
    assert [len(hand) for hand in state.hands] == [17, 17, 17]
    deck = pack("4D")
    assert state.dealt[1][:3] == (deck[0], deck[3], deck[6])
    assert state.dealt[0][-1] == deck[50]


@rule("B1.turned", "B6.seen", "B8.pack")
def test_the_last_card_is_turned_and_makes_trumps() -> None:
    state = dealt("4D")
    for seat in (0, 1, 2, None):
        view = GAME.view(state, seat)
        assert (view.turned, view.trump, view.aside) == ("4D", "D", 0)
    held = [card for hand in state.hands for card in hand]
    assert sorted((*held, "4D")) == sorted(PACK_52)


@rule("B1.draw")
def test_the_highest_card_drawn_deals_first_and_all_stay() -> None:
    state = fresh(draw="dealer")
    assert GAME.wants_deck(state) == ("QS", "KS", "AS")
    assert GAME.view(state, 0).dealer is None
    step = GAME.deal(state, ("QS", "AS", "KS"))
    assert (step.state.dealer, step.order, step.draw) == (1, None, ("QS", "AS", "KS"))
    assert find(step.events, Drawn).dealer == 1
    assert GAME.resolve({}, 3).draw == "dealer"
    assert GAME.deal_record(step.state) is None


@rule("B1.draw")
def test_in_a_draw_for_seats_the_others_follow_by_rank() -> None:
    assert GAME.deal(fresh(draw="seats"), ("QS", "AS", "KS")).order == (0, 1, 2)
    assert GAME.deal(fresh(draw="seats"), ("KS", "AS", "QS")).order == (2, 1, 0)


@rule("B1.dealer")
def test_the_deal_passes_to_the_left() -> None:
    rows = GAME.sheet(played(GAME, fresh(target=40), 1))
    assert [row.dealer for row in rows] == [deal % 3 for deal in range(len(rows))]


# --- B2: play ---------------------------------------------------------------------------------


@rule("B2.lead")
def test_eldest_leads_any_card() -> None:
    state = dealt()
    assert GAME.to_act(state) == (1,)
    assert len(GAME.legal_actions(state, 1)) == 17


@rule("B2.lead", "B.defects")
def test_the_winner_leads_to_the_next_trick() -> None:
    state, events = act(table("9C 2C | AC 3C | 4C 5C"), "9C", "AC", "4C")
    assert find(events, TrickTaken) == TrickTaken(1, ())
    assert find(events, Played).turn == 1
    assert GAME.to_act(state) == (1,)
    assert GAME.view(state, None).taken == (0, 1, 0)
    assert [laid.card for laid in GAME.view(state, None).last] == ["9C", "AC", "4C"]


@rule("B2.lead")
def test_there_are_17_tricks() -> None:
    state = finished(GAME, dealt(), random.Random(1))
    assert sum(GAME.sheet(state)[0].detail["tricks"]) == 17


@rule("B2.follow")
def test_the_suit_led_is_followed() -> None:
    state = table("7C KC AD | 2C | 3C", "9C", trump="D")
    assert legal(state, 0) == "7C KC"
    assert refused(GAME, state, 0, Play("AD")) == "the suit led must be followed"


@rule("B2.follow")
def test_who_is_void_may_trump_or_not() -> None:
    assert legal(table("7D KH AS | 2C | 3C", "9C", trump="D"), 0) == "7D KH AS"


@rule("B2.take", "B.defects")
@pytest.mark.parametrize(
    ("cards", "trump", "winner"),
    [
        ("9C KC 4C", "D", 1),
        ("AC 2D KC", "D", 1),
        ("AC 2D 3D", "D", 2),
        ("2D AC AD", "D", 2),
        ("9C AH AS", "D", 0),
        ("AC 2D 3D", None, 0),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(
    cards: str, trump: str | None, winner: int
) -> None:
    hands = " | ".join(f"{card} 8S" for card in cards.split())
    _, events = act(table(hands, trump=trump), *cards.split())
    assert find(events, TrickTaken).seat == winner
