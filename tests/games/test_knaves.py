"""Knaves, sentence by sentence: `kozyr_games.knaves`.

Covers its modules options, state, rules, scoring and shown.
"""

import random

import pytest
from msgspec.structs import replace

from kozyr_games.knaves import GAME
from kozyr_games.knaves.options import JackValues
from kozyr_games.knaves.scoring import score
from kozyr_games.options import table_options
from kozyr_games.spec import MAX_SHUFFLES, OptionError
from kozyr_protocol.cards import PACK_52
from kozyr_protocol.games.knaves import (
    DealScored,
    Dealt,
    Drawn,
    GameOver,
    Play,
    Played,
    Reason,
    TrickTaken,
)
from kozyr_protocol.record import Ended
from kozyr_testing.knaves_tables import act, dealt, ended, fresh, legal, pack, scored, table
from kozyr_testing.rules import rule
from kozyr_testing.tables import decks, find, finished, played, refused

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


# --- B3: score --------------------------------------------------------------------------------


def points(taken: int, jacks: str = "", **options: object) -> int:
    return score(GAME.resolve(options, 3), taken, tuple(jacks.split()))


@rule("B3.score")
@pytest.mark.parametrize(
    ("jack", "value"), [("", 1), ("JH", -3), ("JD", -2), ("JC", -1), ("JS", 0)]
)
def test_a_trick_counts_1_and_its_jack_costs(jack: str, value: int) -> None:
    assert points(1, jack) == value


@rule("B3.score")
def test_several_jacks_in_one_trick_all_count() -> None:
    state, events = act(table("JC 2H | AC 3H | JH 4H"), "JC", "AC", "JH")
    assert find(events, TrickTaken) == TrickTaken(1, ("JC", "JH"))
    assert GAME.view(state, None).jacks == ((), ("JC", "JH"), ())
    assert points(1, "JC JH") == -5


@rule("B3.score")
def test_totals_may_be_negative() -> None:
    state, _ = scored((15, 2, 0), "| JH JD JC JS |", (0, 3, 0))
    assert GAME.sheet(state)[0].totals == (15, -5, 0)


@rule("B3.sum", "B6.out_of_play")
@pytest.mark.parametrize(
    ("turned", "total"), [("4D", 7), ("JH", 11), ("JD", 10), ("JC", 9), ("JS", 8)]
)
def test_a_deal_adds_up(turned: str, total: int) -> None:
    for seed in range(5):
        (row,) = GAME.sheet(finished(GAME, dealt(turned), random.Random(seed)))
        assert sum(row.scores) == row.check == total


# --- B4: end ----------------------------------------------------------------------------------


@rule("B4.end")
def test_20_points_end_the_game_after_a_deal() -> None:
    assert GAME.outcome(scored((2, 0, 0), "||", (17, 8, 7))[0]) is None
    result = GAME.outcome(scored((2, 0, 0), "||", (18, 8, 7))[0])
    assert result is not None
    assert (result.totals, result.winners, result.ended) == ((20, 8, 7), (0,), Ended.COMPLETE)


@rule("B4.end")
def test_20_in_mid_deal_does_not_end_it() -> None:
    state = replace(table("9C 2C | AC 3C | 4C 5C"), totals=(19, 19, 19))
    state, _ = act(state, "9C", "AC", "4C")
    assert GAME.to_act(state) == (1,)


@rule("B4.highest")
def test_of_several_with_20_the_highest_wins() -> None:
    result = GAME.outcome(ended((21, 23, 20)))
    assert result is not None
    assert result.winners == (1,)


@rule("B4.ties", "B.defects")
def test_equal_totals_share() -> None:
    result = GAME.outcome(ended((20, 4, 20)))
    assert result is not None
    assert result.winners == (0, 2)


@rule("B4.ties", "B.defects")
def test_with_play_on_all_play_until_one_is_alone() -> None:
    state = ended((20, 4, 20), tie_break="play_on")
    assert GAME.outcome(state) is None
    assert GAME.wants_deck(state) == PACK_52
    assert GAME.outcome(ended((20, 4, 21), tie_break="play_on")) is not None


@rule("B4.settlement")
@pytest.mark.parametrize(
    ("options", "paid"),
    [
        ({}, None),
        ({"settlement": "difference"}, None),
        ({"stake": 5}, (10, -5, -5)),
        ({"stake": 5, "settlement": "pot"}, (10, -5, -5)),
        ({"stake": 2, "settlement": "difference"}, (48, -4, -44)),
    ],
)
def test_a_stake_is_settled_by_pot_or_difference(
    options: dict[str, object], paid: tuple[int, ...] | None
) -> None:
    result = GAME.outcome(ended((23, 21, 1), **options))
    assert result is not None
    assert result.settlement == paid


