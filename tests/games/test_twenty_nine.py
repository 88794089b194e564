"""Twenty-Nine, sentence by sentence: `kozyr_games.twenty_nine`.

Covers its modules options, state and rules; scoring is in `test_twenty_nine_scoring.py`, shown and
what must always hold in `test_twenty_nine_checks.py`.
"""

import pytest

from kozyr_games.spec import OptionError
from kozyr_games.twenty_nine import GAME
from kozyr_games.twenty_nine.state import VALUES
from kozyr_protocol.cards import PACK_52
from kozyr_protocol.games.twenty_nine import (
    DealScored,
    Drawn,
    Pass,
    Passed,
    PileTaken,
    Played,
    Reason,
)
from kozyr_testing.rules import rule
from kozyr_testing.tables import decks, find
from kozyr_testing.twenty_nine_tables import dealt, finished, fresh, legal, play, refused, table

# --- F1: setup --------------------------------------------------------------------------------


@rule("F1.seats")
@pytest.mark.parametrize("seats", range(3, 9))
def test_three_to_eight_play(seats: int) -> None:
    assert GAME.to_act(dealt(seats)) == (1,)


@rule("F1.seats")
@pytest.mark.parametrize("seats", [0, 1, 2, 9, 52])
def test_fewer_or_more_do_not(seats: int) -> None:
    with pytest.raises(OptionError, match="seats: must be from 3 to 8"):
        GAME.resolve({}, seats)


@rule("F1.values")
def test_ace_and_court_count_one_and_others_their_face() -> None:
    assert [VALUES[rank + "H"] for rank in "A23456789TJQK"] == [1, *range(2, 11), 1, 1, 1]


@rule("F1.values")
def test_the_pack_adds_up_to_eight_times_29() -> None:
    assert sum(VALUES.values()) == 232 == 8 * 29


@rule("F1.partners")
def test_four_are_partners_across_the_table() -> None:
    assert GAME.resolve({}, 4).partners
    state, _ = play(table("9C | TC | TD | 2H"), "9C", "TC", "TD", "2H")
    assert GAME.sheet(state)[0].scores == (3, 0, 3, 0)


@rule("F1.partners")
@pytest.mark.parametrize("seats", [3, 5, 6, 7, 8])
def test_others_play_alone(seats: int) -> None:
    assert not GAME.resolve({}, seats).partners
    with pytest.raises(OptionError, match="partners: is for 4 seats only"):
        GAME.resolve({"partners": True}, seats)


@rule("F1.partners")
def test_four_may_play_alone() -> None:
    state, _ = play(table("9C | TC | TD | 2H", partners=False, stuck="end"), "9C", "TC", "TD", "2H")
    assert GAME.sheet(state)[0].scores == (0, 0, 3, 0)


@rule("F1.draw")
def test_highest_card_of_the_draw_deals_first_king_high_ace_low() -> None:
    state = fresh(5, draw="dealer")
    assert GAME.wants_deck(state) == ("9S", "TS", "JS", "QS", "KS")
    step = GAME.deal(state, ("9S", "KS", "TS", "QS", "JS"))
    assert step.state.dealer == 1
    assert step.draw == ("9S", "KS", "TS", "QS", "JS")
    assert step.order is None
    assert find(step.events, Drawn).dealer == 1
    assert GAME.deal_record(step.state) is None


@rule("F1.draw")
def test_no_ace_is_in_the_draw_of_any_table() -> None:
    for seats in range(3, 9):
        assert "AS" not in (GAME.wants_deck(fresh(seats, draw="dealer")) or ())


@rule("F1.draw")
def test_in_a_draw_for_seats_the_others_follow_the_dealer_by_rank() -> None:
    step = GAME.deal(fresh(4, draw="seats"), ("JS", "TS", "KS", "QS"))
    assert step.state.dealer == 2
    assert step.order == (0, 1, 2, 3)
    step = GAME.deal(fresh(4, draw="seats"), ("KS", "TS", "JS", "QS"))
    assert step.order == (0, 3, 2, 1)


