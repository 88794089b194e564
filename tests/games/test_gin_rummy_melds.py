"""Melds, knocks and lay-offs in `kozyr_games.gin_rummy`: its modules melds, knocking, lay_offs.

The searches are compared with plain ones that try everything.
"""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

import pytest

from kozyr_games.gin_rummy import GAME, lay_offs, melds
from kozyr_games.gin_rummy.knocking import Terms, can_knock, checked, knock_discards, knocks
from kozyr_games.spec import IllegalActionError
from kozyr_protocol.cards import PACK_52, SUITS, Card
from kozyr_protocol.games.gin_rummy import Knock, place
from kozyr_testing.gin import knock_cards, play, refusal, table
from kozyr_testing.rules import rule

RANKS = "A23456789TJQK"
TERMS = Terms(limit=10, big_gin=False, taken=None)
Hand = tuple[Card, ...]
Meld = frozenset[Card]


def cards(text: str) -> Hand:
    return tuple(text.split())


# --- plain searches ---------------------------------------------------------------------------


def _all_melds() -> list[Meld]:
    found = [
        frozenset(rank + suit for suit in suits)
        for rank in RANKS
        for count in (3, 4)
        for suits in combinations(SUITS, count)
    ]
    for suit in SUITS:
        for length in range(3, 12):
            found += [
                frozenset(rank + suit for rank in RANKS[low : low + length])
                for low in range(len(RANKS) - length + 1)
            ]
    return found


MELDS = _all_melds()


def value(card: Card) -> int:
    return min(RANKS.index(card[0]) + 1, 10)


def arrangements(hand: frozenset[Card]) -> Iterator[tuple[frozenset[Meld], frozenset[Card]]]:
    """Every set of disjoint melds, with what it leaves."""

    def grow(left: frozenset[Card], held: list[Meld]) -> Iterator[frozenset[Meld]]:
        yield frozenset()
        for at, meld in enumerate(held):
            if meld <= left:
                for more in grow(left - meld, held[at + 1 :]):
                    yield more | {meld}

    for chosen in grow(hand, [meld for meld in MELDS if meld <= hand]):
        yield chosen, hand - frozenset(card for meld in chosen for card in meld)


def touch(chosen: frozenset[Meld]) -> bool:
    """Whether two runs could be one."""
    return any(one | other in MELDS for one, other in combinations(chosen, 2))


def plain_least(hand: Sequence[Card]) -> int:
    return min(sum(map(value, left)) for _, left in arrangements(frozenset(hand)))


def plain_knocks(hand: Hand, limit: int) -> set[tuple[Card, frozenset[Meld]]]:
    found = set()
    for card in hand:
        ten = frozenset(hand) - {card}
        least = plain_least(tuple(ten))
        for chosen, left in arrangements(ten):
            count = sum(map(value, left))
            if count <= (limit if least else 0) and not touch(chosen):
                found.add((card, chosen))
    return found


def plain_answer(hand: Hand, shown: Sequence[Hand]) -> int:
    """The least deadwood of any arrangement after any lay-offs, one card after the other."""

    @cache
    def least(left: frozenset[Card], melds_shown: tuple[Meld, ...]) -> int:
        best = plain_least(tuple(left))
        for card in left:
            for at, meld in enumerate(melds_shown):
                if meld | {card} in MELDS:
                    longer = (*melds_shown[:at], meld | {card}, *melds_shown[at + 1 :])
                    best = min(best, least(left - {card}, longer))
        return best

    return least(frozenset(hand), tuple(map(frozenset, shown)))


def clumped(rng: random.Random, count: int) -> Hand:
    """Cards of few ranks or suits, which meld in many ways."""
    ranks = rng.sample(RANKS, rng.randint(3, 6))
    low = rng.randrange(9)
    pool = [card for card in PACK_52 if card[0] in ranks or card[0] in RANKS[low : low + 4]]
    return tuple(rng.sample(pool, count)) if len(pool) >= count else clumped(rng, count)


HANDS = [clumped(random.Random(seed), 11) for seed in range(150)]


@rule("E7.least", "G3.greedy")
@pytest.mark.parametrize("seed", range(6))
def test_the_least_deadwood_is_that_of_a_search_of_everything(seed: int) -> None:
    rng = random.Random(seed)
    for hand in (*HANDS[seed::6], *(tuple(rng.sample(PACK_52, 11)) for _ in range(25))):
        assert melds.least_deadwood(hand) == plain_least(hand), hand
        found = melds.best(hand)
        assert found.points == plain_least(hand)
        together = [card for meld in found.melds for card in meld] + list(found.deadwood)
        assert sorted(together) == sorted(hand)
        assert all(frozenset(meld) in MELDS for meld in found.melds)


@rule("E2.arrange", "G6.discards")
@pytest.mark.parametrize("limit", [0, 1, 10])
def test_knocks_are_all_arrangements_within_the_limit(limit: int) -> None:
    for hand in HANDS[::4]:
        terms = Terms(limit, big_gin=False, taken=None)
        found = knocks(hand, terms)
        plain = plain_knocks(hand, limit)
        assert {(k.card, frozenset(map(frozenset, k.melds))) for k in found} == plain, hand
        assert len(found) == len(plain)
        discards = {card for card, _ in plain}
        assert set(knock_discards(hand, terms)) == discards
        assert can_knock(hand, terms) == bool(discards)


