"""King, sentence by sentence: the praise deals, their sale and their options."""

from typing import Any

import pytest
from msgspec.structs import replace

from kozyr_games.king import KING, checks, scoring
from kozyr_games.king.sale import FIRST_PACKET
from kozyr_games.king.state import State
from kozyr_games.spec import IllegalActionError, OptionError
from kozyr_protocol.games.king import (
    Agreed,
    Completed,
    Contract,
    DealScored,
    Declaration,
    Declare,
    Declared,
    GameSold,
    HighOffer,
    Phase,
    Reason,
    Sold,
    TrickTaken,
)
from kozyr_testing.king_tables import (
    HANDS,
    act,
    find,
    legal,
    played,
    praised,
    refused,
    table,
    tally,
)
from kozyr_testing.rules import rule

CALLS = "=by_last =misere =split =C =D =H =S"


def playing(moves: str, **options: Any) -> State:
    """A praise deal after its pause."""
    state, _ = act(praised(**options), moves)
    assert state.phase is Phase.PLAY
    return state


# --- C4: the pause ----------------------------------------------------------------------------


@rule("C1.praise", "C4.three")
def test_three_cards_are_dealt_then_five() -> None:
    state = praised()
    assert state.dealt[0] == ("7C", "8C", "9C")
    assert [len(hand) for hand in state.hands] == [FIRST_PACKET] * 4
    state, events = act(state, "=C keep")
    assert state.dealt[0] == ("7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC")
    assert find(events, Completed).counts == (8, 8, 8, 8)


@rule("C1.praise")
def test_the_five_come_as_two_two_and_one() -> None:
    state, _ = act(praised(), "=C keep")
    assert state.dealt[3] == ("7S", "8S", "9S", "TS", "JS", "QS", "KS", "AS")


@rule("C4.three")
def test_in_the_pause_the_rest_is_hidden_from_all() -> None:
    state = praised()
    zones = {zone.name: zone for zone in KING.zones(state)}
    assert len(zones["rest"].cards) == 20
    assert zones["rest"].seen_by == ()
    view = KING.view(state, 0)
    assert (view.hand, view.rest, view.counts) == (("7C", "8C", "9C"), 20, (3, 3, 3, 3))
    assert (view.contract, view.phase) == (Contract.PRAISE, Phase.DECLARE)


@rule("C4.declare")
def test_the_praiser_declares() -> None:
    state = praised()
    assert KING.to_act(state) == (0,)
    assert legal(state) == CALLS
    assert refused(state, "7C") == "what is played must be declared"
    assert refused(state, "=no_trump") == "this table has no praise deal without trumps"
    state, events = act(state, "=H")
    assert find(events, Declared) == Declared(0, "suit", "H", Phase.SALE, 0)
    assert KING.view(state, 2).declaration == Declaration(0, "suit", "H")
    assert KING.view(state, 2).trump is None


@rule("C4.declare")
def test_the_suit_called_is_trump() -> None:
    state = playing("=D keep")
    assert (state.trump, state.last_card) == ("D", None)


@rule("C4.by_last")
def test_by_the_last_card_its_suit_is_trump_and_all_see_it() -> None:
    hands = HANDS.replace("KC AC", "KC AH").replace("KH AH", "KH AC")
    state, events = act(praised(hands), "=by_last keep")
    completed = find(events, Completed)
    assert (completed.trump, completed.last_card) == ("H", "AH")
    assert KING.view(state, 3).last_card == "AH"
    shown = next(zone for zone in KING.zones(state) if zone.name == "shown")
    assert (shown.cards, shown.seen_by) == (("AH",), None)
    state = played(state, None)
    facts = KING.deal_record(state)
    assert facts is not None
    assert facts.last_card == "AH"


@rule("C4.by_last")
def test_the_last_card_is_that_of_the_declarer() -> None:
    state, events = act(praised(), "=D sell pass 2 pass =by_last")
    assert find(events, Completed).last_card == "AH"
    assert state.trump == "H"


@rule("C4.misere")
def test_misere_reverses_ranks_and_has_no_trump() -> None:
    state = playing("=misere keep")
    assert state.trump is None
    hands = "AC 7H | 7C 8H | KC 9H | JC TH"
    state = replace(table(8, hands), declaration=state.declaration)
    state, events = act(state, "AC 7C KC JC")
    assert find(events, TrickTaken).seat == 1


