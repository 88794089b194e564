"""Self-play (`kozyr_bots.selfplay`): the same games from the same seed, and sound records."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from kozyr_bots import dealing, selfplay, strength
from kozyr_bots.dealing import Shoe
from kozyr_bots.errors import PolicyError
from kozyr_bots.policies import registry
from kozyr_bots.selfplay import Series, game, games, series
from kozyr_games.registry import GAMES
from kozyr_games.replay import verify
from kozyr_games.spec import GameError, OptionError
from kozyr_protocol.ids import GameKey
from kozyr_protocol.record import Record, dumps
from kozyr_testing.random_play import presets

EVERY = [(key, preset, seats) for key, spec in GAMES.items() for preset, seats in presets(spec)]


def _lines(series: Series, count: int, jobs: int = 1) -> list[bytes]:
    return [dumps(record) for record in games(series, count, jobs=jobs)]


def _names(record: Record) -> list[str]:
    return [seat.name for seat in record.seats]


@pytest.mark.parametrize(("key", "preset", "seats"), EVERY)
def test_a_game_of_every_preset_and_table_verifies(key: str, preset: str, seats: int) -> None:
    made = series(key, preset, seats=seats, seed=7)
    for record in games(made, 2):
        assert verify(record) == []
        assert record.preset == preset
        assert {seat.kind for seat in record.seats} == {"bot"}
        assert Counter(_names(record)) == Counter(made.policies)


@pytest.mark.soak
@pytest.mark.parametrize(("key", "preset", "seats"), EVERY)
@pytest.mark.parametrize("seed", [7, 8])
def test_many_games_of_every_preset_and_table_verify(
    key: str, preset: str, seats: int, seed: int
) -> None:
    for number, record in enumerate(games(series(key, preset, seats=seats, seed=seed), 40), 1):
        assert verify(record) == [], f"game {number}"


def test_the_same_seed_gives_the_same_games() -> None:
    made = series("king", seed=5)
    assert _lines(made, 3) == _lines(series("king", seed=5), 3)
    assert _lines(series("king", seed=6), 3) != _lines(made, 3)


def test_games_are_the_same_over_processes() -> None:
    made = series("twenty_nine", "twenty_nine/solo", seats=3, policies=("random",), seed=5)
    count = 5 * selfplay.BATCH + 1
    assert _lines(made, count, jobs=2) == _lines(made, count)


def test_games_differ_from_each_other() -> None:
    found = list(games(series("twenty_nine", policies=("simple",), seed=1), 20))
    assert len({record.room for record in found}) == 20
    assert len({record.deals[0].hands for record in found}) == 20


def test_other_policies_meet_the_same_cards() -> None:
    one, other = (
        game(series("oh_well", "oh_well/seed", policies=(policy,), seed=4), 2)
        for policy in ("random", "simple")
    )
    assert one.draw == other.draw
    assert one.deals[0].hands == other.deals[0].hands
    assert one.deals[0].actions != other.deals[0].actions


def test_policies_sit_one_seat_further_with_each_game() -> None:
    made = series(
        "king", given={"draw": "off"}, policies=("simple", "random", "random", "random"), seed=1
    )
    found = [_names(record).index("simple") for record in games(made, 5)]
    assert found == [0, 1, 2, 3, 0]


def test_a_draw_for_seats_moves_policies_too() -> None:
    made = series("king", policies=("simple", "random", "random", "random"), seed=1)
    found = {_names(record).index("simple") for record in games(made, 40)}
    assert found == {0, 1, 2, 3}


def test_few_policies_are_repeated_over_the_seats() -> None:
    made = series("twenty_nine", seats=5, policies=("simple", "random"))
    assert made.policies == ("simple", "random", "simple", "random", "simple")


@pytest.mark.parametrize("key", GAMES)
def test_without_policies_it_is_one_sound_among_randoms(key: GameKey) -> None:
    first = "sound" if key in registry.SOUND else "random"
    usual = GAMES[key].usual_seats
    assert series(key).policies == (first, *["random"] * (usual - 1))


@pytest.mark.parametrize(
    ("key", "preset", "seats"),
    [("king", "king/mirror14", 4), ("twenty_nine", "twenty_nine/solo", 4), ("knaves", None, 3)],
)
def test_without_seats_it_is_the_usual_table(key: str, preset: str | None, seats: int) -> None:
    assert len(series(key, preset).policies) == seats


def test_a_seat_sees_its_own_view_and_no_other_cards() -> None:
    seen: list[tuple[Any, int, Mapping[str, Any]]] = []

    def looking(
        view: Any, seat: int, legal: Sequence[Any], rng: Random, options: Mapping[str, Any]
    ) -> Any:
        seen.append((view, seat, options))
        return rng.choice(legal)

    spec = GAMES[GameKey("king")]
    players = [selfplay._Player("looking", looking, Random(seat)) for seat in range(4)]
    made = series("king", policies=("random",))
    shoe = Shoe(dealing.room_id("x"), dealing.chain("x"), (None,) * 4)
    house = selfplay._House(spec, shoe, {"an": "option"}, players)
    state = spec.deal(spec.setup(made.options, 4), shoe.shuffle(_pack(spec, made))[0]).state
    state = spec.deal(state, shoe.shuffle(_pack(spec, made, state))[0]).state
    for _ in range(8):
        seat, action, _ = house.decide(state)
        view, at, options = seen[-1]
        assert (at, options) == (seat, {"an": "option"})
        assert type(view) is spec.wire.view
        assert view == spec.view(state, seat)
        state = spec.apply(state, seat, action).state


def _pack(spec: Any, made: Series, state: Any = None) -> Any:
    return spec.wants_deck(spec.setup(made.options, 4) if state is None else state)


def test_a_policy_that_breaks_the_rules_is_named() -> None:
    def cheating(*_: Any) -> Any:
        return "the ace of spades"

    spec = GAMES[GameKey("twenty_nine")]
    made = series("twenty_nine", given={"draw": "off"}, policies=("random",))
    shoe = Shoe(dealing.room_id("x"), dealing.chain("x"), (None,) * 4)
    players = [selfplay._Player("cheating", cheating, Random(1)) for _ in range(4)]
    house = selfplay._House(spec, shoe, {}, players)
    state = spec.deal(spec.setup(made.options, 4), shoe.shuffle(_pack(spec, made))[0]).state
    with pytest.raises(PolicyError, match=r"'cheating' chose .* not legal in twenty_nine"):
        house.decide(state)


@pytest.mark.parametrize(
    ("given", "error", "text"),
    [
        ({"game": "whist"}, GameError, "no game has the key 'whist'"),
        ({"preset": "king/none"}, OptionError, "preset: must be one of king/published"),
        ({"preset": "oh_well/seed"}, OptionError, "preset: must be one of king/published"),
        ({"given": {"x": 1}}, OptionError, "x: is not an option"),
        ({"given": {"stake": -1}}, OptionError, "stake: must be a whole number from 0"),
        ({"seats": 5}, OptionError, "seats: must be from 3 to 4"),
        ({"seats": 0}, OptionError, "seats: must be from 3 to 4"),
        ({"seats": 3, "preset": "king/seed"}, OptionError, "seats: must be from 4 to 4"),
        ({"policies": ("clever",)}, PolicyError, "no policy 'clever' plays king"),
        ({"policies": ("random",) * 5}, PolicyError, "5 policies do not fit on 4 seats"),
    ],
)
def test_what_cannot_be_played_is_refused(
    given: dict[str, Any], error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        series(**{"game": "king"} | given)


BARS = [
    ("oh_well", "oh_well/seed", 4, 0.5),
    ("knaves", "knaves/seed", 3, 0.5),
    ("king", "king/published", 4, 0.5),
    ("king_jokers", "king_jokers/reconstruction", 4, 0.5),
    ("gin_rummy", "gin_rummy/leeming", 2, 0.85),
    # Partners win together, so that chance is one half; alone it is a quarter.
    ("twenty_nine", "twenty_nine/partners", 4, 0.75),
    ("twenty_nine", "twenty_nine/solo", 4, 0.6),
]


@pytest.mark.soak
@pytest.mark.parametrize(("key", "preset", "seats", "bar"), BARS)
def test_a_beginner_would_respect_the_sound_policy(
    key: str, preset: str, seats: int, bar: float
) -> None:
    """One `sound` among `random`s, in 400 games."""
    policies = ("sound", *["random"] * (seats - 1))
    played = []
    for seed in range(1, 401):
        made = series(key, preset, seats=seats, policies=policies, seed=seed)
        # Game 1 of each seed would leave `sound` in one seat.
        played.append(strength.of_record(game(made, 1 + seed % seats)))
    (row,) = (row for row in strength.rows(played) if row.policy == "sound")
    assert row.games == 400
    assert row.low > bar, f"{row.share:.1%} of first places, at least {row.low:.1%}"
