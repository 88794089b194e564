"""Gin Rummy, sentence by sentence: the course of a game in `kozyr_games.gin_rummy`.

Covers its modules options, state, rules, ending, checks and shown; melds, knocking, lay_offs and
scoring have their own files.
"""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kozyr_games.gin_rummy import GAME
from kozyr_games.gin_rummy.rules import MAX_TAKES
from kozyr_games.gin_rummy.state import State
from kozyr_games.options import table_options
from kozyr_games.spec import OptionError
from kozyr_protocol.cards import PACK_52
from kozyr_protocol.games.gin_rummy import (
    DealScored,
    Dealt,
    Discard,
    Discarded,
    Done,
    Draw,
    Drew,
    Kind,
    Knock,
    Knocked,
    Pass,
    Passed,
    Phase,
    Reason,
    Tally,
)
from kozyr_testing.gin import (
    dealt,
    detail,
    find,
    fresh,
    knock_cards,
    legal,
    play,
    refusal,
    scores,
    table,
)
from kozyr_testing.rules import rule

# Ten cards with 3 points of deadwood, and a king to put down.
KNOCKER = "4H 5H 6H QC QD QS 9S TS JS 3D KH"
KNOCK = "knock KH: QC QD QS | 4H 5H 6H | 9S TS JS"
ANSWER = "2C 2D 2H 7H 8H KC 9D 5C AS 4C"
GIN = "4H 5H 6H QC QD QS 9S TS JS 8S KH"
NOTHING = "AC 3C 5C 7D 9D JD 2S 4S 6S KH QH"
"""Eleven cards without a meld."""

POOR = "2C 4C 6C 8D TD QD 3S 5S 8H JH"
"""Ten cards that cannot knock with any eleventh."""


def started(*texts: str, **options: Any) -> State:
    """The first deal with some actions made; seat 1 begins."""
    return play(dealt(**options), *texts)[0]


# --- E1: setup --------------------------------------------------------------------------------


@rule("E1.seats")
@pytest.mark.parametrize("seats", [0, 1, 3, 4])
def test_two_play(seats: int) -> None:
    with pytest.raises(OptionError, match="seats: must be 2"):
        GAME.resolve({}, seats)


@rule("E1.draw")
def test_the_higher_card_deals_first_the_ace_being_high() -> None:
    state = fresh(draw="dealer")
    assert GAME.wants_deck(state) == ("KS", "AS")
    assert GAME.view(state, 0).dealer is None
    for cards, dealer in ((("KS", "AS"), 1), (("AS", "KS"), 0)):
        step = GAME.deal(state, cards)
        assert (step.state.dealer, step.draw, step.order) == (dealer, cards, None)
        assert GAME.deal(step.state, PACK_52).state.dealer == dealer


@rule("E1.draw")
def test_a_draw_for_seats_moves_nobody_at_a_table_of_two() -> None:
    for cards in (("KS", "AS"), ("AS", "KS")):
        assert GAME.deal(fresh(draw="seats"), cards).order == (0, 1)


@rule("E1.draw")
def test_without_a_draw_seat_0_deals() -> None:
    assert GAME.wants_deck(fresh()) == PACK_52
    assert dealt().dealer == 0


@rule("E1.deal")
def test_ten_cards_each_one_at_a_time_the_other_than_the_dealer_first() -> None:
    state = dealt()
    assert state.dealt == (PACK_52[1:20:2], PACK_52[0:20:2])


@rule("E1.deal")
def test_the_21st_card_is_turned_and_31_are_the_stock() -> None:
    step = GAME.deal(fresh(), PACK_52)
    assert find(step.events, Dealt).upcard == PACK_52[20] == step.state.upcard
    assert step.state.stock == PACK_52[21:]
    assert len(step.state.stock) == 31
    assert step.state.pile == (PACK_52[20],)


@rule("E1.next_dealer")
@pytest.mark.parametrize(("next_dealer", "dealer"), [("winner", 0), ("loser", 1), ("alternate", 0)])
def test_the_next_dealer_after_seat_0_won_and_seat_1_dealt(next_dealer: str, dealer: int) -> None:
    state, _ = play(table(KNOCKER, ANSWER, next_dealer=next_dealer), KNOCK)
    assert GAME.deal(state, PACK_52).state.dealer == dealer