@rule("E2.answer", "E7.lay_off_less")
def test_the_best_answer_is_that_of_a_search_of_everything() -> None:
    rng = random.Random(7)
    laid = 0
    for _ in range(200):
        both = clumped(rng, 17)
        shown = melds.best(both[:10]).melds
        answer = lay_offs.best_answer(both[10:], shown)
        assert answer.points == plain_answer(both[10:], shown), (both, shown)
        assert answer.points <= melds.least_deadwood(both[10:])
        laid += len(answer.laid_off)
        grown = list(map(frozenset, shown))
        for card, at in answer.laid_off:
            grown[at] |= {card}
            assert grown[at] in MELDS
    assert laid > 50


# --- E2.4: melds ------------------------------------------------------------------------------


@rule("E1.values")
def test_an_ace_counts_1_a_court_card_10_the_others_their_pips() -> None:
    assert [melds.VALUES[rank + "H"] for rank in RANKS] == [*range(1, 11), 10, 10, 10]


@rule("E2.meld")
@pytest.mark.parametrize(
    ("text", "meld"),
    [
        ("7C 7D 7H", True),
        ("7C 7D 7H 7S", True),
        ("7C 7D", False),
        ("7C 7D 8H", False),
        ("AC 2C 3C", True),
        ("JC QC KC", True),
        ("QC KC AC", False),
        ("KC AC 2C", False),
        ("KC AD 2D", False),
        ("3C 4C", False),
        ("3C 4C 5D", False),
        ("3C 4C 6C", False),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS", True),
        ("", False),
    ],
)
def test_a_meld_is_a_set_of_three_or_four_or_a_run_with_the_ace_low(text: str, meld: bool) -> None:
    assert melds.is_meld(melds.bits(cards(text))) is meld
    if text:
        assert (frozenset(cards(text)) in MELDS) is meld


@rule("E2.one_meld")
def test_a_card_is_in_one_meld_only() -> None:
    state = table("4H 5H 6H 6C 6D AC 2C 3C AD 2D KH")
    assert "one meld only" in refusal(state, "knock KH: 4H 5H 6H | 6C 6D 6H | AC 2C 3C")
    assert "one meld only" in refusal(state, "knock KH: 4H 5H 6H 6H | AC 2C 3C")
    assert "one meld only" in refusal(state, "knock KH: AC 2C 3C | AC 2C 3C")


@rule("E2.meld")
def test_other_refusals_of_a_knock_say_why() -> None:
    state = table("4H 5H 6H QC QD QS 9S TS JS 3D KH")
    assert "a meld is three or four" in refusal(state, "knock KH: 4H 5H | QC QD QS")
    assert "a meld is three or four" in refusal(state, "knock KH: 4H 5H 6H | QC QD QS 9S")
    assert "a meld is three or four" in refusal(state, "knock KH: 4H")
    assert "cannot be in a meld" in refusal(state, "knock 4H: 4H 5H 6H | QC QD QS | 9S TS JS")
    assert refusal(state, "knock: 4H 5H 6H") == "a card must be put down to knock"


@rule("E2.gin_only")
def test_ten_cards_without_deadwood_are_gin_and_nothing_else() -> None:
    state = table("AH 2H 3H QC QD QS 9S TS JS 8S KH")
    assert "these ten cards are gin" in refusal(state, "knock KH: QC QD QS | 8S 9S TS JS")
    assert refusal(state, "knock KH: AH 2H 3H | QC QD QS | 8S 9S TS JS") == ""
    assert all(
        sum(map(len, each.melds)) == 10
        for each in GAME.legal_actions(state, 0)
        if isinstance(each, Knock) and each.card == "KH"
    )


def _canonical(knock: Knock) -> Knock:
    joined = melds.joined([melds.bits(meld) for meld in knock.melds])
    return Knock(knock.card, tuple(map(melds.cards_of, joined)))


@rule("E2.any_order")
def test_melds_may_come_in_any_order_and_touching_runs_apart() -> None:
    hand = cards("4H 5H 6H 7H 8H 9H QC QD QS AS KH")
    wanted = Knock("KH", (cards("QC QD QS"), cards("4H 5H 6H 7H 8H 9H")))
    assert wanted in knocks(hand, TERMS)
    for text in (
        "4H 5H 6H 7H 8H 9H | QC QD QS",
        "QS QC QD | 9H 8H 7H 6H 5H 4H",
        "7H 8H 9H | QD QS QC | 6H 5H 4H",
    ):
        given = Knock("KH", tuple(cards(meld) for meld in text.split("|")))
        shown, deadwood = checked(hand, TERMS, given)
        assert shown.melds == tuple(tuple(sorted(meld, key=place)) for meld in given.melds)
        assert _canonical(shown) == wanted
        assert deadwood == ("AS",)


