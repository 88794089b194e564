"""The sound policy of Oh Well, `kozyr_bots.policies.oh_well`: legal, and no fool."""

import random

import msgspec
import pytest
from msgspec.structs import replace

from kozyr_bots.policies import oh_well
from kozyr_games.oh_well import GAME
from kozyr_games.oh_well.state import Phase, State
from kozyr_protocol.games.oh_well import Bid, Play
from kozyr_testing.oh_well_tables import act, dealt, table
from kozyr_testing.policies import always_legal, sound_row


def choice(state: State) -> str | int:
    """What the first seat to act does."""
    seat = GAME.to_act(state)[0]
    action = oh_well.sound(
        GAME.view(state, seat),
        seat,
        GAME.legal_actions(state, seat),
        random.Random(1),
        msgspec.to_builtins(state.options),
    )
    return action.tricks if isinstance(action, Bid) else action.card


def bidding(hand: str) -> State:
    """Four players, of whom the one with this hand bids first."""
    state = replace(dealt(4), turn=0, dealer=3)
    return replace(state, hands=(tuple(hand.split()), *state.hands[1:]))


def wanting(bid: int, taken: int, hands: str, trick: str = "") -> State:
    """The seat on turn has bid and taken so many."""
    state = table(hands, trick)
    others = (0,) * (state.seats - 1)
    return replace(state, bids=(bid, *others), taken=(taken, *others))


@pytest.mark.parametrize("seed", range(25))
def test_it_always_does_what_is_legal(seed: int) -> None:
    always_legal(GAME, oh_well.sound, seed)


def test_it_bids_more_the_better_its_cards_are() -> None:
    weak = choice(bidding("2C 3C 4C 2D 3D 4D 2H 3H 4H 5H 2S 3S 4S"))
    fair = choice(bidding("AC 3C 4C KD 3D 4D QH 3H 4H 5H AS 3S 4S"))
    strong = choice(bidding("AC KC QC AD KD QD AH KH QH 5H AS KS QS"))
    assert isinstance(weak, int)
    assert isinstance(fair, int)
    assert isinstance(strong, int)
    assert weak == 0
    assert 2 <= fair <= 5
    assert strong >= 8


def test_it_bids_what_the_hook_leaves() -> None:
    state, _ = act(dealt(4, hook=True), 5, 4, 4)
    assert state.phase is Phase.BID
    assert choice(state) != 0


def test_with_nothing_to_take_it_throws_its_highest_card_that_loses() -> None:
    assert choice(wanting(0, 0, "2C 9C QC | 3D 4D | 5D 6D", "TC KC")) == "QC"


def test_with_nothing_to_take_it_ducks() -> None:
    assert choice(wanting(1, 1, "2C QC 3H | 3D 4D | 5D 6D", "TC 9C")) == "2C"


def test_with_nothing_to_take_it_leads_low() -> None:
    assert choice(wanting(0, 0, "2C AC | 3D 4D | 5D 6D")) == "2C"


def test_with_a_trick_to_take_it_takes_it() -> None:
    assert choice(wanting(1, 0, "2C QC 3H 4H 5S | 3D 4D 6D 7D | 5D 6H 7H 8H", "TC 9C")) == "QC"


def test_with_all_tricks_to_take_it_leads_high() -> None:
    assert choice(wanting(2, 0, "2C AC | 3D 4D | 5D 6D")) == "AC"


def test_void_and_content_it_throws_off_its_most_dangerous_card() -> None:
    assert choice(wanting(0, 0, "2D 7H AS | 3D 4D | 5D 6D", "TC 9C")) == "AS"


def test_a_bid_that_cannot_be_made_leaves_the_points_of_the_tricks() -> None:
    assert choice(wanting(1, 3, "2C QC | 3D | 5D", "TC 9C")) == "QC"


def test_it_is_a_pure_function() -> None:
    state = wanting(1, 0, "2C QC AH | 3D | 5D", "TC 9C")
    assert choice(state) == choice(state)
    assert isinstance(GAME.legal_actions(state, 0)[0], Play)


@pytest.mark.parametrize(("preset", "seats"), [("seed", 4), ("seed", 6), ("modern", 4)])
def test_it_wins_most_games_among_random_players(preset: str, seats: int) -> None:
    assert sound_row("oh_well", f"oh_well/{preset}", seats, games=16).share > 0.7


@pytest.mark.soak
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("seats", range(3, 8))
@pytest.mark.parametrize("preset", GAME.presets)
def test_over_400_games_it_surely_wins_most(preset: str, seats: int) -> None:
    assert sound_row("oh_well", preset, seats, games=400).low > 0.5