@rule("F1.draw")
def test_without_a_draw_seat_0_deals_first() -> None:
    assert GAME.wants_deck(fresh()) == PACK_52
    assert dealt().dealer == 0


@rule("F1.dealer")
def test_the_deal_passes_to_the_left() -> None:
    state, dealers = fresh(3, rounds=2), []
    for deck in decks(1):
        state = finished(GAME.deal(state, deck).state)
        dealers.append(GAME.sheet(state)[-1].dealer)
        if GAME.outcome(state) is not None:
            break
    assert dealers == [0, 1, 2, 0, 1, 2]


@rule("F1.deal")
def test_cards_are_dealt_one_at_a_time_eldest_first() -> None:
    state = dealt(4)
    assert state.dealt[1][:3] == (PACK_52[0], PACK_52[4], PACK_52[8])
    assert state.dealt[0][-1] == PACK_52[-1]


@rule("F1.deal")
@pytest.mark.parametrize(
    ("seats", "counts"),
    [
        (3, [18, 17, 17]),
        (4, [13] * 4),
        (5, [11] * 2 + [10] * 3),
        (6, [9] * 4 + [8] * 2),
        (7, [8] * 3 + [7] * 4),
        (8, [7] * 4 + [6] * 4),
    ],
)
def test_first_players_get_one_card_more(seats: int, counts: list[int]) -> None:
    state = dealt(seats)
    assert [len(state.hands[(1 + i) % seats]) for i in range(seats)] == counts


@rule("F1.set_aside")
@pytest.mark.parametrize(("seats", "aside"), [(3, 1), (4, 0), (5, 2), (6, 4), (7, 3), (8, 4)])
def test_set_aside_makes_hands_equal(seats: int, aside: int) -> None:
    state = dealt(seats, set_aside=True)
    assert state.aside == PACK_52[52 - aside :]
    assert len({len(hand) for hand in state.hands}) == 1
    assert GAME.view(state, 0).aside == aside
    record = GAME.deal_record(finished(state))
    assert record is not None
    assert record.aside == state.aside


# --- F2: play ---------------------------------------------------------------------------------


@rule("F2.begin")
def test_eldest_begins_with_any_card() -> None:
    state = dealt(4)
    assert GAME.to_act(state) == (1,)
    assert len(GAME.legal_actions(state, 1)) == 13


@rule("F2.add")
def test_each_adds_a_card_in_turn_and_the_total_is_announced() -> None:
    state, events = play(table("6C AC | 2D AD | 7H AH"), "6C", "2D", "7H")
    assert events == (Played(2, "7H", 15, 0),)
    assert GAME.view(state, None).total == 15


@rule("F2.suits")
def test_there_is_no_suit_rule() -> None:
    assert legal(table("2C 2D 2H 2S | AC | AD", "3H"), 0) == "2C 2D 2H 2S"


@rule("F2.limit")
def test_the_total_never_passes_29() -> None:
    state = table("9C TC | AC | AD", "TD TH")
    assert legal(state, 0) == "9C"
    assert refused(state, 0, "TC") == "the total would pass 29"


@rule("F2.must")
def test_who_can_play_must_play() -> None:
    state = table("9C TC | AC | AD", "TD TH", stuck="pass")
    assert refused(state, 0, "-") == "who can play must play"


@rule("F2.take")
def test_exactly_29_takes_the_pile() -> None:
    state, events = play(table("9C 2C | AC | AD", "TD TH"), "9C")
    assert find(events, PileTaken) == PileTaken(0, 3)
    assert GAME.view(state, None).won == (3, 0, 0)
    assert GAME.view(state, None).piles == (1, 0, 0)


@rule("F2.next")
def test_the_player_at_the_left_of_the_taker_starts_from_0() -> None:
    state, _ = play(table("9C 2C | TC AC | AD", "TD TH"), "9C")
    assert GAME.to_act(state) == (1,)
    assert state.total == 0
    assert state.pile == ()
    assert legal(state, 1) == "TC AC"