@rule("C4.misere")
def test_misere_counts_three_a_trick() -> None:
    state = replace(table(8, "AC | 7C | KC | JC"), tally=tally("7 0 0 0"))
    state = replace(state, declaration=Declaration(0, "misere", None))
    state, _ = act(state, "AC 7C KC JC")
    assert state.rows[-1].scores == (21, 3, 0, 0)


@rule("C4.split", "C6.4")
def test_example_4_a_split() -> None:
    state, events = act(praised(), "=split")
    scored = find(events, DealScored)
    assert (scored.reason, scored.row.scores) == (Reason.SPLIT, (6, 6, 6, 6))
    assert scored.row.detail["tricks"] == [2, 2, 2, 2]
    assert [len(hand) for hand in scored.hands] == [3, 3, 3, 3]
    facts = KING.deal_record(state)
    assert facts is not None
    assert facts.hands == state.dealt
    view = KING.view(state, 1)
    assert (view.split, view.phase, view.rest) == ("made", Phase.DEAL, 0)


@rule("C4.sale", "C7.refuse")
def test_the_sale_is_opened_or_not() -> None:
    state, _ = act(praised(), "=C")
    assert legal(state) == "keep sell"
    assert refused(state, "pass") == "the sale must be opened or not"
    kept, _ = act(state, "keep")
    assert (kept.phase, KING.to_act(kept)) == (Phase.PLAY, (0,))
    opened, _ = act(state, "sell")
    assert (opened.phase, KING.to_act(opened), opened.bidders) == (Phase.AUCTION, (1,), (1, 2, 3))
    assert refused(opened, "keep") == "tricks must be offered, or passed"


@rule("C4.auction", "G23.auction")
def test_bids_rise_from_one_to_eight() -> None:
    state, _ = act(praised(), "=C sell")
    assert legal(state) == "1 2 3 4 5 6 7 8 pass"
    assert refused(state, "0") == "an offer must be from 1 to 8 tricks"
    assert refused(state, "9") == "an offer must be from 1 to 8 tricks"
    state, _ = act(state, "3")
    assert KING.to_act(state) == (2,)
    assert legal(state) == "4 5 6 7 8 pass"
    assert refused(state, "3") == "an offer must be from 4 to 8 tricks"
    assert KING.view(state, 0).offer == HighOffer(1, 3)


@rule("C4.auction")
def test_a_pass_is_final() -> None:
    state, _ = act(praised(), "=C sell 1 pass 2")
    assert KING.to_act(state) == (1,)
    state, _ = act(state, "3")
    assert KING.to_act(state) == (3,)
    assert state.bidders == (3, 1)


@rule("C4.auction_end", "C4.buyer")
def test_the_last_bidder_gets_the_game() -> None:
    state, events = act(praised(), "=C sell 1 pass pass")
    assert find(events, GameSold).sale == Sold(0, 1, 1)
    assert (state.phase, KING.to_act(state), state.declaration) == (Phase.DECLARE, (1,), None)


@rule("C4.auction_end")
def test_two_passes_leave_the_third_a_say() -> None:
    state, _ = act(praised(), "=C sell pass pass")
    assert KING.to_act(state) == (3,)
    state, events = act(state, "2")
    assert find(events, GameSold).sale == Sold(0, 3, 2)


@rule("C4.auction_end", "C.defects", "G23.auction")
def test_a_bid_of_eight_ends_the_auction() -> None:
    state, events = act(praised(), "=C sell 8")
    assert find(events, GameSold).sale == Sold(0, 1, 8)
    assert KING.view(state, 0).bidders == ()


@rule("C4.kept")
def test_when_all_pass_the_praiser_keeps_game_and_declaration() -> None:
    state, _ = act(praised(), "=S sell pass pass pass")
    assert (state.phase, state.trump, state.sale) == (Phase.PLAY, "S", None)
    assert state.declaration == Declaration(0, "suit", "S")


@rule("C4.buyer")
def test_the_buyer_declares_anew_and_may_not_split() -> None:
    state, _ = act(praised(), "=C sell 1 pass pass")
    assert legal(state) == "=by_last =misere =C =D =H =S"
    assert refused(state, "=split") == "the buyer of a game may not split it"
    state, _ = act(state, "=D")
    assert (state.phase, state.trump) == (Phase.PLAY, "D")


