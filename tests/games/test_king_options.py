"""King, sentence by sentence: options of the negative deals, other halves, three players."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kozyr_games.king import KING, deals, scoring
from kozyr_games.king.state import plan
from kozyr_games.options import table_options
from kozyr_games.spec import OptionError
from kozyr_protocol.games.king import Contract, DealScored, TrickTaken
from kozyr_testing.king_tables import act, find, fresh, legal, refused, table, tally, whole_game
from kozyr_testing.rules import rule


def bans(**options: Any) -> list[int]:
    rows = plan(fresh(4, jokers=False, **options))
    return [number for number, row in enumerate(rows, start=1) if row.ban]


def duties(**options: Any) -> list[int]:
    rows = plan(fresh(4, jokers=False, **options))
    return [number for number, row in enumerate(rows, start=1) if row.shed]


@rule("C8.profile")
def test_profiles() -> None:
    assert (bans(), duties()) == ([2, 6, 7, 12], [6, 7, 12])
    assert (bans(profile="seed"), duties(profile="seed")) == ([2], [6])
    assert legal(table(6, "7H 8C", profile="seed")) == "8C 7H"
    assert legal(table(7, "7D KH", "8C", profile="seed")) == "7D KH"
    assert legal(table(6, "7D KH", "8C", profile="seed")) == "KH"


@rule("C8.boys", "C6.5")
def test_example_5_jacks_and_kings_are_boys() -> None:
    state, _ = act(table(3, "AS 7H | KS 8H | 7S 9H | 8S TH", boys="jacks_kings2"), "AS KS 7S 8S")
    assert scoring.scores(state) == (-2, 0, 0, 0)
    state, _ = act(table(3, "AH 7C | JH 8C | 7H 9C | 8H TC", boys="jacks_kings2"), "AH JH 7H 8H")
    assert scoring.scores(state) == (-2, 0, 0, 0)
    assert deals.BOYS["jacks_kings2"].number * deals.BOYS["jacks_kings2"].worth == deals.KING
    state = replace(fresh(boys="jacks_kings2"), deal=3, tally=tally("8 0 0 0", boys="8 0 0 0"))
    assert scoring.scores(state) == (-16, 0, 0, 0)


@rule("C8.boys")
def test_in_a_medley_the_king_of_hearts_is_a_boy_too() -> None:
    for boys, worth in (("jacks4", 18), ("jacks_kings2", 20), ("kings4", 22)):
        state, _ = act(table(12, "AH TH | KH 7H | 8H JH | 9H QH", boys=boys), "AH KH 8H 9H")
        # The trick is 2 more, and the three other hearts 6.
        assert scoring.scores(state)[0] == worth + 2 + 6


@rule("C8.boys")
def test_kings_alone_are_boys() -> None:
    state, _ = act(table(3, "AS 7H | KS 8H | JS 9H | 8S TH", boys="kings4"), "AS KS JS 8S")
    assert scoring.scores(state) == (-4, 0, 0, 0)


# --- the king held back -----------------------------------------------------------------------

HELD = "7C 8S AH | KH 7D 8H | 9C TS QH | TC JS 9H"


@rule("C8.penalty")
@pytest.mark.parametrize("deal", [6, 7])
def test_the_offender_is_charged_instead_of_the_taker(deal: int) -> None:
    state = table(
        deal, HELD.replace(" 9S", "").replace(" 7S", "").replace(" 8D", ""), king_mode="penalty"
    )
    state, _ = act(state, "7C")
    assert legal(state) == "7D 8H KH"
    state, _ = act(state, "7D 9C TC")
    assert state.missed == 1
    # Seat 3 took, and leads to the ace of hearts.
    state, _ = act(replace(state, tally=tally("0 0 0 1")), "JS 8S 8H TS")
    state, events = act(state, "9H AH KH QH")
    assert find(events, TrickTaken).tally.king == 1
    row = find(events, DealScored).row
    assert row.detail["king"] == 1
    if deal == 6:
        assert row.scores == (0, -16, 0, 0)
    else:
        # The rest of the trick, 8 for hearts, 4 for the queen and 2, is the taker's.
        assert state.tally.hearts[0] == 4
        assert row.scores[1] == -16
        assert row.scores[0] == -(8 + 4 + 2)


@rule("C8.penalty")
def test_the_offender_is_charged_once_when_he_takes_it_himself() -> None:
    state = table(6, "7C AH | KH 7D | 9C QH | TC 9H", king_mode="penalty")
    state, _ = act(state, "7C 7D 9C TC")
    state = replace(state, turn=1)
    state, events = act(state, "KH QH 9H AH")
    assert find(events, DealScored).row.scores == (0, -16, 0, 0)
    own = replace(table(6, "7H 7S | KH 8S | 8H 9S | 9H TS", turn=1, king_mode="penalty"), missed=1)
    _, events = act(replace(own, hands=(("7H",), ("KH",), ("8H",), ("9H",))), "KH 8H 9H 7H")
    assert find(events, DealScored).row.scores == (0, -16, 0, 0)


@rule("C8.penalty")
def test_shedding_at_the_first_chance_is_no_offence() -> None:
    state = table(6, "7C AH | KH 7D | 9C QH | TC 9H", king_mode="penalty")
    state, events = act(state, "7C KH 9C TC")
    assert state.missed is None
    assert find(events, DealScored).row.scores == (0, 0, 0, -16)


@rule("C8.penalty")
def test_keeping_it_under_hearts_is_no_offence() -> None:
    state, _ = act(table(6, "AH 8S | KH 7H | 9H 9S | TH TS", turn=1, king_mode="penalty"), "7H")
    assert state.missed is None


@rule("C8.penalty_12")
def test_in_the_positive_medley_it_is_always_forced() -> None:
    assert legal(table(12, "KH 7D", "8C", king_mode="penalty")) == "KH"


@rule("C8.penalty_hidden")
def test_nobody_sees_a_missed_chance() -> None:
    state = table(6, HELD, king_mode="penalty")
    state, events = act(state, "7C 7D 9C TC")
    assert state.missed == 1
    blank = replace(state, missed=None)
    for seat in (None, 0, 1, 2, 3):
        assert KING.view(state, seat) == KING.view(blank, seat)
    assert KING.legal_actions(state, 3) == KING.legal_actions(blank, 3)
    clean, others = act(replace(table(6, HELD, king_mode="penalty"), missed=2), "7C 7D 9C TC")
    assert msgspec.msgpack.encode(events) == msgspec.msgpack.encode(others)
    assert find(events, TrickTaken).tally.king is None
    assert clean.missed == 2
    assert state.phase.value == KING.decision(state, 3)


@rule("C8.under_ace")
def test_the_king_falls_under_the_ace() -> None:
    assert legal(table(6, "7H KH 8S", "8H AH", king_under_ace=True)) == "KH"
    assert refused(table(6, "7H KH 8S", "8H AH", king_under_ace=True), "7H") == (
        "the king of hearts must be played under the ace"
    )
    assert legal(table(6, "7H KH 8S", "8H QH", king_under_ace=True)) == "7H KH"
    assert legal(table(2, "7H KH 8S", "8H AH", king_under_ace=True)) == "7H KH"
    assert legal(table(6, "7S KH 8D", "JS AH", king_under_ace=True)) == "7S", "spades were led"


@rule("C8.under_ace", "C8.penalty")
def test_a_king_kept_from_under_the_ace_is_a_missed_chance() -> None:
    state = table(6, "7H KH 8S", "8H AH", king_under_ace=True, king_mode="penalty")
    assert legal(state) == "7H KH"
    assert act(state, "7H")[0].missed == 0


@rule("C8.broken")
def test_broken_hearts_may_be_led() -> None:
    hands = "7C 8C 8H | 7H 9D | 9C TD | TC JD"
    state = table(2, hands, broken_hearts=True)
    assert legal(replace(state, hands=(("8C", "8H"), *state.hands[1:]))) == "8C"
    state, _ = act(state, "7C 7H 9C TC")
    assert legal(replace(state, turn=0)) == "8C 8H"


# --- points and halves ------------------------------------------------------------------------


@rule("C8.scale")
def test_points_times_ten() -> None:
    state = replace(fresh(scale=10), deal=1, tally=tally("3 2 2 1"))
    assert scoring.scores(state) == (-60, -40, -40, -20)
    rows = whole_game(scale=10).rows
    assert [row.check for row in rows] == [-160] * 6 + [-960] + [240] * 4 + [960]
    with pytest.raises(OptionError, match="scale: must be one of 1, 10"):
        KING.resolve({"scale": 5}, 4)


@rule("C8.mirror")
def test_mirror_plays_the_seven_again_with_plus_signs() -> None:
    rows = plan(fresh(positive_half="mirror"))
    assert [row.contract.value for row in rows[7:]] == [
        "tricks",
        "hearts",
        "boys",
        "girls",
        "last_two",
        "king",
        "pos_medley",
    ]
    assert bans(positive_half="mirror") == [2, 6, 7, 9, 13, 14]
    assert duties(positive_half="mirror") == [6, 7, 13, 14]
    assert bans(positive_half="mirror", profile="seed") == [2, 9]
    assert duties(positive_half="mirror", profile="seed") == [6, 13]
    assert bans(positive_half="mirror12", profile="seed") == [2, 8]
    assert duties(positive_half="mirror12", profile="seed") == [6, 12]
    held = table(13, "7D KH", "8C", positive_half="mirror", profile="seed", king_mode="penalty")
    assert legal(held) == "KH"
    state = whole_game(positive_half="mirror")
    assert len(state.rows) == 14
    assert [row.check for row in state.rows] == [-16] * 6 + [-96] + [16] * 6 + [96]
    assert sum(state.totals) == 0


@rule("C8.mirror12")
def test_mirror12_has_no_medley() -> None:
    state = whole_game(positive_half="mirror12")
    assert [row.check for row in state.rows] == [-16] * 6 + [16] * 6
    contracts = {row.contract for row in plan(state)}
    assert not contracts & {Contract.NEG_MEDLEY, Contract.POS_MEDLEY, Contract.PRAISE}


@rule("C8.three", "C1.seats")
def test_three_players() -> None:
    state = whole_game(3)
    assert [row.check for row in state.rows] == [
        *[-20, -16, -16, -16, -16, -16, -100],
        *[20, 16, 16, 16, 16, 16, 100],
    ]
    assert sum(state.totals) == 0
    assert sum(state.rows[0].detail["tricks"]) == 10


@rule("C8.three", "C8.contradictions")
@pytest.mark.parametrize(
    ("given", "seats", "text"),
    [
        ({"positive_half": "praise"}, 3, "positive_half: must be mirror with three players"),
        ({"positive_half": "mirror12"}, 3, "positive_half: must be mirror with three players"),
        ({"players": 3}, 4, "players: is 3, and the table has 4 seats"),
        ({"players": 4}, 3, "players: is 4, and the table has 3 seats"),
        ({"players": 5}, 4, "players: must be one of 3, 4"),
        ({}, 5, "seats: must be from 3 to 4"),
        ({"boys": "queens"}, 4, "boys: must be one of jacks4, jacks_kings2, kings4"),
        ({"king_mode": True}, 4, "king_mode: must be one of forced, penalty"),
        ({"no_trump": 1}, 4, "no_trump: must be true or false"),
        ({"stake": -1}, 4, "stake: must be a whole number from 0 to 1000000"),
        ({"jokers": 2}, 4, "jokers: is not an option"),
    ],
)
def test_options_that_cannot_be(given: dict[str, object], seats: int, text: str) -> None:
    with pytest.raises(OptionError, match=text):
        KING.resolve(given, seats)


@rule("C8.contradictions")
@pytest.mark.parametrize("half", ["mirror", "mirror12"])
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("must_trump", True),
        ("sale", "before_declaration"),
        ("declarer_leads", True),
        ("split", "needs_all"),
        ("split_full_hand", True),
        ("by_last_card", "third"),
        ("no_trump", True),
    ],
)
def test_a_game_without_praise_deals_takes_no_options_of_theirs(
    half: str, name: str, value: object
) -> None:
    KING.resolve({name: value}, 4)
    with pytest.raises(OptionError, match=f"{name}: is of praise deals, and {half} has none"):
        KING.resolve({"positive_half": half, name: value}, 4)


@rule("C8.contradictions")
def test_what_asks_for_nothing_contradicts_nothing() -> None:
    KING.resolve({"positive_half": "mirror", "sale": "off", "split": "off"}, 4)
    KING.resolve({"sale": "off", "declarer_leads": True}, 4)
    with pytest.raises(OptionError, match="split_full_hand: has no meaning where split is off"):
        KING.resolve({"split": "off", "split_full_hand": True}, 4)


@rule("C8.presets")
@pytest.mark.parametrize(
    ("preset", "seats", "profile", "half", "number"),
    [
        (None, 4, "published", "praise", 12),
        (None, 3, "published", "mirror", 14),
        ("king/published", 4, "published", "praise", 12),
        ("king/seed", 4, "seed", "praise", 12),
        ("king/mirror14", 4, "published", "mirror", 14),
        ("king/mirror14", 3, "published", "mirror", 14),
        ("king/mirror12", 4, "published", "mirror12", 12),
    ],
)
def test_presets(preset: str | None, seats: int, profile: str, half: str, number: int) -> None:
    options = table_options(KING, preset, {"draw": "off"}, seats)
    state = KING.setup(options, seats)
    assert (state.rules.profile, state.rules.positive_half) == (profile, half)
    assert len(plan(state)) == number


@rule("C8.presets")
def test_the_usual_options() -> None:
    assert msgspec.to_builtins(KING.resolve({}, 4)) == {
        "stake": 0,
        "draw": "seats",
        "profile": "published",
        "boys": "jacks4",
        "king_mode": "forced",
        "king_under_ace": False,
        "broken_hearts": False,
        "must_trump": False,
        "sale": "after_declaration",
        "declarer_leads": False,
        "split": "unilateral",
        "split_full_hand": False,
        "by_last_card": "last",
        "no_trump": False,
        "end_early": True,
        "scale": 1,
        "positive_half": "praise",
        "players": 4,
    }