@rule("B4.settlement")
def test_tied_winners_divide_the_pot_and_the_eldest_gets_the_odd_chip() -> None:
    result = GAME.outcome(ended((20, 4, 20), stake=5))
    assert result is not None
    assert result.settlement == (3, -5, 2)


@rule("B4.settlement")
def test_a_stake_needs_a_settlement() -> None:
    with pytest.raises(OptionError, match="settlement: must be pot or difference"):
        GAME.resolve({"stake": 5, "settlement": "none"}, 3)


# --- B5: examples -----------------------------------------------------------------------------


@rule("B5.1")
def test_example_1_six_tricks_with_two_jacks() -> None:
    assert points(6, "JH JS") == 1
    assert points(1, "JS") == 0


@rule("B5.2", "B5.4")
def test_examples_2_and_4_a_deal_of_7() -> None:
    state, events = scored((9, 5, 3), "JC | JH JD | JS")
    (row,) = GAME.sheet(state)
    assert row.scores == (7, -2, 2)
    assert sum(row.scores) == row.check == 7
    assert row.detail == {"tricks": [9, 5, 3], "jacks": [["JC"], ["JH", "JD"], ["JS"]]}
    assert find(events, DealScored).row == row


@rule("B5.3")
def test_example_3_the_jack_of_diamonds_turned() -> None:
    state = dealt("JD")
    assert GAME.view(state, None).trump == "D"
    (row,) = GAME.sheet(finished(GAME, state))
    assert sum(row.scores) == row.check == 10


@rule("B5.5")
def test_example_5_the_extremes() -> None:
    assert points(0) == 0
    assert points(17, "JH JD JC JS") == 7
    assert points(15) == 15
    assert points(16) == 16
    assert points(2, "JH JD JC JS") == -8


@rule("B5.6")
def test_example_6_15_8_7_is_nothing_special() -> None:
    state, _ = scored((1, 0, 0), "||", (14, 8, 7))
    assert GAME.sheet(state)[0].totals == (15, 8, 7)
    assert GAME.outcome(state) is None


@rule("B5.7")
def test_example_7_23_wins() -> None:
    state, _ = scored((5, 5, 7), "| JS | JH JD JC", (18, 17, 3))
    assert GAME.sheet(state)[0].scores == (5, 4, -2)
    result = GAME.outcome(state)
    assert result is not None
    assert (result.totals, result.winners) == ((23, 21, 1), (0,))


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


# --- B8: invariants ---------------------------------------------------------------------------


@rule("B8.sum")
@pytest.mark.parametrize("seed", range(8))
def test_the_sums_of_every_deal_hold(seed: int) -> None:
    for row in GAME.sheet(played(GAME, fresh(), seed)):
        jacks = [jack for each in row.detail["jacks"] for jack in each]
        cost = sum({"H": 4, "D": 3, "C": 2, "S": 1}[jack[1]] for jack in jacks)
        assert sum(row.scores) == row.check == 17 - cost
        assert all(-8 <= each <= 16 for each in row.scores)
        assert sum(row.detail["tricks"]) == 17


@rule("B8.sum")
def test_checks_notice_an_unsound_state() -> None:
    sound = table("9C 2C | AC 3C | 4C 5C", turned="4D", trump="D")
    assert GAME.checks(sound) == ()
    assert GAME.checks(replace(sound, taken=(1, 0, 0))) == ("the tricks taken are those played",)
    assert GAME.checks(replace(sound, jacks=(("JH",), (), ()))) == (
        "what was taken as a jack is one",
    )
    assert GAME.checks(replace(sound, turned="4C")) == (
        "with trumps their suit is that of the turned card",
    )


@rule("B8.length")
def test_a_game_lasts_at_most_9_deals() -> None:
    assert 3 * 19 // 7 + 1 == 9
    for seed in range(20):
        assert len(GAME.sheet(played(GAME, fresh(), seed))) <= 9


# --- timeouts, limits, defects ----------------------------------------------------------------


@rule("B.timeout")
def test_a_late_seat_plays_the_lowest_legal_card() -> None:
    assert GAME.timeout_action(table("TC 3S 3D KC | 2C | 2D"), 0) == Play("3D")
    assert GAME.timeout_action(table("TC 3S KC | 2C | 2D", "9C"), 0) == Play("TC")
    assert GAME.decision(dealt(), 1) == "play"


