"""Twenty-Nine, sentence by sentence: `kozyr_games.twenty_nine`.

Covers its modules options, state, rules, scoring and shown.
"""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kozyr_games.options import table_options
from kozyr_games.spec import MAX_SHUFFLES, IllegalActionError, OptionError
from kozyr_games.twenty_nine import GAME
from kozyr_games.twenty_nine.state import VALUES, Phase, State
from kozyr_protocol.cards import PACK_52, Card
from kozyr_protocol.games.twenty_nine import (
    DealScored,
    Drawn,
    Event,
    GameOver,
    Laid,
    Pass,
    Passed,
    PileTaken,
    Play,
    Played,
    Reason,
)
from kozyr_protocol.record import Ended
from kozyr_testing.rules import rule


def fresh(seats: int = 4, **options: object) -> State:
    """A game before its first shuffle, without a draw unless one is asked for."""
    return GAME.setup(GAME.resolve({"draw": "off"} | options, seats), seats)


def dealt(seats: int = 4, deck: tuple[Card, ...] = PACK_52, **options: object) -> State:
    """The first deal; seat 0 deals."""
    return GAME.deal(fresh(seats, **options), deck).state


def table(hands: str, pile: str = "", **options: object) -> State:
    """A deal in play: hands like `6C 2D | | TH`, a pile like `TC 9D`; seat 0 is on turn."""
    held = tuple(tuple(hand.split()) for hand in hands.split("|"))
    laid = tuple(Laid(0, card) for card in pile.split())
    total = sum(VALUES[each.card] for each in laid)
    return replace(
        fresh(len(held), **options),
        phase=Phase.PLAY,
        shuffles=1,
        deal=1,
        dealt=held,
        hands=held,
        pile=laid,
        total=total,
    )


def play(state: State, *cards: Card) -> tuple[State, tuple[Event, ...]]:
    """Each card played by whom it is the turn of (`-` is a pass): the state, the last events."""
    events: tuple[Event, ...] = ()
    for card in cards:
        (seat,) = GAME.to_act(state)
        step = GAME.apply(state, seat, Pass() if card == "-" else Play(card))
        state, events = step.state, step.events
    return state, events


def find(events: tuple[Event, ...], kind: type[Any]) -> Any:
    (found,) = (event for event in events if isinstance(event, kind))
    return found


def refused(state: State, seat: int, card: Card) -> str:
    with pytest.raises(IllegalActionError) as caught:
        GAME.apply(state, seat, Pass() if card == "-" else Play(card))
    return caught.value.reason


def legal(state: State, seat: int) -> str:
    return " ".join(
        action.card if isinstance(action, Play) else "-"
        for action in GAME.legal_actions(state, seat)
    )


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
    for deck in _decks(1):
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


# --- F3: score and end ------------------------------------------------------------------------


def finished(state: State, rng: random.Random | None = None) -> State:
    """The deal played to its end, by the timeout's action or at random."""
    while acting := GAME.to_act(state):
        (seat,) = acting
        legal = GAME.legal_actions(state, seat)
        action = rng.choice(legal) if rng else GAME.timeout_action(state, seat)
        state = GAME.apply(state, seat, action).state
    return state


def _decks(seed: int) -> Iterator[tuple[Card, ...]]:
    rng = random.Random(seed)
    while True:
        yield tuple(rng.sample(PACK_52, 52))


def played(state: State, seed: int = 29) -> State:
    """The game played to its end."""
    for deck in _decks(seed):
        if GAME.wants_deck(state) is None:
            return state
        state = finished(GAME.deal(state, deck).state, random.Random(seed))
    raise AssertionError


def ended(totals: tuple[int, ...], **options: object) -> State:
    """The last card of a deal that adds nothing to these totals, for seats that play alone."""
    state = table("2C" + " |" * (len(totals) - 1), "", **({"length": "single"} | options))
    return play(replace(state, totals=totals), "2C")[0]


@rule("F3.cards")
def test_a_point_for_each_card_won() -> None:
    state, _ = play(table("9C | | ", "TD TH", length="single"), "9C")
    assert GAME.sheet(state)[0].scores == (3, 0, 0)


@rule("F3.pool")
def test_partners_pool() -> None:
    state = table("9C | | | 9D", "TD TH", partners=True, stuck="pass")
    state = replace(state, won=((), (), ("2C",), ()), piles=(0, 0, 1, 0))
    state, _ = play(state, "9C", "9D")
    assert GAME.sheet(state)[0].scores == (4, 0, 4, 0)
    assert GAME.sheet(state)[0].detail == {"piles": [1, 0, 1, 0]}


@rule("F3.piles")
def test_score_by_piles() -> None:
    state, _ = play(table("9C | | ", "TD TH", length="single", score_by="piles"), "9C")
    assert GAME.sheet(state)[0].scores == (1, 0, 0)