@rule("E1.next_dealer")
def test_in_turn_means_the_other_one_whoever_won() -> None:
    state = replace(table(KNOCKER, ANSWER, next_dealer="alternate"), dealer=0)
    assert GAME.deal(play(state, KNOCK)[0], PACK_52).state.dealer == 1


@rule("E1.next_void")
@pytest.mark.parametrize("next_dealer", ["winner", "loser", "alternate"])
def test_after_a_void_hand_the_same_player_deals_again(next_dealer: str) -> None:
    state, _ = play(table(NOTHING, left=2, next_dealer=next_dealer), "-AC")
    assert GAME.deal(state, PACK_52).state.dealer == 1


# --- E2: turns --------------------------------------------------------------------------------


@rule("E2.upcard")
def test_the_other_than_the_dealer_may_take_the_upcard_first() -> None:
    state = dealt()
    assert GAME.to_act(state) == (1,)
    assert legal(state) == (Pass(), Draw("discard"))
    assert "before the stock" in refusal(state, "stock")


@rule("E2.upcard")
def test_then_the_dealer_may() -> None:
    state, events = play(dealt(), "pass")
    assert events == (Passed(1, 0, Phase.UPCARD),)
    assert GAME.to_act(state) == (0,)
    assert legal(state) == (Pass(), Draw("discard"))


@rule("E2.upcard_left")
def test_when_both_leave_it_the_first_draws_from_the_stock() -> None:
    state = started("pass", "pass")
    assert GAME.to_act(state) == (1,)
    assert legal(state) == (Draw("stock"),)
    assert refusal(state, "pile") == "this card must be drawn from the stock"
    assert refusal(state, "pass") == "only the upcard can be left"
    state, _ = play(state, "stock", "-2C")
    assert legal(state) == (Draw("discard"), Draw("stock"))


@rule("E2.upcard_turn")
def test_who_takes_the_upcard_makes_a_normal_turn_and_then_they_alternate() -> None:
    state = started("pass", "pile")
    assert GAME.to_act(state) == (0,)
    assert state.phase is Phase.DISCARD
    state, events = play(state, "-3C")
    assert events == (Discarded(0, "3C", 1, Phase.DRAW),)
    assert GAME.to_act(state) == (1,)


@rule("E2.turn")
def test_a_turn_is_a_draw_and_a_discard() -> None:
    state = started("pass", "pass")
    assert refusal(state, "-2C") == "a card must be drawn first"
    assert refusal(state, KNOCK) == "a card must be drawn first"
    state, events = play(state, "stock")
    assert find(events, Drew) == Drew(1, "stock", PACK_52[21], PACK_52[20])
    assert refusal(state, "stock") == "this turn's card is drawn already"
    assert len(state.hands[1]) == 11
    state, _ = play(state, "-2C")
    assert len(state.hands[1]) == 10
    assert state.pile == (PACK_52[20], "2C")


@rule("E2.turn")
def test_only_who_is_on_turn_acts() -> None:
    assert refusal(dealt(), "pass", seat=0) == "it is the other seat's turn"
    assert refusal(fresh(), "pass", seat=0) == "no deal is being played"
    assert refusal(dealt(), "done") == "nobody has knocked"
    assert refusal(dealt(), "7H>0") == "nobody has knocked"


@rule("E2.taken")
def test_a_card_just_taken_from_the_pile_may_not_be_discarded() -> None:
    state = started("pile")
    top = PACK_52[20]
    assert Discard(top) not in legal(state)
    assert "just taken" in refusal(state, f"-{top}")
    state, _ = play(state, "-2C", "stock", "-3C", "stock")
    assert Discard(top) in legal(state), "a turn later it may"


@rule("E2.taken")
def test_nor_be_put_down_with_a_knock() -> None:
    state = table(KNOCKER.removesuffix(" KH"), ANSWER, upcard="KH")
    state, _ = play(state, "pile")
    assert knock_cards(state) == {"3D"}
    assert "just taken" in refusal(state, KNOCK)