@rule("C4.leads")
def test_the_eldest_leads_also_after_a_sale() -> None:
    assert KING.to_act(playing("=C sell pass 3 pass =H")) == (0,)


@rule("C8.declarer_leads")
def test_the_declarer_may_lead() -> None:
    assert KING.to_act(playing("=C sell pass 3 pass =H", declarer_leads=True)) == (2,)
    assert KING.to_act(playing("=C keep", declarer_leads=True)) == (0,)


@rule("C4.price", "C6.3")
def test_example_3_a_sale() -> None:
    taken, sale = tally("1 1 5 1"), Sold(0, 2, 3)
    state = replace(praised(), tally=taken, sale=sale)
    assert scoring.scores(state) == (12, 3, 6, 3)
    state = replace(state, tally=tally("2 2 2 2"), sale=Sold(0, 2, 4))
    assert scoring.scores(state) == (18, 6, -6, 6)
    state = scoring.finished(state, Reason.PLAYED_OUT).state
    assert state.rows[-1].check == 24
    assert state.rows[-1].detail["sale"] == {"seller": 0, "buyer": 2, "tricks": 4}


@rule("C4.price", "C8.scale")
def test_what_a_sale_costs_is_scaled_too() -> None:
    state = replace(praised(scale=10), tally=tally("1 1 5 1"), sale=Sold(0, 2, 3))
    assert scoring.scores(state) == (120, 30, 60, 30)
    state = scoring.finished(state, Reason.PLAYED_OUT).state
    assert state.rows[-1].check == sum(state.rows[-1].scores) == 240


@rule("C3.winner", "C3.follow")
def test_the_highest_trump_wins() -> None:
    state = replace(table(8, "AC 8D | 9H 7H | TC 8H | 7D 9S", turn=0), trump="H")
    state, events = act(state, "AC 7H TC 7D")
    assert find(events, TrickTaken).seat == 1


@rule("C8.must_trump")
def test_a_duty_to_trump() -> None:
    hands = "7H 7D | AC 8D | TC 8H | 9D 9S"
    free = replace(table(8, hands, "AC TC 9C", must_trump=False), trump="H")
    assert legal(free) == "7D 7H"
    must = replace(table(8, hands, "AC TC 9C", must_trump=True), trump="H")
    assert legal(must) == "7H"
    assert refused(must, "7D") == "who is void must trump"
    assert legal(replace(must, trump="S")) == "7D 7H"
    assert legal(replace(must, trump=None)) == "7D 7H"


# --- C8: options of praise deals --------------------------------------------------------------


@rule("C8.sale")
def test_a_sale_before_the_declaration() -> None:
    state = praised(sale="before_declaration")
    assert (state.phase, legal(state)) == (Phase.SALE, "keep sell")
    kept, _ = act(state, "keep")
    assert (KING.to_act(kept), legal(kept)) == ((0,), CALLS)
    assert act(kept, "=C")[0].phase is Phase.PLAY
    passed, _ = act(state, "sell pass pass pass")
    assert (passed.phase, KING.to_act(passed)) == (Phase.DECLARE, (0,))
    sold, _ = act(state, "sell pass pass 1")
    assert (KING.to_act(sold), legal(sold)) == ((3,), "=by_last =misere =C =D =H =S")
    assert act(sold, "=S")[0].phase is Phase.PLAY


@rule("C8.sale")
def test_no_sale() -> None:
    state, _ = act(praised(sale="off"), "=C")
    assert state.phase is Phase.PLAY


@rule("C8.split")
def test_a_split_that_needs_all() -> None:
    state, _ = act(praised(split="needs_all"), "=split")
    assert (state.phase, KING.to_act(state), legal(state)) == (Phase.AGREE, (1,), "no yes")
    assert KING.view(state, 2).split == "asked"
    assert refused(state, "pass") == "the split must be agreed to or not"
    state, events = act(state, "yes yes yes")
    assert find(events, DealScored).row.scores == (6, 6, 6, 6)
    assert [event.seat for event in events if isinstance(event, Agreed)] == [1, 2, 3]


@rule("C8.split")
def test_one_no_refuses_a_split() -> None:
    state, _ = act(praised(split="needs_all"), "=split yes no")
    assert (state.phase, KING.to_act(state)) == (Phase.DECLARE, (0,))
    assert legal(state) == "=by_last =misere =C =D =H =S"
    assert refused(state, "=split") == "the others did not agree to a split"
    assert KING.view(state, 3).split == "refused"
    assert act(state, "=C keep")[0].phase is Phase.PLAY