@rule("F2.skip")
def test_players_without_cards_are_skipped() -> None:
    state, events = play(table("2C 3C | | | 4D"), "2C")
    assert GAME.to_act(state) == (3,)
    assert find(events, Played).turn == 3


@rule("F2.next")
def test_a_taker_whose_left_neighbour_is_out_gives_the_turn_to_the_next() -> None:
    state, _ = play(table("9C 2C | | 5D", "TD TH"), "9C")
    assert GAME.to_act(state) == (2,)


@rule("F2.skip")
def test_the_last_holder_plays_on_alone() -> None:
    state, _ = play(table("2C 3C | | "), "2C")
    assert GAME.to_act(state) == (0,)


@rule("F2.stuck_end")
def test_stuck_end_ends_the_deal_at_once_without_an_action() -> None:
    state, events = play(table("8C AC | 9D TD | AH", "TC TH", stuck="end"), "8C")
    scored = find(events, DealScored)
    assert (scored.reason, scored.seat) == (Reason.STUCK, 1)
    assert find(events, Played).turn is None
    assert GAME.to_act(state) == ()


@rule("F2.stuck_end")
def test_what_lies_and_what_is_held_then_counts_for_nobody() -> None:
    state, _ = play(table("8C AC | 9D TD | AH", "TC TH", stuck="end"), "8C")
    assert GAME.sheet(state)[0].scores == (0, 0, 0)


@rule("F2.stuck_end")
def test_stuck_end_knows_no_pass() -> None:
    assert refused(table("8C | TD | AH", stuck="end"), 0, "-") == "this table does not pass"


@rule("F2.stuck_pass")
def test_stuck_pass_is_an_action() -> None:
    state, _ = play(table("8C AC | 9D TD | AH", "TC TH", stuck="pass"), "8C")
    assert legal(state, 1) == "-"
    assert GAME.timeout_action(state, 1) == Pass()
    state, events = play(state, "-")
    assert events == (Passed(1, 2),)
    assert GAME.view(state, 1).passes == 1


@rule("F2.stuck_pass")
def test_passing_ends_the_deal_when_all_holders_have_passed_the_last_to_play_included() -> None:
    state, events = play(table("8C 9C | 9D | TH | ", "TC TH", stuck="pass"), "8C", "-", "-")
    assert find(events, Passed) == Passed(2, 0)
    state, events = play(state, "-")
    assert find(events, DealScored).reason is Reason.PASSED
    assert find(events, Passed) == Passed(0, None)


@rule("F2.stuck_pass")
def test_a_play_resets_the_count_of_passes() -> None:
    state, _ = play(table("7C 9C | 9D | AH 9H", "TC TH", stuck="pass"), "7C", "-", "AH")
    assert state.passes == 0
    state, events = play(state, "-", "-")
    assert GAME.to_act(state) == (2,)
    _, events = play(state, "-")
    assert find(events, DealScored).reason is Reason.PASSED


@rule("F2.stuck_pass")
def test_a_last_to_play_without_cards_need_not_pass() -> None:
    _, events = play(table("8C | 9D | TH", "TC TH", stuck="pass"), "8C", "-", "-")
    assert find(events, DealScored).reason is Reason.PASSED


@rule("F2.stuck_usual")
@pytest.mark.parametrize(
    ("seats", "given", "stuck"),
    [
        (4, {}, "end"),
        (4, {"partners": False}, "pass"),
        (3, {}, "pass"),
        (8, {}, "pass"),
        (4, {"stuck": "pass"}, "pass"),
        (5, {"stuck": "end"}, "end"),
    ],
)
def test_end_is_usual_with_partners_and_pass_alone(
    seats: int, given: dict[str, object], stuck: str
) -> None:
    assert GAME.resolve(given, seats).stuck == stuck


@rule("F2.empty")
def test_a_deal_ends_when_all_hands_are_empty() -> None:
    _, events = play(table("2C | | "), "2C")
    scored = find(events, DealScored)
    assert (scored.reason, scored.seat) == (Reason.PLAYED_OUT, None)
