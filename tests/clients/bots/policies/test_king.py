"""The sound policy of both Kings, `kozyr_bots.policies.king`: legal, and no fool."""

import math
import random
import statistics
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kozyr_bots.policies import king as king_policy
from kozyr_games.king import KING, KING_JOKERS
from kozyr_games.king.state import State
from kozyr_games.spec import AnyGame
from kozyr_protocol.games.king import Declaration
from kozyr_testing.king_tables import HANDS, act, praised, table, text_of
from kozyr_testing.random_play import random_table


def choice(state: State, *, jokers: bool = False, seed: int = 1) -> str:
    """What the seat on turn does."""
    spec = KING_JOKERS if jokers else KING
    (seat,) = spec.to_act(state)
    options = msgspec.to_builtins(spec.resolve({"draw": "off"}, 4))
    legal = spec.legal_actions(state, seat)
    rng = random.Random(seed)
    return text_of(king_policy.sound(spec.view(state, seat), seat, legal, rng, options))


@pytest.mark.parametrize("spec", [KING, KING_JOKERS], ids=lambda spec: spec.key)
@pytest.mark.parametrize("seed", range(25))
def test_it_always_plays_a_legal_action(spec: AnyGame, seed: int) -> None:
    game = random_table(spec, seed)
    options: Any = game.options()
    plain, rng = msgspec.to_builtins(options), game.rng()
    state = spec.setup(options, game.seats)
    while spec.outcome(state) is None:
        pack = spec.wants_deck(state)
        if pack is not None:
            state = spec.deal(state, tuple(rng.sample(pack, len(pack)))).state
            continue
        (seat,) = spec.to_act(state)
        legal = spec.legal_actions(state, seat)
        action = king_policy.sound(spec.view(state, seat), seat, legal, rng, plain)
        assert action in legal
        state = spec.apply(state, seat, action).state


def test_it_is_a_pure_function() -> None:
    state = table(1, "7C KC 8D AD", "AC 9C TC")
    assert choice(state, seed=3) == choice(state, seed=3)


def test_it_throws_the_highest_card_that_loses() -> None:
    assert choice(table(1, "7C KC 8D AD", "AC 9C TC")) == "KC"


def test_it_ducks_rather_than_takes() -> None:
    assert choice(table(1, "7C AC 8D", "8C KC QC")) == "7C"


def test_it_throws_off_the_queen_when_void() -> None:
    assert choice(table(4, "7D QH 8S", "AC 9C TC")) == "QH"


def test_it_puts_the_queen_under_the_king() -> None:
    assert choice(table(4, "7C QC 8S", "KC 9C TC")) == "QC"


def test_it_gets_rid_of_aces_before_the_last_two_tricks() -> None:
    assert choice(table(5, "7C AC 8D 9S", "8C 9C TC")) == "AC"


def test_it_throws_the_king_of_hearts_under_the_ace() -> None:
    assert choice(table(6, "7H KH 8S", "AH 9H TH")) == "KH"


def test_it_takes_a_praised_trick_as_cheaply_as_it_can() -> None:
    state = replace(table(8, "7C JC AC 8D", "8C 9C TC"), trump="S")
    assert choice(state) == "JC"


def test_it_throws_its_lowest_under_a_trick_that_it_cannot_take() -> None:
    state = replace(table(8, "7C KC 8D", "8C AC TC"), trump="S")
    assert choice(state) == "7C"


def test_in_a_misere_it_takes_with_low_cards() -> None:
    state = replace(table(8, "7C AC 8D", "8C 9C TC"), declaration=Declaration(0, "misere", None))
    assert choice(state) == "7C"


def test_it_names_its_strong_suit_and_keeps_a_strong_game() -> None:
    hands = HANDS.replace("7C 8C 9C TC JC QC KC AC", "QC KC AC TC JC 7C 8C 9C")
    state = praised(hands)
    assert choice(state) == "=C"
    assert choice(act(state, "=C")[0]) == "keep"


def test_it_sells_a_weak_game() -> None:
    hands = HANDS.replace("7C 8C 9C", "TC JD 9C").replace("TC JC", "7C 8C", 1)
    hands = hands.replace("7C 8C QC", "7C JC QC").replace("9D TD JD", "9D TD 8C")
    assert choice(act(praised(hands), "=C")[0]) == "sell"


def test_it_does_not_pay_too_much() -> None:
    state, _ = act(praised(), "=C sell 4")
    assert choice(state) == "pass"


def test_it_ducks_with_a_joker_and_takes_with_one() -> None:
    assert choice(table(7, "AC X1 8D", "8C QH KH", jokers=True), jokers=True) == "X1-"
    state = replace(table(8, "8C X1", "AC KC TC", jokers=True), trump="S")
    last = replace(state, hands=(("X1",), (), (), ()))
    assert choice(last, jokers=True) == "X1+"


def first_place(spec: AnyGame, seats: int, seed: int) -> float:
    """The part of a first place that one sound player has among random ones."""
    options: Any = spec.resolve({}, seats)
    plain, rng = msgspec.to_builtins(options), random.Random(f"{spec.key} {seats} {seed}")
    state, hero = spec.setup(options, seats), seed % seats
    while (result := spec.outcome(state)) is None:
        pack = spec.wants_deck(state)
        if pack is not None:
            state = spec.deal(state, tuple(rng.sample(pack, len(pack)))).state
            continue
        (seat,) = spec.to_act(state)
        legal = spec.legal_actions(state, seat)
        if seat == hero:
            action = king_policy.sound(spec.view(state, seat), seat, legal, rng, plain)
        else:
            action = rng.choice(legal)
        state = spec.apply(state, seat, action).state
    return 1 / len(result.winners) if hero in result.winners else 0.0


TABLES = [(KING, 4), (KING, 3), (KING_JOKERS, 4)]


@pytest.mark.parametrize(("spec", "seats"), TABLES, ids=["king-4", "king-3", "king_jokers-4"])
def test_it_wins_most_games_among_random_players(spec: AnyGame, seats: int) -> None:
    assert statistics.mean(first_place(spec, seats, seed) for seed in range(1, 61)) > 0.5


@pytest.mark.soak
@pytest.mark.parametrize(("spec", "seats"), TABLES, ids=["king-4", "king-3", "king_jokers-4"])
def test_over_400_games_it_surely_wins_most(spec: AnyGame, seats: int) -> None:
    places = [first_place(spec, seats, seed) for seed in range(1, 401)]
    error = statistics.stdev(places) / math.sqrt(len(places))
    assert statistics.mean(places) - 1.96 * error > 0.5