@rule("B.limit")
def test_the_thousandth_shuffle_is_the_last() -> None:
    for shuffles, over in ((MAX_SHUFFLES - 1, False), (MAX_SHUFFLES, True)):
        state = replace(table("AC | 2C | 3C"), shuffles=shuffles, totals=(4, 9, 8))
        result = GAME.outcome(act(state, "AC", "2C", "3C")[0])
        assert (result is not None) is over
        assert result is None or (result.ended, result.winners) == (Ended.LIMIT, (1,))


@rule("B.limit", "B6.redeal")
def test_a_redeal_may_be_the_last_shuffle() -> None:
    state = replace(fresh(turned_jack="redeal"), shuffles=MAX_SHUFFLES - 1)
    step = GAME.deal(state, pack("JH"))
    assert find(step.events, GameOver).ended is Ended.LIMIT
    assert GAME.wants_deck(step.state) is None


@rule("B.early")
def test_a_game_ended_early_counts_its_finished_deals() -> None:
    state = replace(table("AC 2C | 3C 4C | 5C 6C", stake=1), totals=(1, 9, -3))
    state, _ = act(state, "AC", "3C", "5C")
    standing = GAME.standing(state)
    assert (standing.totals, standing.winners) == ((1, 9, -3), (1,))
    assert standing.settlement == (-1, 2, -1)


@rule("B.defects")
def test_a_deal_begins_with_nothing_left_over_from_the_last() -> None:
    state = finished(GAME, dealt(), random.Random(1))
    state = GAME.deal(state, next(decks(2))).state
    held = [card for hand in state.hands for card in hand]
    assert sorted((*held, state.turned or "")) == sorted(PACK_52)
    assert (state.trick, state.last, state.gone) == ((), (), ())
    assert (state.taken, state.jacks) == ((0, 0, 0), ((), (), ()))


@rule("B.defects")
def test_only_a_card_of_the_own_hand_is_accepted() -> None:
    state = table("2C | 3C | 4C")
    for card in ("3C", "2D", "4D", "ZZ", "", "2c", "X1"):
        assert refused(GAME, state, 0, Play(card)) == "the card is not in the hand"
    assert refused(GAME, state, 1, Play("3C")) == "it is another seat's turn"
    assert refused(GAME, fresh(), 0, Play("2C")) == "no deal is being played"


# --- what is shown, presets -------------------------------------------------------------------


@rule("B.shown")
def test_a_view_holds_the_own_hand_and_numbers_of_the_others() -> None:
    state = table("2C 3C | 4C | 5C")
    assert GAME.view(state, 0).hand == ("2C", "3C")
    assert GAME.view(state, 0).counts == (2, 1, 1)
    assert GAME.view(state, None).hand is None


@rule("B.shown")
def test_all_cards_are_shown_when_the_deal_is_over() -> None:
    deck = next(decks(5))
    state = GAME.deal(fresh(hand_size=13), deck).state
    *_, last = finished(GAME, state).gone
    while last in (card for hand in state.hands for card in hand):
        (seat,) = GAME.to_act(state)
        step = GAME.apply(state, seat, GAME.timeout_action(state, seat))
        state = step.state
    scored = find(step.events, DealScored)
    assert (scored.hands, scored.aside) == (state.dealt, deck[40:])
    assert scored.reason is Reason.PLAYED_OUT


def test_the_result_stays_in_the_view() -> None:
    view = GAME.view(ended((20, 4, 20)), None)
    assert view.result == GameOver((20, 4, 20), (0, 2), None, Ended.COMPLETE)
    assert view.turn is None


def test_a_state_prints_no_card() -> None:
    assert repr(dealt()) == "<Knaves: deal 1, play>"


@rule("B.presets")
def test_presets() -> None:
    seed = table_options(GAME, None, {}, 3)
    assert (seed.target, seed.hand_size, seed.turned_jack) == (20, 17, "out_of_play")
    assert (seed.repeat_trump, seed.all_jacks_bonus) == (True, 0)
    assert seed.jack_values == JackValues(4, 3, 2, 1)
    assert table_options(GAME, "knaves/seed", {}, 3) == seed
    assert table_options(GAME, "knaves/no_repeat", {}, 3) == replace(seed, repeat_trump=False)
    assert table_options(GAME, "knaves/to_21", {}, 3) == replace(seed, target=21)
