"""The ten laws over every game, preset and number of seats of the registry, by random play.

A failure prints the table with its seed: `check_game` with that table plays the same game again.
"""

from collections import Counter
from dataclasses import replace
from itertools import count, islice
from typing import Any

import msgspec
import pytest
from msgspec import structs

from kozyr_games.registry import GAMES
from kozyr_games.spec import AnyGame, IllegalActionError, Pack, Seat, Step
from kozyr_protocol.games.twenty_nine import Hand, Pass, Play, Played
from kozyr_protocol.ids import GameKey
from kozyr_testing.laws import LawBrokenError, check_game
from kozyr_testing.random_play import Table, presets, random_table

EVERY = [(key, preset, seats) for key, spec in GAMES.items() for preset, seats in presets(spec)]
LAWS = {f"law {number}" for number in range(1, 11)}
TWENTY_NINE = GAMES[GameKey("twenty_nine")]


def _praised(key: str, number: int) -> list[Table]:
    """The first tables of random options at which praise deals are played."""
    tables = (random_table(GAMES[GameKey(key)], seed) for seed in count(500))
    praised = (
        table for table in tables if getattr(table.options(), "positive_half", "praise") == "praise"
    )
    return list(islice(praised, number))


PRAISED = _praised("king", 10) + _praised("king_jokers", 17)


@pytest.mark.parametrize(("key", "preset", "seats"), EVERY)
def test_laws_hold_with_every_preset(key: GameKey, preset: str, seats: int) -> None:
    checked: Counter[str] = Counter()
    for seed in range(4):
        checked += check_game(Table(GAMES[key], preset, {}, seats, seed), max_deals=6)
    assert set(checked) == LAWS


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("batch", range(8))
def test_laws_hold_with_random_options(key: GameKey, batch: int) -> None:
    for seed in range(batch * 15, batch * 15 + 15):
        check_game(random_table(GAMES[key], seed), max_deals=3)


@pytest.mark.parametrize("batch", range(3))
def test_laws_hold_to_the_end_of_king_with_random_options(batch: int) -> None:
    """The praise deals, which most options of King concern, come after the seventh deal."""
    for table in PRAISED[batch::3]:
        check_game(table, thoroughly=0.02)


def test_random_options_reach_all_that_concerns_praise_deals() -> None:
    """So that the test above does not lose what it is for."""
    chosen = [msgspec.to_builtins(table.options()) for table in PRAISED]
    for option, values in {
        "sale": {"after_declaration", "before_declaration", "off"},
        "split": {"unilateral", "needs_all", "off"},
        "split_full_hand": {False, True},
        "by_last_card": {"last", "third"},
        "no_trump": {False, True},
        "must_trump": {False, True},
        "declarer_leads": {False, True},
        "jokers": {1, 2},
        "demand": {False, True},
    }.items():
        assert {each[option] for each in chosen if option in each} == values, option


def test_random_options_vary_what_the_jacks_cost() -> None:
    tables = [random_table(GAMES[GameKey("knaves")], seed) for seed in range(120)]
    assert len({table.options().jack_values for table in tables}) > 20


@pytest.mark.parametrize(("key", "preset", "seats"), EVERY)
def test_games_end(key: GameKey, preset: str, seats: int) -> None:
    check_game(Table(GAMES[key], preset, {}, seats, seed=99), thoroughly=0)


@pytest.mark.parametrize("key", GAMES)
def test_the_wire_refuses_what_is_no_action_of_the_game(key: GameKey) -> None:
    actions = GAMES[key].wire.actions
    wrongs: tuple[object, ...] = ({"type": "no_such_action"}, {}, [], None, 7, {"type": 7})
    for wrong in wrongs:
        with pytest.raises(msgspec.ValidationError):
            actions.decode(msgspec.msgpack.encode(wrong))
    for kind in _kinds(GAMES[key]):
        with pytest.raises(msgspec.ValidationError):
            actions.decode(msgspec.msgpack.encode({"type": kind, "no_such_field": 1}))


def _kinds(spec: AnyGame) -> list[str]:
    _, components = msgspec.json.schema_components([spec.wire.action])
    return [each["properties"]["type"]["enum"][0] for each in components.values()]


@pytest.mark.soak
@pytest.mark.parametrize(("key", "preset", "seats"), EVERY)
def test_laws_hold_for_long(key: GameKey, preset: str, seats: int) -> None:
    for seed in range(1_000, 1_100):
        check_game(Table(GAMES[key], preset, {}, seats, seed))