@rule("F3.rounds")
@pytest.mark.parametrize(("seats", "rounds"), [(3, 1), (4, 1), (5, 2)])
def test_in_a_round_each_player_deals_once(seats: int, rounds: int) -> None:
    assert len(GAME.sheet(played(fresh(seats, rounds=rounds)))) == seats * rounds


@rule("F3.rounds")
def test_totals_add_up() -> None:
    state = played(fresh(3))
    scores = [row.scores for row in GAME.sheet(state)]
    result = GAME.outcome(state)
    assert result is not None
    assert result.totals == tuple(map(sum, zip(*scores, strict=True)))


@rule("F3.single")
def test_a_single_deal() -> None:
    assert len(GAME.sheet(played(fresh(5, length="single")))) == 1


@rule("F3.target")
@pytest.mark.parametrize("target", [50, 100])
def test_a_target_ends_the_game_after_a_deal(target: int) -> None:
    rows = GAME.sheet(played(fresh(4, length="target", target=target)))
    assert max(rows[-1].totals) >= target
    assert all(max(row.totals) < target for row in rows[:-1])


@rule("F3.target")
def test_the_usual_target_is_50() -> None:
    assert GAME.resolve({}, 4).target == 50


@rule("F3.ties")
def test_ties_are_shared() -> None:
    result = GAME.outcome(ended((7, 3, 7)))
    assert result is not None
    assert result.winners == (0, 2)


@rule("F3.ties")
def test_play_on_deals_until_one_is_ahead() -> None:
    state = ended((7, 3, 7), tie_break="play_on")
    assert GAME.outcome(state) is None
    assert GAME.wants_deck(state) == PACK_52
    assert GAME.outcome(ended((7, 3, 6), tie_break="play_on")) is not None


@rule("F3.ties")
def test_play_on_with_partners_asks_for_one_side_ahead() -> None:
    partners = {"tie_break": "play_on", "partners": True}
    assert GAME.outcome(ended((7, 7, 7, 7), **partners)) is None
    result = GAME.outcome(ended((7, 3, 7, 3), **partners))
    assert result is not None
    assert result.winners == (0, 2)


@rule("F3.limit")
def test_the_thousandth_shuffle_is_the_last() -> None:
    state = table("2C | | ", length="target", target=1_000)
    goes_on, _ = play(replace(state, shuffles=MAX_SHUFFLES - 1, totals=(4, 9, 9)), "2C")
    assert GAME.outcome(goes_on) is None
    over, _ = play(replace(state, shuffles=MAX_SHUFFLES, totals=(4, 9, 9)), "2C")
    result = GAME.outcome(over)
    assert result is not None
    assert (result.ended, result.winners) == (Ended.LIMIT, (1, 2))


@rule("F3.stake")
def test_without_a_stake_nothing_is_settled() -> None:
    result = GAME.outcome(ended((7, 3, 5)))
    assert result is not None
    assert result.settlement is None


@rule("F3.stake")
def test_the_winner_takes_the_pot() -> None:
    result = GAME.outcome(ended((7, 3, 5), stake=10))
    assert result is not None
    assert result.settlement == (20, -10, -10)


@rule("F3.stake")
def test_tied_winners_divide_the_pot_and_the_eldest_hand_gets_the_odd_chip() -> None:
    # Seat 0 dealt, so that seat 1 is eldest: of seats 0 and 2 the latter comes first.
    result = GAME.outcome(ended((7, 3, 7), stake=5))
    assert result is not None
    assert result.settlement == (2, -5, 3)


@rule("F3.stake")
def test_the_winning_side_divides_the_pot() -> None:
    result = GAME.outcome(ended((7, 3, 7, 3), stake=10, partners=True))
    assert result is not None
    assert result.settlement == (10, -10, 10, -10)


@rule("F3.early")
def test_a_game_ended_early_counts_its_finished_deals() -> None:
    state = table("9C 2C | | ", "TD TH", stake=1)
    state, _ = play(replace(state, totals=(1, 5, 2)), "9C")
    standing = GAME.standing(state)
    assert (standing.totals, standing.winners) == ((1, 5, 2), (1,))
    assert standing.settlement == (-1, 2, -1)


def test_the_end_is_an_event() -> None:
    _, events = play(table("2C | | ", length="single"), "2C")
    assert find(events, GameOver) == GameOver((0, 0, 0), (0, 1, 2), None, Ended.COMPLETE)


# --- F4: examples -----------------------------------------------------------------------------


@rule("F4.1")
def test_example_1_the_fifth_player_takes_five_cards() -> None:
    state = table("6C AC | 2C AD | 7C AH | TC AS | 4C JC | TD JD")
    totals = []
    for card in ("6C", "2C", "7C", "TC", "4C"):
        state, events = play(state, card)
        totals.append(find(events, Played).total)
    assert totals == [6, 8, 15, 25, 29]
    assert find(events, PileTaken) == PileTaken(4, 5)
    assert GAME.to_act(state) == (5,)
    assert state.total == 0


