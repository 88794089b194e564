"""Playing any game on in its scenarios: decks, deals played out, refusals, the event one seeks."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from kozyr_games.spec import AnyGame, IllegalActionError, Seat
from kozyr_protocol.cards import PACK_52, Card


def decks(seed: int) -> Iterator[tuple[Card, ...]]:
    """Shuffled packs of 52 without end."""
    rng = random.Random(seed)
    while True:
        yield tuple(rng.sample(PACK_52, 52))


def finished(spec: AnyGame, state: Any, rng: random.Random | None = None) -> Any:
    """The deal played to its end, by the timeout's action or at random."""
    while acting := spec.to_act(state):
        seat = acting[0] if rng is None else rng.choice(acting)
        action = (
            spec.timeout_action(state, seat)
            if rng is None
            else rng.choice(spec.legal_actions(state, seat))
        )
        state = spec.apply(state, seat, action).state
    return state


def played(spec: AnyGame, state: Any, seed: int) -> Any:
    """The game played to its end at random."""
    rng = random.Random(seed)
    while (pack := spec.wants_deck(state)) is not None:
        state = finished(spec, spec.deal(state, tuple(rng.sample(pack, len(pack)))).state, rng)
    return state


def refused(spec: AnyGame, state: Any, seat: Seat, action: Any) -> str:
    """The reason for which an action is refused."""
    with pytest.raises(IllegalActionError) as caught:
        spec.apply(state, seat, action)
    return caught.value.reason


def find(events: tuple[Any, ...], kind: type[Any]) -> Any:
    """The one event of a kind."""
    (found,) = (event for event in events if isinstance(event, kind))
    return found
