"""Turned jacks and the other options of Knaves: `kozyr_games.knaves.options`."""

import random

import pytest

from kozyr_games.knaves import GAME
from kozyr_games.knaves.options import JackValues
from kozyr_games.spec import OptionError
from kozyr_protocol.cards import PACK_52
from kozyr_protocol.games.knaves import (
    DealScored,
    Dealt,
    Reason,
    TrickTaken,
)
from kozyr_testing.knaves_tables import act, dealt, fresh, pack, points, scored, table
from kozyr_testing.rules import rule
from kozyr_testing.tables import decks, find, finished, played

# --- B6: a turned jack, the same trumps again -------------------------------------------------


@rule("B6.out_of_play")
def test_a_turned_jack_makes_trumps_and_costs_nobody() -> None:
    state = finished(GAME, dealt("JH"), random.Random(1))
    assert GAME.view(state, None).trump == "H"
    assert sorted(jack for each in state.jacks for jack in each) == ["JC", "JD", "JS"]


@rule("B6.last_trick", "B.defects")
def test_a_turned_jack_may_go_to_the_taker_of_the_last_trick() -> None:
    state = table("AC 9C | 2C 3C | 4C 5C", turned="JH", turned_jack="last_trick")
    state, events = act(state, "AC", "2C", "4C")
    assert find(events, TrickTaken) == TrickTaken(0, ())
    _, events = act(state, "9C", "3C", "5C")
    assert find(events, TrickTaken) == TrickTaken(0, ("JH",))
    assert find(events, DealScored).row.scores == (2 - 4, 0, 0)


@rule("B6.last_trick")
@pytest.mark.parametrize("turned", ["4D", "JH", "JD", "JC", "JS"])
def test_the_sum_is_then_always_7(turned: str) -> None:
    state = dealt(turned, turned_jack="last_trick")
    assert state.trump == turned[1]
    (row,) = GAME.sheet(finished(GAME, state, random.Random(3)))
    assert sum(row.scores) == row.check == 7


@rule("B6.no_trump")
def test_a_turned_jack_may_mean_no_trumps() -> None:
    state = dealt("JH", turned_jack="no_trump")
    assert (state.turned, state.trump) == ("JH", None)
    (row,) = GAME.sheet(finished(GAME, state))
    assert sum(row.scores) == row.check == 11
    assert dealt("TH", turned_jack="no_trump").trump == "H"


@rule("B6.redeal")
def test_a_turned_jack_may_void_the_deal() -> None:
    step = GAME.deal(fresh(turned_jack="redeal"), pack("JH"))
    assert find(step.events, Dealt).turn is None
    scored = find(step.events, DealScored)
    assert scored.reason is Reason.REDEAL
    assert scored.hands == step.state.dealt
    assert GAME.to_act(step.state) == ()
    assert GAME.wants_deck(step.state) == PACK_52
    assert GAME.view(step.state, 0).hand == ()


@rule("B6.redeal")
def test_a_void_deal_has_its_number_and_its_record() -> None:
    state = GAME.deal(fresh(turned_jack="redeal"), pack("JH")).state
    record = GAME.deal_record(state)
    assert record is not None
    assert (record.number, record.dealer, record.turned) == (1, 0, "JH")
    assert (record.scores, record.detail) == (
        (0, 0, 0),
        {"tricks": [0, 0, 0], "jacks": [[], [], []]},
    )
    (row,) = GAME.sheet(state)
    assert row.check == 0
    state = GAME.deal(state, pack("4D")).state
    assert (state.deal, state.shuffles) == (2, 2)


@rule("B6.redeal")
def test_after_a_void_deal_the_same_dealer_deals_again() -> None:
    state = fresh(turned_jack="redeal")
    dealers = []
    for turned in ("JH", "JC", "4D", "5D"):
        state = finished(GAME, GAME.deal(state, pack(turned)).state)
        dealers.append(GAME.sheet(state)[-1].dealer)
    assert dealers == [0, 0, 0, 1]


@rule("B6.redeal")
def test_only_a_jack_voids_a_deal() -> None:
    assert GAME.to_act(dealt("QH", turned_jack="redeal")) == (1,)
    assert GAME.to_act(dealt("JH")) == (1,)


def trumps(*turned: str, **options: object) -> list[str | None]:
    """The trumps of a row of deals."""
    state, found = fresh(target=1_000, **options), []
    for card in turned:
        state = finished(GAME, GAME.deal(state, pack(card)).state)
        found.append(state.trump)
    return found


@rule("B6.no_repeat")
def test_the_same_trumps_may_come_twice_running() -> None:
    assert trumps("4D", "5D") == ["D", "D"]


@rule("B6.no_repeat")
def test_or_the_second_deal_has_no_trumps_and_the_third_may_again() -> None:
    assert trumps("4D", "5D", "6D", repeat_trump=False) == ["D", None, "D"]
    assert trumps("4D", "5C", "6D", repeat_trump=False) == ["D", "C", "D"]


