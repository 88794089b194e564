"""King, sentence by sentence: the whole game, lateness, the record, and what is shown."""

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kozyr_games.king import KING, checks, scoring
from kozyr_games.king.state import State, eldest, plan, row
from kozyr_games.spec import IllegalActionError
from kozyr_protocol.cards import PACK_32
from kozyr_protocol.games.king import (
    Contract,
    DealScored,
    GameOver,
    Pass,
    Phase,
    Play,
    Reason,
    Sold,
    Tally,
)
from kozyr_protocol.record import Ended
from kozyr_testing.king_tables import (
    HANDS,
    act,
    deck_of,
    find,
    fresh,
    legal,
    played,
    praised,
    refused,
    table,
    tally,
    text_of,
    whole_game,
)
from kozyr_testing.rules import rule

# --- C5: the end ------------------------------------------------------------------------------


def ended(totals: tuple[int, ...], **options: Any) -> State:
    """A game whose last deal, adding nothing, is just over."""
    state = replace(fresh(len(totals), **options), totals=totals)
    state = replace(state, deal=len(plan(state)), split="made", dealer=0)
    return scoring.finished(state, Reason.PLAYED_OUT).state


@rule("C5.rank")
def test_the_highest_total_wins_and_ties_share() -> None:
    result = KING.outcome(ended((10, -30, 10, 10)))
    assert result is not None
    assert (result.winners, result.settlement) == ((0, 2, 3), None)
    assert result.ended is Ended.COMPLETE
    result = KING.outcome(ended((1, 29, -51, 21)))
    assert result is not None
    assert result.winners == (1,)


@rule("C5.settlement")
def test_the_settlement_is_stake_times_total() -> None:
    result = KING.outcome(ended((29, -51, 1, 21), stake=5))
    assert result is not None
    assert result.settlement == (145, -255, 5, 105)


@rule("C5.settlement")
def test_a_game_broken_off_is_settled_by_the_distance_from_the_mean() -> None:
    state = replace(fresh(4, stake=3), totals=(-6, -4, -4, -2), deal=1)
    assert KING.standing(state).settlement == (-6, 0, 0, 6)
    assert KING.standing(state).winners == (3,)
    three = replace(fresh(3, stake=1), totals=(-10, -10, 0), deal=1, dealer=1)
    assert KING.standing(three).settlement == (-3, -4, 7)


@rule("C5.rank")
def test_the_game_ends_after_the_last_deal() -> None:
    state = whole_game(stake=2)
    result = KING.outcome(state)
    assert result is not None
    assert len(state.rows) == 12
    assert result.settlement == tuple(2 * total for total in result.totals)
    view = KING.view(state, 1)
    assert view.phase is Phase.OVER
    assert view.result == GameOver(result.totals, result.winners, result.settlement, Ended.COMPLETE)


# --- C6: the whole game -----------------------------------------------------------------------

GAME: list[tuple[Tally, Sold | None, bool, tuple[int, ...]]] = [
    (tally("3 2 2 1"), None, False, (-6, -4, -4, -2)),
    (tally("3 2 2 1", hearts="4 3 1 0"), None, False, (-8, -6, -2, 0)),
    (tally("3 2 2 1", boys="1 0 2 1"), None, False, (-4, 0, -8, -4)),
    (tally("3 2 2 1", girls="0 4 0 0"), None, False, (0, -16, 0, 0)),
    (tally("3 2 2 1", last_two="0 1 0 1"), None, False, (0, -8, 0, -8)),
    (tally("3 2 2 1", king=2), None, False, (0, 0, -16, 0)),
    (
        tally("2 3 1 2", "1 4 0 3", "0 2 1 1", "1 0 2 1", "1 1 0 0", king=1),
        None,
        False,
        (-18, -46, -14, -18),
    ),
    (tally("1 1 1 5"), None, False, (3, 3, 3, 15)),
    (tally("1 1 5 1"), Sold(0, 2, 3), False, (12, 3, 6, 3)),
    (tally("0 0 0 0"), None, True, (6, 6, 6, 6)),
    (tally("2 3 0 3"), None, False, (6, 9, 0, 9)),
    (
        tally("3 1 2 2", "2 1 3 2", "2 0 1 1", "1 1 0 2", "2 0 0 0", king=2),
        None,
        False,
        (38, 8, 30, 20),
    ),
]


@rule("C6.6")
def test_example_6_a_whole_game() -> None:
    state = replace(fresh(), dealer=3)
    for number, (taken, sale, is_split, scores) in enumerate(GAME, start=1):
        state = replace(
            state,
            deal=number,
            dealer=(number - 2) % 4,
            tally=taken,
            sale=sale,
            split="made" if is_split else None,
        )
        assert eldest(state) == (number - 1) % 4
        state = scoring.finished(state, Reason.PLAYED_OUT).state
        assert state.rows[-1].scores == scores
        assert state.rows[-1].check == sum(scores)
    assert state.totals == (29, -51, 1, 21)
    assert checks.checks(state) == ()
    result = KING.outcome(state)
    assert result is not None
    assert result.winners == (0,)


