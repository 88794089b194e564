"""The policy `sound` for Gin Rummy: `kozyr_bots.policies.gin_rummy`."""

import random
from typing import Any

import msgspec
import pytest

from kozyr_bots.policies.gin_rummy import sound
from kozyr_games.gin_rummy import GAME
from kozyr_games.gin_rummy.state import State
from kozyr_games.options import table_options
from kozyr_protocol.games.gin_rummy import Action, Discard, Done, Draw, Knock, LayOff, Pass
from kozyr_testing.gin import play, table
from kozyr_testing.random_play import random_table


def choice(state: State) -> Action:
    """What the policy does for the seat on turn."""
    (seat,) = GAME.to_act(state)
    legal = GAME.legal_actions(state, seat)
    return sound(GAME.view(state, seat), seat, legal, random.Random(0), {})


def game(options: Any, seed: int, sound_seat: int | None) -> State:
    """A game of `sound` (of both seats: None) against random play; every action is legal."""
    rng = random.Random(seed)
    state = GAME.setup(options, 2)
    plain = msgspec.to_builtins(options)
    while GAME.outcome(state) is None:
        pack = GAME.wants_deck(state)
        if pack is not None:
            state = GAME.deal(state, tuple(rng.sample(pack, len(pack)))).state
            continue
        (seat,) = GAME.to_act(state)
        legal = GAME.legal_actions(state, seat)
        action = rng.choice(legal)
        if sound_seat in {None, seat}:
            action = sound(GAME.view(state, seat), seat, legal, rng, plain)
            assert action in legal
        state = GAME.apply(state, seat, action).state
    return state


@pytest.mark.parametrize("seed", range(40))
def test_it_is_always_legal_whatever_the_options(seed: int) -> None:
    game(random_table(GAME, seed).options(), seed, None)


@pytest.mark.parametrize("preset", GAME.presets)
def test_it_beats_random_play(preset: str) -> None:
    options = table_options(GAME, preset, {}, 2)
    wins = 0
    for seed in range(1, 31):
        result = GAME.outcome(game(options, seed, seed % 2))
        assert result is not None
        wins += result.winners == (seed % 2,)
    assert wins >= 28


def test_it_takes_a_card_that_makes_a_meld() -> None:
    assert choice(table("4H 5H QC QD 9S TC 2D 3S KH 8C", upcard="6H")) == Draw("discard")


def test_it_draws_from_the_stock_where_the_card_is_of_no_use() -> None:
    assert choice(table("4H 5H QC QD 9S TC 2D 3S KH 8C", upcard="KS")) == Draw("stock")


def test_it_discards_the_highest_card_that_belongs_to_nothing() -> None:
    assert choice(table("4H 5H 6H QC QD 9S TS 2D 3D KH 8C")) == Discard("KH")


def test_it_keeps_melds() -> None:
    action = choice(table("KC KD KH QS JS TS 2D 5H 8C AC 9D"))
    assert action == Discard("9D")


def test_it_knocks_early_with_any_deadwood() -> None:
    action = choice(table("4H 5H 6H QC QD QS 9S TS JS 9D KH"))
    assert isinstance(action, Knock)
    assert action.card == "KH"


def test_later_it_waits_for_less() -> None:
    late = table("4H 5H 6H QC QD QS 9S TS JS 9D KH", left=10)
    assert choice(late) == Discard("KH")
    assert isinstance(choice(table("4H 5H 6H QC QD QS 9S TS JS 3D KH", left=10)), Knock)


def test_it_shows_gin() -> None:
    action = choice(table("4H 5H 6H 7H QC QD QS 8C 8D 8S AS", left=4))
    assert isinstance(action, Knock)
    assert action.card == "AS"
    assert sum(map(len, action.melds)) == 10


def test_it_gives_nothing_to_a_card_that_the_other_took() -> None:
    hand = "4H 5H 6H QC QD QS 2S 9D JC KH KS"
    state = table(hand.replace("KS", "8H"), "9H 2C 3C 4C AD 5D 6D JH JS 3S")
    known = msgspec.structs.replace(state, known=((), ("9H",)))
    assert choice(known) != Discard("9D")


def test_it_lays_off_as_well_as_can_be_and_is_done() -> None:
    state = table(
        "KC KD KS 5C 6C 7C TC TD TS 3D 2D", "JH QH KH QC QD 2S 3S 4S AC 9D", auto_lay_off=False
    )
    state, _ = play(state, "knock 2D: KC KD KS | 5C 6C 7C | TC TD TS")
    action = choice(state)
    assert isinstance(action, LayOff)
    assert action.card == "KH"
    state = GAME.apply(state, 1, action).state
    assert choice(state) == Done()
    assert GAME.sheet(GAME.apply(state, 1, Done()).state)[-1].scores == (17, 0)


def test_it_takes_the_last_discard_to_knock() -> None:
    state = table(
        "AC 3C 5C 7D 9D JD 2S 4S 6S JS JH",
        "4H 5H 6H QC QD QS 9S TS 3D KH",
        left=2,
        wall_take=True,
    )
    state, _ = play(state, "-JS")
    assert choice(state) == Draw("discard")
    state, _ = play(state, "pile")
    assert isinstance(choice(state), Knock)


def test_it_passes_an_upcard_of_no_use() -> None:
    state = GAME.setup(GAME.resolve({"draw": "off"}, 2), 2)
    loose = ("2C", "AD", "5C", "6D", "9C", "JD", "QC", "3H", "4D", "8H")
    other = ("3C", "4C", "6C", "7C", "8C", "TC", "JC", "KC", "2D", "3D")
    first = [card for pair in zip(loose, other, strict=True) for card in pair]
    deck = [*first, "KS", *(c for c in GAME.wants_deck(state) or () if c not in {*first, "KS"})]
    assert choice(GAME.deal(state, tuple(deck)).state) == Pass()
