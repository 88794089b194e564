"""The sound policy of Twenty-Nine, `kozyr_bots.policies.twenty_nine`: legal, and no fool."""

import random

import msgspec
import pytest
from msgspec.structs import replace

from kozyr_bots.policies import twenty_nine
from kozyr_games.twenty_nine import GAME
from kozyr_games.twenty_nine.state import VALUES, Phase, State
from kozyr_protocol.games.twenty_nine import Laid, Pass
from kozyr_testing.policies import always_legal, sound_row


def choice(hand: str, pile: str = "") -> str:
    """What a player who holds these cards adds to a pile."""
    options = GAME.resolve({"draw": "off", "stuck": "pass", "partners": False}, 4)
    laid = tuple(Laid(3, card) for card in pile.split())
    state: State = replace(
        GAME.setup(options, 4),
        phase=Phase.PLAY,
        hands=(tuple(hand.split()), ("2C",), ("2D",), ("2H",)),
        pile=laid,
        total=sum(VALUES[each.card] for each in laid),
    )
    action = twenty_nine.sound(
        GAME.view(state, 0),
        0,
        GAME.legal_actions(state, 0),
        random.Random(1),
        msgspec.to_builtins(options),
    )
    return "-" if isinstance(action, Pass) else action.card


@pytest.mark.parametrize("seed", range(25))
def test_it_always_does_what_is_legal(seed: int) -> None:
    always_legal(GAME, twenty_nine.sound, seed)


@pytest.mark.parametrize(
    ("hand", "pile", "card"),
    [("2S 9S TC", "TD TH", "9S"), ("2S 9S KC", "TD 9D 9H", "KC"), ("AS 8S", "TD TH AD", "8S")],
)
def test_it_makes_29_when_it_can(hand: str, pile: str, card: str) -> None:
    assert choice(hand, pile) == card


def test_it_leaves_18_rather_than_19() -> None:
    assert choice("8S 9S", "TD") == "8S"


def test_it_does_not_leave_28_which_every_court_card_completes() -> None:
    assert choice("8S 7S", "TD TH") == "7S"


def test_it_leaves_what_the_fewest_cards_complete() -> None:
    # Of the sevens two lie in the pile and one is in hand; of the eights all may be elsewhere.
    assert choice("5S 4S 7C", "3D 7D 7H") == "5S"


def test_it_passes_when_it_must() -> None:
    assert choice("9S TS", "TD TH 5D") == "-"


@pytest.mark.parametrize(
    ("preset", "seats", "share"),
    [("partners", 4, 0.85), ("solo", 3, 0.6), ("solo", 5, 0.4), ("strict", 4, 0.5)],
)
def test_it_wins_well_above_chance_among_random_players(
    preset: str, seats: int, share: float
) -> None:
    assert sound_row("twenty_nine", f"twenty_nine/{preset}", seats, games=60).share > share


@pytest.mark.soak
@pytest.mark.parametrize(("preset", "seats"), [("solo", seats) for seats in range(3, 9)])
def test_over_400_games_it_is_surely_above_twice_the_chance(preset: str, seats: int) -> None:
    row = sound_row("twenty_nine", f"twenty_nine/{preset}", seats, games=400)
    assert row.low > 2 / seats