@rule("B6.no_repeat")
def test_a_void_deal_does_not_count_for_the_next() -> None:
    redeal = {"repeat_trump": False, "turned_jack": "redeal"}
    assert trumps("4D", "JC", "5D", **redeal) == ["D", None, None]
    assert trumps("4D", "JC", "JD", "5C", **redeal) == ["D", None, None, "C"]


@rule("B6.no_repeat")
def test_a_deal_without_trumps_for_its_jack_counts_as_no_suit() -> None:
    assert trumps("4D", "JC", "5D", repeat_trump=False, turned_jack="no_trump") == ["D", None, "D"]


# --- B7: options ------------------------------------------------------------------------------


@rule("B7.target")
@pytest.mark.parametrize("target", [1, 21, 40])
def test_another_target(target: int) -> None:
    rows = GAME.sheet(played(GAME, fresh(target=target), 7))
    assert max(rows[-1].totals) >= target
    assert all(max(row.totals) < target for row in rows[:-1])


@rule("B7.hand_size")
def test_13_cards_each_and_twelve_unseen() -> None:
    deck = next(decks(5))
    state = GAME.deal(fresh(hand_size=13), deck).state
    assert [len(hand) for hand in state.hands] == [13, 13, 13]
    assert (state.turned, state.aside) == (deck[39], deck[40:])
    assert GAME.view(state, 0).aside == 12
    record = GAME.deal_record(finished(GAME, state))
    assert record is not None
    assert record.aside == deck[40:]


@rule("B7.hand_size")
def test_jacks_that_were_not_dealt_do_not_count() -> None:
    jacks = ("JH", "JD", "JS")
    others = [card for card in PACK_52 if card not in jacks]
    state = GAME.deal(fresh(hand_size=13), (*others, *jacks)).state
    (row,) = GAME.sheet(finished(GAME, state))
    assert sum(row.scores) == row.check == 13 - 2


@rule("B7.hand_size", "B6.last_trick")
def test_a_turned_jack_of_the_last_trick_counts_with_13_cards_too() -> None:
    others = [card for card in PACK_52 if card != "JH"]
    deck = (*others[:39], "JH", *others[39:])
    state = GAME.deal(fresh(hand_size=13, turned_jack="last_trick"), deck).state
    (row,) = GAME.sheet(finished(GAME, state))
    assert "JH" in [jack for each in row.detail["jacks"] for jack in each]
    assert sum(row.scores) == row.check


@rule("B7.values")
def test_jacks_may_cost_otherwise() -> None:
    kids = {"jack_values": {"H": 4, "D": 3, "C": 1, "S": 2}}
    assert [points(1, jack, **kids) for jack in ("JH", "JD", "JC", "JS")] == [-3, -2, 0, -1]
    reverse = {"jack_values": {"H": 1, "D": 2, "S": 3, "C": 4}}
    assert [points(1, jack, **reverse) for jack in ("JH", "JD", "JS", "JC")] == [0, -1, -2, -3]


@rule("B7.values")
def test_a_jack_that_is_not_named_costs_what_it_usually_does() -> None:
    assert GAME.resolve({"jack_values": {"H": 9}}, 3).jack_values == JackValues(9, 3, 2, 1)


@rule("B7.values")
@pytest.mark.parametrize(
    "wrong", [{"H": -1}, {"H": 11}, {"X": 1}, {"H": "4"}, [4, 3, 2, 1], 4, None]
)
def test_other_values_are_refused(wrong: object) -> None:
    with pytest.raises(OptionError, match="jack_values: must give H, D, C and S a whole number"):
        GAME.resolve({"jack_values": wrong}, 3)


@rule("B7.all_jacks")
def test_all_four_jacks_may_bring_a_bonus_instead_of_their_cost() -> None:
    assert points(5, "JH JD JC JS", all_jacks_bonus=10) == 15
    assert points(5, "JH JD JC", all_jacks_bonus=10) == -4
    state, _ = scored((5, 12, 0), "JH JD JC JS ||", all_jacks_bonus=10)
    (row,) = GAME.sheet(state)
    assert sum(row.scores) == row.check == 27


@rule("B7.bounds")
@pytest.mark.parametrize(
    ("name", "value", "bounds"),
    [
        ("target", 0, "target: must be a whole number from 1 to 1000"),
        ("hand_size", 15, "hand_size: must be one of 13, 17"),
        (
            "turned_jack",
            "none",
            "turned_jack: must be one of out_of_play, last_trick, no_trump, redeal",
        ),
        ("repeat_trump", "no", "repeat_trump: must be true or false"),
        ("all_jacks_bonus", -1, "all_jacks_bonus: must be a whole number from 0 to 100"),
        ("hook", True, "hook: is not an option"),
    ],
)
def test_an_option_out_of_range_is_named_with_its_bounds(
    name: str, value: object, bounds: str
) -> None:
    with pytest.raises(OptionError) as caught:
        GAME.resolve({name: value}, 3)
    assert str(caught.value).startswith(bounds)