@rule("C8.split")
def test_no_split() -> None:
    state = praised(split="off")
    assert legal(state) == "=by_last =misere =C =D =H =S"
    assert refused(state, "=split") == "this table does not split"


@rule("C8.full_hand")
def test_a_split_with_all_cards_in_hand() -> None:
    state = praised(split_full_hand=True)
    assert "=split" not in legal(state)
    assert refused(state, "=split") == "a split is decided when all cards are dealt"
    state, _ = act(state, "=C keep")
    assert (state.phase, KING.to_act(state), legal(state)) == (Phase.SPLIT, (0,), "=split pass")
    assert refused(state, "=D") == "the deal must be split, or passed"
    assert len(state.hands[0]) == 8
    assert checks.checks(state) == ()
    went_on, _ = act(state, "pass")
    assert (went_on.phase, KING.to_act(went_on)) == (Phase.PLAY, (0,))
    split, events = act(state, "=split")
    assert find(events, DealScored).row.scores == (6, 6, 6, 6)
    assert [len(hand) for hand in split.dealt] == [8] * 4


@rule("C8.full_hand")
def test_who_sold_his_game_does_not_split_it() -> None:
    state, _ = act(praised(split_full_hand=True), "=C sell 1 pass pass =D")
    assert state.phase is Phase.PLAY


@rule("C8.full_hand")
def test_a_refused_split_with_all_cards_goes_on_to_play() -> None:
    state, _ = act(praised(split_full_hand=True, split="needs_all"), "=C keep =split")
    assert state.phase is Phase.AGREE
    refused_split, _ = act(state, "yes no")
    assert (refused_split.phase, refused_split.trump) == (Phase.PLAY, "C")
    assert KING.view(refused_split, 1).declaration == Declaration(0, "suit", "C")
    made, _ = act(state, "yes yes yes")
    assert made.rows[-1].scores == (6, 6, 6, 6)


@rule("C8.by_last_card")
def test_by_the_third_card() -> None:
    hands = HANDS.replace("7C 8C 9C", "7C 8C 9H").replace("7H 8H 9H", "7H 8H 9C")
    state, _ = act(praised(hands, by_last_card="third"), "=by_last")
    assert (state.trump, state.last_card) == (None, None)
    state, events = act(state, "keep")
    assert (find(events, Completed).last_card, state.trump) == ("9H", "H")


@rule("C8.no_trump")
def test_praise_without_trumps() -> None:
    state = praised(no_trump=True)
    assert legal(state) == "=by_last =misere =no_trump =split =C =D =H =S"
    state, _ = act(state, "=no_trump keep")
    assert state.trump is None
    state = replace(table(8, "AC 7S | 7C 8S | KC 9S | JC TS"), declaration=state.declaration)
    assert find(act(state, "AC 7C KC JC")[1], TrickTaken).seat == 0


@rule("C4.declare")
@pytest.mark.parametrize(
    ("call", "suit", "reason"),
    [
        ("suit", None, "the trump suit must be one of CDHS"),
        ("suit", "X", "the trump suit must be one of CDHS"),
        ("suit", "", "the trump suit must be one of CDHS"),
        ("misere", "C", "only the call of a suit names one"),
        ("split", "C", "only the call of a suit names one"),
        ("grand", None, "there is no such call"),
    ],
)
def test_calls_that_are_none(call: str, suit: str | None, reason: str) -> None:
    action = replace(Declare("misere"), call=call, suit=suit)
    with pytest.raises(IllegalActionError, match=reason):
        KING.apply(praised(), 0, action)


@rule("C8.contradictions")
def test_a_full_hand_split_needs_a_split() -> None:
    with pytest.raises(OptionError, match="split_full_hand: has no meaning where split is off"):
        KING.resolve({"split": "off", "split_full_hand": True}, 4)


@rule("C9.checks")
def test_checks_of_the_pause() -> None:
    state = praised()
    assert checks.checks(state) == ()
    assert checks.checks(replace(state, trump="C")) == ("trump is not fixed in the pause",)
    assert checks.checks(replace(state, hands=(*state.hands[:3], ()))) == (
        "twelve cards are dealt before the pause",
    )