@rule("E2.taken", "G8.any_card")
def test_a_card_drawn_from_the_stock_may_be_discarded() -> None:
    state = started("pass", "pass", "stock")
    assert Discard(PACK_52[21]) in legal(state)
    assert len([each for each in legal(state) if isinstance(each, Discard)]) == 11


@rule("E2.top")
def test_only_the_top_of_the_pile_is_seen_and_can_be_taken() -> None:
    state, events = play(started("pass", "pass", "stock", "-2C"), "pile")
    assert find(events, Drew) == Drew(0, "discard", "2C", PACK_52[20])
    state, _ = play(state, "-3C")
    view = GAME.view(state, None)
    assert (view.top, view.discards) == ("3C", 2)
    assert PACK_52[20] not in str(msgspec.to_builtins(view))


@rule("E2.knock")
def test_a_knock_puts_a_card_down_and_shows_ten() -> None:
    state, events = play(table(KNOCKER, ANSWER), KNOCK)
    knocked = find(events, Knocked)
    assert knocked.kind is Kind.KNOCK
    assert knocked.melds == (("QC", "QD", "QS"), ("4H", "5H", "6H"), ("9S", "TS", "JS"))
    assert knocked.deadwood == ("3D",)
    assert GAME.to_act(state) == ()


@rule("E2.knock")
def test_the_deadwood_may_be_ten_at_most() -> None:
    ten = table("4H 5H 6H QC QD QS 9S TS JS TD KH", ANSWER)
    assert refusal(ten, "knock KH: 4H 5H 6H | QC QD QS | 9S TS JS") == ""
    state = table("4H 5H 6H QC QD QS 9S TS 2D 3D KH", ANSWER)
    assert "the deadwood is 24, and at most 10 may be" in refusal(
        state, "knock KH: 4H 5H 6H | QC QD QS"
    )


@rule("E2.knock_free")
def test_nobody_must_knock() -> None:
    for hand in (KNOCKER, GIN):
        assert len([each for each in legal(table(hand)) if isinstance(each, Discard)]) == 11


@rule("E2.wall")
def test_with_two_cards_left_a_discard_ends_the_hand_void() -> None:
    state, events = play(table(NOTHING, left=2), "-AC")
    scored = find(events, DealScored)
    assert (scored.reason, scored.winner, scored.row.scores) == (Reason.VOID, None, (0, 0))
    assert detail(state) == {
        "knocker": None,
        "knocker_deadwood": None,
        "opponent_deadwood": None,
    }
    assert state.games == (Tally((0, 0), (0, 0), over=False),)
    assert GAME.view(state, 0).shown is None


@rule("E2.wall")
def test_who_drew_the_last_card_may_knock() -> None:
    state, _ = play(table(KNOCKER, ANSWER, left=2), KNOCK)
    assert scores(state) == (26, 0)


@rule("E2.wall")
def test_29_cards_of_the_stock_can_be_drawn() -> None:
    state = started("pass", "pass")
    drawn = 0
    while GAME.to_act(state):
        state, _ = play(state, "stock")
        drawn += 1
        (seat,) = GAME.to_act(state)
        state = GAME.apply(state, seat, GAME.timeout_action(state, seat)).state
    assert drawn == 29


@rule("E2.wall_take")
def test_the_last_discard_may_be_taken_to_knock() -> None:
    other = "4H 5H 6H QC QD QS 9S TS 3D KH"
    state, events = play(
        table(NOTHING.replace("KH", "JS").replace("QH", "JH"), other, left=2, wall_take=True), "-JS"
    )
    assert events == (Discarded(0, "JS", 1, Phase.WALL),)
    assert legal(state) == (Pass(), Draw("discard"))
    assert refusal(state, "stock") == "the last 2 cards of the stock are not drawn"
    state, _ = play(state, "pile")
    assert knock_cards(state) == {"3D", "KH"}
    assert all(isinstance(each, Knock) for each in legal(state))
    assert refusal(state, "-KH") == "who took the last discard must knock"
    assert isinstance(GAME.timeout_action(state, 1), Knock)
    state, _ = play(state, KNOCK)
    assert scores(state)[1] > 0


