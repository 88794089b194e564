"""Scores of Gin Rummy: hands, games, the settlement, and the worked examples.

Covers `kozyr_games.gin_rummy`, its modules scoring and ending.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from kozyr_games.gin_rummy import GAME, melds, scoring
from kozyr_games.gin_rummy.state import State
from kozyr_games.spec import MAX_SHUFFLES, Outcome
from kozyr_protocol.cards import PACK_52
from kozyr_protocol.games.gin_rummy import (
    DealScored,
    Discard,
    GameOver,
    Kind,
    Knock,
    Knocked,
    Reason,
    Settled,
    Tally,
)
from kozyr_protocol.record import Ended
from kozyr_testing.gin import detail, find, fresh, knock_cards, legal, play, refusal, scores, table
from kozyr_testing.rules import rule

# 26 points for seat 0 by a knock.
KNOCKER = "4H 5H 6H QC QD QS 9S TS JS 3D KH"
KNOCK = "knock KH: QC QD QS | 4H 5H 6H | 9S TS JS"
ANSWER = "2C 2D 2H 7H 8H KC 9D 5C AS 4C"

# Gin of seat 0 of which the opponent has everything melded or laid off: 20 points.
GIN = "4H 5H 6H 7H QC QD QS 8C 8D 8S AS"
SHOWN = "4H 5H 6H 7H | QC QD QS | 8C 8D 8S"
ALL_GOES = "3H 2H 8H QH KC KD KH TC TD TH"

VOID = ("AC 3C 5C 7D 9D JD 2S 4S 6S KH QH", "2C 4C 6C 8D TD QD 3S 5S 8H JH")


def won(state: State, *hands: tuple[int, int], doubled: bool = False) -> State:
    """The state after hands won: each a seat and the points before doubling."""
    for seat, points in hands:
        state = scoring.scored(replace(state, doubled=doubled), seat, points)
    return state


def outcome(state: State) -> Outcome:
    """The result of a game whose points are these."""
    return scoring.standing(state)


def result(state: State) -> tuple[int, ...]:
    settlement = outcome(state).settlement
    assert settlement is not None
    return settlement


def all_melded(knock: Knock) -> bool:
    return sum(map(len, knock.melds)) >= 10


# --- E3: the score of a hand ------------------------------------------------------------------


@rule("E3.knock")
def test_a_knocker_with_less_deadwood_scores_the_difference() -> None:
    assert scoring.hand_score(fresh().options, Kind.KNOCK, 3, 29) == (Reason.KNOCK, 26)
    assert scoring.hand_score(fresh().options, Kind.KNOCK, 9, 10) == (Reason.KNOCK, 1)


@rule("E3.gin")
def test_gin_scores_20_and_the_opponents_deadwood() -> None:
    assert scoring.hand_score(fresh().options, Kind.GIN, 0, 11) == (Reason.GIN, 31)


@rule("E3.gin_zero")
def test_gin_is_never_undercut() -> None:
    assert scoring.hand_score(fresh().options, Kind.GIN, 0, 0) == (Reason.GIN, 20)


@rule("E3.undercut")
def test_an_opponent_with_less_scores_the_difference_and_the_undercut() -> None:
    assert scoring.hand_score(fresh().options, Kind.KNOCK, 9, 6) == (Reason.UNDERCUT, 13)
    assert scoring.hand_score(fresh().options, Kind.KNOCK, 10, 0) == (Reason.UNDERCUT, 20)


@rule("E3.box", "E7.boxes")
def test_the_winner_of_a_hand_gets_a_box() -> None:
    state = won(fresh(), (0, 26), (1, 13), (0, 5))
    assert state.games == (Tally((31, 13), (2, 1), over=False),)
    void, _ = play(table(*VOID, left=2), "-AC")
    assert void.games[0].boxes == (0, 0)


# --- E5: worked examples ----------------------------------------------------------------------


@rule("E5.1", "E4.result")
def test_example_1_eight_hands_are_worth_178() -> None:
    bob, bill = 0, 1
    state = won(
        table(GIN, ALL_GOES), (bob, 20), (bob, 28), (bill, 26), (bill, 22), (bob, 20), (bob, 20)
    )
    state = won(state, (bill, 22))
    assert state.games[0].points == (88, 70)
    state, events = play(state, f"knock AS: {SHOWN}")
    assert scores(state) == (20, 0)
    (game,) = find(events, GameOver).games
    assert (game.points, game.boxes, game.bonus) == (38, 40, 100)
    assert game.result == 178
    assert find(events, GameOver).settlement == (178, -178)
    assert GAME.outcome(state) is not None
    assert result(state) == (178, -178)


@rule("E5.2")
def test_example_2_two_lay_offs_leave_29_and_26_are_scored() -> None:
    state, events = play(table(KNOCKER, ANSWER), KNOCK)
    assert detail(state) == {"knocker": 0, "knocker_deadwood": 3, "opponent_deadwood": 29}
    assert scores(state) == (26, 0)
    assert find(events, DealScored).reason is Reason.KNOCK
    assert state.shown is not None
    assert state.shown.laid_off == ("7H", "8H")


@rule("E5.3", "E6.undercut")
@pytest.mark.parametrize(("undercut", "score"), [(10, 13), (20, 23), (25, 28)])
def test_example_3_an_undercut(undercut: int, score: int) -> None:
    state = table(
        "4H 5H 6H QC QD QS 8C 8D 8S 9D JS", "3H 7H 2S 2C 2D KC KD KH AC 5C", undercut=undercut
    )
    state, events = play(state, "knock JS: 4H 5H 6H | QC QD QS | 8C 8D 8S")
    assert scores(state) == (0, score)
    assert detail(state)["opponent_deadwood"] == 6
    assert find(events, DealScored).reason is Reason.UNDERCUT


@rule("E5.4", "E3.equal")
def test_example_4_equal_deadwood_is_an_undercut() -> None:
    assert scoring.hand_score(fresh().options, Kind.KNOCK, 5, 5) == (Reason.UNDERCUT, 10)
    state = table("AH 2H 3H QC QD QS 8C 8D 8S 5D JS", "9H TH JH 2S 2C 2D KC KD KH 5C")
    state, _ = play(state, "knock JS: AH 2H 3H | QC QD QS | 8C 8D 8S")
    assert scores(state) == (0, 10)


@rule("E5.5", "E2.lay_off_gin")
def test_example_5_lay_offs_on_gin_make_31_of_it() -> None:
    state, _ = play(table(GIN, "3H 8H KC KD KH TC TD TH 2C 9S"), f"knock AS: {SHOWN}")
    assert detail(state) == {"knocker": 0, "knocker_deadwood": 0, "opponent_deadwood": 11}
    assert scores(state) == (31, 0)


@rule("E5.6", "E3.gin_zero", "E6.lay_off_on_gin")
@pytest.mark.parametrize(("lay_off_on_gin", "score"), [(True, 20), (False, 43)])
def test_example_6_all_is_laid_off_on_gin(lay_off_on_gin: bool, score: int) -> None:
    state = table(GIN, ALL_GOES, lay_off_on_gin=lay_off_on_gin)
    state, _ = play(state, f"knock AS: {SHOWN}")
    assert scores(state) == (score, 0)


@rule("E5.7", "E2.answer")
def test_example_7_own_melds_are_chosen_after_lay_offs() -> None:
    state = table("KC KD KS 5C 6C 7C TC TD TS 3D 2D", "JH QH KH QC QD 2S 3S 4S AC 9D")
    state, _ = play(state, "knock 2D: KC KD KS | 5C 6C 7C | TC TD TS")
    assert detail(state)["opponent_deadwood"] == 20
    assert scores(state) == (17, 0)


@rule("E5.8", "E2.arrange")
@pytest.mark.parametrize(
    ("shown", "left", "score"),
    [("7C 7D 7H 7S | 4H 5H 6H", 37, 31), ("7C 7D 7S | 4H 5H 6H 7H", 20, 14)],
)
def test_example_8_the_knocker_chooses_his_arrangement(shown: str, left: int, score: int) -> None:
    state = table("7C 7D 7H 7S 4H 5H 6H AC 2D 3S 9D", "8H 9H QC JD TC TD TH KC KD KH")
    state, _ = play(state, f"knock 9D: {shown}")
    assert detail(state)["opponent_deadwood"] == left
    assert scores(state) == (score, 0)


@rule("E5.9", "E4.negative")
def test_example_9_a_winner_may_pay() -> None:
    hands = [(1, 7)] * 14 + [(0, 25)] * 4
    state = won(fresh(), *hands)
    assert state.games == (Tally((100, 98), (4, 14), over=True),)
    assert result(state) == (-98, 98)
    assert outcome(state).winners == (0,)


@rule("E5.10", "E4.shutout")
def test_example_10_a_shutout_is_200_in_all() -> None:
    state = won(fresh(), *((0, points) for points in (20, 28, 25, 20, 12)))
    assert result(state) == (405, -405)
    assert scoring.results(state) == (Settled(0, 105, 200, 100, doubled=False, result=405),)


@rule("E5.11", "G3.greedy")
@pytest.mark.parametrize(
    "hand",
    [
        "6H QH QC 5H KD KH 7H KC 4H QD",
        "KC 3S 3C 9C KH 3H 9H 3D 9D KD",
        "TC 2H 3H 2S TD 5H 3S 4H 4S TS",
        "5S 4H 6S TH 3H JH 5H 9H 2H 4S",
    ],
)
def test_example_11_gin_that_greedy_searches_miss(hand: str) -> None:
    assert melds.least_deadwood(hand.split()) == 0
    discard = next(card for card in PACK_52 if card[0] == "8")
    state = table(f"{hand} {discard}")
    shown = " | ".join(" ".join(meld) for meld in melds.best(hand.split()).melds)
    _, events = play(state, f"knock {discard}: {shown}")
    assert find(events, Knocked).kind is Kind.GIN


# --- E4: the end of a game --------------------------------------------------------------------


@rule("E4.target", "E7.end")
def test_the_game_ends_with_100_points_by_hands() -> None:
    state, _ = play(won(table(KNOCKER, ANSWER), (0, 73)), KNOCK)
    assert GAME.outcome(state) is None
    state, events = play(won(table(KNOCKER, ANSWER), (0, 74)), KNOCK)
    over = find(events, GameOver)
    assert (over.winners, over.ended) == ((0,), Ended.COMPLETE)
    assert GAME.outcome(state) is not None
    assert GAME.wants_deck(state) is None


@rule("E4.target")
def test_boxes_and_bonuses_do_not_count_towards_it() -> None:
    state = won(fresh(), *[(0, 9)] * 11)
    assert state.games == (Tally((99, 0), (11, 0), over=False),)


@rule("E6.target")
def test_another_target() -> None:
    assert won(fresh(target=250), (0, 249)).games[0].over is False
    assert won(fresh(target=250), (0, 250)).games[0].over is True


@rule("E6.bonuses")
def test_other_bonuses() -> None:
    state = won(fresh(box=25, game=50, gin=25), (0, 60), (1, 10), (0, 60))
    assert result(state) == (110 + 50 + 25, -185)
    assert scoring.hand_score(state.options, Kind.GIN, 0, 4) == (Reason.GIN, 29)
    assert result(won(fresh(shutout=300), (0, 100))) == (420, -420)


@rule("E6.shutout_doubles")
def test_a_shutout_may_double_everything() -> None:
    state = won(fresh(shutout_doubles=True), (0, 55), (0, 50))
    assert scoring.results(state) == (Settled(0, 105, 100, 40, doubled=True, result=490),)
    assert result(won(fresh(shutout_doubles=True), (1, 1), (0, 100))) == (199, -199)


@rule("E6.shutout_doubles", "E4.limit_result")
def test_a_game_stopped_at_its_limit_is_no_shutout_to_double() -> None:
    state, _ = play(
        replace(won(table(KNOCKER, ANSWER, shutout_doubles=True), (0, 20)), shuffles=MAX_SHUFFLES),
        KNOCK,
    )
    ended = GAME.outcome(state)
    assert ended is not None
    assert ended.ended is Ended.LIMIT
    assert scoring.results(state) == (Settled(0, 46, 0, 40, doubled=False, result=86),)
    assert ended.settlement == (86, -86)


@rule("E6.big_gin", "E6.lay_off_on_gin")
@pytest.mark.parametrize("auto_lay_off", [True, False])
def test_big_gin_without_lay_offs_on_gin_counts_all_that_is_held(auto_lay_off: bool) -> None:
    options: dict[str, Any] = {"big_gin": 31, "lay_off_on_gin": False, "auto_lay_off": auto_lay_off}
    own, other = "4H 5H 6H 7H QC QD QS 8C 8D 8S 3H", "8H 2H QH KC KD 2S 4D 6C TC AC"
    state, events = play(
        table(own, other, **options), "knock: 3H 4H 5H 6H 7H | QC QD QS | 8C 8D 8S"
    )
    assert find(events, DealScored).left != ()
    assert state.shown is not None
    assert state.shown.laid_off == ()
    assert (scores(state), detail(state)["big_gin"]) == ((31 + 53 + 10, 0), True)


@rule("E4.owner", "G1.bonus")
def test_the_bonus_is_for_who_has_the_points_also_after_an_undercut() -> None:
    state = won(
        table("4H 5H 6H QC QD QS 8C 8D 8S 9D JS", "3H 7H 2S 2C 2D KC KD KH AC 5C"), (1, 87), (0, 99)
    )
    state, events = play(state, "knock JS: 4H 5H 6H | QC QD QS | 8C 8D 8S")
    assert state.games[0].points == (99, 100)
    assert find(events, GameOver).winners == (1,)
    assert result(state) == (-101 - 20, 101 + 20)


@rule("E4.voids")
def test_ten_void_hands_in_a_row_end_the_game() -> None:
    assert scoring.MAX_VOIDS == 10
    state = won(table(*VOID, left=2), (0, 50), (1, 20))
    for number in range(1, 11):
        table_again = replace(
            table(*VOID, left=2), voids=state.voids, games=state.games, wins=state.wins
        )
        state, _ = play(table_again, "-AC")
        assert (GAME.outcome(state) is not None) == (number == 10)
    ended = GAME.outcome(state)
    assert ended is not None
    assert (ended.ended, ended.winners, ended.settlement) == (Ended.LIMIT, (0,), (30, -30))


@rule("E4.voids")
def test_a_hand_won_breaks_the_row() -> None:
    state, _ = play(replace(table(KNOCKER, ANSWER), voids=9), KNOCK)
    assert (state.voids, GAME.outcome(state)) == (0, None)


@rule("E4.shuffles")
def test_the_thousandth_shuffle_is_the_last() -> None:
    assert MAX_SHUFFLES == 1_000
    for shuffles, over in ((MAX_SHUFFLES - 1, False), (MAX_SHUFFLES, True)):
        state, _ = play(replace(table(KNOCKER, ANSWER), shuffles=shuffles), KNOCK)
        assert (GAME.outcome(state) is not None) is over


@rule("E4.limit_result")
def test_a_game_at_its_limit_has_no_bonus_and_equal_points_share_it() -> None:
    assert result(won(fresh(), (0, 50), (1, 20), (1, 10))) == (20 - 20, 0)
    assert result(won(fresh(), (0, 50))) == (70, -70), "no shutout either"
    state = won(fresh(), (0, 30), (1, 20), (1, 10))
    assert outcome(state).winners == (0, 1)
    assert result(state) == (0, 0)
    assert outcome(fresh()).winners == (0, 1)


@rule("E4.stake", "E7.zero_sum")
def test_the_settlement_is_times_the_stake() -> None:
    for stake, paid in ((0, 405), (1, 405), (3, 1215)):
        state = won(fresh(stake=stake), *((0, points) for points in (20, 28, 25, 20, 12)))
        assert result(state) == (paid, -paid)


# --- E6: options ------------------------------------------------------------------------------


@rule("E6.big_gin")
def test_big_gin_melds_eleven_cards_without_a_discard() -> None:
    eleven = "4H 5H 6H 7H QC QD QS 8C 8D 8S 3H"
    big = "knock: 3H 4H 5H 6H 7H | QC QD QS | 8C 8D 8S"
    state = table(eleven, "2C 2D 2S KC KD KH TC TD 9S AC", big_gin=31)
    assert None in knock_cards(state)
    state, events = play(state, big)
    assert find(events, Knocked).kind is Kind.BIG_GIN
    assert find(events, DealScored).reason is Reason.BIG_GIN
    assert find(events, DealScored).discard is None
    assert scores(state) == (31 + 20 + 9 + 1, 0)
    plain = table(eleven, big_gin=0)
    assert None not in knock_cards(plain)
    assert refusal(plain, big) == "a card must be put down to knock"
    almost = table("4H 5H 6H 7H QC QD QS 8C 8D 8S AC", big_gin=31)
    assert "all eleven cards must be melded" in refusal(almost, f"knock: {SHOWN}")


@rule("E6.big_gin")
def test_who_has_big_gin_may_also_show_gin() -> None:
    state = table("4H 5H 6H 7H QC QD QS 8C 8D 8S 3H", big_gin=31)
    gin = {each.card for each in legal(state) if isinstance(each, Knock) and all_melded(each)}
    assert gin == {None, "3H", "7H"}


@rule("E6.oklahoma")
@pytest.mark.parametrize(
    ("upcard", "limit"), [("2C", 2), ("9D", 9), ("TD", 10), ("KD", 10), ("AC", 1), ("AS", 1)]
)
def test_in_oklahoma_the_upcard_is_the_limit(upcard: str, limit: int) -> None:
    state = table(
        KNOCKER, ANSWER.replace("2C", "3C").replace("AS", "3S"), upcard=upcard, oklahoma="on"
    )
    assert GAME.view(state, 0).limit == limit
    assert bool(knock_cards(state)) == (limit >= 3)


@rule("E6.oklahoma_ace")
def test_an_ace_may_mean_gin_only() -> None:
    options: dict[str, Any] = {"upcard": "AC", "oklahoma": "ace_gin"}
    state = table(KNOCKER, ANSWER, **options)
    assert state.limit == 0
    assert refusal(state, KNOCK) == "the deadwood is 3, and none may be"
    assert knock_cards(table(GIN, ALL_GOES, **options)) == {"AS"}
    assert table(KNOCKER, ANSWER, upcard="7S", oklahoma="ace_gin").limit == 7


@rule("E6.spades_double")
def test_a_spade_upcard_doubles_hand_and_box() -> None:
    options: dict[str, Any] = {"oklahoma": "on", "spades_double": True}
    state, _ = play(table(KNOCKER, ANSWER, upcard="7S", **options), KNOCK)
    assert scores(state) == (52, 0)
    assert state.games == (Tally((52, 0), (2, 0), over=False),)
    state, _ = play(table(KNOCKER, ANSWER, upcard="7D", **options), KNOCK)
    assert state.games == (Tally((26, 0), (1, 0), over=False),)
    state, _ = play(table(KNOCKER, ANSWER, upcard="7S", oklahoma="on"), KNOCK)
    assert scores(state) == (26, 0)


@rule("E6.straight")
def test_straight_gin_knows_no_other_knock() -> None:
    assert knock_cards(table(KNOCKER, ANSWER, straight=True)) == set()
    assert knock_cards(table(GIN, ALL_GOES, straight=True)) == {"AS"}
    assert (
        len([each for each in legal(table(KNOCKER, straight=True)) if isinstance(each, Discard)])
        == 11
    )
    assert table(KNOCKER, ANSWER, straight=True, upcard="7D").limit == 0


# --- Hollywood --------------------------------------------------------------------------------


def points(state: State) -> list[tuple[int, int]]:
    return [game.points for game in state.games]


@rule("E6.hollywood")
def test_the_first_hand_won_counts_in_one_game_the_second_in_two_later_ones_in_three() -> None:
    state = fresh(hollywood=True)
    seen = []
    for hand in ((0, 10), (0, 20), (1, 5), (0, 30), (1, 7)):
        state = won(state, hand)
        seen.append(points(state))
    assert seen == [
        [(10, 0), (0, 0), (0, 0)],
        [(30, 0), (20, 0), (0, 0)],
        [(30, 5), (20, 0), (0, 0)],
        [(60, 5), (50, 0), (30, 0)],
        [(60, 12), (50, 7), (30, 0)],
    ]


@rule("E6.hollywood")
def test_a_game_that_is_over_takes_no_more_points() -> None:
    state = won(fresh(hollywood=True), (0, 60), (0, 60), (0, 10))
    assert [game.over for game in state.games] == [True, False, False]
    assert points(won(state, (0, 10))) == [(120, 0), (80, 0), (20, 0)]


@rule("E6.hollywood_late")
def test_a_first_hand_won_when_the_first_game_is_over_counts_in_the_next() -> None:
    state = won(fresh(hollywood=True), (0, 60), (0, 60))
    assert points(won(state, (1, 9))) == [(120, 0), (60, 9), (0, 0)]


@rule("E6.hollywood_end")
def test_the_end_is_that_of_the_last_game_and_the_results_add_up() -> None:
    state = table(KNOCKER, ANSWER, hollywood=True)
    state = won(state, (0, 60), (0, 60), (1, 50), (0, 40), (1, 60))
    assert points(state) == [(120, 0), (100, 50), (40, 60)]
    assert [game.over for game in state.games] == [True, True, False]
    state, _ = play(won(state, (1, 30)), KNOCK)
    assert GAME.outcome(state) is None
    assert detail(state)["games"] == [[120, 0], [100, 50], [66, 90]]
    state, _ = play(
        replace(
            table(KNOCKER, ANSWER, hollywood=True),
            games=state.games,
            wins=state.wins,
            rows=state.rows,
        ),
        KNOCK,
    )
    assert GAME.outcome(state) is None
    state = won(state, (0, 10))
    assert [game.over for game in state.games] == [True] * 3
    one, two, three = scoring.results(state)
    assert (one.winner, two.winner, three.winner) == (0, 0, 0)
    assert one.bonus == 200
    assert two.bonus == three.bonus == 100
    assert result(state)[0] == one.result + two.result + three.result


@rule("E6.hollywood_end")
def test_who_wins_more_of_the_games_wins() -> None:
    games = (
        Tally((100, 90), (3, 8), over=True),
        Tally((100, 90), (3, 8), over=True),
        Tally((0, 100), (0, 5), over=True),
    )
    state = replace(fresh(hollywood=True), games=games)
    assert outcome(state).winners == (0,)
    assert result(state) == (10 + 10 - 400, 380)


@rule("E6.hollywood", "E6.spades_double")
def test_a_doubled_hand_is_one_win_for_the_games_it_counts_in() -> None:
    state = table(KNOCKER, ANSWER, upcard="7S", oklahoma="on", spades_double=True, hollywood=True)
    state, _ = play(state, KNOCK)
    assert points(state) == [(52, 0), (0, 0), (0, 0)]
    assert state.wins == (1, 0)
    state = won(replace(state, doubled=False), (0, 10))
    assert points(state) == [(62, 0), (10, 0), (0, 0)]