@rule("F4.1")
def test_example_1_a_stuck_fifth_player_ends_the_deal_with_four_cards_unclaimed() -> None:
    state = table("6C AC | 2C AD | 7C AH | TC AS | 5C JC | TD JD", stuck="end")
    state = replace(state, hands=(*state.hands[:4], ("5C", "8C"), state.hands[5]))
    state, events = play(state, "6C", "2C", "7C", "TC")
    scored = find(events, DealScored)
    assert (scored.reason, scored.seat) == (Reason.STUCK, 4)
    assert sum(scored.row.scores) == 0


@rule("F4.2")
def test_example_2_the_shortest_pile_has_three_cards_and_the_longest_21() -> None:
    values = sorted(VALUES.values())
    longest = next(n for n in range(1, 53) if sum(values[:n]) > 29) - 1
    assert values[:16] == [1] * 16
    assert sum([*values[:16], 2, 2, 2, 3, 4]) == 29
    assert longest == 21
    assert sum(values[-2:]) < 29 <= sum(values[-3:])


@rule("F4.3")
def test_example_3_at_28_only_ace_and_court_fit() -> None:
    hand = " ".join(f"{rank}C" for rank in "23456789TJQKA")
    assert legal(table(f"{hand} | AD | AH", "TD TH 8H"), 0) == "JC QC KC AC"


@rule("F4.3")
def test_example_3_at_19_every_card_fits_and_at_20_not() -> None:
    assert legal(table("TC | AD | AH", "TD 9H"), 0) == "TC"
    assert legal(table("TC | AD | AH", "TD TH", stuck="pass"), 0) == "-"


@rule("F4.4")
def test_example_4_partners_with_piles_of_5_4_6_against_7_3_have_15_to_10() -> None:
    state = table("2C | | | ", partners=True)
    cards = iter(PACK_52)

    def pile(*sizes: int) -> tuple[Card, ...]:
        return tuple(next(cards) for size in sizes for _ in range(size))

    state = replace(state, won=(pile(5, 4), pile(7), pile(6), pile(3)), piles=(2, 1, 1, 1))
    state, _ = play(state, "2C")
    assert GAME.sheet(state)[0].scores == (15, 10, 15, 10)


@rule("F4.5")
@pytest.mark.parametrize(
    ("seats", "stuck", "mean"),
    [(4, "end", 4.1), (4, "pass", 5.9), (7, "end", 2.9), (7, "pass", 5.9)],
)
def test_example_5_end_makes_deals_of_many_players_short(
    seats: int, stuck: str, mean: float
) -> None:
    rng, decks, piles = random.Random(5), _decks(5), 0
    for _ in range(400):
        state = dealt(seats, next(decks), stuck=stuck, partners=False, length="single")
        piles += sum(finished(state, rng).piles)
    assert piles / 400 == pytest.approx(mean, abs=0.35)


# --- F5, F6 -----------------------------------------------------------------------------------


@rule("F6.sums")
def test_all_hands_empty_means_eight_piles_and_an_empty_table() -> None:
    found = 0
    for deck in _decks(6):
        state = finished(dealt(3, deck, stuck="pass", length="single"), random.Random(found))
        (row,) = GAME.sheet(state)
        assert (row.check == 52) == (sum(row.detail["piles"]) == 8) == (sum(row.scores) == 52)
        found += row.check is not None
        if found == 5:
            return


@rule("F6.sums")
def test_with_cards_aside_no_sum_is_fixed() -> None:
    state = replace(table("2C | | "), aside=("3C",))
    assert GAME.sheet(play(state, "2C")[0])[0].check is None


@rule("F6.sums")
@pytest.mark.parametrize(
    ("options", "check"),
    [
        ({}, 52),
        ({"score_by": "piles"}, 8),
        ({"partners": True}, 104),
        ({"partners": True, "score_by": "piles"}, 16),
    ],
)
def test_the_sum_of_a_deal_played_out(options: dict[str, object], check: int) -> None:
    state = table("2C | | | ", "", **({"partners": False} | options))
    assert GAME.sheet(play(state, "2C")[0])[0].check == check


@rule("F6.sums")
def test_checks_notice_an_unsound_state() -> None:
    sound = table("2C | AD | AH", "TC TD", stuck="end")
    assert GAME.checks(sound) == ()
    assert GAME.checks(replace(sound, total=7)) == ("the total is that of the pile",)
    assert GAME.checks(replace(sound, piles=(1, 0, 0))) == ("each pile taken adds up to 29",)
    assert GAME.checks(replace(sound, turn=0, hands=((), ("AD",), ())))[0].startswith("the seat")