# --- C9: invariants ---------------------------------------------------------------------------


@rule("C9.checks")
def test_checks_notice_an_unsound_state() -> None:
    sound = table(6, "7C 7S | 8C 8S | 9C 9S | TC KH", "")
    assert checks.checks(sound) == ()
    assert checks.checks(replace(sound, tally=tally("1 0 0 0")))[0].startswith("the tally")
    written = checks.checks(replace(sound, tally=tally("0 0 0 0", king=1)))
    assert written == ("the king is written once it is taken",)
    assert checks.checks(replace(sound, trump="C")) == ("trump is fixed in praise deals alone",)
    assert checks.checks(replace(sound, rest=("7D",))) == (
        "all cards are dealt before the first trick",
    )
    led = table(2, "7C | 8C | 9C | TC", "7H", turn=1)
    assert checks.checks(led) == ("hearts are led only by who has nothing else",)
    kept = table(6, "KH | 8C | 9C | 7S", "7C 8D", turn=1)
    assert checks.checks(kept) == ("the king of hearts is shed when it is due",)
    revoked = table(1, "JC | 8C | 9C | TC", "7C 8D", turn=1)
    assert checks.checks(revoked) == ("who can follow suit does",)


@rule("C9.checks")
def test_checks_notice_an_unsound_sheet() -> None:
    state = replace(fresh(), deal=8, dealer=3, tally=tally("1 1 1 5"))
    state = scoring.finished(state, Reason.PLAYED_OUT).state
    line = replace(state.rows[-1], deal=8)
    wrong = replace(state, rows=(replace(line, scores=(3, 3, 4, 14)),))
    assert checks.checks(wrong)[0] == "a praise deal is worth 3 a trick, and the sale"
    odd = replace(state, rows=(replace(line, deal=7, scores=(-3, -93, 0, 0)),))
    assert checks.checks(odd) == ("scores are even",)
    gain = replace(state, rows=(replace(line, deal=7, scores=(4, -100, 0, 0)),))
    assert checks.checks(gain) == ("nobody gains where one pays, or pays where one gains",)
    over = replace(state, phase=Phase.OVER)
    assert checks.checks(over) == ("a whole game adds up to nothing",)


@rule("C9.even")
@pytest.mark.parametrize("seed", range(4))
def test_scores_of_medleys_are_even_and_of_praise_deals_threes(seed: int) -> None:
    rows = whole_game(seed=seed).rows
    assert all(score % 2 == 0 for line in (rows[6], rows[11]) for score in line.scores)
    assert all(score % 3 == 0 for line in rows[7:11] for score in line.scores)


# --- the timeout ------------------------------------------------------------------------------


@rule("C.timeout")
@pytest.mark.parametrize(
    ("hand", "trick", "card"),
    [
        ("AC 8D 8H 8S", "", "8D"),
        ("AC 8D 7H", "TC 9C KC", "AC"),
        ("KD TH TS", "TC 9C KC", "TH"),
    ],
)
def test_the_lowest_legal_card_is_played(hand: str, trick: str, card: str) -> None:
    assert KING.timeout_action(table(1, hand, trick), 0) == Play(card)


@rule("C.timeout")
def test_the_lowest_legal_card_obeys_ban_and_duty() -> None:
    assert KING.timeout_action(table(2, "7H 9S AS"), 0) == Play("9S")
    assert KING.timeout_action(table(6, "7S KH", "7C 8C 9C"), 0) == Play("KH")


@rule("C.timeout")
@pytest.mark.parametrize(
    ("phase", "moves", "late"),
    [
        (Phase.DECLARE, "", "=C"),
        (Phase.SALE, "=D", "keep"),
        (Phase.AUCTION, "=D sell", "pass"),
        (Phase.DECLARE, "=D sell 3 pass pass", "=D"),
    ],
)
def test_late_in_the_pause(phase: Phase, moves: str, late: str) -> None:
    hands = HANDS.replace("7C 8C 9C", "7C 7S 9H").replace("7S 8S 9S", "9C 8S 8C")
    hands = hands.replace("7H 8H 9H", "7H 8H 9S")
    state, _ = act(praised(hands), moves)
    assert state.phase is phase
    (seat,) = KING.to_act(state)
    assert text_of(KING.timeout_action(state, seat)) == late


# --- public defects of other programs ---------------------------------------------------------