@rule("E2.wall_take")
def test_the_last_discard_is_not_for_a_hand_that_could_not_knock_with_it() -> None:
    state, _ = play(table(NOTHING, POOR, left=2, wall_take=True), "-AC")
    assert legal(state) == (Pass(),)
    assert refusal(state, "pile") == "the last discard may be taken only to knock"
    state, events = play(state, "pass")
    assert find(events, Passed) == Passed(1, None, Phase.SHUFFLE)
    assert find(events, DealScored).reason is Reason.VOID


@rule("E2.takes")
def test_after_20_draws_in_a_row_from_the_pile_the_next_is_from_the_stock() -> None:
    assert MAX_TAKES == 20
    state = replace(table("AC 2C 3C 4C 5C 6C 7C 8C 9C TC"), takes=MAX_TAKES)
    assert legal(state) == (Draw("stock"),)
    assert refusal(state, "pile") == "this card must be drawn from the stock"
    state, _ = play(state, "stock", "-AC")
    assert legal(state) == (Draw("discard"), Draw("stock"))


@rule("E2.takes")
def test_draws_of_both_and_of_the_upcard_count() -> None:
    state = started("pile", "-2C")
    for takes in range(1, MAX_TAKES):
        assert Draw("discard") in legal(state), takes
        top = state.pile[-1]
        state, _ = play(state, "pile")
        card = next(each.card for each in legal(state) if isinstance(each, Discard))
        assert card != top
        state, _ = play(state, f"-{card}")
    assert legal(state) == (Draw("stock"),)


# --- the timeout ------------------------------------------------------------------------------


@rule("E.timeout", "G26.timeout")
def test_the_timeout_leaves_the_upcard_and_draws_from_the_stock() -> None:
    assert GAME.timeout_action(dealt(), 1) == Pass()
    assert GAME.timeout_action(table("AC 2C 3C 4C 5C 6C 7C 8C 9C TC"), 0) == Draw("stock")
    state, _ = play(table(NOTHING, POOR, left=2, wall_take=True), "-AC")
    assert GAME.timeout_action(state, 1) == Pass()


@rule("E.timeout")
def test_the_timeout_discards_the_highest_deadwood_and_never_knocks() -> None:
    assert GAME.timeout_action(table(KNOCKER), 0) == Discard("KH")
    assert GAME.timeout_action(table("AC 3C 5C 7D 9D JD 2S 4S 6S QH QD"), 0) == Discard("QD")
    assert GAME.timeout_action(table("KC KD KH QC QD QS 9S TS JS 3D 2D"), 0) == Discard("3D")


@rule("E.timeout")
def test_the_timeout_with_eleven_melded_cards_keeps_gin() -> None:
    state = table("4H 5H 6H 7H QC QD QS 8S 9S TS JS")
    assert GAME.timeout_action(state, 0) == Discard("JS")


@rule("E.timeout")
def test_the_timeout_does_not_discard_the_card_just_taken() -> None:
    state, _ = play(table(KNOCKER.removesuffix(" KH"), upcard="KH"), "pile")
    assert GAME.timeout_action(state, 0) == Discard("3D")


@rule("E.timeout")
def test_the_timeout_lays_off_no_more() -> None:
    state, _ = play(table(KNOCKER, ANSWER, auto_lay_off=False), KNOCK)
    assert GAME.timeout_action(state, 1) == Done()


@rule("E.clock")
def test_decisions_are_named_by_what_all_can_see() -> None:
    assert GAME.decision(dealt(), 1) == "draw"
    assert GAME.decision(table(KNOCKER), 0) == "discard"
    state, _ = play(table(KNOCKER, ANSWER, auto_lay_off=False), KNOCK)
    assert GAME.decision(state, 1) == "lay_off"


# --- public defects of other programs ---------------------------------------------------------