@rule("E2.any_order")
def test_what_is_accepted_is_what_is_offered() -> None:
    rng = random.Random(5)
    for hand in HANDS[::3]:
        offered = set(knocks(hand, TERMS))
        for _ in range(40):
            chosen = [meld for meld in MELDS if meld <= frozenset(hand)]
            shown = tuple(map(tuple, rng.sample(chosen, min(len(chosen), rng.randint(0, 3)))))
            given = Knock(rng.choice(hand), shown)
            try:
                accepted, _ = checked(hand, TERMS, given)
            except IllegalActionError:
                assert given not in offered
            else:
                assert _canonical(accepted) in offered


@rule("E2.arrange")
def test_a_card_that_would_fit_may_be_left_out_to_deny_lay_offs() -> None:
    state = table("AH 2H 3H 4H QC QD QS AD 2C 3S KC", "5H 6H KD KS 8C 9C JD JS 7D 4C")
    wide, _ = play(state, "knock KC: AH 2H 3H 4H | QC QD QS")
    tight, _ = play(state, "knock KC: AH 2H 3H | QC QD QS")
    assert wide.shown is not None
    assert wide.shown.laid_off == ("5H", "6H")
    assert GAME.sheet(wide)[-1].scores == (79 - 11 - 6, 0)
    assert GAME.sheet(tight)[-1].scores == (79 - 10, 0)


# --- E2.5: lay-offs ---------------------------------------------------------------------------


@rule("E2.lay_off", "E2.lay_off_chain", "G2.chain")
@pytest.mark.parametrize(
    ("hand", "shown", "laid"),
    [
        ("7H KC", "4H 5H 6H", "7H"),
        ("3H KC", "4H 5H 6H", "3H"),
        ("7H 8H KC", "4H 5H 6H", "7H 8H"),
        ("3H 2H AH KH", "4H 5H 6H", "3H 2H AH"),
        ("8H KC", "4H 5H 6H", ""),
        ("AH KC", "JH QH KH", ""),
        ("TH KC", "JH QH KH", "TH"),
        ("7S KC", "7C 7D 7H", "7S"),
        ("8C KC", "7C 7D 7H 7S", ""),
        ("7H 8H 9D", "7C 7D 7S | 4H 5H 6H", "7H 8H"),
        ("6H 7H 8H", "3H 4H 5H | 9H TH JH", "6H 7H 8H"),
    ],
)
def test_the_fourth_of_a_set_and_either_end_of_a_run_fit_repeatedly(
    hand: str, shown: str, laid: str
) -> None:
    on = tuple(cards(meld) for meld in shown.split("|"))
    answer = lay_offs.best_answer(cards(hand), on)
    kept = {card for meld in answer.melds for card in meld}
    assert {card for card, _ in answer.laid_off} | kept == set(cards(laid))


@rule("E2.lay_off")
def test_every_single_lay_off_is_listed() -> None:
    shown = (cards("7C 7D 7S"), cards("4H 5H 6H"))
    found = lay_offs.fits(cards("7H 8H 3H KC"), shown)
    assert found == (("3H", 1), ("7H", 0), ("7H", 1))
    assert lay_offs.extended(shown[1], "3H") == cards("3H 4H 5H 6H")


@rule("E2.lay_off_melds")
def test_nobody_lays_off_on_deadwood_and_the_knocker_not_at_all() -> None:
    state = table("4H 5H 6H QC QD QS 9S TS JS 3D KH", "3C 3S 3H 2D 4D 9C 9D KC KD 5S")
    state, _ = play(state, "knock KH: 4H 5H 6H | QC QD QS | 9S TS JS")
    assert state.shown is not None
    assert state.shown.laid_off == ()
    assert state.shown.deadwood == ("3D",)


# --- defects of other programs ----------------------------------------------------------------


@rule("G6.discards")
def test_a_card_may_be_put_down_if_what_is_left_is_within_the_limit() -> None:
    state = table("4H 5H 6H QC QD QS 9S TS JS 3D 7D", "2C 2D 2H 7H 8H KC 9D 5C AS 4C")
    assert knock_cards(state) == {"3D", "7D"}
    state = table("4H 5H 6H 7H QC QD QS 9S TS JS 3D", "2C 2D 2H 8C 8H KC 9D 5C AS 4C")
    assert knock_cards(state) == {"3D", "4H", "7H"}


@rule("E2.knock")
def test_the_most_knocks_of_a_hand_are_few_enough_for_a_prompt() -> None:
    hand = cards("3D 4D 5D 6D 7D AH 2H 3H 4H 5H AS")
    assert 50 < len(knocks(hand, Terms(10, big_gin=True, taken=None))) < 100


@rule("E2.wall_take")
def test_eleven_melded_cards_can_knock_also_with_what_may_not_be_put_down() -> None:
    hand = cards("4H 5H 6H 7H QC QD QS 8C 8D 8S 3H")
    assert can_knock(hand, Terms(0, big_gin=True, taken="3H"))
    assert can_knock(hand, Terms(0, big_gin=False, taken="3H"))
    assert knock_discards(hand, Terms(0, big_gin=False, taken="3H")) == ("7H",)