@rule("C.defects")
def test_a_deal_begins_with_nothing_left_over_from_the_last() -> None:
    before = replace(fresh(), deal=7, dealer=2)
    state = played(KING.deal(before, deck_of(HANDS)).state, random.Random(3))
    state = KING.deal(state, PACK_32).state
    assert sorted(card for hand in (*state.hands, state.rest) for card in hand) == sorted(PACK_32)
    assert state.tally == tally("0 0 0 0")
    assert (state.declaration, state.sale, state.trump, state.last_card) == (None,) * 4
    assert (state.last_trick, state.missed, state.split) == (None, None, None)
    assert not state.broken


@rule("C.defects")
def test_only_a_card_of_the_own_hand_is_accepted() -> None:
    state = table(1, "7C | 8C | 9C | TC")
    for card in ("8C", "7D", "ZZ", "", "7c", "X1"):
        assert refused(state, card or "??") == "the card is not in the hand"
    with pytest.raises(IllegalActionError, match="another seat's turn"):
        KING.apply(state, 1, Play("8C"))
    with pytest.raises(IllegalActionError, match="no deal is being played"):
        KING.apply(fresh(), 0, Play("8C"))
    with pytest.raises(IllegalActionError, match="a card must be played"):
        KING.apply(state, 0, Pass())


@rule("C.defects")
def test_the_duty_to_shed_comes_after_following() -> None:
    # Elsewhere the forced card was demanded although another suit was led and held.
    assert legal(table(6, "7C KH", "8C")) == "7C"
    assert legal(table(6, "KH 8S")) == "8S"


@rule("C.defects")
def test_the_next_deal_is_led_by_its_eldest_hand() -> None:
    state, _ = act(replace(table(1, "7C | 8C | 9C | TC"), tally=tally("0 0 0 7")), "7C 8C 9C TC")
    state = KING.deal(state, PACK_32).state
    assert (state.dealer, KING.to_act(state)) == (0, (1,))


@rule("C.defects")
def test_the_last_trick_is_credited_before_the_deal_is_scored() -> None:
    state, _ = act(
        replace(table(5, "7C | 8C | 9C | TC"), tally=tally("7 0 0 0", last_two="1 0 0 0")),
        "7C 8C 9C TC",
    )
    assert state.rows[-1].scores == (-8, 0, 0, -8)


# --- the record, and what is shown ------------------------------------------------------------


@rule("C.record")
def test_the_record_of_a_deal() -> None:
    state = replace(table(6, "AH 7C | KH 8C | 8H 9C | 9H TC"), tally=tally("3 2 1 0"))
    state, _ = act(state, "7C 8C 9C TC 9H AH KH 8H")
    facts = KING.deal_record(state)
    assert facts is not None
    assert facts.hands == (("AH", "7C"), ("KH", "8C"), ("8H", "9C"), ("9H", "TC"))
    assert facts.detail == {
        "tricks": [4, 2, 1, 1],
        "hearts": [4, 0, 0, 0],
        "boys": [0, 0, 0, 0],
        "girls": [0, 0, 0, 0],
        "last_two": [1, 0, 0, 1],
        "king": 0,
        "sale": None,
    }
    assert facts.last_card is None
    assert KING.deal_record(table(1, "7C")) is None


@rule("C.shown")
def test_a_view_holds_the_own_hand_and_numbers_of_the_others() -> None:
    state = table(6, "7C KH | 8C 8S | 9C 9S | TC TS", "JC QC", turn=0)
    view = KING.view(state, 0)
    assert (view.hand, view.counts) == (("7C", "KH"), (2, 2, 2, 2))
    assert (view.contract, view.dealer, view.turn) == (Contract.NO_KING, 3, 0)
    assert [(laid.seat, laid.card) for laid in view.trick] == [(2, "JC"), (3, "QC")]
    assert KING.view(state, None).hand is None


@rule("C.shown")
def test_all_cards_dealt_are_shown_when_the_deal_is_over() -> None:
    state, events = act(
        replace(table(1, "7C | 8C | 9C | TC"), tally=tally("7 0 0 0")), "7C 8C 9C TC"
    )
    assert find(events, DealScored).hands == (("7C",), ("8C",), ("9C",), ("TC",))
    view = KING.view(state, 0)
    assert (view.hand, view.counts, view.turn, view.phase) == ((), (0,) * 4, None, Phase.DEAL)


@rule("C.shown")
def test_the_dealer_is_not_known_before_the_draw() -> None:
    assert KING.view(fresh(draw="seats"), 0).dealer is None
    assert KING.view(fresh(), 0).dealer == 0
    assert KING.view(fresh(), 0).contract is None


@rule("C.shown")
def test_a_state_prints_no_card_and_is_small() -> None:
    state = KING.deal(fresh(), PACK_32).state
    assert repr(state) == "<King: deal 1, play>"
    assert len(msgspec.msgpack.encode(state)) < 800
    assert row(state).contract is Contract.NO_TRICKS
