"""King with jokers, sentence by sentence, where it differs from King."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kozyr_games.king import KING_JOKERS as GAME
from kozyr_games.king.rules import winning_place
from kozyr_games.king.state import State
from kozyr_games.options import table_options
from kozyr_games.spec import OptionError
from kozyr_protocol.cards import PACK_KING_JOKERS, PACK_KING_ONE_JOKER
from kozyr_protocol.games.king import Declaration, Play, TrickTaken
from kozyr_testing import king_tables
from kozyr_testing.king_tables import act, find, legal, praised, refused, whole_game
from kozyr_testing.rules import rule


def table(deal: int, hands: str, trick: str = "", *, turn: int = 0, **options: Any) -> State:
    return king_tables.table(deal, hands, trick, turn=turn, jokers=True, **options)


def taker(trick: str, *, trump: str | None = None, deal: int = 1, **options: Any) -> int:
    """The place of the winning card."""
    state = table(deal, "| | |", trick, **options)
    return winning_place(replace(state, trump=trump))


@rule("D2.pack")
def test_two_jokers_stand_for_the_black_sevens() -> None:
    assert GAME.wants_deck(king_tables.fresh(jokers=True)) == PACK_KING_JOKERS
    assert len(PACK_KING_JOKERS) == 32
    assert {"X1", "X2"} < set(PACK_KING_JOKERS)
    assert not {"7C", "7S"} & set(PACK_KING_JOKERS)


@rule("D2.pack")
@pytest.mark.parametrize("seed", range(4))
def test_every_sum_of_king_stays(seed: int) -> None:
    state = whole_game(seed=seed, jokers=True)
    assert [row.check for row in state.rows] == [-16] * 6 + [-96] + [24] * 4 + [96]
    assert all(sum(row.scores) == row.check for row in state.rows)
    assert sum(state.totals) == 0


@rule("D2.off_lead", "D2.mode")
def test_a_joker_may_be_played_by_who_can_follow() -> None:
    state = table(1, "8C 8D X1 X2", "9C")
    assert legal(state) == "8C X1+ X1- X2+ X2-"
    assert refused(state, "8D") == "the suit led must be followed"
    assert refused(state, "X1") == "a joker is played high or low"
    assert refused(state, "X1+C") == "only a joker that is led names a suit"
    assert refused(state, "8C+").startswith("only a joker has a mode")


@rule("D2.off_lead")
def test_who_is_void_may_play_anything() -> None:
    assert legal(table(1, "8D X1", "9C")) == "8D X1+ X1-"


@rule("D2.off_lead", "D3.5")
def test_example_5_the_king_goes_before_a_joker() -> None:
    state = table(6, "KH X1 7D", "9C")
    assert legal(state) == "KH"
    assert refused(state, "X1+") == "the king of hearts must be thrown"


@rule("D2.lead")
def test_a_led_joker_names_a_suit() -> None:
    state = table(1, "8C X2")
    assert legal(state) == "8C X2+C X2+D X2+H X2+S X2-C X2-D X2-H X2-S"
    assert refused(state, "X2+") == "a joker that is led names a suit, one of CDHS"


@rule("D2.lead")
def test_the_suit_named_is_followed() -> None:
    assert legal(table(1, "8C 8D X2", "X1+D")) == "8D X2+ X2-"
    assert legal(table(1, "8C 8S", "X1-D")) == "8C 8S"


@rule("D2.ban", "D3.4")
def test_example_4_hearts_named() -> None:
    free = table(2, "X1 9H TH")
    assert legal(free) == "9H TH X1+C X1+D X1+H X1+S X1-C X1-D X1-H X1-S"
    banned = table(2, "X1 9H 8C")
    assert legal(banned) == "8C X1+C X1+D X1+S X1-C X1-D X1-S"
    ban = "hearts may not be led while another suit is in hand"
    assert refused(banned, "9H") == ban
    assert refused(banned, "X1+H") == ban


@rule("D2.ban", "C8.broken")
def test_a_joker_that_names_hearts_breaks_none() -> None:
    hands = "X1 9H TH | X2 8H 8C | 9C TC JC | 9D TD JD"
    state, _ = act(table(2, hands, broken_hearts=True), "X1+H X2+ 9C 9D")
    assert (state.turn, state.broken) == (1, False)
    assert legal(state) == "8C"
    state, _ = act(table(2, hands, broken_hearts=True), "X1-H 8H 9C 9D")
    assert (state.turn, state.broken) == (1, True)


@rule("D2.winner", "D3.1")
def test_example_1_the_later_joker_wins() -> None:
    assert taker("KC X1+ AC X2+") == 3


@rule("D3.2")
def test_example_2_a_low_joker_wins_nothing() -> None:
    state = table(1, "AD 7H | X1 8H | 7D 9H | JH TH")
    _, events = act(state, "AD X1- 7D JH")
    assert find(events, TrickTaken).seat == 0
    assert find(events, TrickTaken).tally.hearts == (1, 0, 0, 0)


@rule("D2.nobody", "D3.3")
def test_example_3_a_low_joker_that_nobody_follows() -> None:
    assert taker("X1-S 8D 9H TD") == 0
    assert taker("X1-S 8D 9H TD", trump="D", deal=8) == 3


@rule("D3.6")
def test_example_6_a_joker_leads_the_last_trick() -> None:
    for follows, place in (("X1+", 2), ("X1-", 0), ("AD", 0)):
        assert taker(f"X2+D KD {follows} QD") == place


@rule("D2.winner")
def test_trumps_and_ranks_below_jokers() -> None:
    assert taker("AC X1+ 8H 9H", trump="H", deal=8) == 1
    assert taker("AC X1- 8H 9H", trump="H", deal=8) == 3
    assert taker("X1-D 8D KD 9S") == 2
    misere = replace(table(8, "| | |", "X1-D KD 8D 9S"), declaration=Declaration(0, "misere", None))
    assert winning_place(misere) == 2


@rule("D5.beats")
def test_a_high_joker_wins_and_a_low_one_does_not() -> None:
    assert taker("X1+S X2- AS KS") == 0
    assert taker("X1+S X2+ AS KS") == 1
    assert taker("X1-S X2- 8S KD") == 2
    assert taker("X1-S X2- 8D KD") == 0
    assert taker("8C X1- X2- KD") == 0


@rule("D2.by_last")
def test_a_joker_as_the_last_card_is_no_trump() -> None:
    hands = king_tables.HANDS.replace("7C", "X1").replace("7S", "X2")
    hands = hands.replace("X1 8C", "AC 8C").replace("KC AC", "KC X1")
    state, _ = act(praised(hands, jokers=True), "=by_last keep")
    assert (state.last_card, state.trump) == ("X1", None)


@rule("D.praise")
def test_jokers_in_praise_deals() -> None:
    hands = king_tables.HANDS.replace("7C", "X1").replace("7S", "X2")
    hands = hands.replace("X1 8C 9C", "X1 X2 9S").replace("X2 8S 9S", "9C 8S 8C")
    state = praised(hands, jokers=True)
    assert king_tables.text_of(GAME.timeout_action(state, 0)) == "=S"
    state = replace(table(8, "8H X1 9D", "9C", must_trump=True), trump="H")
    assert legal(state) == "8H X1+ X1-"


@rule("D4.demand")
def test_a_joker_led_high_demands_the_highest_card() -> None:
    state = table(1, "8D KD X2 AS", "X1+D", demand=True)
    assert legal(state) == "KD X2+ X2-"
    assert refused(state, "8D") == "the joker demands the highest card of its suit"
    assert legal(table(1, "8D KD", "X1-D", demand=True)) == "8D KD"
    assert legal(table(1, "8D KD", "X1+D", demand=False)) == "8D KD"
    misere = replace(
        table(8, "8D KD", "X1+D", demand=True), declaration=Declaration(0, "misere", None)
    )
    assert legal(misere) == "8D"


@rule("D4.only_when_void")
def test_a_joker_only_when_void() -> None:
    state = table(1, "8C 8D X1", "9C", joker_only_when_void=True)
    assert legal(state) == "8C"
    assert refused(state, "X1+") == "the suit led must be followed"
    assert legal(table(1, "8D X1", "9C", joker_only_when_void=True)) == "8D X1+ X1-"
    assert "X1+C" in legal(table(1, "8C X1", joker_only_when_void=True))


@rule("D4.second")
def test_the_first_of_two_jokers_may_win() -> None:
    assert taker("KC X1+ AC X2+", second_joker="first_wins") == 1
    assert taker("X2+S X1+ AS KS", second_joker="first_wins") == 0
    assert taker("X2-S X1+ AS KS", second_joker="first_wins") == 1


@rule("D4.one")
def test_one_joker_stands_for_the_seven_of_spades() -> None:
    state = king_tables.fresh(jokers=True)
    one = GAME.setup(GAME.resolve({"draw": "off", "jokers": 1}, 4), 4)
    assert state.rules.jokers == 2
    assert GAME.wants_deck(one) == PACK_KING_ONE_JOKER
    assert "7C" in PACK_KING_ONE_JOKER
    assert not {"7S", "X2"} & set(PACK_KING_ONE_JOKER)


@rule("D5.deadlock")
def test_jokers_alone_can_always_be_played() -> None:
    assert legal(table(6, "X1 X2", "9C")) == "X1+ X1- X2+ X2-"
    assert legal(table(6, "X1", "")) == "X1+C X1+D X1+H X1+S X1-C X1-D X1-H X1-S"
    assert legal(table(1, "X1", "9C", joker_only_when_void=True)) == "X1+ X1-"


@rule("D.timeout")
def test_late_a_joker_is_last_and_low() -> None:
    assert GAME.timeout_action(table(1, "AC X1", "9D"), 0) == Play("AC")
    assert GAME.timeout_action(table(1, "X2", "9D"), 0) == Play("X2", "low")
    assert GAME.timeout_action(table(1, "X1 X2"), 0) == Play("X1", "low", "C")


@rule("D.penalty")
def test_a_joker_while_void_is_a_missed_chance() -> None:
    state = table(6, "KH X1 7D", "9C", king_mode="penalty")
    assert legal(state) == "7D KH X1+ X1-"
    assert act(state, "X1-")[0].missed == 0
    assert act(table(6, "KH X1 8C", "9C", king_mode="penalty"), "X1-")[0].missed is None


@rule("D.options")
def test_options_and_preset() -> None:
    options = msgspec.to_builtins(table_options(GAME, None, {}, 4))
    assert options == msgspec.to_builtins(table_options(GAME, "king_jokers/reconstruction", {}, 4))
    assert not {"positive_half", "players"} & set(options)
    assert [options[name] for name in ("jokers", "second_joker")] == [2, "later_wins"]
    assert [options[name] for name in ("joker_only_when_void", "demand")] == [False, False]
    assert (GAME.min_seats, GAME.max_seats) == (4, 4)
    with pytest.raises(OptionError, match="seats: must be 4"):
        GAME.resolve({}, 3)
    with pytest.raises(OptionError, match="second_joker: has no meaning with one joker"):
        GAME.resolve({"jokers": 1, "second_joker": "first_wins"}, 4)
    with pytest.raises(OptionError, match="jokers: must be one of 1, 2"):
        GAME.resolve({"jokers": 3}, 4)