@rule("G4.atomic")
def test_a_refused_knock_changes_nothing() -> None:
    state = table(KNOCKER, ANSWER)
    before = msgspec.msgpack.encode(state)
    for wrong in ("knock KH: 4H 5H 6H", "knock KH: 4H 5H 6H | QC QD QS | 9S TS 3D", "knock KC:"):
        assert refusal(state, wrong)
    assert msgspec.msgpack.encode(state) == before


@rule("G5.zones")
def test_a_deal_begins_with_nothing_left_over_from_the_last() -> None:
    state, _ = play(table(KNOCKER, ANSWER, upcard="KD"), KNOCK)
    state = GAME.deal(state, PACK_52).state
    assert [len(hand) for hand in state.hands] == [10, 10]
    assert (state.taken, state.takes, state.passes, state.drawn) == (None, 0, 0, 0)
    assert (state.known, state.shown, state.put_down, state.last) == (((), ()), None, None, False)
    assert sorted(c for zone in GAME.zones(state) for c in zone.cards) == sorted(PACK_52)


@rule("G25.possession")
def test_only_a_card_of_the_own_hand_is_accepted() -> None:
    state = table(KNOCKER, ANSWER)
    for card in ("2C", "ZZ", "", "kh", "X1"):
        assert refusal(state, f"-{card}") == "the card is not in the hand"
    assert refusal(state, "knock 2C: 4H 5H 6H") == "the card is not in the hand"
    assert "melded card is not in the hand" in refusal(state, "knock KH: 2C 2D 2H | QC QD QS")


# --- options and presets ----------------------------------------------------------------------


@rule("E6.presets")
@pytest.mark.parametrize(
    ("preset", "changed"),
    [
        (None, {}),
        ("gin_rummy/leeming", {}),
        (
            "gin_rummy/modern",
            {
                "undercut": 25,
                "gin": 25,
                "box": 25,
                "lay_off_on_gin": False,
                "next_dealer": "loser",
            },
        ),
        ("gin_rummy/oklahoma", {"oklahoma": "on"}),
        ("gin_rummy/hollywood", {"hollywood": True}),
    ],
)
def test_presets(preset: str | None, changed: dict[str, object]) -> None:
    usual: dict[str, object] = {
        "stake": 0,
        "draw": "dealer",
        "target": 100,
        "undercut": 10,
        "gin": 20,
        "box": 20,
        "game": 100,
        "shutout": 200,
        "shutout_doubles": False,
        "lay_off_on_gin": True,
        "auto_lay_off": True,
        "big_gin": 0,
        "oklahoma": "off",
        "spades_double": False,
        "straight": False,
        "hollywood": False,
        "next_dealer": "winner",
        "wall_take": False,
    }
    options = table_options(GAME, preset, {}, 2)
    assert msgspec.to_builtins(options) == usual | changed


@rule("E6.contradictions")
def test_spades_double_in_oklahoma_only() -> None:
    with pytest.raises(OptionError, match="spades_double: is a part of Oklahoma"):
        GAME.resolve({"spades_double": True}, 2)
    assert GAME.resolve({"spades_double": True, "oklahoma": "ace_gin"}, 2).spades_double


@rule("E6.contradictions")
@pytest.mark.parametrize("oklahoma", ["on", "ace_gin"])
def test_the_limit_is_gin_only_or_that_of_the_upcard(oklahoma: str) -> None:
    with pytest.raises(OptionError, match="straight: knocks with gin only, and oklahoma by"):
        GAME.resolve({"straight": True, "oklahoma": oklahoma}, 2)


@rule("E6.bounds")
@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("target", 0, "a whole number from 1 to 1000"),
        ("undercut", -1, "a whole number from 0 to 1000"),
        ("oklahoma", "maybe", "one of off, on, ace_gin"),
        ("next_dealer", 0, "one of winner, loser, alternate"),
        ("straight", 1, "true or false"),
        ("hook", True, "is not an option"),
    ],
)
def test_an_option_out_of_range_is_refused_with_its_bounds(
    name: str, value: object, says: str
) -> None:
    with pytest.raises(OptionError, match=f"^{name}: .*{says}"):
        GAME.resolve({name: value}, 2)