# --- the timeout ------------------------------------------------------------------------------


@rule("F.timeout")
def test_the_timeout_plays_the_lowest_card_that_fits() -> None:
    assert GAME.timeout_action(table("TC 3S 3D KC | 2C | 2D"), 0) == Play("3D")
    assert GAME.timeout_action(table("TC KC AS | 2C | 2D"), 0) == Play("AS")
    assert GAME.timeout_action(table("9C KC | 2C | 2D", "TH TS 2H"), 0) == Play("KC")


# --- public defects of other programs ---------------------------------------------------------


@rule("F.defects")
def test_a_deal_begins_with_nothing_left_over_from_the_last() -> None:
    state = finished(dealt(5, next(_decks(1))), random.Random(1))
    state = GAME.deal(state, next(_decks(2))).state
    assert sorted(card for hand in state.hands for card in hand) == sorted(PACK_52)
    assert (state.total, state.passes, state.pile, state.piles) == (0, 0, (), (0,) * 5)
    assert state.won == ((),) * 5


@rule("F.defects")
def test_nobody_can_count_past_29() -> None:
    state = table("TC | TD | AH", "TH TS", stuck="pass")
    assert refused(state, 0, "TC") == "the total would pass 29"
    assert state.total == 20


@rule("F.defects")
def test_the_right_player_starts_the_second_count_with_hands_of_unequal_length() -> None:
    state, _ = play(table("9C | | 2D 3D | 2H", "TD TH"), "9C")
    assert GAME.to_act(state) == (2,)
    state, _ = play(state, "2D", "2H")
    assert GAME.to_act(state) == (2,)


@rule("F.defects")
def test_the_game_goes_on_while_the_top_is_tied() -> None:
    for tie_break, over in (("share", True), ("play_on", False)):
        state = ended((9, 9, 2), tie_break=tie_break)
        assert (GAME.outcome(state) is not None) is over


@rule("F.defects")
def test_only_a_card_of_the_own_hand_is_accepted() -> None:
    state = table("2C | 3C | 4C")
    for card in ("3C", "2D", "ZZ", "", "2c", "X1"):
        assert refused(state, 0, card) == "the card is not in the hand"
    assert refused(state, 1, "3C") == "it is another seat's turn"
    assert refused(fresh(3), 0, "2C") == "no deal is being played"


# --- what is shown ----------------------------------------------------------------------------


@rule("F.shown")
def test_a_view_holds_the_own_hand_and_numbers_of_the_others() -> None:
    state = table("2C 3C | 4C | 5C")
    assert GAME.view(state, 0).hand == ("2C", "3C")
    assert GAME.view(state, 0).counts == (2, 1, 1)
    assert GAME.view(state, None).hand is None


@rule("F.shown")
def test_all_cards_are_shown_when_the_deal_is_over() -> None:
    state, events = play(table("8C AC | 9D TD | AH", "TC TH", stuck="end"), "8C")
    assert find(events, DealScored).hands == (("8C", "AC"), ("9D", "TD"), ("AH",))
    assert GAME.view(state, 0).hand == ()
    assert GAME.view(state, 0).counts == (0, 0, 0)


def test_the_result_stays_in_the_view() -> None:
    view = GAME.view(ended((7, 3, 7)), None)
    assert view.result == GameOver((7, 3, 7), (0, 2), None, Ended.COMPLETE)
    assert view.turn is None


def test_the_dealer_is_not_known_before_the_draw() -> None:
    state = fresh(3, draw="dealer")
    assert GAME.view(state, 0).dealer is None
    assert GAME.view(fresh(3), 0).dealer == 0


def test_a_state_prints_no_card() -> None:
    assert repr(dealt(4)) == "<Twenty-Nine: deal 1, play>"


def test_a_state_is_small() -> None:
    assert len(msgspec.msgpack.encode(dealt(4))) < 700


# --- presets ----------------------------------------------------------------------------------


@rule("F.presets")
@pytest.mark.parametrize(
    ("preset", "seats", "partners", "stuck"),
    [
        (None, 4, True, "end"),
        (None, 5, False, "pass"),
        ("twenty_nine/partners", 4, True, "end"),
        ("twenty_nine/solo", 4, False, "pass"),
        ("twenty_nine/solo", 8, False, "pass"),
        ("twenty_nine/strict", 3, False, "end"),
    ],
)
def test_presets(preset: str | None, seats: int, partners: bool, stuck: str) -> None:
    options = table_options(GAME, preset, {}, seats)
    assert (options.partners, options.stuck) == (partners, stuck)


@rule("F.presets")
def test_partners_are_four() -> None:
    with pytest.raises(OptionError, match="seats: must be from 4 to 4"):
        table_options(GAME, "twenty_nine/partners", {}, 5)