@pytest.mark.soak
@pytest.mark.parametrize("key", GAMES)
def test_laws_hold_with_many_random_options(key: GameKey) -> None:
    for seed in range(10_000, 12_000):
        check_game(random_table(GAMES[key], seed), max_deals=6)


# --- the battery itself: a game that breaks a law is caught ----------------------------------


def _unsorted(state: Any, seat: Seat) -> tuple[Any, ...]:
    return tuple(reversed(TWENTY_NINE.legal_actions(state, seat)))


def _too_few(state: Any, seat: Seat) -> tuple[Any, ...]:
    legal = TWENTY_NINE.legal_actions(state, seat)
    return (TWENTY_NINE.timeout_action(state, seat),) if legal else ()


def _too_many(state: Any, seat: Seat) -> tuple[Any, ...]:
    legal = TWENTY_NINE.legal_actions(state, seat)
    return (*legal, Pass()) if legal and legal != (Pass(),) else legal


def _drops_a_card(state: Any, seat: Seat, action: Any) -> Step[Any, Any]:
    step = TWENTY_NINE.apply(state, seat, action)
    return structs.replace(step, state=structs.replace(step.state, pile=()))


def _names_a_card(state: Any, seat: Seat, action: Any) -> Step[Any, Any]:
    try:
        return TWENTY_NINE.apply(state, seat, action)
    except IllegalActionError as error:
        cards = " ".join(card for hand in state.hands for card in hand)
        raise IllegalActionError(f"{error.reason} among {cards}") from error


def _shows_the_next_hand(state: Any, seat: Seat | None) -> Any:
    view = TWENTY_NINE.view(state, seat)
    return view if seat is None else structs.replace(view, hand=state.hands[seat - 1])


def _draws_for_ever(state: Any, deck: Pack) -> Step[Any, Any]:
    return Step(state, draw=deck)


def _tells_all(event: Any, seat: Seat | None) -> Any:
    return event if isinstance(event, Hand) else TWENTY_NINE.project(event, seat)


def _tells_nobody(event: Any, seat: Seat | None) -> Any:
    return None if isinstance(event, Hand) else TWENTY_NINE.project(event, seat)


def _tells_seats_less(event: Any, seat: Seat | None) -> Any:
    return None if isinstance(event, Played) and seat == 1 else TWENTY_NINE.project(event, seat)


def _says_who_must_pass(state: Any, seat: Seat) -> str:
    return "play" if isinstance(TWENTY_NINE.legal_actions(state, seat)[0], Play) else "pass"


def _late_and_illegal(state: Any, seat: Seat) -> Any:
    return Play("X1")


BROKEN: list[tuple[int, dict[str, Any]]] = [
    (1, {"legal_actions": _unsorted}),
    (1, {"timeout_action": _late_and_illegal}),
    (1, {"to_act": lambda state: (0, 1)}),
    (2, {"legal_actions": _too_few}),
    (2, {"legal_actions": _too_many}),
    (3, {"state": msgspec.defstruct("State", [("options", dict[str, Any])], array_like=True)}),
    (5, {"apply": _drops_a_card}),
    (5, {"zones": lambda state: TWENTY_NINE.zones(state)[1:]}),
    (6, {"view": _shows_the_next_hand}),
    (6, {"project": _tells_all}),
    (6, {"project": _tells_seats_less}),
    (6, {"apply": _names_a_card}),
    (7, {"decision": _says_who_must_pass, "time_factors": {"play": 1.0, "pass": 0.5}}),
    (8, {"deal": _draws_for_ever}),
    (9, {"checks": lambda state: ("two and two are four",)}),
    (9, {"sheet": lambda state: ()}),
    (10, {"project": _tells_nobody}),
]


@pytest.mark.parametrize(("law", "changes"), BROKEN)
def test_a_broken_law_is_noticed(law: int, changes: dict[str, Any]) -> None:
    broken = replace(TWENTY_NINE, **changes)
    with pytest.raises(LawBrokenError, match=f"^law {law}: .*seed ") as caught:
        for seed in range(20):
            check_game(Table(broken, "twenty_nine/solo", {}, 5, seed), thoroughly=0.5)
    assert "5 seats" in str(caught.value)
